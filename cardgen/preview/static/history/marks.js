// What differs from a state, on a wall and in a game.

import { html } from "../core/html.js";
import { Icon } from "../parts/button.js";
import { Picture } from "../parts/picture.js";
import { quoting } from "../parts/finding.js";
import { spot } from "../parts/place.js";
import { againstOf, isComing, LAST, tallyOf } from "./against.js";
import { stateNamed } from "./words.js";

const WORDS = { changed: "changed", back: "back", added: "new", data: "data only", removed: "gone" };
const TITLES = {
  changed: "looks different",
  back: "only the back looks different",
  added: "was not there",
  data: "says something else, and looks the same",
  removed: "is not there any more",
};

export const DiffBadge = ({ kind }) =>
  kind ? html`<span class=${`badge diff ${kind}`} title=${TITLES[kind]}>${WORDS[kind]}</span>` : null;

// How much differs in a part of a game.
/** @param {{ comparison: Comparison | null, component: Component, [more: string]: any }} given */
export const DiffTally = ({ comparison, component }) => {
  const said = tallyOf(comparison, component.id);
  return said ? html`<p class="facts diff">${said}</p>` : null;
};

// A card that is gone, on a wall.
export function GoneTile({ item: { title, was, like }, width, style }) {
  const shape = {
    "aspect-ratio": `${was.width || like.width} / ${was.height || like.height}`,
    "--rx": `${(100 * like.radius) / like.width}%`,
    "--ry": `${(100 * like.radius) / like.height}%`,
  };
  return html`<li class="cell" style=${style}>
    <div class="tile gone">
      <div class="frame" style=${shape}>
        ${
          was.b
            ? html`<${Picture} print=${was.b} width=${width} alt=${`${title}, as it was`} />`
            : html`<p class="none">No picture of then</p>`
        }
      </div>
      <span class="caption"
        ><span class="name">${title}</span><span class="badges"><${DiffBadge} kind="removed" /></span
      ></span>
    </div>
  </li>`;
}

const values = (one) => html`<span class="change"><b>${one.id}</b> <del>${one.old}</del> → <ins>${one.new}</ins></span>`;

// What differs in all, and how far the comparison has got.
/** @param {{ game: Game, comparison: Comparison | null, [more: string]: any }} given */
export function DiffNote({ game, comparison, whole = false }) {
  if (againstOf(game) === LAST) return null;
  if (comparison?.gone) return html`<p class="diff-note" role="status">This state is not there any more.</p>`;
  const coming = isComing(comparison);
  const left = comparison?.of > 1 ? `, ${comparison.left} of ${comparison.of} to come` : "";
  return html`<div class="diff-note" role="status">
    <p>
      ${coming && html`<span class="spin"></span>`}${
        comparison &&
        html`<span
          >Against ${stateNamed(comparison.state)}${comparison.line ? `: ${comparison.line}` : ""}${coming ? ` so far${left}` : ""}.</span
        >`
      }
    </p>
    ${
      whole &&
      comparison &&
      [...comparison.titles, ...comparison.rules].length > 0 &&
      html`<p class="changes">${[...comparison.titles, ...comparison.rules].map(values)}</p>`
    }
    ${comparison?.problems.map(
      (one) =>
        html`<p class="problem" key=${one.message + one.path + one.line}>
          <${Icon} name="error" /><span
            >${quoting(one.message)}${one.path && html` <span class="quiet">${one.path}${spot(one)}</span>`}</span
          >
        </p>`,
    )}
  </div>`;
}
