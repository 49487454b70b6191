// A booklet as spreads, as it lies open on the table.

import { html } from "../core/html.js";
import { usePrinted, wholePages } from "../core/printing.js";
import { go, link } from "../core/router.js";
import { settings } from "../core/settings.js";
import { isFresh } from "../core/sides.js";
import { plural } from "../core/words.js";
import { Export } from "../parts/export.js";
import { Banner, Empty, Findings, Reason, Waiting } from "../parts/finding.js";
import { PagePicture } from "../parts/page_picture.js";
import { Screen } from "../parts/screen.js";
import { Sizes } from "../parts/tile.js";
import { PageView } from "./flat.js";

const LAYING = html`<${Waiting}>The pages are being laid out …</${Waiting}>`;

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function BookletView({ game, component, rest }) {
  const text = game.texts[component.id];
  const { pages = null, findings = [], why = "" } = text || {};
  const home = [component.title, link(game.id, component.id)];
  usePrinted(() => wholePages(pages), !rest.length && pages?.length > 0);
  const page = `${component.id}/page-${String(rest[0]).padStart(2, "0")}`;
  if (rest.length)
    return html`<${PageView}
      game=${game}
      pages=${pages}
      number=${Number(rest[0])}
      home=${home}
      to=${(n) => go(game.id, component.id, String(n))}
      missing=${LAYING}
      id=${page}
      on=${`${component.id}/${Number(rest[0])}`}
      away=${html`<${Export} game=${game} component=${component} sides=${[{ id: page, name: "Page" }]} />`} />`;
  const one = (n) =>
    pages[n]
      ? html`<${PagePicture}
          key=${n}
          page=${pages[n]}
          number=${n + 1}
          href=${link(game.id, component.id, String(n + 1))}
          fresh=${isFresh(pages[n])} />`
      : html`<span key=${n} class="page blank"></span>`;
  const spreads = pages ? Array.from({ length: Math.ceil((pages.length + 1) / 2) }, (_, n) => [2 * n - 1, 2 * n]) : [];
  const bar = html`<h1>${component.title}</h1>
    <span class="tally">${pages && plural(pages.length, "page")}</span>
    <div class="sub"><${Reason} what="Laid out again" why=${why} /></div>
    <span class="grow"></span><${Sizes} label="Size of the pages" /><${Export} game=${game} component=${component} />`;
  return html`<${Screen} kind="desk" titles=${[component.title, game.title]} bar=${bar}>
    <div class="spreads" style=${{ "--size": `${settings.size * 1.7}px` }}><${Banner} game=${game} />
      ${findings.length > 0 && html`<div class="problems"><${Findings} found=${findings} /></div>`}
      ${
        pages
          ? html`<div class="book">
              ${spreads.map(([left, right]) => html`<div class="spread" key=${right}>${one(left)}${one(right)}</div>`)}
            </div>`
          : html`<${Empty}>${LAYING}</${Empty}>`
      }
    </div>
  </${Screen}>`;
}
