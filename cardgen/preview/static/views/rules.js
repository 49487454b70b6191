// The numbers of the rules: their values, where they are written, which cards state them.

import { useFetched } from "../core/fetched.js";
import { html } from "../core/html.js";
import { link } from "../core/router.js";
import { api } from "../core/server.js";
import { nice, plural, text } from "../core/words.js";
import { Banner, Empty, Waiting } from "../parts/finding.js";
import { Place } from "../parts/place.js";
import { Screen } from "../parts/screen.js";

const MANY = 5;

// The title of a card or part, by its name.
function titleOf(game, name) {
  const [deck, id] = name.split("/");
  const component = game.components.find((c) => c.id === deck);
  return component?.cards?.find((c) => c.id === id)?.title || (id ? nice(id) : component?.title) || nice(deck);
}

function Statements({ game, places }) {
  if (!places.length) return html`<span class="quiet">–</span>`;
  const lines = html`<ul class="stated">${places.map((one) => html`<li>
    ${one.what && html`<a class="cite" href=${link(game.id, ...one.what.split("/"))}>${titleOf(game, one.what)}</a>`}<${Place} at=${one.at} />
    ${one.shows.length > 1 && html`<span class="quiet" title=${one.shows.join(", ")}>on ${one.shows.length}</span>`}</li>`)}</ul>`;
  return places.length > MANY ? html`<details><summary>${plural(places.length, "place")}</summary>${lines}</details>` : lines;
}

export function RulesView({ game }) {
  const [rules] = useFetched(() => api(`games/${game.id}/rules`), game, ["game"], [game.id]);
  return html`<${Screen} kind="plainly" titles=${["Rule numbers", game.title]} bar=${html`<h1>Rule numbers</h1>`}>
    <div class="rules-view"><${Banner} game=${game} />
      ${!rules && html`<${Empty}><${Waiting}>Reading the rules …</${Waiting}></${Empty}>`}
      ${rules?.length === 0 && html`<${Empty}>This game has no rule numbers.</${Empty}>`}
      ${rules?.length > 0 && html`<table class="rules">
        <thead><tr><th scope="col">Rule</th><th scope="col" class="num">Value</th><th scope="col">Written at</th><th scope="col">Stated on</th></tr></thead>
        <tbody>${rules.map((rule) => html`<tr key=${rule.id}><th scope="row"><code>${rule.id}</code></th><td class="num">${text(rule.value)}</td><td><${Place} at=${rule.at} /></td><td><${Statements} game=${game} places=${rule.stated} /></td></tr>`)}</tbody>
      </table>`}
    </div>
  </${Screen}>`;
}
