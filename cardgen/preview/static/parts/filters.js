// Search, filters and order of the cards of a part.

import { isFresh, sideOf } from "../core/sides.js";
import { nice, text } from "../core/words.js";

const MENU = 24; // values that fit a menu
const MENUS = 10;
const LONGEST = 32;

// The values of a field to filter by: every entry of a list, the parts of a record.
export function valuesOf(card, path) {
  if (path === "~type") return [card.type];
  let found = [card.fields || {}];
  for (const part of path.split(".")) {
    found = found
      .flatMap((one) => (Array.isArray(one) ? one : [one]))
      .map((one) => (one && typeof one === "object" ? one[part] : undefined));
  }
  return found.flat(3).filter((v) => v !== undefined && v !== null && v !== "" && typeof v !== "object");
}

// The fields that are worth a menu: those with few different, short values.
/** @param {Component} component */
export function facets(component) {
  const cards = component.cards || [];
  if (cards.length < 3) return [];
  const paths = [];
  if (new Set(cards.map((c) => c.type)).size > 1) paths.push({ id: "~type", name: "Type" });
  for (const field of component.fields || []) {
    if (field.kind === "rich") continue;
    const sample = cards
      .map((c) => c.fields[field.id])
      .flat()
      .find((v) => v !== null && v !== undefined);
    if (sample && typeof sample === "object") {
      for (const inner of Object.keys(sample))
        paths.push({ id: `${field.id}.${inner}`, name: `${nice(field.id)} ${nice(inner).toLowerCase()}` });
    } else paths.push({ id: field.id, name: nice(field.id) });
  }
  return paths
    .map((path) => ({ ...path, values: menu(cards, path.id) }))
    .filter((path) => path.values)
    .slice(0, MENUS);
}

// The values of a menu, each with how many cards have it; null where a menu is of no use.
function menu(cards, path) {
  const counts = new Map();
  let stating = 0;
  for (const card of cards) {
    const values = new Set(valuesOf(card, path).map(String));
    if (values.size) stating += 1;
    for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
  }
  const useful = counts.size > 1 ? counts.size <= MENU && counts.size < Math.max(stating, 3) : counts.size === 1 && stating < cards.length;
  if (!useful || [...counts.keys()].some((value) => value.length > LONGEST)) return null;
  const numbers = [...counts.keys()].every((value) => value !== "" && !Number.isNaN(Number(value)));
  return [...counts].sort((a, b) => (numbers ? Number(a[0]) - Number(b[0]) : b[1] - a[1] || a[0].localeCompare(b[0])));
}

/** @param {Component} component */
export function orders(component) {
  const sortable = (component.fields || []).filter((field) => ["number", "choice", "text", "term"].includes(field.kind));
  return [
    ["", "File order"],
    ["~title", "Title"],
    ["~copies", "Copies"],
    ["~changed", "Last changed"],
    ...sortable.map((field) => [field.id, nice(field.id)]),
  ];
}

const haystacks = new WeakMap(); // by card; another is made when the card says something new

/** @param {Item} item */
function haystack(item) {
  const { ref } = item;
  const known = haystacks.get(ref);
  if (known && known.fields === ref.fields && known.title === ref.title) return known.words;
  const words = [item.key, item.title, ref.title, ref.type, ref.assumption, text(ref.fields)].join(" ").toLowerCase();
  haystacks.set(ref, { fields: ref.fields, title: ref.title, words });
  return words;
}

/** @param {Game} game @param {Item} item */
const both = (game, item) => [item.face, item.back].filter(Boolean).map((id) => sideOf(game, id));
/** @param {Game} game @param {Item} item */
const lastEdit = (game, item) => Math.max(0, ...both(game, item).map((side) => side.m || 0));

// The items that are asked for, in the order that is asked for. `asked` has query, picked (values
// by field), changed, sized (the keys of cards whose text has some size), and order; `printed` the keys of those that the server has found for a query.
/** @param {Game} game @param {Asked} asked */
export function chosen(game, all, asked, printed) {
  const words = asked.query.toLowerCase().split(/\s+/).filter(Boolean);
  const picked = Object.entries(asked.picked).filter(([, values]) => values.length);
  const found = all.filter(
    (item) =>
      (!asked.changed || both(game, item).some(isFresh)) &&
      (!asked.sized || asked.sized.keys.includes(item.key)) &&
      picked.every(([path, values]) =>
        valuesOf(item.ref, path)
          .map(String)
          .some((value) => values.includes(value)),
      ) &&
      (!words.length ||
        words.every((word) => haystack(item).includes(word)) ||
        (printed.query === asked.query.trim() && printed.keys.has(item.key))),
  );
  return asked.order ? sorted(game, found, asked.order) : found;
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** @param {Game} game */
function sorted(game, list, by) {
  const value = (item) =>
    by === "~title" ? item.title : by === "~copies" ? -item.ref.copies : by === "~changed" ? -lastEdit(game, item) : item.ref.fields?.[by];
  const none = (one) => one === null || one === undefined;
  return list
    .map((item) => [value(item), item])
    .sort(([x], [y]) => {
      if (x === y) return 0;
      if (none(x) || none(y)) return Number(none(x)) - Number(none(y));
      return typeof x === "number" && typeof y === "number" ? x - y : collator.compare(text(x), text(y));
    })
    .map(([, item]) => item);
}
