// The data behind a card, to be edited, and the templates that it is made of.

import { html, useEffect, useState } from "../core/html.js";
import { api } from "../core/server.js";
import { sideOf } from "../core/sides.js";
import { useEvents } from "../core/store.js";
import { plural } from "../core/words.js";
import { Fields } from "../editing/fields.js";
import { Reason } from "./finding.js";
import { Place } from "./place.js";

// The answers of the server about the sides of a card, as they are now.
/** @param {Game} game */
function useAnswers(game, sides) {
  const [answers, setAnswers] = useState(null);
  const [reading, setReading] = useState(0);
  const prints = sides.map((one) => sideOf(game, one.id).p).join();
  useEvents(
    (event) => {
      if (event.type === "game" && event.game === game.id) setReading((n) => n + 1);
    },
    [game.id],
  );
  useEffect(() => {
    let current = true;
    Promise.all(sides.map((one) => api(`games/${game.id}/side`, { side: one.id }))).then(
      (found) => {
        if (current) setAnswers(found);
      },
      () => {},
    );
    return () => {
      current = false;
    };
  }, [game.id, sides.map((one) => one.id).join(), prints, reading]);
  return answers;
}

const File = ({ path }) =>
  html`<li>
    ${path.includes("/") ? html`<${Place} at=${{ path, line: 0, column: 0 }} label=${path.replace(/^templates\//, "")} />` : path}
  </li>`;

function Files({ side }) {
  if (!side.files.length)
    return html`<ul class="files">
      <${File} path=${side.template} />
    </ul>`;
  const main = side.files.filter((path) => path.endsWith(`/${side.template}`));
  const rest = side.files.filter((path) => !main.includes(path));
  return html`<ul class="files">
      ${main.map((path) => html`<${File} path=${path} />`)}
    </ul>
    ${
      rest.length > 0 &&
      html`<details class="below">
        <summary>with ${plural(rest.length, "other file")}</summary>
        <ul class="files">
          ${rest.map((path) => html`<${File} path=${path} />`)}
        </ul>
      </details>`
    }`;
}

// `hits` are the fields that what was clicked on draws on.
/** @param {{ game: Game, component: Component, item: Item, [more: string]: any }} given */
export function CardData({ game, component, item, sides, hits = [] }) {
  const answers = useAnswers(game, sides);
  const face = answers?.[0];
  if (!face?.at) return html`<div class="data"></div>`;
  return html`<div class="data">
    ${
      component.cards
        ? html`<${Fields}
            game=${game}
            deck=${component.id}
            card=${item.key}
            order=${component.cards.map((one) => one.id)}
            sides=${sides}
            hits=${hits} />`
        : html`<h2>Data<${Place} at=${face.at} /></h2>`
    }
    <h2>Templates</h2>
    <${Files} side=${face} />
    ${sides.map(
      (one, n) => html`<${Reason} what=${sides.length > 1 ? `${one.name} drawn again` : "Drawn again"} why=${answers[n]?.why} />`,
    )}
  </div>`;
}
