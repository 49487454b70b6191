// A board or page by itself, at any size: asked about, noted, compared, printed, and written beside.

import { useCommands } from "../core/commands.js";
import { html, useEffect } from "../core/html.js";
import { usePrinted, wholePages } from "../core/printing.js";
import { kinds } from "../core/words.js";
import { Before, useVersions, Versions } from "../history/versions.js";
import { NotesBox, Pins, usePins } from "../notes/pins.js";
import { Screen } from "../parts/screen.js";
import { Lying } from "../parts/stage.js";
import { Mark, useWrittenAt, WrittenAt } from "../parts/written_at.js";
import { Writing } from "../writing/panel.js";

// `shown` is its side, with its size; `id` is empty for what has no history and no text, and `on` for what no notes
// are put on. `about` is the side, if places in it are asked for by that; what was asked goes with another `until`.
// `over` draws what lies over it; `above` stands over the stage.
/** @param {{ game: Game, [more: string]: any }} given */
export function FlatView({ game, shown, until, id, on, about, name, noteTitle, titles, bar, away, above, over, class: kind = "" }) {
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
