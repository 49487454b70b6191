// Errors, warnings, and what else the program has to say.

import { html } from "../core/html.js";
import { errorsOf } from "../core/sides.js";
import { plural } from "../core/words.js";
import { Icon } from "./button.js";
import { Place, spot } from "./place.js";

// A message of the program; what stands between back-ticks is set as code.
export const quoting = (message) => message.split("`").map((part, n) => (n % 2 ? html`<code>${part}</code>` : part));

/** @param {{ found: Finding[], [more: string]: any }} given */
export const Findings = ({ found }) =>
  found.map(
    (f) =>
      html`<div class=${`finding ${f.severity}`}>
        <${Icon} name=${f.severity === "error" ? "error" : "warn"} />
        <div class="message">
          <p>${quoting(f.message)} <span class="code">${f.code}</span>${f.many > 1 && html` <b>${plural(f.many, "design")}</b>`}</p>
          ${f.notes.map((note) => html`<p class="note">${quoting(note)}</p>`)}
          ${f.hints.map((hint) => html`<p class="hint">${quoting(hint)}</p>`)} ${f.path && html`<${Place} at=${f} />`}
        </div>
      </div>`,
  );

// What is wrong with a value, below it: each with its `card`, if it has one; `more` is what there is to say besides.
/** @param {{ faults: any[], [more: string]: any }} given */
export const Faults = ({ faults, most = faults.length, more = null, ...given }) =>
  faults.length > 0 &&
  html`<span class="faults" role="alert" ...${given}>
    ${faults
      .slice(0, most)
      .map(
        (one) =>
          html`<span class="fault"
            >${one.card && html`<b>${one.card}: </b>`}${quoting(one.message)}${one.hints.map((hint) => html`<span class="hint">${quoting(hint)}</span>`)}</span
          >`,
      )}
    ${faults.length > most && html`<span class="fault">and ${faults.length - most} more. Nothing was written.</span>`}${more}
  </span>`;

const TOLD = 3; // errors above a wall, at most

// The errors of some designs, the commonest first: each is there once, and says how `many` have it.
/** @param {Game} game */
export function commonErrors(game, items, sideOfItem) {
  const found = new Map();
  for (const item of items) {
    for (const error of errorsOf(game, sideOfItem(item), item.name)) {
      const key = `${error.path}:${error.line}:${error.message}`;
      found.set(key, { ...error, many: (found.get(key)?.many || 0) + 1 });
    }
  }
  return [...found.values()].sort((one, other) => other.many - one.many);
}

// What is wrong with the designs below, told once for all of them.
/** @param {{ errors: Finding[], [more: string]: any }} given */
export const Told = ({ errors }) =>
  errors.length > 0 &&
  html`<div class="told" role="status">
    <${Findings} found=${errors.slice(0, TOLD)} />${errors.length > TOLD && html`<p class="note">and ${errors.length - TOLD} more</p>`}
  </div>`;

// What stands in place of the picture of a broken side: a flag if its last good picture is there.
// `told` are the errors that are told elsewhere.
/** @param {{ errors: Finding[], [more: string]: any }} given */
export function Why({ errors, most = 1, places = false, told = [] }) {
  if (!errors.length) return null;
  const own = errors.filter((error) => !told.some((one) => one.many > 1 && one.message === error.message));
  const more = own.length - most;
  return html`<div class="why" title=${errors.map((one) => one.message).join("\n")}>
    <${Icon} name="error" />
    ${own.slice(0, most).map(
      (error) =>
        html`<p>${quoting(error.message)}</p>
          ${places && error.path && html`<p class="at">${error.path.split("/").pop()}${spot(error)}</p>`}`,
    )}
    ${more > 0 && html`<p class="at">and ${more} more</p>`}
  </div>`;
}

// Why something was laid out again, as a quiet line; nothing for what was laid out once.
export const Reason = ({ what, why }) => (why ? html`<p class="quiet reason">${what}: ${quoting(why)}</p>` : null);

export const Note = ({ children }) => html`<p class="banner error"><${Icon} name="error" /><span>${children}</span></p>`;

// Says that a game is shown as it was when its files could last be read.
/** @param {{ game: Game, [more: string]: any }} given */
export const Banner = ({ game }) =>
  game.current ? null : html`<${Note}>The files have errors. You see the last state without errors.</${Note}>`;

// Words for what takes a moment, and for what is not there; `Coming` has the one until an error says the other.
export const Waiting = ({ children }) => html`<span class="spin"></span><span>${children}</span>`;
export const Empty = ({ children }) => html`<p class="empty">${children}</p>`;
export const Coming = ({ words, error = null }) => html`<${Empty}>${error || html`<${Waiting}>${words}</${Waiting}>`}</${Empty}>`;
