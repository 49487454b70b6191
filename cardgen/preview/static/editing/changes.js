// Changes of values, as the server writes them into the files, and the way back.

import { api, Refusal, send } from "../core/server.js";
import { changed, state } from "../core/store.js";
import { toast } from "../shell/toast.js";

// Write values into the files. Returns what is wrong, each with the number of its change; nothing is
// wrong once all is written. What changed meanwhile comes back as `now`, by number. An error that would
// be new on one of the `sides` is wrong, too.
/** @param {Game} game @param {Where[]} changes @param {string[]} sides */
export async function change(game, changes, sides = []) {
  try {
    const answer = await send(`games/${game.id}/change`, { changes, sides });
    note(game, answer);
    return { ...answer, now: {} };
  } catch (error) {
    return { written: false, ...refused(error) };
  }
}

function refused(error) {
  const { message, clashes = [] } = said(error);
  if (!clashes.length) return { faults: [fault(message)], now: {} };
  return {
    faults: clashes.map((one) => fault(`${sentence(one.label)} was changed in the file meanwhile`, one.number)),
    now: Object.fromEntries(clashes.map((one) => [one.number, one.now])),
  };
}

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const fault = (message, number = -1) => ({ change: number, severity: "error", code: "", message, notes: [], hints: [], path: "" });

function said(error) {
  if (!(error instanceof Refusal)) return { message: "The preview cannot be reached. Nothing was written." };
  try {
    return JSON.parse(error.message);
  } catch {
    return { message: error.message };
  }
}

/** @param {Game} game */
function note(game, { undo, redo }) {
  state.steps[game.id] = { undo, redo };
  changed();
}

/** @param {Game} game */
// Write a new note, the state of one that has an id, or delete one that has nothing else.
/** @param {Game} game @param {Where} body */
export async function writeNote(game, body) {
  try {
    note(game, await send(`games/${game.id}/notes`, body));
    return true;
  } catch (error) {
    toast(said(error).message, true);
    return false;
  }
}

export async function readSteps(game) {
  try {
    note(game, await api(`games/${game.id}/steps`));
  } catch {
    // the next edit will tell
  }
}

// Take the last change back, or do it again: `what` is undo or redo.
/** @param {Game} game */
export async function step(game, what) {
  const last = state.steps[game.id]?.[what];
  if (!last) return false;
  try {
    const answer = await send(`games/${game.id}/${what}`, { step: last.id });
    note(game, answer);
    toast(`${what === "undo" ? "Taken back" : "Done again"}: ${answer.label}`);
  } catch (error) {
    toast(`Not ${what === "undo" ? "taken back" : "done again"}: ${said(error).message}`);
    readSteps(game);
  }
  return true;
}

// Pictures of sides as they would be; `faults` where there are none.
/** @param {Game} game @param {Where[]} changes */
export async function sketch(game, changes, sides) {
  try {
    return await send(`games/${game.id}/sketch`, { changes, sides });
  } catch (error) {
    return { sides: {}, faults: [fault(said(error).message)] };
  }
}

/** @param {Game} game @param {Where[]} changes */
export async function consequences(game, changes) {
  try {
    return await send(`games/${game.id}/consequences`, { changes });
  } catch (error) {
    return { sides: [], texts: [], ...refused(error) };
  }
}

// A side as it is shown: with what is being typed, if anything is.
export function drafted(side, id) {
  const print = state.sketches[id];
  return print && print !== side.p ? { ...side, p: print, draft: !state.sketches.saved } : side;
}

export function clearSketches() {
  if (!Object.keys(state.sketches).length) return;
  state.sketches = {};
  changed();
}
