// Everything that can be done by a key. The catalogue is the one home of keys and their words: the
// list of keys shows it, and a view says what is done with `useCommands({ id: act })`.

import { useLayoutEffect, useRef } from "./html.js";
import { sentence } from "./words.js";

export const EVERYWHERE = "Everywhere";
const PRESSED = true; // makes no sense but by its key: the palette leaves it out
const ARROWS = "ArrowLeft ArrowRight ArrowUp ArrowDown";

// By what one is at: the id of each command, its keys, its words.
const GROUPS = {
  [EVERYWHERE]: [
    ["palette", "Mod+k", "find anything, run any command", PRESSED],
    ["search", "/", "search here"],
    ["findings", "e", "errors and warnings"],
    ["vision", "v", "next colour vision"],
    ["theme", "d", "light or dark"],
    ["part.previous", "[", "previous part of the game"],
    ["part.next", "]", "next part of the game"],
    ["up", "u", "one level up"],
    ["close", "Escape", "close a panel, or go one level up", PRESSED],
    ["home", "h", "all games"],
    ["saves", "a", "changes of the last saves"],
    ["rail", "m", "list of games (narrow screens)"],
    ["help", "?", "these keys"],
    ["undo", "Mod+z", "undo the last change"],
    ["redo", "Mod+Shift+z Mod+y", "redo the change that was undone last"],
  ],
  "On a wall of cards": [
    ["wall.move", `${ARROWS} Home End`, "move", PRESSED],
    ["wall.only", "Enter", "open the card", PRESSED],
    ["smaller", "-", "smaller"],
    ["larger", "+ =", "larger"],
    ["wall.flip", "x", "show faces or backs"],
    ["wall.changed", "c", "only changes of the last edit, or only differences"],
    ["wall.true", "1", "actual size"],
    ["wall.pick", "Space", "pick the card for a sheet of picked cards", PRESSED],
    ["wall.table", "g", "switch between table and wall"],
  ],
  "In a table of cards": [
    ["table.move", `${ARROWS} Home End PageUp PageDown`, "move; with Shift, select cells, or rows in the first column", PRESSED],
    ["table.type", "Letters", "replace the value of the cell", PRESSED],
    ["table.edit", "Enter F2", "edit the cell, sort by the column, open the card", PRESSED],
    ["table.next", "Tab Enter", "save it and go to the right, or down", PRESSED],
    ["table.empty", "Delete", "empty the selected cells", PRESSED],
    ["table.copy", "Mod+c Mod+x Mod+v", "copy, cut and paste cells, from and to a spreadsheet, too", PRESSED],
    ["table.fill", "Mod+d", "fill down: the first selected row into the others", PRESSED],
    ["table.choose", "Shift+Space Mod+a", "select the row; all", PRESSED],
    ["copies.more", "Alt+Shift+ArrowUp", "one more copy"],
    ["copies.fewer", "Alt+Shift+ArrowDown", "one copy less"],
  ],
  "On a wall, in a table, and on a card": [
    ["card.new", "Mod+enter", "new card"],
    ["card.copy", "Mod+Shift+d", "duplicate the card"],
    ["card.up", "Alt+ArrowUp", "move the card up"],
    ["card.down", "Alt+ArrowDown", "move the card down"],
    ["card.rename", "F2", "rename the card: change its id"],
    ["card.delete", "Mod+delete Mod+backspace", "delete the card, or all that are selected"],
  ],
  "When a deck is dealt": [
    ["deal.move", "ArrowLeft ArrowRight Home End", "select another card of the hand; with Shift, move the card", PRESSED],
    ["deal.draw", "1 2 3 4 5 6 7 8 9 0", "draw 1 to 9 cards; 0 draws ten", PRESSED],
    ["deal.play", "Enter", "play the card"],
    ["deal.discard", "Delete", "discard it"],
    ["deal.under", "B", "put it under the draw pile"],
    ["deal.open", "o", "open it"],
    ["deal.undo", "z", "undo"],
    ["deal.anew", "A", "shuffle all and deal anew"],
    ["deal.gather", "G", "shuffle the discard pile into the draw pile"],
    ["deal.tighter", "-", "a tighter fan"],
    ["deal.wider", "+ =", "a wider fan"],
    ["deal.corners", "C", "corners only"],
    ["deal.left", "L", "hold them left-handed"],
    ["deal.true", "T", "actual size"],
  ],
  "On a card, board or page": [
    ["previous", "ArrowLeft PageUp", "previous"],
    ["next", "ArrowRight PageDown", "next"],
    ["zoom.out", "-", "smaller"],
    ["zoom.in", "+ =", "larger"],
    ["zoom.fit", "0", "fit"],
    ["zoom.true", "1", "actual size"],
    ["zoom.pixels", "2", "every printed pixel (300 dpi)"],
    ["stage.move", ARROWS, "move, if it is larger than the view", PRESSED],
    ["stage.rulers", "r", "rulers in millimetres; Shift and drag measures"],
    ["stage.loupe", "l", "loupe"],
    ["stage.point", "k", "point by keyboard: arrows move, Enter shows where it is written"],
    ["stage.pick", "Enter", "show where this is written", PRESSED],
    ["note", "N", "add a playtest note at this spot"],
    ["compare", "y", "compare before and now"],
    ["compare.way", "Y", "compare in another way"],
    ["compare.flip", "n", "switch between before and now"],
  ],
  "On a card": [
    ["card.bleed", "b", "bleed"],
    ["card.trim", "t", "trim"],
    ["card.safe", "s", "safe zone"],
  ],
  "Pictures and files": [
    ["take", ".", "export pictures and files of this view"],
    ["take.copy", "p", "copy the picture"],
    ["take.save", "w", "save the picture"],
    ["print", "Mod+p", "print this view"],
  ],
};
export const catalogue = Object.entries(GROUPS).flatMap(([group, all]) =>
  all.map(([id, keys, words, pressed = false]) => ({ id, keys: String(keys).split(" "), words: String(words), group, pressed })),
);

