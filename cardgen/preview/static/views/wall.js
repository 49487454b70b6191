// A deck as a wall of cards, with search, filters and order; also token sets, dice and boxes.

import { isTyping, useCommands } from "../core/commands.js";
import { html, useCallback, useLayoutEffect, useMemo, useRef, useState } from "../core/html.js";
import { usePrinted } from "../core/printing.js";
import { go, link } from "../core/router.js";
import { settings } from "../core/settings.js";
import { state } from "../core/store.js";
import { addCard, moveCard, NEW, useDragged } from "../editing/acts.js";
import { DiffButton, DiffNote, GoneTile, useDiff } from "../history/marks.js";
import { AgainstMenu } from "../history/menu.js";
import { useNotes } from "../notes/pins.js";
import { Chip, Chips, NoMatch, Order, Search, tallied, useAsked, useChosen } from "../parts/asked.js";
import { Button, Icon } from "../parts/button.js";
import { Export } from "../parts/export.js";
import { Banner, commonErrors, Told } from "../parts/finding.js";
import { Grid } from "../parts/grid.js";
import { PrintedWall } from "../parts/printed_wall.js";
import { Screen } from "../parts/screen.js";
import { useSight } from "../core/server.js";
import { TextSizes } from "../parts/text_sizes.js";
import { sideShown, Tile, useRepeated, WallLooks, wallLayout } from "../parts/tile.js";

const EXCERPT = 17; // CSS pixels below a caption, while one searches
const PICK = "Pick cards for a sheet (Ctrl or Shift and click; Space)";

// The tile that has the focus, if any has it.
/** @returns {HTMLElement | null} */
const focused = () => document.activeElement?.closest(".tile");

