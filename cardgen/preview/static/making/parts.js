// New parts of a game: colours, text styles, fields, card types, decks, icons and pictures.

import { html, useEffect, useRef, useState } from "../core/html.js";
import { api, useFetched } from "../core/server.js";
import { sentence } from "../core/words.js";
import { addPart } from "../editing/changes.js";
import { Control } from "../editing/control.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Faults } from "../parts/finding.js";
import { toast } from "../shell/toast.js";

const NAME = { kind: "text", doc: "a name to recognize it by", required: true };
const FIELD_KINDS = {
  text: "Plain text",
  rich: "Text with marks and icons",
  number: "Number",
  flag: "Yes or no",
  icon: "Icon",
  color: "Colour of the game",
  image: "Picture",
};

/** @param {string[]} options */
const choice = (options) => ({ kind: "choice", options, required: true });

// The questions of each kind of part: a name of the request, its words, and its control.
/** @type {Record<string, (form: any) => [string, string, any][]>} */
const QUESTIONS = {
  color: () => [
    ["name", "Name", NAME],
    ["value", "Colour", { kind: "paint", doc: "a colour as #rrggbb", required: true }],
  ],
  style: (form) => [
    ["name", "Name", NAME],
    ["like", "Begin with", choice(form.styles.map((style) => style.name))],
  ],
  field: (form) => [
    ["name", "Name", NAME],
    ["type", "Card type", choice(form.types)],
    ["kind", "Kind", { ...choice(Object.keys(FIELD_KINDS)), words: FIELD_KINDS }],
  ],
  type: (form) => [
    ["name", "Name", NAME],
    ["like", "Begin with", choice(form.types)],
  ],
  deck: (form) => [
    ["title", "Title", { kind: "text", doc: "as printed on sheets", required: true }],
    ["type", "Card type", choice(form.types)],
  ],
};
const TITLES = { color: "New colour", style: "New text style", field: "New field", type: "New card type", deck: "New deck" };
const NOTES = {
  field: "Cards may leave it empty. To print it, choose it at “Add a box …” above a card.",
  type: "It gets the same fields, and a copy of the template to change.",
  deck: "It gets one card, and the size and the back of the deck that has this type already.",
};

/** @param {{ game: Game, part: string, [more: string]: any }} given */
function PartForm({ game, part, form, preset, close, arrive }) {
  const questions = QUESTIONS[part](form).filter(([name]) => !(name in preset));
  const first = Object.fromEntries(
    questions.map(([name, , control]) => [name, control.options?.[0] ?? (control.kind === "paint" ? "#888888" : "")]),
  );
  const [values, setValues] = useState({ ...first, ...preset });
  const [faults, setFaults] = useState([]);
  const home = useRef(null);
  useEffect(() => home.current.querySelector("input, select")?.focus(), []);
  const put = (name, value) => {
    setValues((old) => ({ ...old, [name]: value }));
    setFaults([]);
  };
  const submit = async (event) => {
    event.preventDefault();
    const answer = await addPart(game, { part, ...values });
    setFaults(answer.faults);
    if (!answer.written) return;
    close();
    toast(`${sentence(answer.undo.label)} added. ${answer.note}`, Boolean(answer.note));
    arrive?.(answer.name);
  };
  return html`<form class="new-part" ref=${home} onSubmit=${submit}>
    ${questions.map(
      ([name, words, control]) =>
        html`<label key=${name}
          ><span>${words}</span
          ><span class="entry"
            ><${Control}
              control=${control}
              value=${values[name]}
              aria-label=${words}
              title=${control.doc}
              onInput=${(value) => put(name, value)}
              onDone=${(value) => put(name, value)} /></span
        ></label>`,
    )}
    ${NOTES[part] && html`<p class="quiet">${NOTES[part]}</p>`}
    <${Faults} faults=${faults} most=${3} />
    <p class="buttons"><button type="submit" class="seg primary">Add</button></p>
  </form>`;
}

/** @param {{ game: Game, part: string, [more: string]: any }} given */
function NewPart({ game, part, preset = {}, close, arrive }) {
  const [form] = useFetched(() => api(`games/${game.id}/written`), game, ["game"], [game.id]);
  return html`<${Dialog} title=${TITLES[part]} class="making" close=${close}>
    ${(shut) =>
      form ? html`<${PartForm} ...${{ game, part, form, preset, arrive }} close=${shut} />` : html`<p class="quiet">Reading the game …</p>`}
  </${Dialog}>`;
}

// A button that opens the dialog for a new part; `preset` has the answers that are known already.
/** @param {{ game: Game, part: string, [more: string]: any }} given */
export function NewPartButton({ game, part, preset, arrive, label = TITLES[part] }) {
  const [isOpen, setOpen] = useState(false);
  return html`<${Button} icon="plus" label=${label} onClick=${() => setOpen(true)} />
    ${isOpen && html`<${NewPart} ...${{ game, part, preset, arrive }} close=${() => setOpen(false)} />`}`;
}

/** @param {File} file @returns {Promise<string>} */
const encoded = (file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] || "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

// Put a file into the game as an icon or a picture; returns its name in the game, or "".
/** @param {Game} game @param {File} file */
export async function addFile(game, file, part = file.name.toLowerCase().endsWith(".svg") ? "icon" : "picture") {
  const answer = await addPart(game, { part, name: file.name, data: await encoded(file) });
  if (answer.written) return answer.name;
  toast(`${file.name} was not added: ${answer.faults[0].message}`, true);
  return "";
}

// A button that chooses a file for `addFile`; `put` gets its name in the game.
/** @param {{ game: Game, [more: string]: any }} given */
export function FileButton({ game, part, label, put }) {
  const input = useRef(null);
  const choose = async (event) => {
    const [file] = event.target.files;
    const name = file && (await addFile(game, file, part));
    if (name) put(name);
  };
  return html`<${Button} icon="plus" label=${label} onClick=${() => input.current.click()} />
    <input type="file" hidden ref=${input} accept=${part === "icon" ? ".svg" : "image/*"} onChange=${choose} />`;
}
