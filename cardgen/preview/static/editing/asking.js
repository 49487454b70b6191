// A value that is typed, and written only after what follows it has been seen.

import { html, useEffect, useRef, useState } from "../core/html.js";
import { kinds } from "../core/words.js";
import { Button } from "../parts/button.js";
import { Control } from "./control.js";
import { useCalled, useDraft } from "./drafts.js";
import { Following } from "./following.js";

// `where` says what is changed. Enter, or another choice, asks; Esc gives up. With `direct`, nothing is asked where no
// other place changes or has to be checked.
/** @param {{ game: Game, where: Where, control: Control, [more: string]: any }} given */
export function Asking({
  game,
  where,
  given,
  label,
  control,
  fallback,
  options,
  stated,
  direct = false,
  onWritten,
  show = (value) => value,
}) {
  const draft = useDraft(game, where, label);
  const [asking, setAsking] = useState(null); // the draft whose consequences are being shown
  const [written, setWritten] = useState(null); // until the file was read again
  const home = useRef(null);
  useCalled(draft.name, home);
  useEffect(() => setWritten(null), [JSON.stringify(given)]);
  const typed = draft.now(); // none while nothing is
  const value = (typed || written || { value: given }).value;
  const news = (one) => Boolean(one) && JSON.stringify(one.value ?? null) !== JSON.stringify(given ?? null);
  const differs = news(typed);
  const ask = (next = typed) => {
    if (!news(next)) return;
    draft.put(next.value, given);
    setAsking(draft.now());
  };
  const close = (done) => {
    setAsking(null);
    if (done) {
      setWritten(asking);
      onWritten?.(asking.value);
    }
    if (draft.now() === asking) draft.drop(); // what is typed before the browser reports the closing stays
    home.current?.querySelector("input, select, textarea")?.focus();
  };
  const keys = (event) => {
    if (asking) return;
    if (event.key === "Enter" && !event.target.matches("button, select")) ask();
    else if (event.key === "Escape" && typed) draft.drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<span class=${kinds("entry asking", differs && "dirty")} ref=${home} onKeyDown=${keys}>
    <${Control}
      control=${control}
      value=${value}
      fallback=${fallback}
      options=${options}
      aria-label=${label}
      onInput=${(next) => draft.put(next, given)}
      onDone=${(next) => ask({ value: next })} />
    ${differs && !asking && html`<${Button} label="Review change" class="seg ask" onClick=${() => ask()} />`}
    ${
      asking &&
      html`<${Following}
        game=${game}
        what=${label}
        before=${show(given ?? fallback ?? "–")}
        after=${show(value ?? "–")}
        changes=${[{ ...where, value: value ?? null, was: given ?? null }]}
        stated=${stated}
        direct=${direct}
        close=${close} />`
    }
  </span>`;
}
