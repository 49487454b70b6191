// The data behind a card, each field with its line, and the templates that it is made of.

import { html, useEffect, useState } from "../core/html.js";
import { api } from "../core/server.js";
import { sideOf } from "../core/sides.js";
import { useEvents } from "../core/store.js";
import { nice, plural, text } from "../core/words.js";
import { Reason } from "./finding.js";
import { Place } from "./place.js";

const FIRST = ["id", "title", "type", "copies"];
const rank = (f) => (FIRST.includes(f.name) ? FIRST.indexOf(f.name) : FIRST.length);
const says = (f) => f.at || (f.value !== null && f.value !== "" && !(Array.isArray(f.value) && !f.value.length));

// The answers of the server about the sides of a card, as they are now.
function useAnswers(game, sides) {
  const [answers, setAnswers] = useState(null);
  const [reading, setReading] = useState(0);
  const prints = sides.map((one) => sideOf(game, one.id).p).join();
  useEvents((event) => { if (event.type === "game" && event.game === game.id) setReading((n) => n + 1); }, [game.id]);
  useEffect(() => {
    let current = true;
    Promise.all(sides.map((one) => api(`games/${game.id}/side`, { side: one.id }))).then((found) => { if (current) setAnswers(found); }, () => {});
    return () => { current = false; };
  }, [game.id, sides.map((one) => one.id).join(), prints, reading]);
  return answers;
}

function Value({ value }) {
  if (Array.isArray(value) && value.some((v) => v && typeof v === "object")) return html`<ol>${value.map((v) => html`<li>${text(v)}</li>`)}</ol>`;
  return text(value) || html`<span class="quiet">–</span>`;
}

const Field = ({ field, hit }) => html`<tr data-field=${field.name} class=${`${field.at ? "" : "default"}${hit ? " hit" : ""}`} title=${field.doc}>
  <th scope="row">${nice(field.name)}</th><td><${Value} value=${field.value} /></td>
  <td class="line">${field.at ? html`<${Place} at=${field.at} label=${String(field.at.line)} />` : html`<span class="quiet" title="A default: the file does not set it">default</span>`}</td></tr>`;

const File = ({ path }) => html`<li>${path.includes("/") ? html`<${Place} at=${{ path, line: 0, column: 0 }} label=${path.replace(/^templates\//, "")} />` : path}</li>`;

function Files({ side }) {
  if (!side.files.length) return html`<ul class="files"><${File} path=${side.template} /></ul>`;
  const main = side.files.filter((path) => path.endsWith(`/${side.template}`));
  const rest = side.files.filter((path) => !main.includes(path));
  return html`<ul class="files">${main.map((path) => html`<${File} path=${path} />`)}</ul>
    ${rest.length > 0 && html`<details class="below"><summary>with ${plural(rest.length, "other file")}</summary><ul class="files">${rest.map((path) => html`<${File} path=${path} />`)}</ul></details>`}`;
}

// `hits` are the fields that what was clicked on draws on.
export function CardData({ game, sides, hits = [] }) {
  const answers = useAnswers(game, sides);
  const face = answers?.[0];
  if (!face?.at) return html`<div class="data"></div>`;
  const rows = [...face.fields].sort((a, b) => rank(a) - rank(b)).filter(says);
  return html`<div class="data">
    <h2>Data<${Place} at=${face.at} /></h2>
    ${rows.length > 0 && html`<table><tbody>${rows.map((f) => html`<${Field} key=${f.name} field=${f} hit=${hits.some((one) => one.field === f.name)} />`)}</tbody></table>`}
    <h2>Templates</h2><${Files} side=${face} />
    ${sides.map((one, n) => html`<${Reason} what=${sides.length > 1 ? `${one.name} drawn again` : "Drawn again"} why=${answers[n]?.why} />`)}
  </div>`;
}
