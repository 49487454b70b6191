// A value of a field as it is read, not edited.

import { html } from "../core/html.js";
import { text } from "../core/words.js";
import { Look } from "./rich_text.js";

/** @param {Control} control */
export function said(control, value) {
  if (control.kind === "flag") return value === "true" ? "yes" : "no";
  return control.kind === "rich" ? html`<${Look} text=${String(value)} />` : text(value);
}
