// The texts of a game beside their translations: by place, by state, and written into the PO file.

import { placeOf, titleOf } from "../core/places.js";
import { nice, sentence } from "../core/words.js";
import { changeBy } from "../editing/changes.js";

export const STATES = {
  all: "All",
  todo: "To do",
  missing: "Missing",
  stale: "Stale",
  findings: "With findings",
  translated: "Translated",
};

const PLACES = { game: "Game", rules: "Rule numbers", numbers: "Numbers in words", cardgen: "Built-in words" };
const FILES = /\.(md|yaml|csv|tsv|jsonl)$/; // whose texts have no names of their own
const OF_GAME = ["title", "subtitle", "players", "duration", "age", "version", "license", "credits"];

// Whether a language is written from the right or the left.
/** @param {string} language */
export const directionOf = (language) => (/^(ar|az-arab|ckb|dv|fa|he|iw|ks|pa-arab|ps|sd|ug|ur|yi)\b/i.test(language) ? "rtl" : "ltr");

// A language by its name, in the language of the reader.
/** @param {string} language */
export function nameOf(language) {
  try {
    return new Intl.DisplayNames(undefined, { type: "language" }).of(language.replaceAll("_", "-")) || language;
  } catch {
    return language;
  }
}

export const keyOf = (text) => JSON.stringify([text.context, text.source]);

// Where a text stands: a deck, a rule text, the templates, a section of the game; and what it is called there.
/** @param {TranslatedText} text */
function placeIn({ context }) {
  if (context.startsWith("templates/")) return ["templates", context.slice("templates/".length).replace(/\.xml\.j2$/, "")];
  if (FILES.test(context)) return [context, ""];
  const [, folder, rest] = /^(.*)\/([^/]*)$/.exec(context) || [];
  if (folder) return [folder, rest];
  const [first, ...more] = context.split(".");
  if (OF_GAME.includes(first)) return ["game", context];
  return [first, more.join(".")];
}

/** @param {Game} game */
const titleOfPlace = (game, place) =>
  PLACES[place] || (place.startsWith("decks/") ? titleOf(game, place.slice("decks/".length)) : /[./]/.test(place) ? place : nice(place));

// Texts by their place, in the order of the game: each place with its title and its texts, these with a `name`.
/** @param {Game} game @param {TranslatedText[]} texts */
export function byPlace(game, texts) {
  const named = texts.map((text) => {
    const [place, name] = placeIn(text);
    const [first, ...more] = name.replaceAll(/[-_]+/g, " ").split(".");
    const called = text.card ? placeOf(game, text.card).title : sentence(first);
    return { ...text, place, name: [called, ...more].join(" · ") };
  });
  const places = [...Map.groupBy(named, (one) => one.place)].map(([place, all]) => ({
    place,
    title: titleOfPlace(game, place),
    texts: all,
  }));
  return places.sort((a, b) => Number(b.place.startsWith("decks/")) - Number(a.place.startsWith("decks/"))); // cards first
}

const STATE_OF = {
  all: () => true,
  todo: (one) => one.state !== "translated" || one.findings.length > 0,
  findings: (one) => one.findings.length > 0,
};

// Whether a text is one of those asked for; each word has to be in its place, itself or its translation.
/** @param {any} text @param {string} state @param {string[]} words */
export function isAsked(text, state, words) {
  const fits = STATE_OF[state] || ((one) => one.state === state);
  const said = `${text.context} ${text.source} ${text.text}`.toLowerCase();
  return fits(text) && words.every((word) => said.includes(word));
}

// Write a translation, as values are written; `findings` are what there is to say about it.
/** @param {Game} game @param {Where[]} changes */
export const writeTranslation = (game, changes) =>
  changeBy(
    game,
    "translation",
    changes.map((one) => ({ ...one, value: one.value ?? "", was: one.was ?? "" })),
  );
