// What differs from a state, on a wall and in a game.

import { html, useMemo } from "../core/html.js";
import { Chip } from "../parts/asked.js";
import { Icon } from "../parts/button.js";
import { quoting } from "../parts/finding.js";
import { Picture } from "../parts/picture.js";
import { spot } from "../parts/place.js";
import { againstOf, goneFrom, isComing, kindOf, LAST, tallyOf, useComparison } from "./against.js";
import { stateNamed } from "./menu.js";

const WORDS = { changed: "changed", back: "back", added: "new", data: "data only", removed: "gone" };
const TITLES = {
  changed: "looks different",
  back: "only the back looks different",
  added: "is new",
  data: "has other data, but looks the same",
  removed: "was removed",
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
            : html`<p class="none">No earlier picture</p>`
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
  if (comparison?.gone) return html`<p class="diff-note" role="status">This state no longer exists.</p>`;
  const coming = isComing(comparison);
  const left = comparison?.of > 1 ? `, ${comparison.left} of ${comparison.of} left` : "";
  return html`<div class="diff-note" role="status">
    <p>
      ${coming && html`<span class="spin"></span>`}${
        comparison &&
        html`<span
          >Compared with${" "}
          ${stateNamed(comparison.state)}${comparison.line ? `: ${comparison.line}` : ""}${coming ? ` so far${left}` : ""}.</span
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

// `shown` are the items that are asked for otherwise. Returns the comparison; `kinds` by item; the
// items `left` once only those that differ are asked for; `listed`, with what is gone at the end.
/** @param {Game} game @param {Component} component @param {Asked} asked */
export function useDiff(game, component, all, shown, asked) {
  const comparison = useComparison(game);
  const active = againstOf(game) !== LAST;
  const kinds = useMemo(
    () => new Map(comparison ? all.map((item) => [item.key, kindOf(game, comparison, component, item)]).filter(([, kind]) => kind) : []),
    [comparison, all],
  );
  const gone = useMemo(() => {
    const [like] = all;
    if (!like || asked.query || Object.values(asked.picked).some((values) => values.length)) return [];
    return goneFrom(comparison, component.id).map((one) => ({ ...one, like, width: like.width, height: like.height }));
  }, [comparison, all, asked.query, asked.picked]);
  const left = useMemo(
    () => (active && asked.differs ? shown.filter((item) => kinds.has(item.key)) : shown),
    [shown, kinds, active, asked.differs],
  );
  const listed = useMemo(() => (gone.length ? [...left, ...gone] : left), [left, gone]);
  return { active, comparison, kinds, left, listed, count: kinds.size + gone.length };
}

/** @param {{ diff: Diff, asked: Asked, [more: string]: any }} given */
export const DiffButton = ({ diff, asked, ask }) =>
  diff.active
    ? html`<${Chip}
        label=${`Differences (${diff.count})`}
        hint="Only differences (c)"
        on=${asked.differs}
        onClick=${() => ask({ differs: !asked.differs })} />`
    : null;
