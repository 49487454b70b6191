// One text and its translation, which is edited where it stands.

import { html } from "../core/html.js";
import { kinds } from "../core/words.js";
import { Entry } from "../editing/entry.js";
import { Look } from "../editing/rich_text.js";
import { Button } from "../parts/button.js";
import { Findings } from "../parts/finding.js";
import { Place } from "../parts/place.js";
import { toast } from "../shell/toast.js";
import { directionOf, STATES, writeTranslation } from "./texts.js";

const MOST = 60; // letters of a label
const FIELDS = ".text-row .entry :is(textarea, input)";

// Go on to the next field, or stay at the last one.
function goOn() {
  const fields = [...document.querySelectorAll(FIELDS)];
  /** @type {HTMLElement | undefined} */
  const next = /** @type {any} */ (fields[fields.indexOf(document.activeElement) + 1]);
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

// `typed` hears of what is not written yet, and null once nothing is; `told` of what is wrong with what was
// written. `offer` is the translation of an equal text. `stamp` is another one whenever the file was read again.
/** @param {{ game: Game, text: any, [more: string]: any }} given */
export function TextRow({ game, language, source, text, offer = "", dirty, stamp, typed, told, onFocus }) {
  const where = { language, context: text.context, source: text.source };
  const kind = text.form !== "plain" || text.source.includes("\n") || text.text.includes("\n") ? "rich" : "text";
  const write = async (one, changes) => {
    const answer = await writeTranslation(one, changes);
    if (answer.written) told(answer.findings);
    return answer;
  };
  const put = async (value) => {
    const answer = await write(game, [{ ...where, value, was: text.text }]);
    if (!answer.written) toast(answer.faults[0].message, true);
  };
  const label = `Translation of ${(text.name || text.source).slice(0, MOST)}`;
  return html`<li class=${kinds("text-row", text.state)} data-context=${text.context} onFocusIn=${onFocus}>
    <div class="text-source">
      <p class="about">
        ${text.name && html`<span class="name" title=${text.context}>${text.name}</span>`}
        ${text.at && html`<${Place} at=${text.at} label=${text.at.cell || `line ${text.at.line}`} />`}
        ${text.state !== "translated" && html`<span class=${`state ${text.state}`}>${STATES[text.state]}</span>`}
      </p>
      <p class="said" lang=${source} dir=${directionOf(source)}>
        ${text.form === "plain" ? text.source : html`<${Look} text=${text.source} />`}
      </p>
      ${text.was && html`<p class="was">Before: <del lang=${source}>${text.was}</del></p>`}
    </div>
    <div class="text-said" lang=${language} dir=${directionOf(language)}>
      <${Entry}
        ...${{ game, where, label, stamp, write }}
        given=${text.text || null}
        control=${{ kind }}
        onTyped=${typed}
        onEnter=${goOn} />
      ${
        text.state === "missing" &&
        !dirty &&
        offer &&
        html`<${Button} class="add" label=${`Use “${offer}”`} hint="The translation of an equal text" onClick=${() => put(offer)} />`
      }
      ${text.state === "stale" && !dirty && html`<${Button} class="add" label="Still correct" hint="Keep this translation for the changed text" onClick=${() => put(text.text)} />`}
      <${Findings} found=${text.findings} />
    </div>
  </li>`;
}
