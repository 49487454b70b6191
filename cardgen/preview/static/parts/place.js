// Places in files: their names, links to the editor, and copies.

import { html } from "../core/html.js";
import { state } from "../core/store.js";
import { toast } from "../shell/toast.js";
import { canWrite, write } from "../writing/opened.js";
import { Icon, Tool } from "./button.js";

// A line of a text, or the cell of a sheet.
/** @param {Place} at */
export const spot = (at) => (at.cell ? `!${at.cell}` : at.line ? `:${at.line}` : "");

/** @param {Place} at */
const placeName = (at) => `${at.path}${spot(at)}`;

/** @param {Place} at */
function editorLink(at) {
  const { editor, root } = state.project;
  if (!editor) return "";
  const path = `${root}/${at.path}`.split("/").map(encodeURIComponent).join("/").replaceAll("%3A", ":");
  return editor
    .replace("{path}", path.replace(/^\//, ""))
    .replace("{line}", String(at.line || 1))
    .replace("{column}", String(at.column || 1));
}

export function copy(words) {
  const done = () => toast(`Copied ${words}`);
  const refused = () => toast("The browser cannot copy");
  if (navigator.clipboard) navigator.clipboard.writeText(words).then(done, refused);
  else refused();
}

// A place in one line: its name, a button to copy it, a link to the editor.
/** @param {{ at: Place, [more: string]: any }} given */
export function Place({ at, label = "" }) {
  if (!at || !at.path) return html`<span class="place none">–</span>`;
  const name = placeName(at);
  const short = label || at.path.split("/").pop() + spot(at);
  const link = editorLink(at);
  return html`<span class="place">
    ${
      link
        ? html`<a class="where" href=${link} title=${`Open ${name}`}>${short}</a>`
        : html`<button type="button" class="where" title=${`Copy ${name}`} onClick=${() => copy(name)}>${short}</button>`
    }
    ${canWrite(at) && html`<${Tool} small icon="pen" label=${`Write ${name} here`} onClick=${() => write(at)} />`}
    <${Tool} small icon="copy" label=${`Copy ${name}`} onClick=${() => copy(name)} />
    ${
      link &&
      html`<a class="tiny" href=${link} title=${`Open ${name} in the editor`} aria-label=${`Open ${name} in the editor`}
        ><${Icon} name="open"
      /></a>`
    }
  </span>`;
}
