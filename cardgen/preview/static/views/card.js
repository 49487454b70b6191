// A card at any size beside its back, with overlays, its data, and where each part is written.

import { cardKey, idNow, newestKey } from "../core/card_keys.js";
import { useCommands } from "../core/commands.js";
import { html, useEffect, useMemo, useRef } from "../core/html.js";
import { PrintedPicture, usePrinted } from "../core/printing.js";
import { go, link, replace } from "../core/router.js";
import { prioritize } from "../core/server.js";
import { settings, toggle } from "../core/settings.js";
import { errorsOf, isFresh, items, sideOf } from "../core/sides.js";
import { state } from "../core/store.js";
import { kinds } from "../core/words.js";
import { NotesHere, Pins, usePins } from "../notes/pins.js";
import { toast } from "../shell/toast.js";
import { Export } from "../parts/export.js";
import { Banner, Findings, Waiting, Why } from "../parts/finding.js";
import { isExpected } from "../editing/acts.js";
import { call } from "../editing/drafts.js";
import { drafted } from "../editing/changes.js";
import { Button, Tool } from "../parts/button.js";
import { CardData } from "../parts/card_data.js";
import { Bare, Screen } from "../parts/screen.js";
import { useSize } from "../parts/size.js";
import { boxed, framed } from "../parts/zoom.js";
import { Source } from "../parts/source.js";
import { Before, useVersions, Versions } from "../history/versions.js";
import { Lying } from "../parts/stage.js";
import { useWrittenAt } from "../parts/written_at.js";
import { AddBox } from "../making/boxes.js";
import { dropTarget } from "../making/dropping.js";
import { Movable } from "../writing/box.js";
import { Writing } from "../writing/panel.js";

const OVERLAYS = [
  ["bleed", "Bleed"],
  ["trim", "Trim"],
  ["safe", "Safe zone"],
];
const GAP = 6; // mm between face and back beside each other
const GAP_BELOW = 12; // with room for words

// Where face and back lie on the stage, in mm: beside each other or, in a high room, one below the other.
/** @param {Item} item */
export function spread(item, bleed, sides, wide, high) {
  const [top, right, bottom, left] = bleed;
  const one = [item.width + left + right, item.height + top + bottom];
  const across = [sides.length * one[0] + (sides.length - 1) * GAP, one[1]];
  const down = [one[0], sides.length * one[1] + (sides.length - 1) * GAP_BELOW];
  /** @param {number[]} size */
  const scale = ([w, h]) => Math.min(wide / w, high / h);
  const beside = scale(across) >= scale(down);
  const [width, height] = beside ? across : down;
  const places = sides.map((_, n) => [left + (beside ? n * (one[0] + GAP) : 0), top + (beside ? 0 : n * (one[1] + GAP_BELOW))]);
  return { width, height, places };
}

// One side with its overlays; `mark` is a box in mm, of what was asked about, `over` lies over it.
/** @param {{ game: Game, item: Item, [more: string]: any }} given */
export function SideFigure({ game, item, id, name, x, y, bleed, safe, scale, dots, mark, over }) {
  const { width, height, radius } = item;
  const [top, right, bottom, left] = bleed;
  const side = drafted(sideOf(game, id), id);
  const errors = errorsOf(game, id, item.name);
  const kind = kinds("side", errors.length ? "bad" : side.s && !side.p && "waiting", isFresh(side) && "fresh");
  const box = { x: -left, y: -top, width: width + left + right, height: height + top + bottom };
  return html`<figure class=${kind} data-side=${id} style=${boxed({ x, y, width }, scale)}>
    <div class="frame big" style=${framed(width, height, radius, scale)}>
      <div class="clip">
        <${Lying} print=${side.p} ...${box} bleed scale=${scale} dots=${dots} alt=${`${item.title}, ${name.toLowerCase()}`} />
      </div>
      <svg class="lines" viewBox=${`${box.x} ${box.y} ${box.width} ${box.height}`} aria-hidden="true" style=${boxed(box, scale)}>
        <rect class="l-bleed" ...${box} />
        <rect class="l-trim" x="0" y="0" width=${width} height=${height} rx=${radius} />
        <rect class="l-safe" x=${safe} y=${safe} width=${width - 2 * safe} height=${height - 2 * safe} rx=${Math.max(radius - safe, 0)} />
        ${mark && html`<rect class="mark" ...${clipped(mark, settings.bleed ? box : { x: 0, y: 0, width, height })} />`}
      </svg>
      <${Why} errors=${errors} most=${3} />
    </div>
    ${over}
    <figcaption>${name}${side.draft && html`<span class="unsaved">not saved yet</span>`}</figcaption>
  </figure>`;
}

