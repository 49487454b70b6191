// The notes of a game, by what they are on: to be looked for, done, and printed.

import { html, useEffect } from "../core/html.js";
import { print, PrintedPicture, usePrinted } from "../core/printing.js";
import { isText, placeOf, titleOf } from "../core/places.js";
import { prioritize } from "../core/server.js";
import { items, sideOf } from "../core/sides.js";
import { plural } from "../core/words.js";
import { NoteLine, useNotes } from "../notes/pins.js";
import { Search, useAsked } from "../parts/asked.js";
import { Banner, Empty } from "../parts/finding.js";
import { Select, Tool } from "../parts/button.js";
import { Picture } from "../parts/picture.js";
import { Screen } from "../parts/screen.js";

const WIDE = 150; // CSS pixels of a picture, and mm on paper
const WIDE_PAPER = 45;
const STATES = { open: "Open", done: "Done", all: "All" };

// What notes are on: its title, its address, and its picture, if there is one; `gone` where it is not there any more.
/** @param {Game} game @param {string} on @param {string} side @returns {any} */
function subject(game, on, side) {
  const { part, href, title } = placeOf(game, on);
  const [id, ...rest] = on.split("/");
  const key = rest.join("/");
  const home = { title, href, part: key ? `${part?.title || id} · ${key}` : "" };
  const pages = game.texts[id]?.pages;
  if (isText(part) && key && (!pages || pages[Number(key) - 1])) return { ...home, ...pages?.[Number(key) - 1] };
  const item = part?.kind === "board" ? { ...part, ...part.sides[0] } : part && items(part).find((one) => one.key === key);
  const shown = item && (side === "back" ? item.back : item.face);
  if (shown) return { ...home, side: shown, p: sideOf(game, shown).p, width: item.width, height: item.height };
  return part && !key ? home : { ...home, title: on, gone: true };
}

/** @param {{ game: Game, notes: Note[], [more: string]: any }} given */
function Group({ game, notes, paper = false }) {
  const [{ on, side }] = notes;
  const one = subject(game, on, side);
  const wide = paper ? `${WIDE_PAPER}mm` : `${WIDE}px`;
  return html`<section class="note-group">
    ${
      one.width &&
      html`<div class="pinned" style=${{ width: wide, "aspect-ratio": `${one.width} / ${one.height}` }}>
        ${
          paper
            ? one.p && html`<${PrintedPicture} p=${one.p} width=${WIDE_PAPER} ratio=${one.width / one.height} />`
            : html`<${Picture} print=${one.p} width=${WIDE} />`
        }
        ${notes
          .filter((note) => note.x !== null && note.y !== null)
          .map(({ id, x, y, number }) => {
            const place = { left: `${(100 * x) / one.width}%`, top: `${(100 * y) / one.height}%` };
            return html`<span key=${id} class="pin" style=${place}>${number}</span>`;
          })}
      </div>`
    }
    <div class="said">
      <h2>
        ${one.gone ? html`<code>${on}</code>` : html`<a href=${one.href}>${one.title}</a>`}<small
          >${one.part}${side === "back" && ", back"}</small
        >
      </h2>
      ${one.gone && html`<p class="quiet">No longer in the game.</p>`}
      <ul>
        ${notes.map((note) => html`<${NoteLine} key=${note.id} game=${game} note=${note} />`)}
      </ul>
    </div>
  </section>`;
}

/** @param {{ game: Game }} given */
export function NotesView({ game }) {
  const all = useNotes(game);
  const [asked, ask] = useAsked(`${game.id}/~notes`);
  const { state: [state] = ["open"], part: [part] = [""] } = asked.picked;
  const pick = (name) => (value) => ask({ picked: { ...asked.picked, [name]: [value] } });
  const words = asked.query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = all.filter(
    (one) =>
      (state === "all" || one.state === state) &&
      (!part || one.on.split("/")[0] === part) &&
      words.every((word) => `${one.text} ${one.on} ${one.date} ${subject(game, one.on, one.side).title}`.toLowerCase().includes(word)),
  );
  const groups = [...Map.groupBy(shown, (one) => `${one.on} ${one.side}`)];
  const sides = groups.map(([, [one]]) => subject(game, one.on, one.side).side).filter(Boolean);
  useEffect(() => prioritize(game.id, sides), [sides.join()]);
  usePrinted(
    () => ({
      content: html`<section class="printed-notes">
        <h1>Notes<small>${game.title}</small></h1>
        ${groups.map(([key, notes]) => html`<${Group} key=${key} game=${game} notes=${notes} paper />`)}
      </section>`,
    }),
    shown.length > 0,
  );
  const parts = [...new Set(all.map((one) => one.on.split("/")[0]))].map((id) => [id, titleOf(game, id)]);
  const bar = html`<h1>Notes</h1>
    <span class="tally" aria-live="polite">${plural(shown.length, "note")}</span><span class="grow"></span>
    <${Search} asked=${asked} ask=${ask} label="Search notes" />
    <${Select} label="State" of=${Object.entries(STATES)} value=${state} choose=${pick("state")} />
    <${Select} label="Part" of=${[["", "All parts"], ...parts]} value=${part} choose=${pick("part")} />
    ${shown.length > 0 && html`<${Tool} icon="print" label="Print the notes" onClick=${print} />`}`;
  return html`<${Screen} kind="plainly" titles=${["Notes", game.title]} bar=${bar}>
    <div class="notes-view"><${Banner} game=${game} />
      ${groups.map(([key, notes]) => html`<${Group} key=${key} game=${game} notes=${notes} />`)}
      ${
        !shown.length &&
        html`<${Empty}>${
          all.length
            ? "No note matches."
            : "No notes yet. On a card, board or page, press N at a spot, or the pin in its tools, to write down what you noticed in a playtest."
        }</${Empty}>`
      }
    </div>
  </${Screen}>`;
}
