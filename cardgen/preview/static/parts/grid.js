// A grid of which only what is in sight exists: five thousand cards scroll as smoothly as fifty.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../core/html.js";
import { useSize } from "./size.js";

const SCROLLS = ".scrolls, main"; // what a grid is scrolled in
const AHEAD = 500; // CSS pixels above and below what is in sight

// Where the items of a grid lie: each column is as wide as there is room, but `least` at least, or
// `exact` if that is given. `tall` returns the height of an item that is so wide.
export function laidOut(items, wide, { least, exact = 0, gap: [across, down], tall }) {
  const columns = Math.max(1, Math.floor((wide + across) / (Math.min(exact || least, wide) + across)));
  const width = exact || (wide - across * (columns - 1)) / columns;
  const tops = [0];
  for (let n = 0; n < items.length; n += columns) {
    const row = items.slice(n, n + columns).map((item) => tall(item, width));
    tops.push(tops.at(-1) + Math.max(...row) + down);
  }
  return { columns, width, across, tops, height: Math.max(tops.at(-1) - down, 0) };
}

// The rows that lie between two heights: the first, and the first no more.
export function rowsBetween(tops, from, to) {
  const row = (height) => {
    let [low, high] = [0, tops.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (tops[middle] <= height) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return [row(Math.max(from, 0)), Math.min(row(Math.max(to, 0)) + 1, tops.length - 1)];
}

// `children` draws an item of a width; `focus` is the number of the item that has or gets the focus
// by keyboard and so exists always. `onSight` is told which items are in sight; `columns` refers to
// how many columns there are.
export function Grid({ items, layout, focus = -1, onSight, columns, children, label }) {
  const [home, wide] = useSize();
  const placed = useMemo(() => (wide ? laidOut(items, wide, layout) : null), [items, wide, layout]);
  const [rows, setRows] = useState([0, 0]);
  const now = useRef(placed);
  now.current = placed;

  const look = () => {
    const main = home.current?.closest(SCROLLS);
    if (!main || !now.current) return;
    const top = main.scrollTop - offset(home.current, main);
    const next = rowsBetween(now.current.tops, top - AHEAD, top + main.clientHeight + AHEAD);
    setRows((old) => (old[0] === next[0] && old[1] === next[1] ? old : next));
  };
  useEffect(() => {
    const main = home.current.closest(SCROLLS);
    main.addEventListener("scroll", look, { passive: true });
    const watcher = new ResizeObserver(look);
    watcher.observe(main);
    return () => {
      main.removeEventListener("scroll", look);
      watcher.disconnect();
    };
  }, []);
  useLayoutEffect(() => {
    look();
    if (placed && columns) columns.current = placed.columns;
  }, [placed]);

  const first = placed ? rows[0] * placed.columns : 0;
  const end = placed ? Math.min(rows[1] * placed.columns, items.length) : 0;
  const seen = items.slice(first, end);
  useEffect(() => {
    if (seen.length) onSight?.(seen);
  }, [seen.map((item) => item.key).join(), onSight]);

  const one = (n) => {
    const [row, column] = [Math.floor(n / placed.columns), n % placed.columns];
    const style = {
      width: `${placed.width}px`,
      transform: `translate(${column * (placed.width + placed.across)}px, ${placed.tops[row]}px)`,
    };
    return children(items[n], n, placed.width, style);
  };
  const numbers = seen.map((_, n) => first + n);
  if (placed && items[focus] && (focus < first || focus >= end)) {
    if (focus < first) numbers.unshift(focus);
    else numbers.push(focus);
  }
  return html`<ul class="grid" ref=${home} aria-label=${label} style=${{ height: placed ? `${placed.height}px` : "0" }}>
    ${placed && numbers.map(one)}
  </ul>`;
}

function offset(element, ancestor) {
  return element.getBoundingClientRect().top - ancestor.getBoundingClientRect().top + ancestor.scrollTop;
}
