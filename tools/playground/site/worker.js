// Runs cardgen: Python compiled for browsers, with the wheels that lie beside it.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE = "/lib/python3.14/site-packages";

const bytes = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());

async function begun() {
  const contents = await (await fetch("contents.json")).json();
  const wheels = Promise.all(contents.wheels.map((one) => bytes(`wheels/${one}`)));
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  for (const wheel of await wheels) python.unpackArchive(wheel, "wheel", { extractDir: SITE });
  const main = python.pyimport("main");
  return main;
}

const main = begun();
let working = null;

// Calls of the playground: `call` names a function of main.py, `ask` holds a question of the page.
self.onmessage = async ({ data, ports: [port] }) => {
  try {
    const program = await main;
    if (data.ask) await asked(program, data.ask, port);
    else {
      const value = program[data.call](...data.given);
      port.postMessage({ value });
      if (data.call === "begin") working ??= program.work().catch((error) => self.postMessage({ fault: error.message }));
    }
  } catch (error) {
    port.postMessage({ fault: error.message });
  }
};

async function asked(program, [method, path, query, body], port) {
  const begin = (status, headers) => port.postMessage({ head: { status, headers: JSON.parse(headers) } });
  const more = (part) => port.postMessage({ part });
  await program.ask(method, path, query, body, begin, more);
  port.postMessage({ end: true });
}
