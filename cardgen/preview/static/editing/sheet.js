// A table as a grid for pointer and keyboard, of which only the rows in sight exist.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { nice } from "../core/words.js";
import { anyField, columnsOf, widthOf } from "./columns.js";
import { Row } from "./row.js";

export const ROW = 46; // CSS pixels
const HEAD = 36;
const AHEAD = 8; // rows above and below what is in sight

// What a key does to a place in the table, given how many rows are in sight.
function moved({ key, ctrlKey, metaKey }, row, column, rows, columns, page) {
  const far = ctrlKey || metaKey;
  switch (key) {
    case "ArrowUp":
      return [far ? -1 : row - 1, column];
    case "ArrowDown":
      return [far ? rows - 1 : row + 1, column];
    case "ArrowLeft":
      return [row, column - 1];
    case "ArrowRight":
      return [row, column + 1];
    case "Home":
      return [far ? -1 : row, 0];
    case "End":
      return [far ? rows - 1 : row, columns - 1];
    case "PageUp":
      return [row - page, column];
    case "PageDown":
      return [row + page, column];
    default:
      return null;
  }
}

/** @param {{ form: DeckForm, [more: string]: any }} given */
function Head({ form, name, number, width, active, sort, onSort, onWidth, all, onAll }) {
  const doc = anyField(form, name)?.doc || "";
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
  return html`<div
    role="columnheader"
    class=${`sheet-cell${number ? "" : " first"}`}
    aria-colindex=${number + 1}
    aria-sort=${sorting}
    tabindex=${active ? 0 : -1}
    data-row="-1"
    data-column=${number}
    title=${doc}
    style=${{ width: `${width}px` }}
    onClick=${() => onSort(name)}>
    ${
      !number &&
      html`<input
        type="checkbox"
        tabindex="-1"
        aria-label="Select all"
        checked=${all}
        onClick=${(event) => event.stopPropagation()}
        onChange=${onAll} />`
    }
    <span class="name">${nice(name)}</span
    ><span class="arrow" aria-hidden="true">${{ ascending: "↑", descending: "↓", none: "" }[sorting]}</span>
    <span
      class="grip"
      aria-hidden="true"
      onPointerDown=${drag}
      onClick=${(event) => event.stopPropagation()}
      onDblClick=${(event) => {
        event.stopPropagation();
        onWidth(name, 0);
      }}></span>
  </div>`;
}

// `chosen` are the keys of the rows that are selected, `onChoose` takes another set. `onActive` hears
// which row has the focus, and `wanted` is one that is to have it as soon as it is there.
/** @param {{ game: Game, component: Component, form: DeckForm, items: Item[], [more: string]: any }} given */
export function Sheet({
  game,
  component,
  form,
  cards,
  items,
  sort,
  onSort,
  widths,
  onWidth,
  chosen,
  onChoose,
  onSight,
  onActive,
  wanted,
  onArrived,
  label,
}) {
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
    onArrived();
  }, [wanted, items]);
  const isEditable = (n, column) =>
    names[column] !== "id" &&
    items[n] &&
    !cards.get(items[n].key)?.made &&
    Boolean(form.types[cards.get(items[n].key)?.type]?.[names[column]]);
  const choose = (n, extend) => {
    const key = items[n]?.key;
    if (!key) return;
    const next = new Set(chosen);
    if (extend && anchor.current !== null && places.has(anchor.current)) {
      const [low, high] = [places.get(anchor.current), n].sort((a, b) => a - b);
      for (const item of items.slice(low, high + 1)) next.add(item.key);
    } else {
      if (next.has(key)) next.delete(key);
      else next.add(key);
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
        const [low, high] = [places.get(anchor.current) ?? 0, to].sort((a, b) => a - b);
        onChoose(new Set(items.slice(low, high + 1).map((item) => item.key)));
        go(to, at.column);
      } else go(...next);
    } else if (key === "Enter" || (key === "F2" && at.column > 0)) {
      taken();
      if (row < 0) onSort(names[at.column]);
      else if (at.column === 0) location.hash = home.current.querySelector(`[data-row="${row}"] a`).hash;
      else if (isEditable(row, at.column)) go(row, at.column, true);
    } else if (key === " " && row >= 0) {
      taken();
      choose(row, shiftKey);
    } else if (key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
      taken();
      onChoose(new Set(items.map((item) => item.key)));
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
            form=${form}
            name=${name}
            number=${n}
            width=${widthOf(form, widths, name)}
            active=${row < 0 && at.column === n}
            sort=${sort}
            onSort=${onSort}
            onWidth=${onWidth}
            all=${chosen.size > 0 && chosen.size === items.length}
            onAll=${() => onChoose(chosen.size === items.length ? new Set() : new Set(items.map((item) => item.key)))} />`,
      )}
    </div>
    <div class="sheet-body" role="rowgroup" style=${{ width: `${total}px`, height: `${items.length * ROW}px` }}>
      ${numbers.map(
        (n) =>
          html`<${Row}
            key=${items[n].key}
            game=${game}
            component=${component}
            form=${form}
            card=${cards.get(items[n].key)}
            item=${items[n]}
            number=${n}
            top=${n * ROW}
            names=${names}
            widths=${widths}
            active=${n === row ? at.column : -1}
            editing=${n === row && editing}
            chosen=${chosen.has(items[n].key)}
            onChoose=${choose}
            onEdit=${(column) => isEditable(n, column) && go(n, column, true)}
            onLeave=${leave} />`,
      )}
    </div>
  </div>`;
}
