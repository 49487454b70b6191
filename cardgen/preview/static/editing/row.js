// A row of a table of cards: its picture and id, and a cell for each field.

import { html } from "../core/html.js";
import { link } from "../core/router.js";
import { errorsOf, isFresh, sideOf } from "../core/sides.js";
import { nice } from "../core/words.js";
import { Icon } from "../parts/icon.js";
import { Picture } from "../parts/picture.js";
import { changed } from "../core/store.js";
import { fallbackOf, fieldOf, widthOf } from "./columns.js";
import { Entry } from "./entry.js";
import { said } from "./said.js";

const HIGH = 38; // CSS pixels of a picture
const BROADEST = 44;

/** @param {{ game: Game, component: Component, form: DeckForm, [more: string]: any }} given */
function Cell({ game, component, form, card, name, number, row, width, active, editing, onEdit, onLeave }) {
  const control = fieldOf(form, card, name);
  const given = card.given[name] ?? null;
  const fallback = control ? fallbackOf(form, card, name) : null;
  const shown = given ?? fallback;
  const kinds = ["sheet-cell", control ? `k-${control.kind}` : "none", given === null ? "default" : ""];
  const where = { deck: component.id, card: card.id, field: [name] };
  const written = (value) => {
    if (value === null) delete card.given[name];
    else card.given[name] = value;
    changed();
  };
  return html`<div
    role="gridcell"
    class=${kinds.filter(Boolean).join(" ")}
    aria-colindex=${number + 1}
    aria-readonly=${control && !card.made ? undefined : "true"}
    title=${card.made ? `${card.made}: change it there` : undefined}
    tabindex=${active ? 0 : -1}
    data-row=${row}
    data-column=${number}
    data-field=${name}
    style=${{ width: `${width}px` }}
    onDblClick=${() => onEdit(number)}>
    ${
      editing
        ? html`<div class="cell-editor">
            <${Entry}
              game=${game}
              where=${where}
              given=${given}
              label=${`${nice(name)} of ${card.id}`}
              control=${control}
              fallback=${fallback}
              options=${form.options}
              stamp=${form}
              onWritten=${written}
              onLeave=${onLeave}
              autofocus />
          </div>`
        : html`<span class="value">${control && shown !== null ? said(control, shown) : ""}</span>`
    }
  </div>`;
}

/** @param {{ game: Game, component: Component, form: DeckForm, item: Item, [more: string]: any }} given */
export function Row({ game, component, form, card, item, number, top, names, widths, active, editing, chosen, onChoose, onEdit, onLeave }) {
  const side = sideOf(game, item.face);
  const wide = Math.min(BROADEST, (HIGH * item.width) / item.height);
  const errors = errorsOf(game, item.face, item.name);
  const kinds = ["sheet-row", chosen ? "chosen" : "", errors.length ? "bad" : "", isFresh(side) ? "fresh" : "", editing ? "editing" : ""];
  return html`<div
    role="row"
    class=${kinds.filter(Boolean).join(" ")}
    aria-rowindex=${number + 2}
    aria-selected=${String(chosen)}
    data-key=${item.key}
    style=${{ transform: `translateY(${top}px)` }}>
    <div
      role="rowheader"
      class="sheet-cell first"
      aria-colindex="1"
      tabindex=${active === 0 ? 0 : -1}
      data-row=${number}
      data-column="0"
      style=${{ width: `${widthOf(form, widths, "id")}px` }}
      onClick=${(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) {
          event.preventDefault();
          onChoose(number, event.shiftKey);
        }
      }}>
      <input
        type="checkbox"
        tabindex="-1"
        aria-label=${`Select ${item.key}`}
        checked=${chosen}
        onClick=${(event) => {
          event.stopPropagation();
          onChoose(number, event.shiftKey);
        }} />
      <a href=${link(game.id, component.id, item.key)} tabindex="-1"
        ><span class="thumb" style=${{ width: `${BROADEST}px` }}
          ><${Picture} print=${side.p} width=${wide} style=${{ width: `${wide}px`, "aspect-ratio": `${item.width} / ${item.height}` }}
        /></span>
        <span class="name">${item.key}</span></a
      >
      ${
        errors.length > 0 &&
        html`<span class="problem" title=${errors[0].message}
          ><${Icon} name="error" /><span class="unseen">${errors[0].message}</span></span
        >`
      }
    </div>
    ${names
      .slice(1)
      .map(
        (name, n) =>
          card &&
          html`<${Cell}
            key=${name}
            game=${game}
            component=${component}
            form=${form}
            card=${card}
            name=${name}
            number=${n + 1}
            row=${number}
            width=${widthOf(form, widths, name)}
            active=${active === n + 1}
            editing=${editing && active === n + 1}
            onEdit=${onEdit}
            onLeave=${onLeave} />`,
      )}
  </div>`;
}
