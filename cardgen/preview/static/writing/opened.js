// Which text is open beside the view that is shown.

import { changed, state } from "../core/store.js";

// Whether a place can be written on the page that is shown, and what opens it.
export const canWrite = (at) => Boolean(state.writable) && /\.(md|j2)$/.test(at.path);
export function write(at, words = "") {
  state.writing = { ...state.writable, path: at.path, line: at.line, words };
  changed();
  return true;
}

// A click on the page leads to its line: at once in a rule text, in a template if a text is open.
export const follow = (at, words = "") => at && canWrite(at) && (state.writing || at.path.endsWith(".md")) && write(at, words);
