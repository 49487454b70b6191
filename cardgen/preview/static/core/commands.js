// Everything that can be done by a key. The catalogue is the one home of keys and their words: the
// list of keys shows it, and a view says what is done with `useCommand(id, act)`.

import { useLayoutEffect, useRef } from "./html.js";

export const EVERYWHERE = "Everywhere";
export const ON_WALL = "On a wall of cards";
export const ON_DEAL = "When a deck is dealt";
export const IN_TABLE = "In a table of cards";
export const OF_CARDS = "In a table, and on a card";
export const ON_CARD = "On a card";
export const ON_STAGE = "On a card, board or page";
export const AWAY = "Pictures and files";

// `pressed` marks what makes no sense but by its key; the palette leaves it out.
export const catalogue = [
  { id: "palette", keys: ["Mod+k"], words: "find anything, do anything", group: EVERYWHERE, pressed: true },
  { id: "search", keys: ["/"], words: "search here", group: EVERYWHERE },
  { id: "findings", keys: ["e"], words: "errors and warnings", group: EVERYWHERE },
  { id: "vision", keys: ["v"], words: "next colour vision", group: EVERYWHERE },
  { id: "theme", keys: ["d"], words: "light or dark", group: EVERYWHERE },
  { id: "part.previous", keys: ["["], words: "previous part of the game", group: EVERYWHERE },
  { id: "part.next", keys: ["]"], words: "next part of the game", group: EVERYWHERE },
  { id: "up", keys: ["u"], words: "one level up", group: EVERYWHERE },
  { id: "close", keys: ["Escape"], words: "close what is open, else one level up", group: EVERYWHERE, pressed: true },
  { id: "home", keys: ["h"], words: "all games", group: EVERYWHERE },
  { id: "saves", keys: ["a"], words: "what the last saves changed", group: EVERYWHERE },
  { id: "rail", keys: ["m"], words: "list of games (narrow screens)", group: EVERYWHERE },
  { id: "help", keys: ["?"], words: "these keys", group: EVERYWHERE },
  { id: "undo", keys: ["Mod+z"], words: "take the last change back", group: EVERYWHERE },
  { id: "redo", keys: ["Mod+Shift+z", "Mod+y"], words: "do it again", group: EVERYWHERE },
  {
    id: "wall.move",
    keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"],
    words: "move",
    group: ON_WALL,
    pressed: true,
  },
  { id: "wall.only", keys: ["Enter"], words: "open the card", group: ON_WALL, pressed: true },
  { id: "smaller", keys: ["-"], words: "smaller", group: ON_WALL },
  { id: "larger", keys: ["+", "="], words: "larger", group: ON_WALL },
  { id: "wall.flip", keys: ["x"], words: "faces or backs", group: ON_WALL },
  { id: "wall.changed", keys: ["c"], words: "only what the last edit changed, or what differs", group: ON_WALL },
  { id: "wall.true", keys: ["1"], words: "as large as in print", group: ON_WALL },
  { id: "wall.pick", keys: [" "], words: "pick the card, for a sheet of chosen cards", group: ON_WALL, pressed: true },
  { id: "wall.table", keys: ["g"], words: "table or wall", group: ON_WALL },
  {
    id: "table.move",
    keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"],
    words: "move; with Shift, select rows",
    group: IN_TABLE,
    pressed: true,
  },
  { id: "table.edit", keys: ["Enter", "F2"], words: "edit the cell, sort by the column, open the card", group: IN_TABLE, pressed: true },
  { id: "table.next", keys: ["Tab"], words: "write it and edit the next cell", group: IN_TABLE, pressed: true },
  { id: "table.choose", keys: ["Space", "Mod+a"], words: "select the row; all rows", group: IN_TABLE, pressed: true },
  { id: "card.new", keys: ["N"], words: "new card", group: OF_CARDS },
  { id: "card.copy", keys: ["C"], words: "copy the card", group: OF_CARDS },
  { id: "card.up", keys: ["Alt+ArrowUp"], words: "move the card up", group: OF_CARDS },
  { id: "card.down", keys: ["Alt+ArrowDown"], words: "move the card down", group: OF_CARDS },
  { id: "card.rename", keys: ["F2"], words: "rename the card: another id", group: OF_CARDS },
  { id: "card.delete", keys: ["Delete"], words: "delete the card, or all that are selected", group: OF_CARDS },
  { id: "copies.more", keys: ["+", "="], words: "one more copy", group: IN_TABLE },
  { id: "copies.fewer", keys: ["-"], words: "one copy less", group: IN_TABLE },
  {
    id: "deal.move",
    keys: ["ArrowLeft", "ArrowRight", "Home", "End"],
    words: "another card of the hand; with Shift, move the card",
    group: ON_DEAL,
    pressed: true,
  },
  {
    id: "deal.draw",
    keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"],
    words: "draw as many cards, ten with 0",
    group: ON_DEAL,
    pressed: true,
  },
  { id: "deal.play", keys: ["Enter"], words: "play the card", group: ON_DEAL },
  { id: "deal.discard", keys: ["x", "Delete"], words: "discard it", group: ON_DEAL },
  { id: "deal.under", keys: ["b"], words: "put it under the draw pile", group: ON_DEAL },
  { id: "deal.open", keys: ["o"], words: "open it", group: ON_DEAL },
  { id: "deal.undo", keys: ["z"], words: "undo", group: ON_DEAL },
  { id: "deal.anew", keys: ["n"], words: "shuffle all and deal anew", group: ON_DEAL },
  { id: "deal.gather", keys: ["g"], words: "shuffle the discard pile into the draw pile", group: ON_DEAL },
  { id: "deal.tighter", keys: ["-"], words: "a tighter fan", group: ON_DEAL },
  { id: "deal.wider", keys: ["+", "="], words: "a wider fan", group: ON_DEAL },
  { id: "deal.corners", keys: ["c"], words: "corners only", group: ON_DEAL },
  { id: "deal.left", keys: ["l"], words: "hold them left-handed", group: ON_DEAL },
  { id: "deal.true", keys: ["t"], words: "as large as in print", group: ON_DEAL },
  { id: "previous", keys: ["ArrowLeft", "PageUp"], words: "previous", group: ON_STAGE },
  { id: "next", keys: ["ArrowRight", "PageDown"], words: "next", group: ON_STAGE },
  { id: "zoom.out", keys: ["-"], words: "smaller", group: ON_STAGE },
  { id: "zoom.in", keys: ["+", "="], words: "larger", group: ON_STAGE },
  { id: "zoom.fit", keys: ["0"], words: "fit", group: ON_STAGE },
  { id: "zoom.true", keys: ["1"], words: "as large as in print", group: ON_STAGE },
  { id: "zoom.pixels", keys: ["2"], words: "every pixel of print (300 dpi)", group: ON_STAGE },
  {
    id: "stage.move",
    keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
    words: "move, once it is larger than the view",
    group: ON_STAGE,
    pressed: true,
  },
  { id: "stage.rulers", keys: ["r"], words: "rulers in millimetres; Shift and drag measures", group: ON_STAGE },
  { id: "stage.loupe", keys: ["l"], words: "loupe", group: ON_STAGE },
  { id: "stage.point", keys: ["k"], words: "point by keyboard: arrows move, Enter asks where it is written", group: ON_STAGE },
  { id: "stage.pick", keys: ["Enter"], words: "where is this written?", group: ON_STAGE, pressed: true },
  { id: "note", keys: ["N"], words: "a note of a playtest at this spot", group: ON_STAGE },
  { id: "compare", keys: ["y"], words: "before and now", group: ON_STAGE },
  { id: "compare.way", keys: ["Y"], words: "compare in another way", group: ON_STAGE },
  { id: "compare.flip", keys: ["n"], words: "before or now, in turns", group: ON_STAGE },
  { id: "card.bleed", keys: ["b"], words: "bleed", group: ON_CARD },
  { id: "card.trim", keys: ["t"], words: "trim", group: ON_CARD },
  { id: "card.safe", keys: ["s"], words: "safe zone", group: ON_CARD },
  { id: "take", keys: ["."], words: "pictures and files of what is shown", group: AWAY },
  { id: "take.copy", keys: ["p"], words: "copy the picture", group: AWAY },
  { id: "take.save", keys: ["w"], words: "save the picture", group: AWAY },
  { id: "print", keys: ["Mod+p"], words: "print what is shown", group: AWAY },
];

