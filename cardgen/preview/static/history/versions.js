// A stage on which pictures are compared with those of before: the divider, in turns, beside each
// other, or with marks round what differs. Zoom and place are the same for both.

import { useCommands } from "../core/commands.js";
import { html, useEffect, useState } from "../core/html.js";
import { api, useFetched } from "../core/server.js";
import { remember, settings } from "../core/settings.js";
import { kinds } from "../core/words.js";
import { Button, Icon, Segments, Tool } from "../parts/button.js";
import { useSize } from "../parts/size.js";
import { Lying, Stage } from "../parts/stage.js";
import { boxed, framed } from "../parts/zoom.js";
import { againstOf, beforeOf, isComing, LAST, useComparison } from "./against.js";
import { Divider } from "./divider.js";
import { AgainstMenu } from "./menu.js";

const TURN = 700; // milliseconds that each picture is seen in turns
const NEVER = []; // pictures with the same names differ in the same way
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Whether before and now are compared, and how that is begun and ended; `sides` are [id, now], now
// as the server describes sides and pages. `versions` are those of the sides that differ, or of all
// where none does; `shown` picks their sides.
/** @param {Game} game */
export function useVersions(game, sides) {
  const [on, setOn] = useState(false);
  const comparison = useComparison(game);
  const all = sides.map(([id, now]) => ({ id, now: now.p, ...beforeOf(game, comparison, id, now) }));
  const differing = all.filter((one) => one.kind);
  const versions = differing.length ? differing : all;
  const shown = (given) => (on ? given.filter((side) => versions.some((one) => one.id === side.id)) : given);
  useCommands({ compare: sides.length > 0 && (() => setOn(!on)), close: on && (() => setOn(false)) });
  return { on, versions, shown, comparison, differs: differing.length > 0, game };
}

// The button that begins it.
export const Before = ({ compare }) =>
  html`<${Button}
    class=${kinds("seg before-button", compare.differs && "differs")}
    label="Compare"
    hint="Compare with an earlier picture, before and now"
    on=${compare.on}
    command="compare" />`;

// What shows alternately; begins anew with each of `given`.
function useTurns(active, given) {
  const [then, setThen] = useState(true);
  const [running, setRunning] = useState(!still());
  useEffect(() => {
    setThen(true);
    setRunning(!still());
  }, [active, given]);
  useEffect(() => {
    if (!active || !running) return undefined;
    const timer = setInterval(() => setThen((old) => !old), TURN);
    return () => clearInterval(timer);
  }, [active, running, given]);
  const flip = () => {
    setRunning(false);
    setThen(!then);
  };
  return { then, flip, running };
}

// Boxes round what differs, by side.
/** @param {Game} game */
function useDifferences(game, active, versions) {
  const pairs = active ? versions.filter((one) => one.print && one.now && one.print !== one.now) : [];
  const ask = () => Promise.all(pairs.map(async (one) => [one.id, await api("difference", { b: one.print, p: one.now })]));
  const [found] = useFetched(ask, game, NEVER, [pairs.map((one) => `${one.print} ${one.now}`).join()]);
  return Object.fromEntries(found || []);
}

// A side as it was, at the place of the side as it is.
function Then({ place, version, scale, dots }) {
  const { width = place.width, height = place.height, bleed = place.bleed } = version;
  const [top, right, bottom, left] = place.bleed ? bleed : [0, 0, 0, 0];
  const print = version.print || (version.kind ? "" : version.now);
  const name = `${place.name} before`;
  return html`<figure class="side then" style=${boxed({ x: place.x, y: place.y, width }, scale)}>
    <div class="frame big" style=${framed(width, height, place.radius || 0, scale)}>
      ${
        print
          ? html`<div class="clip">
              <${Lying}
                print=${print}
                x=${-left}
                y=${-top}
                width=${width + left + right}
                height=${height + top + bottom}
                bleed=${Boolean(place.bleed)}
                scale=${scale}
                dots=${dots}
                alt=${name} />
            </div>`
          : html`<div class="clip none"><p>${version.kind === "added" ? "Did not exist before" : "No earlier picture"}</p></div>`
      }
    </div>
  </figure>`;
}

// Marks round what differs, as far as it is in sight: without bleed, nothing beyond the trim is.
function Boxes({ place, boxes, scale }) {
  const [top, right, bottom, left] = settings.bleed && place.bleed ? place.bleed : [0, 0, 0, 0];
  const seen = boxes
    .map(([x, y, width, height]) => [
      Math.max(x, -left),
      Math.max(y, -top),
      Math.min(x + width, place.width + right),
      Math.min(y + height, place.height + bottom),
    ])
    .filter(([x, y, end, low]) => end > x && low > y);
  return seen.map(([x, y, end, low], n) => {
    const style = boxed({ x: place.x + x, y: place.y + y, width: end - x, height: low - y }, scale);
    return html`<div key=${n} class="changed-box" style=${style}></div>`;
  });
}

