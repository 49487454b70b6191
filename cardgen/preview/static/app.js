// The shell: rail, bar, status, routes, keys, and the stream of events.

import { api, button, fill, forgetPriority, go, h, icon, link, loadGame, nice, plural, remember, settings, state, toast, toCome, waiting } from "./core.js";
import { boardView } from "./board.js";
import { cardView } from "./card.js";
import { gameView, homeView } from "./home.js";
import { bookletView, printView } from "./pages.js";
import { panel, toggleHelp, togglePanel } from "./panel.js";
import { rulesView } from "./rules.js";
import { wallView } from "./wall.js";

const $ = (id) => document.getElementById(id);
let view = null;
let route = [];
let navigation = 0;

const KINDS = { deck: "deck", board: "board", tokens: "tokens", die: "die", dice: "die", box: "box", "game-box": "box", booklet: "booklet", table: "table" };
const VISIONS = { normal: "Normal colours", protan: "Protan (no red cones)", deutan: "Deutan (no green cones)", tritan: "Tritan (no blue cones)", grey: "Grey-scale" };

// Routes: #/, #/game, #/game/component, #/game/component/card, #/game/~print/path, #/game/~rules

function parts() {
  try {
    return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return []; // no address of ours
  }
}

// Go where the address leads; `keep` asks to stay where one has scrolled to.
async function navigate(keep = false) {
  if (!state.project) return;
  route = parts();
  const mine = ++navigation;
  const [id] = route;
  document.body.classList.remove("railed");
  if (id && !state.project.games.some((game) => game.id === id)) {
    const awaited = state.project.coming.includes(id);
    empty(awaited ? waiting(`Reading ${id} …`) : `There is no game “${id}”.`);
    return; // until it is there
  }
  try {
    if (id) await loadGame(id);
  } catch {
    if (mine !== navigation) return;
    empty(`“${id}” cannot be fetched.`);
    setTimeout(() => { if (mine === navigation) navigate(keep); }, AGAIN);
    return;
  }
  if (mine === navigation) draw(keep);
}

function make() {
  const [id, part, ...rest] = route;
  if (!id) return homeView();
  const game = state.games[id];
  if (!part) return gameView(game);
  if (part === "~print") return printView(game, rest.join("/"));
  if (part === "~rules") return rulesView(game);
  const component = game.components.find((c) => c.id === part);
  if (!component) return gameView(game);
  if (component.kind === "booklet") return bookletView(game, component, rest[0]);
  if (component.kind === "board") return boardView(game, component);
  if (rest.length) return cardView(game, component, rest.join("/"));
  return wallView(game, component);
}

function draw(keep = false) {
  const top = keep ? $("main").scrollTop : 0;
  if (view && view.leave) view.leave();
  $("bar").replaceChildren();
  view = make();
  $("main").replaceChildren(view.element);
  $("main").className = view.kind || "";
  $("bar").replaceChildren(menuButton(), ...(view.bar || []));
  $("main").scrollTop = keep ? top : view.scroll || 0;
  document.title = [...(view.title || []), "cardgen"].join(" · ");
  drawRail();
  if (view.enter) view.enter();
}

// Say why there is nothing to see, or nothing yet.
function empty(words) {
  if (view && view.leave) view.leave();
  view = null;
  $("bar").replaceChildren(menuButton());
  $("main").className = "";
  $("main").replaceChildren(h("p", { class: "empty" }, words));
  drawRail();
}

function menuButton() {
  return button("menu", "Show the list of games", () => document.body.classList.toggle("railed"), { class: "tool burger" });
}

// The rail

function drawRail() {
  const [current, part] = route;
  const { project } = state;
  if (!project) return;
  const games = project.games.map((game) => {
    const here = game.id === current;
    const bad = count(game.id).errors;
    const items = here ? sections(state.games[current] || game, part) : [];
    return h("li", {},
      h("a", { class: `game${here ? " here" : ""}`, href: link(game.id), "aria-current": here && !part ? "page" : null },
        h("span", { class: "name" }, game.title), bad ? h("span", { class: "dot error", title: plural(bad, "error") }) : null),
      items.length ? h("ul", { class: "parts" }, items) : null);
  });
  const open = $("rail").scrollTop;
  $("rail").replaceChildren(
    h("a", { class: "brand", href: "#/", "aria-current": current ? null : "page" },
      h("img", { src: "/static/icon.svg", alt: "", width: 22, height: 22 }), h("span", {}, project.name)),
    h("ul", { class: "games" }, games),
    h("div", { class: "foot" },
      h("label", { class: "vision", title: "Colours as others see them (v)" }, icon("eye"),
        h("select", { "aria-label": "Colour vision", onchange: (e) => setVision(e.target.value) },
          Object.entries(VISIONS).map(([id, name]) => h("option", { value: id, selected: id === settings.vision }, name)))),
      button("theme", "Light or dark (d)", nextTheme),
      button("help", "Keys (?)", toggleHelp)),
  );
  $("rail").scrollTop = open;
}

