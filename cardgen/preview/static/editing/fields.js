// The fields of a card, to be edited where they stand.

import { cardKey } from "../core/card_keys.js";
import { html, useState } from "../core/html.js";
import { go } from "../core/router.js";
import { settings, toggle } from "../core/settings.js";
import { api, useFetched } from "../core/server.js";
import { kinds, nice, plural } from "../core/words.js";
import { NewPartButton } from "../making/parts.js";
import { Button } from "../parts/button.js";
import { Place } from "../parts/place.js";
import { Acts, open } from "./acts.js";
import { Asking } from "./asking.js";
import { readForm } from "./changes.js";
import { dropKeys, takeKeys } from "./early_keys.js";
import { Entry } from "./entry.js";
import { said } from "./rich_text.js";
import { useSketches } from "./sketching.js";

const WIDE = ["rich", "list", "record"]; // below their names, not beside them

/** @param {{ game: Game, where: Where, form: CardForm, [more: string]: any }} given */
function Field({ game, where, field, form, hit, onTyped }) {
  const { name, control, given, shared, at } = field;
  const place = { ...where, field: [name] };
  const fallback = shared ?? control.default;
  const shown = given ?? fallback ?? null;
  const all = { game, where: place, given, control };
  const entry = () => {
    if (form.made && name === "id") return html`<code class="entry">${given}</code>`;
    if (form.made) return html`<span class="entry fixed">${shown !== null && said(control, shown)}</span>`;
    if (name === "id") return html`<${Asking} ...${all} label="Id" direct onWritten=${(id) => open(game, where.deck, id, "id")} />`;
    const typed = (value, written) => onTyped(place, value, written);
    return html`<${Entry}
      ...${all}
      label=${control.label || nice(name)}
      fallback=${fallback}
      options=${form.options}
      stamp=${form}
      onTyped=${typed} />`;
  };
  return html`<div class=${kinds("field", WIDE.includes(control.kind) && "wide", !at && "default", hit && "hit")} data-field=${name}>
    <span class="label" title=${control.doc}>${control.label || nice(name)}</span>
    ${entry()}
    <span class="line"
      >${settings.source && at && html`<${Place} at=${at} label=${at.cell ? at.cell.split("!").pop() : String(at.line)} />`}</span
    >
  </div>`;
}

// `hits` are the fields that what was clicked on draws on.
/** @param {{ game: Game, [more: string]: any }} given */
export function Fields({ game, deck, card, order, sides, hits = [] }) {
  const key = cardKey(game, deck, card);
  const [form] = useFetched(
    () => readForm(game, () => api(`games/${game.id}/fields`, { deck, card })),
    game,
    ["game", "steps"],
    [game.id, deck, key],
    card,
  );
  const onTyped = useSketches(
    game,
    sides.map((one) => one.id),
  );
  const [isOpen, setOpen] = useState(false); // a new field is among the empty ones
  if (!form) return null;
  const where = { deck, card, key };
  const arrive = (what, id) => (id ? open(game, deck, id, what === "new" && "title") : go(game.id, deck));
  const begin = (isOnItsWay) => (isOnItsWay ? takeKeys() : dropKeys());
  const told = (field) =>
    field.given !== null || field.shared !== null || field.control.required || ["title", "copies"].includes(field.name);
  const row = (field) =>
    html`<${Field} key=${field.name} ...${{ game, where, field, form, onTyped }} hit=${hits.some((one) => one.field === field.name)} />`;
  const useful = (field) => field.name !== "type" || field.control.options.length > 1;
  const rest = form.fields.filter((field) => !told(field) && useful(field));
  return html`<div class="fields" key=${`${deck}/${key}`}>
    <h2>
      Data
      <${Button}
        class="plain switch"
        label="Source"
        hint="Show where each value is written"
        on=${settings.source}
        onClick=${() => toggle("source")} />${settings.source && html`<${Place} at=${form.at} />`}
    </h2>
    <${Acts} ...${{ game, deck, order, arrive, begin }} ids=${[card]} fixed=${form.fixed} made=${form.made} />
    ${form.broken && html`<p class="note">${form.broken}: what you type stays a draft until they are corrected.</p>`}
    ${form.made && html`<p class="note">${form.made}: change it there.</p>`} ${form.fields.filter(told).map(row)}
    ${
      rest.length > 0 &&
      html`<details class="below" open=${isOpen}>
        <summary>${plural(rest.length, "more field")}</summary>
        ${rest.map(row)}
      </details>`
    }
    <${NewPartButton} game=${game} part="field" arrive=${() => setOpen(true)} />
  </div>`;
}
