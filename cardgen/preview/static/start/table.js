// A game from a table: what each column becomes, with the cards that this makes beside it.

import { html, useEffect, useState } from "../core/html.js";
import { send } from "../core/server.js";
import { Select } from "../parts/button.js";
import { GameForm } from "./game_form.js";

// The options of `cardgen new` that say what a column is.
const ROLES = { "--titles": "title", "--copies": "number of copies", "--text": "text", "--image": "picture" };
// The words for a role that cardgen chooses, and for what the values of a column are.
const CHOSEN = {
  copies: "number of copies",
  id: "name in files",
  image: "picture",
  color: "colour of the card",
  corner: "number in the corner",
  group: "line below the title",
  number: "number in a row",
  fact: "line with its heading",
  mark: "mark",
  foot: "small line at the foot",
  hidden: "not on the card",
  note: "your note, not on the card",
  empty: "not on the card",
};
const KINDS = { rich: "text", choice: "one of a few words", flag: "yes or no", image: "picture", color: "colour" };
const COLUMN = new Set([...Object.keys(ROLES), "--deck-by"]);

const titleOf = (file) =>
  file
    .replace(/\.\w+$/, "")
    .replace(/[-_]+/g, " ")
    .replace(/\b\w/g, (letter) => letter.toUpperCase())
    .slice(0, 32);

// A note names options of the command line; the page has choices for them.
const inWords = (note) =>
  note
    .replace(/add --copies .*/, "choose “number of copies” for it")
    .replace(/add --deck-by .*/, "choose it at “A deck for each value of”");

// The options of the command line for the choices of the page.
function optionsOf(roles, deckBy, more, fields) {
  const options = { ...more };
  for (const [column, option] of Object.entries(roles)) {
    if (!option) continue;
    const isMultiple = fields.find((field) => field.name === option).is_multiple;
    options[option] = isMultiple ? [...(options[option] || []), column] : column;
  }
  if (deckBy) options["--deck-by"] = deckBy;
  return options;
}

function Columns({ trial, roles, setRole }) {
  return html`<table class="roles">
    <thead>
      <tr>
        <th>Column</th>
        <th>Becomes</th>
        <th class="why">Why</th>
      </tr>
    </thead>
    <tbody>
      ${trial.columns.map((column) => {
        const automatic = CHOSEN[column.role] || column.role || CHOSEN.hidden;
        const choices = [["", `${automatic} (automatic)`], ...Object.entries(ROLES)];
        return html`<tr key=${column.column} class=${["hidden", "note", "empty"].includes(column.role) ? "hidden-column" : ""}>
          <th scope="row">${column.column}</th>
          <td>
            <${Select}
              label=${`What ${column.column} becomes`}
              of=${choices}
              value=${roles[column.column] || ""}
              choose=${(role) => setRole(column.column, role)} />
          </td>
          <td class="why quiet">
            ${[KINDS[column.kind] || column.kind, column.reason?.replace("option", "choice")].filter(Boolean).join(", ")}
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

function More({ fields, more, setMore }) {
  return html`<details class="more">
    <summary>More about the file</summary>
    ${fields.map(
      (field) =>
        html`<label key=${field.name} title=${field.help}
          >${field.label}<input
            type=${field.kind === "number" ? "number" : "text"}
            min="0"
            placeholder="automatic"
            value=${more[field.name] || ""}
            onChange=${(event) => setMore({ ...more, [field.name]: event.target.value })} /><span class="quiet">${field.help}</span></label
        >`,
    )}
  </details>`;
}

/** @param {{ about: any, file: string, busy: boolean, make: (game: any) => void, back: () => void }} properties */
export function TableView({ about, file, busy, make, back }) {
  const [trial, setTrial] = useState(null);
  const [roles, setRoles] = useState({});
  const [deckBy, setDeckBy] = useState("");
  const [more, setMore] = useState({});
  const [look, setLook] = useState("");
  const [error, setError] = useState("");
  const [waiting, setWaiting] = useState(true);
  const options = optionsOf(roles, deckBy, more, about.fields);
  const request = JSON.stringify({ has_table: true, options, look });
  useEffect(() => {
    let current = true;
    setWaiting(true);
    send("trial", JSON.parse(request)).then(
      (answer) => {
        if (!current) return;
        setTrial(answer);
        setError("");
        setWaiting(false);
      },
      (fault) => {
        if (!current) return;
        setError(fault.message);
        setWaiting(false);
      },
    );
    return () => {
      current = false;
    };
  }, [request]);
  const columns = trial?.columns.map((column) => column.column) || [];
  const setRole = (column, role) => {
    const isSingle = role && !about.fields.find((field) => field.name === role).is_multiple;
    const others = Object.entries(roles).filter(([name, one]) => name !== column && !(isSingle && one === role));
    setRoles({ ...Object.fromEntries(others), [column]: role });
  };
  return html`<div class="from-table">
    <section class="choices">
      <button type="button" class="plain" onClick=${back}>← Back</button>
      <h1>${file}</h1>
      ${error && html`<p class="fault" role="alert">${error}</p>`}
      ${!trial && !error && html`<p class="quiet">Reading the spreadsheet …</p>`}
      ${
        trial &&
        html`<p>${trial.cards} ${trial.cards === 1 ? "card" : "cards"}. Change what a column becomes, and look at the cards.</p>
          <${Columns} trial=${trial} roles=${roles} setRole=${setRole} />
          <div class="pair">
            <label
              >A deck for each value of<${Select}
                label="A deck for each value of"
                of=${[["", "no column: one deck"], ...columns.map((name) => [name, name])]}
                value=${deckBy}
                choose=${setDeckBy}
            /></label>
            ${
              about.looks.length > 0 &&
              html`<label
                >Look<${Select}
                  label="Look"
                  of=${[["", "plain"], ...about.looks.map((one) => [one.id, one.id.replace(/-/g, " ")])]}
                  value=${look}
                  choose=${setLook}
              /></label>`
            }
          </div>
          <${More} fields=${about.fields.filter((field) => !COLUMN.has(field.name))} more=${more} setMore=${setMore} />
          ${
            trial.notes.length > 0 &&
            html`<ul class="notes quiet">
              ${trial.notes.slice(0, 8).map((note) => html`<li key=${note}>${inWords(note)}</li>`)}
            </ul>`
          }
          ${trial.remaining.length > 0 && html`<p class="fault">${trial.remaining[0]}</p>`}`
      }
      <${GameForm} about=${about} busy=${busy} title=${titleOf(file)} make=${(game) => make({ ...game, has_table: true, options, look })} />
    </section>
    <section class=${`cards ${waiting ? "waiting" : ""}`} aria-label="The first cards" aria-busy=${String(waiting)}>
      ${trial?.pictures.map((name) => html`<img key=${name} src=${`api/pictures/${name}.png`} alt="A card" />`)}
    </section>
  </div>`;
}
