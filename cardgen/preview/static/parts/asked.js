// What is asked for on a wall or in a table: the search, filters, order, and what they leave.

import { useFound } from "../core/finding.js";
import { html, useMemo, useReducer } from "../core/html.js";
import { cardsOf, items } from "../core/sides.js";
import { state } from "../core/store.js";
import { kinds, nice, plural } from "../core/words.js";
import { Button, Icon, Select } from "./button.js";
import { chosen, facets, orders } from "./filters.js";
import { Empty } from "./finding.js";

const REST = 60; // milliseconds of rest before the server is asked to search
const EXCERPTS = 500; // of one search

const ALL = { query: "", picked: {}, changed: false, differs: false, sized: null };
/** @type {Asked} */
const FIRST = { ...ALL, order: "", last: 0, hand: null };
const memories = new Map(); // what was asked for, and the last card, by wall

// What was asked for on a wall, how to change it, and how to note it without drawing anew; kept until the page is closed.
/** @returns {[Asked, (changes: Partial<Asked>) => void, (changes: Partial<Asked>) => void]} */
export function useAsked(wall) {
  const [, again] = useReducer((n) => n + 1, 0);
  const note = (changes) => memories.set(wall, { ...(memories.get(wall) || FIRST), ...changes });
  const ask = (changes) => {
    note(changes);
    again();
  };
  return [memories.get(wall) || FIRST, ask, note];
}

// The items of a part that are asked for: all of them, those, and by key where words were found that
// their titles do not have. Words that are only printed on a card, the server finds.
/** @param {Game} game @param {Component} component @param {Asked} asked */
export function useChosen(game, component, asked) {
  const all = useMemo(() => items(component), [component.cards, component.sides]);
  const { query, answer } = useFound(asked.query, { game: game.id, part: component.id, limit: EXCERPTS }, REST);
  const printed = useMemo(
    () => ({ query, keys: new Set(answer?.keys), excerpts: new Map((answer?.hits || []).map((hit) => [hit.address[2], hit.excerpt])) }),
    [answer, query],
  );
  const lively = asked.changed || asked.order === "~changed" ? game.revision : 0;
  const found = useMemo(
    () => chosen(game, all, asked, printed),
    [all, printed, asked.query, asked.picked, asked.order, asked.changed, asked.sized, lively, state.edit],
  );
  return [all, found, printed.excerpts];
}

// How much there is: designs and cards, and how many of them are shown.
/** @param {Component} component */
export function tallied(component, all, shown) {
  if (!component.cards) return plural(all.length, "design");
  if (shown.length !== all.length) return `${shown.length} of ${plural(all.length, "design")}`;
  const copies = cardsOf(component);
  return `${plural(copies, "card")}${copies !== all.length ? `, ${plural(all.length, "design")}` : ""}`;
}

// `more` are other chips.
/** @param {{ component: Component, asked: Asked, [more: string]: any }} given */
export function Chips({ component, asked, ask, more = null }) {
  const found = useMemo(() => facets(component), [component.cards, component.fields]);
  const any = asked.query || asked.changed || asked.differs || asked.sized || Object.values(asked.picked).some((values) => values.length);
  const toggle = (id, value) => {
    const picked = asked.picked[id] || [];
    ask({ picked: { ...asked.picked, [id]: picked.includes(value) ? picked.filter((v) => v !== value) : [...picked, value] } });
  };
  return html`<div class="chips">
    ${found.map((facet) => {
      const picked = asked.picked[facet.id] || [];
      return html`<details key=${facet.id} class=${kinds("chip", picked.length > 0 && "on")} name="facets">
        <summary>${facet.name}${picked.length > 0 && html`<b>${picked.map(nice).join(", ")}</b>`}</summary>
        <div class="menu">
          ${facet.values.map(
            ([value, n]) =>
              html`<label key=${value}>
                <input type="checkbox" checked=${picked.includes(value)} onChange=${() => toggle(facet.id, value)} />
                <span class="name">${nice(value)}</span><span class="n">${n}</span></label
              >`,
          )}
        </div>
      </details>`;
    })}
    ${
      state.edit > 0 &&
      html`<${Chip}
        key="~changed"
        label=${html`<span class="dot fresh"></span>Changed`}
        hint="Only changes of the last edit (c)"
        on=${asked.changed}
        onClick=${() => ask({ changed: !asked.changed })} />`
    }
    ${more} ${any && html`<${Button} key="~clear" class="chip clear" icon="close" label="Clear" onClick=${() => ask(ALL)} />`}
  </div>`;
}

// A switch among the chips.
export const Chip = ({ on, ...more }) => html`<${Button} class=${kinds("chip", on && "on")} on=${on} ...${more} />`;

// Esc empties it, as browsers do; so all cards are shown again.
/** @param {{ asked: Asked, [more: string]: any }} given */
export const Search = ({ asked, ask, label = "Search cards" }) =>
  html`<label class="search"
    ><${Icon} name="search" />
    <input
      type="search"
      placeholder="Search"
      aria-label=${label}
      value=${asked.query}
      spellcheck=${false}
      onInput=${(event) => ask({ query: event.target.value })}
      onKeyDown=${(event) => event.key === "Escape" && ask({ query: "" })}
  /></label>`;

/** @param {{ component: Component, asked: Asked, [more: string]: any }} given */
export const Order = ({ component, asked, ask }) =>
  html`<${Select}
    class="order"
    label="Order"
    title="Order"
    of=${orders(component)}
    value=${asked.order}
    choose=${(order) => ask({ order })} />`;

// What there is to say where nothing is left.
export const NoMatch = ({ ask }) =>
  html`<${Empty}>No card matches.${" "}<${Button} class="plain" label="Show all" onClick=${() => ask(ALL)} /></${Empty}>`;
