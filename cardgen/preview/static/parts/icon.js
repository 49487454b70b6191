// Pictures of actions and kinds, and the buttons that carry them.

import { html } from "../core/html.js";

const ICONS = {
  search: "M11 4a7 7 0 1 0 4.2 12.6l4.1 4.1 1.4-1.4-4.1-4.1A7 7 0 0 0 11 4zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
  left: "M14.5 5 8 12l6.5 7 1.4-1.3L10.7 12l5.2-5.7z",
  right: "M9.500 5 8.100 6.300 13.300 12l-5.200 5.700L9.500 19l6.500-7z",
  up: "M5 14.500 12 8l7 6.500-1.300 1.400L12 10.700l-5.700 5.200z",
  down: "M5 9.500 12 16l7-6.500-1.300-1.400L12 13.300 6.300 8.100z",
  close: "M6.400 5 5 6.400 10.600 12 5 17.600 6.400 19 12 13.400 17.600 19 19 17.600 13.400 12 19 6.400 17.600 5 12 10.600z",
  menu: "M4 6h16v2H4zm0 5h16v2H4zm0 5h16v2H4z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z",
  eye: "M12 5C6.500 5 3 9.500 2 12c1 2.500 4.500 7 10 7s9-4.500 10-7c-1-2.500-4.500-7-10-7zm0 2c3.900 0 6.700 2.900 7.800 5-1.100 2.100-3.900 5-7.800 5s-6.700-2.900-7.800-5C5.300 9.900 8.100 7 12 7zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  copy: "M8 3h11v13h-3v5H5V8h3zm2 2v3h6v6h1V5zm-3 5v9h7v-9z",
  open: "M5 5h6v2H7v10h10v-4h2v6H5zm8 0h6v6h-2V8.400l-6.300 6.300-1.400-1.400L15.600 7H13z",
  warn: "M12 3 1.500 21h21zm0 4 7 12H5zm-1 4v4h2v-4zm0 5v2h2v-2z",
  error: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm-1 4h2v7h-2zm0 8.500h2v2h-2z",
  ok: "M9.500 16.200 5.300 12l-1.400 1.400 5.600 5.600L20.600 8l-1.400-1.400z",
  deck: "M8 3h10a1 1 0 0 1 1 1v14h-2V5H8zM5 6h9a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zm1 2v11h7V8z",
  board: "M3 5h18v14H3zm2 2v10h4V7zm6 0v4h8V7zm0 6v4h8v-4z",
  tokens: "M9 4a5 5 0 1 1 0 10A5 5 0 0 1 9 4zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6zm7 5a5 5 0 1 1-4.600 7l1.800-.8A3 3 0 1 0 16 13z",
  die: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zm1 2v12h12V6zm2 2h2.500v2.500H8zm5.500 5.500H16V16h-2.500zM8 13.500h2.500V16H8zM13.500 8H16v2.500h-2.500z",
  box: "M12 2 3 7v10l9 5 9-5V7zm0 2.300L17.900 7.500 12 10.800 6.100 7.500zM5 9.200l6 3.300v6.800l-6-3.400zm8 10.100v-6.800l6-3.300v6.700z",
  booklet: "M4 4c3 0 5.500.5 8 2 2.500-1.500 5-2 8-2v14c-3 0-5.500.5-8 2-2.500-1.500-5-2-8-2zm2 2.100v10c1.800.1 3.400.5 5 1.200V7.700A11 11 0 0 0 6 6.100zm12 0a11 11 0 0 0-5 1.600v9.600c1.600-.7 3.200-1.100 5-1.200z",
  table: "M3 6h18v2H3zm1 4h16v2H4zm1 4h2v6H5zm12 0h2v6h-2z",
  sheets: "M6 2h8l5 5v15H6zm2 2v16h9V8h-4V4zm2 7h5v2h-5zm0 4h5v2h-5z",
  rules: "M4 5h2v2H4zm4 0h12v2H8zM4 11h2v2H4zm4 0h12v2H8zm-4 6h2v2H4zm4 0h12v2H8z",
  home: "M12 3 2.500 11l1.300 1.500L5 11.500V20h5v-6h4v6h5v-8.500l1.200 1 1.300-1.500zm0 2.600 5 4.200V18h-1v-6H8v6H7V9.800z",
  fit: "M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  minus: "M5 11h14v2H5z",
  filter: "M3 5h18l-7 8v6l-4-2v-4zm4.400 2L12 12.300 16.600 7z",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm0 2.500c-2 0-3.300 1.200-3.400 3h2c0-.8.5-1.300 1.400-1.300.8 0 1.400.5 1.400 1.200 0 .6-.3 1-1.100 1.500-1 .6-1.400 1.200-1.300 2.300h1.900c0-.7.2-1 1.100-1.600 1-.6 1.500-1.400 1.500-2.300 0-1.700-1.400-2.800-3.500-2.800zm-1 7.500v2h2v-2z",

  undo: "M9 5 3.500 10.500 9 16v-4h5a3.500 3.500 0 0 1 0 7H9v2h5a5.500 5.500 0 0 0 0-11H9z",
  swap: "M7 4 2.500 8.500 7 13v-3.500h11v-2H7zm10 7v3.500H6v2h11V20l4.500-4.500z",
  beside: "M4 4h7v16H4zm2 2v12h3V6zm7-2h7v16h-7zm2 2v12h3V6z",
  hand: "M6.200 8 2.800 9.300l3.700 9.900 3.400-1.300zM9.500 4.500v14h5v-14zm2 2h1v10h-1zm6.300 1.500-3.700 9.900 3.400 1.300 3.700-9.900z",
  ruler: "M3 8h18v8H3zm2 2v4h14v-4h-1v2h-1.500v-2h-2v3H13v-3h-2v2H9.500v-2h-2v3H6v-3z",
  loupe: "M10.500 3a7.500 7.500 0 1 0 4.600 13.400l4.500 4.500 1.400-1.400-4.500-4.500A7.500 7.500 0 0 0 10.500 3zm0 2a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11zM9.700 7.500v2.200H7.500v1.600h2.200v2.200h1.600v-2.200h2.200V9.700h-2.200V7.500z",
  true: "M6 5h3v14H7V7.500L5 8.600V6zm6 4h2v2h-2zm0 5h2v2h-2zm5-9h2v14h-2V7.500l-2 1.100V6z",
  pixels: "M4 4h5v5H4zm10 0h5v5h-5zM9 9h5v5H9zm-5 5h5v5H4zm10 0h5v5h-5z",
};

export const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name] || ICONS.deck} fill-rule="evenodd" /></svg>`;

// A button that is a picture; its words are for the pointer that rests and for who cannot see.
export const Tool = ({ icon, label, small = false, class: kind = "", ...more }) => html`<button type="button" class=${`${small ? "tiny" : "tool"} ${kind}`} title=${label} aria-label=${label} ...${more}><${Icon} name=${icon} /></button>`;
