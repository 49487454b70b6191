// Changes of values, as the server writes them into the files, and the way back.

import { api, Refusal, send } from "../core/server.js";
import { changed, state } from "../core/store.js";
import { sentence } from "../core/words.js";
import { toast } from "../shell/toast.js";

// Ask for something to be done with a game; `failed` makes of an error what is returned then.
/** @param {Game} game */
const asked = (game, what, body, failed) => send(`games/${game.id}/${what}`, body).catch(failed);

// Write values into the files. Returns what is wrong, each with the number of its change; nothing is
// wrong once all is written. What changed meanwhile comes back as `now`, by number. An error that would
// be new on one of the `sides` is wrong, too.
/** @param {Game} game @param {Where[]} changes @param {string[]} sides */
export const change = (game, changes, sides = []) => changeBy(game, "change", changes, sides);

// The same by another address, for what is not written as values of the game are.
/** @param {Game} game @param {Where[]} changes @param {string[]} sides */
export async function changeBy(game, what, changes, sides = []) {
  const answer = await asked(game, what, { changes, sides }, (error) => ({ written: false, ...refused(error) }));
  if (answer.now) return answer;
  note(game, answer);
  return { ...answer, now: {} };
}

function refused(error) {
  const { message, clashes = [] } = said(error);
  if (!clashes.length) return { faults: [fault(message)], now: {} };
  return {
    faults: clashes.map((one) => fault(`${sentence(one.label)} has changed in the file since`, one.number)),
    now: Object.fromEntries(clashes.map((one) => [one.number, one.now])),
  };
}

const fault = (message, number = -1) => ({ change: number, severity: "error", code: "", message, notes: [], hints: [], path: "" });

function said(error) {
  if (!(error instanceof Refusal)) return { message: "The preview cannot be reached. Nothing was written." };
  try {
    return JSON.parse(error.message);
  } catch {
    return { message: error.message };
  }
}

let notes = 0; // how often steps were noted: an answer to what was asked before is out of date

/** @param {{ id: string }} game */
function note(game, { undo, redo }) {
  notes += 1;
  state.steps[game.id] = { undo, redo };
  changed();
}

// Write a new note, what is new of one that has an id, or delete one that has nothing else.
/** @param {Game} game @param {Where} body */
export async function writeNote(game, body) {
  const steps = await asked(game, "notes", body, (error) => toast(said(error).message, true));
  if (steps) note(game, steps);
  return Boolean(steps);
}

/** @param {{ id: string }} game */
export async function readSteps(game) {
  let before = 0;
  let steps = null;
  try {
    do {
      before = notes;
      steps = await api(`games/${game.id}/steps`);
    } while (before !== notes);
  } catch {
    return; // the next edit will tell
  }
  note(game, steps);
}

// An event about steps may come after the answer to a later step: if it says something else than is known here, the
// server says which is right.
/** @param {Happening} event */
export function hearSteps(event) {
  if (JSON.stringify(event.steps) !== JSON.stringify(state.steps[event.game])) readSteps({ id: event.game });
}

// Take the last change back, or do it again: `what` is undo or redo.
/** @param {Game} game */
export async function step(game, what) {
  const last = state.steps[game.id]?.[what];
  if (!last) return;
  const done = what === "undo" ? "undone" : "redone";
  const answer = await asked(game, what, { step: last.id }, (error) => {
    toast(`Not ${done}: ${said(error).message}`);
    readSteps(game);
  });
  if (!answer) return;
  note(game, answer);
  toast(`${sentence(done)}: ${answer.label}`);
}

// Pictures of sides as they would be; `faults` where there are none.
/** @param {Game} game @param {Where[]} changes */
export const sketch = (game, changes, sides) =>
  asked(game, "sketch", { changes, sides }, (error) => ({ sides: {}, faults: [fault(said(error).message)] }));

/** @param {Game} game @param {Where[]} changes */
export const consequences = (game, changes) =>
  asked(game, "consequences", { changes }, (error) => ({ sides: [], texts: [], ...refused(error) }));

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

// Add a part to a game, such as a colour or a deck. The answer has faults if it was not written.
/** @param {Game} game */
export async function addPart(game, body) {
  const answer = await asked(game, "parts", body, (error) => ({ written: false, ...refused(error) }));
  if (answer.written) note(game, answer);
  return answer;
}
