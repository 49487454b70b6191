// A stage: pictures at any zoom, with rulers, a loupe, a tape measure, and a point by keyboard.
// What lies on it is in millimetres; `Stage` decides how large they are on the screen.

import { useCommands } from "../core/commands.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { settings, toggle } from "../core/settings.js";
import { kinds, mm } from "../core/words.js";
import { Calibration } from "./calibration.js";
import { useGestures } from "./gestures.js";
import { Button, Tool } from "./button.js";
import { address, density, show, WIDEST } from "./picture.js";
import { Rulers } from "./rulers.js";
import { useSize } from "./size.js";
import { boxed, fitted, moved, PIXEL, px, zoomed } from "./zoom.js";

const SHARP = 140; // milliseconds of rest before sharper pictures are asked for
const LOUPE = 4; // times larger
const PRINT = 300 / 25.4;

// A picture that lies at a place of the stage, in mm, drawn as sharp as it is shown. With `dots`
// it is drawn with the dots that print has at 300 dpi, and they are shown as they are.
export function Lying({ print, x, y, width, height, bleed = false, scale, dots = false, alt = "", ...more }) {
  const img = useRef(null);
  const wanted = Math.ceil(dots ? width * PRINT : width * scale * density());
  useEffect(() => {
    const picture = img.current;
    if (!print || !picture) return undefined; // none: what is shown has changed meanwhile
    const url = address(print, wanted, bleed);
    const rest = picture.dataset.print === print ? SHARP : 0;
    const timer = setTimeout(() => show(picture, url, print), rest);
    return () => clearTimeout(timer);
  }, [print, wanted, bleed]);
  const coarse = dots || wanted > 1.5 * WIDEST;
  return html`<img
    ref=${img}
    class=${`pic lying${coarse ? " dots" : ""}`}
    alt=${alt}
    draggable=${false}
    ...${more}
    style=${boxed({ x, y, width, height }, scale)} />`;
}

