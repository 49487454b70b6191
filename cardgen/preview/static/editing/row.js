// A row of a table of cards: its picture and id, and a cell for each field.

import { html } from "../core/html.js";
import { link } from "../core/router.js";
import { errorsOf, isFresh, sideOf } from "../core/sides.js";
import { kinds, nice } from "../core/words.js";
import { Icon, Tool } from "../parts/button.js";
import { Picture } from "../parts/picture.js";
import { parseCell } from "./cells.js";
import { newest } from "./changes.js";
import { fallbackOf, fieldOf, widthOf } from "./columns.js";
import { draftOf } from "./drafts.js";
import { Entry } from "./entry.js";
import { said } from "./rich_text.js";

const HIGH = 38; // CSS pixels of a picture
const BROADEST = 44;

const OPENED = ["list", "record", "paint"]; // kinds whose own control is better than a text

/** @param {{ table: Table, card: CardEntry, [more: string]: any }} given */
function Cell({ table, card, name, number, row, active, picked, editing, begun, onEdit, onLeave, onRefused }) {
  const { game, component, form, widths } = table;
  const control = fieldOf(form, card, name);
  const where = { deck: component.id, card: card.id, key: card.key, field: [name] };
  const given = control ? newest(game, where, card.given[name], form.seen) : null;
  const fallback = control ? fallbackOf(form, card, name) : null;
  const draft = draftOf(game, where);
  const value = draft ? draft.value : given;
  const shown = value ?? fallback;
  const isTyped = editing === "type" && !OPENED.includes(control?.kind);
  const typed = isTyped && control.kind !== "rich"; // a number's own control would count with the arrows
  return html`<div
    role="gridcell"
    class=${kinds("sheet-cell", control ? `k-${control.kind}` : "none", value === null && "default", picked && "in-range", draft && "unsaved-cell")}
    aria-colindex=${number + 1}
    aria-readonly=${control && !card.made ? undefined : "true"}
    aria-selected=${picked ? "true" : undefined}
    title=${card.made ? `${card.made}: change it there` : draft ? "Not saved" : undefined}
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
              where=${where}
              given=${card.given[name] ?? null}
              label=${`${control.label || nice(name)} of ${card.id}`}
              control=${typed ? { ...control, kind: "text", options: undefined } : control}
              fallback=${fallback}
              options=${typed ? {} : form.options}
              parse=${isTyped ? (words) => parseCell(control, String(words ?? ""), form.options) : undefined}
              arrows=${isTyped}
              begun=${begun}
              stamp=${form}
              onLeave=${onLeave}
              onRefused=${() => onRefused(card.key, number)}
              autofocus />
          </div>`
        : html`<span class="value">${control && shown !== null ? said(control, shown) : ""}</span>`
    }
  </div>`;
}

// `active` is the column that has or gets the focus, -1 for none; `from` and `to` are the selected columns.
/** @param {{ table: Table, item: Item, [more: string]: any }} given */
export function Row({ table, item, number, top, names, active, from, to, editing, drag, onChoose, onEdit, onMenu, ...more }) {
  const { game, component, form, widths } = table;
  const { id } = item.ref;
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
    data-key=${id}
    style=${{ transform: `translateY(${top}px)` }}
    onContextMenu=${(event) => event.target.closest(".cell-editor") || onMenu(event, item.key)}
    ...${editing ? {} : drag?.target(id)}>
    <div
      role="rowheader"
      class="sheet-cell first"
      aria-colindex="1"
      tabindex=${active === 0 ? 0 : -1}
      data-row=${number}
      data-column="0"
      style=${{ width: `${widthOf(form, widths, "id")}px` }}
      ...${editing ? {} : drag?.handle(id)}
      onClick=${(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
        event.preventDefault();
        choose(event);
      }}>
      <input type="checkbox" tabindex="-1" aria-label=${`Select ${id}`} checked=${chosen} onClick=${choose} />
      <a href=${link(game.id, component.id, id)} tabindex="-1" draggable=${false}
        ><span class="thumb" style=${{ width: `${BROADEST}px` }}
          ><${Picture} print=${side.p} width=${wide} style=${{ width: `${wide}px`, "aspect-ratio": `${item.width} / ${item.height}` }}
        /></span>
        <span class="name">${id}</span></a
      >
      <${Tool}
        small
        icon="more"
        class="row-more"
        label=${`Actions for ${id}`}
        tabindex="-1"
        onClick=${(event) => onMenu(event, item.key)} />
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
              ...${{ table, card, name, onEdit, ...more }}
              number=${n + 1}
              row=${number}
              active=${active === n + 1}
              picked=${n + 1 >= from && n + 1 <= to}
              editing=${active === n + 1 ? editing : ""} />`,
        )
    }
  </div>`;
}
