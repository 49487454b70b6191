// Pictures of actions and kinds, the buttons that carry them, and choices of a few.

import { keyOf, run } from "../core/commands.js";
import { html } from "../core/html.js";
import { ICONS } from "./icons.js";

const KINDS = { dice: "die", "game-box": "box" }; // of parts, that have the picture of another

export const Icon = ({ name }) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${ICONS[name] || ICONS[KINDS[name]] || ICONS.deck} fill-rule="evenodd" />
  </svg>`;

// What a button does and says that gives a command, its key among it.
function given(command, label) {
  return command ? { title: `${label} (${keyOf(command)})`, onClick: () => run(command) } : { title: label };
}

const pressed = (on) => (on === undefined ? undefined : String(Boolean(on)));

// A button that is a picture; its words are for the pointer that rests and for who cannot see. With `on` it is a
// switch; with `command` it does what that does.
export function Tool({ icon, label, small = false, on = undefined, command = "", class: kind = "", ...more }) {
  const { title, ...acts } = given(command, label);
  return html`<button
    type="button"
    class=${`${small ? "tiny" : "tool"} ${kind}`}
    title=${title}
    aria-label=${title}
    aria-pressed=${pressed(on)}
    ...${acts}
    ...${more}>
    <${Icon} name=${icon} />
  </button>`;
}

// A button of words; `hint` says more of what it does.
export function Button({ label, hint = undefined, icon = "", on = undefined, command = "", class: kind = "seg", ...more }) {
  return html`<button
    type="button"
    class=${`${kind}${icon && kind === "seg" ? " with-icon" : ""}`}
    aria-pressed=${pressed(on)}
    ...${command || hint ? given(command, hint || label) : {}}
    ...${more}>
    ${icon ? html`<${Icon} name=${icon} />${label && html`<span>${label}</span>`}` : label}
  </button>`;
}

// One of a few, each a button; `of` are pairs of a value and its words.
export const Segments = ({ label, of, value, choose, hint = (words) => words }) =>
  html`<div class="segs" role="group" aria-label=${label}>
    ${of.map(([one, words]) => html`<${Button} key=${one} label=${words} hint=${hint(words)} on=${one === value} onClick=${() => choose(one)} />`)}
  </div>`;

// One of a few in a menu.
export const Select = ({ label, of, value, choose, ...more }) =>
  html`<select aria-label=${label} value=${value} onChange=${(event) => choose(event.target.value)} ...${more}>
    ${of.map(([one, words]) => html`<option key=${one} value=${one} selected=${one === value}>${words}</option>`)}
  </select>`;
