// What a reader of the page has chosen, kept in the browser.

import { changed } from "./store.js";

const KEPT = "cardgen-preview";

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) || {};
  } catch {
    return {};
  }
}

export const settings = {
  theme: "auto",
  vision: "normal",
  size: window.innerWidth < 620 ? 150 : 190, // CSS pixels of a card on a wall
  bleed: false,
  trim: false,
  safe: false,
  backs: false,
  pxPerMm: 96 / 25.4, // CSS pixels that make a millimetre on this screen
  trueSize: false, // whether walls and hands are as large as in print
  leftHanded: false, // whether a fan shows the right edges of its cards
  rulers: false,
  picture: { dpi: 300, withBleed: false }, // as it was saved last
  ...remembered(),
};

export function remember(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // without storage, the settings last as long as the page
  }
  changed();
}
