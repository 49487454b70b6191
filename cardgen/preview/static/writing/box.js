// A box of a template on its side: moved and sized by dragging and by arrows, and written back.

import { html, useEffect, useRef, useState } from "../core/html.js";
import { api, useFetched } from "../core/server.js";
import { kinds, mm } from "../core/words.js";
import { change } from "../editing/changes.js";
import { useDraft } from "../editing/drafts.js";
import { beforeUndo } from "../editing/queue.js";
import { useSketches } from "../editing/sketching.js";
import { quoting } from "../parts/finding.js";
import { actOnBox, BoxTools } from "../making/boxes.js";
import { boxed } from "../parts/zoom.js";
import { toast } from "../shell/toast.js";

const AXES = [
  { names: ["x", "right", "width"], words: "from left to right" },
  { names: ["y", "bottom", "height"], words: "from top to bottom" },
];
const HANDLES = [-1, 0, 1].flatMap((across) => [-1, 0, 1].map((down) => [across, down])).filter(([across, down]) => across || down);
const SIDES = [
  ["left", "right"],
  ["top", "bottom"],
];
const STILL = 3; // CSS pixels that a click may wander
const CATCH = 4; // CSS pixels from which a guide catches an edge
const REST = 400; // milliseconds without an arrow before its way is written
const UNMOVED = [0, 0, 0, 0];
const tidied = (way) => (Math.abs(way) < 1e-6 ? 0 : way);

// Whether the box has the focus: then it stays while its side is drawn anew.
export const held = () => Boolean(document.activeElement?.closest(".movable"));

// What is to be added to the numbers of an axis so that its start and end move so far; null where
// they do not say it, or are computed.
/** @param {{ names: string[] }} axis */
function additions({ names: [near, far, extent] }, numbers, start, end) {
  const has = (name) => name in numbers;
  const added = {};
  if (has(near)) added[near] = start;
  if (has(far) && !(has(near) && has(extent))) added[far] = -end; // it counts for nothing beside both
  if (has(extent)) added[extent] = end - start;
  const said = Object.keys(added);
  const fixed = said.length === 2 || (said.length === 1 && (has(extent) ? !start : start === end)) || (!start && !end);
  const moved = said.filter((name) => added[name]);
  return fixed && moved.every((name) => numbers[name].plain) ? moved.map((name) => [name, added[name]]) : null;
}

// A box with its edges moved so far, and the text of its template; null where that does not say it.
function moved(box, shift) {
  const found = AXES.map((axis, n) => additions(axis, box.numbers, shift[n], shift[n + 2]));
  if (!found.every(Boolean)) return null;
  const by = Object.fromEntries(found.flat());
  const numbers = {};
  let [text, grown] = [box.text, 0];
  for (const [name, one] of Object.entries(box.numbers).sort(([, one], [, other]) => one.start - other.start)) {
    const said = name in by ? mm(parseFloat(one.text) + by[name]) + (one.text.endsWith("mm") ? "mm" : "") : one.text;
    const start = one.start + grown;
    text = text.slice(0, start) + said + text.slice(one.end + grown);
    grown += said.length - one.text.length;
    numbers[name] = { ...one, text: said, start, end: start + said.length };
  }
  return { ...box, text, numbers, box: shifted(box.box, shift) };
}

// The shift of the edges by a way in mm: of those that a handle holds, or of all.
/** @type {(handle: number[], way: number[]) => number[]} */
const shiftOf = ([across, down], [dx, dy]) =>
  across || down ? [across < 0 ? dx : 0, down < 0 ? dy : 0, across > 0 ? dx : 0, down > 0 ? dy : 0] : [dx, dy, dx, dy];
const shifted = (box, shift) => box.map((edge, n) => edge + shift[n]);
const lines = ([left, top, right, bottom]) => [
  [left, (left + right) / 2, right],
  [top, (top + bottom) / 2, bottom],
];

// Let guides catch what moves: returns the way, to a tenth of a millimetre or to a guide.
function caught(box, handle, way, guides, reach) {
  return way.map((by, n) => {
    if (handle.some(Boolean) && !handle[n]) return 0;
    const edges = lines(box)[n].filter((_, m) => !handle.some(Boolean) || m === handle[n] + 1);
    const offers = edges.flatMap((edge) => guides[n].map((guide) => guide - edge)).filter((offer) => Math.abs(offer - by) < reach);
    if (!offers.length) return Math.round(by * 10) / 10;
    return offers.reduce((best, offer) => (Math.abs(offer - by) < Math.abs(best - by) ? offer : best));
  });
}

