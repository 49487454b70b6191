// One page of a booklet, or of a file that would be printed.

import { useCommands } from "../core/commands.js";
import { html } from "../core/html.js";
import { drafted } from "../editing/changes.js";
import { Tool } from "../parts/button.js";
import { Bare } from "../parts/screen.js";
import { FlatView } from "./flat.js";

// `pages` are all pages, null before they are there; `missing` says what to say then. `home` is
// title and address of what they belong to, `to` goes to another. `id` is that of a page of a booklet;
// only such pages have a history, and notes, by their address `on` in the game. `away` is what stands last in the bar.
/** @param {{ game: Game, [more: string]: any }} given */
export function PageView({ game, pages, number, home: [title, address], to, missing, id = "", on = "", away = null }) {
  const saved = pages?.[number - 1];
  const step = (by) => () => {
    const next = number + by;
    if (!pages || next < 1 || next > pages.length) return false;
    to(next);
    return true;
  };
  useCommands({ previous: step(-1), next: step(1) });
  const heading = html`<a href=${address}>${title}</a>`;
  const none = html`<span>There is no such page. <a class="plain" href=${address}>See all of ${title}</a></span>`;
  if (!saved) return html`<${Bare} title=${heading} titles=${[title, game.title]}>${pages ? none : missing}</${Bare}>`;
  const shown = id ? drafted(saved, id) : saved;
  const bar = html`<${Tool} icon="left" label="Previous page" command="previous" /><${Tool} icon="right" label="Next page" command="next" />
    <h1>${heading}</h1>
    <span class="tally">page ${number} of ${pages.length}</span>`;
  return html`<${FlatView}
    ...${{ game, shown, id, on, bar, away }}
    until=${shown.p}
    about=""
    name=${`Page ${number}`}
    noteTitle=${`${title}, page ${number}`}
    titles=${[`${title} ${number}`, game.title]} />`;
}
