// A stage on which pictures are compared with those of before: the divider, in turns, beside each
// other, or with marks round what differs. Zoom and place are the same for both.

import { useCommand } from "../core/commands.js";
import { html, useEffect, useState } from "../core/html.js";
import { api } from "../core/server.js";
import { remember, settings } from "../core/settings.js";
import { Icon } from "../parts/icon.js";
import { useSize } from "../parts/size.js";
import { Lying, Stage } from "../parts/stage.js";
import { againstOf, beforeOf, isComing, LAST, useComparison } from "./against.js";
import { CompareBar, WAYS } from "./compare_bar.js";
import { Divider } from "./divider.js";

const TURN = 700; // milliseconds that each picture is seen in turns
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
  const toggle = () => setOn(!on);
  useCommand("compare", toggle, sides.length > 0);
  useCommand("close", () => setOn(false), on);
  return { on, toggle, close: () => setOn(false), versions, shown, comparison, differs: differing.length > 0, game };
}

// The button that begins it.
export const Before = ({ compare }) =>
  html`<button
    type="button"
    class=${`seg before-button${compare.differs ? " differs" : ""}`}
    aria-pressed=${String(compare.on)}
    title="Compare with an earlier picture, before and now (y)"
    onClick=${compare.toggle}>
    Before
  </button>`;

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
function useDifferences(active, versions) {
  const [boxes, setBoxes] = useState({});
  const pairs = versions.filter((one) => one.print && one.now && one.print !== one.now);
  const asked = active ? pairs.map((one) => `${one.print} ${one.now}`).join() : "";
  useEffect(() => {
    if (!asked) return undefined;
    let current = true;
    Promise.all(pairs.map(async (one) => [one.id, await api("difference", { b: one.print, p: one.now })])).then(
      (found) => {
        if (current) setBoxes(Object.fromEntries(found));
      },
      () => {},
    );
    return () => {
      current = false;
    };
  }, [asked]);
  return asked ? boxes : {};
}

// A side as it was, at the place of the side as it is.
function Then({ place, version, scale, dots }) {
  const px = (value) => `${value * scale}px`;
  const { width = place.width, height = place.height, bleed = place.bleed } = version;
  const [top, right, bottom, left] = place.bleed ? bleed : [0, 0, 0, 0];
  const print = version.print || (version.kind ? "" : version.now);
  const box = { left: px(place.x), top: px(place.y), width: px(width) };
  const name = `${place.name} before`;
  return html`<figure class="side then" style=${box}>
    <div class="frame big" style=${{ width: px(width), height: px(height), "--rx": px(place.radius || 0), "--ry": px(place.radius || 0) }}>
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
          : html`<div class="clip none"><p>${version.kind === "added" ? "Not there before" : "No picture of then"}</p></div>`
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
  return seen.map(
    ([x, y, end, low], n) =>
      html`<div
        key=${n}
        class="changed-box"
        style=${{
          left: `${(place.x + x) * scale}px`,
          top: `${(place.y + y) * scale}px`,
          width: `${(end - x) * scale}px`,
          height: `${(low - y) * scale}px`,
        }}></div>`,
  );
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
  const boxes = useDifferences(is("difference"), compare.versions);
  useCommand(
    "compare.way",
    () => {
      const all = WAYS.map(([id]) => id);
      remember({ compareWay: all[(all.indexOf(way) + 1) % all.length] });
    },
    compare.on,
  );
  useCommand("compare.flip", turns.flip, is("blink"));

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
  return html`<div class=${`versions${compare.on ? ` comparing by-${way}` : ""}`}>
    ${
      compare.on &&
      html`<${CompareBar}
        key="bar"
        compare=${compare}
        way=${way}
        turns=${is("blink") ? turns : null}
        status=${html`<${Said} compare=${compare} boxes=${is("difference") ? boxes : null} />`} />`
    }
    <div class=${`version-rooms${stacked ? " stacked" : ""}`} key="rooms" ref=${rooms}>
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
  if (!last && comparison?.gone) return "This state is not there any more.";
  if (!last && isComing(comparison) && !kinds.some(Boolean)) {
    return html`<span class="spin"></span>${comparison?.of > 1 ? `Laying out, ${comparison.left} to come` : "Laying out"}`;
  }
  if (!last && comparison?.problems.length && !kinds.some(Boolean)) {
    return html`<${Icon} name="error" /><span>${comparison.problems[0].message}</span>`;
  }
  if (kinds.every((kind) => !kind)) return last ? "Not changed since the preview began." : "Nothing looks different here.";
  if (kinds.includes("added") && !kinds.includes("changed")) return "Not there before.";
  if (boxes && !Object.values(boxes).flat().length && Object.keys(boxes).length) return "No difference to be marked.";
  return "";
}