// Why a box does not go where one may want it: what is computed, and what is not given.
function reasons({ numbers, turned }) {
  if (turned) return ["It is inside something turned or scaled: change its numbers in the text."];
  const computed = Object.entries(numbers).filter(([, one]) => !one.plain);
  const open = AXES.filter(({ names: [near, far] }) => !(near in numbers) && !(far in numbers));
  return [
    ...computed.map(([name, one]) => `${name} is computed: \`${one.text}\``),
    ...(open.length ? [`It has no position ${open.map((axis) => axis.words).join(" and ")}`] : []),
  ];
}

// `area` is the size and safe zone of the side, `p` its picture as it is saved. A click that drags
// nothing is passed on to `pick`, in mm; `select` is called with the stamp of the tag around it.
export function Movable({ game, side, p, stamp, area, scale, pick, select, close }) {
  const [shift, setShift] = useState(UNMOVED);
  const [sending, setSending] = useState(false);
  const now = useRef(
    /** @type {any} */ ({ shift: UNMOVED, drag: null, timer: 0, queued: UNMOVED, sent: 0, writes: 0, write() {}, escape() {} }),
  );
  const ask = async () => ({ writes: now.current.writes, ...(await api(`games/${game.id}/box`, { p, stamp })) });
  const [answer] = useFetched(ask, game, ["sides"], [game.id, p, stamp]);
  const last = useRef(/** @type {any} */ ({})); // the box of a tag, as its numbers were written last
  const busy = now.current.drag || now.current.sent || now.current.shift.some(Boolean);
  const isNew = answer?.box && answer !== last.current.answer && answer.writes === now.current.writes;
  if (last.current.stamp !== stamp) last.current = { stamp, answer: null, box: null };
  if (isNew && !busy) last.current = { stamp, answer, box: answer };
  const { box } = last.current;
  const sketch = useSketches(game, [side]);
  const where = { text: stamp.replace(/:#\d+$/, "") };
  const typed = useDraft(game, where, "").now();
  useEffect(() => beforeUndo(() => now.current.write()), []);
  useEffect(() => {
    // The box may not have the focus while it is dragged.
    const hear = (event) => now.current.escape(event);
    addEventListener("keydown", hear, true);
    return () => removeEventListener("keydown", hear, true);
  }, []);
  if (!box) return null;
  const free = (next) => !box.turned && !typed && moved(box, next) !== null;
  const [left, top, right, bottom] = shifted(box.box, shift);
  const safe = (size) => [0, area.safe, size / 2, size - area.safe, size];
  const guides = [safe(area.width), safe(area.height)].map((own, n) => [...own, ...box.others.flatMap((one) => lines(one)[n])]);
  const put = (next) => {
    now.current.shift = next;
    setShift(next);
  };
  const go = (next) => {
    if (next[0] - next[2] > box.box[2] - box.box[0] || next[1] - next[3] > box.box[3] - box.box[1]) return; // it would be turned over
    put(next);
    sketch(where, moved(box, next).text);
  };
  // Queue the way since the last change that is queued, so that each can be undone by itself.
  async function write() {
    clearTimeout(now.current.timer);
    const here = now.current;
    const way = here.shift.map((one, n) => one - here.queued[n]);
    if (here.drag || !way.some((one) => Math.abs(one) > 1e-6)) return; // what is dragged is written when it is let go
    const add = (by) => {
      here.queued = here.queued.map((one, n) => one + by * way[n]);
      here.sent += by;
      here.writes += 1; // what was asked before knows nothing of it
      setSending(here.sent > 0);
    };
    add(1);
    let made = null;
    // Its numbers may be others by then: what was queued before may have moved or undone them.
    const changes = async () => {
      const current = await api(`games/${game.id}/box`, { p, stamp });
      made = current.box && moved({ ...current, box: last.current.box.box }, way);
      return made && [{ ...where, value: made.text, was: current.text }];
    };
    const { written, faults } = await change(game, changes, [side]);
    add(-1);
    sketch(where, null, written);
    if (written && made) last.current = { ...last.current, box: made };
    else toast(`Not moved: ${faults[0]?.message || "its numbers are computed by now"}`, true);
    put(here.shift.map((one, n) => (here.sent ? one - way[n] : tidied(one - way[n])))); // what came meanwhile is still to be written
    if (!here.sent) later();
  }
  const later = () => {
    clearTimeout(now.current.timer);
    now.current.timer = setTimeout(() => now.current.write(), REST);
  };
  now.current.write = write;
  const down = (event) => {
    if (event.button || event.target.closest(".box-says")) return;
    const handle = event.target.dataset.handle?.split(",").map(Number) || [0, 0];
    now.current.drag = { handle, from: [event.clientX, event.clientY], far: false, begin: now.current.shift };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event) => {
    const { drag, sent } = now.current;
    if (!drag || sent) return;
    const way = [event.clientX - drag.from[0], event.clientY - drag.from[1]];
    drag.far ||= Math.hypot(...way) > STILL;
    if (!drag.far) return;
    const reach = CATCH / scale;
    const able = caught(shifted(box.box, drag.begin), drag.handle, [way[0] / scale, way[1] / scale], guides, reach);
    const each = [able, [able[0], 0], [0, able[1]]].map((one) => shiftOf(drag.handle, one).map((by, n) => by + drag.begin[n]));
    const next = each.find(free);
    if (next) go(next);
  };
  const escape = (event) => {
    if (event.key !== "Escape" || !now.current.drag) return;
    event.preventDefault();
    event.stopPropagation();
    const { begin } = now.current.drag;
    now.current.drag = null;
    put(begin);
    sketch(where, begin.some(Boolean) ? moved(box, begin).text : null);
  };
  now.current.escape = escape;
  const up = (event) => {
    const { drag } = now.current;
    now.current.drag = null;
    if (drag?.far) write();
    else later();
    if (drag && !drag.far && event.type === "pointerup") {
      const frame = event.currentTarget.getBoundingClientRect();
      pick(left + (event.clientX - frame.left) / scale, top + (event.clientY - frame.top) / scale);
    }
  };
  const keys = (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const isCommand = event.ctrlKey || event.metaKey;
    const act = !way && !typed && ((event.key === "Delete" && !isCommand && "delete") || (event.key === "d" && isCommand && "copy"));
    if (act) {
      event.preventDefault();
      event.stopPropagation();
      actOnBox(game, side, stamp, act).then((written) => written && act === "delete" && close());
    }
    if (!way || isCommand || event.altKey) return;
    event.preventDefault();
    const handle = event.target.dataset.handle?.split(",").map(Number) || [0, 0];
    const step = event.shiftKey ? 1 : 0.1;
    const by = shiftOf(handle, [way[0] * step, way[1] * step]);
    const next = now.current.shift.map((one, n) => one + by[n]);
    if (free(next)) go(next);
    later();
  };
  const size = `${mm(right - left)} × ${mm(bottom - top)} mm`;
  const low = bottom > 0.6 * area.height && top > 0.25 * area.height; // there is more room above it
  const name = `Box <${box.tag}> at ${mm(left)}, ${mm(top)}, ${size}`;
  const edges = shift.some(Boolean) ? lines([left, top, right, bottom]).flatMap((some, n) => some.map((edge) => [n, edge])) : [];
  const met = edges.filter(([n, edge]) => guides[n].some((guide) => Math.abs(guide - edge) < 0.005));
  return html`${met.map(
      ([n, edge], at) =>
        html`<div
          key=${at}
          class="guide"
          style=${boxed(n ? { x: 0, y: edge, width: area.width } : { x: edge, y: 0, height: area.height }, scale)}></div>`,
    )}
    <div
      class="movable over"
      role="group"
      tabindex="0"
      aria-busy=${String(sending)}
      aria-label=${`${name}. Arrows move it`}
      style=${boxed({ x: left, y: top, width: right - left, height: bottom - top }, scale)}
      onPointerDown=${down}
      onPointerMove=${move}
      onPointerUp=${up}
      onPointerCancel=${up}
      onKeyDown=${keys}>
      ${HANDLES.filter((handle) => free(shiftOf(handle, [0.1, 0.1]))).map(
        ([across, down_]) =>
          html`<button
            type="button"
            key=${`${across},${down_}`}
            class="handle"
            data-handle=${`${across},${down_}`}
            aria-label=${`Move the edge: ${[SIDES[1][(down_ + 1) / 2], SIDES[0][(across + 1) / 2]].filter(Boolean).join(" ")}`}
            style=${{ left: `${50 * (across + 1)}%`, top: `${50 * (down_ + 1)}%`, translate: `${50 * across - 50}% ${50 * down_ - 50}%` }}></button>`,
      )}
      <div class=${kinds("box-says", low && "above")}>
        <span>${box.tag} · ${mm(left)}, ${mm(top)} · ${size}</span>
        ${(typed ? ["Its template has unsaved changes: save them first."] : reasons(box)).map((reason) => html`<span>${quoting(reason)}</span>`)}
        ${
          !typed &&
          html`<${BoxTools}
            ...${{ game, side, stamp, area, close }}
            box=${{ ...box, box: [left, top, right, bottom] }}
            canMove=${(way) => way.some(Boolean) && free(shiftOf([0, 0], way).map((by, n) => by + shift[n]))}
            move=${(way) => {
              go(shiftOf([0, 0], way).map((by, n) => by + shift[n]));
              later();
            }} />`
        }
        ${
          box.around.tag &&
          box.around.tag !== "side" &&
          html`<button type="button" class="plain" onClick=${() => select(box.around.stamp)}>
            Select ${`<${box.around.tag}>`} around it
          </button>`
        }
      </div>
    </div>`;
}
