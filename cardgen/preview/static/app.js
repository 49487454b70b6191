// The shell: the list of games, the view that the address leads to, findings, status and keys.

import { onKey, useCommands } from "./core/commands.js";
import { connect } from "./core/events.js";
import { html, render, useEffect, useErrorBoundary, useState } from "./core/html.js";
import { loadGame } from "./core/loading.js";
import { followPrinting, print } from "./core/printing.js";
import { go, route } from "./core/router.js";
import { prioritize } from "./core/server.js";
import { state, useStore } from "./core/store.js";
import { Waiting } from "./parts/finding.js";
import { Strip, toggleStrip } from "./history/strip.js";
import { Bare } from "./parts/screen.js";
import { FindingsPanel } from "./shell/findings.js";
import { Help } from "./shell/help.js";
import { applyLooks, nextTheme, nextVision } from "./shell/looks.js";
import { Palette } from "./shell/palette.js";
import { Rail } from "./shell/rail.js";
import { Lost, Status } from "./shell/status.js";
import { HomeView } from "./views/home.js";
import { SECTIONS, viewOf } from "./views/views.js";

const AGAIN = 1000; // milliseconds until a server that did not answer is asked again

function useRoute() {
  const [where, setWhere] = useState(route());
  useEffect(() => {
    const follow = () => setWhere(route());
    window.addEventListener("hashchange", follow);
    follow(); // it may have changed since this was drawn first
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  return where;
}

// The game of an address; it is fetched when it is first asked for, as soon as it is there.
function useGame(id) {
  const there = Boolean(state.project?.games.some((game) => game.id === id));
  const game = state.games[id];
  // The server reads it before all others.
  useEffect(() => {
    if (id && !game) prioritize(id, []);
  }, [id, state.project?.run, Boolean(game)]);
  useEffect(() => {
    if (!there || game) return undefined;
    let timer = 0;
    const ask = () =>
      loadGame(id).catch(() => {
        timer = setTimeout(ask, AGAIN);
      });
    ask();
    return () => clearTimeout(timer);
  }, [id, there, Boolean(game)]);
  return game;
}

// What there is to say while there is nothing to see.
function missing(id) {
  const { project } = state;
  if (!project) return html`<${Waiting}>${state.live ? "Reading the project …" : "Waiting for the preview …"}</${Waiting}>`;
  if (project.coming.includes(id)) return html`<${Waiting}>Reading ${id} …</${Waiting}>`;
  if (project.games.some((game) => game.id === id)) return html`<${Waiting}>Opening ${id} …</${Waiting}>`;
  return html`<span>There is no game “${id}”. <a class="plain" href="#/">See all games</a></span>`;
}

/** @param {{ where: string[], [more: string]: any }} given */
function Main({ where: [id, ...rest] }) {
  const game = useGame(id);
  const [fault, again] = useErrorBoundary();
  const address = location.hash;
  useEffect(() => again(), [address]);
  if (fault)
    return html`<${Bare} key="fault" title="cardgen">This view failed because of a bug in cardgen: ${String(fault.message || fault)}</${Bare}>`;
  if (!id && state.project) return html`<${HomeView} key="home" />`;
  if (!game) return html`<${Bare} key="missing" title=${id || "cardgen"} titles=${id ? [id] : []}>${missing(id)}</${Bare}>`;
  const { view: View, given, key } = viewOf(game, rest);
  return html`<${View} key=${`${id}/${key}`} ...${given} />`;
}

// The next or previous part of the game, or its first or last.
/** @param {string[]} where */
function neighbour(where, step) {
  const [id, part] = where;
  const game = state.games[id];
  if (!game) return false;
  const all = [...game.components.filter((c) => c.kind !== "table").map((c) => c.id), ...SECTIONS.map((one) => one.id)];
  if (!part) go(id, step > 0 ? all[0] : all.at(-1));
  else go(id, all[(all.indexOf(part) + step + all.length) % all.length]);
  return true;
}

/** @param {string[]} where */
function up(where) {
  if (!where.length) return false;
  go(...where.slice(0, where.length > 2 && where[1].startsWith("~") ? 2 : -1));
  return true;
}

function App() {
  useStore();
  const where = useRoute();
  const [findings, setFindings] = useState(false);
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  const [railed, setRailed] = useState(false);
  useEffect(() => setRailed(false), [location.hash]);

  useCommands({
    findings: () => setFindings(!findings),
    palette: () => {
      if (palette) /** @type {HTMLDialogElement} */ (document.getElementById("palette")).close();
      else setPalette(true);
    },
    print,
    help: () => setHelp(!help),
    rail: () => setRailed(!railed),
    vision: nextVision,
    theme: nextTheme,
    saves: toggleStrip,
    home: () => go(),
    up: () => up(where),
    "part.previous": () => neighbour(where, -1),
    "part.next": () => neighbour(where, 1),
    search: () => {
      /** @type {HTMLInputElement | null} */
      const field = document.querySelector("input[type=search]");
      field?.focus();
      field?.select();
      return Boolean(field);
    },
    close: () => {
      /** @type {HTMLDetailsElement | null} */
      const menu = document.querySelector("details.chip[open]");
      if (menu) {
        menu.open = false;
        menu.querySelector("summary").focus();
      } else if (railed) setRailed(false);
      else if (findings) setFindings(false);
      else return up(where);
      return true;
    },
  });

  return html`<a
      class="skip"
      href="#main"
      onClick=${(event) => {
        event.preventDefault();
        document.getElementById("main").focus();
      }}
      >Skip to the content</a
    >
    <div id="shell" class=${railed ? "railed" : ""}>
      <${Rail} where=${where} />
      <div id="work"><${Main} where=${where} /><${Lost} /></div>
      ${findings && html`<${FindingsPanel} />`}
      <${Strip} where=${where} />
      <${Status} open=${findings} game=${state.games[where[0]]} />
    </div>
    ${railed && html`<div class="shade" onClick=${() => setRailed(false)}></div>`}
    ${palette && html`<${Palette} near=${where[0] || ""} close=${() => setPalette(false)} />`}
    ${help && html`<${Help} close=${() => setHelp(false)} />`}`;
}

applyLooks();
followPrinting();
document.addEventListener("keydown", onKey);
render(html`<${App} />`, document.getElementById("app"));
connect();
