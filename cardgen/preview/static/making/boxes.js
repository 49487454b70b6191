// Boxes of a template: new ones, copies, other styles, places on the card, and boxes that are removed.

import { html, useLayoutEffect, useRef } from "../core/html.js";
import { api, Refusal, useFetched } from "../core/server.js";
import { nice } from "../core/words.js";
import { change } from "../editing/changes.js";
import { Select, Tool } from "../parts/button.js";
import { toast } from "../shell/toast.js";

const KINDS = [
  ["text", "Text"],
  ["icon", "Icon"],
  ["image", "Picture"],
  ["rect", "Rectangle"],
  ["ellipse", "Ellipse"],
];
const FILLED = { text: "text", rich: "text", number: "text", choice: "text", icon: "icon", image: "image" }; // by the kind of a field, its box
const UNPRINTED = ["id", "type", "copies", "assumption"];
const PLACES = [
  ["align-left", "Move to the left of the safe zone", 0, 0],
  ["align-center", "Move to the middle from left to right", 0, 0.5],
  ["align-right", "Move to the right of the safe zone", 0, 1],
  ["align-top", "Move to the top of the safe zone", 1, 0],
  ["align-middle", "Move to the middle from top to bottom", 1, 0.5],
  ["align-bottom", "Move to the foot of the safe zone", 1, 1],
];

// Write an act on a box of a template; true once it is written.
/** @param {Game} game */
export async function actOnBox(game, side, stamp, act, value = "") {
  let edit;
  try {
    edit = await api(`games/${game.id}/box-edit`, { stamp, act, value });
  } catch (error) {
    toast(error instanceof Refusal ? JSON.parse(error.message).message : "The preview cannot be reached.", true);
    return false;
  }
  const text = stamp.replace(/:#\d+$/, "");
  const { written, faults } = await change(game, [{ text, value: edit.text, was: edit.was }], [side]);
  if (!written) toast(`Nothing was changed. ${faults[0].message}`, true);
  return written;
}

// How far a box moves to a place on its side: the edges of its safe zone, or its middle.
function wayTo([left, top, right, bottom], area, axis, part) {
  const [start, end, size] = axis ? [top, bottom, area.height] : [left, right, area.width];
  const by = part === 0.5 ? (size - start - end) / 2 : part ? size - area.safe - end : area.safe - start;
  return axis ? [0, by] : [by, 0];
}

// The tools of a selected box; `move` takes a way in mm, and `close` lets the box go.
/** @param {{ game: Game, [more: string]: any }} given */
export function BoxTools({ game, side, stamp, box, area, canMove, move, close }) {
  const act = async (what, value) => {
    if ((await actOnBox(game, side, stamp, what, value)) && what === "delete") close();
  };
  const moveTo = (event, way) => {
    event.currentTarget.closest(".movable").focus(); // a tool that becomes useless loses the focus, and so would the box
    move(way);
  };
  // A tool may move the box, and the bar with it: the bar stays under the pointer until the pointer has left it.
  const bar = useRef(null);
  const held = useRef(null); // where the bar is to stay, if the pointer is on it
  const hold = () => {
    held.current = bar.current.getBoundingClientRect();
  };
  const release = () => {
    held.current = null;
    bar.current.style.translate = "";
  };
  useLayoutEffect(() => {
    if (!held.current) return;
    bar.current.style.translate = "";
    const { left, top } = bar.current.getBoundingClientRect();
    bar.current.style.translate = `${held.current.left - left}px ${held.current.top - top}px`;
  });
  const places = PLACES.map(([icon, label, axis, part]) => [icon, label, wayTo(box.box, area, axis, part)]);
  return html`<div
    class="box-tools"
    role="toolbar"
    aria-label="This box"
    ref=${bar}
    onPointerEnter=${hold}
    onPointerLeave=${release}
    onKeyDown=${(event) => event.stopPropagation()}>
    <${Tool} small icon="copy" label="Duplicate this box" onClick=${() => act("copy")} />
    <${Tool} small icon="bin" label="Delete this box" onClick=${() => act("delete")} />
    ${places.map(
      ([icon, label, way]) =>
        html`<${Tool} small key=${icon} icon=${icon} label=${label} disabled=${!canMove(way)} onClick=${(event) => moveTo(event, way)} />`,
    )}
    ${
      ["text", "rich"].includes(box.tag) &&
      html`<${Select}
        label="Text style"
        of=${[...(box.style === null ? [["", "no style"]] : []), ...box.styles.map((name) => [name, name])]}
        value=${box.style ?? ""}
        choose=${(name) => act("style", name)} />`
    }
  </div>`;
}

// A menu that adds a box in the middle of a side.
/** @param {{ game: Game, item: Item, [more: string]: any }} given */
export function AddBox({ game, item, side }) {
  const [deck, card] = side.split("/");
  const hasFields = game.components.some((one) => one.id === deck && one.cards);
  const ask = async () => (hasFields ? (await api(`games/${game.id}/fields`, { deck, card })).fields : []);
  const [fields] = useFetched(ask, game, ["game"], [game.id, deck, card]);
  const filled = (fields || []).filter((one) => one.control.kind in FILLED && !UNPRINTED.includes(one.name));
  const add = async (what) => {
    const [kind, name] = what.split(":");
    const field = filled.find((one) => one.name === name);
    const [about, form] = await Promise.all([api(`games/${game.id}/side`, { side }), api(`games/${game.id}/written`)]);
    const path = about.files.find((file) => file.endsWith(`/${about.template}`));
    if (!path) {
      toast("The template of this side is not in this project.", true);
      return;
    }
    const [wide, high] = kind === "icon" ? [12, 12] : [item.width / 2, 14];
    const place = { x: (item.width - wide) / 2, y: (item.height - high) / 2, width: wide, height: high };
    const [color] = form.colors;
    const lists = { icon: form.options.icon, image: form.options.picture };
    if (kind === what && lists[kind]?.length === 0) {
      toast(`The game has no ${kind === "icon" ? "icons" : "pictures"} yet: drop a file on a card first.`, true);
      return;
    }
    const own = {
      text: { style: (form.styles.find(({ name }) => /body|text/.test(name)) ?? form.styles[0])?.name },
      icon: { ...(kind === what ? { name: lists.icon[0] } : {}), color: color?.name },
      image: kind === what ? { src: lists.image[0] } : {},
      rect: { fill: color?.name },
      ellipse: { fill: color?.name },
    }[kind];
    const values = { ...own, ...place };
    const written = Object.entries(values).map(
      ([name, value]) => `${name}=${typeof value === "number" ? Math.round(value * 10) / 10 : value}`,
    );
    const isAdded = await actOnBox(game, side, `${path}:#1`, "add", [what, ...written].join(";"));
    const isEmpty = field && field.given === null && field.shared === null;
    if (isAdded && isEmpty) toast(`The box is there, but this card has no ${nice(name)} yet: fill in the field to see it.`);
  };
  return html`<${Select}
    label="Add a box to this side"
    of=${[["", "Add a box …"], ...KINDS, ...filled.map((one) => [`${FILLED[one.control.kind]}:${one.name}`, `Field: ${one.control.label || nice(one.name)}`])]}
    value=""
    choose=${(kind) => kind && add(kind)} />`;
}
