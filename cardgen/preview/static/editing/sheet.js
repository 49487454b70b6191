// A table as a grid for pointer and keyboard, of which only the rows in sight exist.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { kinds } from "../core/words.js";
import { parseTable } from "./cells.js";
import { anyField, columnsOf, fieldOf, headingOf, widthOf } from "./columns.js";
import { Row } from "./row.js";

export const ROW = 46; // CSS pixels
const HEAD = 36;
const AHEAD = 8; // rows above and below what is in sight

// What a key does to a place in the table, given how many rows are in sight.
function moved({ key, ctrlKey = false, metaKey = false }, row, column, rows, columns, page) {
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
    <span class="name">${headingOf(form, name)}</span
    ><span class="arrow" aria-hidden="true">${{ ascending: "↑", descending: "↓", none: "" }[sorting]}</span>
    <span class="grip" aria-hidden="true" onPointerDown=${drag} onClick=${ignored} onDblClick=${asUsual}></span>
  </div>`;
}

// `table` has the `items` in their order with all that is known of them; `chosen` are the keys of the rows that are
// selected, `onChoose` takes another set. `onActive` hears which row has the focus, and `wanted` is one that is to
// have it as soon as it is there. `onRange` is called with what is done to the selected cells: emptied, filled down,
// copied, pasted. `awaiting` means that a new row is on its way: what is typed meanwhile is for it.
/** @param {{ table: Table, [more: string]: any }} given */
export function Sheet({ table, onSight, onActive, wanted, onArrived, awaiting, onRange, onMenu, drag, label }) {
  const { form, cards, items, widths, chosen, onChoose } = table;
  const home = useRef(null);
  const ahead = useRef(null);
  const begun = useRef(""); // what the cell that is edited next begins with
  const names = columnsOf(form);
  const [at, setAt] = useState({ key: items[0]?.key, column: 0 });
  const [end, setEnd] = useState(null); // where the selection of cells began, if it has more than one
  const [editing, setEditing] = useState(""); // or "edit", or "type" for a value that replaces the old one
  const [range, setRange] = useState([0, 30]);
  const focus = useRef(document.activeElement?.matches("body, #main")); // opened by key
  const anchor = useRef(null);
  const places = new Map(items.map((item, n) => [item.key, n]));
  const row = at.key === "" ? -1 : Math.max(0, places.get(at.key) ?? 0);
  const other = end && places.has(end.key) ? { row: places.get(end.key), column: end.column } : { row, column: at.column };
  const [top, bottom] = [row, other.row].sort((a, b) => a - b);
  const [from, to] = [at.column, other.column].sort((a, b) => a - b);

  const look = () => {
    if (!home.current) return;
    const { scrollTop, clientHeight } = home.current;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - AHEAD);
    const last = Math.ceil((scrollTop + clientHeight) / ROW) + AHEAD;
    setRange((old) => (old[0] === first && old[1] === last ? old : [first, last]));
  };
  useEffect(() => {
    const watcher = new ResizeObserver(look);
    watcher.observe(home.current);
    return () => watcher.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (!focus.current || editing) return;
    const cell = home.current.querySelector(`[data-row="${row}"][data-column="${at.column}"]`);
    if (!cell) return;
    focus.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  useLayoutEffect(() => {
    if (awaiting) ahead.current.focus();
  }, [awaiting]);
  const seen = items.slice(range[0], range[1]);
  useEffect(() => {
    onSight?.(seen);
  }, [seen.map((item) => item.key).join()]);

  const go = (to, column, edit = "", extend = false) => {
    const next = Math.max(-1, Math.min(items.length - 1, to));
    focus.current = true;
    setEnd(extend ? end || at : null);
    setAt({ key: next < 0 ? "" : items[next].key, column: Math.max(0, Math.min(names.length - 1, column)) });
    setEditing(edit);
  };
  useLayoutEffect(() => onActive(at.key), [at.key]); // a key may follow at once
  // What was typed while a new row was on its way: cells by Tab and lines by Enter, as if it were pasted.
  useLayoutEffect(() => {
    if (!wanted || !places.has(wanted.key)) return;
    const early = ahead.current.value;
    ahead.current.value = "";
    onArrived(wanted);
    const to = places.get(wanted.key);
    if (!early) return go(to, wanted.column, wanted.edit);
    const rows = early.split("\n").map((line) => line.split("\t").map((cell) => cell || undefined)); // a cell that is passed stays
    const last = rows.at(-1).pop(); // is still being typed
    onRange("paste", { rows: rows.filter((row) => row.length), top: to, from: wanted.column });
    begun.current = last || "";
    go(to + rows.length - 1, wanted.column + rows.at(-1).length, last ? "type" : "");
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
  // The next cell to the right or left, on the next line after the last.
  const beside = (back) => {
    const [n, column] = [row, at.column + (back ? -1 : 1)];
    if (column < 0) return [n - 1, names.length - 1];
    return column < names.length ? [n, column] : [n + 1, 1];
  };
  const leave = (how, back) => {
    if (how === "left") setEditing("");
    else if (how === "tab") go(...beside(back));
    else if (how === "enter") go(row + (back ? -1 : 1), at.column);
    else if (how.startsWith("Arrow")) go(...moved({ key: how }, row, at.column, items.length, names.length, 1));
    else go(row, at.column);
  };
  // What was refused is edited again, unless something else is by now.
  const refuse = (key, column) => {
    if (home.current?.querySelector(".cell-editor")) return;
    focus.current = true;
    setAt({ key, column });
    setEditing("edit");
  };
  const act = (what, given = {}) =>
    onRange(what, { top: Math.max(top, 0), bottom, from: Math.max(from, 1), to: Math.max(to, 1), rows: [], ...given });

  const keys = (event) => {
    if (editing || !event.target.matches("[data-row]")) return;
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const taken = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (altKey) return;
    const page = Math.max(1, Math.floor(home.current.clientHeight / ROW) - 2);
    const next = moved(event, row, at.column, items.length, names.length, page);
    if (next) {
      taken();
      if (shiftKey && at.column === 0 && (key === "ArrowUp" || key === "ArrowDown")) {
        if (anchor.current === null || !chosen.size) {
          anchor.current = items[Math.max(row, 0)]?.key ?? null;
          onChoose(new Set([anchor.current]));
        }
        const to = Math.max(0, Math.min(items.length - 1, next[0]));
        onChoose(new Set(upTo(to)));
        go(to, at.column);
      } else if (shiftKey && row >= 0 && at.column > 0) go(Math.max(0, next[0]), Math.max(1, next[1]), "", true);
      else go(...next);
    } else if (key === "Tab" && !isCommand) {
      const [n, column] = beside(shiftKey);
      if (n < 0 || n >= items.length || row < 0) return; // the browser goes on
      taken();
      go(n, column);
    } else if ((key === "Enter" && !isCommand) || (key === "F2" && at.column > 0)) {
      taken();
      if (row < 0) table.onSort(names[at.column]);
      else if (at.column === 0) location.hash = home.current.querySelector(`[data-row="${row}"] a`).hash;
      else if (isEditable(row, at.column)) go(row, at.column, "edit");
    } else if (key === " " && row >= 0 && (shiftKey || at.column === 0)) {
      taken();
      choose(row, at.column === 0 && shiftKey);
    } else if (isCommand && key.toLowerCase() === "a") {
      taken();
      if (at.column === 0) return onChoose(every());
      setEnd({ key: items[0]?.key, column: 1 });
      setAt({ key: items.at(-1)?.key, column: names.length - 1 });
      focus.current = true;
    } else if (isCommand && key.toLowerCase() === "d" && !shiftKey) {
      taken();
      act("fill");
    } else if ((key === "Delete" || key === "Backspace") && !isCommand) {
      taken();
      if (at.column > 0 && row >= 0) act("empty");
    } else if (key === "Escape" && (chosen.size || end)) {
      taken();
      setEnd(null);
      onChoose(new Set());
    } else if (key.length === 1 && !isCommand) {
      event.stopPropagation(); // letters are text here, never commands
      begun.current = "";
      if (isEditable(row, at.column)) go(row, at.column, "type");
      else event.preventDefault();
    }
  };
  const isCell = (event) => !editing && event.target.matches("[data-row]") && row >= 0;
  const copy = (event) => {
    if (!isCell(event)) return;
    event.preventDefault();
    const whole = at.column === 0 && chosen.size > 0;
    act(event.type, { clipboard: event.clipboardData, keys: whole ? chosen : null });
  };
  const paste = (event) => {
    if (!isCell(event)) return;
    event.preventDefault();
    const rows = parseTable(event.clipboardData.getData("text/plain"));
    act("paste", { rows });
    const last = Math.min(top + rows.length, items.length) - 1;
    setEnd({ key: items[top]?.key, column: Math.max(from, 1) });
    setAt({ key: items[last]?.key, column: Math.min(Math.max(from, 1) + rows[0].length, names.length) - 1 });
    focus.current = true;
  };
  const focused = (event) => {
    const cell = event.target.closest?.("[data-row]");
    if (!cell || editing) return;
    const n = Number(cell.dataset.row);
    const key = n < 0 ? "" : items[n]?.key;
    if (key === at.key && Number(cell.dataset.column) === at.column) return;
    setEnd(null);
    setAt({ key, column: Number(cell.dataset.column) });
  };
  // A press with Shift, or one that is dragged, selects the cells between.
  const press = (event) => {
    const cell = event.target.closest?.('[role="gridcell"]');
    if (!cell || editing || event.button) return;
    if (event.shiftKey && at.column > 0 && row >= 0) {
      event.preventDefault();
      go(Number(cell.dataset.row), Number(cell.dataset.column), "", true);
    }
  };
  const drawOver = (event) => {
    const cell = event.buttons === 1 && !editing && event.target.closest?.('[role="gridcell"]');
    if (!cell || at.column === 0 || row < 0 || !home.current.contains(document.activeElement)) return;
    const [n, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
    if (n !== row || column !== at.column) go(n, column, "", true);
  };
  const early = (event) => {
    if (event.key !== "Tab" && event.key !== "Enter") return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
    ahead.current.value += event.key === "Tab" ? "\t" : "\n";
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
      data-typed
      onKeyDown=${keys}
      onFocusIn=${focused}
      onCopy=${copy}
      onCut=${copy}
      onPaste=${paste}
      onMouseDown=${press}
      onMouseOver=${drawOver}
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
              from=${n >= top && n <= bottom && (top !== bottom || from !== to) ? from : 0}
              to=${n >= top && n <= bottom && (top !== bottom || from !== to) ? to : -1}
              editing=${n === row ? editing : ""}
              begun=${editing === "type" ? begun.current : ""}
              onChoose=${choose}
              onEdit=${(column) => isEditable(n, column) && go(n, column, "edit")}
              onMenu=${onMenu}
              onRefused=${refuse}
              onLeave=${leave} />`,
        )}
      </div>
    </div>
    <textarea ref=${ahead} class="unseen" tabindex="-1" aria-label="Text for the new card" onKeyDown=${early}></textarea>`;
}
