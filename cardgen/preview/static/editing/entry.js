// A value that is being edited: what was typed, what is wrong with it, when it is written.

import { html, useEffect, useId, useRef, useState } from "../core/html.js";
import { kinds, text } from "../core/words.js";
import { Faults } from "../parts/finding.js";
import { toast } from "../shell/toast.js";
import { change } from "./changes.js";
import { Control } from "./control.js";
import { enter, useCalled, useDraft } from "./drafts.js";

// Without the empty lines of a list; nothing at all is null.
const tidy = (value) => {
  const found = Array.isArray(value) ? value.filter((one) => one !== null && one !== "") : value;
  return found === "" || found === undefined || (Array.isArray(found) && !found.length) ? null : found;
};
const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

// What was written after the value that was read; nothing if the file says what was never written here.
function afterReading(written, read) {
  const at = written.findIndex((one) => same(one, read));
  return at < 0 ? [] : written.slice(at + 1);
}

// `given` is the value as the file has it, `where` says whose it is and `label` what it is called,
// `stamp` is another one whenever the file was read again. `onTyped` hears of what is not written
// yet, and null once nothing is; `onWritten` of what is. It is not written if that breaks one of the `sides`.
// `write` is another way to write it than as a value of the game.
/** @param {{ game: Game, where: Where, [more: string]: any }} given */
export function useEntry({ game, where, label, given, stamp, sides, onTyped, onWritten, write: send = change }) {
  const draft = useDraft(game, where, label);
  const [faults, setFaults] = useState([]);
  const [held, setHeld] = useState([]); // what was written, the last at the end, until it was read again
  const [now, setNow] = useState(null); // what the file says, if that is news
  const sent = useRef(null); // what is being written, and the promise of it
  const leave = useRef(null);
  useEffect(() => setHeld((values) => afterReading(values, given)), [stamp, JSON.stringify(given)]);
  const base = held.length ? held.at(-1) : given;
  const type = (value) => {
    const typed = draft.now();
    draft.put(value, typed ? typed.was : base);
    onTyped?.(value);
  };
  const settle = () => {
    setFaults([]);
    setNow(null);
  };
  const end = (written = false) => {
    draft.drop();
    settle();
    if (leave.current) onTyped?.(null, written);
  };
  // Write what was typed; true once it is written, or there is nothing to write. What is typed while
  // it is being written stays a draft, with what was written as the value before it.
  async function write() {
    if (sent.current) {
      if (draft.now() === sent.current.typed) return false;
      await sent.current.answer;
      return write();
    }
    const typed = draft.now();
    if (!typed) return true;
    const value = tidy(typed.value);
    if (same(value, typed.was) && !now) {
      end();
      return true;
    }
    const was = now ? now.value : typed.was; // who has seen what the file says writes over that
    sent.current = {
      typed,
      answer: send(game, [{ ...where, value: Array.isArray(typed.value) ? value : typed.value, was: was ?? null }], sides),
    };
    const answer = await sent.current.answer;
    sent.current = null;
    const newest = draft.now();
    if (answer.written) {
      setHeld((values) => [...values, value]);
      if (newest === typed) end(true);
      else settle();
      if (newest && newest !== typed) draft.put(newest.value, value);
      onWritten?.(value);
      return newest === typed;
    }
    setFaults(answer.faults);
    if (!leave.current) toast(`${label} is not saved: ${answer.faults[0].message}`, true);
    setNow(0 in answer.now ? { value: answer.now[0] } : null);
    return false;
  }
  leave.current = () => now || write(); // to leave is not to insist
  const typed = draft.now();
  useEffect(() => {
    if (typed) onTyped?.(typed.value); // on an earlier visit
    return () => {
      // by Back, say: no event tells that the field was left
      const last = leave.current;
      leave.current = null;
      last();
    };
  }, []);
  return { name: draft.name, value: typed ? typed.value : base, dirty: Boolean(typed), faults, now, type, cancel: () => end(), write };
}

// A control that writes when one leaves it or presses Enter, and gives up with Esc. `onEnter` hears of an Enter that
// has left nothing to write.
/** @param {{ game: Game, where: Where, control: Control, [more: string]: any }} given */
export function Entry({
  game,
  where,
  given,
  label,
  control,
  fallback,
  options,
  stamp,
  onTyped,
  onWritten,
  onLeave,
  onEnter,
  autofocus,
  write,
}) {
  const entry = useEntry({ game, where, label, given, stamp, onTyped, onWritten, write });
  const faultId = useId();
  const home = useRef(null);
  useCalled(entry.name, home);
  useEffect(() => {
    if (!autofocus) return;
    getSelection()?.removeAllRanges(); // of the click that has led here
    enter(home.current);
  }, []);
  const leave = (...how) =>
    entry.write().then((done) => {
      if (done) onLeave?.(...how);
      if (done && how[0] === "enter") onEnter?.();
    });
  const keys = (event) => {
    const many = event.target.matches("textarea");
    if (event.key === "Escape" && (entry.dirty || onLeave)) {
      entry.cancel();
      onLeave?.("cancel");
    } else if (event.key === "Enter" && !event.target.matches("button, select") && !(many && event.shiftKey))
      leave("enter", event.shiftKey);
    else if (event.key === "Tab" && onLeave) leave("tab", event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const left = (event) => {
    if (!home.current || home.current.contains(event.relatedTarget)) return;
    if (!document.hasFocus()) return; // another window: the value is still being typed
    leave("left");
  };
  const wrong = entry.faults.length > 0;
  const news =
    entry.now &&
    html`<span class="fault now"
      >The file now says “${text(entry.now.value)}”. Enter saves your value, Esc takes the value of the file.</span
    >`;
  return html`<span class=${kinds("entry", wrong && "wrong", entry.dirty && "dirty")} ref=${home} onKeyDown=${keys} onFocusOut=${left}>
    <${Control}
      control=${control}
      value=${entry.value}
      fallback=${fallback}
      options=${options}
      onInput=${entry.type}
      onDone=${(value) => {
        entry.type(value);
        leave("chosen");
      }}
      aria-label=${label}
      aria-invalid=${wrong ? "true" : undefined}
      aria-describedby=${wrong ? faultId : undefined} />
    <${Faults} id=${faultId} faults=${entry.faults} more=${news} />
  </span>`;
}
