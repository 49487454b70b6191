// Cards that are made, copied, moved and deleted, by buttons and by keys.

import { keyOf, useCommands } from "../core/commands.js";
import { html, useRef } from "../core/html.js";
import { go } from "../core/router.js";
import { kinds, plural } from "../core/words.js";
import { Button } from "../parts/button.js";
import { toast } from "../shell/toast.js";
import { change } from "./changes.js";
import { call } from "./drafts.js";

const BUTTONS = [
  ["card.new", "plus", "New card"],
  ["card.copy", "copy", "Copy"],
  ["card.up", "up", "Move up"],
  ["card.down", "down", "Move down"],
  ["card.rename", "pencil", "Rename"],
  ["card.delete", "bin", "Delete"],
];
let begun = 0; // how many acts were begun
let led = 0; // the last of them that led somewhere: an answer to an earlier one comes late and leads nowhere
let expected = ""; // the id of a card that was written and is not read yet

export const isExpected = (id) => id === expected;

// Open a card that is about to be there, with one of its fields.
export function open(game, deck, card, field) {
  expected = card;
  if (field) call(game, { deck, card, field: [field] });
  go(game.id, deck, card);
}

// Let a card take the place of another; true once that is written.
/** @param {Game} game */
export async function moveCard(game, deck, card, to) {
  const answer = await change(game, [{ deck, card, act: "move", to }]);
  if (!answer.written) refused(answer.faults);
  return answer.written;
}

// What lets cards be dragged to the places of others; `order` are the cards as the file has them, or none if
// they are shown in another order. Returns what a card needs for that by its key.
/** @param {Game} game @returns {null | ((key: string) => object)} */
export function useDragged(game, deck, order) {
  const held = useRef("");
  if (order.length < 2) return null;
  return (key) => ({
    draggable: true,
    onDragStart: (event) => {
      held.current = key;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", key);
    },
    onDragOver: (event) => {
      if (!held.current || held.current === key) return;
      event.preventDefault();
      event.currentTarget.dataset.drop = order.indexOf(held.current) < order.indexOf(key) ? "after" : "before";
    },
    onDragLeave: (event) => delete event.currentTarget.dataset.drop,
    onDragEnd: () => {
      held.current = "";
    },
    onDrop: (event) => {
      event.preventDefault();
      delete event.currentTarget.dataset.drop;
      if (held.current && held.current !== key) moveCard(game, deck, held.current, key);
    },
  });
}

function refused([first, ...others]) {
  const where = first.path ? `${spot(first)}: ` : "";
  toast(`Nothing was changed. ${where}${first.message}${others.length ? `, and ${plural(others.length, "more fault")}` : ""}`, true);
}

const spot = (one) => `${one.path.split("/").pop()}:${one.line}`;

// `ids` are the cards that are meant, the first of which is copied or moved; `order` are all cards as
// the file has them, or none if they are shown in another order. `arrive` is told where to go then.
export function Acts({ game, deck, ids, order, fixed, made, arrive, words = false }) {
  const at = order.indexOf(ids[0]);
  async function act(what, more = {}) {
    const cards = what === "delete" ? ids : ids.slice(0, 1);
    begun += 1;
    const number = begun;
    const answer = await change(
      game,
      cards.map((card) => ({ deck, card, act: what, ...more })),
    );
    if (!answer.written) {
      refused(answer.faults);
      return;
    }
    const named = [...answer.follow, ...answer.left].map(spot);
    if (what === "delete")
      toast(`Deleted. ${named.length ? `Still named in ${named.join(", ")}. ` : ""}${keyOf("undo")} undoes it`, named.length > 0);
    const next = order.find((id, n) => n > at && !ids.includes(id)) || order.findLast((id) => !ids.includes(id));
    if (number < led) return;
    led = number;
    arrive(what, answer.card || (what === "delete" ? next : ids[0]));
  }
  const does = {
    "card.new": () => act("new"),
    "card.copy": () => act("copy"),
    "card.up": at > 0 && (() => act("move", { to: order[at - 1] })),
    "card.down": at >= 0 && at < order.length - 1 && (() => act("move", { to: order[at + 1] })),
    "card.rename": !made && (() => open(game, deck, ids[0], "id")),
    "card.delete": () => act("delete"),
  };
  const active = ids.length > 0 && !fixed;
  useCommands(active ? does : {});
  return html`<div class=${kinds("acts", words && "words")} role="group" aria-label="Cards of the deck">
    ${BUTTONS.map(
      ([id, icon, label]) =>
        html`<${Button}
          key=${id}
          icon=${icon}
          label=${words && label}
          hint=${label}
          aria-label=${label}
          disabled=${!active || !does[id]}
          command=${id} />`,
    )}
  </div>`;
}
