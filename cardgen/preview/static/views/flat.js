// A board, or one page of a booklet or of a file that would be printed, at any size: asked about, noted, compared,
// printed, and written beside.

import { useCommands } from "../core/commands.js";
import { html, useEffect } from "../core/html.js";
import { usePrinted, wholePages } from "../core/printing.js";
import { api, prioritize, useFetched } from "../core/server.js";
import { errorsOf, isFresh, sideOf } from "../core/sides.js";
import { kinds, mm } from "../core/words.js";
import { drafted } from "../editing/changes.js";
import { Before, useVersions, Versions } from "../history/versions.js";
import { NotesBox, Pins, usePins } from "../notes/pins.js";
import { Tool } from "../parts/button.js";
import { Export } from "../parts/export.js";
import { Banner, Findings, Reason } from "../parts/finding.js";
import { Bare, Screen } from "../parts/screen.js";
import { Lying } from "../parts/stage.js";
import { Mark, useWrittenAt, WrittenAt } from "../parts/written_at.js";
import { Movable } from "../writing/box.js";
import { Writing } from "../writing/panel.js";

// `shown` is its side, with its size; `id` is empty for what has no history and no text, and `on` for what no notes
// are put on. `about` is the side, if places in it are asked for by that; what was asked goes with another `until`.
// `over` draws what lies over it; `above` stands over the stage.
/** @param {{ game: Game, [more: string]: any }} given */
function FlatView({ game, shown, until, id, on, about, name, noteTitle, titles, bar, away, above, over, class: kind = "" }) {
  const compare = useVersions(game, id ? [[id, shown]] : []);
  const written = useWrittenAt(game);
  const notes = usePins(game, on, noteTitle);
  const { p, width, height } = shown;
  const size = { x: 0, y: 0, width, height };
  const ask = (x, y) => p && written.ask(p, about, x, y);
  useEffect(() => written.settle(), [until]);
  useCommands({ close: written.found && written.close });
  usePrinted(() => wholePages([shown]), Boolean(p));
  const whole = html`${bar}<span class="grow"></span>${id && html`<${Before} compare=${compare} />`}${away}`;
  return html`<${Screen} kind="fixed" titles=${titles} bar=${whole}>
    <div class=${kinds("board-view", kind)} data-side=${id || undefined}>
      <${Versions} compare=${compare} places=${[{ ...size, name }]} width=${width} height=${height} label=${name}
        onPick=${ask} onNote=${on && notes.begin}>
        ${(scale, dots) =>
          html`<${Lying} print=${p} ...${{ ...size, scale, dots }} alt=${name} />
            <${Mark} box=${written.found?.box} scale=${scale} /><${Pins} notes=${notes} scale=${scale} />${over?.(written, ask, scale)}`}
      </${Versions}>
      ${above}<${WrittenAt} written=${written} /><${NotesBox} notes=${notes} />${id && html`<${Writing} game=${game} sides=${[id]} />`}
    </div>
  </${Screen}>`;
}

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function BoardView({ game, component }) {
  const { face: id } = component.sides[0];
  const { width, height, title } = component;
  const saved = sideOf(game, id);
  const side = drafted(saved, id);
  const errors = errorsOf(game, id, id);
  const [known] = useFetched(() => api(`games/${game.id}/side`, { side: id }), game, ["sides"], [game.id, id]);
  useEffect(() => prioritize(game.id, [id]), [id]);
  const bar = html`<h1>${title}</h1>
    <span class="tally">${mm(width)} × ${mm(height)} mm</span>
    <div class="sub"><${Reason} what="Redrawn" why=${known?.why} /></div>`;
  const over = (written, pick, scale) =>
    written.found?.stamp &&
    html`<${Movable}
      ...${{ game, scale, pick }}
      side=${id}
      p=${saved.p}
      stamp=${written.found.stamp}
      area=${component}
      select=${written.select} />`;
  return html`<${FlatView}
    ...${{ game, id, bar, over }}
    until=${saved.p}
    shown=${{ ...side, width, height }}
    on=${component.id}
    about=${id}
    name=${title}
    noteTitle=${title}
    titles=${[title, game.title]}
    class=${kinds(side.s && !side.p && !errors.length && "waiting", isFresh(side) && "fresh")}
    away=${html`<${Export} game=${game} component=${component} sides=${[{ id, name: "Face" }]} bleed=${component.bleed.some(Boolean)} />`}
    above=${html`<div class="problems above"><${Banner} game=${game} /><${Findings} found=${errors} /></div>`} />`;
}

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
