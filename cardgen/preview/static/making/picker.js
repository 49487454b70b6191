// A picker of icons, pictures and colours by how they look; beside the input, which takes their names.

import { html, useEffect, useId, useRef, useState } from "../core/html.js";
import { nice } from "../core/words.js";
import { FileButton } from "./parts.js";

const WIDE = 330; // CSS pixels of the panel
const HIGH = 380;
const MOST = 120; // things to show at once; typing finds the others
const LISTS = { icon: "icon", color: "color", image: "picture" };

export const isPicked = (control) => control.kind in LISTS;

function Look({ game, kind, name, options }) {
  if (kind === "color") return html`<span class="swatch" style=${{ background: options.swatches?.[name] ?? name }}></span>`;
  const query = new URLSearchParams({ kind, name: name.split("#")[0] });
  return html`<img src=${`api/games/${game}/asset?${query}`} alt="" loading="lazy" />`;
}

// `children` is the input; `choose` gets a name. The panel lists the names that contain what is typed.
/** @param {{ control: Control, [more: string]: any }} given */
export function Picker({ game, control, value, options, choose, label, children }) {
  const { kind } = control;
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [place, setPlace] = useState({});
  const home = useRef(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    home.current?.querySelector("button").focus();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    home.current.querySelector(".picks input").focus();
    const away = (event) => !home.current.contains(event.target) && setOpen(false);
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [isOpen]);
  const names = [...(options[LISTS[kind]] ?? [])];
  const shown = () => {
    // The panel is over everything, also beyond the edge of what scrolls.
    const { left, top, bottom } = home.current.getBoundingClientRect();
    const below = bottom + HIGH < window.innerHeight;
    setPlace({
      left: `${Math.max(8, Math.min(left, window.innerWidth - WIDE - 12))}px`,
      top: `${below ? bottom + 4 : Math.max(8, top - HIGH)}px`,
    });
    setOpen(true);
  };
  const matching = (words) => names.filter((name) => name.toLowerCase().includes(words.toLowerCase()));
  const matches = matching(query);
  const pick = (name) => {
    choose(name);
    close();
  };
  const keys = (event) => {
    const [first] = event.target.matches("input") ? matching(event.target.value) : []; // the list may be a letter behind
    if (event.key === "Enter" && first) pick(first);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<span class="picker" ref=${home}>
    <button
      type="button"
      class="look"
      tabindex="-1"
      title=${`Choose: ${label}`}
      aria-label=${`Choose: ${label}`}
      aria-expanded=${String(isOpen)}
      aria-controls=${isOpen ? id : undefined}
      onClick=${() => (isOpen ? close() : shown())}>
      ${value ? html`<${Look} ...${{ game, kind, options }} name=${value} />` : html`<span class="swatch none"></span>`}
    </button>
    ${children}
    ${
      isOpen &&
      html`<div class="picks popover" id=${id} role="dialog" aria-label=${label} style=${place} onKeyDown=${keys}>
        <input type="search" placeholder="Search" aria-label=${`Search: ${label}`} onInput=${(event) => setQuery(event.target.value)} />
        <div class="looks">
          ${matches
            .slice(0, MOST)
            .map(
              (name) =>
                html`<button type="button" key=${name} aria-pressed=${String(name === value)} onClick=${() => pick(name)}>
                  <${Look} ...${{ game, kind, name, options }} /><span>${nice(name.split("/").pop())}</span>
                </button>`,
            )}
        </div>
        ${matches.length > MOST && html`<p class="quiet">${matches.length - MOST} more: type a part of the name</p>`}
        ${kind !== "color" && html`<${FileButton} game=${{ id: game }} part=${kind === "icon" ? "icon" : "picture"} label="Add a file …" put=${pick} />`}
      </div>`
    }
  </span>`;
}
