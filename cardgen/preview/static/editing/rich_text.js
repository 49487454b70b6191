// A text field that shows inline markup as it is typed: bold, italic, icons, numbers of the rules.

import { html, useLayoutEffect, useRef } from "../core/html.js";
import { text as inLine } from "../core/words.js";

const PARTS = /(\\[\\{}*])|(\*\*\*[^*]+\*\*\*)|(\*\*[^*]+\*\*)|(\*[^*]+\*)|(\{\{ [^{}]* \}\}|\{[^{}]*\})|([{}])/g;
const KINDS = ["escape", "both", "bold", "italic", "braces", "loose"];

// The text cut into what is marked up and what is not.
export function pieces(text) {
  const found = [];
  let at = 0;
  for (const match of text.matchAll(PARTS)) {
    if (match.index > at) found.push(["", text.slice(at, match.index)]);
    const kind = KINDS[match.slice(1).findIndex((one) => one !== undefined)];
    found.push([kind, match[0]]);
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push(["", text.slice(at)]);
  return found;
}

function Piece({ kind, text }) {
  const inner = { bold: 2, italic: 1, both: 3 }[kind];
  if (!inner) return kind ? html`<span class=${`m-${kind}`}>${text}</span>` : text;
  const mark = text.slice(0, inner);
  return html`<span class=${`m-${kind}`}
    ><i class="m-mark">${mark}</i>${pieces(text.slice(inner, -inner)).map(([k, t]) => html`<${Piece} kind=${k} text=${t} />`)}<i
      class="m-mark"
      >${mark}</i
    ></span
  >`;
}

// A text with its markup shown, to be looked at.
export const Look = ({ text }) => pieces(text).map(([kind, said]) => html`<${Piece} kind=${kind} text=${said} />`);

// A value of a field as it is read, not edited.
/** @param {Control} control */
export function said(control, value) {
  if (control.kind === "flag") return value === "true" ? "yes" : "no";
  return control.kind === "rich" ? html`<${Look} text=${String(value)} />` : inLine(value);
}

// The text lies over its own picture, letter on letter: so one types in what one sees.
export function RichText({ value, onInput, ...more }) {
  const area = useRef(null);
  useLayoutEffect(() => {
    const one = area.current;
    one.style.height = "0";
    one.style.height = `${one.scrollHeight}px`;
  }, [value]);
  return html`<span class="rich">
    <span class="rich-look" aria-hidden="true"><${Look} text=${value} />${"\u200b"}</span>
    <textarea
      ref=${area}
      rows="1"
      value=${value}
      spellcheck=${true}
      onInput=${(event) => onInput(event.target.value)}
      ...${more}></textarea>
  </span>`;
}
