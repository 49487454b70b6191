// The files that would be printed, and their pages.

import { html } from "../core/html.js";
import { titleOf } from "../core/places.js";
import { usePrinted, wholePages } from "../core/printing.js";
import { go, link } from "../core/router.js";
import { api, useFetched } from "../core/server.js";
import { plural } from "../core/words.js";
import { Banner, Coming, Empty, Note, Waiting } from "../parts/finding.js";
import { Icon } from "../parts/button.js";
import { Away } from "../parts/export.js";
import { PagePicture } from "../parts/page_picture.js";
import { Screen } from "../parts/screen.js";
import { PageView } from "./flat.js";

const PRODUCTS = [
  ["sheets", "Card sheets"],
  ["boards", "Boards"],
  ["tokens", "Tokens and dice"],
  ["boxes", "Boxes"],
  ["booklets", "Booklets"],
];
const PAPERS = { a4: "A4", letter: "Letter" };
const FOLDS = { fold: "to fold and staple", mini: "to fold from one sheet" };
const NEWS = ["game", "sides", "texts", "ready"];

/** @param {{ game: Game, [more: string]: any }} given */
export function PrintView({ game, rest }) {
  const path = rest.join("/");
  if (!path) return html`<${FilesView} game=${game} />`;
  const [, file, page] = path.match(/^(.*)~(\d+)$/) || [null, path, ""];
  return html`<${FileView} key=${file} game=${game} file=${file} page=${Number(page)} />`;
}

/** @param {Game} game */
function named(game, path) {
  const [id, ...more] = path.split("/").pop().split(".");
  return [titleOf(game, id), ...more.filter((word) => FOLDS[word]).map((word) => FOLDS[word])].join(", ");
}

function paper(file) {
  const [, name] = file.path.match(/\.(a4|letter)\.pdf$/) || [];
  return PAPERS[name] || (file.kind === "booklets" ? "reading order" : "actual size");
}

// Pages to print show what they are made of, which may be broken.
/** @param {{ game: Game, [more: string]: any }} given */
function Outdated({ game }) {
  const broken = Object.values(game.sides).filter((side) => side.e).length;
  if (!game.current || !broken) return html`<${Banner} game=${game} />`;
  return html`<${Note}>${plural(broken, "side")} cannot be drawn. The pages show their last pictures, or blanks.</${Note}>`;
}

/** @param {{ game: Game, [more: string]: any }} given */
function FilesView({ game }) {
  const [files, error] = useFetched(() => api(`games/${game.id}/products`), game, ["game", "ready"], [game.id]);
  const bar = html`<h1>Pages to print</h1>
    <span class="sub">as cardgen build would write them</span>`;
  return html`<${Screen} kind="plainly" titles=${["Pages to print", game.title]} bar=${bar}>
    <div class="files-view"><${Outdated} game=${game} />
      ${!files && html`<${Coming} words="Planning …" error=${error?.message} />`}
      ${
        files &&
        PRODUCTS.map(([kind, title]) => [title, files.filter((file) => file.kind === kind)])
          .filter(([, found]) => found.length)
          .map(
            ([title, found]) =>
              html`<section key=${title}>
                <h2>${title}</h2>
                <ul class="file-list">
                  ${found.map(
                    (file) =>
                      html`<li key=${file.path}>
                        <a href=${link(game.id, "~print", file.path)}
                          ><${Icon} name="sheets" /><span class="name">${named(game, file.path)}</span
                          ><span class="paper">${paper(file)}</span></a
                        ><span class="away"><${Away} game=${game} path=${file.path} /></span>
                      </li>`,
                  )}
                </ul>
              </section>`,
          )
      }
    </div>
  </${Screen}>`;
}

/** @param {{ game: Game, [more: string]: any }} given */
function FileView({ game, file, page }) {
  const [pages, error] = useFetched(() => api(`games/${game.id}/pages`, { path: file }), game, NEWS, [game.id, file]);
  const title = file.split("/").pop();
  const making = html`<${Waiting}>Making the pages …</${Waiting}>`;
  const missing = error ? error.message || "These pages cannot be made." : making;
  usePrinted(() => wholePages(pages), !page && pages?.length > 0);
  const away = html`<span class="away"><${Away} game=${game} path=${file} /></span>`;
  if (page)
    return html`<${PageView}
      game=${game}
      pages=${pages}
      number=${page}
      home=${[title, link(game.id, "~print", file)]}
      to=${(n) => go(game.id, "~print", `${file}~${n}`)}
      missing=${missing}
      away=${away} />`;
  const bar = html`<h1><a href=${link(game.id, "~print")}>Pages to print</a><span class="slash">/</span>${title}</h1>
    <span class="tally">${pages && plural(pages.length, "page")}</span><span class="grow"></span>${away}`;
  return html`<${Screen} kind="desk" titles=${[title, game.title]} bar=${bar}>
    <div class="pages-view"><${Outdated} game=${game} />
      ${error && pages && html`<${Note}>${missing}</${Note}>`}
      ${
        pages
          ? html`<div class="sheet-wall">
              ${pages.map(
                (one, n) =>
                  html`<${PagePicture} key=${n} page=${one} number=${n + 1} href=${link(game.id, "~print", `${file}~${n + 1}`)} />`,
              )}
            </div>`
          : html`<${Empty}>${missing}</${Empty}>`
      }
    </div>
  </${Screen}>`;
}
