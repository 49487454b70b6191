// Two parts of a game side by side, at one scale: two decks, a deck and its aid, a deck and a board.

import { useCommand } from "../core/commands.js";
import { html, useCallback, useEffect, useMemo, useRef } from "../core/html.js";
import { go } from "../core/router.js";
import { prioritize } from "../core/server.js";
import { remember, settings } from "../core/settings.js";
import { items, sideOf } from "../core/sides.js";
import { toggleTrueSize, TrueSize } from "../parts/calibration.js";
import { Banner, Empty } from "../parts/finding.js";
import { Grid } from "../parts/grid.js";
import { Tool } from "../parts/icon.js";
import { Screen } from "../parts/screen.js";
import { Lying, Stage } from "../parts/stage.js";
import { resize, sideShown, Sizes, Tile, useRepeated, wallLayout } from "./wall.js";

const POKER = 63; // mm: the size that was chosen is that of a poker card

/** @param {{ game: Game, [more: string]: any }} given */
export function BesideView({ game, rest }) {
  const parts = useMemo(() => game.components.filter((one) => one.cards?.length || one.sides?.length), [game.components]);
  const known = (id) => parts.find((one) => one.id === id);
  const left = known(rest[0]) || parts[0];
  const right = known(rest[1]) || parts.find((one) => one !== left) || left;
  const scale = settings.trueSize ? settings.pxPerMm : settings.size / POKER;
  const backs = [left, right].some((one) => one && items(one).some((item) => item.back));
  const seen = useRef({}); // the sides in sight, by pane
  const tell = useCallback(
    (pane, sides) => {
      seen.current[pane] = sides;
      prioritize(game.id, Object.values(seen.current).flat());
    },
    [game.id],
  );
  useCommand("smaller", () => resize(-30));
  useCommand("larger", () => resize(30));
  useCommand("wall.true", toggleTrueSize);
  useCommand("wall.flip", () => remember({ backs: !settings.backs }), backs);
  if (!left)
    return html`<${Screen} titles=${["Side by side", game.title]} bar=${html`<h1>
      Side by side
    </h1>`}><${Empty}>There are no cards or boards yet.</${Empty}></${Screen}>`;

  const show = (one, other) => go(game.id, "~beside", one.id, other.id);
  const bar = html`<h1>Side by side</h1>
    <span class="grow"></span>
    <${Tool} icon="swap" label="Swap the sides" onClick=${() => show(right, left)} />
    ${
      backs &&
      html`<button
        type="button"
        class="seg"
        aria-pressed=${String(settings.backs)}
        title="Show backs in place of faces (x)"
        onClick=${() => remember({ backs: !settings.backs })}>
        Backs
      </button>`
    }
    ${!settings.trueSize && html`<${Sizes} />`}<${TrueSize} />`;
  return html`<${Screen} kind="fixed" titles=${[`${left.title} and ${right.title}`, game.title]} bar=${bar}>
    <div class="beside"><${Banner} game=${game} />
      <${Pane} key="left" game=${game} parts=${parts} part=${left} scale=${scale} tell=${tell} label="Left" choose=${(one) => show(one, right)} />
      <${Pane} key="right" game=${game} parts=${parts} part=${right} scale=${scale} tell=${tell} label="Right" choose=${(one) => show(left, one)} />
    </div>
  </${Screen}>`;
}

/** @param {{ game: Game, part: Component, [more: string]: any }} given */
function Pane({ game, parts, part, scale, label, choose, tell }) {
  const told = useCallback((sides) => tell(label, sides), [tell, label]);
  return html`<section class="pane" aria-label=${part.title}>
    <select aria-label=${label} value=${part.id} onChange=${(event) => choose(parts.find((one) => one.id === event.target.value))}>
      ${parts.map((one) => html`<option key=${one.id} value=${one.id}>${one.title}</option>`)}
    </select>
    ${
      part.kind === "board"
        ? html`<${Board} key=${part.id} game=${game} board=${part} tell=${told} />`
        : html`<${Wall} key=${part.id} game=${game} part=${part} scale=${scale} tell=${told} />`
    }
  </section>`;
}

/** @param {{ game: Game, part: Component, [more: string]: any }} given */
function Wall({ game, part, scale, tell }) {
  const onSight = useCallback((seen) => tell(seen.map(sideShown)), [tell, settings.backs]);
  const all = useMemo(() => items(part), [part.cards, part.sides]);
  const layout = useMemo(() => wallLayout(all, scale), [all, scale]);
  const repeated = useRepeated(all);
  return html`<div class="scrolls" tabindex="0" role="group" aria-label=${part.title}>
    <${Grid} items=${all} layout=${layout} label=${part.title} onSight=${onSight}>
      ${(item, number, width, style) =>
        html`<${Tile}
          key=${item.key}
          game=${game}
          component=${part}
          item=${item}
          number=${number}
          width=${scale * item.width}
          repeated=${repeated.has(item.title)}
          style=${style}
          tab />`}
    </${Grid}></div>`;
}

/** @param {{ game: Game, [more: string]: any }} given */
function Board({
  game,
  tell,
  board: {
    title,
    width,
    height,
    sides: [{ face }],
  },
}) {
  const { p } = sideOf(game, face);
  useEffect(() => tell([face]), [face]);
  return html`<div class="stage-room"><${Stage} width=${width} height=${height} label=${title}>
    ${(at, dots) =>
      html`<${Lying} print=${p} x=${0} y=${0} width=${width} height=${height} scale=${at} dots=${dots} alt=${title} />`}</${Stage}></div>`;
}
