// One game: a row of pictures for each part.

import { html, useEffect } from "../core/html.js";
import { isText } from "../core/places.js";
import { link } from "../core/router.js";
import { prioritize } from "../core/server.js";
import { cardsOf, errorsOf, sideOf } from "../core/sides.js";
import { mm, nice, plural } from "../core/words.js";
import { Banner } from "../parts/finding.js";
import { useComparison } from "../history/against.js";
import { DiffNote, DiffTally } from "../history/marks.js";
import { AgainstMenu } from "../history/menu.js";
import { Picture } from "../parts/picture.js";
import { Screen } from "../parts/screen.js";

const TALL = 170; // CSS pixels of a picture, at most
const WIDE = 230;

/** @param {Game} game */
function firstSides(game, c) {
  if (isText(c)) return (game.texts[c.id]?.pages || []).slice(0, 4).map((p) => ({ print: p.p, width: p.width, height: p.height }));
  const { width, height } = c;
  if (c.cards) return c.cards.slice(0, 5).map((card) => ({ side: card.face, name: `${c.id}/${card.id}`, width, height }));
  return (c.sides || []).slice(0, 5).map((s) => ({ side: s.face, name: s.face, width: s.width, height: s.height }));
}

/** @param {Game} game */
function extent(game, c) {
  if (c.cards) {
    const cards = cardsOf(c);
    const designs = c.cards.length !== cards ? plural(c.cards.length, "design") : null;
    return [plural(cards, "card"), designs, `${mm(c.width)} × ${mm(c.height)} mm`].filter(Boolean).join(" · ");
  }
  if (isText(c)) return game.texts[c.id] ? plural(game.texts[c.id].pages.length, "page") : "pages not ready yet";
  if (c.kind === "board") return `board · ${mm(c.width)} × ${mm(c.height)} mm`;
  return `${nice(c.kind)}${c.sides?.length ? ` · ${plural(c.sides.length, "design")}` : ""}`;
}

/** @param {{ game: Game, [more: string]: any }} given */
function One({ game, one }) {
  const high = Math.min(TALL, (WIDE * one.height) / one.width);
  const bad = one.side && errorsOf(game, one.side, one.name).length > 0;
  return html`<${Picture}
    print=${one.side ? sideOf(game, one.side).p : one.print}
    width=${(high * one.width) / one.height}
    class=${bad ? "bad" : ""}
    style=${{ height: `${high}px`, "aspect-ratio": `${one.width} / ${one.height}` }} />`;
}

/** @param {{ game: Game, [more: string]: any }} given */
export function GameView({ game }) {
  const shelves = game.components.filter((c) => c.kind !== "table").map((c) => [c, firstSides(game, c)]);
  const sides = shelves.flatMap(([, ones]) => ones.map((one) => one.side)).filter(Boolean);
  useEffect(() => prioritize(game.id, sides), [sides.join()]);
  const comparison = useComparison(game);
  const bar = html`<h1>${game.title}</h1>
    <span class="sub">${[game.subtitle, game.version && `version ${game.version}`].filter(Boolean).join(" · ")}</span
    ><span class="grow"></span><${AgainstMenu} game=${game} problems />`;
  return html`<${Screen} titles=${[game.title]} kind="plainly" bar=${bar}>
    <div class="shelves"><${Banner} game=${game} /><${DiffNote} game=${game} comparison=${comparison} whole />
      ${shelves.map(
        ([c, ones]) =>
          html`<a class="shelf" key=${c.id} href=${link(game.id, c.id)}>
            <div class="row">${ones.map((one, n) => html`<${One} key=${one.side || n} game=${game} one=${one} />`)}</div>
            <div class="words">
              <h2>${c.title}</h2>
              <p class="facts">${extent(game, c)}</p>
              <${DiffTally} comparison=${comparison} component=${c} />
            </div>
          </a>`,
      )}
    </div>
  </${Screen}>`;
}
