// Pictures of what is being typed, drawn by the server without saving anything.

import { useEffect, useRef } from "../core/html.js";
import { changed, state, useEvents } from "../core/store.js";
import { clearSketches, sketch } from "./changes.js";

const isError = (finding) => finding.severity === "error";
const REST = 90; // milliseconds without a key before a picture is asked for

// Returns a function to call with each value typed, and with null once nothing is unsaved. `onFaults`
// hears what is wrong with what was typed.
/** @param {Game} game @param {string[]} sides @param {(faults: any[]) => void} [onFaults] */
export function useSketches(game, sides, onFaults) {
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
    if (mine === here.turn) {
      const drawn = Object.entries(answer.sides).map(([id, side]) => ({ id, p: side.p, errors: side.findings.filter(isError) }));
      onFaults?.([...answer.faults, ...drawn.flatMap((one) => one.errors)]);
      if (!answer.faults.length) {
        state.sketches = Object.fromEntries(drawn.filter((one) => !one.errors.length).map(({ id, p }) => [id, p]));
        changed();
      }
    }
    const { next } = here;
    here.next = null;
    if (next && mine === here.turn) ask(next);
  }

  // What was written is about to be drawn for good: until then its sketch stands for it.
  useEvents(
    (event) => {
      const drawn = event.type === "ready" || (event.type === "sides" && sides.some((id) => event.sides[id]?.p));
      if (drawn && state.sketches.saved) clearSketches();
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
