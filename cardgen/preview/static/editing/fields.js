// The fields of a card, to be edited where they stand.

import { useFetched } from "../core/fetched.js";
import { html } from "../core/html.js";
import { go } from "../core/router.js";
import { api } from "../core/server.js";
import { nice, plural } from "../core/words.js";
import { Place } from "../parts/place.js";
import { Acts, open } from "./acts.js";
import { Asking } from "./asking.js";
import { Entry } from "./entry.js";
import { said } from "./said.js";
import { useSketches } from "./sketching.js";

const WIDE = ["rich", "list", "record"]; // below their names, not beside them

/** @param {{ game: Game, where: Where, form: CardForm, [more: string]: any }} given */
function Field({ game, where, field, form, hit, onTyped }) {
  const { name, control, given, shared, at } = field;
  const place = { ...where, field: [name] };
  const fallback = shared ?? control.default;
  const kinds = ["field", WIDE.includes(control.kind) ? "wide" : "", at ? "" : "default", hit ? "hit" : ""];
  return html`<div class=${kinds.filter(Boolean).join(" ")} data-field=${name}>
    <span class="label" title=${control.doc}>${nice(name)}</span>
    ${
      name === "id"
        ? form.made
          ? html`<code class="entry">${given}</code>`
          : html`<${Asking}
              game=${game}
              where=${place}
              given=${given}
              label="Id"
              control=${control}
              onWritten=${(id) => open(game, where.deck, id, "id")} />`
        : form.made
          ? html`<span class="entry fixed">${(given ?? fallback ?? null) !== null && said(control, given ?? fallback)}</span>`
          : html`<${Entry}
              game=${game}
              where=${place}
              given=${given}
              label=${nice(name)}
              control=${control}
              fallback=${fallback}
              options=${form.options}
              stamp=${form}
              onTyped=${(value, written) => onTyped(place, value, written)} />`
    }
    <span class="line">${at && html`<${Place} at=${at} label=${at.cell ? at.cell.split("!").pop() : String(at.line)} />`}</span>
  </div>`;
}

// `hits` are the fields that what was clicked on draws on.
/** @param {{ game: Game, [more: string]: any }} given */
export function Fields({ game, deck, card, order, sides, hits = [], empty = null }) {
  const [form] = useFetched(() => api(`games/${game.id}/fields`, { deck, card }), game, ["game"], [game.id, deck, card]);
  const onTyped = useSketches(
    game,
    sides.map((one) => one.id),
  );
  if (!form) return empty;
  const where = { deck, card };
  const told = (field) =>
    field.given !== null || field.shared !== null || field.control.required || ["title", "copies"].includes(field.name);
  const row = (field) =>
    html`<${Field}
      key=${field.name}
      game=${game}
      where=${where}
      field=${field}
      form=${form}
      onTyped=${onTyped}
      hit=${hits.some((one) => one.field === field.name)} />`;
  const rest = form.fields.filter((field) => !told(field));
  return html`<div class="fields" key=${`${deck}/${card}`}>
    <h2>Data<${Place} at=${form.at} /></h2>
    <${Acts}
      game=${game}
      deck=${deck}
      ids=${[card]}
      order=${order}
      fixed=${form.fixed}
      made=${form.made}
      arrive=${(what, id) => (id ? open(game, deck, id, what === "new" && "title") : go(game.id, deck))} />
    ${form.made && html`<p class="note">${form.made}: change it there.</p>`} ${form.fields.filter(told).map(row)}
    ${
      rest.length > 0 &&
      html`<details class="below">
        <summary>${plural(rest.length, "more field")}</summary>
        ${rest.map(row)}
      </details>`
    }
  </div>`;
}
