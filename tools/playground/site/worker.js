// Runs cardgen: Python compiled for browsers, with the wheels that lie beside it.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";

// The modules: a line of JSON with their names and sizes, then their bytes.
async function modules() {
  const packed = await fetch("site.gz");
  const all = new Uint8Array(await new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const end = all.indexOf(10);
  let at = end + 1;
  return JSON.parse(new TextDecoder().decode(all.subarray(0, end))).map(([name, size]) => [name, all.subarray(at, (at += size))]);
}

async function begun() {
  const [python, files] = await Promise.all([loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href }), modules()]);
  const made = new Set();
  for (const [name, data] of files) {
    const folder = `${SITE}/${name.slice(0, name.lastIndexOf("/") + 1)}`;
    if (!made.has(folder)) python.FS.mkdirTree(folder);
    made.add(folder);
    python.FS.writeFile(`${SITE}/${name}`, data);
  }
  return python.pyimport("main");
}

const main = begun();
let working = null;
let opened = () => {};
const open = new Promise((resolve) => (opened = resolve)); // once there is a project to ask about

// Calls of the playground: `call` names a function of main.py, `ask` holds a question of the page.
self.onmessage = async ({ data, ports: [port] }) => {
  try {
    const program = await main;
    if (data.ask) await open;
    if (data.ask) await asked(program, data.ask, port);
    else port.postMessage({ value: program[data.call](...data.given) });
    if (data.call !== "begin") return;
    working ??= program.work().then(null, (error) => console.error(error));
    opened();
  } catch (error) {
    port.postMessage({ fault: error.message });
  }
};

const asked = (program, question, port) =>
  program.ask(
    ...question,
    (status, headers) => port.postMessage({ head: { status, headers: JSON.parse(headers) } }),
    (part) => port.postMessage({ part }),
    () => port.postMessage({ end: true }),
  );
