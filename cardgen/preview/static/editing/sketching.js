// Pictures of what is being typed, drawn by the server without saving anything.

import { useEffect, useRef } from "../core/html.js";
import { changed, state, useEvents } from "../core/store.js";
import { clearSketches, sketch } from "./changes.js";

const REST = 90; // milliseconds without a key before a picture is asked for

// Returns a function to call with each value typed, and with null once nothing is unsaved.
/** @param {Game} game */
export function useSketches(game, sides) {
  const now = useRef({ timer: 0, turn: 0, asking: false, next: null });
  useEffect(
    () => () => {
      clearTimeout(now.current.timer);
      now.current.turn += 1;
      clearSketches();
    },
    [sides.join()],
  );

  async function ask(change) {
    const here = now.current;
    if (here.asking) {
      here.next = change;
      return;
    }
    here.asking = true;
    const mine = here.turn;
    const answer = await sketch(game, [change], sides);
    here.asking = false;
    if (mine === here.turn && !answer.faults.length) {
      state.sketches = Object.fromEntries(Object.entries(answer.sides).map(([id, side]) => [id, side.p]));
      changed();
    }
    const { next } = here;
    here.next = null;
    if (next && mine === here.turn) ask(next);
  }

  // What was written is about to be drawn for good: until then its sketch stands for it.
  useEvents(
    (event) => {
      if (event.type === "sides" && state.sketches.saved && sides.some((id) => event.sides[id]?.p)) clearSketches();
    },
    [sides.join()],
  );

  return (where, value, written = false) => {
    const here = now.current;
    clearTimeout(here.timer);
    here.next = null;
    if (value === null || value === undefined) {
      here.turn += 1;
      if (written) state.sketches = { ...state.sketches, saved: true };
      else clearSketches();
    } else here.timer = setTimeout(() => ask({ ...where, value }), REST);
  };
}
