// A card in the language of the game and in that of the translation.

import { html, useEffect, useRef, useState } from "../core/html.js";
import { partOf, placeOf } from "../core/places.js";
import { prioritize, send } from "../core/server.js";
import { items, sideOf } from "../core/sides.js";
import { Faults, Findings, Waiting } from "../parts/finding.js";
import { Picture } from "../parts/picture.js";

const REST = 200; // milliseconds without a key before a card is drawn
const WIDE = 220; // CSS pixels of a picture

// The sides of a card that its own texts may be on.
/** @param {Game} game */
function sidesOf(game, name) {
  const [id, ...key] = name.split("/");
  const part = partOf(game, id);
  const item = part && items(part).find((one) => one.key === key.join("/"));
  if (!item) return { sides: [], item };
  return { sides: [item.face, item.back].filter((one) => one?.startsWith(`${name}/`)), item };
}

// What sides look like in a language, with what is being typed of a text, drawn by the server. One request is
// under way at a time. The server forgets the language when nobody looks at it any more.
/** @param {Game} game @param {string[]} sides */
function useDrawn(game, language, sides, typed, stamp) {
  const [drawn, setDrawn] = useState({ sides: {}, faults: [] });
  const now = useRef({ asking: false, next: null, there: true });
  const leave = () => send(`games/${game.id}/translation/leave`, {}, { keepalive: true }).catch(() => {});
  async function ask(what) {
    const here = now.current;
    here.next = what;
    if (here.asking) return;
    here.asking = true;
    while (here.next && here.there) {
      const asked = here.next;
      here.next = null;
      const answer = await send(`games/${game.id}/translation/cards`, asked).catch(() => null);
      if (answer && here.there) setDrawn(answer);
    }
    here.asking = false;
    if (!here.there) leave();
  }
  useEffect(() => {
    if (!sides.length) return undefined;
    prioritize(game.id, sides);
    const timer = setTimeout(() => ask({ changes: [{ language, ...typed }], sides }), REST);
    return () => clearTimeout(timer);
  }, [language, sides.join(), JSON.stringify(typed), stamp]);
  useEffect(() => {
    const here = now.current;
    here.there = true;
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      here.there = false;
      if (!here.asking) leave();
    };
  }, [game.id, language]);
  return drawn;
}

/** @param {{ game: Game, [more: string]: any }} given */
export function CardBeside({ game, language, source, card, typed, stamp }) {
  const { sides, item } = sidesOf(game, card);
  const drawn = useDrawn(game, language, sides, typed, stamp);
  if (!item)
    return html`<aside class="beside-texts quiet" aria-label="The card">
      <p>Select a text of a card to see the card in both languages.</p>
    </aside>`;
  const picture = (print, lang) =>
    html`<figure style=${{ "aspect-ratio": `${item.width} / ${item.height}` }}>
      <${Picture} print=${print} width=${WIDE} alt=${`${item.title}, ${lang}`} />
    </figure>`;
  const found = sides.flatMap((id) => drawn.sides[id]?.findings || []);
  const waits = !drawn.faults.length && sides.some((id) => !drawn.sides[id]);
  return html`<aside class="beside-texts" aria-label="The card">
    <h2><a href=${placeOf(game, card).href}>${item.title}</a></h2>
    ${sides.map(
      (id) => html`<div key=${id} class="both">${picture(sideOf(game, id).p, source)} ${picture(drawn.sides[id]?.p, language)}</div>`,
    )}
    <p class="both quiet" aria-hidden="true"><span>${source}</span><span>${language}</span></p>
    ${waits && html`<p class="quiet"><${Waiting}>Drawing …</${Waiting}></p>`}
    <${Faults} faults=${drawn.faults} /><${Findings} found=${found} />
  </aside>`;
}
