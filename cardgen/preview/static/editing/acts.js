// Cards that are made, copied, moved and deleted, by buttons and by keys.

import { keyOf, useCommand } from "../core/commands.js";
import { html } from "../core/html.js";
import { go } from "../core/router.js";
import { plural } from "../core/words.js";
import { Icon } from "../parts/icon.js";
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
let expected = ""; // the id of a card that was written and is not read yet

export const isExpected = (id) => id === expected;

// Open a card that is about to be there, with one of its fields.
export function open(game, deck, card, field) {
  expected = card;
  if (field) call(game, { deck, card, field: [field] });
  go(game.id, deck, card);
}

const spot = (one) => `${one.path.split("/").pop()}:${one.line}`;

// `ids` are the cards that are meant, the first of which is copied or moved; `order` are all cards as
// the file has them, or none if they are shown in another order. `arrive` is told where to go then.
export function Acts({ game, deck, ids, order, fixed, made, arrive, words = false }) {
  const at = order.indexOf(ids[0]);
  const can = { "card.up": at > 0, "card.down": at >= 0 && at < order.length - 1, "card.rename": !made };
  async function act(what, more = {}) {
    const cards = what === "delete" ? ids : ids.slice(0, 1);
    const answer = await change(
      game,
      cards.map((card) => ({ deck, card, act: what, ...more })),
    );
    if (!answer.written) {
      const [first, ...others] = answer.faults;
      const where = first.path ? `${spot(first)}: ` : "";
      toast(`Nothing is changed. ${where}${first.message}${others.length ? `, and ${plural(others.length, "more fault")}` : ""}`, true);
      return;
    }
    const named = [...answer.follow, ...answer.left].map(spot);
    if (what === "delete")
      toast(`Deleted. ${named.length ? `Still named in ${named.join(", ")}. ` : ""}${keyOf("undo")} undoes it`, named.length > 0);
    const next = order.find((id, n) => n > at && !ids.includes(id)) || order.findLast((id) => !ids.includes(id));
    arrive(what, answer.card || (what === "delete" ? next : ids[0]));
  }
  const does = {
    "card.new": () => act("new"),
    "card.copy": () => act("copy"),
    "card.up": () => act("move", { to: order[at - 1] }),
    "card.down": () => act("move", { to: order[at + 1] }),
    "card.rename": () => open(game, deck, ids[0], "id"),
    "card.delete": () => act("delete"),
  };
  const active = ids.length > 0 && !fixed;
  for (const [id] of BUTTONS) useCommand(id, () => can[id] !== false && does[id](), active);
  return html`<div class=${`acts${words ? " words" : ""}`} role="group" aria-label="Cards of the deck">
    ${BUTTONS.map(
      ([id, icon, label]) =>
        html`<button
          key=${id}
          type="button"
          class="seg"
          title=${`${label} (${keyOf(id)})`}
          aria-label=${label}
          disabled=${!active || can[id] === false}
          onClick=${does[id]}>
          <${Icon} name=${icon} />${words && html`<span>${label}</span>`}
        </button>`,
    )}
  </div>`;
}
