// A card on a wall, and how a wall looks: faces or backs, and how large.

import { useCommands } from "../core/commands.js";
import { html, useMemo } from "../core/html.js";
import { link } from "../core/router.js";
import { remember, settings, toggle } from "../core/settings.js";
import { errorsOf, isFresh, sideOf } from "../core/sides.js";
import { kinds, nice, plural } from "../core/words.js";
import { DiffBadge } from "../history/marks.js";
import { Button, Icon } from "./button.js";
import { TrueSize } from "./calibration.js";
import { Why } from "./finding.js";
import { Excerpt } from "./marked.js";
import { Picture } from "./picture.js";

const [LEAST, MOST] = [90, 420]; // CSS pixels of a card
const GAP = [18, 22];
const CAPTION = 27; // CSS pixels below a picture

/** @param {Item} item */
export const sideShown = (item) => (settings.backs && item.back ? item.back : item.face);

/** @param {Component} component @param {Item} item */
export const copiesOf = (component, item) => (component.cards ? item.ref.copies : item.copies);

// The titles that several cards of a part have: only the ids tell those apart.
export function useRepeated(all) {
  return useMemo(() => {
    const seen = new Set();
    return new Set(all.map((item) => item.title).filter((title) => seen.size === seen.add(title).size));
  }, [all]);
}

// Where cards lie: as wide as there is room, or all at one scale, in CSS pixels a millimetre.
export function wallLayout(all, scale, below = 0) {
  const low = CAPTION + below;
  if (!scale) return { least: settings.size, gap: GAP, tall: (item, width) => (width * item.height) / item.width + low };
  return { exact: scale * Math.max(...all.map((item) => item.width), 1), gap: GAP, tall: (item) => scale * item.height + low };
}

const resize = (by) => remember({ size: Math.max(LEAST, Math.min(MOST, settings.size + by)) });

// The size of cards or pages, by its keys, too.
export function Sizes({ label = "Size of the cards" }) {
  useCommands({ smaller: () => resize(-30), larger: () => resize(30) });
  return html`<label class="sizes"
    ><input
      type="range"
      min=${LEAST}
      max=${MOST}
      step="10"
      value=${settings.size}
      aria-label=${label}
      title="Size (− +)"
      onInput=${(event) => remember({ size: Number(event.target.value) })}
  /></label>`;
}

// What a wall has in its bar; `backs` says whether anything has a back.
export function WallLooks({ backs }) {
  useCommands({ "wall.true": () => toggle("trueSize"), "wall.flip": backs && (() => toggle("backs")) });
  return html`<details class="chip looks">
    <summary>View</summary>
    <div class="menu">
      ${!settings.trueSize && html`<div class="look"><span>Size</span><${Sizes} /></div>`}
      <div class="look"><span>Actual size</span><${TrueSize} /></div>
      ${
        backs &&
        html`<div class="look">
          <span>Backs instead of faces</span
          ><${Button} label="Backs" hint="Show backs instead of faces" on=${settings.backs} command="wall.flip" />
        </div>`
      }
    </div>
  </details>`;
}

// `width` is that of the picture; the cell may be wider. `wall` is what all tiles have in common, and what is
// known of some by their keys: see `Wall` in `types.d.ts`.
/** @param {{ wall: Wall, item: Item, [more: string]: any }} given */
export function Tile({ wall, item, number, width, style, tab = false }) {
  const { game, component, pick, hand = null } = wall;
  const id = sideShown(item);
  const side = sideOf(game, id);
  const errors = errorsOf(game, id, item.name);
  const copies = copiesOf(component, item);
  const fresh = [item.face, item.back].some((one) => one && isFresh(sideOf(game, one)));
  const state = errors.length ? "bad" : side.s && !side.p && "waiting";
  const notes = wall.noted?.[`${component.id}/${item.key}`]?.length;
  const excerpt = wall.excerpts?.get(item.key);
  const shape = {
    width: `${width}px`,
    "aspect-ratio": `${item.width} / ${item.height}`,
    "--rx": `${(100 * item.radius) / item.width}%`,
    "--ry": `${(100 * item.radius) / item.height}%`,
  };
  const clicked = (event) => {
    if (!pick || (!hand && !(event.ctrlKey || event.metaKey || event.shiftKey))) return;
    event.preventDefault();
    pick(item.key, event.shiftKey);
  };
  return html`<li class="cell" style=${style} ...${wall.drag?.handle(item.key)} ...${wall.drag?.target(item.key)}>
    <a
      class=${kinds("tile", fresh && "fresh", copies === 0 && "kept-back", state)}
      href=${link(game.id, component.id, item.key)}
      data-key=${item.key}
      data-side=${id}
      data-number=${number}
      draggable=${false}
      tabindex=${tab ? 0 : -1}
      onClick=${clicked}>
      <div class="frame" style=${shape}>
        <${Picture} print=${side.p} width=${width} /><${Why} errors=${errors} told=${wall.told || []} places />
      </div>
      <span class="caption"
        ><span class="name"
          >${component.cards ? item.ref.title || nice(item.key) : item.title}${
            wall.repeated.has(item.title) && html` <span class="id">${item.key}</span>`
          }</span
        >
        <span class="badges"
          ><${DiffBadge} kind=${wall.kinds?.get(item.key)} />
          ${notes && html`<span class="badge noted" title=${plural(notes, "note")}><${Icon} name="note" />${notes}</span>`}
          ${side.w > 0 && html`<span class="badge warning" title=${plural(side.w, "warning")}><${Icon} name="warn" /></span>`}
          ${
            copies !== 1 &&
            html`<span class="badge" title=${copies ? plural(copies, "copy", "copies") : "0 copies: not printed"}
              >${copies ? `× ${copies}` : "not printed"}</span
            >`
          }
        </span></span
      >
      ${excerpt && html`<span class="found"><${Excerpt} excerpt=${excerpt} /></span>`}
    </a>
    ${
      hand &&
      html`<input
        type="checkbox"
        class="picked"
        aria-label=${`Pick ${item.title}`}
        checked=${hand.includes(item.key)}
        onClick=${(event) => pick(item.key, event.shiftKey)} />`
    }
  </li>`;
}
