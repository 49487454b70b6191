// The queue of all changes that the page makes to a game. Each entry runs after the one before has its answer, so it
// starts from the state that the one before has left.

import { changed } from "../core/store.js";

const tails = new Map(); // by game, the promise of its last entry
const waiting = new Map(); // by game, how many entries have no answer yet
const flushes = new Set(); // functions that queue the changes that views still hold back

/** @param {{ id: string }} game */
export const isPending = (game) => Boolean(waiting.get(game.id));

// Resolves after all changes that are queued now.
/** @param {{ id: string }} game */
export const whenIdle = (game) => tails.get(game.id) || Promise.resolve();

// Run a function after all changes before it; returns the promise of its result.
/** @param {{ id: string }} game */
export function enqueue(game, run) {
  const count = (by) => {
    waiting.set(game.id, (waiting.get(game.id) || 0) + by);
    changed();
  };
  count(1);
  const result = whenIdle(game).then(run);
  tails.set(
    game.id,
    result.then(
      () => count(-1),
      () => count(-1),
    ),
  );
  return result;
}

// Call a function before each undo and redo, so that it queues the changes that a view holds back. Returns how to end that.
export function beforeUndo(flush) {
  flushes.add(flush);
  return () => flushes.delete(flush);
}

export const flush = () => flushes.forEach((one) => one());
