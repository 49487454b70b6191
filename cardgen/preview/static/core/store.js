// What the page knows of the project. Whoever changes it calls `changed`, and the page is drawn anew.

import { useEffect, useReducer } from "./html.js";

/** @type {Store} */
export const state = {
  project: null,
  games: {}, // everything about a game, once it was opened
  findings: {}, // by game
  covers: {}, // by game, the sides that stand for it
  coming: {}, // by game, what has not been drawn yet
  edit: 0, // how many edits there were
  files: [], // those that the last edit changed
  generation: -1, // of the last event
  live: false, // whether the server can be heard
  steps: {}, // by game, what can be taken back and done again
  sketches: {}, // by side, a picture of what is not saved yet
  writable: null, // beside what a text may be opened: its game
  writing: null, // the text that is open: its game, path and line
};

const listeners = new Set();
let waiting = false;

// Have everything drawn anew, once, after what is at work now.
export function changed() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    for (const listener of listeners) listener();
  });
}

// For the component at the top alone: all others are drawn with it.
export function useStore() {
  const [, again] = useReducer((n) => n + 1, 0);
  useEffect(() => {
    listeners.add(again);
    again(null); // it may have changed since this was drawn first
    return () => listeners.delete(again);
  }, []);
  return state;
}

// Listen to the events of the server as they come, after the store has taken them.
const hearers = new Set();

/** @param {Happening} event */
export function heard(event) {
  for (const hearer of hearers) hearer(event);
}

export function useEvents(hear, given = []) {
  useEffect(() => {
    hearers.add(hear);
    return () => hearers.delete(hear);
  }, given);
}
