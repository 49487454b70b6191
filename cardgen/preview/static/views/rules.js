// The numbers of the rules: their values, where they are written, what states and what follows them.

import { html, useLayoutEffect, useRef } from "../core/html.js";
import { print, usePrinted } from "../core/printing.js";
import { placeOf } from "../core/places.js";
import { api, useFetched } from "../core/server.js";
import { plural, text } from "../core/words.js";
import { Asking } from "../editing/asking.js";
import { Banner, Coming, Empty } from "../parts/finding.js";
import { Cite, Followers } from "../parts/followers.js";
import { Tool } from "../parts/button.js";
import { Place } from "../parts/place.js";
import { Screen } from "../parts/screen.js";

const MANY = 5;

const NUMBER = { kind: "text", doc: "a number, or a text such as 5-6", required: true };

/** @param {{ game: Game, [more: string]: any }} given */
function Statements({ game, places, open }) {
  if (!places.length) return html`<span class="quiet">–</span>`;
  const lines = html`<ul class="stated">
    ${places.map(
      (one) =>
        html`<li>
          ${one.what && html`<${Cite} ...${placeOf(game, one.what)} />`}<${Place} at=${one.at} />
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
        <th scope="col">Redrawn with it</th>
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
            <td class="num">
              ${open ? text(rule.value) : html`<${Asking} game=${game} where=${{ rule: rule.id }} given=${rule.given} label=${`Rule ${rule.id}`} control=${NUMBER} stated=${rule.stated} />`}
            </td>
            <td data-label="Written at"><${Place} at=${rule.at} /></td>
            <td data-label="Stated at"><${Statements} game=${game} places=${rule.stated} open=${open || rule.id === chosen} /></td>
            <td data-label="Redrawn with it">
              <${Followers} game=${game} redrawn=${rule.redrawn} open=${open || rule.id === chosen} />
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;

/** @param {{ game: Game, [more: string]: any }} given */
export function RulesView({ game, rest: [chosen = ""] }) {
  const ask = async () => {
    const [found, written] = await Promise.all([api(`games/${game.id}/rules`), api(`games/${game.id}/written`).catch(() => null)]);
    return found.map((rule) => ({ ...rule, given: written?.rules[rule.id]?.given ?? text(rule.value) }));
  };
  const [rules] = useFetched(ask, game, ["game", "ready"], [game.id]);
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
      ${!rules && html`<${Coming} words="Reading the rules …" />`}
      ${rules?.length === 0 && html`<${Empty}>This game has no rule numbers.</${Empty}>`}
      ${rules?.length > 0 && html`<${Rules} game=${game} rules=${rules} chosen=${chosen} />`}
    </div>
  </${Screen}>`;
}
