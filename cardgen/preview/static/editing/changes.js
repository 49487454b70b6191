// Changes of values, as the server writes them into the files, and the way back. All go through the queue of their game.

import { cardKey, idNow, keyed, noteNew, noteRead, noteRenamed } from "../core/card_keys.js";
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

// A name for a place that stays when its card gets another id.
/** @param {{ id: string }} game @param {Where} change */
const placeOf = (game, { value: _, was: __, ...where }) => JSON.stringify([game.id, keyed(game, where)]);

// The number of the last value that this tab has written: what is typed from now on knows that value.
export const lastNumber = () => numbers;

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

const queued = []; // the places of changes that have no answer yet

// Whether a change of a place has no answer yet.
/** @param {{ id: string }} game @param {Where} where */
export const isQueued = (game, where) => queued.includes(placeOf(game, where));

// Write values into the files, in the order of the calls. `changes` may be a function, which is called when it is the turn
// of these changes; a value may be a function of the value before. Returns what is wrong, each with the number of its
// change; nothing is wrong once all is written. What others changed meanwhile comes back as `now`, by number. An error
// that would be new on one of the `sides` is wrong, too. A change of what was typed has `since`, the number of the last
// value of this tab when one began to type: only later values of this tab may be replaced unseen.
/** @param {{ id: string }} game @param {Where[] | (() => any)} changes @param {string[]} sides */
export const change = (game, changes, sides = []) => changeBy(game, "change", changes, sides);

// The same by another address, for what is not written as values of the game are.
/** @param {{ id: string }} game @param {Where[] | (() => any)} changes @param {string[]} sides */
export function changeBy(game, what, changes, sides = []) {
  const begun = numbers;
  // The page shows the cards of its list now: by the turn of the changes, these may have other ids.
  const locate = (all) => all.map((one) => located(game, one, begun));
  const early = Array.isArray(changes) ? locate(changes) : null;
  const shown = (early || [])
    .filter(({ change }) => "value" in change && typeof change.value !== "function")
    .map(({ place, change }) => ({ place, before: values.get(place), now: { value: tidy(change.value), number: UNSENT } }));
  for (const { place, now } of shown) values.set(place, now);
  for (const { place } of early || []) queued.push(place);
  return enqueue(game, async () => {
    const answer = await writeNow(game, what, early || locate((await /** @type {() => any} */ (changes)()) || []), sides);
    for (const { place } of early || []) queued.splice(queued.indexOf(place), 1);
    if (answer.written) return answer;
    for (const { place, before, now } of shown) {
      // a refused value is no value, unless a later change has replaced it
      if (values.get(place) !== now) continue;
      if (before) values.set(place, before);
      else values.delete(place);
    }
    changed();
    return answer;
  });
}

/** @param {{ id: string }} game */
function located(game, { since, ...change }, begun) {
  const one = change.deck && change.card ? { ...change, key: keyed(game, change).card } : change;
  return { change: one, since: since ?? begun, isTyped: since !== undefined, place: placeOf(game, one) };
}

// A change with the ids that cards have in the files now.
/** @param {{ id: string }} game @param {Where} change @returns {Where} */
function withIds(game, change) {
  const { deck, card, to, among, ...more } = keyed(game, change);
  if (!deck || !card) return change;
  const now = (id) => idNow(game, deck, cardKey(game, deck, id));
  return { ...more, deck, card: idNow(game, deck, card), ...(to && { to: now(to) }), ...(among && { among: among.map(now) }) };
}

async function writeNow(game, what, changes, sides) {
  if (!changes.length) return { written: true, faults: [], now: {}, follow: [], left: [] };
  const known = changes.map(({ change, place }) => ("was" in change || "value" in change ? answered.get(place) : undefined));
  const was = changes.map(({ change, since }, n) =>
    known[n] && (typeof change.value === "function" || known[n].number > since) ? known[n].value : change.was,
  );
  // Whether the value in the file is this tab's own, or the change is computed from whichever value is there.
  const isOwn = ({ n, now }) => {
    const { change, isTyped } = changes[n];
    return !same(now, was[n]) && (typeof change.value === "function" || (!isTyped && known[n] && same(known[n].value, now)));
  };
  for (;;) {
    const sent = changes.map(({ change }, n) => {
      const value = typeof change.value === "function" ? change.value(was[n]) : change.value;
      return { ...withIds(game, change), ...("value" in change && { value }), ...("was" in change && { was: was[n] ?? null }) };
    });
    const answer = await asked(game, what, { changes: sent, sides }, (error) => ({ written: false, ...refused(error) }));
    const clashes = Object.entries(answer.now || {}).map(([n, now]) => ({ n: Number(n), now }));
    if (clashes.length && clashes.every(isOwn)) {
      for (const { n, now } of clashes) was[n] = now;
      continue;
    }
    if (answer.now) return answer;
    noteRenamed(game, answer.renamed);
    if (answer.written && answer.card) noteNew(game, sent[0].deck, answer.card);
    note(game, answer);
    if (answer.written) remember(game, changes, sent, answer.step);
    return { ...answer, now: {} };
  }
}

// The values that this tab has left at places: the last whose changes have an answer.
const answered = new Map();

function remember(game, changes, sent, step) {
  const valued = changes.map(({ place }, n) => ({ place, ...sent[n] })).filter((one) => "value" in one && "was" in one);
  for (const { place, value } of valued) settle(place, value);
  if (step) journal.set(`${game.id} ${step}`, valued);
}

function settle(place, newValue) {
  const written = { value: tidy(newValue), number: ++numbers };
  answered.set(place, written);
  const shown = values.get(place);
  if (!shown || shown.number !== UNSENT || same(shown.value, written.value)) values.set(place, written);
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
  if (!same(heardSteps[game.id], state.steps[game.id])) return;
  readNumbers[game.id] = numbers;
  noteRead(game);
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
    noteRenamed(game, answer.renamed);
    note(game, answer);
    for (const { place, was, value } of journal.get(`${game.id} ${last.id}`) || []) settle(place, what === "undo" ? was : value);
    toast(`${sentence(done)}: ${answer.label}`);
  });
}

// Pictures of sides as they would be after all changes that are queued; `faults` where there are none.
/** @param {Game} game @param {Where[]} changes */
export async function sketch(game, changes, sides) {
  await whenIdle(game); // cards have other ids after some changes
  const now = changes.map((one) => withIds(game, one));
  return asked(game, "sketch", { changes: now, sides }, (error) => ({ sides: {}, faults: [fault(said(error).message)] }));
}

/** @param {Game} game @param {Where[]} changes */
export const consequences = (game, changes) =>
  asked(game, "consequences", { changes: changes.map((one) => withIds(game, one)) }, (error) => ({
    sides: [],
    texts: [],
    ...refused(error),
  }));

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
