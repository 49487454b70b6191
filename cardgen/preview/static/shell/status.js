// The line at the bottom: errors, the last save, what is still to come, whether the server answers.

import { html, useEffect, useState } from "../core/html.js";
import { isFresh, toCome } from "../core/sides.js";
import { state } from "../core/store.js";
import { plural } from "../core/words.js";
import { Drafts } from "../editing/drafts.js";
import { Undo } from "../editing/undo.js";
import { stripShown } from "../history/strip.js";
import { Button } from "../parts/button.js";
import { Note, Waiting } from "../parts/finding.js";
import { count } from "./findings.js";

function changedSides() {
  let n = 0;
  for (const game of Object.values(state.games)) {
    n += Object.values(game.sides || {}).filter(isFresh).length;
    n += Object.values(game.texts || {})
      .flatMap((text) => text.pages)
      .filter(isFresh).length;
  }
  return n;
}

function lastEdit() {
  if (!state.edit || !state.files.length || !state.project) return "";
  const [first, ...more] = state.files;
  const name = first.split("/").pop();
  const changed = changedSides();
  const [home, id] = first.split("/");
  const gone =
    home === "card_data" && id !== "schema" && ![...state.project.games.map((one) => one.id), ...state.project.coming].includes(id);
  const unseen = gone ? "the game was removed" : count().errors ? "with errors" : "no visible change";
  const said = changed ? `${plural(changed, "side")} changed` : unseen;
  return `${name}${more.length ? ` and ${plural(more.length, "more file", "more files")}` : ""} saved · ${said}`;
}

/** @param {{ game: Game, [more: string]: any }} given */
export function Status({ open, game }) {
  const { errors, warnings } = count();
  const coming = toCome();
  const summary =
    errors || warnings
      ? [errors ? plural(errors, "error") : null, warnings ? plural(warnings, "warning") : null].filter(Boolean).join(", ")
      : coming.length || !state.project
        ? "no errors so far"
        : "no errors";
  const kind = errors ? "error" : warnings ? "warning" : "ok";
  return html`<footer id="status">
    ${game && html`<${Undo} key=${game.id} game=${game} />`}
    <${Button}
      class=${`count ${kind}`}
      icon=${{ error: "error", warning: "warn", ok: "ok" }[kind]}
      label=${summary}
      hint="Errors and warnings"
      aria-expanded=${String(open)}
      command="findings" />
    ${lastEdit() && html`<${Button} class="edit button" label=${lastEdit()} hint="Changes of the last saves" on=${stripShown()} command="saves" />`}
    <${Drafts} />
    <span class="grow"></span>
    ${coming.length > 0 && html`<span class="waiting"><${Waiting}>${coming.join(", ")}</${Waiting}></span>`}
    <span
      class=${`live ${state.live ? "on" : "off"}`}
      title=${state.live ? "Follows every save" : "The preview has ended or cannot be reached; the page reconnects automatically"}
      >${state.live ? "live" : "not connected"}</span
    >
  </footer>`;
}

const PATIENCE = 1500; // milliseconds

export function Lost() {
  const [lost, setLost] = useState(false);
  const { live, project } = state;
  useEffect(() => {
    if (live) {
      setLost(false);
      return undefined;
    }
    const timer = setTimeout(() => setLost(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [live]);
  if (!lost) return null;
  return html`<div class="lost" role="alert">
    <${Note}>The preview does not answer.${" "}
      ${project ? "You see its last state. " : ""}Start <code>cardgen preview</code> again, and this page reconnects automatically.</${Note}></div>`;
}
