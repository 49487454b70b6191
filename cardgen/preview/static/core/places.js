// Where sides, pages and parts of a game are seen, and what they are called.

import { link } from "./router.js";
import { nice } from "./words.js";

// Whether a part is a text, which has pages and no sides.
export const isText = (part) => part?.kind === "booklet" || part?.kind === "leaflet";

/** @param {any} game @returns {Component | undefined} */
export const partOf = (game, id) => game?.components?.find((one) => one.id === id);

/** @param {any} game */
export const titleOf = (game, id) => partOf(game, id)?.title || nice(id);

// A side (`deck/card/face`, `deck/back`, `board/face`), a page (`rules/page-03`), or what notes and rules name
// (`deck/card`, `rules/3`): its part, the address, the title, and words that say as well which side it is.
/** @param {any} game */
export function placeOf(game, name, title = "") {
  const [id, ...rest] = name.split("/");
  const part = partOf(game, id);
  const partTitle = titleOf(game, id);
  const page = /^(?:page-0*)?(\d+)$/.exec(isText(part) || /^page-/.test(rest[0]) ? rest[0] : "")?.[1];
  const back = rest.at(-1) === "back" ? ", back" : "";
  const key = page || rest.slice(0, back || rest.at(-1) === "face" ? -1 : undefined).join("/");
  const href = link(...[game?.id, id, part?.kind === "board" ? "" : key].filter(Boolean));
  if (page) return { part, href, title: `Page ${page}`, words: `${partTitle}, page ${page}` };
  if (!key) return { part, href, title: partTitle, words: partTitle + back };
  const card = part?.cards?.find((one) => one.id === key);
  const called = title || card?.title || (part?.cards ? nice(key) : "");
  return { part, href, title: called || nice(key), words: (called || `${partTitle}, ${nice(key).toLowerCase()}`) + back };
}
