// Changes of values, as the server writes them into the files, and the way back.

import { api, Refusal, send } from "../core/server.js";
import { changed, state } from "../core/store.js";
import { toast } from "../shell/toast.js";

// Write values into the files. Returns what is wrong, each with the number of its change; nothing is
// wrong once all is written. What changed meanwhile comes back as `now`, by number. An error that would
// be new on one of the `sides` is wrong, too.
export async function change(game, changes, sides = []) {
  try {
    const answer = await send(`games/${game.id}/change`, { changes, sides });
    note(game, answer);
    return { written: answer.written, faults: answer.faults, now: {} };
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

function note(game, { undo, redo }) {
  state.steps[game.id] = { undo, redo };
  changed();
}

export async function readSteps(game) {
  try {
    note(game, await api(`games/${game.id}/steps`));
  } catch {
    // the next edit will tell
  }
}

// Take the last change back, or do it again: `what` is undo or redo.
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
export async function sketch(game, changes, sides) {
  try {
    return await send(`games/${game.id}/sketch`, { changes, sides });
  } catch (error) {
    return { sides: {}, faults: [fault(said(error).message)] };
  }
}

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