const bound = new Map(); // by id, what is done; the newest is asked first

// Say what commands do for as long as the component is there; those with nothing to do are null. What they
// do returns false where it has come to nothing: then the key goes to the next command that has it.
export function useCommands(acts) {
  const now = useRef(acts);
  now.current = acts;
  const ids = Object.keys(acts).filter((id) => acts[id]);
  useLayoutEffect(() => {
    const mine = ids.map((id) => [id, (event) => now.current[id](event)]);
    for (const [id, act] of mine) bound.set(id, [...(bound.get(id) || []), act]);
    return () => mine.forEach(([id, act]) => bound.get(id).splice(bound.get(id).indexOf(act), 1));
  }, [ids.join()]);
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
  PageUp: "Page up",
  PageDown: "Page down",
};
const ADDED = { "Mod+": MAC ? "⌘ " : "Ctrl ", "Shift+": MAC ? "⇧ " : "Shift ", "Alt+": MAC ? "⌥ " : "Alt " };
function nameOf(key) {
  if (!/^(Mod|Alt|Shift)\+/.test(key)) return key in NAMES ? NAMES[key] : key;
  const [, added, last] = /^(.*\+)(.+)$/.exec(key);
  return added.replace(/\w+\+/g, (one) => ADDED[one]) + (NAMES[last] || sentence(last));
}
export const named = (keys) => keys.map(nameOf).filter(Boolean);
export const keyOf = (id) => named(catalogue.find((one) => one.id === id).keys)[0];

export const isTyping = (target) =>
  Boolean(target?.matches?.("input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]"));
// Keys that an element uses itself.
const OWN = { range: /^(Arrow|Home|End|Page)/, checkbox: /^ $/, radio: /^(Arrow| )/ };

// The command of a key, the newest of those that are there: those of the view come before those of everywhere.
function runKey(key, event) {
  const mine = catalogue.filter((one) => one.keys.includes(key)).reverse();
  if (mine.some((one) => run(one.id, event))) event.preventDefault();
}

const isLetter = (key) => key.length === 1 && !"?/".includes(key);

export function onKey(event) {
  if (event.defaultPrevented) return;
  const { target, key } = event;
  // Keys with Ctrl or Cmd work while one is typing, too, if their command wants that.
  if (event.ctrlKey || event.metaKey) {
    if (!document.querySelector("dialog[open]:not(#palette)")) runKey(`Mod+${event.shiftKey ? "Shift+" : ""}${key.toLowerCase()}`, event);
  } else if (isTyping(target)) {
    if (key === "Escape" && target.matches("input, textarea")) document.getElementById("main").focus({ preventScroll: true });
  } else if (isLetter(key) && document.querySelector("[data-typed]")) {
    return; // where letters are typed into cells, they are no commands beside them
  } else if (!OWN[target.type]?.test(key) && !(key === "Enter" && target.matches?.("a, button, summary"))) {
    if (document.querySelector("dialog[open]")) return; // it closes itself
    runKey((event.altKey ? (event.shiftKey ? "Alt+Shift+" : "Alt+") : "") + (key === " " ? "Space" : key), event);
  }
}
