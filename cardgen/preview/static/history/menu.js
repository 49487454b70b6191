// The menu of what a game is compared with.

import { html, useState } from "../core/html.js";
import { againstOf, compareWith, LAST, useStates } from "./against.js";

const NO_GIT = "CG764"; // the project is not in git: nothing is wrong with it
const NO_STATES = "No earlier state yet: “Record as printed” makes one";
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const day = (date) => (date ? DAY.format(new Date(date)) : "");

// A state in one line: for a menu.
function stateSaid(state) {
  const version = state.version && !state.tags.some((tag) => tag.endsWith(state.version)) ? ` (${state.version})` : "";
  if (state.id === "printed") return [`Printed${version}`, day(state.date)].filter(Boolean).join(" · ");
  const name = state.tags.join(", ") || (state.printed ? "printed" : "");
  return [name + (name ? version : ""), day(state.date), state.title + (name ? "" : version)].filter(Boolean).join(" · ");
}

// A state in a word or two.
export function stateNamed(state) {
  if (state.id === "printed") return `the print${state.version ? ` of ${state.version}` : ""}`;
  return state.tags[0] || `${state.id.slice(0, 7)}${state.date ? ` of ${day(state.date)}` : ""}`;
}

const group = (name, states) =>
  states.length > 0 &&
  html`<optgroup key=${name} label=${name}>
    ${states.map((one) => html`<option key=${one.id} value=${one.id}>${stateSaid(one)}</option>`)}
  </optgroup>`;

// `last` are the words for the last change of each side; without them, for comparing with nothing.
/** @param {{ game: Game, [more: string]: any }} given */
export function AgainstMenu({ game, last = "Compare with …", problems = false }) {
  const [turn, setTurn] = useState(0);
  const found = useStates(game, turn);
  const [prints, tags, commits] = [(one) => one.id === "printed", (one) => one.tags.length > 0, () => true].map((is, n, all) =>
    found.states.filter((one) => is(one) && !all.slice(0, n).some((other) => other(one))),
  );
  const serious = found.problems.filter((one) => one.code !== NO_GIT);
  const current = againstOf(game);
  const known = current === LAST || found.states.some((one) => one.id === current);
  return html`<select
    class="against"
    aria-label="Compare with"
    title=${serious.map((one) => one.message).join("\n") || "Compare with an earlier state of the game"}
    value=${current}
    onFocus=${() => setTurn((n) => n + 1)}
    onChange=${(event) => compareWith(game, event.target.value)}>
    <option value=${LAST}>${last}</option>
    ${!known && html`<option value=${current}>…</option>`} ${group("Printed", prints)}${group("Tags", tags)}${group("Commits", commits)}
    ${problems && !found.states.length && html`<option disabled>${serious[0]?.message || NO_STATES}</option>`}
  </select>`;
}
