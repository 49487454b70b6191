// Cards that are made, copied, moved and deleted, by buttons and by keys.

import { isTyping, keyOf, useCommands } from "../core/commands.js";
import { html, useRef } from "../core/html.js";
import { go } from "../core/router.js";
import { kinds, plural } from "../core/words.js";
import { Button } from "../parts/button.js";
import { toast } from "../shell/toast.js";
import { change } from "./changes.js";
import { call } from "./drafts.js";
import { dropKeys, takeKeys } from "./early_keys.js";

export const NEW = ["card.new", "plus", "New card"];
const COPY = ["card.copy", "copy", "Duplicate"];
const OTHERS = [
  ["card.up", "up", "Move up"],
  ["card.down", "down", "Move down"],
  ["card.rename", "pencil", "Rename"],
  ["card.delete", "bin", "Delete"],
];
export const COPIES = [
  ["copies.more", "plus", "One more copy"],
  ["copies.fewer", "minus", "One copy less"],
];
export const BUTTONS = [NEW, COPY, ...OTHERS];
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

// Add a card below another, or below all; returns its id once it is written, and opens it with its title.
/** @param {Game} game */
export async function addCard(game, deck, below) {
  takeKeys();
  const answer = await change(game, [{ deck, card: below, act: "new" }]);
  if (answer.written) return open(game, deck, answer.card, "title");
  dropKeys();
  refused(answer.faults);
}

// Let a card take the place of another, or move by some steps among the cards `among`; true once that is written.
/** @param {Game} game @param {{ to?: string, by?: number, among?: string[] }} where */
export async function moveCard(game, deck, card, where) {
  const answer = await change(game, [{ deck, card, act: "move", ...where }]);
  if (!answer.written) refused(answer.faults);
  return answer.written;
}

// What lets cards be dragged to the places of others; `order` are the cards as the file has them, or none if
// they are shown in another order. Returns, for the key of a card, the attributes of the handle that one drags it by and those of
// the target that others are dropped on.
/** @param {Game} game @returns {null | Drag} */
export function useDragged(game, deck, order) {
  const held = useRef("");
  if (order.length < 2) return null;
  const handle = (key) => ({
    draggable: true,
    onDragStart: (event) => {
      held.current = key;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", key);
    },
    onDragEnd: () => {
      held.current = "";
    },
  });
  const target = (key) => ({
    onDragOver: (event) => {
      if (!held.current || held.current === key) return;
      event.preventDefault();
      event.currentTarget.dataset.drop = order.indexOf(held.current) < order.indexOf(key) ? "after" : "before";
    },
    onDragLeave: (event) => delete event.currentTarget.dataset.drop,
    onDrop: (event) => {
      event.preventDefault();
      delete event.currentTarget.dataset.drop;
      if (held.current && held.current !== key) moveCard(game, deck, held.current, { to: key });
    },
  });
  return { handle, target };
}

export function refused([first, ...others]) {
  const where = first.path ? `${spot(first)}: ` : "";
  toast(`Nothing was changed. ${where}${first.message}${others.length ? `, and ${plural(others.length, "more fault")}` : ""}`, true);
}

const spot = (one) => `${one.path.split("/").pop()}:${one.line}`;

// `ids` are the cards that are meant, the first of which is copied or moved; `order` are all cards as
// the file has them, or none if they are shown in another order; `among` are those that are shown, if only some are.
// `arrive` is told where to go then, and `begin` that a new card is on its way. `more` are other buttons.
export function Acts({ game, deck, ids, order, among = [], fixed, made, arrive, begin = (isOnItsWay) => {}, more = [], words = false }) {
  const at = order.indexOf(ids[0]);
  async function act(what, extra = {}) {
    const cards = what === "delete" ? ids : ids.slice(0, 1);
    begun += 1;
    const number = begun;
    if (what === "new") begin(true);
    const answer = await change(
      game,
      cards.map((card) => ({ deck, card, act: what, ...extra })),
    );
    if (!answer.written) {
      begin(false);
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
    "card.up": order.length > 1 && (() => act("move", { by: -1, among })),
    "card.down": order.length > 1 && (() => act("move", { by: 1, among })),
    "card.rename": !made && (() => open(game, deck, ids[0], "id")),
    "card.delete": () => act("delete"),
  };
  const active = ids.length > 0 && !fixed;
  const asked = Object.entries(does).map(([id, run]) => [id, run && ((event) => (isTyping(event?.target) ? false : run()))]);
  useCommands(active ? Object.fromEntries(asked) : {});
  const atEnd = { "card.up": at === 0, "card.down": at === order.length - 1 };
  /** @param {string[]} act */
  const button = ([id, icon, label], kind = "seg") =>
    html`<${Button}
      key=${id}
      class=${kind}
      icon=${icon}
      label=${label}
      hint=${label}
      aria-label=${label}
      disabled=${!active || does[id] === false || atEnd[id]}
      command=${id} />`;
  const close = (event) => {
    if (event.target.closest("button")) event.currentTarget.open = false;
  };
  return html`<div class=${kinds("acts", words && "words")} role="group" aria-label="Cards of the deck">
    ${button(NEW, "seg primary")} ${button(COPY)}
    ${
      words
        ? [...OTHERS, ...more].map((one) => button(one))
        : html`<details class="chip more-acts" onClick=${close}>
            <summary aria-label="More actions" title="More actions">⋯</summary>
            <div class="menu">${OTHERS.map((one) => button(one, "item-act"))}</div>
          </details>`
    }
  </div>`;
}
