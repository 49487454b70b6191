// A row of a table of cards: its picture and id, and a cell for each field.

import { html } from "../core/html.js";
import { link } from "../core/router.js";
import { errorsOf, isFresh, sideOf } from "../core/sides.js";
import { kinds, nice } from "../core/words.js";
import { Icon } from "../parts/button.js";
import { Picture } from "../parts/picture.js";
import { changed } from "../core/store.js";
import { fallbackOf, fieldOf, widthOf } from "./columns.js";
import { Entry } from "./entry.js";
import { said } from "./rich_text.js";

const HIGH = 38; // CSS pixels of a picture
const BROADEST = 44;

/** @param {{ table: Table, card: CardEntry, [more: string]: any }} given */
function Cell({ table: { game, component, form, widths }, card, name, number, row, active, editing, onEdit, onLeave }) {
  const control = fieldOf(form, card, name);
  const given = card.given[name] ?? null;
  const fallback = control ? fallbackOf(form, card, name) : null;
  const shown = given ?? fallback;
  const written = (value) => {
    if (value === null) delete card.given[name];
    else card.given[name] = value;
    changed();
  };
  return html`<div
    role="gridcell"
    class=${kinds("sheet-cell", control ? `k-${control.kind}` : "none", given === null && "default")}
    aria-colindex=${number + 1}
    aria-readonly=${control && !card.made ? undefined : "true"}
    title=${card.made ? `${card.made}: change it there` : undefined}
    tabindex=${active ? 0 : -1}
    data-row=${row}
    data-column=${number}
    data-field=${name}
    style=${{ width: `${widthOf(form, widths, name)}px` }}
    onDblClick=${() => onEdit(number)}>
    ${
      editing
        ? html`<div class="cell-editor">
            <${Entry}
              game=${game}
              where=${{ deck: component.id, card: card.id, field: [name] }}
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

// `active` is the column that has or gets the focus, -1 for none.
/** @param {{ table: Table, item: Item, [more: string]: any }} given */
export function Row({ table, item, number, top, names, active, editing, drag, onChoose, onEdit, onLeave }) {
  const { game, component, form, widths } = table;
  const card = table.cards.get(item.key);
  const chosen = table.chosen.has(item.key);
  const side = sideOf(game, item.face);
  const wide = Math.min(BROADEST, (HIGH * item.width) / item.height);
  const errors = errorsOf(game, item.face, item.name);
  const choose = (event) => {
    event.stopPropagation();
    onChoose(number, event.shiftKey);
  };
  return html`<div
    role="row"
    class=${kinds("sheet-row", chosen && "chosen", errors.length > 0 && "bad", isFresh(side) && "fresh", editing && "editing")}
    aria-rowindex=${number + 2}
    aria-selected=${String(chosen)}
    data-key=${item.key}
    style=${{ transform: `translateY(${top}px)` }}
    ...${editing ? {} : drag?.(item.key)}>
    <div
      role="rowheader"
      class="sheet-cell first"
      aria-colindex="1"
      tabindex=${active === 0 ? 0 : -1}
      data-row=${number}
      data-column="0"
      style=${{ width: `${widthOf(form, widths, "id")}px` }}
      onClick=${(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
        event.preventDefault();
        choose(event);
      }}>
      <input type="checkbox" tabindex="-1" aria-label=${`Select ${item.key}`} checked=${chosen} onClick=${choose} />
      <a href=${link(game.id, component.id, item.key)} tabindex="-1" draggable=${false}
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
    ${
      card &&
      names
        .slice(1)
        .map(
          (name, n) =>
            html`<${Cell}
              key=${name}
              ...${{ table, card, name, onEdit, onLeave }}
              number=${n + 1}
              row=${number}
              active=${active === n + 1}
              editing=${editing && active === n + 1} />`,
        )
    }
  </div>`;
}
