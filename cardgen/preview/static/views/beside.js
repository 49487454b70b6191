// Two parts of a game side by side, at one scale: two decks, a deck and its aid, a deck and a board.

import { html, useCallback, useEffect, useMemo, useRef } from "../core/html.js";
import { go } from "../core/router.js";
import { prioritize } from "../core/server.js";
import { settings } from "../core/settings.js";
import { items, sideOf } from "../core/sides.js";
import { Select, Tool } from "../parts/button.js";
import { Banner } from "../parts/finding.js";
import { Grid } from "../parts/grid.js";
import { Bare, Screen } from "../parts/screen.js";
import { Lying, Stage } from "../parts/stage.js";
import { sideShown, Tile, useRepeated, WallLooks, wallLayout } from "../parts/tile.js";

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
  if (!left) return html`<${Bare} title="Side by side" titles=${["Side by side", game.title]}>There are no cards or boards yet.</${Bare}>`;

  const show = (one, other) => go(game.id, "~beside", one.id, other.id);
  const bar = html`<h1>Side by side</h1>
    <span class="grow"></span>
    <${Tool} icon="swap" label="Swap the sides" onClick=${() => show(right, left)} /><${WallLooks} backs=${backs} />`;
  const pane = { game, parts, scale, tell };
  return html`<${Screen} kind="fixed" titles=${[`${left.title} and ${right.title}`, game.title]} bar=${bar}>
    <div class="beside"><${Banner} game=${game} />
      <${Pane} key="left" ...${pane} part=${left} label="Left" choose=${(one) => show(one, right)} />
      <${Pane} key="right" ...${pane} part=${right} label="Right" choose=${(one) => show(left, one)} />
    </div>
  </${Screen}>`;
}

/** @param {{ game: Game, part: Component, [more: string]: any }} given */
function Pane({ game, parts, part, scale, label, choose, tell }) {
  const told = useCallback((sides) => tell(label, sides), [tell, label]);
  const of = parts.map((one) => [one.id, one.title]);
  return html`<section class="pane" aria-label=${part.title}>
    <${Select} label=${label} of=${of} value=${part.id} choose=${(id) => choose(parts.find((one) => one.id === id))} />
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
  const wall = { game, component: part, repeated: useRepeated(all) };
  return html`<div class="scrolls" tabindex="0" role="group" aria-label=${part.title}>
    <${Grid} items=${all} layout=${layout} label=${part.title} onSight=${onSight}>
      ${(item, number, _, style) => html`<${Tile} key=${item.key} ...${{ wall, item, number, style }} width=${scale * item.width} tab />`}
    </${Grid}></div>`;
}

/** @param {{ game: Game, board: Component, [more: string]: any }} given */
function Board({ game, tell, board: { title, width, height, sides } }) {
  const [{ face }] = sides;
  const { p } = sideOf(game, face);
  useEffect(() => tell([face]), [face]);
  const size = { x: 0, y: 0, width, height };
  return html`<div class="stage-room"><${Stage} width=${width} height=${height} label=${title}>
    ${(scale, dots) => html`<${Lying} print=${p} ...${{ ...size, scale, dots }} alt=${title} />`}</${Stage}></div>`;
}
