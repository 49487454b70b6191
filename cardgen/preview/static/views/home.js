// All games.

import { html, useEffect } from "../core/html.js";
import { link } from "../core/router.js";
import { prioritize } from "../core/server.js";
import { state } from "../core/store.js";
import { nice, plural } from "../core/words.js";
import { Empty, Waiting } from "../parts/finding.js";
import { Icon } from "../parts/button.js";
import { Picture } from "../parts/picture.js";
import { Screen } from "../parts/screen.js";

const KINDS = {
  deck: "card",
  board: "board",
  tokens: "token set",
  dice: "die",
  box: "box",
  "game-box": "game box",
  booklet: "booklet",
  leaflet: "leaflet",
  table: "table",
};
const MANY = { dice: "dice", box: "boxes", "game-box": "game boxes" };

/** @param {Summary} game */
function contents(game) {
  const counts = {};
  let cards = 0;
  for (const c of game.kinds || []) {
    if (c.kind === "deck") cards += c.count;
    else counts[c.kind] = (counts[c.kind] || 0) + 1;
  }
  const named = Object.entries(counts)
    .filter(([kind]) => kind !== "table")
    .map(([kind, n]) => plural(n, KINDS[kind] || kind, MANY[kind]));
  return [cards ? plural(cards, "card") : null, ...named].filter(Boolean).join(" · ");
}

/** @param {{ game: Summary, [more: string]: any }} given */
function Cover({ game }) {
  const sides = Object.entries(state.covers[game.id] || {});
  return html`<a class="cover" href=${link(game.id)}>
    <div class="fan" style=${{ "--of": sides.length }}>
      ${sides.map(([id, side], n) => html`<${Picture} key=${id} print=${side.p} width=${146} data-side=${id} style=${{ "--n": n }} />`)}
    </div>
    <div class="words">
      <h2>${game.title}</h2>
      ${game.subtitle && html`<p class="sub">${game.subtitle}</p>`}
      <p class="facts">${[game.players && `${game.players} players`, game.duration, game.age].filter(Boolean).join(" · ")}</p>
      <p class="facts">${contents(game)}</p>
      ${!game.current && html`<p class="broken"><${Icon} name="error" />has errors</p>`}
    </div>
  </a>`;
}

export function HomeView() {
  const { project, covers } = state;
  const missing = Object.entries(covers)
    .map(([id, sides]) => ({ id, sides: Object.keys(sides).filter((side) => !sides[side].p) }))
    .find((one) => one.sides.length);
  useEffect(() => {
    if (missing) prioritize(missing.id, missing.sides);
  }, [JSON.stringify(missing)]);
  return html`<${Screen} titles=${[project.name]} kind="plainly" bar=${html`<h1>${nice(project.name)}</h1>`}>
    <div class="home">
      ${project.games.map((game) => html`<${Cover} key=${game.id} game=${game} />`)}
      ${
        !project.games.length &&
        (project.coming.length
          ? html`<${Empty}><${Waiting}>Reading the project …</${Waiting}></${Empty}>`
          : html`<${Empty}>There are no games in this project yet: <code>cardgen new my-game</code> creates one.</${Empty}>`)
      }
    </div>
  </${Screen}>`;
}
