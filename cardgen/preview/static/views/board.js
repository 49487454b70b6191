// A board; a click shows where something is written, and what can be moved there.

import { html, useEffect } from "../core/html.js";
import { api, prioritize, useFetched } from "../core/server.js";
import { errorsOf, isFresh, sideOf } from "../core/sides.js";
import { kinds, mm } from "../core/words.js";
import { drafted } from "../editing/changes.js";
import { Export } from "../parts/export.js";
import { Banner, Findings, Reason } from "../parts/finding.js";
import { Movable } from "../writing/box.js";
import { FlatView } from "./flat.js";

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function BoardView({ game, component }) {
  const { face: id } = component.sides[0];
  const { width, height, title } = component;
  const saved = sideOf(game, id);
  const side = drafted(saved, id);
  const errors = errorsOf(game, id, id);
  const [known] = useFetched(() => api(`games/${game.id}/side`, { side: id }), game, ["sides"], [game.id, id]);
  useEffect(() => prioritize(game.id, [id]), [id]);
  const bar = html`<h1>${title}</h1>
    <span class="tally">${mm(width)} × ${mm(height)} mm</span>
    <div class="sub"><${Reason} what="Drawn again" why=${known?.why} /></div>`;
  const over = (written, pick, scale) =>
    written.found?.stamp &&
    html`<${Movable}
      ...${{ game, scale, pick }}
      side=${id}
      p=${saved.p}
      stamp=${written.found.stamp}
      area=${component}
      select=${written.select} />`;
  return html`<${FlatView}
    ...${{ game, id, bar, over }}
    until=${saved.p}
    shown=${{ ...side, width, height }}
    on=${component.id}
    about=${id}
    name=${title}
    noteTitle=${title}
    titles=${[title, game.title]}
    class=${kinds(side.s && !side.p && !errors.length && "waiting", isFresh(side) && "fresh")}
    away=${html`<${Export} game=${game} component=${component} sides=${[{ id, name: "Face" }]} bleed=${component.bleed.some(Boolean)} />`}
    above=${html`<div class="problems above"><${Banner} game=${game} /><${Findings} found=${errors} /></div>`} />`;
}