// `places` say, for each side of `compare`, where it lies on the stage, how large it is, its name, its
// radius, and its bleed, if that is drawn. `children` draws the sides as they are; all else goes to the stage.
export function Versions({ compare, places, children, ...stage }) {
  const shared = useState(null);
  const [rooms, wide, high] = useSize();
  const { width, height } = stage;
  const stacked = Math.min(wide / width, high / 2 / height) > Math.min(wide / 2 / width, high / height);
  const [at, setAt] = useState(50);
  const way = WAYS.some(([id]) => id === settings.compareWay) ? settings.compareWay : WAYS[0][0];
  const is = (id) => compare.on && way === id;
  const turns = useTurns(is("blink"), compare.versions.map((one) => one.print).join());
  const boxes = useDifferences(compare.game, is("difference"), compare.versions);
  const next = WAYS[(WAYS.findIndex(([id]) => id === way) + 1) % WAYS.length][0];
  useCommands({ "compare.way": compare.on && (() => remember({ compareWay: next })), "compare.flip": is("blink") && turns.flip });

  const then = (scale, dots) =>
    compare.versions.map(
      (version, n) => html`<${Then} key=${version.id} place=${places[n]} version=${version} scale=${scale} dots=${dots} />`,
    );
  const now = (scale, dots) =>
    html`${children(scale, dots)}
    ${
      is("difference") &&
      compare.versions.map(
        (version, n) => html`<${Boxes} key=${version.id} place=${places[n]} boxes=${boxes[version.id] || []} scale=${scale} />`,
      )
    }`;
  const veil = is("slider")
    ? { draw: then, style: { clipPath: `inset(0 ${100 - at}% 0 0)` } }
    : is("blink")
      ? { draw: then, style: { visibility: turns.then ? "visible" : "hidden" } }
      : null;
  return html`<div class=${kinds("versions", compare.on && `comparing by-${way}`)}>
    ${
      compare.on &&
      html`<${CompareBar}
        key="bar"
        compare=${compare}
        way=${way}
        turns=${is("blink") ? turns : null}
        status=${html`<${Said} compare=${compare} boxes=${is("difference") ? boxes : null} />`} />`
    }
    <div class=${kinds("version-rooms", stacked && "stacked")} key="rooms" ref=${rooms}>
      ${
        is("beside") &&
        html`<div class="version" key="then">
          <${Stage} ...${stage} label=${`${stage.label}, before`} onPick=${null} shared=${shared} quiet>${then}</${Stage}>
          <span class="pane-name">Before</span></div>`
      }
      <div class="version" key="now"><${Stage} ...${stage} shared=${shared} veil=${veil}>${now}</${Stage}>
        ${is("beside") && html`<span class="pane-name">Now</span>`}
        ${is("blink") && html`<span class="pane-name">${turns.then ? "Before" : "Now"}</span>`}
        ${
          is("slider") &&
          html`<span class="pane-name">Before</span><span class="pane-name right">Now</span><${Divider} at=${at} set=${setAt} />`
        }
      </div>
    </div>
  </div>`;
}

// What there is to say about the pictures.
function Said({ compare: { versions, comparison, game }, boxes }) {
  const last = againstOf(game) === LAST;
  const kinds = versions.map((one) => one.kind);
  if (!last && comparison?.gone) return "This state no longer exists.";
  if (!last && isComing(comparison) && !kinds.some(Boolean)) {
    return html`<span class="spin"></span>${comparison?.of > 1 ? `Laying out, ${comparison.left} left` : "Laying out"}`;
  }
  if (!last && comparison?.problems.length && !kinds.some(Boolean)) {
    return html`<${Icon} name="error" /><span>${comparison.problems[0].message}</span>`;
  }
  if (kinds.every((kind) => !kind)) return last ? "No change since the preview started." : "No visible difference here.";
  if (kinds.includes("added") && !kinds.includes("changed")) return "Did not exist before.";
  if (boxes && !Object.values(boxes).flat().length && Object.keys(boxes).length) return "No differences to mark.";
  return "";
}

const WAYS = [
  ["slider", "Slider"],
  ["blink", "Blink"],
  ["beside", "Side by side"],
  ["difference", "Difference"],
];

const choose = (compareWay) => remember({ compareWay });

// The bar above pictures that are compared: with what, and how.
function CompareBar({ compare, way, turns, status }) {
  return html`<div class="compare-bar" role="group" aria-label="Before and now">
    <${AgainstMenu} game=${compare.game} last="Last change" problems />
    <${Segments} label="How" of=${WAYS} value=${way} choose=${choose} hint=${(name) => `${name} (Y: next)`} />
    ${turns && html`<${Button} label=${turns.then ? "Show now" : "Show before"} hint="Switch between before and now" command="compare.flip" />`}
    <p class="said" role="status">${status}</p>
    <${Tool} icon="close" label="Close" command="compare" />
  </div>`;
}
