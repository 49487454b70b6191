// A table as a grid for pointer and keyboard, of which only the rows in sight exist.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { kinds, nice } from "../core/words.js";
import { anyField, columnsOf, fieldOf, widthOf } from "./columns.js";
import { Row } from "./row.js";

export const ROW = 46; // CSS pixels
const HEAD = 36;
const AHEAD = 8; // rows above and below what is in sight

// What a key does to a place in the table, given how many rows are in sight.
function moved({ key, ctrlKey, metaKey }, row, column, rows, columns, page) {
  const far = ctrlKey || metaKey;
  return {
    ArrowUp: [far ? -1 : row - 1, column],
    ArrowDown: [far ? rows - 1 : row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [far ? -1 : row, 0],
    End: [far ? rows - 1 : row, columns - 1],
    PageUp: [row - page, column],
    PageDown: [row + page, column],
  }[key];
}

const ignored = (event) => event.stopPropagation();

/** @param {{ table: Table, [more: string]: any }} given */
function Head({ table: { form, widths, sort, onSort, onWidth }, name, number, active, all, onAll }) {
  const width = widthOf(form, widths, name);
  const sorting = sort.name === name ? (sort.down ? "descending" : "ascending") : "none";
  const drag = (event) => {
    event.preventDefault();
    event.stopPropagation();
    const begin = event.clientX;
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (next) => onWidth(name, width + next.clientX - begin);
    handle.onpointerup = () => {
      handle.onpointermove = null;
    };
  };
  const asUsual = (event) => {
    event.stopPropagation();
    onWidth(name, 0);
  };
  return html`<div
    role="columnheader"
    class=${kinds("sheet-cell", !number && "first")}
    aria-colindex=${number + 1}
    aria-sort=${sorting}
    tabindex=${active ? 0 : -1}
    data-row="-1"
    data-column=${number}
    title=${anyField(form, name)?.doc || ""}
    style=${{ width: `${width}px` }}
    onClick=${() => onSort(name)}>
    ${!number && html`<input type="checkbox" tabindex="-1" aria-label="Select all" checked=${all} onClick=${ignored} onChange=${onAll} />`}
    <span class="name">${nice(name)}</span
    ><span class="arrow" aria-hidden="true">${{ ascending: "↑", descending: "↓", none: "" }[sorting]}</span>
    <span class="grip" aria-hidden="true" onPointerDown=${drag} onClick=${ignored} onDblClick=${asUsual}></span>
  </div>`;
}

// `table` has the `items` in their order with all that is known of them; `chosen` are the keys of the rows that are
// selected, `onChoose` takes another set. `onActive` hears which row has the focus, and `wanted` is one that is to
// have it as soon as it is there.
/** @param {{ table: Table, [more: string]: any }} given */
export function Sheet({ table, onSight, onActive, wanted, onArrived, drag, label }) {
  const { form, cards, items, widths, chosen, onChoose } = table;
  const home = useRef(null);
  const names = columnsOf(form);
  const [at, setAt] = useState({ key: items[0]?.key, column: 0 });
  const [editing, setEditing] = useState(false);
  const [range, setRange] = useState([0, 30]);
  const focus = useRef(document.activeElement?.matches("body, #main")); // opened by key
  const anchor = useRef(null);
  const places = new Map(items.map((item, n) => [item.key, n]));
  const row = at.key === "" ? -1 : Math.max(0, places.get(at.key) ?? 0);

  const look = () => {
    if (!home.current) return;
    const { scrollTop, clientHeight } = home.current;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - AHEAD);
    const end = Math.ceil((scrollTop + clientHeight) / ROW) + AHEAD;
    setRange((old) => (old[0] === first && old[1] === end ? old : [first, end]));
  };
  useEffect(() => {
    const watcher = new ResizeObserver(look);
    watcher.observe(home.current);
    return () => watcher.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (!focus.current) return;
    const cell = home.current.querySelector(`[data-row="${row}"][data-column="${at.column}"]`);
    if (!cell) return;
    focus.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  const seen = items.slice(range[0], range[1]);
  useEffect(() => {
    onSight?.(seen);
  }, [seen.map((item) => item.key).join()]);

  const go = (to, column, edit = false) => {
    const next = Math.max(-1, Math.min(items.length - 1, to));
    focus.current = true;
    setAt({ key: next < 0 ? "" : items[next].key, column: Math.max(0, Math.min(names.length - 1, column)) });
    setEditing(edit);
  };
  useLayoutEffect(() => onActive(at.key), [at.key]); // a key may follow at once
  useEffect(() => {
    if (!wanted || !places.has(wanted.key)) return;
    go(places.get(wanted.key), wanted.column, wanted.edit);
    onArrived(wanted);
  }, [wanted, items]);
  const isEditable = (n, column) => {
    const card = cards.get(items[n]?.key);
    return names[column] !== "id" && card && !card.made && Boolean(fieldOf(form, card, names[column]));
  };
  // The keys of all rows from the one that was selected last.
  const upTo = (n) => {
    const [low, high] = [places.get(anchor.current) ?? 0, n].sort((a, b) => a - b);
    return items.slice(low, high + 1).map((item) => item.key);
  };
  const every = () => new Set(items.map((item) => item.key));
  const choose = (n, extend) => {
    const key = items[n]?.key;
    if (!key) return;
    const next = new Set(chosen);
    if (extend && places.has(anchor.current)) upTo(n).forEach((one) => next.add(one));
    else {
      if (!next.delete(key)) next.add(key);
      anchor.current = key;
    }
    onChoose(next);
  };
  // The next cell that can be edited, or where the editing ends.
  const following = (back) => {
    let [n, column] = [row, at.column];
    for (let tries = names.length * 2; tries; tries -= 1) {
      column += back ? -1 : 1;
      if (column < 0 || column >= names.length) [n, column] = [n + (back ? -1 : 1), back ? names.length - 1 : 0];
      if (n < 0 || n >= items.length) return go(row, at.column);
      if (isEditable(n, column)) return go(n, column, true);
    }
    return go(row, at.column);
  };
  const leave = (how, back) => {
    if (how === "tab") following(back);
    else if (how === "left") setEditing(false);
    else go(row, at.column);
  };

  const keys = (event) => {
    if (editing || event.altKey || !event.target.matches("[data-row]")) return;
    const { key, shiftKey } = event;
    const page = Math.max(1, Math.floor(home.current.clientHeight / ROW) - 2);
    const next = moved(event, row, at.column, items.length, names.length, page);
    const taken = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (next) {
      taken();
      if (shiftKey && (key === "ArrowUp" || key === "ArrowDown")) {
        if (anchor.current === null || !chosen.size) {
          anchor.current = items[Math.max(row, 0)]?.key ?? null;
          onChoose(new Set([anchor.current]));
        }
        const to = Math.max(0, Math.min(items.length - 1, next[0]));
        onChoose(new Set(upTo(to)));
        go(to, at.column);
      } else go(...next);
    } else if (key === "Enter" || (key === "F2" && at.column > 0)) {
      taken();
      if (row < 0) table.onSort(names[at.column]);
      else if (at.column === 0) location.hash = home.current.querySelector(`[data-row="${row}"] a`).hash;
      else if (isEditable(row, at.column)) go(row, at.column, true);
    } else if (key === " " && row >= 0) {
      taken();
      choose(row, shiftKey);
    } else if (key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
      taken();
      onChoose(every());
    } else if (key === "Escape" && chosen.size) {
      taken();
      onChoose(new Set());
    }
  };
  const focused = (event) => {
    const cell = event.target.closest?.("[data-row]");
    if (!cell || editing) return;
    const n = Number(cell.dataset.row);
    const key = n < 0 ? "" : items[n]?.key;
    if (key !== at.key || Number(cell.dataset.column) !== at.column) setAt({ key, column: Number(cell.dataset.column) });
  };

  const total = names.reduce((sum, name) => sum + widthOf(form, widths, name), 0);
  const numbers = seen.map((_, n) => range[0] + n);
  const all = chosen.size > 0 && chosen.size === items.length;
  if (row >= 0 && items[row] && !numbers.includes(row)) numbers.push(row);
  return html`<div
    class="data-sheet"
    ref=${home}
    role="grid"
    aria-label=${label}
    aria-rowcount=${items.length + 1}
    aria-colcount=${names.length}
    aria-multiselectable="true"
    onScroll=${look}
    onKeyDown=${keys}
    onFocusIn=${focused}
    style=${{ "scroll-padding": `${HEAD + 2}px 20px 20px ${widthOf(form, widths, "id") + 2}px` }}>
    <div class="sheet-row head" role="row" aria-rowindex="1" style=${{ width: `${total}px`, height: `${HEAD}px` }}>
      ${names.map(
        (name, n) =>
          html`<${Head}
            key=${name}
            ...${{ table, name }}
            number=${n}
            active=${row < 0 && at.column === n}
            all=${all}
            onAll=${() => onChoose(all ? new Set() : every())} />`,
      )}
    </div>
    <div class="sheet-body" role="rowgroup" style=${{ width: `${total}px`, height: `${items.length * ROW}px` }}>
      ${numbers.map(
        (n) =>
          html`<${Row}
            key=${items[n].key}
            ...${{ table, names, drag }}
            item=${items[n]}
            number=${n}
            top=${n * ROW}
            active=${n === row ? at.column : -1}
            editing=${n === row && editing}
            onChoose=${choose}
            onEdit=${(column) => isEditable(n, column) && go(n, column, true)}
            onLeave=${leave} />`,
      )}
    </div>
  </div>`;
}