// `width` and `height` are those of all that lies on the stage; `origin` is where rulers begin.
// `children` is called with the scale, in CSS pixels a millimetre, and with whether dots of print
// are to be shown. `onPick` is called with a point in mm. Keys zoom about the pointer or, without
// one, about `centre`. Stages with the same `shared` state are zoomed and moved together; all but one
// of them are `quiet`: they have no tools and hear no keys. `veil` is what lies over all, drawn by
// its `draw` as `children` are, with a style that may show a part of it.
export function Stage({
  width,
  height,
  origin = [0, 0],
  centre = [width / 2, height / 2],
  label,
  onPick,
  onNote,
  children,
  rest = null,
  shared = null,
  quiet = false,
  veil = null,
}) {
  const [box, wide, high] = useSize();
  const own = useState(null);
  const [view, setView] = shared || own;
  const [dots, setDots] = useState(false);
  const [loupe, setLoupe] = useState(false);
  const [hover, setHover] = useState(null);
  const [tape, setTape] = useState(null);
  const [cross, setCross] = useState(null);
  const [pinning, setPinning] = useState(false);
  const [calibrating, setCalibrating] = useState(false);
  const room = [wide, high];
  const size = [width, height];
  const current = !view || view.fitted ? fitted(room, size) : view;
  const { scale, x, y } = current;
  /** @param {number[]} at */
  const content = ([px, py]) => [(px - x) / scale, (py - y) / scale];
  const pointer = useRef(null);
  const middle = [x + centre[0] * scale, y + centre[1] * scale];

  const here = () => pointer.current || (current.fitted ? middle : [wide / 2, high / 2]);

  const change = (made) => setView((old) => made(!old || old.fitted ? fitted(room, size) : old));
  const zoom = (by, at = here()) => change((old) => zoomed(old, by, at, room, size));
  const move = (dx, dy) => change((old) => moved(old, dx, dy, room, size));
  const zoomTo = (to) => zoom(to / scale);
  const pick = (at) => {
    setTape(null);
    if (pinning) pin(content(at));
    else onPick?.(...content(at));
  };
  const pinAnywhere = (on) => {
    setPinning(on);
    setCross(on ? content(middle) : null);
    box.current.focus();
  };
  /** @param {number[]} at */
  const pin = (at) => {
    pinAnywhere(false);
    onNote(...at);
  };
  // At once where a spot is pointed at, else where the next click is, or Enter at the cross.
  const note = () => {
    const at = cross || (pointer.current && content(pointer.current));
    if (at) pin(at);
    else pinAnywhere(true);
  };

  useGestures(box, {
    zoom,
    move,
    pick,
    drag: (from, to) => setTape([content(from), content(to)]),
    hover: (at) => {
      pointer.current = at;
      if (loupe || settings.rulers || hover) setHover(at && content(at));
    },
  });

  const pixels = () => {
    if (!dots && scale < PIXEL / 4) zoomTo(PIXEL);
    setDots(!dots);
  };
  const clear = () => {
    setCross(null);
    setPinning(false);
    setTape(null);
    setLoupe(false);
  };
  const step = (event) => {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const by = event.shiftKey ? 5 : 1;
    if (cross) setCross([cross[0] + dx * by, cross[1] + dy * by]);
    else if (current.fitted) return false;
    else move(-60 * dx, -60 * dy);
    return true;
  };
  const rule = () => {
    toggle("rulers");
    setTape(null);
  };
  const loud = {
    "zoom.in": () => zoom(1.3),
    "zoom.out": () => zoom(1 / 1.3),
    "zoom.fit": () => setView(null),
    "zoom.true": () => zoomTo(settings.pxPerMm),
    "zoom.pixels": pixels,
    "stage.rulers": rule,
    "stage.loupe": () => setLoupe(!loupe),
    "stage.point": () => setCross(cross ? null : content(here())),
    "stage.move": step,
    note: onNote && note,
  };
  useCommands(quiet ? {} : loud);
  useCommands({ close: (cross || tape || loupe) && clear, "stage.pick": cross && (() => (pinning ? pin(cross) : onPick?.(...cross))) });

  const at = cross || hover;
  const seen = Math.round((100 * scale) / settings.pxPerMm);
  const sheet = (drawn) =>
    html`<div class="sheet" style=${{ width: px(width, scale), height: px(height, scale), transform: `translate(${x}px, ${y}px)` }}>
      ${drawn}
    </div>`;
  const marks = html`${tape && html`<${Tape} tape=${tape} scale=${scale} />`}
  ${cross && html`<div class="cross" style=${boxed({ x: cross[0], y: cross[1] }, scale)}></div>`}`;
  const tools = html`${rest}
    ${onNote && html`<${Tool} icon="note" label="Note: click a spot, or press N there" on=${pinning} onClick=${() => pinAnywhere(!pinning)} />`}
    <${Tool} icon="loupe" label="Loupe" on=${loupe} command="stage.loupe" />
    <${Tool} icon="ruler" label="Rulers; Shift and drag measures" on=${settings.rulers} command="stage.rulers" />
    <${Tool} icon="pixels" label="Printer dots at 300 dpi" on=${dots} command="zoom.pixels" />
    <span class="rule"></span>
    <${Tool} icon="minus" label="Smaller" command="zoom.out" />
    <${Button}
      class="percent"
      label=${`${seen} %`}
      hint="Percent of the actual size; calibrate the screen"
      aria-label=${`${seen} % of the actual size; calibrate the screen`}
      onClick=${() => setCalibrating(true)} />
    <${Tool} icon="plus" label="Larger" command="zoom.in" />
    <${Tool} icon="true" label="Actual size" command="zoom.true" />
    <${Tool} icon="fit" label="Fit" command="zoom.fit" />`;
  return html`<div
      class=${kinds("stage", pinning && "pinning")}
      ref=${box}
      tabindex="0"
      role="group"
      aria-label=${`${label}. Drag to move, wheel to zoom`}>
      ${wide > 0 && sheet(html`${children(scale, dots)} ${marks}`)}
      ${veil && wide > 0 && html`<div class="veil" style=${veil.style}>${sheet(veil.draw(scale, dots))}</div>`}
      ${loupe && at && html`<${Loupe} at=${at} scale=${scale} x=${x} y=${y} of=${children} dots=${dots} />`}
      ${settings.rulers && wide > 0 && html`<${Rulers} wide=${wide} high=${high} view=${current} origin=${origin} at=${at} />`}
    </div>
    ${!quiet && html`<div class="stage-tools" role="toolbar" aria-label="Zoom">${tools}</div>`}
    ${calibrating && html`<${Calibration} close=${() => setCalibrating(false)} />`}`;
}

function Tape({ tape: [from, to], scale }) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const points = { x1: from[0] * scale, y1: from[1] * scale, x2: to[0] * scale, y2: to[1] * scale };
  return html`<svg class="tape" aria-hidden="true"><line ...${points} /></svg>
    <output class="length" style=${boxed({ x: to[0], y: to[1] }, scale)}
      >${mm(Math.hypot(dx, dy))} mm<small>${mm(Math.abs(dx))} × ${mm(Math.abs(dy))}</small></output
    >`;
}

// What is under the pointer, larger.
function Loupe({ at: [px, py], scale, x, y, of, dots }) {
  const lens = useRef(null);
  const [half, setHalf] = useState(110);
  useLayoutEffect(() => setHalf(lens.current.clientWidth / 2), []);
  const large = scale * LOUPE;
  return html`<div
    class="loupe"
    ref=${lens}
    aria-hidden="true"
    style=${{ left: `${x + px * scale - half}px`, top: `${y + py * scale - half}px` }}>
    <div class="sheet" style=${{ transform: `translate(${half - px * large}px, ${half - py * large}px)` }}>${of(large, dots)}</div>
  </div>`;
}