// Cards that are picked by hand; with Shift, all from the last one to it.
function usePicked(asked, ask, all, shown) {
  const last = useRef(null);
  const hand = asked.hand && all.map((item) => item.key).filter((key) => asked.hand.includes(key));
  const pick = (key, extend = false) => {
    const ends = [last.current, key].map((one) => shown.findIndex((item) => item.key === one)).sort((a, b) => a - b);
    const range = extend && ends[0] >= 0 ? shown.slice(ends[0], ends[1] + 1).map((item) => item.key) : [];
    last.current = key;
    if (range.length) ask({ hand: [...new Set([...(hand || []), ...range])] });
    else ask({ hand: hand?.includes(key) ? hand.filter((one) => one !== key) : [...(hand || []), key] });
  };
  return [hand, pick];
}

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function WallView({ game, component }) {
  const [asked, ask, note] = useAsked(`${game.id}/${component.id}`);
  const [all, found, excerpts] = useChosen(game, component, asked);
  const repeated = useRepeated(all);
  const told = useMemo(() => commonErrors(game, all, sideShown), [all, game.revision, settings.backs]);
  const diff = useDiff(game, component, all, found, asked);
  const shown = diff.left;
  const [focus, setFocus] = useState(asked.last < shown.length ? asked.last : 0);
  const columns = useRef(1);
  const moved = useRef(""); // the key of the card that is to have the focus
  const followed = useRef(""); // the key of the card that keeps it at another place
  const element = useRef(null);
  const isDeck = Boolean(component.cards?.length);
  const exact = settings.trueSize ? settings.pxPerMm : 0;
  const below = excerpts.size ? EXCERPT : 0;
  const layout = useMemo(() => wallLayout(all, exact, below), [all, exact, below, settings.size]);
  const noted = Object.groupBy(useNotes(game), (one) => (one.state === "open" ? one.on : ""));
  const [hand, pick] = usePicked(asked, ask, all, shown);
  const tell = useSight(game);
  const onSight = useCallback((seen) => tell(seen.filter((item) => !item.like).map(sideShown)), [tell, settings.backs]);
  const order = isDeck && !asked.order ? shown.map((item) => item.key) : [];
  const drag = useDragged(game, component.id, order);
  const wall = { game, component, repeated, told, excerpts, noted, hand, kinds: diff.kinds, pick: isDeck && pick, drag };

  // Arrow keys move the focus, which may be on a card that has only now come to be, or to another place.
  useLayoutEffect(() => {
    const tile = moved.current && element.current.querySelector(`[data-key="${CSS.escape(moved.current)}"]`);
    if (!tile || Number(tile.dataset.number) !== focus) return;
    moved.current = "";
    tile.focus({ preventScroll: true });
    tile.scrollIntoView({ block: "nearest" });
  });
  useLayoutEffect(() => {
    const tile = followed.current && element.current.querySelector(`[data-key="${CSS.escape(followed.current)}"]`);
    if (!tile) return;
    if (document.activeElement === document.body) tile.focus({ preventScroll: true });
    if (Number(tile.dataset.number) !== focus) setFocus(Number(tile.dataset.number));
  });
  const focusOn = (number, key) => {
    moved.current = key;
    setFocus(number);
    ask({ last: number });
  };
  const shift = (by) => () => {
    const key = focused()?.dataset.key;
    if (!order.includes(key)) return false;
    followed.current = key;
    moveCard(game, component.id, key, { by, among: shown.length < all.length ? order : [] });
    return true;
  };
  const addNew = (event) => {
    if (isTyping(event?.target)) return false;
    addCard(game, component.id, focused()?.dataset.key || all.at(-1).key);
    return true;
  };
  useCommands({
    "wall.move": (event) => {
      if (!shown.length) return false;
      const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns.current, ArrowDown: columns.current, Home: -Infinity, End: Infinity };
      const on = focused()?.dataset.number;
      const next = Math.max(0, Math.min(shown.length - 1, on === undefined ? focus : Number(on) + steps[event.key]));
      focusOn(next, shown[next].key);
      return true;
    },
    "wall.only": () => {
      if (shown.length !== 1) return false;
      go(game.id, component.id, shown[0].key);
      return true;
    },
    "wall.pick": () => {
      const tile = focused();
      if (!tile || !isDeck) return false;
      pick(tile.dataset.key);
      return true;
    },
    "wall.table": component.cards && (() => go(game.id, component.id, "~table")),
    "wall.changed": (state.edit > 0 || diff.active) && (() => ask(diff.active ? { differs: !asked.differs } : { changed: !asked.changed })),
    "card.new": isDeck && addNew,
    "card.up": isDeck && shift(-1),
    "card.down": isDeck && shift(1),
  });

  const tally = tallied(component, all, shown);
  usePrinted(
    () => ({ content: html`<${PrintedWall} game=${game} component=${component} items=${shown} tally=${tally} repeated=${repeated} />` }),
    shown.length > 0,
  );

  const way = (to, icon, label, title) =>
    html`<a class="seg way" href=${link(game.id, component.id, to)} title=${title}><${Icon} name=${icon} /><span>${label}</span></a>`;
  const some = component.cards && shown.length < all.length ? shown.map((item) => item.key) : null;
  const bar = html`<h1>${component.title}</h1>
    <span class="tally" aria-live="polite">${tally}</span><span class="grow"></span>
    ${isDeck && html`<${Button} class="seg primary with-icon" icon=${NEW[1]} label=${NEW[2]} command="card.new" />`}
    <${Search} asked=${asked} ask=${ask} />
    ${component.cards && html`<${Order} component=${component} asked=${asked} ask=${ask} />`}
    ${component.cards && way("~table", "rows", "Table", "All cards as a table (g)")}
    ${component.cards?.some((card) => card.copies) && way("~deal", "hand", "Deal", "Shuffle, and deal a hand")}
    <${WallLooks} backs=${all.some((item) => item.back)} />
    <${Export} game=${game} component=${component} picked=${hand?.length > 0} cards=${hand?.length ? hand : some} />`;
  const chips = html`${isDeck && html`<${TextSizes} game=${game} component=${component} asked=${asked} ask=${ask} />`}
    <${AgainstMenu} game=${game} problems /><${DiffButton} diff=${diff} asked=${asked} ask=${ask} />
    ${isDeck && html`<${Chip} key="~pick" label=${hand ? `${hand.length} picked` : "Pick"} hint=${PICK} on=${Boolean(hand)} onClick=${() => ask({ hand: hand ? null : [] })} />`}`;
  const noteLast = (event) => {
    const on = event.target.closest?.(".tile");
    if (on) note({ last: Number(on.dataset.number) });
    if (on?.dataset.key !== followed.current) followed.current = "";
  };
  return html`<${Screen} titles=${[component.title, game.title]} bar=${bar}>
    <div class="wall-view" ref=${element} onFocusIn=${noteLast}>
      <${Banner} game=${game} /><${Told} errors=${told} /><${DiffNote} game=${game} comparison=${diff.comparison} />
      <${Chips} component=${component} asked=${asked} ask=${ask} more=${chips} />
      <${Grid} items=${diff.listed} layout=${layout} focus=${focus} onSight=${onSight} columns=${columns} label=${component.title}>
        ${(item, number, width, style) =>
          item.like
            ? html`<${GoneTile} key=${item.key} item=${item} width=${width} style=${style} />`
            : html`<${Tile}
                key=${item.key}
                ...${{ wall, item, number, style }}
                width=${exact ? exact * item.width : width}
                tab=${number === Math.min(focus, shown.length - 1)} />`}
      </${Grid}>
      ${!diff.listed.length && html`<${NoMatch} ask=${ask} />`}
    </div>
  </${Screen}>`;
}
