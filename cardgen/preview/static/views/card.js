// A card at any size beside its back, with overlays, its data, and where each part is written.

import { useCommand } from "../core/commands.js";
import { html, useEffect, useMemo, useRef, useState } from "../core/html.js";
import { PrintedPicture, usePrinted } from "../core/printing.js";
import { go, link } from "../core/router.js";
import { api, prioritize } from "../core/server.js";
import { remember, settings } from "../core/settings.js";
import { errorsOf, isFresh, items, sideOf } from "../core/sides.js";
import { state } from "../core/store.js";
import { NotesHere, Pins, usePins } from "../notes/pins.js";
import { toast } from "../shell/toast.js";
import { Export } from "../parts/export.js";
import { Banner, Empty, Findings, Waiting, Why } from "../parts/finding.js";
import { isExpected } from "../editing/acts.js";
import { drafted } from "../editing/changes.js";
import { Tool } from "../parts/icon.js";
import { CardData } from "../parts/card_data.js";
import { Screen } from "../parts/screen.js";
import { useSize } from "../parts/size.js";
import { Source } from "../parts/source.js";
import { Before, useVersions, Versions } from "../history/versions.js";
import { Lying } from "../parts/stage.js";
import { held, Movable } from "../writing/box.js";
import { follow } from "../writing/opened.js";
import { Writing } from "../writing/panel.js";

