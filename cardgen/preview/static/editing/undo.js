// Taking changes back, by key and by button.

import { isTyping, useCommands } from "../core/commands.js";
import { html, useEffect } from "../core/html.js";
import { state } from "../core/store.js";
import { sentence } from "../core/words.js";
import { Tool } from "../parts/button.js";
import { readSteps, step } from "./changes.js";
import { isPending } from "./queue.js";

/** @param {{ game: Game, [more: string]: any }} given */
export function Undo({ game }) {
  const steps = state.steps[game.id] || { undo: null, redo: null };
  useEffect(() => {
    readSteps(game);
  }, [game.id, state.project?.run]);
  const act = (what) => (event) => {
    if (isTyping(event?.target)) return false;
    step(game, what);
    return true;
  };
  useCommands({ undo: act("undo"), redo: act("redo") });
  const button = (what) =>
    html`<${Tool}
      icon=${what}
      class="step"
      label=${[sentence(what), steps[what]?.label].filter(Boolean).join(" ")}
      aria-label=${[sentence(what), steps[what]?.label].filter(Boolean).join(" ")}
      disabled=${!steps[what] && !isPending(game)}
      command=${what} />`;
  return html`<span class="steps">${button("undo")}${button("redo")}</span>`;
}
