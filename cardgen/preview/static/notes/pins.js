// Notes of playtests: pins on what they are about, and what they say.

import { html, useLayoutEffect, useRef, useState } from "../core/html.js";
import { api, useFetched } from "../core/server.js";
import { kinds } from "../core/words.js";
import { writeNote } from "../editing/changes.js";
import { enter, useCalled, useDraft } from "../editing/drafts.js";
import { Button, Tool } from "../parts/button.js";
import { Place } from "../parts/place.js";
import { boxed } from "../parts/zoom.js";

const NONE = [];
const tenth = (mm) => Math.round(mm * 10) / 10;

/** @param {Game} game @returns {Note[]} */
export const useNotes = (game) => useFetched(() => api(`games/${game.id}/notes`), game, ["game"], [game.id])[0] || NONE;

// The open notes on a card, board or page, whose address in its game is `on`; and one that is being
// written: `begin` puts its pin at a spot of a side, in mm.
/** @param {Game} game */
export function usePins(game, on, title) {
  const [chosen, choose] = useState("");
  const open = useNotes(game).filter((one) => one.on === on && one.state === "open");
  const draft = useDraft(game, { note: on }, `Note on ${title}`);
  const typed = draft.now();
  const begin = (x, y, side = "face") => draft.put(typed?.value ?? "", { ...typed?.was, side, x: tenth(x), y: tenth(y) });
  return { game, on, open, chosen, choose, draft, typed, begin };
}

// Pins on a stage, on a side that lies at `x` and `y`.
export const Pins = ({ notes, side = "face", x = 0, y = 0, scale }) =>
  [...notes.open, notes.typed && { ...notes.typed.was, id: "", text: "not saved yet", number: "+" }]
    .filter((one) => one && one.side === side && one.x !== null && one.y !== null)
    .map(
      (one) =>
        html`<button
          key=${one.id}
          type="button"
          class=${kinds("pin", one.id === notes.chosen && "on")}
          title=${one.text}
          aria-label=${`Note ${one.number}: ${one.text}`}
          style=${boxed({ x: x + one.x, y: y + one.y }, scale)}
          onClick=${() => notes.choose(one.id)}>
          ${one.number}
        </button>`,
    );

/** @param {{ game: Game, note: Note, [more: string]: any }} given */
export function NoteLine({ game, note, on = false }) {
  const draft = useDraft(game, { note: note.id }, `Note ${note.number}`);
  const { id, text, date, state } = note;
  const done = state === "done";
  if (draft.now())
    return html`<li class="note-line" data-note=${id}>
      <${Form} draft=${draft} send=${(next) => writeNote(game, { id, text: next })} />
    </li>`;
  return html`<li class=${kinds("note-line", state, on && "on")} data-note=${id}>
    <span class="pin-number">${note.number}</span>
    <div>
      <p>${text}</p>
      <p class="quiet">${date && `${date} `}<${Place} at=${note.at} /></p>
    </div>
    <${Tool} small icon="pencil" label="Change the note" onClick=${() => draft.put(text, {})} />
    <${Tool}
      small
      icon=${done ? "undo" : "ok"}
      label=${done ? "Open again" : "Done"}
      onClick=${() => writeNote(game, { id, state: done ? "open" : "done" })} />
    <${Tool} small icon="close" label="Delete the note" onClick=${() => writeNote(game, { id })} />
  </li>`;
}

// What a note says, as a draft: its text, and what more is known of a new one. `send` writes it.
function Form({ draft, send, dated = false }) {
  const home = useRef(null);
  const typed = draft.now();
  useCalled(draft.name, home);
  useLayoutEffect(() => enter(home.current), [typed.was.x, typed.was.y]);
  const sending = useRef(false);
  const save = async () => {
    const text = typed.value.trim();
    if (sending.current || !text) return;
    sending.current = true;
    if (await send(text)) draft.drop();
    sending.current = false;
  };
  const keys = (event) => {
    if (event.key === "Escape") draft.drop();
    else if (event.key === "Enter" && !event.shiftKey && event.target.matches("textarea")) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class="note-form" ref=${home} onKeyDown=${keys}>
    <textarea
      rows="3"
      aria-label="Note"
      placeholder="Text of the note"
      value=${typed.value}
      onInput=${(event) => draft.put(event.target.value, typed.was)}></textarea>
    ${
      dated &&
      html`<input
        type="date"
        aria-label="Date of the playtest"
        value=${typed.was.date}
        onChange=${(event) => draft.put(typed.value, { ...typed.was, date: event.target.value })} />`
    }
    <${Button} label="Save note" onClick=${save} /><${Button} label="Cancel" onClick=${() => draft.drop()} />
  </div>`;
}

function NewNote({ notes: { game, on, draft, typed } }) {
  const { date, ...spot } = typed.was;
  return html`<${Form} draft=${draft} send=${(text) => writeNote(game, { on, ...spot, text, ...(date && { date }) })} dated />`;
}

// What the notes say, and the form for a new one.
export const NotesHere = ({ notes }) =>
  (notes.open.length > 0 || notes.typed) &&
  html`<section class="notes-here">
    <h2>Notes</h2>
    <ul>
      ${notes.open.map((one) => html`<${NoteLine} key=${one.id} game=${notes.game} note=${one} on=${one.id === notes.chosen} />`)}
    </ul>
    ${notes.typed && html`<${NewNote} notes=${notes} />`}
  </section>`;

// The same over a board or page, once a pin is asked for.
export const NotesBox = ({ notes }) =>
  (notes.typed || notes.open.some((one) => one.id === notes.chosen)) &&
  html`<div class="source-box notes-box">
    ${!notes.typed && html`<${Tool} small icon="close" label="Close" class="shut" onClick=${() => notes.choose("")} />`}
    <${NotesHere} notes=${notes} />
  </div>`;
