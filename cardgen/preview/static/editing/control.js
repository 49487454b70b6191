// The input for a value, by the kind of its field. A value is a text, a list, a mapping, or null.

import { html, useId, useLayoutEffect, useRef } from "../core/html.js";
import { nice } from "../core/words.js";
import { Button, Select, Tool } from "../parts/button.js";
import { isPicked, Picker } from "../making/picker.js";
import { namesOf } from "./cells.js";
import { RichText } from "./rich_text.js";

const FEW = 40; // names that a menu may hold; more are typed

// The nearest that a picker can show.
function opaque(text) {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short) return text.replace(/\w/g, "$&$&");
  return /^#[0-9a-f]{8}$/i.test(text) ? text.slice(0, 7) : { white: "#ffffff" }[text] || "#000000";
}

// `onInput` is told while one types, `onDone` once a value is chosen. `more` are attributes of the
// input: its label, and what is wrong with it.
/** @param {{ control: Control, [more: string]: any }} given */
export function Control({ control, value, fallback = "", options = {}, onInput, onDone, ...more }) {
  const list = useId();
  const { kind } = control;
  const names = namesOf(control, options);
  const shown = String(fallback ?? "");
  const all = { control, value, fallback, options, onInput, onDone, ...more };
  if (kind === "list") return html`<${Items} ...${all} />`;
  const parted = control.fields && (kind === "record" || (value && typeof value === "object")); // a picture with a focus
  if (parted) return html`<${Parts} ...${all} />`;
  const text = value ?? "";
  const typed = (event) => onInput(event.target.value);
  if (kind === "rich") return html`<${RichText} value=${text} placeholder=${shown} onInput=${onInput} ...${more} />`;
  if (kind === "flag")
    return html`<input
      type="checkbox"
      checked=${(value ?? shown) === "true"}
      onChange=${(event) => onDone(event.target.checked ? "true" : "false")}
      ...${more} />`;
  if (kind === "number") {
    // An input of type number would change with the mouse wheel.
    const keys = (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      const next = Number(text || shown || 0) + by;
      if (!by || event.altKey || Number.isNaN(next) || next < control.min || next > control.max) return;
      event.preventDefault();
      onInput(String(Math.round(next * 1e6) / 1e6));
    };
    return html`<input
      type="text"
      class="number"
      inputmode="decimal"
      autocomplete="off"
      value=${text}
      placeholder=${shown}
      onInput=${typed}
      onKeyDown=${keys}
      ...${more} />`;
  }
  if (kind === "paint") {
    const hex = /^#[0-9a-f]{6}$/i.test(text) ? text : opaque(text);
    return html`<span class="paint"
      ><input type="color" value=${hex} aria-label=${`${more["aria-label"]}, picker`} onInput=${typed} /><input
        type="text"
        value=${text}
        spellcheck=${false}
        onInput=${typed}
        ...${more}
    /></span>`;
  }
  if (names && names.length <= FEW && !(isPicked(control) && options.game)) {
    const own = text && !names.includes(text) ? [text, ...names] : names;
    const none = !control.required || !text || shown ? [["", shown ? `${nice(shown)} (default)` : "–"]] : [];
    const all = [...none, ...own.map((name) => [name, nice(name)])];
    return html`<${Select} of=${all} value=${text} choose=${(next) => onDone(next || null)} ...${more} />`;
  }
  const typing = html`<input
      type="text"
      value=${text}
      placeholder=${shown}
      list=${names ? list : undefined}
      autocomplete="off"
      onInput=${typed}
      ...${more} />
    ${names && html`<datalist id=${list}>${names.map((name) => html`<option key=${name} value=${name} />`)}</datalist>`}`;
  if (!isPicked(control) || !options.game) return typing;
  return html`<${Picker} game=${options.game} ...${{ control, value: text, options }} label=${more["aria-label"]} choose=${onDone}>${typing}</${Picker}>`;
}

// Values in order: each is edited by itself.
/** @param {{ control: Control, [more: string]: any }} given */
function Items({ control, value, fallback, options, onInput, onDone, "aria-label": label, ...more }) {
  const items = value ?? (Array.isArray(fallback) ? fallback : []);
  const blank = control.of.kind === "record" ? {} : control.of.options?.[0] || "";
  const put = (n, one) => items.map((old, at) => (at === n ? one : old));
  const clean = (all) => all.filter((one) => one !== null && one !== "");
  const done = (all) => onDone(clean(all).length || control.required ? clean(all) : null);
  const home = useRef(null);
  const count = useRef(items.length);
  useLayoutEffect(() => {
    // what was added is where one goes on
    if (items.length > count.current) home.current.querySelector(`.item:nth-child(${items.length}) :is(input, select, textarea)`)?.focus();
    count.current = items.length;
  }, [items.length]);
  const full = control.max !== undefined && items.length >= control.max;
  return html`<span class="items" role="group" aria-label=${label} ref=${home}>
    ${items.map(
      (one, n) =>
        html`<span class="item" key=${n}>
          <${Control}
            control=${control.of}
            value=${one}
            options=${options}
            aria-label=${`${label} ${n + 1}`}
            onInput=${(next) => onInput(put(n, next))}
            onDone=${(next) => done(put(n, next))}
            ...${n ? {} : more} />
          <${Tool} small icon="close" label=${`Remove ${label} ${n + 1}`} onClick=${() => done(items.filter((_, at) => at !== n))}
        /></span>`,
    )}
    ${!full && html`<${Button} class="add" label="Add" onClick=${() => (blank === "" ? onInput : done)([...items, blank])} />`}
  </span>`;
}

// Named values that belong together.
/** @param {{ control: Control, [more: string]: any }} given */
function Parts({ control, value, fallback: _, options, onInput, onDone, "aria-label": label, ...more }) {
  const parts = value ?? {};
  const put = (name, one) => ({ ...parts, [name]: one });
  return html`<span class="parts-of" role="group" aria-label=${label}
    >${Object.entries(control.fields).map(
      ([name, inner], n) =>
        html`<label key=${name}>
          <span>${nice(name)}</span>
          <${Control}
            control=${inner}
            value=${parts[name] ?? null}
            fallback=${inner.default}
            options=${options}
            aria-label=${`${label}: ${nice(name).toLowerCase()}`}
            onInput=${(next) => onInput(put(name, next))}
            onDone=${(next) => onDone(put(name, next))}
            ...${n ? {} : more}
        /></label>`,
    )}</span
  >`;
}
