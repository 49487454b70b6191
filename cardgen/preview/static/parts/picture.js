// Pictures of sides and pages, asked for as large and dense as they are shown.

import { html, useLayoutEffect, useRef } from "../core/html.js";

const STEP = 16; // pixels: a wall that is resized by a hair does not ask for all pictures anew
const DENSEST = 4;
export const WIDEST = 6000;
const AGAIN = 1000; // milliseconds until a picture that did not come is asked for again

export const density = () => Math.min(window.devicePixelRatio || 1, DENSEST);

// The address of a picture of so many pixels.
export const address = (print, pixels, bleed = false) =>
  `pixels/${print}.png?w=${Math.max(Math.min(pixels, WIDEST), 16)}${bleed ? "&area=bleed" : ""}`;

// The address of a picture that is shown so many CSS pixels wide.
export const pixels = (print, width, bleed = false) => address(print, Math.ceil((width * density()) / STEP) * STEP, bleed);

// Show another picture in an <img>; the old one stays until the new one is ready.
export function show(img, url, print) {
  if (img.dataset.wanted === url) return;
  img.dataset.wanted = url;
  const isWanted = () => img.dataset.wanted === url && img.isConnected;
  const done = () => {
    if (!isWanted()) return;
    img.src = url;
    img.dataset.print = print;
    img.classList.add("there");
  };
  const ask = () => {
    if (!isWanted()) return;
    const next = new Image();
    next.src = url;
    next.decode().then(done, () => setTimeout(ask, AGAIN));
  };
  ask();
}

// `print` names the picture; without one, what was there stays. `width` is in CSS pixels.
export function Picture({ print, width, bleed = false, alt = "", class: kind = "", ...more }) {
  const img = useRef(null);
  const url = print && width ? pixels(print, width, bleed) : "";
  useLayoutEffect(() => {
    if (url) show(img.current, url, print);
  }, [url]);
  return html`<img ref=${img} class=${`pic ${kind}`} alt=${alt} ...${more} />`;
}
