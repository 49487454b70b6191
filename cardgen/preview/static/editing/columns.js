// The columns of a table of cards: what stands in a cell, how wide it is, how rows are sorted.

import { nice, text } from "../core/words.js";

const FIRST = ["title", "type", "copies"];
const WIDTHS = { number: 84, flag: 84, choice: 128, icon: 140, term: 128, rich: 300, text: 180, list: 220, record: 240 };
const NARROWEST = 56;

const FIRST_WIDTH = 216;
const FIRST_NARROW = 138; // on a phone

// The names of the columns, the first of which is the id with a picture.
/** @param {DeckForm} form */
export function columnsOf(form) {
  const first = FIRST.filter((name) => name !== "type" || anyField(form, name).options.length > 1);
  return ["id", ...first, ...form.columns.filter((name) => name !== "id" && !FIRST.includes(name))];
}

// What a column is called: the heading in the table of the user, else the name of the field.
/** @param {DeckForm} form */
export const headingOf = (form, name) => anyField(form, name)?.label || nice(name);

// The field of a column for a card; none where its type has no such field.
/** @param {DeckForm} form */
export const fieldOf = (form, card, name) => form.types[card.type]?.[name];

// Any field of this name, for what all have in common.
/** @param {DeckForm} form */
export const anyField = (form, name) => Object.values(form.types).find((fields) => fields[name])?.[name];

/** @param {DeckForm} form */
export const fallbackOf = (form, card, name) => form.defaults[name] ?? fieldOf(form, card, name)?.default ?? null;

/** @param {DeckForm} form */
export const valueOf = (form, card, name) => (name === "id" ? card.id : (card.given[name] ?? fallbackOf(form, card, name)));

/** @param {DeckForm} form */
export function widthOf(form, widths, name) {
  if (name === "id") return widths.id || (window.innerWidth < 620 ? FIRST_NARROW : FIRST_WIDTH);
  const wanted = WIDTHS[anyField(form, name)?.kind] || 150;
  return Math.max(widths[name] || (name === "title" ? 190 : wanted), NARROWEST);
}

const collator = new Intl.Collator(undefined, { numeric: true });

// Items in the order of a column; those without a value come last either way.
/** @param {DeckForm} form */
export function sorted(form, cards, items, { name, down }) {
  if (!name) return items;
  const said = new Map(items.map((item) => [item.key, cards.has(item.key) ? text(valueOf(form, cards.get(item.key), name)) : ""]));
  return [...items].sort((a, b) => {
    const [x, y] = [said.get(a.key), said.get(b.key)];
    if (!x || !y) return Number(!x) - Number(!y);
    return (down ? -1 : 1) * collator.compare(x, y);
  });
}
