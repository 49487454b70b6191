// A dialog that chooses a folder of this computer.

import { html, useEffect, useState } from "../core/html.js";
import { send } from "../core/server.js";
import { Icon } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";

/** @param {{ from: string, title: string, needsProject?: boolean, close: () => void, choose: (path: string) => void }} properties */
export function FolderPicker({ from, title, needsProject = false, close, choose }) {
  const [folder, setFolder] = useState(null);
  const [error, setError] = useState("");
  const enter = (path) =>
    send("folders", { path }).then(
      (answer) => {
        setError("");
        setFolder(answer);
      },
      (fault) => setError(fault.message),
    );
  useEffect(() => {
    enter(from);
  }, []);
  return html`<${Dialog} title=${title} close=${close} class="picker"
    >${(shut) => {
      const take = (path) => {
        shut();
        choose(path);
      };
      return html`<div class="picker-body">
        <nav aria-label="Folders above">
          ${folder?.above.map(
            (one, n) =>
              html`${n > 1 && html`<span class="quiet">/</span>`}<button
                  type="button"
                  class="crumb"
                  key=${one.path}
                  onClick=${() => enter(one.path)}>
                  ${one.name}
                </button>`,
          )}
        </nav>
        ${error && html`<p class="fault" role="alert">${error}</p>`}
        <ul class="folders">
          ${folder?.folders.map(
            (one) =>
              html`<li key=${one.path}>
                <button type="button" class="row" onClick=${() => (needsProject && one.is_project ? take(one.path) : enter(one.path))}>
                  <${Icon} name=${one.is_project ? "deck" : "box"} /><span class="name">${one.name}</span>
                  ${one.is_project && html`<span class="badge">project</span>`}
                </button>
              </li>`,
          )}
          ${folder && !folder.folders.length && html`<li class="quiet">No folders in here</li>`}
        </ul>
        <footer>
          <span class="quiet path">${folder?.path}</span>
          <button type="button" class="main" disabled=${!folder || (needsProject && !folder.is_project)} onClick=${() => take(folder.path)}>
            ${needsProject ? "Open" : "Choose this folder"}
          </button>
        </footer>
      </div>`;
    }}</${Dialog}
  >`;
}