// The part of a box that lies within an area.
function clipped([left, top, wide, high], area) {
  const [x, y] = [Math.max(left, area.x), Math.max(top, area.y)];
  return {
    x,
    y,
    width: Math.max(Math.min(left + wide, area.x + area.width) - x, 0),
    height: Math.max(Math.min(top + high, area.y + area.height) - y, 0),
  };
}

// Findings of a card, each once: those of its data, of its sides, and warnings about them.
/** @param {Game} game @param {Item} item */
function problemsOf(game, item, sides) {
  const found = new Map();
  const add = (f) => found.set(`${f.code}${f.message}${f.line}`, f);
  for (const side of sides) errorsOf(game, side.id, item.name).forEach(add);
  for (const f of state.findings[game.id] || [])
    if (f.severity === "warning" && f.sides.some((id) => sides.some((one) => one.id === id))) add(f);
  return [...found.values()];
}

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function CardView({ game, component, id }) {
  const all = useMemo(() => items(component), [component.cards, component.sides]);
  // The page stays with its card when that gets another id.
  const key = useMemo(() => newestKey(game, component.id, id), [id]);
  const now = component.cards ? idNow(game, component.id, key) : id;
  useEffect(() => {
    if (now !== id) replace(game.id, component.id, now);
  }, [now, id]);
  const at = all.findIndex((one) => (component.cards ? cardKey(game, component.id, one.key) === key : one.key === id));
  const item = all[at];
  if (!item) {
    const home = html`<a href=${link(game.id, component.id)}>${component.title}</a>`;
    const away = html`<a class="plain" href=${link(game.id, component.id)}>See all of ${component.title}</a>`;
    return html`<${Bare} title=${home} titles=${[game.title]}>${
      isExpected(id) ? html`<${Waiting}>Reading “${id}” …</${Waiting}>` : html`<span>“${id}” no longer exists. ${away}</span>`
    }</${Bare}>`;
  }
  return html`<${Card} game=${game} component=${component} item=${item} all=${all} at=${at} />`;
}

