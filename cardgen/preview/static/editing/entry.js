// A value that is being edited: what was typed, what is wrong with it, when it is written.

import { html, useEffect, useId, useLayoutEffect, useRef, useState } from "../core/html.js";
import { kinds, text } from "../core/words.js";
import { Faults } from "../parts/finding.js";
import { toast } from "../shell/toast.js";
import { change, isQueued, lastNumber, newest, same, tidy } from "./changes.js";
import { Control } from "./control.js";
import { enter, useCalled, useDraft } from "./drafts.js";
import { isPending } from "./queue.js";

const SOUND = { faults: [], now: null };
const refusals = new Map(); // what is wrong with a draft, and the value in the file if that is news, by name of the draft
const sending = new Map(); // the draft that is on its way, and the promise of its answer, by name of the draft

// `given` is the value as the file has it, `where` says whose it is and `label` what it is called,
// `stamp` is another one whenever the file was read again; its `seen` says what the server had read. `onTyped` hears of what
// is not written yet, and null once nothing is; `onRefused` hears what is wrong. It is not written if that breaks one of
// the `sides`. `write` is another way to write it than as a value of the game.
/** @param {{ game: Game, where: Where, [more: string]: any }} given */
export function useEntry({ game, where, label, given, stamp, sides, onTyped, onRefused, parse, write: send = change }) {
  const draft = useDraft(game, where, label);
  const [{ faults, now }, setRefusal] = useState(refusals.get(draft.name) || SOUND);
  const leave = useRef(null);
  const unsure = useRef(false); // something was typed while changes were pending, which may leave another value
  const base = newest(game, where, given, stamp?.seen);
  const refuse = (refusal) => {
    refusals.set(draft.name, refusal);
    setRefusal(refusal);
  };
  const type = (value) => {
    unsure.current ||= isPending(game);
    const typed = draft.now();
    if (typed) draft.put(value, typed.was, typed.since);
    else draft.put(value, base, lastNumber());
    onTyped?.(value);
  };
  const end = (written = false) => {
    draft.drop();
    refuse(SOUND);
    if (leave.current) onTyped?.(null, written);
  };
  // Queue what was typed; true once it is written, or there is nothing to write. Until then it stays a draft.
  async function write() {
    const typed = draft.now();
    if (!typed) return true;
    if (typed === sending.get(draft.name)?.typed) return sending.get(draft.name).answer;
    const whole = parse ? parse(typed.value) : typed.value;
    const value = tidy(whole);
    if (same(value, typed.was) && !now && !unsure.current && !isQueued(game, where)) {
      end();
      return true;
    }
    const { value: was, since } = now || { value: typed.was, since: typed.since }; // who has seen what the file says writes over that
    const request = send(game, [{ ...where, value: Array.isArray(whole) ? value : whole, was: was ?? null, since }], sides);
    const answer = request.then((result) => take(typed, value, result));
    sending.set(draft.name, { typed, answer });
    return answer;
  }
  function take(typed, value, answer) {
    const latest = draft.now();
    if (sending.get(draft.name)?.typed === typed) sending.delete(draft.name);
    if (answer.written) {
      if (latest === typed) end(true);
      else if (latest && latest !== sending.get(draft.name)?.typed) draft.put(latest.value, value, lastNumber()); // typed meanwhile
      refuse(SOUND);
      return latest === typed;
    }
    refuse({ faults: answer.faults, now: 0 in answer.now ? { value: answer.now[0], since: lastNumber() } : null });
    if (!leave.current) toast(`${label} is not saved: ${answer.faults[0].message}`, true);
    onRefused?.(answer.faults);
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

// A control that writes when one leaves it or presses Enter, and gives up with Esc. With `onLeave`, it is left before the answer:
// `onLeave` hears how, and with `arrows` they leave it, too. `begun` was typed before it was there. `onEnter` hears of an Enter once all is written.
/** @param {{ game: Game, where: Where, control: Control, [more: string]: any }} given */
export function Entry({ control, label, fallback, options, onLeave, onEnter, autofocus, arrows = false, begun = "", ...given }) {
  const entry = useEntry({ label, ...given });
  const faultId = useId();
  const home = useRef(null);
  useCalled(entry.name, home);
  useLayoutEffect(() => {
    if (!autofocus) return;
    getSelection()?.removeAllRanges(); // of the click that has led here
    enter(home.current);
    if (begun) entry.type(begun);
  }, []);
  const leave = (how, back = false) => {
    const written = entry.write();
    if (onLeave) onLeave(how, back);
    else if (how === "enter") written.then((done) => done && onEnter?.());
  };
  const keys = (event) => {
    const many = event.target.matches("textarea");
    if (event.key === "Escape" && (entry.dirty || onLeave)) {
      entry.cancel();
      onLeave?.("cancel");
    } else if (event.key === "Enter" && !event.target.matches("button, select") && !(many && (event.shiftKey || event.altKey)))
      leave("enter", event.shiftKey);
    else if (event.key === "Tab" && onLeave) leave("tab", event.shiftKey);
    else if (arrows && /^Arrow/.test(event.key) && !event.shiftKey && !event.target.matches("select")) leave(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const left = (event) => {
    if (!home.current || home.current.contains(event.relatedTarget) || !document.hasFocus()) return; // another window is no way to leave
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
