// The line between before and now, which is drawn by a pointer or by arrow keys.

import { html, useRef } from "../core/html.js";

const STEPS = { ArrowLeft: -2, ArrowDown: -2, ArrowRight: 2, ArrowUp: 2, PageDown: -10, PageUp: 10, Home: -100, End: 100 };

// `at` is where it stands, in percent of the width of its room.
export function Divider({ at, set }) {
  const line = useRef(null);
  const move = (event) => {
    if (!line.current.hasPointerCapture(event.pointerId)) return;
    const { left, width } = line.current.parentElement.getBoundingClientRect();
    set(Math.max(0, Math.min(100, (100 * (event.clientX - left)) / width)));
  };
  const take = (event) => {
    line.current.setPointerCapture(event.pointerId);
    line.current.focus();
    event.preventDefault();
  };
  const key = (event) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    set(Math.max(0, Math.min(100, at + step)));
  };
  return html`<div
    class="divider over"
    ref=${line}
    role="slider"
    tabindex="0"
    aria-label="Between before and now"
    aria-orientation="horizontal"
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${Math.round(at)}
    aria-valuetext=${`before up to ${Math.round(at)} %`}
    style=${{ left: `${at}%` }}
    onPointerDown=${take}
    onPointerMove=${move}
    onKeyDown=${key}>
    <span></span>
  </div>`;
}
