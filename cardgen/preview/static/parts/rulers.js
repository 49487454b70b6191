// Rulers along the top and the left of a stage, in millimetres from the corner of the trim.

import { html } from "../core/html.js";
import { mm } from "../core/words.js";
import { rulerStep } from "./zoom.js";

const THICK = 20;

// The marks between two ends of a ruler, each as [place in CSS pixels, millimetres, length].
function marks(from, extent, scale) {
  const step = rulerStep(scale);
  const found = [];
  for (let n = Math.ceil(-from / scale / step); n * step * scale + from < extent; n += 1) {
    const long = n % 10 === 0 ? 12 : n % 5 === 0 ? 8 : 4;
    found.push([n * step * scale + from, n * step, long]);
  }
  return found;
}

export function Rulers({ wide, high, view: { scale, x, y }, origin, at }) {
  const [left, top] = [x + origin[0] * scale, y + origin[1] * scale];
  const here = at && [x + at[0] * scale, y + at[1] * scale];
  return html`<svg class="rulers" width=${wide} height=${high} aria-hidden="true">
      <rect width=${wide} height=${THICK} />
      <rect width=${THICK} height=${high} />
      ${marks(left, wide, scale)
        .filter(([place]) => place > THICK)
        .map(
          ([place, value, long]) =>
            html`<g key=${`x${value}`}>
              <path d=${`M${place} ${THICK}v${-long}`} />${long === 12 && html`<text x=${place + 3} y="10">${mm(value)}</text>`}</g
            >`,
        )}
      ${marks(top, high, scale)
        .filter(([place]) => place > THICK)
        .map(
          ([place, value, long]) =>
            html`<g key=${`y${value}`}>
              <path d=${`M${THICK} ${place}h${-long}`} />${
                long === 12 && html`<text transform=${`translate(9 ${place + 3}) rotate(90)`}>${mm(value)}</text>`
              }</g
            >`,
        )}
      ${here && html`<path class="here" d=${`M${here[0]} 0v${THICK}M0 ${here[1]}h${THICK}`} />`}</svg
    >${at && html`<output class="where-at">${mm(at[0] - origin[0])} × ${mm(at[1] - origin[1])} mm</output>`}`;
}
