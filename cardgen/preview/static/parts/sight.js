// What is in sight is laid out first.

import { useCallback, useEffect, useRef } from "../core/html.js";
import { prioritize } from "../core/server.js";

const REST = 60; // milliseconds of rest before it is told

// Returns what is told the sides in sight, as one scrolls.
/** @param {Game} game @returns {(sides: string[]) => void} */
export function useSight(game) {
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (sides) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => prioritize(game.id, sides), REST);
    },
    [game.id],
  );
}
