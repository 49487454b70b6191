// A board at any size; a click shows where something is written.

import { useCommand } from "../core/commands.js";
import { html, useEffect, useState } from "../core/html.js";
import { usePrinted, wholePages } from "../core/printing.js";
import { api, prioritize } from "../core/server.js";
import { errorsOf, isFresh, sideOf } from "../core/sides.js";
import { mm } from "../core/words.js";
import { NotesBox, Pins, usePins } from "../notes/pins.js";
import { drafted } from "../editing/changes.js";
import { Export } from "../parts/export.js";
import { Banner, Findings, Reason } from "../parts/finding.js";
import { Screen } from "../parts/screen.js";
import { Before, useVersions, Versions } from "../history/versions.js";
import { Lying } from "../parts/stage.js";
import { Mark, useWrittenAt } from "../parts/written_at.js";
import { Movable } from "../writing/box.js";
import { Writing } from "../writing/panel.js";

// Why a side was drawn again.
/** @param {Game} game */
function useReason(game, id, print) {
  const [why, setWhy] = useState("");
  useEffect(() => {
    let current = true;
    api(`games/${game.id}/side`, { side: id }).then(
      (answer) => {
        if (current) setWhy(answer.why);
      },
      () => {},
    );
    return () => {
      current = false;
    };
  }, [game.id, id, print]);
  return why;
}

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function BoardView({ game, component }) {
  const { face: id } = component.sides[0];
  const { width, height } = component;
  const saved = sideOf(game, id);
  const side = drafted(saved, id);
  const errors = errorsOf(game, id, id);
  const written = useWrittenAt(game);
  const notes = usePins(game, component.id, component.title);
  const why = useReason(game, id, side.p);
  const compare = useVersions(game, [[id, side]]);
  useEffect(() => prioritize(game.id, [id]), [id]);
  useEffect(written.settle, [saved.p]);
  useCommand("close", written.close, Boolean(written.stamp));
  usePrinted(() => wholePages([{ p: side.p, width, height }]), Boolean(side.p));
  const kinds = ["board-view"];
  if (side.s && !side.p && !errors.length) kinds.push("waiting");
  if (isFresh(side)) kinds.push("fresh");
  const bar = html`<h1>${component.title}</h1>
    <span class="tally">${mm(width)} × ${mm(height)} mm</span>
    <div class="sub"><${Reason} what="Drawn again" why=${why} /></div>
    <span class="grow"></span><${Before} compare=${compare} />
    <${Export} game=${game} component=${component} sides=${[{ id, name: "Face" }]} bleed=${component.bleed.some(Boolean)} />`;
  return html`<${Screen} kind="fixed" titles=${[component.title, game.title]} bar=${bar}>
    <div class=${kinds.join(" ")} data-side=${id}>
      <${Versions} compare=${compare} places=${[{ x: 0, y: 0, width, height, name: component.title }]} width=${width}
        height=${height} label=${component.title} onPick=${(x, y) => side.p && written.ask(side.p, id, x, y)} onNote=${notes.begin}>
        ${(scale, dots) =>
          html`<${Lying}
              print=${side.p}
              x=${0}
              y=${0}
              width=${width}
              height=${height}
              scale=${scale}
              dots=${dots}
              alt=${component.title} /><${Mark} box=${written.mark} scale=${scale} /><${Pins} notes=${notes} scale=${scale} />${
              written.stamp &&
              html`<${Movable}
                game=${game}
                side=${id}
                p=${saved.p}
                stamp=${written.stamp}
                area=${component}
                scale=${scale}
                pick=${(x, y) => written.ask(side.p, id, x, y)}
                select=${written.select} />`
            }`}
      </${Versions}>
      <div class="problems above"><${Banner} game=${game} /><${Findings} found=${errors} /></div>
      ${written.box}<${NotesBox} notes=${notes} /><${Writing} game=${game} sides=${[id]} />
    </div>
  </${Screen}>`;
}
