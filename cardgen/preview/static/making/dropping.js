// A picture or an icon that is dropped on a card: its file goes into the game, its name into the card.

import { api } from "../core/server.js";
import { nice } from "../core/words.js";
import { change } from "../editing/changes.js";
import { toast } from "../shell/toast.js";
import { addFile } from "./parts.js";

const hasFile = (event) => [...event.dataTransfer.types].includes("Files");

// Add a file to a game and put it into the first field of a card that holds such files.
/** @param {Game} game @param {File} file */
async function put(game, deck, card, file) {
  const name = await addFile(game, file);
  if (!name) return;
  const kind = name.includes("/") ? "image" : "icon";
  const form = await api(`games/${game.id}/fields`, { deck, card });
  const field = form.fields.find((one) => one.control.kind === kind);
  if (!field || form.made) {
    toast(`${file.name} is in the game as ${name}. This card has no field for it: use “New field”, or “Add a box …” and choose it there.`);
    return;
  }
  const { written, faults } = await change(game, [{ deck, card, field: [field.name], value: name, was: field.given }]);
  toast(written ? `${nice(field.name)} is ${name} now` : faults[0].message, !written);
}

// Return the handlers of an element on which files may be dropped; none for a part without cards.
/** @param {Game} game @param {Component} component */
export function dropTarget(game, component, card) {
  if (!component.cards) return {};
  const mark = (event, on) => event.currentTarget.classList.toggle("dropping", on);
  return {
    onDragOver: (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      mark(event, true);
    },
    onDragLeave: (event) => mark(event, false),
    onDrop: (event) => {
      mark(event, false);
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      put(game, component.id, card, file);
    },
  };
}
