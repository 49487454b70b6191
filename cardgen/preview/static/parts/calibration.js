// How large a millimetre is on this screen: something of a known size is held against a picture of it.

import { html, useState } from "../core/html.js";
import { remember, settings } from "../core/settings.js";
import { mm } from "../core/words.js";
import { Button, Segments, Tool } from "./button.js";
import { Dialog } from "./dialog.js";

const CARD = [85.6, 53.98, 3.18]; // a bank card: width, height and corners in mm (ISO/IEC 7810, ID-1)
const RULER = 100; // mm
const USUAL = 96 / 25.4; // CSS pixels a millimetre, if the screen is as browsers think
const [LEAST, MOST] = [2, 12];
const HELD = [
  [false, "Bank card"],
  [true, "Ruler"],
];

// A switch for pictures as large as in print, and the way to calibrate the screen.
export function TrueSize({ command = "wall.true" }) {
  const [open, setOpen] = useState(false);
  return html`<span class="true-size">
    <${Tool} icon="true" label="Actual size" on=${settings.trueSize} command=${command} />
    ${settings.trueSize && html`<${Tool} icon="ruler" label="Calibrate the screen" onClick=${() => setOpen(true)} />`}
    ${open && html`<${Calibration} close=${() => setOpen(false)} />`}
  </span>`;
}

export function Calibration({ close }) {
  const [ruler, setRuler] = useState(false);
  const scale = settings.pxPerMm;
  const px = (value) => `${value * scale}px`;
  const set = (to) => {
    if (to >= LEAST && to <= MOST) remember({ pxPerMm: to });
  };
  const held = html`<${Segments} label="Object to hold against the screen" of=${HELD} value=${ruler} choose=${setRuler} />
    <p>
      ${
        ruler
          ? "Hold a ruler against the screen and move the slider until the marks agree."
          : "Hold a bank card, or any card of that size, against the screen and move the slider until both have the same size."
      }
    </p>
    <div class="measure">
      ${
        ruler
          ? html`<svg class="ruler" aria-hidden="true" width=${px(RULER + 2)} height="46">
              ${Array.from(
                { length: RULER + 1 },
                (_, n) => html`<path d=${`M${(n + 1) * scale} 0v${n % 10 ? (n % 5 ? 8 : 13) : 20}`} />`,
              )}${Array.from({ length: RULER / 10 + 1 }, (_, n) => html`<text x=${(n * 10 + 1) * scale} y="36">${n * 10}</text>`)}
            </svg>`
          : html`<div class="bank-card" style=${{ width: px(CARD[0]), height: px(CARD[1]), "border-radius": px(CARD[2]) }}>
              <span class="chip-mark" style=${{ left: px(10), top: px(19), width: px(12), height: px(9) }}></span
              ><span>${CARD[0]} × ${CARD[1]} mm</span>
            </div>`
      }
    </div>
    <div class="dial">
      <${Tool} icon="minus" label="Smaller" onClick=${() => set(scale - 0.01)} />
      <input
        type="range"
        min=${LEAST}
        max=${MOST}
        step="0.01"
        value=${scale}
        aria-label="CSS pixels per millimetre"
        onInput=${(event) => set(Number(event.target.value))} />
      <${Tool} icon="plus" label="Larger" onClick=${() => set(scale + 0.01)} />
    </div>
    <p class="quiet">
      <output>${mm(scale)}</output> CSS pixels per millimetre. Browser zoom changes this value.${" "}
      <${Button} class="plain" label=${`Browser default (${mm(USUAL)})`} onClick=${() => set(USUAL)} />
    </p>`;
  return html`<${Dialog} id="calibration" title="One millimetre on this screen" close=${close}>${held}</${Dialog}>`;
}