const OVERLAYS = [
  ["bleed", "b", "Bleed"],
  ["trim", "t", "Trim"],
  ["safe", "s", "Safe zone"],
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
  const kinds = ["side"];
  if (errors.length) kinds.push("bad");
  else if (side.s && !side.p) kinds.push("waiting");
  if (isFresh(side)) kinds.push("fresh");
  const px = (value) => `${value * scale}px`;
  const box = { x: -left, y: -top, width: width + left + right, height: height + top + bottom };
  return html`<figure class=${kinds.join(" ")} data-side=${id} style=${{ left: px(x), top: px(y), width: px(width) }}>
    <div class="frame big" style=${{ width: px(width), height: px(height), "--rx": px(radius), "--ry": px(radius) }}>
      <div class="clip">
        <${Lying} print=${side.p} ...${box} bleed scale=${scale} dots=${dots} alt=${`${item.title}, ${name.toLowerCase()}`} />
      </div>
      <svg
        class="lines"
        viewBox=${`${box.x} ${box.y} ${box.width} ${box.height}`}
        aria-hidden="true"
        style=${{ left: px(-left), top: px(-top), width: px(box.width), height: px(box.height) }}>
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
  const at = all.findIndex((one) => one.key === id);
  const item = all[at];
  if (!item) {
    return html`<${Screen} titles=${[game.title]} bar=${html`<h1><a href=${link(game.id, component.id)}>${component.title}</a></h1>`}>
      <${Empty}>${
        isExpected(id)
          ? html`<${Waiting}>Reading “${id}” …</${Waiting}>`
          : html`<span
              >“${id}” is not here any more. <a class="plain" href=${link(game.id, component.id)}>See all of ${component.title}</a></span
            >`
      }</${Empty}></${Screen}>`;
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
  const [asked, setAsked] = useState(null);
  const request = useRef(0);
  const notes = usePins(game, `${component.id}/${item.key}`, item.title);
  const around = settings.bleed ? bleed : [0, 0, 0, 0];
  const { width, height, places } = spread(item, around, sides, wide || 1, high || 1);
  const prints = sides.map((one) => sideOf(game, one.id).p).join();
  const lying = sides.map((one, n) => ({
    x: places[n][0],
    y: places[n][1],
    width: item.width,
    height: item.height,
    radius: item.radius,
    bleed,
    name: one.name,
  }));

  const step = (by) => go(game.id, component.id, all[(at + by + all.length) % all.length].key);
  useCommand("previous", () => step(-1));
  useCommand("next", () => step(1));
  const toggle = (name) => remember({ [name]: !settings[name] });
  useCommand("card.bleed", () => toggle("bleed"));
  useCommand("card.trim", () => toggle("trim"));
  useCommand("card.safe", () => toggle("safe"));
  useEffect(() => {
    prioritize(game.id, [...sides.map((one) => one.id), ...[1, -1, 2].map((n) => all[(at + n + all.length) % all.length].face)]);
  }, [item.key]);
  // What was asked about is gone once another picture is there, unless it is being moved.
  const moving = useRef("");
  useEffect(() => {
    setAsked(held() && moving.current === item.key ? { ...asked, box: null } : null);
    moving.current = item.key;
    request.current += 1;
  }, [item.key, prints]);

  const sideAt = (x, y) =>
    places.findIndex(
      ([left, top]) =>
        x >= left - around[3] && x <= left + item.width + around[1] && y >= top - around[0] && y <= top + item.height + around[2],
    );
  const pin = (x, y) => {
    const n = sideAt(x, y);
    if (n < 0) toast("A note is put on a side of the card");
    else notes.begin(x - places[n][0], y - places[n][1], sides[n].name.toLowerCase());
  };

  // Where is this written?
  async function pick(x, y) {
    const n = sideAt(x, y);
    const side = sides[n];
    const { p } = side ? sideOf(game, side.id) : {};
    if (!p) {
      setAsked(null);
      return;
    }
    const mine = ++request.current;
    const [px, py] = [x - places[n][0], y - places[n][1]];
    try {
      const answer = await api(`games/${game.id}/source`, { p, side: side.id, x: px.toFixed(3), y: py.toFixed(3) });
      if (mine !== request.current) return;
      setAsked({ side: side.id, answer, ...answer.places[0] });
      follow(answer.places[0]?.at);
    } catch {
      // another picture is on its way
    }
  }

  usePrinted(() => ({
    content: html`<section class="printed-card">
      <h1>${item.title}<small>${component.title} · ${game.title}</small></h1>
      ${sides.map(
        (one) =>
          sideOf(game, one.id).p &&
          html`<${PrintedPicture}
            key=${one.id}
            p=${sideOf(game, one.id).p}
            width=${item.width}
            ratio=${item.width / item.height}
            alt=${one.name} />`,
      )}
    </section>`,
  }));

  const overlays = OVERLAYS.filter(([name]) => settings[name])
    .map(([name]) => ` with-${name}`)
    .join("");
  const bar = html`<${Tool} icon="left" label="Previous card (←)" onClick=${() => step(-1)} /><${Tool}
      icon="right"
      label="Next card (→)"
      onClick=${() => step(1)} />
    <h1><a href=${link(game.id, component.id)}>${component.title}</a><span class="slash">/</span><span>${item.title}</span></h1>
    <span class="tally">${at + 1} of ${all.length}</span><span class="grow"></span>
    <${Before} compare=${compare} />
    <div class="segs" role="group" aria-label="Lines">
      ${OVERLAYS.map(
        ([name, letter, title]) =>
          html`<button
            key=${name}
            type="button"
            class=${`seg s-${name}`}
            aria-pressed=${String(settings[name])}
            title=${`${title} (${letter})`}
            onClick=${() => toggle(name)}>
            ${title}
          </button>`,
      )}
    </div>
    <${Export} game=${game} component=${component} sides=${sides} bleed=${bleed.some(Boolean)} cards=${component.cards && [item.key]} />`;
  return html`<${Screen} kind="fixed" titles=${[item.title, component.title, game.title]} bar=${bar}>
    <div class=${`card-view${overlays}`}>
      <div class="room" ref=${room}>
        <${Versions} compare=${compare} places=${lying} width=${width} height=${height} origin=${places[0]} centre=${[
          places[0][0] + item.width / 2,
          places[0][1] + item.height / 2,
        ]} label=${item.title} onPick=${pick} onNote=${pin}>
          ${(scale, dots) =>
            sides.map(
              (one, n) =>
                html`<${SideFigure}
                    key=${one.name}
                    game=${game}
                    item=${item}
                    ...${one}
                    x=${places[n][0]}
                    y=${places[n][1]}
                    bleed=${bleed}
                    safe=${safe}
                    scale=${scale}
                    dots=${dots}
                    mark=${asked?.side === one.id ? asked.box : null}
                    over=${
                      asked?.side === one.id &&
                      asked.stamp &&
                      html`<${Movable}
                        game=${game}
                        side=${one.id}
                        p=${sideOf(game, one.id).p}
                        stamp=${asked.stamp}
                        area=${{ width: item.width, height: item.height, safe }}
                        scale=${scale}
                        pick=${(x, y) => pick(x + places[n][0], y + places[n][1])}
                        select=${(stamp) => setAsked({ ...asked, stamp, box: null })} />`
                    } />
                  <${Pins} notes=${notes} side=${one.name.toLowerCase()} x=${places[n][0]} y=${places[n][1]} scale=${scale} />`,
            )}
        </${Versions}>
      </div>
      <aside class="inspector" aria-label="About this card">
        <div class="problems"><${Banner} game=${game} /><${Findings} found=${problemsOf(game, item, both)} /></div>
        <${NotesHere} notes=${notes} />
        <${Source} asked=${asked?.answer} clear=${() => setAsked(null)} outline=${(place) => setAsked({ ...asked, ...place })} />
        <${CardData} game=${game} component=${component} item=${item} sides=${both} hits=${asked?.answer.fields} />
      </aside>
      <${Writing} game=${game} sides=${both.map((one) => one.id)} />
    </div>
  </${Screen}>`;
}