/** @param {{ game: Game, component: Component, item: Item, [more: string]: any }} given */
function Card({ game, component, item, all, at }) {
  const bleed = component.bleed || component.sides?.[at]?.bleed || [0, 0, 0, 0];
  const safe = component.safe ?? component.sides?.[at]?.safe ?? 0;
  const both = [item.face, item.back].filter(Boolean).map((id, n) => ({ id, name: n ? "Back" : "Face" }));
  const compare = useVersions(
    game,
    both.map((one) => [one.id, sideOf(game, one.id)]),
  );
  const sides = compare.shown(both); // of before and now, only what differs
  const [room, wide, high] = useSize();
  const written = useWrittenAt(game);
  const asked = written.found;
  // A click on a text puts the cursor into its field; another click on the same leaves it, so that arrows move its box.
  const clicked = component.cards && asked && !asked.opened ? asked.answer.fields[0]?.field : "";
  useEffect(() => {
    if (clicked) call(game, { deck: component.id, card: item.key, field: [clicked] });
  }, [clicked, asked?.stamp]);
  const notes = usePins(game, `${component.id}/${item.key}`, item.title);
  const around = settings.bleed ? bleed : [0, 0, 0, 0];
  const { width, height, places } = spread(item, around, sides, wide || 1, high || 1);
  const prints = sides.map((one) => sideOf(game, one.id).p).join();
  const [x0, y0] = places[0];
  const { width: wide0, height: high0, radius } = item;
  const lying = sides.map(({ name }, n) => ({ x: places[n][0], y: places[n][1], width: wide0, height: high0, radius, bleed, name }));

  const other = (by) => all[(at + by + all.length) % all.length];
  const step = (by) => () => go(game.id, component.id, other(by).key);
  useCommands({ previous: step(-1), next: step(1) });
  useCommands(Object.fromEntries(OVERLAYS.map(([name]) => [`card.${name}`, () => toggle(name)])));
  useEffect(() => {
    prioritize(game.id, [...sides.map((one) => one.id), ...[1, -1, 2].map((n) => other(n).face)]);
  }, [item.key]);
  const moving = useRef("");
  useEffect(() => {
    written.settle(moving.current === item.key);
    moving.current = item.key;
  }, [item.key, prints]);

  const [above, beyond, beneath, before] = around;
  const isIn = (at, from, to) => at >= from && at <= to;
  const sideAt = (x, y) =>
    places.findIndex(
      ([left, top]) => isIn(x, left - before, left + item.width + beyond) && isIn(y, top - above, top + item.height + beneath),
    );
  const pin = (x, y) => {
    const n = sideAt(x, y);
    if (n < 0) toast("Show one side first: a note belongs to one side of the card");
    else notes.begin(x - places[n][0], y - places[n][1], sides[n].name.toLowerCase());
  };

  const pick = (x, y) => {
    const n = sideAt(x, y);
    const { p } = n < 0 ? {} : sideOf(game, sides[n].id);
    if (p) written.ask(p, sides[n].id, x - places[n][0], y - places[n][1]);
    else written.close();
  };

  usePrinted(() => ({
    content: html`<section class="printed-card">
      <h1>${item.title}<small>${component.title} · ${game.title}</small></h1>
      ${sides.map(({ id, name }) => {
        const { p } = sideOf(game, id);
        return p && html`<${PrintedPicture} key=${id} p=${p} width=${item.width} ratio=${item.width / item.height} alt=${name} />`;
      })}
    </section>`,
  }));

  const bar = html`<${Tool} icon="left" label="Previous card" command="previous" /><${Tool} icon="right" label="Next card" command="next" />
    <h1><a href=${link(game.id, component.id)}>${component.title}</a><span class="slash">/</span><span>${item.title}</span></h1>
    <span class="tally">${at + 1} of ${all.length}</span><span class="grow"></span>
    <${AddBox} game=${game} item=${item} side=${sides[0].id} />
    <${Before} compare=${compare} />
    <div class="segs" role="group" aria-label="Lines">
      ${OVERLAYS.map(
        ([name, title]) =>
          html`<${Button} key=${name} class=${`seg s-${name}`} label=${title} on=${settings[name]} command=${`card.${name}`} />`,
      )}
    </div>
    <${Export} game=${game} component=${component} sides=${sides} bleed=${bleed.some(Boolean)} cards=${component.cards && [item.key]} />`;
  const drawn = ({ id, name }, [x, y], scale, dots) => {
    const mine = asked?.side === id ? asked : null;
    const over =
      mine?.stamp &&
      html`<${Movable}
        ...${{ game, scale }}
        side=${id}
        p=${sideOf(game, id).p}
        stamp=${mine.stamp}
        area=${{ width: item.width, height: item.height, safe }}
        pick=${(px, py) => pick(px + x, py + y)}
        select=${written.select}
        close=${written.close} />`;
    return html`<${SideFigure} key=${name} ...${{ game, item, id, name, x, y, bleed, safe, scale, dots, over }} mark=${mine?.box} />
      <${Pins} ...${{ notes, x, y, scale }} side=${name.toLowerCase()} />`;
  };
  return html`<${Screen} kind="fixed" titles=${[item.title, component.title, game.title]} bar=${bar}>
    <div class=${kinds("card-view", ...OVERLAYS.map(([name]) => settings[name] && `with-${name}`))}>
      <div class="room" ref=${room} ...${dropTarget(game, component, item.key)}>
        <${Versions} compare=${compare} places=${lying} width=${width} height=${height} origin=${places[0]}
          centre=${[x0 + wide0 / 2, y0 + high0 / 2]} label=${item.title} onPick=${pick} onNote=${pin}>
          ${(scale, dots) => sides.map((one, n) => drawn(one, places[n], scale, dots))}
        </${Versions}>
      </div>
      <aside class="inspector" aria-label="About this card">
        <div class="problems"><${Banner} game=${game} /><${Findings} found=${problemsOf(game, item, both)} /></div>
        <${NotesHere} notes=${notes} />
        <${Source} asked=${asked?.answer} clear=${written.close} outline=${written.mark} />
        <${CardData} game=${game} component=${component} item=${item} sides=${both} hits=${asked?.answer.fields} />
      </aside>
      <${Writing} game=${game} sides=${both.map((one) => one.id)} />
    </div>
  </${Screen}>`;
}
