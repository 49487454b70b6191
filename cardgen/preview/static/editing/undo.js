// Taking changes back, by key and by button.

import { useCommands } from "../core/commands.js";
import { html, useEffect } from "../core/html.js";
import { state } from "../core/store.js";
import { kinds } from "../core/words.js";
import { Button } from "../parts/button.js";
import { readSteps, step } from "./changes.js";

const typing = (event) => Boolean(event?.target?.closest?.("input:not([type=range], [type=checkbox], [type=radio]), textarea, select"));

/** @param {{ game: Game, [more: string]: any }} given */
export function Undo({ game }) {
  const { undo, redo } = state.steps[game.id] || {};
  useEffect(() => {
    readSteps(game);
  }, [game.id, state.project?.run]);
  const act = (what) => (event) => {
    if (typing(event) || !state.steps[game.id]?.[what]) return false;
    step(game, what);
    return true;
  };
  useCommands({ undo: act("undo"), redo: act("redo") });
  return html`<span class="steps">
    ${undo && html`<${Button} class="step" icon="undo" label=${`Undo ${undo.label}`} command="undo" />`}
    ${redo && html`<${Button} class=${kinds("step", undo && "short")} icon="redo" label=${`Redo ${redo.label}`} command="redo" />`}
  </span>`;
}
