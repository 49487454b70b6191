// A value that is typed, and written only after what follows it has been seen.

import { html, useEffect, useRef, useState } from "../core/html.js";
import { Control } from "./control.js";
import { useCalled, useDraft } from "./drafts.js";
import { Following } from "./following.js";

// `where` says what is changed. Enter, or another choice, asks; Esc gives up.
/** @param {{ game: Game, where: Where, control: Control, [more: string]: any }} given */
export function Asking({ game, where, given, label, control, fallback, options, stated, onWritten, show = (value) => value }) {
  const draft = useDraft(game, where, label);
  const [asking, setAsking] = useState(false);
  const [written, setWritten] = useState(null); // until the file was read again
  const home = useRef(null);
  useCalled(draft.name, home);
  useEffect(() => setWritten(null), [JSON.stringify(given)]);
  const typed = draft.now(); // none while nothing is
  const value = (typed || written || { value: given }).value;
  const differs = Boolean(typed) && JSON.stringify(typed.value ?? null) !== JSON.stringify(given ?? null);
  const ask = (next = typed) => {
    if (!next || JSON.stringify(next.value ?? null) === JSON.stringify(given ?? null)) return;
    draft.put(next.value, given);
    setAsking(true);
  };
  const close = (done) => {
    setAsking(false);
    if (done) {
      setWritten(typed);
      onWritten?.(typed.value);
    }
    draft.drop();
    home.current?.querySelector("input, select, textarea")?.focus();
  };
  const keys = (event) => {
    if (asking) return;
    if (event.key === "Enter" && !event.target.matches("button, select")) {
      event.preventDefault();
      event.stopPropagation();
      ask();
    } else if (event.key === "Escape" && typed) {
      event.preventDefault();
      event.stopPropagation();
      draft.drop();
    }
  };
  return html`<span class=${`entry asking${differs ? " dirty" : ""}`} ref=${home} onKeyDown=${keys}>
    <${Control}
      control=${control}
      value=${value}
      fallback=${fallback}
      options=${options}
      aria-label=${label}
      onInput=${(next) => draft.put(next, given)}
      onDone=${(next) => ask({ value: next })} />
    ${differs && !asking && html`<button type="button" class="seg ask" onClick=${() => ask()}>What follows?</button>`}
    ${
      asking &&
      html`<${Following}
        game=${game}
        what=${label}
        before=${show(given ?? fallback ?? "–")}
        after=${show(value ?? "–")}
        changes=${[{ ...where, value: value ?? null, was: given ?? null }]}
        stated=${stated}
        close=${close} />`
    }
  </span>`;
}