const bound = new Map(); // by id, what is done; the newest is asked first

// Say what a command does for as long as the component is there. What it does returns false where
// it has nothing to do: then the key goes to the next command that has it.
export function useCommand(id, act, active = true) {
  const now = useRef(act);
  now.current = act;
  useLayoutEffect(() => {
    if (!active) return undefined;
    const one = (event) => now.current(event);
    bound.set(id, [...(bound.get(id) || []), one]);
    return () =>
      bound.set(
        id,
        bound.get(id).filter((other) => other !== one),
      );
  }, [id, active]);
}

export const canRun = (id) => Boolean(bound.get(id)?.length);

// Run a command; false if nothing was done.
export function run(id, event) {
  return (bound.get(id) || []).toReversed().some((act) => act(event) !== false);
}

// Keys as people write them.
const MAC = /Mac|iPhone|iPad/.test(navigator.platform);
const NAMES = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  "-": "−",
  "=": null,
  " ": "Space",
  PageUp: "Page up",
  PageDown: "Page down",
};
const written = (key) =>
  key
    .replace("Mod+", MAC ? "⌘ " : "Ctrl ")
    .replace("Shift+", MAC ? "⇧ " : "Shift ")
    .replace("Alt+", MAC ? "⌥ " : "Alt ")
    .replace(/Arrow\w+$/, (key) => NAMES[key])
    .replace(/[a-z]$/, (letter) => letter.toUpperCase());
