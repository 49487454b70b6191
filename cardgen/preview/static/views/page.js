// One page of a booklet, or of a file that would be printed, at any size.

import { useCommand } from "../core/commands.js";
import { html, useEffect } from "../core/html.js";
import { usePrinted, wholePages } from "../core/printing.js";
import { NotesBox, Pins, usePins } from "../notes/pins.js";
import { drafted } from "../editing/changes.js";
import { Empty } from "../parts/finding.js";
import { Tool } from "../parts/icon.js";
import { Screen } from "../parts/screen.js";
import { Before, useVersions, Versions } from "../history/versions.js";
import { Lying } from "../parts/stage.js";
import { Mark, useWrittenAt } from "../parts/written_at.js";
import { Writing } from "../writing/panel.js";

// `pages` are all pages, null before they are there; `missing` says what to say then. `home` is
// title and address of what they belong to, `to` goes to another. `id` is that of a page of a booklet;
// only such pages have a history, and notes, by their address `on` in the game. `away` is what stands last in the bar.
/** @param {{ game: Game, [more: string]: any }} given */
export function PageView({ game, pages, number, home: [title, address], to, missing, id = "", on = "", away = null }) {
  const shown = pages?.[number - 1];
  const page = shown && id ? drafted(shown, id) : shown;
  const compare = useVersions(game, id && page ? [[id, page]] : []);
  const written = useWrittenAt(game);
  const notes = usePins(game, on, `${title}, page ${number}`);
  useEffect(written.close, [page?.p]);
  useCommand("close", written.close, Boolean(written.mark));
  usePrinted(() => wholePages([page]), Boolean(page));
  const step = (by) => {
    const next = number + by;
    if (!pages || next < 1 || next > pages.length) return false;
    to(next);
    return true;
  };
  useCommand("previous", () => step(-1));
  useCommand("next", () => step(1));
  const heading = html`<h1><a href=${address}>${title}</a></h1>`;
  if (!page)
    return html`<${Screen} titles=${[title, game.title]} bar=${heading}><${Empty}>${pages ? html`<span>There is no such page. <a class="plain" href=${address}>See all of ${title}</a></span>` : missing}</${Empty}></${Screen}>`;
  const bar = html`<${Tool} icon="left" label="Previous page (←)" onClick=${() => step(-1)} /><${Tool}
      icon="right"
      label="Next page (→)"
      onClick=${() => step(1)} />
    ${heading}<span class="tally">page ${number} of ${pages.length}</span
    ><span class="grow"></span>${id && html`<${Before} compare=${compare} />`}${away}`;
  const { width, height } = page;
  return html`<${Screen} kind="fixed" titles=${[`${title} ${number}`, game.title]} bar=${bar}>
    <div class="board-view">
      <${Versions} compare=${compare} places=${[{ x: 0, y: 0, width, height, name: `Page ${number}` }]} width=${width}
        height=${height} label=${`Page ${number}`} onPick=${(x, y) => written.ask(page.p, "", x, y)} onNote=${on && notes.begin}>
        ${(scale, dots) =>
          html`<${Lying}
              print=${page.p}
              x=${0}
              y=${0}
              width=${width}
              height=${height}
              scale=${scale}
              dots=${dots}
              alt=${`${title}, page ${number}`} /><${Mark} box=${written.mark} scale=${scale} /><${Pins} notes=${notes} scale=${scale} />`}
      </${Versions}>
      ${written.box}<${NotesBox} notes=${notes} />${id && html`<${Writing} game=${game} sides=${[id]} />`}
    </div>
  </${Screen}>`;
}
