// The title and the folder of a new game.

import { html, useState } from "../core/html.js";
import { FolderPicker } from "./folders.js";

/** @param {{ about: any, busy: boolean, title: string, make: (game: { title: string, folder: string }) => void }} properties */
export function GameForm({ about, busy, title, make }) {
  const [name, setName] = useState(title);
  const [folder, setFolder] = useState(about.folder);
  const [picking, setPicking] = useState(false);
  return html`<form
    class="game-form"
    onSubmit=${(event) => {
      event.preventDefault();
      make({ title: name, folder });
    }}>
    <label>Title<input name="title" value=${name} maxlength="32" required onInput=${(event) => setName(event.target.value)} /></label>
    <div class="in-folder">
      <span class="label">Folder</span>
      <button type="button" class="seg" onClick=${() => setPicking(true)} title="Choose another folder">
        <span class="path">${folder}</span>
      </button>
    </div>
    <button type="submit" class="main" disabled=${busy}>${busy ? "Making the game …" : "Make the game"}</button>
    ${picking && html`<${FolderPicker} from=${folder} title="Where to make the game" close=${() => setPicking(false)} choose=${setFolder} />`}
  </form>`;
}
