// The strip at the bottom: what the last save changed, and the saves before it.

import { useFetched } from "../core/fetched.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { link } from "../core/router.js";
import { api } from "../core/server.js";
import { remember, settings } from "../core/settings.js";
import { toCome } from "../core/sides.js";
import { state } from "../core/store.js";
import { nice, plural } from "../core/words.js";
import { Tool } from "../parts/icon.js";
import { Picture } from "../parts/picture.js";
import { clock, filesSaid } from "./words.js";

const HIGH = 62; // CSS pixels of a picture
const WIDEST = 150;
const NEWS = ["edit", "sides", "texts", "ready", "games"];

// It is one line, that in the status, until somebody asks for it.
export const stripShown = () => settings.strip ?? false;
export const toggleStrip = () => remember({ strip: !stripShown() });

// Where a side or page is seen, and what it is called.
export function placeOf(id, side, title = "") {
  const [component, name, last] = side.split("/");
  const known = state.games[id]?.components.find((one) => one.id === component);
  const part = known?.title || nice(component);
  const page = /^page-0*(\d+)$/.exec(name);
  if (page) return { href: link(id, component, page[1]), words: `${part}, page ${page[1]}` };
  if (!last) return { href: link(id, component), words: name === "back" ? `${part}, back` : part };
  const card = known?.cards?.find((one) => one.id === name);
  const called = title || card?.title || (known?.cards ? nice(name) : `${part}, ${nice(name).toLowerCase()}`);
  return { href: link(id, component, name), words: `${called}${last === "back" ? ", back" : ""}` };
}

/** @param {{ game: Game, [more: string]: any }} given */
function Thumb({ game, one }) {
  const { href, words } = placeOf(game, one.id, one.title);
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
  const said = number ? `${number} changed` : waiting ? "…" : "nothing looks different";
  return html`<section id="strip" aria-label="What a save changed">
    <div class="about">
      <p class="files" title=${save.files.join("\n")}>${filesSaid(save.files)}</p>
      <p class="quiet"><time datetime=${new Date(save.time * 1000).toISOString()}>${clock(save.time)}</time> · ${said}</p>
      <div class="steps">
        <${Tool}
          small
          icon="left"
          label="Earlier save"
          aria-disabled=${String(at >= saves.length - 1)}
          onClick=${() => setAt(Math.min(at + 1, saves.length - 1))} />
        <span class="n">${at ? `${at} back` : "last"}</span>
        <${Tool} small icon="right" label="Later save" aria-disabled=${String(at === 0)} onClick=${() => setAt(Math.max(at - 1, 0))} />
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
    <${Tool} icon="close" label="Close (a)" onClick=${toggleStrip} />
  </section>`;
}
