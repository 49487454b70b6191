// Finding: what is asked of the index of the server, and words as one types them.

import { useEffect, useState } from "./html.js";
import { api } from "./server.js";
import { state } from "./store.js";

// Letters without accents and case, as the server compares them.
export const fold = (words) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

export const wordsOf = (query) => fold(query).split(/\s+/).filter(Boolean);

// Whether each word begins a word of a text.
export function fits(words, text) {
  const there = fold(text);
  return words.every((word) => there.startsWith(word) || there.includes(` ${word}`));
}

// Returns what the server finds, null before it has answered, and the query that it answers. The
// last answer stays until the next one is there. `given` narrows the search.
export function useFound(query, given, rest = 0) {
  const [found, setFound] = useState({ query: "", answer: null });
  const asked = query.trim();
  const turn = asked ? state.edit : 0;
  useEffect(() => {
    if (!asked) {
      setFound({ query: "", answer: null });
      return undefined;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api("find", { q: asked, ...given }, { signal: stop.signal }).then(
        (answer) => setFound({ query: asked, answer }),
        () => {},
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, turn, ...Object.values(given)]);
  return found;
}
