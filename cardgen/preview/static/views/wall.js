// A deck as a wall of cards, with search, filters and order; also token sets, dice and boxes.

import { useCommand } from "../core/commands.js";
import { useFound } from "../core/finding.js";
import { html, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../core/html.js";
import { usePrinted } from "../core/printing.js";
import { go, link } from "../core/router.js";
import { prioritize } from "../core/server.js";
import { remember, settings } from "../core/settings.js";
import { errorsOf, isFresh, items, sideOf } from "../core/sides.js";
import { state } from "../core/store.js";
import { nice, plural } from "../core/words.js";
import { toggleTrueSize, TrueSize } from "../parts/calibration.js";
import { Export } from "../parts/export.js";
import { chosen, facets, orders } from "../parts/filters.js";
import { Banner, commonErrors, Told, Why } from "../parts/finding.js";
import { Grid } from "../parts/grid.js";
import { Icon } from "../parts/icon.js";
import { DiffBadge, DiffNote, GoneTile } from "../history/marks.js";
import { AgainstMenu } from "../history/menu.js";
import { DiffButton, useDiff } from "../history/wall_diff.js";
import { useNotes } from "../notes/pins.js";
import { Excerpt } from "../parts/marked.js";
import { Picture } from "../parts/picture.js";
import { PrintedWall } from "../parts/printed_wall.js";
import { Screen } from "../parts/screen.js";
import { TextSizes } from "../parts/text_sizes.js";

const LEAST = 90;
const MOST = 420;
const CAPTION = 27; // CSS pixels below a picture
const EXCERPT = 17; // CSS pixels below that, while one searches
const REST = 60; // milliseconds of rest before the server is asked to search
const EXCERPTS = 500; // of one search
const ASK = 60; // milliseconds of rest before what is in sight is told

const EMPTY = { query: "", picked: {}, order: "", changed: false, differs: false, sized: null, last: 0, hand: null };
const memories = new Map(); // what was asked for, and the last card, by wall

/** @param {Item} item */
export const sideShown = (item) => (settings.backs && item.back ? item.back : item.face);

// What was searched for on a wall, and how to change it; kept until the page is closed.
export function useAsked(wall) {
  const [, again] = useState(0);
  const asked = memories.get(wall) || EMPTY;
  const ask = (changes) => {
    memories.set(wall, { ...(memories.get(wall) || EMPTY), ...changes });
    again((n) => n + 1);
  };
  return [asked, ask];
}

// The items of a part that are asked for: all of them, those, and by key where words were found that
// their titles do not have. Words that are only printed on a card, the server finds.
/** @param {Game} game @param {Component} component @param {Asked} asked */
export function useChosen(game, component, asked) {
  const all = useMemo(() => items(component), [component.cards, component.sides]);
  const { query, answer } = useFound(asked.query, { game: game.id, part: component.id, limit: EXCERPTS }, REST);
  const printed = useMemo(
    () => ({ query, keys: new Set(answer?.keys), excerpts: new Map((answer?.hits || []).map((hit) => [hit.address[2], hit.excerpt])) }),
    [answer, query],
  );
  const lively = asked.changed || asked.order === "~changed" ? game.revision : 0;
  const found = useMemo(
    () => chosen(game, all, asked, printed),
    [all, printed, asked.query, asked.picked, asked.order, asked.changed, asked.sized, lively, state.edit],
  );
  return [all, found, printed.excerpts];
}

// The titles that several cards of a part have: only the ids tell those apart.
export function useRepeated(all) {
  return useMemo(() => {
    const seen = new Set();
    return new Set(all.map((item) => item.title).filter((title) => seen.size === seen.add(title).size));
  }, [all]);
}

// `width` is that of the picture; the cell may be wider.
/** @param {{ game: Game, component: Component, item: Item, [more: string]: any }} given */
export function Tile({
  game,
  component,
  item,
  number,
  width,
  style,
  tab,
  diff,
  repeated = false,
  excerpt = null,
  told = [],
  notes = 0,
  picked = null,
  pick,
}) {
  const id = sideShown(item);
  const side = sideOf(game, id);
  const errors = errorsOf(game, id, item.name);
  const copies = component.cards ? item.ref.copies : item.copies;
  const kinds = ["tile"];
  if ([item.face, item.back].some((one) => one && isFresh(sideOf(game, one)))) kinds.push("fresh");
  if (copies === 0) kinds.push("kept-back");
  if (errors.length) kinds.push("bad");
  else if (side.s && !side.p) kinds.push("waiting");
  const shape = {
    width: `${width}px`,
    "aspect-ratio": `${item.width} / ${item.height}`,
    "--rx": `${(100 * item.radius) / item.width}%`,
    "--ry": `${(100 * item.radius) / item.height}%`,
  };
  return html`<li class="cell" style=${style}>
    <a
      class=${kinds.join(" ")}
      href=${link(game.id, component.id, item.key)}
      data-key=${item.key}
      data-side=${id}
      data-number=${number}
      tabindex=${tab ? 0 : -1}
      onClick=${(event) => {
        if (!pick || (picked === null && !(event.ctrlKey || event.metaKey || event.shiftKey))) return;
        event.preventDefault();
        pick(item.key, event.shiftKey);
      }}>
      <div class="frame" style=${shape}><${Picture} print=${side.p} width=${width} /><${Why} errors=${errors} told=${told} places /></div>
      <span class="caption"
        ><span class="name"
          >${component.cards ? item.ref.title || nice(item.key) : item.title}${repeated && html` <span class="id">${item.key}</span>`}</span
        >
        <span class="badges"
          ><${DiffBadge} kind=${diff} />
          ${notes > 0 && html`<span class="badge noted" title=${plural(notes, "note")}><${Icon} name="note" />${notes}</span>`}
          ${side.w > 0 && html`<span class="badge warning" title=${plural(side.w, "warning")}><${Icon} name="warn" /></span>`}
          ${
            copies !== 1 &&
            html`<span class="badge" title=${copies ? plural(copies, "copy", "copies") : "kept back: not printed"}
              >${copies ? `× ${copies}` : "not printed"}</span
            >`
          }
        </span></span
      >
      ${excerpt && html`<span class="found"><${Excerpt} excerpt=${excerpt} /></span>`}
    </a>
    ${picked !== null && html`<input type="checkbox" class="picked" aria-label=${`Pick ${item.title}`} checked=${picked} onClick=${(event) => pick(item.key, event.shiftKey)} />`}
  </li>`;
}

// `more` are other chips.
/** @param {{ component: Component, asked: Asked, [more: string]: any }} given */
export function Chips({ component, asked, ask, more = null }) {
  const found = useMemo(() => facets(component), [component.cards, component.fields]);
  const any = asked.query || asked.changed || asked.differs || asked.sized || Object.values(asked.picked).some((values) => values.length);
  const toggle = (id, value) => {
    const picked = asked.picked[id] || [];
    ask({ picked: { ...asked.picked, [id]: picked.includes(value) ? picked.filter((v) => v !== value) : [...picked, value] } });
  };
  return html`<div class="chips">
    ${found.map((facet) => {
      const picked = asked.picked[facet.id] || [];
      return html`<details key=${facet.id} class=${`chip${picked.length ? " on" : ""}`} name="facets">
        <summary>${facet.name}${picked.length > 0 && html`<b>${picked.map(nice).join(", ")}</b>`}</summary>
        <div class="menu">
          ${facet.values.map(
            ([value, n]) =>
              html`<label key=${value}>
                <input type="checkbox" checked=${picked.includes(value)} onChange=${() => toggle(facet.id, value)} />
                <span class="name">${nice(value)}</span><span class="n">${n}</span></label
              >`,
          )}
        </div>
      </details>`;
    })}
    ${
      state.edit > 0 &&
      html`<button
        key="~changed"
        type="button"
        class=${`chip${asked.changed ? " on" : ""}`}
        aria-pressed=${String(asked.changed)}
        onClick=${() => ask({ changed: !asked.changed })}
        title="Only what the last edit changed (c)">
        <span class="dot fresh"></span>Changed
      </button>`
    }
    ${more}
    ${
      any &&
      html`<button
        key="~clear"
        type="button"
        class="chip clear"
        onClick=${() => ask({ query: "", picked: {}, changed: false, differs: false, sized: null })}>
        <${Icon} name="close" />Clear
      </button>`
    }
  </div>`;
}

// Esc empties it, as browsers do; so all cards are shown again.
/** @param {{ asked: Asked, [more: string]: any }} given */
export const Search = ({ asked, ask, label = "Search cards" }) =>
  html`<label class="search"
    ><${Icon} name="search" />
    <input
      type="search"
      placeholder="Search"
      aria-label=${label}
      value=${asked.query}
      spellcheck=${false}
      onInput=${(event) => ask({ query: event.target.value })}
      onKeyDown=${(event) => {
        if (event.key === "Escape") ask({ query: "" });
      }}
  /></label>`;

/** @param {{ component: Component, asked: Asked, [more: string]: any }} given */
export const Order = ({ component, asked, ask }) =>
  html`<select
    class="order"
    aria-label="Order"
    title="Order"
    value=${asked.order}
    onChange=${(event) => ask({ order: event.target.value })}>
    ${orders(component).map(([id, name]) => html`<option key=${id} value=${id}>${name}</option>`)}
  </select>`;

export const Sizes = ({ label = "Size of the cards" }) =>
  html`<label class="sizes"
    ><input
      type="range"
      min=${LEAST}
      max=${MOST}
      step="10"
      value=${settings.size}
      aria-label=${label}
      title="Size (− +)"
      onInput=${(event) => remember({ size: Number(event.target.value) })}
  /></label>`;

export const resize = (by) => remember({ size: Math.max(LEAST, Math.min(MOST, settings.size + by)) });

// How much there is: designs and cards, and how many of them are shown.
/** @param {Component} component */
export function tallied(component, all, shown) {
  if (!component.cards) return plural(all.length, "design");
  if (shown.length !== all.length) return `${shown.length} of ${plural(all.length, "design")}`;
  const copies = all.reduce((sum, item) => sum + item.ref.copies, 0);
  return `${plural(copies, "card")}${copies !== all.length ? `, ${plural(all.length, "design")}` : ""}`;
}

// Where cards lie: as wide as there is room, or all at one scale, in CSS pixels a millimetre.
export function wallLayout(all, scale, below = 0) {
  if (!scale) return { least: settings.size, gap: [18, 22], tall: (item, width) => (width * item.height) / item.width + CAPTION + below };
  return {
    exact: scale * Math.max(...all.map((item) => item.width), 1),
    gap: [18, 22],
    tall: (item) => scale * item.height + CAPTION + below,
  };
}

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function WallView({ game, component }) {
  const wall = `${game.id}/${component.id}`;
  const [asked, ask] = useAsked(wall);
  const [all, found, excerpts] = useChosen(game, component, asked);
  const repeated = useRepeated(all);
  const told = useMemo(() => commonErrors(game, all, sideShown), [all, game.revision, settings.backs]);
  const diff = useDiff(game, component, all, found, asked);
  const shown = diff.left;
  const [focus, setFocus] = useState(asked.last < shown.length ? asked.last : 0);
  const columns = useRef(1);
  const moved = useRef(false);
  const element = useRef(null);
  const sized = Boolean(component.cards?.length);
  const hasBacks = all.some((item) => item.back);
  const exact = settings.trueSize ? settings.pxPerMm : 0;
  const said = excerpts.size ? EXCERPT : 0;
  const layout = useMemo(() => wallLayout(all, exact, said), [all, exact, said, settings.size]);
  const noted = Object.groupBy(useNotes(game), (one) => (one.state === "open" ? one.on : ""));
  const lastPicked = useRef(null);
  // Pick a card by hand or put it back; with Shift, all from the last one to it.
  const pick = (key, extend = false) => {
    const { hand } = memories.get(wall) || EMPTY;
    const ends = [lastPicked.current, key].map((one) => shown.findIndex((item) => item.key === one)).sort((a, b) => a - b);
    const range = extend && ends[0] >= 0 ? shown.slice(ends[0], ends[1] + 1).map((item) => item.key) : [];
    lastPicked.current = key;
    if (range.length) ask({ hand: [...new Set([...(hand || []), ...range])] });
    else ask({ hand: hand?.includes(key) ? hand.filter((one) => one !== key) : [...(hand || []), key] });
  };
  const hand = asked.hand && all.map((item) => item.key).filter((key) => asked.hand.includes(key));
  const timer = useRef(0);
  const onSight = useCallback(
    (seen) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => prioritize(game.id, seen.filter((item) => !item.like).map(sideShown)), ASK);
    },
    [game.id, settings.backs],
  );
  useEffect(() => () => clearTimeout(timer.current), []);

  // Arrow keys move the focus, which may be on a card that has only now come to be.
  useLayoutEffect(() => {
    const tile = moved.current && element.current.querySelector(`[data-number="${focus}"]`);
    if (!tile) return;
    moved.current = false;
    tile.focus({ preventScroll: true });
    tile.scrollIntoView({ block: "nearest" });
  });
  useCommand("wall.move", (event) => {
    if (!shown.length) return false;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns.current, ArrowDown: columns.current, Home: -Infinity, End: Infinity };
    /** @type {HTMLElement | null} */
    const tile = document.activeElement?.closest(".tile");
    const on = tile?.dataset.number;
    const next = on === undefined ? focus : Math.max(0, Math.min(shown.length - 1, Number(on) + steps[event.key]));
    moved.current = true;
    setFocus(next);
    ask({ last: next });
    return true;
  });
  useCommand("wall.only", () => {
    if (shown.length !== 1) return false;
    go(game.id, component.id, shown[0].key);
    return true;
  });
  useCommand("wall.pick", () => {
    /** @type {HTMLElement | null} */
    const tile = document.activeElement?.closest(".tile");
    if (!tile || !component.cards) return false;
    pick(tile.dataset.key);
    return true;
  });
  useCommand("smaller", () => resize(-30));
  useCommand("larger", () => resize(30));
  useCommand("wall.true", toggleTrueSize);
  useCommand("wall.table", () => go(game.id, component.id, "~table"), Boolean(component.cards));
  useCommand("wall.flip", () => remember({ backs: !settings.backs }), hasBacks);
  useCommand(
    "wall.changed",
    () => ask(diff.active ? { differs: !asked.differs } : { changed: !asked.changed }),
    state.edit > 0 || diff.active,
  );

  usePrinted(
    () => ({
      content: html`<${PrintedWall}
        game=${game}
        component=${component}
        items=${shown}
        side=${sideShown}
        tally=${tallied(component, all, shown)}
        nameOf=${(item) => (repeated.has(item.title) ? `${item.title} (${item.key})` : item.title)} />`,
    }),
    shown.length > 0,
  );

  const bar = html`<h1>${component.title}</h1>
    <span class="tally" aria-live="polite">${tallied(component, all, shown)}</span><span class="grow"></span>
    <${Search} asked=${asked} ask=${ask} />
    ${component.cards && html`<${Order} component=${component} asked=${asked} ask=${ask} />`}
    ${
      hasBacks &&
      html`<button
        type="button"
        class="seg"
        aria-pressed=${String(settings.backs)}
        title="Show backs in place of faces (x)"
        onClick=${() => remember({ backs: !settings.backs })}>
        Backs
      </button>`
    }
    ${
      component.cards &&
      html`<a class="seg way" href=${link(game.id, component.id, "~table")} title="All cards as a table (g)"
        ><${Icon} name="rows" /><span>Table</span></a
      >`
    }
    ${
      component.cards?.some((card) => card.copies) &&
      html`<a class="seg way" href=${link(game.id, component.id, "~deal")} title="Shuffle, and deal a hand"
        ><${Icon} name="hand" /><span>Deal</span></a
      >`
    }
    ${!exact && html`<${Sizes} />`}<${TrueSize} /><${Export}
      game=${game}
      component=${component}
      picked=${hand?.length > 0}
      cards=${hand?.length ? hand : component.cards && shown.length < all.length ? shown.map((item) => item.key) : null} />`;
  return html`<${Screen} titles=${[component.title, game.title]} bar=${bar}>
    <div class="wall-view" ref=${element} onFocusIn=${(event) => {
      const on = event.target.closest?.(".tile");
      if (on) memories.set(wall, { ...asked, last: Number(on.dataset.number) });
    }}>
      <${Banner} game=${game} /><${Told} errors=${told} />
      <${DiffNote} game=${game} comparison=${diff.comparison} />
      <${Chips} component=${component} asked=${asked} ask=${ask} more=${html`${
          sized && html`<${TextSizes} game=${game} component=${component} asked=${asked} ask=${ask} />`
        }<${AgainstMenu} game=${game} problems /><${DiffButton}
          diff=${diff}
          asked=${asked}
          ask=${ask} />${sized && html`<button key="~pick" type="button" class=${`chip${hand ? " on" : ""}`} aria-pressed=${String(Boolean(hand))} title="Pick cards by hand, for a sheet of them (Ctrl or Shift and click; Space)" onClick=${() => ask({ hand: hand ? null : [] })}>${hand ? `${hand.length} picked` : "Pick"}</button>`}`} />
      <${Grid} items=${diff.listed} layout=${layout} focus=${focus} onSight=${onSight} onLayout=${(placed) => {
        columns.current = placed.columns;
      }} label=${component.title}>
        ${(item, number, width, style) =>
          item.like
            ? html`<${GoneTile} key=${item.key} item=${item} width=${width} style=${style} />`
            : html`<${Tile}
                key=${item.key}
                game=${game}
                component=${component}
                item=${item}
                number=${number}
                width=${exact ? exact * item.width : width}
                style=${style}
                tab=${number === Math.min(focus, shown.length - 1)}
                diff=${diff.kinds.get(item.key)}
                repeated=${repeated.has(item.title)}
                excerpt=${excerpts.get(item.key)}
                told=${told}
                notes=${noted[`${component.id}/${item.key}`]?.length}
                picked=${hand && hand.includes(item.key)}
                pick=${component.cards && pick} />`}
      </${Grid}>
      ${
        !diff.listed.length &&
        html`<p class="empty">
          No card matches.${" "}
          <button type="button" class="plain" onClick=${() => ask({ query: "", picked: {}, changed: false, differs: false, sized: null })}>
            Show all
          </button>
        </p>`
      }
    </div>
  </${Screen}>`;
}
