// The strip at the bottom: what the last save changed, and the saves before it.

import { html, useEffect, useRef, useState } from "../core/html.js";
import { placeOf } from "../core/places.js";
import { api, useFetched } from "../core/server.js";
import { settings, toggle } from "../core/settings.js";
import { toCome } from "../core/sides.js";
import { state } from "../core/store.js";
import { plural } from "../core/words.js";
import { Tool } from "../parts/button.js";
import { Picture } from "../parts/picture.js";

const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const HIGH = 62; // CSS pixels of a picture
const WIDEST = 150;
const NEWS = ["edit", "sides", "texts", "ready", "games"];

// It is one line, that in the status, until somebody asks for it.
export const stripShown = () => settings.strip ?? false;
export const toggleStrip = () => toggle("strip");

const clock = (seconds) => TIME.format(new Date(seconds * 1000));

// The files of a save in a few words.
function filesSaid(files) {
  const [first, ...more] = files;
  return `${(first || "").split("/").pop()}${more.length ? ` and ${more.length} more` : ""}`;
}

function Thumb({ game, one }) {
  const { href, words } = placeOf(state.games[game] || { id: game }, one.id, one.title);
  const width = Math.min((HIGH * one.width) / one.height, WIDEST);
  const what = one.p ? (one.b ? "" : "new") : "gone";
  return html`<li>
    <a class=${`save-thumb ${what}`} href=${href} title=${words} data-side=${one.id}>
      <${Picture}
        print=${one.p || one.b}
        width=${width}
        style=${{ width: `${width}px`, height: `${(width * one.height) / one.width}px` }} />
      <span class="name">${words}</span>${what && html`<span class="mark-word">${what}</span>`}</a
    >
  </li>`;
}

// The games of a save, that which is open first, as [id, changes].
function sorted(save, open) {
  return Object.entries(save.games).sort(([a], [b]) => Number(b === open) - Number(a === open));
}

/** @param {{ where: string[], [more: string]: any }} given */
export function Strip({ where: [open] }) {
  const [saves] = useFetched(() => api("saves"), null, NEWS, [state.project?.run]);
  const [at, setAt] = useState(0);
  const list = useRef(null);
  const newest = saves?.[0]?.edit || 0;
  useEffect(() => setAt(0), [newest]);
  useEffect(() => {
    if (list.current) list.current.scrollLeft = 0;
  }, [newest, at]);
  const save = saves?.[Math.min(at, saves.length - 1)];
  if (!save || !stripShown()) return null;
  const games = sorted(save, open);
  const number = games.reduce((sum, [, found]) => sum + found.changes.length + found.more, 0);
  const waiting = at === 0 && toCome().length > 0;
  const said = number ? `${number} changed` : waiting ? "…" : "no visible change";
  const step = (icon, label, to) =>
    html`<${Tool} small ...${{ icon, label }} aria-disabled=${String(to === at)} onClick=${() => setAt(to)} />`;
  return html`<section id="strip" aria-label="Changes of a save">
    <div class="about">
      <p class="files" title=${save.files.join("\n")}>${filesSaid(save.files)}</p>
      <p class="quiet"><time datetime=${new Date(save.time * 1000).toISOString()}>${clock(save.time)}</time> · ${said}</p>
      <div class="steps">
        ${step("left", "Earlier save", Math.min(at + 1, saves.length - 1))}
        <span class="n">${at ? `${at} back` : "last"}</span>
        ${step("right", "Later save", Math.max(at - 1, 0))}
      </div>
    </div>
    <ul class="save-thumbs" ref=${list} aria-label="Changed" tabindex=${number ? undefined : -1}>
      ${games.map(
        ([id, found]) =>
          html`${games.length > 1 && html`<li class="of" key=${id}>${state.project?.games.find((one) => one.id === id)?.title || id}</li>`}
          ${found.changes.map((one) => html`<${Thumb} key=${`${id}/${one.id}`} game=${id} one=${one} />`)}
          ${found.more > 0 && html`<li class="of" key=${`${id}/more`}>and ${plural(found.more, "more", "more")}</li>`}`,
      )}
    </ul>
    <${Tool} icon="close" label="Close" command="saves" />
  </section>`;
}
