// Says that the server does not answer, once that has lasted longer than a restart of the stream.

import { html, useEffect, useState } from "../core/html.js";
import { state } from "../core/store.js";
import { Note } from "../parts/finding.js";

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
      ${project ? "What is shown here is what it said last. " : ""}Start <code>cardgen preview</code> again, and this page comes back by itself.</${Note}></div>`;
}
