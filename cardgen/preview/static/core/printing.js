// Printing what is shown: a view says what that is on paper; pictures are there before it begins.

import { html, render, useLayoutEffect, useRef } from "./html.js";
import { plural } from "./words.js";
import { toast } from "../shell/toast.js";

const makers = []; // what the views that are open put on paper, the newest last
const size = new CSSStyleSheet(); // of the paper, where the view knows it
const paper = () => document.getElementById("paper");
let busy = false;

// `make` returns what is put on paper: `content`, and `page`, width and height in mm, where one
// page of that size is meant.
export function usePrinted(make, active = true) {
  const now = useRef(make);
  now.current = make;
  useLayoutEffect(() => {
    if (!active) return undefined;
    const one = () => now.current();
    makers.push(one);
    return () => makers.splice(makers.indexOf(one), 1);
  }, [active]);
}

function lay() {
  const { content = null, page = null } = makers.at(-1)?.() || {};
  size.replaceSync(page ? `@page { size: ${page[0]}mm ${page[1]}mm; margin: 0; }` : "@page { margin: 10mm; }");
  document.documentElement.classList.toggle("on-paper", Boolean(content));
  render(content, paper());
}

function clear() {
  render(null, paper());
  document.documentElement.classList.remove("on-paper");
}

async function pictures() {
  const all = [...paper().querySelectorAll("img")];
  let done = 0;
  const told = setInterval(() => toast(`Drawing ${plural(all.length, "picture")}, ${done} done …`), 1000);
  await Promise.all(
    all.map((one) =>
      one
        .decode()
        .catch(() => {})
        .then(() => {
          done += 1;
        }),
    ),
  );
  clearInterval(told);
}

// Print once all pictures are there.
export async function print() {
  if (busy) return;
  busy = true;
  lay();
  await pictures();
  busy = false;
  window.print();
}

export function followPrinting() {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, size];
  // Also where the menu of the browser is used, which waits for nothing.
  window.addEventListener("beforeprint", () => {
    if (!paper().firstChild) lay();
  });
  window.addEventListener("afterprint", clear);
}

// Pages at their true size, one a sheet.
export const wholePages = (pages) => ({
  page: pages.length ? [pages[0].width, pages[0].height] : null,
  content: html`<div class="printed-pages">
    ${pages.map(
      (one, n) =>
        html`<img key=${n} src=${address(one)} alt=${`Page ${n + 1}`} style=${{ width: `${one.width}mm`, height: `${one.height}mm` }} />`,
    )}
  </div>`,
});

const DENSITY = 300 / 25.4; // pixels a millimetre

const address = (one) => `pixels/${one.p}.png?w=${Math.min(Math.ceil(one.width * DENSITY), 6000)}`;

// A picture of a side, so many mm wide.
export const PrintedPicture = ({ p, width, ratio, alt = "" }) =>
  html`<img src=${address({ p, width })} alt=${alt} style=${{ width: `${width}mm`, height: `${width / ratio}mm` }} />`;
