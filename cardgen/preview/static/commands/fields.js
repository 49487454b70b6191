// The form of a command: a control for each of its options, made from what the server says of them.

import { html } from "../core/html.js";
import { Select } from "../parts/button.js";

const FEW = 8; // fields, which are all shown at once

/** @param {{ field: CommandField, value: any, set: (value: any) => void }} given */
function Control({ field, value, set }) {
  if (field.choices.length && field.is_multiple) {
    const chosen = value || [];
    return html`<span class="choice-list">
      ${field.choices.map(
        (choice) =>
          html`<label class="chip-choice" key=${choice}
            ><input
              type="checkbox"
              checked=${chosen.includes(choice)}
              onChange=${(event) => set(event.target.checked ? [...chosen, choice] : chosen.filter((one) => one !== choice))} /><span
              >${field.words[choice]}</span
            ></label
          >`,
      )}
    </span>`;
  }
  if (field.choices.length)
    return html`<${Select}
      label=${field.label}
      of=${[["", field.is_required ? "choose …" : "as usual"], ...Object.entries(field.words)]}
      value=${value || ""}
      required=${field.is_required}
      choose=${set} />`;
  const parts = Array.from({ length: field.count }, (_, n) => (field.count > 1 ? value?.[n] || "" : value || ""));
  return html`<span class="inputs">
    ${parts.map(
      (part, n) =>
        html`<input
          key=${n}
          type="text"
          inputmode=${field.kind === "number" ? "numeric" : undefined}
          aria-label=${field.count > 1 ? `${field.label} ${n + 1}` : field.label}
          placeholder=${field.count > 1 ? field.placeholder.split(" ")[n] : field.placeholder.toLowerCase()}
          required=${field.is_required}
          value=${Array.isArray(part) ? part.join(", ") : part}
          onInput=${({ target }) => {
            if (field.count > 1) set(parts.map((one, m) => (m === n ? target.value : one)));
            else
              set(
                field.is_multiple
                  ? target.value
                      .split(",")
                      .map((one) => one.trim())
                      .filter(Boolean)
                  : target.value,
              );
          }} />`,
    )}
  </span>`;
}

/** @param {{ field: CommandField, value: any, set: (value: any) => void }} given */
function Field({ field, value, set }) {
  if (field.kind === "flag")
    return html`<label class="flag"
      ><input type="checkbox" checked=${value || false} onChange=${(event) => set(event.target.checked)} /><span
        >${field.label}<span class="quiet">${field.help}</span></span
      ></label
    >`;
  return html`<div class="option">
    <span class="name">${field.label}</span>
    <div class="control"><${Control} field=${field} value=${value} set=${set} /><span class="quiet">${field.help}</span></div>
  </div>`;
}

// A field for names of decks offers the decks of the game.
/** @param {Game} game @param {CommandField} field @returns {CommandField} */
function withDecks(game, field) {
  const decks = (field.name === "--deck" && game.components.filter((one) => one.cards)) || [];
  return decks.length
    ? { ...field, choices: decks.map((one) => one.id), words: Object.fromEntries(decks.map((one) => [one.id, one.title])) }
    : field;
}

/** @param {{ game: Game, form: CommandForm, values: any, set: (name: string, value: any) => void }} given */
export function Fields({ game, form, values, set }) {
  const headings = [...new Set(form.fields.map((field) => field.heading))];
  return headings.map((heading) => {
    const fields = form.fields.filter((field) => field.heading === heading).map((field) => withDecks(game, field));
    const controls = fields.map(
      (field) => html`<${Field} key=${field.name} field=${field} value=${values[field.name]} set=${(value) => set(field.name, value)} />`,
    );
    if (!heading) return html`<div class="group" key="plain">${controls}</div>`;
    return html`<details
      class="group"
      key=${heading}
      open=${headings.indexOf(heading) === 0 || (form.fields.length <= FEW && heading !== "Advanced")}>
      <summary>${heading}</summary>
      ${controls}
    </details>`;
  });
}
