// A piece on the table, seen from above.

import { html } from "../core/html.js";
import { sideOf } from "../core/sides.js";
import { Lying } from "../parts/stage.js";

const PIPS = 2; // what the simulator's die shows as it is laid down
const BASE = 0.36; // how high the base of a figure looks, in widths
const THICKEST = 7; // mm that a pile seems to rise

// Where a piece is at home: its card, deck, board or page.
/** @param {Game} game */
export function addressOf(game, { kind, component, face }) {
  const [, piece] = face.split("/");
  if (kind === "card") return [game.id, component, piece];
  if (kind === "token" || kind === "standee") return [game.id, component, piece];
  return [game.id, component];
}

// The topmost piece at a point.
export function under(objects, x, y) {
  const hit = (one) => {
    const [dx, dy] = [Math.abs(x - one.x), y - one.y];
    if (one.tall) return dx <= one.width / 2 && dy <= one.width / 2 && dy >= one.width / 2 - one.tall;
    const turned = one.turn % 180 === 90;
    const [wide, high] = turned ? [one.height, one.width] : [one.width, one.height];
    return dx <= wide / 2 && Math.abs(dy) <= high / 2;
  };
  return objects.findLast(hit);
}

// The picture that is up: of a stack its top card, of a booklet its first page.
/** @param {Game} game */
function printOf(game, one) {
  if (one.kind === "booklet") return game.texts[one.component]?.pages[0]?.p;
  const side = one.down ? one.back : one.face;
  return side ? sideOf(game, side).p : undefined;
}

/** @param {{ game: Game, [more: string]: any }} given */
export function TableObject({ game, one, scale, lit }) {
  const { x, y, width, height, turn, kind, count } = one;
  const px = (value) => `${value * scale}px`;
  const place = {
    left: px(x - width / 2),
    top: px(y - height / 2),
    width: px(width),
    height: px(height),
    transform: turn ? `rotate(${turn}deg)` : "none",
  };
  const radius = { card: px(3), round: "50%" }[one.outline] || px(kind === "die" ? width * 0.18 : 0.6);
  const rise = count > 1 ? Math.min(count * 0.12, THICKEST) * scale : 0;
  const layers = Math.min(Math.floor(rise / 2), 6);
  const style = { ...place, "border-radius": radius };
  const kinds = `piece ${kind} ${one.outline}${lit ? " lit" : ""}`;
  if (kind === "standee") return html`<${Standee} game=${game} one=${one} scale=${scale} lit=${lit} />`;
  if (kind === "die")
    return html`<div
      class=${kinds}
      title=${one.title}
      style=${{ ...style, background: one.color, "--pip": isLight(one.color) ? "#222" : "#fff" }}>
      ${one.faces === 6 && Array.from({ length: PIPS }, (_, n) => html`<i class=${`pip p${n}`}></i>`)}
    </div>`;
  return html`<div class=${kinds} title=${one.title} style=${style}>
    ${Array.from({ length: layers }, (_, n) => html`<span class="leaf" style=${{ translate: `0 ${(layers - n) * 2}px` }}></span>`)}
    <div class="up-side">
      <${Lying} print=${printOf(game, one)} x=${0} y=${0} width=${width} height=${height} scale=${scale} alt=${one.title} />
    </div>
    ${count > 1 && width * scale > 30 && html`<span class="stack-count">${count}</span>`}
  </div>`;
}

// Whether a colour such as #rrggbb is light.
const isLight = (color) => [1, 3, 5].reduce((sum, at, n) => sum + parseInt(color.slice(at, at + 2), 16) * [0.3, 0.59, 0.11][n], 0) > 140;

// A figure stands on its base and is seen from a little in front.
/** @param {{ game: Game, [more: string]: any }} given */
function Standee({ game, one, scale, lit }) {
  const { x, y, width, tall } = one;
  const px = (value) => `${value * scale}px`;
  const foot = y + width / 2;
  const base = { left: px(x - width / 2), top: px(foot - width * BASE), width: px(width), height: px(width * BASE) };
  const figure = { left: px(x - width / 2), top: px(foot - (width * BASE) / 2 - tall), width: px(width), height: px(tall) };
  return html`<div class="base" style=${base}></div>
    <div class=${`piece standee${lit ? " lit" : ""}`} title=${one.title} style=${figure}>
      <${Lying} print=${sideOf(game, one.face).p} x=${0} y=${0} width=${width} height=${tall} scale=${scale} alt=${one.title} />
    </div>`;
}
