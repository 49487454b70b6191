// What was typed and is not written yet, by field. It outlives the view, a reload and the server.

import { keyed } from "../core/card_keys.js";
import { html, useEffect, useReducer } from "../core/html.js";
import { link } from "../core/router.js";
import { store, stored } from "../core/settings.js";
import { changed, state } from "../core/store.js";
import { plural, text } from "../core/words.js";
import { Tool } from "../parts/button.js";
import { giveKeys } from "./early_keys.js";

const HOME = "cardgen-drafts"; // in the session storage: each tab has its own
const MOST = 60; // letters of a draft in the list

const drafts = new Map(stored(HOME, sessionStorage));
let called = () => ""; // the name of the draft of the field that somebody asked for, which may get it later

function keep() {
  store(HOME, [...drafts], sessionStorage);
  if (drafts.size) addEventListener("beforeunload", ask);
  else removeEventListener("beforeunload", ask);
}

const ask = (event) => event.preventDefault();
if (drafts.size) keep();

// A tab may show several projects, one after the other, at one address.
const root = () => state.project?.root;

function drop(name) {
  if (!drafts.delete(name)) return;
  keep();
  changed();
}

// Drafts of a card stay when it gets another id.
const nameOf = (game, where) => JSON.stringify([root(), game.id, keyed(game, where)]);

// What was typed for a field and is not written yet, if anything.
/** @param {{ id: string }} game @param {Where} where */
export const draftOf = (game, where) => drafts.get(nameOf(game, where));

/** @param {Game} game @param {Where} where */
export const hasDraft = (game, where) => drafts.has(nameOf(game, where));

// Let a field have the focus as soon as it is there.
export function call(game, where) {
  called = () => nameOf(game, where);
  changed();
}

// The draft of a field, and how to keep another one or none. A draft has the `value` that was typed
// and the one that it `was`, and perhaps a number `since` when; it is another object for each key.
/** @param {Game} game @param {Where} where */
export function useDraft(game, where, label) {
  const [, again] = useReducer((n) => n + 1, 0);
  const name = nameOf(game, where);
  return {
    name,
    now: () => drafts.get(name),
    put(value, was, since = 0) {
      const isNew = !drafts.has(name);
      const address = where.card ? link(game.id, where.deck, where.card) : location.hash;
      drafts.set(name, { root: root(), label, address, value, was, since });
      keep();
      if (isNew) changed();
      again();
    },
    drop() {
      drop(name);
      again();
    },
  };
}

// Let the control in an element have the focus.
export function enter(home) {
  const input = home.querySelector("input, textarea, select, button");
  input?.focus();
  if (input?.matches("[type=text], textarea")) input.select();
}

// Takes the focus to a field when its draft is asked for; `home` holds its control.
export function useCalled(name, home) {
  const mine = called() === name;
  useEffect(() => {
    if (!mine) return;
    called = () => "";
    const folded = home.current.closest("details");
    if (folded) folded.open = true;
    enter(home.current);
    giveKeys();
  }, [mine]);
}

// Those of the project, with the way to each.
export function Drafts() {
  const mine = [...drafts].filter(([, one]) => one.root === root());
  if (!mine.length) return null;
  const lead = (event, name) => {
    event.currentTarget.closest("details").open = false;
    called = () => name;
    const [, game, { text: path }] = JSON.parse(name);
    if (path) state.writing = { game, path, line: 1 };
    changed();
  };
  return html`<details class="chip drafts">
    <summary>${plural(mine.length, "field")} not saved</summary>
    <ul class="menu">
      ${mine.map(
        ([name, one]) =>
          html`<li key=${name}>
            <a href=${one.address} onClick=${(event) => lead(event, name)}><b>${one.label}</b> ${text(one.value).slice(0, MOST)}</a>
            <${Tool} small icon="close" label=${`Discard ${one.label}`} onClick=${() => drop(name)} />
          </li>`,
      )}
    </ul>
  </details>`;
}