export const named = (keys) =>
  keys.map((key) => (key in NAMES ? NAMES[key] : /^(Mod|Alt)\+/.test(key) ? written(key) : key)).filter(Boolean);
export const keyOf = (id) => named(catalogue.find((one) => one.id === id).keys)[0];

const isTyping = (target) =>
  target.matches?.("input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]");
// Keys that an element uses itself.
const OWN = { range: /^(Arrow|Home|End|Page)/, checkbox: /^ $/, radio: /^(Arrow| )/ };

// Keys with Ctrl or Cmd work while one is typing, too, if their command wants that.
function onCombination(event) {
  const key = `Mod+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`;
  if (document.querySelector("dialog[open]:not(#palette)")) return;
  const mine = catalogue.filter((one) => one.keys.includes(key) && canRun(one.id)).reverse();
  if (mine.some((one) => run(one.id, event))) event.preventDefault();
}

export function onKey(event) {
  if (event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey) {
    onCombination(event);
    return;
  }
  const { target } = event;
  const key = event.altKey ? `Alt+${event.key}` : event.key;
  if (isTyping(target)) {
    if (event.key === "Escape" && target.matches("input, textarea")) document.getElementById("main").focus({ preventScroll: true });
    return;
  }
  if (OWN[target.type]?.test(event.key)) return;
  if (event.key === "Enter" && target.matches?.("a, button, summary")) return;
  if (document.querySelector("dialog[open]")) return; // it closes itself
  // Commands of the view come before those that are there everywhere.
  const mine = catalogue.filter((one) => one.keys.includes(key) && canRun(one.id)).reverse();
  for (const one of mine) {
    if (run(one.id, event)) {
      event.preventDefault();
      return;
    }
  }
}
