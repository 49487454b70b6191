// The palette: find anything in all games, go anywhere, do anything, by typing a few letters.

import { run } from "../core/commands.js";
import { useFound } from "../core/finding.js";
import { html, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "../core/html.js";
import { state } from "../core/store.js";
import { plural } from "../core/words.js";
import { Icon } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Excerpt, Marked } from "../parts/marked.js";
import { address } from "../parts/picture.js";
import { note, options } from "./palette_options.js";

const PAGE = 8; // options that Page up and Page down go by
const MOST = 40; // hits of the server
const REST = 150; // milliseconds that an option is there before its picture is asked for
const TINY = 64; // pixels: wide enough for a picture on a dense screen

function Thumbnail({ one }) {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), REST);
    return () => clearTimeout(timer);
  }, []);
  if (!one.p) return html`<span class="thumb"><${Icon} name=${one.icon} /></span>`;
  return html`<span class="thumb"
    ><img
      src=${rested ? address(one.p, TINY) : undefined}
      alt=""
      loading="lazy"
      style=${{ "aspect-ratio": `${one.width} / ${one.height}` }}
  /></span>`;
}

function Option({ one, id, chosen, choose, point }) {
  return html`<div id=${id} role="option" aria-selected=${String(chosen)} class="option" onClick=${choose} onPointerMove=${point}>
    <${Thumbnail} one=${one} />
    <span class="what"
      ><span class="title"><${Marked} text=${one.title} marks=${one.marks} />${one.id && html` <span class="id">${one.id}</span>`}</span>
      <${Excerpt} excerpt=${one.excerpt}
    /></span>
    ${one.part && html`<span class="part-of">${one.part}</span>`} ${one.keys?.map((key) => html`<kbd>${key}</kbd>`)}
  </div>`;
}

export function Palette({ near, close }) {
  const list = useRef(null);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const { query: answered, answer } = useFound(query, { near, limit: MOST });
  const name = useId();
  const all = useMemo(() => options(query, query.trim() ? answer?.hits || [] : [], near), [query, answer, near, state.project]);
  const now = Math.min(at, all.length - 1);
  const idOf = (n) => `${name}-${n}`;
  useLayoutEffect(() => {
    list.current.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [now, all]);

  const choose = (one, event) => {
    if (!one) return;
    note(one);
    if ((event.ctrlKey || event.metaKey) && one.href) {
      window.open(one.href, "_blank");
      return;
    }
    event.target.closest("dialog").close(); // the focus is where it was
    if (one.href) location.hash = one.href;
    else run(one.run);
  };
  const onKeyDown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[event.key];
    if (step && all.length)
      setAt(Math.abs(step) === 1 ? (now + step + all.length) % all.length : Math.max(0, Math.min(all.length - 1, now + step)));
    else if (event.key === "Enter" && !event.isComposing) choose(all[now], event);
    else return;
    event.preventDefault();
  };
  const waits = query.trim() && answered !== query.trim();
  const groups = [...new Set(all.map((one) => one.group))];
  const more = answer && query.trim() ? answer.total - answer.hits.length : 0;
  const content = html`<div class="ask">
      <${Icon} name="search" />
      <input
        type="text"
        role="combobox"
        aria-label="Find anything"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls=${`${name}-all`}
        aria-activedescendant=${all.length ? idOf(now) : undefined}
        placeholder="Find a card, page, rule, file or command"
        spellcheck=${false}
        autocomplete="off"
        value=${query}
        onInput=${(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown=${onKeyDown} />
      <kbd>Esc</kbd>
    </div>
    <div class="options" id=${`${name}-all`} role="listbox" aria-label="Found" ref=${list}>
      ${groups.map(
        (group) =>
          html`<div key=${group} role="group" aria-label=${group}>
            <div class="group" aria-hidden="true">${group}</div>
            ${all.map(
              (one, n) =>
                one.group === group &&
                html`<${Option}
                  key=${one.key}
                  one=${one}
                  id=${idOf(n)}
                  chosen=${n === now}
                  choose=${(event) => choose(one, event)}
                  point=${() => n !== now && setAt(n)} />`,
            )}
          </div>`,
      )}
    </div>
    ${!all.length && !waits && html`<p class="empty">No name and no text of a card matches.</p>`}
    ${more > 0 && html`<p class="more-found">and ${plural(more, "more result", "more results")}; add a word to narrow them down</p>`}
    <p class="unseen" role="status">${query.trim() && !waits ? plural(all.length, "result") : ""}</p>`;
  return html`<${Dialog} id="palette" aria-label="Find anything" close=${close}>${content}</${Dialog}>`;
}
