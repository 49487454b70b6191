// Descriptions of the project and its games, fetched while events go on coming.

import { noteList } from "./card_keys.js";
import { api } from "./server.js";
import { changed, state } from "./store.js";

const KEPT = 300;
const recent = []; // the last events about games
let received = 0; // how many there were

/** @param {Happening} event */
export function note(event) {
  if (!event.game) return;
  recent.push(event);
  received += 1;
  if (recent.length > KEPT) recent.shift();
}

export function forgetRecent() {
  recent.length = 0;
}

// Apply an event to what is known of a game.
/** @param {Happening} event @param {Game} game */
export function apply(event, game) {
  if (!game) return;
  game.revision = (game.revision || 0) + 1;
  if (event.type === "sides") Object.assign(game.sides, event.sides);
  else if (event.type === "texts") game.texts = event.texts;
  else if (event.type === "game") {
    game.current = event.current;
    game.faults = event.faults || {};
    for (const [name, card] of Object.entries(event.cards || {})) {
      const [deck, id] = name.split("/");
      const component = game.components.find((c) => c.id === deck);
      const known = component?.cards?.find((c) => c.id === id);
      if (known) Object.assign(known, card);
      // Another list, so that whatever was computed from the cards is computed again.
      if (known) component.cards = [...component.cards];
    }
  }
}

let era = 0; // another one whenever events may have been missed

// A game, fetched once. Views and events share one object, so a later answer does not replace it.
export async function loadGame(id, fresh = false) {
  if (!fresh && state.games[id]) return state.games[id];
  const mine = era;
  let game;
  do game = await api(`games/${id}`);
  while (!upToDate(game));
  if (mine !== era) return loadGame(id, true);
  if (!fresh && state.games[id]) return state.games[id];
  game.revision = (state.games[id]?.revision || 0) + 1;
  state.games[id] = game;
  for (const { id: deck, cards } of game.components)
    if (cards)
      noteList(
        game,
        deck,
        cards.map((card) => card.id),
      );
  changed();
  return game;
}

// Fetch what is open once more; until it is here, what was shown stays.
export function refetchGames(there) {
  era += 1;
  for (const id of Object.keys(state.games)) {
    if (there(id))
      loadGame(id, true).catch(() => {}); // not read yet: an event will tell
    else delete state.games[id];
  }
}

// Apply the events that came while a game was being fetched; false if it has to be fetched again.
/** @param {Game} game */
function upToDate(game) {
  const later = recent.filter((event) => event.game === game.id && event.generation > game.generation);
  for (const event of later) apply(event, game);
  return !later.some((event) => event.structure);
}

// The sides that stand for a game, as an event says they are by now.
export function cover(all, event) {
  const covers = all[event.game] || {};
  for (const id of Object.keys(covers)) if (event.sides[id]) covers[id] = event.sides[id];
}

// The project as it was described, with the events that came meanwhile.
export async function fetchProject() {
  for (;;) {
    const before = received;
    const project = await api("project");
    const later = received > before ? recent.slice(before - received) : [];
    for (const event of later) {
      const game = project.games.find((one) => one.id === event.game);
      if (game) game.coming = event.coming;
      if (event.type === "findings") project.findings[event.game] = event.findings;
      if (event.type === "sides") cover(project.covers, event);
    }
    if (!later.some((event) => event.type === "game" && event.generation > project.generation)) return project;
  }
}

export function takeProject(project) {
  const known = state.project;
  if (known && known.run === project.run && known.generation > project.generation) return;
  state.project = project;
  state.edit = project.edit;
  state.files = project.files;
  state.findings = project.findings;
  state.covers = project.covers;
  state.generation = Math.max(state.generation, project.generation);
  for (const game of project.games) state.coming[game.id] = game.coming;
  changed();
}
