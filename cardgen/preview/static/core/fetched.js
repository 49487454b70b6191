// An answer of the server that is asked for again when an event says that it may have changed.

import { useEffect, useRef, useState } from "./html.js";
import { useEvents } from "./store.js";

const REST = 250; // milliseconds: events come in crowds

// Returns the answer, null before it is there, and the error, if the last time there was one; the
// last good answer stays. `types` are those of events of the game, or of any game where it is null,
// that ask for another.
/** @param {Game} game */
export function useFetched(ask, game, types, given = []) {
  const about = JSON.stringify(given);
  const nothing = { about, answer: null, error: null };
  const [last, setLast] = useState(nothing);
  const [turn, setTurn] = useState(0);
  const found = last.about === about ? last : nothing; // never the answer to another question
  useEffect(() => {
    let current = true;
    ask().then(
      (answer) => {
        if (current) setLast({ about, answer, error: null });
      },
      (error) => {
        if (current) setLast({ ...found, error });
      },
    );
    return () => {
      current = false;
    };
  }, [...given, turn]);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), given);
  useEvents((event) => {
    if (!types.includes(event.type) || (game && event.game && event.game !== game.id)) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTurn((n) => n + 1), REST);
  }, given);
  return [found.answer, found.error];
}
