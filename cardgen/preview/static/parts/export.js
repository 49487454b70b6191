// Pictures and files of what is shown, to be copied, saved, opened or printed.

import { useCommands } from "../core/commands.js";
import { html, useId, useState } from "../core/html.js";
import { isText } from "../core/places.js";
import { link } from "../core/router.js";
import { api, useFetched } from "../core/server.js";
import { remember, settings } from "../core/settings.js";
import { copyPicture, DENSITIES, fileOf, openFile, pictureOf, save } from "../core/taking.js";
import { print } from "../core/printing.js";
import { plural } from "../core/words.js";
import { Button, Icon, Tool } from "./button.js";
import { Popover } from "./popover.js";

const PAPERS = { a4: "A4", letter: "Letter" };

const paperOf = (path) => path.match(/\.([^.]+)\.pdf$/)?.[1];

// A choice of a few; each is a radio button.
function Choice({ name, of, value, choose }) {
  const id = useId();
  return html`<fieldset class="choice">
    <legend>${name}</legend>
    ${of.map(
      ([one, words]) =>
        html`<label key=${one}>
          <input type="radio" name=${id} checked=${one === value} onChange=${() => choose(one)} /><span>${words}</span></label
        >`,
    )}
  </fieldset>`;
}

/** @param {{ game: Game, [more: string]: any }} given */
function Pictures({ game, sides, bleed, side, choose }) {
  const { dpi, withBleed } = settings.picture;
  const put = (changes) => remember({ picture: { ...settings.picture, ...changes } });
  return html`<section>
    <h2>Picture</h2>
    ${sides.length > 1 && html`<${Choice} name="Side" of=${sides.map((one) => [one.id, one.name])} value=${side} choose=${choose} />`}
    <${Choice} name="Dots per inch" of=${DENSITIES.map((one) => [one, String(one)])} value=${dpi} choose=${(one) => put({ dpi: one })} />
    ${
      bleed &&
      html`<label class="check"
        ><input type="checkbox" checked=${withBleed} onChange=${(event) => put({ withBleed: event.target.checked })} />With bleed</label
      >`
    }
    <div class="acts">
      <${Button} label="Copy picture" hint="At 300 dpi" command="take.copy" />
      <${Button} label="Save picture" hint="As PNG" command="take.save" />
    </div>
  </section>`;
}

// Open or save a file itself.
/** @param {{ game: Game, [more: string]: any }} given */
export const Away = ({ game, path }) =>
  html`<a class="tool" href=${openFile(game, path)} target="_blank" title=${`Open ${path}`} aria-label=${`Open ${path}`}
      ><${Icon} name="open" /></a
    ><${Tool} icon="take" label=${`Save ${path}`} onClick=${() => save(fileOf(game, path))} />`;

// The files of a part, with the pages on which a side stands.
/** @param {{ game: Game, [more: string]: any }} given */
function Files({ game, files, error }) {
  if (!files) return html`<p class="quiet">${error ? error.message : "Planning …"}</p>`;
  if (!files.length) return html`<p class="quiet">No file to print contains this.</p>`;
  return html`<ul class="to-print">
    ${files.map(
      (file) =>
        html`<li key=${file.path}>
          <a class="name" href=${link(game.id, "~print", file.on?.length ? `${file.path}~${file.on[0]}` : file.path)}
            >${file.path.split("/").pop()}</a
          >
          <span class="n">${file.on?.length > 0 && `${file.on.length === 1 ? "page" : "pages"} ${listed(file.on)}`}</span>
          <${Away} game=${game} path=${file.path} />
        </li>`,
    )}
  </ul>`;
}

const listed = (pages) => (pages.length > 3 ? `${pages.slice(0, 3).join(", ")} …` : pages.join(", "));

// A PDF of some cards alone, on the papers of their deck.
/** @param {{ game: Game, component: Component, [more: string]: any }} given */
function Chosen({ game, component, cards, picked, files }) {
  const papers = [...new Set((files || []).map((file) => paperOf(file.path)).filter(Boolean))];
  if (!papers.length) return null;
  const words = cards.length === 1 ? "Only this card" : `The ${plural(cards.length, "design")} ${picked ? "picked" : "shown"}`;
  return html`<div class="alone">
    <span>${words}</span>${papers.map(
      (paper) =>
        html`<${Button}
          key=${paper}
          label=${PAPERS[paper] || paper}
          hint=${`${words} on ${PAPERS[paper] || paper}, as PDF`}
          onClick=${() => save(`games/${game.id}/sheet`, { deck: component.id, cards, paper })} />`,
    )}
  </div>`;
}

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
function Panel({ game, component, sides, bleed, cards, picked, side, choose, close }) {
  const given = { of: component.id, ...(sides.length && !isText(component) ? { side } : {}) };
  const [files, error] = useFetched(() => api(`games/${game.id}/files`, given), game, ["ready"], [game.id, component.id, side]);
  const printed = () => {
    close();
    print();
  };
  return html`${sides.length > 0 && html`<${Pictures} game=${game} sides=${sides} bleed=${bleed} side=${side} choose=${choose} />`}
    <section>
      <h2>Files to print</h2>
      <${Files} game=${game} files=${files} error=${error} />
      ${cards?.length > 0 && html`<${Chosen} game=${game} component=${component} cards=${cards} picked=${picked} files=${files} />`}
    </section>
    <div class="acts">
      <${Button} icon="print" label="Print this view" onClick=${printed} />
    </div>`;
}

// `sides` are those that may be taken as pictures: id and name; `cards` the ids of those that may be
// printed alone.
/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function Export({ game, component, sides = [], bleed = false, cards = null, picked = false }) {
  const [asked, choose] = useState("");
  const side = sides.some((one) => one.id === asked) ? asked : sides[0]?.id || "";
  const { dpi, withBleed } = settings.picture;
  useCommands({
    "take.copy": side && (() => copyPicture(game, side, bleed && withBleed)),
    "take.save": side && (() => save(pictureOf(game, side, dpi, bleed && withBleed))),
  });
  return html`<${Popover} label="Export" icon="take" command="take">
    ${(close) => html`<${Panel} ...${{ game, component, sides, bleed, cards, picked, side, choose, close }} />`}
  </${Popover}>`;
}
