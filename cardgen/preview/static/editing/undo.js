// Taking changes back, by key and by button.

import { useCommand } from "../core/commands.js";
import { html, useEffect } from "../core/html.js";
import { state } from "../core/store.js";
import { Icon } from "../parts/icon.js";
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
  useCommand("undo", act("undo"));
  useCommand("redo", act("redo"));
  return html`<span class="steps">
    ${
      undo &&
      html`<button type="button" class="step" title=${`Undo ${undo.label} (Ctrl Z)`} onClick=${() => step(game, "undo")}>
        <${Icon} name="undo" />Undo ${undo.label}
      </button>`
    }
    ${
      redo &&
      html`<button type="button" class="step" title=${`Redo ${redo.label} (Ctrl Shift Z)`} onClick=${() => step(game, "redo")}>
        <${Icon} name="redo" /><span class=${undo ? "unseen" : ""}>Redo ${redo.label}</span>
      </button>`
    }
  </span>`;
}
