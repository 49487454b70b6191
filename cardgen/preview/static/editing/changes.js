// Changes of values, as the server writes them into the files, and the way back. All go through the queue of their game.

import { api, Refusal, send } from "../core/server.js";
import { changed, state } from "../core/store.js";
import { sentence } from "../core/words.js";
import { toast } from "../shell/toast.js";
import { enqueue, flush, whenIdle } from "./queue.js";

// Ask for something to be done with a game; `failed` makes of an error what is returned then.
/** @param {{ id: string }} game */
const asked = (game, what, body, failed) => send(`games/${game.id}/${what}`, body).catch(failed);

export const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

// No text and no items are no value.
export function tidy(value) {
  const items = Array.isArray(value) ? value.filter((item) => item !== null && item !== "") : value;
  return items === "" || items === undefined || (Array.isArray(items) && !items.length) ? null : items;
}

// The values that this tab has written, by game and place: the newest, with its number. The page shows it until it
// reads the file again, and knows its own values when the server reports that a file has changed.
const values = new Map();
const readNumbers = {}; // by game, the number of the last value that the server has read
const journal = new Map(); // by game and step, the values before and after it
let numbers = 0;
const UNSENT = Infinity;

/** @param {{ id: string }} game @param {Where} change */
const placeOf = (game, { value: _, was: __, ...where }) => JSON.stringify([game.id, where]);

/** @param {{ id: string }} game */
const readSoFar = (game) => readNumbers[game.id] || 0;

// Read a form of the server; `seen` is the number of the last value that it contains.
/** @param {{ id: string }} game @param {() => Promise<any>} ask */
export async function readForm(game, ask) {
  const seen = readSoFar(game);
  return { ...(await ask()), seen };
}

// The newest value of a place: the one that this tab has written, or the one `read` from the server when it had read
// everything up to the number `seen`.
/** @param {{ id: string }} game @param {Where} where */
export function newest(game, where, read, seen = 0) {
  const written = values.get(placeOf(game, where));
  return written && written.number > seen ? written.value : (read ?? null);
}

function keep(game, where, value, number) {
  values.set(placeOf(game, where), { value: tidy(value), number });
}

// Write values into the files, in the order of the calls. `changes` may be a function, which is called when it is the turn
// of these changes; a value may be a function of the value before. Returns what is wrong, each with the number of its
// change; nothing is wrong once all is written. What others changed meanwhile comes back as `now`, by number. An error
// that would be new on one of the `sides` is wrong, too.
/** @param {{ id: string }} game @param {Where[] | (() => any)} changes @param {string[]} sides */
export const change = (game, changes, sides = []) => changeBy(game, "change", changes, sides);

// The same by another address, for what is not written as values of the game are.
/** @param {{ id: string }} game @param {Where[] | (() => any)} changes @param {string[]} sides */
export function changeBy(game, what, changes, sides = []) {
  const early = Array.isArray(changes) ? changes.filter((one) => "value" in one && typeof one.value !== "function") : [];
  const before = early.map((one) => [one, values.get(placeOf(game, one))]);
  for (const one of early) keep(game, one, one.value, UNSENT);
  const shown = early.map((one) => values.get(placeOf(game, one)));
  const begun = numbers;
  return enqueue(game, async () => {
    const all = Array.isArray(changes) ? changes : await changes();
    const answer = await writeNow(game, what, all || [], sides, begun);
    if (answer.written) return answer;
    before.forEach(([one, old], n) => {
      // a refused value is no value, unless a later change has replaced it
      if (values.get(placeOf(game, one)) !== shown[n]) return;
      if (old) values.set(placeOf(game, one), old);
      else values.delete(placeOf(game, one));
    });
    changed();
    return answer;
  });
}

async function writeNow(game, what, changes, sides, begun) {
  if (!changes.length) return { written: true, faults: [], now: {}, follow: [], left: [] };
  const known = changes.map((one) => ("was" in one || "value" in one ? own(game, one) : undefined));
  const was = changes.map((one, n) => (isLater(one, known[n]) ? known[n].value : one.was));
  function isLater(one, known) {
    return known && (typeof one.value === "function" || known.number > begun);
  }
  for (;;) {
    const sent = changes.map((one, n) => {
      const value = typeof one.value === "function" ? one.value(was[n]) : one.value;
      return { ...one, ...("value" in one && { value }), ...("was" in one && { was: was[n] ?? null }) };
    });
    const answer = await asked(game, what, { changes: sent, sides }, (error) => ({ written: false, ...refused(error) }));
    const clashes = Object.entries(answer.now || {}).map(([n, now]) => ({ n: Number(n), now }));
    if (clashes.length && clashes.every(({ n, now }) => isOwn(changes[n], known[n], now, was[n]))) {
      for (const { n, now } of clashes) was[n] = now;
      continue;
    }
    if (answer.now) return answer;
    note(game, answer);
    if (answer.written) remember(game, sent, answer.step);
    return { ...answer, now: {} };
  }
}

// The value that this tab has left at a place: the last whose change has an answer.
const own = (game, one) => answered.get(placeOf(game, one));
const answered = new Map();

// Whether the value in the file is this tab's own, or the change is computed from whichever value is there.
const isOwn = (one, known, now, was) => !same(now, was) && (typeof one.value === "function" || (known && same(known.value, now)));

function remember(game, sent, step) {
  const valued = sent.filter((one) => "value" in one && "was" in one);
  for (const one of valued) settle(game, one, one.value);
  if (step) journal.set(`${game.id} ${step}`, valued);
}

function settle(game, one, value) {
  const number = ++numbers;
  const place = placeOf(game, one);
  answered.set(place, { value: tidy(value), number });
  const shown = values.get(place);
  if (!shown || shown.number !== UNSENT || same(shown.value, tidy(value))) values.set(place, { value: tidy(value), number });
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
  noteReading(game);
  changed();
}

const heardSteps = {}; // by game, the last steps whose files the server has read

// The server reports steps after it has read their files.
function noteReading(game) {
  if (same(heardSteps[game.id], state.steps[game.id])) readNumbers[game.id] = numbers;
}

// Write a new note, what is new of one that has an id, or delete one that has nothing else.
/** @param {{ id: string }} game @param {Where} body */
export const writeNote = (game, body) =>
  enqueue(game, async () => {
    const steps = await asked(game, "notes", body, (error) => toast(said(error).message, true));
    if (steps) note(game, steps);
    return Boolean(steps);
  });

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
  const game = { id: event.game };
  heardSteps[event.game] = event.steps;
  noteReading(game);
  whenIdle(game).then(() => same(heardSteps[event.game], state.steps[event.game]) || readSteps(game));
}

// Take the last change back, or do it again, after all changes that are pending: `what` is undo or redo.
/** @param {{ id: string }} game */
export function step(game, what) {
  flush();
  return enqueue(game, async () => {
    const last = state.steps[game.id]?.[what];
    if (!last) return;
    const done = what === "undo" ? "undone" : "redone";
    const answer = await asked(game, what, { step: last.id }, (error) => {
      toast(`Not ${done}: ${said(error).message}`);
      return readSteps(game);
    });
    if (!answer) return;
    note(game, answer);
    for (const one of journal.get(`${game.id} ${last.id}`) || []) settle(game, one, what === "undo" ? one.was : one.value);
    toast(`${sentence(done)}: ${answer.label}`);
  });
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
