// The list of errors and warnings of the whole project.

import { html } from "../core/html.js";
import { link } from "../core/router.js";
import { toCome } from "../core/sides.js";
import { state } from "../core/store.js";
import { plural } from "../core/words.js";
import { Findings } from "../parts/finding.js";
import { Icon, Tool } from "../parts/button.js";

// How many errors and warnings there are, of a game or of all.
export function count(id) {
  const found = id ? state.findings[id] || [] : Object.values(state.findings).flat();
  const errors = found.filter((f) => f.severity === "error").length;
  return { errors, warnings: found.length - errors };
}

export function FindingsPanel() {
  if (!state.project) return null;
  const groups = state.project.games.map((game) => ({ game, found: state.findings[game.id] || [] })).filter((one) => one.found.length);
  const sorted = (found) => [...found].sort((a, b) => (a.severity === "error" ? 0 : 1) - (b.severity === "error" ? 0 : 1));
  return html`<aside id="panel" aria-label="Findings">
    <header>
      <h2>Findings</h2>
      <${Tool} icon="close" label="Close" command="findings" />
    </header>
    ${
      groups.length
        ? html`<div class="groups">
            ${groups.map(
              ({ game, found }) =>
                html`<section key=${game.id}>
                  <h3><a href=${link(game.id)}>${game.title}</a><span class="n">${plural(found.length, "finding")}</span></h3>
                  <${Findings} found=${sorted(found)} />
                </section>`,
            )}
          </div>`
        : html`<p class="empty"><${Icon} name="ok" />${toCome().length ? "No errors, no warnings so far." : "No errors, no warnings."}</p>`
    }
  </aside>`;
}
