// What a reader of the page has chosen, kept in the browser.

import { changed } from "./store.js";

const KEPT = "cardgen-preview";

export const settings = {
  theme: "auto",
  vision: "normal",
  size: window.innerWidth < 620 ? 150 : 190, // CSS pixels of a card on a wall
  bleed: false,
  trim: false,
  safe: false,
  backs: false,
  pxPerMm: 96 / 25.4, // CSS pixels that make a millimetre on this screen
  trueSize: false, // whether walls and hands are actual size
  leftHanded: false, // whether a fan shows the right edges of its cards
  rulers: false,
  source: false, // whether fields show their lines
  picture: { dpi: 300, withBleed: false }, // as it was saved last
  ...stored(KEPT),
};

// Turn a setting on or off.
export const toggle = (name) => remember({ [name]: !settings[name] });

export function remember(changes) {
  Object.assign(settings, changes);
  store(KEPT, settings);
  changed();
}

// What the browser keeps for the page, as JSON. Without storage, or room in it, it lasts as long as the page.
export function stored(name, storage = localStorage) {
  try {
    return JSON.parse(storage.getItem(name));
  } catch {
    return null;
  }
}

export function store(name, value, storage = localStorage) {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    // it lasts as long as the page
  }
}
