// The start page: from a spreadsheet, a look, a folder or a recent project to the page of a project.

import { html, render, useEffect, useState } from "../core/html.js";
import { api, send } from "../core/server.js";
import { Icon } from "../parts/button.js";
import { applyLooks, nextTheme } from "../shell/looks.js";
import { FolderPicker } from "./folders.js";
import { GameForm } from "./game_form.js";
import { upload } from "./requests.js";
import { TableView } from "./table.js";

const ICON = new URL("../icon.svg", import.meta.url).pathname;

/** @param {{ take: (file: File) => void, endings: string[], busy: boolean }} properties */
function DropZone({ take, endings, busy }) {
  const [over, setOver] = useState(false);
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length) take(event.dataTransfer.files[0]);
  };
  return html`<label
    class=${`drop ${over ? "over" : ""}`}
    onDragOver=${(event) => {
      event.preventDefault();
      setOver(true);
    }}
    onDragLeave=${() => setOver(false)}
    onDrop=${drop}>
    <span class="fan" aria-hidden="true"><i></i><i></i><i></i></span>
    <strong>${busy ? "Reading the spreadsheet …" : "Drop a spreadsheet here"}</strong>
    <span class="quiet">or click to choose one: Excel, LibreOffice, CSV. Each row becomes a card.</span>
    <input
      type="file"
      class="unseen"
      accept=${endings.join(",")}
      onChange=${(event) => {
        if (event.target.files.length) take(event.target.files[0]);
        event.target.value = "";
      }} />
  </label>`;
}

function Recent({ projects, open }) {
  if (!projects.length) return null;
  return html`<section class="recent">
    <h2>Recent projects</h2>
    <ul>
      ${projects.map(
        (project) =>
          html`<li key=${project.path}>
            <button type="button" class="row" onClick=${() => open(project.path)}>
              <${Icon} name="deck" /><span class="name">${project.name}</span><span class="quiet path">${project.path}</span>
            </button>
          </li>`,
      )}
    </ul>
  </section>`;
}

function Home({ about, busy, take, begin, open, pick }) {
  const looks = [
    { id: "", title: "Starter game", about: "A small complete game with cards, a board, tokens and rules. Every file has comments." },
    ...about.looks.map((look) => ({ title: look.id.replace(/-/g, " "), ...look })),
  ];
  return html`<div class="home-start">
    <header class="welcome">
      <h1>What do you want to print?</h1>
      <p>cardgen makes cards, boards and rules that you print, cut and play. Everything stays on this computer.</p>
    </header>
    <section>
      <h2>New game from a spreadsheet</h2>
      <${DropZone} take=${take} endings=${about.endings} busy=${busy} />
    </section>
    <section>
      <h2>New game from a look</h2>
      <ul class="looks">
        ${looks.map(
          (look) =>
            html`<li key=${look.id}>
              <button type="button" class="look" onClick=${() => begin(look)}>
                <strong>${look.title}</strong><span>${look.about}</span>
              </button>
            </li>`,
        )}
      </ul>
    </section>
    <section>
      <h2>Open</h2>
      <button type="button" class="row" onClick=${pick}>
        <${Icon} name="box" /><span class="name">Choose a folder …</span><span class="quiet path">of a game that you have already</span>
      </button>
    </section>
    <${Recent} projects=${about.recent} open=${open} />
  </div>`;
}

function Start() {
  const [about, setAbout] = useState(null);
  const [view, setView] = useState({ name: "home", look: null, file: "" });
  const [picking, setPicking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    api("start").then(setAbout, (fault) => setError(fault.message));
    const source = new EventSource("events"); // tells the server that the page is open
    source.onmessage = (message) => {
      if (JSON.parse(message.data).type === "end") {
        source.close();
        setEnded(true);
      }
    };
    return () => source.close();
  }, []);

  async function attempt(work) {
    setBusy(true);
    setError("");
    try {
      await work();
    } catch (fault) {
      setError(fault.message);
    }
    setBusy(false);
  }
  const go = ({ address }) => location.assign(address);
  const open = (path) => attempt(async () => go(await send("open", { path })));
  const take = (file) =>
    attempt(async () => {
      await upload(file);
      setView({ name: "table", file: file.name, look: null });
    });
  const make = (body) => attempt(async () => go(await send("new", body)));
  const home = () => {
    setError("");
    setView({ name: "home", look: null, file: "" });
  };

  if (ended)
    return html`<main class="ended">
      <h1>cardgen has ended</h1>
      <p>You can close this page.</p>
    </main>`;
  return html`<header id="top">
      <button type="button" class="brand" onClick=${home} title="To the start">
        <img src=${ICON} alt="" width="24" height="24" />cardgen
      </button>
      <span class="quiet">${about?.version}</span>
      <span class="grow"></span>
      <button type="button" class="tool" title="Light or dark" aria-label="Light or dark" onClick=${nextTheme}>
        <${Icon} name="theme" />
      </button>
      <button type="button" class="seg" onClick=${() => send("quit", {}).then(() => setEnded(true))}>Quit</button>
    </header>
    <main id="start" class=${busy ? "busy" : ""} aria-busy=${String(busy)}>
      ${error && html`<p class="fault" role="alert">${error}</p>`}
      ${
        about &&
        view.name === "home" &&
        html`<${Home}
          about=${about}
          busy=${busy}
          take=${take}
          open=${open}
          pick=${() => setPicking(true)}
          begin=${(look) => setView({ name: "look", look, file: "" })} />`
      }
      ${about && view.name === "table" && html`<${TableView} about=${about} file=${view.file} busy=${busy} make=${make} back=${home} />`}
      ${
        about &&
        view.name === "look" &&
        html`<section class="narrow">
          <button type="button" class="plain" onClick=${home}>← Back</button>
          <h1>${view.look.title}</h1>
          <p>${view.look.about}</p>
          <${GameForm} about=${about} busy=${busy} title="My Game" make=${(game) => make({ ...game, look: view.look.id })} />
        </section>`
      }
    </main>
    ${
      picking &&
      html`<${FolderPicker}
        from=${about.folder}
        title="Open a project"
        needsProject
        close=${() => setPicking(false)}
        choose=${(path) => open(path)} />`
    }`;
}

applyLooks();
render(html`<${Start} />`, document.getElementById("app"));
