// The box over a board or page that says where what was clicked on is written.

import { html, useRef, useState } from "../core/html.js";
import { api } from "../core/server.js";
import { held } from "../writing/box.js";
import { follow } from "../writing/opened.js";
import { Tool } from "./icon.js";
import { Hit } from "./source.js";

const SHOWN = 4;

// Returns what a click asks, the box that is marked, the component, and how to close it.
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
      const { places } = await api(`games/${game.id}/source`, { p, side, x: x.toFixed(3), y: y.toFixed(3) });
      if (mine !== request.current) return;
      const opened = follow(places[0]?.at); // what it says is read there
      setFound(places.length ? { places: opened ? [] : places, ...places[0] } : null);
    } catch {
      // another picture is on its way
    }
  }
  const box =
    found?.places.length > 0 &&
    html`<div class="source-box">
      <${Tool} small icon="close" label="Close" class="shut" onClick=${close} />
      ${found.places
        .slice(0, SHOWN)
        .map((place, n) => html`<${Hit} place=${place} quiet=${n > 0} outline=${(next) => setFound({ ...found, ...next })} />`)}
    </div>`;
  // Another picture is there: what was asked about is gone, unless it is being moved.
  const settle = () => (held() ? setFound({ ...found, box: null }) : close());
  const select = (stamp) => setFound({ ...found, stamp, box: null });
  return { ask, close, settle, select, box, mark: found?.box, stamp: found?.stamp };
}

// The mark itself, on a stage.
export const Mark = ({ box, scale }) =>
  box &&
  html`<div
    class="mark-box"
    style=${{
      left: `${box[0] * scale}px`,
      top: `${box[1] * scale}px`,
      width: `${box[2] * scale}px`,
      height: `${box[3] * scale}px`,
    }}></div>`;
