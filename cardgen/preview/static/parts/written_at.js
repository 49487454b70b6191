// Where what was clicked on is written: what a click asks, and the box over a board or page that says it.

import { html, useRef, useState } from "../core/html.js";
import { api } from "../core/server.js";
import { held } from "../writing/box.js";
import { follow } from "../writing/opened.js";
import { Tool } from "./button.js";
import { Hit } from "./source.js";
import { boxed } from "./zoom.js";

const SHOWN = 4;

// Returns what a click asks; what was `found`, with the box that is marked and the stamp of its tag; how to mark
// another place or select another tag; and how to end it.
/** @param {Game} game */
export function useWrittenAt(game) {
  const [found, setFound] = useState(null);
  const request = useRef(0);
  const close = () => {
    request.current += 1;
    setFound(null);
  };
  async function ask(p, side, x, y) {
    const mine = ++request.current;
    try {
      const answer = await api(`games/${game.id}/source`, { p, side, x: x.toFixed(3), y: y.toFixed(3) });
      if (mine !== request.current) return;
      const [first] = answer.places;
      setFound({ side, answer, opened: follow(first?.at, first?.what.replaceAll(/^“|”$/g, "")), ...first });
    } catch {
      // another picture is on its way
    }
  }
  const mark = (changes) => setFound({ ...found, ...changes });
  // Another picture is there: what was asked about is gone, unless it is being moved.
  const settle = (same = true) => (same && found && held() ? mark({ box: null }) : close());
  return { found, ask, close, settle, mark, select: (stamp) => mark({ stamp, box: null }) };
}

// What was found, over a board or page; what has opened a text is read there.
export function WrittenAt({ written: { found, close, mark } }) {
  if (!found?.answer.places.length || found.opened) return null;
  return html`<div class="source-box">
    <${Tool} small icon="close" label="Close" class="shut" onClick=${close} />
    ${found.answer.places.slice(0, SHOWN).map((place, n) => html`<${Hit} place=${place} quiet=${n > 0} outline=${mark} />`)}
  </div>`;
}

// The mark itself, on a stage.
export const Mark = ({ box, scale }) =>
  box && html`<div class="mark-box" style=${boxed({ x: box[0], y: box[1], width: box[2], height: box[3] }, scale)}></div>`;