function sections(game, part) {
  const parts = (game.components || []).filter((c) => c.kind !== "table").map((c) => {
    const n = c.cards ? c.cards.reduce((sum, card) => sum + card.copies, 0) : c.kind === "booklet" ? (game.texts?.[c.id]?.pages.length ?? "…") : (c.sides || []).length || "";
    return h("li", {}, h("a", { class: "part", href: link(game.id, c.id), "aria-current": part === c.id ? "page" : null },
      icon(KINDS[c.kind] || "deck"), h("span", { class: "name" }, c.title), h("span", { class: "n" }, String(n))));
  });
  return [...parts,
    h("li", {}, h("a", { class: "part", href: link(game.id, "~print"), "aria-current": part === "~print" ? "page" : null }, icon("sheets"), h("span", { class: "name" }, "Pages to print"))),
    h("li", {}, h("a", { class: "part", href: link(game.id, "~rules"), "aria-current": part === "~rules" ? "page" : null }, icon("rules"), h("span", { class: "name" }, "Rule numbers"))),
  ];
}

// The status line

export function count(id) {
  const lists = id ? [state.findings[id] || []] : Object.values(state.findings);
  let errors = 0;
  let warnings = 0;
  for (const list of lists) for (const f of list) if (f.severity === "error") errors += 1; else warnings += 1;
  return { errors, warnings };
}

function drawStatus() {
  const { errors, warnings } = count();
  const coming = toCome();
  const summary = errors || warnings
    ? [errors ? plural(errors, "error") : null, warnings ? plural(warnings, "warning") : null].filter(Boolean).join(", ")
    : coming.length || !state.project ? "no errors so far" : "no errors";
  const kind = errors ? "error" : warnings ? "warning" : "ok";
  fill($("status"),
    h("button", { type: "button", class: `count ${kind}`, onclick: togglePanel, "aria-controls": "panel", "aria-expanded": String(!$("panel").hidden), title: "Errors and warnings (e)" },
      icon(errors ? "error" : warnings ? "warn" : "ok"), summary),
    h("span", { class: "edit" }, lastEdit()),
    h("span", { class: "grow" }),
    coming.length ? h("span", { class: "waiting" }, waiting(coming.join(", "))) : null,
    h("span", { class: `live ${live ? "on" : "off"}`, title: live ? "Follows every save" : "The preview has ended or cannot be reached" }, live ? "live" : "not connected"),
  );
}

function lastEdit() {
  if (!state.edit || !state.files.length) return "";
  const [first, ...more] = state.files;
  const name = first.split("/").pop();
  const n = Object.values(changedNow()).reduce((a, b) => a + b, 0);
  return `${name}${more.length ? ` and ${plural(more.length, "more file", "more files")}` : ""} saved · ${plural(n, "side")} changed`;
}

function changedNow() {
  const found = {};
  for (const [id, game] of Object.entries(state.games)) {
    const sides = Object.values(game.sides || {}).filter((s) => s.m && s.m === state.edit).length;
    const pages = Object.values(game.texts || {}).flatMap((t) => t.pages).filter((p) => p.m && p.m === state.edit).length;
    found[id] = sides + pages;
  }
  return found;
}

// Looks

function setVision(id) {
  remember({ vision: id });
  document.body.dataset.vision = id;
  toast(VISIONS[id]);
  drawRail();
}

function nextTheme() {
  const order = ["auto", "light", "dark"];
  const theme = order[(order.indexOf(settings.theme) + 1) % 3];
  remember({ theme });
  applyTheme();
  toast(theme === "auto" ? "Light or dark, like the system" : `${nice(theme)} theme`);
}

function applyTheme() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

// Events

const AGAIN = 1000; // milliseconds until a server that did not answer is asked again
let live = false;
let source = null;
let generation = -1;
let run = "";
const recent = []; // the last events about games
let received = 0; // how many there were

function connect() {
  source = new EventSource("/events");
  source.onopen = () => { live = true; drawStatus(); };
  source.onerror = () => {
    live = false;
    drawStatus();
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 1500);
  };
  source.onmessage = (message) => receive(JSON.parse(message.data));
}

function receive(event) {
  const game = state.games[event.game];
  if (event.type === "hello") {
    if (event.run !== run) {
      recent.length = 0; // these were of another server
      forgetPriority();
    }
    if (event.run !== run || event.generation !== generation) reloadAll();
    run = event.run;
    generation = event.generation;
    return;
  }
  generation = event.generation ?? generation;
  if (event.game) {
    recent.push(event);
    received += 1;
  }
  if (recent.length > 300) recent.shift();
  if (event.coming) state.coming[event.game] = event.coming;
  if (event.type === "edit") {
    state.edit = event.edit;
    state.files = event.files;
  } else if (event.type === "game") {
    onGame(event, game);
  } else if (event.type === "sides") {
    apply(event, game);
    uncover(state.covers[event.game] || {}, event);
  } else if (event.type === "texts") {
    apply(event, game);
    drawRail();
  } else if (event.type === "findings") {
    state.findings[event.game] = event.findings;
    panel.update();
    drawRail();
  } else if (event.type === "ready") {
    panel.update();
  } else if (event.type === "games") {
    reloadAll();
  } else if (event.type === "bug") {
    toast(`A bug in cardgen: ${event.message}`);
  } else if (event.type === "end") {
    source.close();
    live = false;
    setTimeout(connect, 1500);
  }
  if (event.type === "texts" && event.game === route[0] && view?.rebuilds) navigate(true);
  if (view && view.update && (!event.game || event.game === route[0] || !route[0])) view.update(event);
  drawStatus();
}

