// The playground: the files of a project, and beside them the page of the preview, which shows it.

import { html, render, useEffect, useLayoutEffect, useRef, useState } from "./page/static/core/html.js";
import { state as shown } from "./page/static/core/store.js";
import { Findings } from "./page/static/parts/finding.js";
import { Icon } from "./page/static/parts/button.js";
import { toast } from "./page/static/shell/toast.js";
import { ask, call, fetched, listen } from "./program.js";
import { before, keep, kept } from "./keeping.js";

const TYPING = 150; // milliseconds after the last letter until a file is saved
const MARK = "#project=";
const MOST = 20_000_000; // bytes of a project that comes with a link
const state = {
  stage: "Starting Python in this browser …",
  names: [],
  path: "",
  line: 0,
  text: "",
  findings: {},
  words: null,
  printed: [],
  starters: [],
  cards: true,
};
let redraw = () => {};
let preview = null; // the frame with the page of the preview

function set(changes) {
  Object.assign(state, changes);
  redraw();
}

const game = () => /^card_data\/([^/]+)\/game\.yaml$/m.exec(state.names.join("\n"))?.[1] || "";

// Opening projects

async function unpacked(link) {
  let left = MOST;
  const limit = new TransformStream({
    transform(part, out) {
      left -= part.length;
      if (left < 0) throw new Error("too large");
      out.enqueue(part);
    },
  });
  try {
    const packed = Uint8Array.from(atob(link.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const data = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")).pipeThrough(limit);
    return JSON.parse(await new Response(data).text());
  } catch {
    throw new Error("This link holds no project.");
  }
}

// The files are shown before there is a Python that could read them.
async function begin(link, another) {
  const files = await unpacked(link);
  const names = Object.keys(files).sort();
  const path = state.starters.map((one) => one.open).find((one) => one in files) || names[0];
  set({ names, path, line: 0, text: typeof files[path] === "string" ? files[path] : null, findings: {}, words: null, printed: [] });
  await call("begin", link);
  if (another) keep(link, !state.starters.some((one) => one.link === kept())); // a starter is at hand anyway
}

async function change(link) {
  try {
    await begin(link, true);
    history.replaceState(null, "", "./");
    listenAnew();
    preview.contentWindow.location.replace(`page/index.html#/${game()}`);
    preview.contentWindow.location.reload();
  } catch (error) {
    toast(error.message, true);
  }
}

async function open(path, line = 0) {
  set({ path, line, text: await call("read", path), cards: line ? false : state.cards });
}

let ending = () => {};
function listenAnew() {
  ending();
  ending = listen(hear);
}

async function hear(event) {
  if (event.type === "findings") set({ findings: { ...state.findings, [event.game]: event.findings } });
  if (event.type === "game" && event.game === game()) about("words", (words) => set({ words }));
  if (event.type === "ready" && event.game === game())
    about("products", (printed) => set({ printed: printed.filter((one) => one.path.endsWith(".pdf")).sort(sheetsFirst) }));
  if (event.type !== "edit") return;
  const names = JSON.parse(await call("names"));
  const { path } = state;
  const text = await call("read", path);
  set({ names });
  if (path === state.path && !typing) set({ text });
  if (location.hash) history.replaceState(null, "", "./"); // it carries what was before
  if (!keep(await call("packed"))) toast("This project is too large to be kept in the browser: download it.", true);
}

const sheetsFirst = (one, other) => other.path.startsWith("sheets/") - one.path.startsWith("sheets/");

const about = (what, then) =>
  fetched(`/api/games/${game()}/${what}`)
    .then(({ blob }) => blob.text())
    .then((text) => then(JSON.parse(text)))
    .catch(() => {}); // while the game cannot be read

let typing = 0;
function typed(text) {
  state.text = text;
  clearTimeout(typing);
  const { path } = state;
  typing = setTimeout(() => {
    typing = 0;
    call("write", path, text);
  }, TYPING);
}

// Taking away

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function pdf(path) {
  toast("Making the file …");
  try {
    const { blob, headers } = await fetched(`/api/games/${game()}/file`, new URLSearchParams({ path }).toString());
    download(blob, /filename="([^"]+)"/.exec(headers["content-disposition"])?.[1] || "cards.pdf");
    toast("Saved the file");
  } catch (error) {
    toast(error.message, true);
  }
}

const archive = async () => download(new Blob([await call("archive")]), `${game() || "project"}.zip`);

async function copyLink() {
  const mark = MARK + (await call("packed"));
  const size = `${Math.ceil(mark.length / 1000)} kB`;
  navigator.clipboard.writeText(new URL(mark, location.href).href).then(
    () => toast(`Copied a link that carries the whole project (${size})`),
    () => {
      history.replaceState(null, "", mark);
      toast(`The link is in the address line (${size})`);
    },
  );
}

async function add(event) {
  for (const file of event.target.files) {
    const folder = file.name.endsWith(".j2") ? "templates" : "card_data";
    const path = `${folder}/${game()}/${file.name}`;
    await call("write", path, new Uint8Array(await file.arrayBuffer())).catch((error) => toast(error.message, true));
    set({ names: JSON.parse(await call("names")) });
    await open(path);
  }
  event.target.value = "";
}

// What is seen

const close = (event) => event.currentTarget.closest("details").removeAttribute("open");

const Menu = ({ icon, name, children }) =>
  html`<details
    class="menu"
    onKeyDown=${(event) => event.key === "Escape" && event.currentTarget.removeAttribute("open")}
    onFocusOut=${(event) => event.currentTarget.contains(event.relatedTarget) || event.currentTarget.removeAttribute("open")}>
    <summary class="seg"><${Icon} name=${icon} /><span>${name}</span></summary>
    <div>${children}</div>
  </details>`;

const Row = ({ onClick, children, more = "" }) =>
  html`<button
    type="button"
    onClick=${(event) => {
      close(event);
      onClick();
    }}>
    ${children}${more && html`<small>${more}</small>`}
  </button>`;

const Bar = () =>
  html`<header id="top">
    <img src="page/static/icon.svg" alt="" width="22" height="22" />
    <h1>cardgen <span>playground</span></h1>
    <div class="segs" role="group" aria-label="What is shown">
      ${[false, true].map((cards) => html`<button type="button" class="seg" aria-pressed=${String(state.cards === cards)} onClick=${() => set({ cards })}>${cards ? "Cards" : "Files"}</button>`)}
    </div>
    <span class="grow"></span>
    <${Menu} icon="plus" name="New">
      ${state.starters.map((one) => html`<${Row} onClick=${() => change(one.link)} more=${one.about}>${one.title}</${Row}>`)}
      ${before() && html`<${Row} onClick=${() => change(before())} more="The one before this">Back to my last project</${Row}>`}
    </${Menu}>
    <${Menu} icon="print" name="PDF">
      ${state.printed.map(
        (one) =>
          html`<${Row} onClick=${() => pdf(one.path)} more=${one.path.split("/")[0]}>${one.path
            .split("/")
            .pop()
            .replace(/\.pdf$/, "")}</${Row}>`,
      )}
      ${!state.printed.length && html`<p class="quiet">The pages are still being laid out.</p>`}
    </${Menu}>
    <button type="button" class="seg" onClick=${archive} title="Download the project, to go on with the cardgen on your computer"><${Icon} name="take" /><span>Project</span></button>
    <button type="button" class="seg" onClick=${copyLink} title="Copy a link that carries the whole project"><${Icon} name="copy" /><span>Link</span></button>
  </header>`;

const GROUPS = [
  ["Game", (path) => /^card_data\/[^/]+\/(?!icons\/|images\/)/.test(path)],
  ["Templates", (path) => path.startsWith("templates/")],
  ["Pictures", (path) => /^card_data\/[^/]+\/(icons|images)\//.test(path)],
  ["Project", (path) => !/^(card_data|templates)\//.test(path)],
];

const wrong = (path) =>
  Object.values(state.findings)
    .flat()
    .filter((one) => one.path === path);

function Files() {
  return html`<nav id="files" aria-label="Files">
    ${GROUPS.map(([name, belongs]) => {
      const some = state.names.filter(belongs);
      return (
        some.length > 0 &&
        html`<section>
          <h2>${name}</h2>
          ${some.map((path) => html`<${File} key=${path} path=${path} />`)}
        </section>`
      );
    })}
    <label class="add seg"><${Icon} name="plus" />Add a file<input type="file" multiple onChange=${add} class="unseen" /></label>
  </nav>`;
}

function File({ path }) {
  const errors = wrong(path).filter((one) => one.severity === "error").length;
  const short = path.replace(/^(card_data|templates)\/[^/]+\/((icons|images)\/)?/, "");
  return html`<button type="button" title=${path} aria-current=${path === state.path ? "true" : null} onClick=${() => open(path)}>
    <span>${short}</span>${errors > 0 && html`<b aria-label=${`${errors} errors`}>${errors}</b>`}
  </button>`;
}

function Text() {
  const { path, line, text, words } = state;
  const host = useRef(null);
  const editor = useRef(null);
  const now = useRef(null);
  now.current = words;
  const [library, setLibrary] = useState(null);
  useEffect(() => {
    import("./page/static/writing/editor.js").then((loaded) => setLibrary(loaded));
  }, []);
  const writable = Boolean(library) && text !== null;
  useLayoutEffect(() => {
    if (!writable) return undefined;
    const home = document.createElement("div");
    host.current.replaceChildren(home);
    const onChange = (next) => next !== state.text && typed(next);
    editor.current = library.openEditor(home, {
      text: state.text,
      label: path,
      template: /\.(j2|svg)$/.test(path),
      words: () => now.current,
      onChange,
      onSave: () => toast("Saved as you type"),
    });
    return () => {
      editor.current.close();
      editor.current = null;
    };
  }, [path, writable]);
  useLayoutEffect(() => editor.current?.show(text), [text]);
  useEffect(() => line && editor.current?.go(line), [path, line, writable]);
  const found = wrong(path);
  const marks = JSON.stringify(found);
  useEffect(() => editor.current?.mark(JSON.parse(marks)), [marks, path, writable]);
  return html`<div id="text">
    <div class="host" ref=${host}>${text === null && html`<p class="quiet">This file is no text.</p>`}</div>
    ${found.length > 0 && html`<div class="problems" role="status"><${Findings} found=${found} /></div>`}
  </div>`;
}

function App() {
  const [, again] = useState(0);
  redraw = () => again((n) => n + 1);
  return html`<${Bar} />
    <main id="both" class=${state.cards ? "cards" : "writing"}>
      <div id="left">${state.names.length > 0 && html`<${Files} /><${Text} />`}</div>
      <div id="right">
        <iframe ref=${(frame) => (preview = frame)} title="Preview"></iframe>
        ${
          state.stage &&
          html`<div class="starting" role="status">
            <i></i>
            <p>${state.stage}</p>
          </div>`
        }
      </div>
    </main>`;
}

// A place that the preview or a message names is opened here.
window.playground = { ask, listen, open };
shown.project = { editor: "playground:{path}:{line}:{column}", root: "" };
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='playground:']");
  if (!link) return;
  event.preventDefault();
  const [, path, line] = /^playground:(.*):(\d+):\d+$/.exec(decodeURIComponent(link.getAttribute("href")));
  open(path, Number(line));
});

// Light or dark as the preview has it.
function follow() {
  const { theme = "auto" } = JSON.parse(localStorage.getItem("cardgen-preview") || "{}");
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

async function start() {
  follow();
  window.addEventListener("storage", follow);
  render(html`<${App} />`, document.getElementById("app"));
  if (!navigator.serviceWorker)
    throw new Error(
      "This browser gives the page no service worker, which it needs: private windows of some browsers have none, and addresses without https.",
    );
  const known = navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => known && location.reload()); // files of another edition
  await navigator.serviceWorker.register("sw.js");
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller)
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  preview.src = "page/index.html"; // its questions wait until there is a project
  const contents = await (await fetch("contents.json")).json();
  set({ starters: contents.starters });
  const carried = location.hash.startsWith(MARK) ? location.hash.slice(MARK.length) : "";
  try {
    await begin(carried || kept() || contents.starters[0].link, Boolean(carried));
  } catch (error) {
    toast(error.message, true);
    await begin(contents.starters[0].link, true);
  }
  if (carried) history.replaceState(null, "", "./");
  listenAnew();
  preview.contentWindow.location.hash = `#/${game()}`;
  set({ stage: "" });
  active.postMessage(contents.files);
}

start().catch((error) => set({ stage: error.message }));
