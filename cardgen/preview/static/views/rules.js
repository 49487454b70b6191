// The numbers of the rules: their values, where they are written, what states and what follows them.

import { useFetched } from "../core/fetched.js";
import { html, useLayoutEffect, useRef } from "../core/html.js";
import { print, usePrinted } from "../core/printing.js";
import { link } from "../core/router.js";
import { api } from "../core/server.js";
import { nice, plural, text } from "../core/words.js";
import { RuleValue } from "../editing/rule_value.js";
import { Banner, Empty, Waiting } from "../parts/finding.js";
import { Followers } from "../parts/followers.js";
import { Tool } from "../parts/icon.js";
import { Place } from "../parts/place.js";
import { Screen } from "../parts/screen.js";

const MANY = 5;

// The title of a card or part, by its name.
/** @param {Game} game */
function titleOf(game, name) {
  const [deck, id] = name.split("/");
  const component = game.components.find((c) => c.id === deck);
  return component?.cards?.find((c) => c.id === id)?.title || (id ? nice(id) : component?.title) || nice(deck);
}

/** @param {{ game: Game, [more: string]: any }} given */
function Statements({ game, places, open }) {
  if (!places.length) return html`<span class="quiet">–</span>`;
  const lines = html`<ul class="stated">
    ${places.map(
      (one) =>
        html`<li>
          ${one.what && html`<a class="cite" href=${link(game.id, ...one.what.split("/"))}>${titleOf(game, one.what)}</a>`}<${Place}
            at=${one.at} />
          ${one.shows.length > 1 && html`<span class="quiet" title=${one.shows.join(", ")}>on ${one.shows.length}</span>`}
        </li>`,
    )}
  </ul>`;
  return places.length > MANY && !open
    ? html`<details>
        <summary>${plural(places.length, "place")}</summary>
        ${lines}
      </details>`
    : lines;
}

// `open` shows all of it, as on paper; `chosen` is the rule that one has come for.
/** @param {{ game: Game, [more: string]: any }} given */
const Rules = ({ game, rules, chosen = "", open = false }) =>
  html`<table class="rules">
    <thead>
      <tr>
        <th scope="col">Rule</th>
        <th scope="col" class="num">Value</th>
        <th scope="col">Written at</th>
        <th scope="col">Stated at</th>
        <th scope="col">Drawn again with it</th>
      </tr>
    </thead>
    <tbody>
      ${rules.map(
        (rule) =>
          html`<tr
            key=${rule.id}
            data-rule=${rule.id}
            class=${rule.id === chosen ? "chosen" : ""}
            aria-current=${rule.id === chosen ? "true" : undefined}>
            <th scope="row"><code>${rule.id}</code>${rule.text && html`<p class="means">${rule.text}</p>`}</th>
            <td class="num">${open ? text(rule.value) : html`<${RuleValue} game=${game} rule=${rule} />`}</td>
            <td data-label="Written at"><${Place} at=${rule.at} /></td>
            <td data-label="Stated at"><${Statements} game=${game} places=${rule.stated} open=${open || rule.id === chosen} /></td>
            <td data-label="Drawn again with it">
              <${Followers} game=${game} redrawn=${rule.redrawn} open=${open || rule.id === chosen} />
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;

/** @param {{ game: Game, [more: string]: any }} given */
export function RulesView({ game, rest: [chosen = ""] }) {
  const [rules] = useFetched(() => api(`games/${game.id}/rules`), game, ["game", "ready"], [game.id]);
  const view = useRef(null);
  useLayoutEffect(() => {
    view.current.querySelector("tr.chosen")?.scrollIntoView({ block: "center" });
  }, [chosen, Boolean(rules)]);
  usePrinted(
    () => ({
      content: html`<section class="printed-rules">
        <h1>Rule numbers<small>${game.title}</small></h1>
        <${Rules} game=${game} rules=${rules} open />
      </section>`,
    }),
    rules?.length > 0,
  );
  const bar = html`<h1>Rule numbers</h1>
    <span class="grow"></span>${rules?.length > 0 && html`<${Tool} icon="print" label="Print the table" onClick=${print} />`}`;
  return html`<${Screen} kind="plainly" titles=${["Rule numbers", game.title]} bar=${bar}>
    <div class="rules-view" ref=${view}><${Banner} game=${game} />
      ${!rules && html`<${Empty}><${Waiting}>Reading the rules …</${Waiting}></${Empty}>`}
      ${rules?.length === 0 && html`<${Empty}>This game has no rule numbers.</${Empty}>`}
      ${rules?.length > 0 && html`<${Rules} game=${game} rules=${rules} chosen=${chosen} />`}
    </div>
  </${Screen}>`;
}