function uncover(covers, event) {
  for (const id of Object.keys(covers)) if (event.sides[id]) covers[id] = event.sides[id];
}

async function onGame(event, game) {
  if (!state.project) return; // it is being fetched
  const known = state.project.games.some((g) => g.id === event.game);
  if (!event.structure && known) {
    apply(event, game);
    return;
  }
  try {
    const [project] = await Promise.all([fetchProject(), game ? loadGame(event.game, true) : null]);
    takeProject(project);
  } catch {
    reloadAll();
    return;
  }
  if (event.game === route[0] || !route[0]) navigate(true);
  else drawRail();
}

// Apply an event to what is known of a game.
function apply(event, game) {
  if (!game) return;
  if (event.type === "sides") Object.assign(game.sides, event.sides);
  else if (event.type === "texts") game.texts = event.texts;
  else if (event.type === "game") {
    game.current = event.current;
    game.faults = event.faults || {};
    for (const [name, card] of Object.entries(event.cards || {})) {
      const [deck, id] = name.split("/");
      const known = game.components.find((c) => c.id === deck)?.cards?.find((c) => c.id === id);
      if (known) Object.assign(known, card);
    }
  }
}

// Apply the events that came while a game was being fetched; false if it has to be fetched again.
state.upToDate = (game) => {
  const later = recent.filter((event) => event.game === game.id && event.generation > game.generation);
  for (const event of later) apply(event, game);
  return !later.some((event) => event.structure);
};

// The project as it was described, with the events that came meanwhile.
async function fetchProject() {
  for (;;) {
    const before = received;
    const project = await api("project");
    const later = received > before ? recent.slice(before - received) : [];
    for (const event of later) {
      const game = project.games.find((one) => one.id === event.game);
      if (game) game.coming = event.coming;
      if (event.type === "findings") project.findings[event.game] = event.findings;
      if (event.type === "sides") uncover(project.covers[event.game] || {}, event);
    }
    if (!later.some((event) => event.type === "game" && event.generation > project.generation)) return project;
  }
}

let reloading = 0;

// Begin anew: at the start, and when events may have been missed.
async function reloadAll() {
  const mine = ++reloading;
  let project;
  try {
    project = await fetchProject();
  } catch {
    setTimeout(() => { if (mine === reloading) reloadAll(); }, AGAIN);
    return;
  }
  if (mine !== reloading) return;
  state.games = {};
  state.coming = {};
  takeProject(project);
  navigate();
}

function takeProject(project) {
  const known = state.project;
  if (known && known.run === project.run && known.generation > project.generation) return;
  state.project = project;
  state.edit = project.edit;
  state.files = project.files;
  state.findings = project.findings;
  state.covers = project.covers;
  generation = Math.max(generation, project.generation);
  for (const game of project.games) state.coming[game.id] = game.coming;
  panel.update();
  drawStatus();
}

// Keys

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input[type=search], input[type=text], textarea, select");
  if (typing) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if ($("help").open && event.key !== "?") return;
  if (view && view.key && view.key(event)) {
    event.preventDefault();
    return;
  }
  const visions = Object.keys(VISIONS);
  const act = {
    "?": toggleHelp,
    "/": () => { const field = document.querySelector("input[type=search]"); if (field) field.focus(); else return false; },
    e: togglePanel,
    d: nextTheme,
    v: () => setVision(visions[(visions.indexOf(settings.vision) + 1) % visions.length]),
    h: () => go(),
    u: () => go(...route.slice(0, -1)),
    m: () => document.body.classList.toggle("railed"),
    "[": () => neighbour(-1),
    "]": () => neighbour(1),
    Escape: () => {
      if (!$("panel").hidden) togglePanel();
      else if (route.length) go(...route.slice(0, route.length > 2 && route[1] === "~print" ? 2 : -1));
    },
  }[event.key];
  if (act && act() !== false) event.preventDefault();
}

// The next or previous part of the game, or game.
function neighbour(step) {
  const [id, part] = route;
  if (!state.games[id]) return;
  const all = [...state.games[id].components.filter((c) => c.kind !== "table").map((c) => c.id), "~print", "~rules"];
  if (!part) go(id, step > 0 ? all[0] : all.at(-1));
  else go(id, all[(all.indexOf(part) + step + all.length) % all.length]);
}

// Start

document.addEventListener("keydown", keys);
window.addEventListener("hashchange", () => navigate());
document.addEventListener("status", drawStatus);
document.body.dataset.vision = settings.vision;
applyTheme();
connect();
