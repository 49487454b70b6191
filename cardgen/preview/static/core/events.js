// The stream of events: keeps the store as the server has it, through edits, restarts and gaps.

import { apply, cover, fetchProject, forgetRecent, loadGame, note, refetchGames, takeProject } from "./loading.js";
import { forgetPriority } from "./server.js";
import { changed, heard, state } from "./store.js";
import { hearSteps } from "../editing/changes.js";
import { toast } from "../shell/toast.js";

const AGAIN = 1000; // milliseconds until a server that did not answer is asked again
const channel = new BroadcastChannel("cardgen-preview");
let source = null; // in the one tab that listens to the server
let run = "";

// A browser holds no more than six connections to one server, and a stream takes one for good. So
// of all tabs one listens and tells the others; when it is closed, another takes its place.
export function connect() {
  channel.onmessage = ({ data }) => {
    if (data.event) receive(data.event);
    else if ("live" in data) {
      hear(data.live);
      if (!run) reloadAll(); // what was said before this tab was there
    } else if (source) channel.postMessage({ live: state.live });
  };
  channel.postMessage({});
  navigator.locks.request("cardgen-preview", () => {
    listen();
    return new Promise(() => {}); // until the tab is closed
  });
}

function listen() {
  source = new EventSource("events");
  source.onopen = () => tell(true);
  source.onerror = () => {
    tell(false);
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN);
  };
  source.onmessage = (message) => {
    const event = JSON.parse(message.data);
    channel.postMessage({ event });
    receive(event);
    if (event.type !== "end") return;
    source.close();
    tell(false);
    setTimeout(listen, AGAIN);
  };
}

function tell(live) {
  channel.postMessage({ live });
  hear(live);
}

function hear(live) {
  state.live = live;
  changed();
}

/** @param {Happening} event */
function receive(event) {
  if (event.type === "hello") {
    if (event.run !== run) {
      forgetRecent(); // these were of another server
      forgetPriority();
      state.steps = {};
    }
    if (event.run !== run || event.generation !== state.generation) reloadAll();
    run = event.run;
    state.generation = event.generation;
    return;
  }
  state.generation = event.generation ?? state.generation;
  note(event);
  if (event.coming) state.coming[event.game] = event.coming;
  if (event.type === "edit") {
    state.edit = event.edit;
    state.files = event.files;
  } else if (event.type === "game") onGame(event);
  else if (event.type === "sides" || event.type === "texts") apply(event, state.games[event.game]);
  else if (event.type === "findings") state.findings[event.game] = event.findings;
  else if (event.type === "steps") hearSteps(event);
  else if (event.type === "games") reloadAll();
  else if (event.type === "bug") toast(`A bug in cardgen: ${event.message}`);
  if (event.type === "sides") cover(state.covers, event);
  heard(event);
  changed();
}

/** @param {Happening} event */
async function onGame(event) {
  if (!state.project) return; // it is being fetched
  const known = state.project.games.some((game) => game.id === event.game);
  if (!event.structure && known) {
    apply(event, state.games[event.game]);
    return;
  }
  try {
    const [project] = await Promise.all([fetchProject(), state.games[event.game] ? loadGame(event.game, true) : null]);
    takeProject(project);
  } catch {
    reloadAll();
  }
}

let reloading = 0;

// Begin anew: at the start, and when events may have been missed.
async function reloadAll() {
  const mine = ++reloading;
  try {
    const project = await fetchProject();
    if (mine !== reloading) return;
    state.coming = {};
    if (!run) run = project.run;
    takeProject(project);
    refetchGames((id) => project.coming.includes(id) || project.games.some((game) => game.id === id));
  } catch {
    setTimeout(() => {
      if (mine === reloading) reloadAll();
    }, AGAIN);
  }
}
