// A language beside that of the game: every text with its translation, to be looked for and written.

import { html, useEffect, useMemo, useRef, useState } from "../core/html.js";
import { link } from "../core/router.js";
import { api, useFetched } from "../core/server.js";
import { plural } from "../core/words.js";
import { readForm } from "../editing/changes.js";
import { hasDraft } from "../editing/drafts.js";
import { Search, useAsked } from "../parts/asked.js";
import { Button, Select } from "../parts/button.js";
import { Banner, Coming, Empty, Findings } from "../parts/finding.js";
import { Screen } from "../parts/screen.js";
import { CardBeside } from "../translating/beside.js";
import { TextRow } from "../translating/row.js";
import { byPlace, isAsked, keyOf, nameOf, STATES } from "../translating/texts.js";

const MOST = 150; // rows that are made at once

// The texts that are asked for. One that is shown stays until something else is asked for: its state changes when
// it is written, and whoever has written it is still there.
/** @param {any[]} all @param {any} asked */
function useStaying(all, asked, fits) {
  const shown = useRef({ about: "", keys: new Set() });
  const about = JSON.stringify(asked);
  const before = shown.current.about === about ? shown.current.keys : new Set();
  const found = all.filter((one) => before.has(keyOf(one)) || fits(one));
  shown.current = { about, keys: new Set(found.map(keyOf)) };
  return found;
}

/** @param {{ game: Game, [more: string]: any }} given */
const Languages = ({ game, all, language }) =>
  all.length > 1 &&
  html`<nav class="languages" aria-label="Languages">
    ${all.map((one) => html`<a key=${one} href=${link(game.id, "~translations", one)} aria-current=${one === language ? "page" : undefined}>${one}</a>`)}
  </nav>`;

const Counts = ({ counts: { texts, translated, missing, stale, gone } }) =>
  html`<div class="counts">
    <div class="bar" aria-hidden="true">
      ${[
        ["translated", translated],
        ["stale", stale],
      ].map(([kind, n]) => html`<span key=${kind} class=${kind} style=${{ width: `${(100 * n) / (texts || 1)}%` }}></span>`)}
    </div>
    <p aria-live="polite">${`${translated} of ${plural(texts, "text")} translated, ${missing} missing, ${stale} stale, ${gone} gone`}</p>
  </div>`;

/** @param {{ game: Game, listing: Listing, asked: any, [more: string]: any }} given */
function Texts({ game, listing, asked, places }) {
  const { language, source } = listing;
  const { state: [state] = ["all"], place: [place] = [""] } = asked.picked;
  const [most, setMost] = useState(MOST);
  const [at, setAt] = useState(""); // the text that has the focus
  const [typed, setTyped] = useState(null); // what is not written yet, of which text
  const [told, setTold] = useState({ listing, by: {} }); // of what was written since the file was read
  const fresh = told.listing === listing ? told.by : {};
  const words = asked.query.toLowerCase().split(/\s+/).filter(Boolean);
  const all = useMemo(() => places.flatMap((one) => one.texts), [places]);
  const equal = useMemo(() => new Map(all.filter((one) => one.state === "translated").map((one) => [one.source, one.text])), [all]);
  const drafts = (one) => hasDraft(game, { language, context: one.context, source: one.source });
  const fits = (one) => (!place || one.place === place) && isAsked(one, state, words);
  const found = useStaying(all, { state, place, words }, fits);
  useEffect(() => setMost(MOST), [state, place, asked.query]);
  const kept = new Set([...found.slice(0, most), ...all.filter(drafts)].map(keyOf));
  const shown = all.filter((one) => kept.has(keyOf(one)));
  const here = all.find((one) => keyOf(one) === at);
  const card = useRef(""); // the last that was gone to: a word of the game is looked at on it, too
  if (here?.card) card.current = here.card;
  const row = (text) => {
    const key = keyOf(text);
    const findings = fresh[key] || text.findings;
    return html`<${TextRow}
      key=${key}
      ...${{ game, language, source, stamp: listing }}
      text=${{ ...text, findings }}
      offer=${text.text ? "" : equal.get(text.source) || ""}
      dirty=${drafts(text)}
      typed=${(value) => setTyped(value === null || value === undefined ? null : { key, value })}
      told=${(some) => setTold((last) => ({ listing, by: { ...(last.listing === listing ? last.by : {}), [key]: some } }))}
      onFocus=${() => setAt(key)} />`;
  };
  const typing = here && typed?.key === at ? { context: here.context, source: here.source, value: typed.value } : {};
  return html`<div class="texts">
      ${[...Map.groupBy(shown, (one) => one.place)].map(
        ([id, some]) =>
          html`<section key=${id} aria-labelledby=${`place-${id}`}>
            <h2 id=${`place-${id}`}>${places.find((one) => one.place === id).title}<small>${plural(some.length, "text")}</small></h2>
            <ul>
              ${some.map(row)}
            </ul>
          </section>`,
      )}
      ${!found.length && html`<${Empty}>No text matches.</${Empty}>`}
      ${
        found.length > most &&
        html`<${Button}
          label=${`Show ${Math.min(MOST, found.length - most)} more of ${found.length}`}
          onClick=${() => setMost(most + MOST)} />`
      }
    </div>
    <${CardBeside} ...${{ game, language, source, typed: typing, stamp: listing }} card=${card.current} />`;
}

/** @param {{ game: Game, rest: string[] }} given */
export function TranslationsView({ game, rest: [asking = ""] }) {
  const [listing, error] = useFetched(
    () => readForm(game, () => api(`games/${game.id}/translation`, { language: asking })),
    game,
    ["edit", "game", "steps"],
    [game.id, asking],
  );
  const [asked, ask] = useAsked(`${game.id}/~translations`);
  const pick = (name) => (value) => ask({ picked: { ...asked.picked, [name]: [value] } });
  const places = useMemo(() => byPlace(game, listing?.texts || []), [game, listing]);
  const of = [["", "All places"], ...places.map((one) => [one.place, one.title])];
  const { state: [state] = ["all"], place: [place] = [""] } = asked.picked;
  const bar = html`<h1>Translations${listing?.language && html`<span class="slash">/</span>${nameOf(listing.language)}`}</h1>
    ${listing && html`<${Languages} game=${game} all=${listing.languages} language=${listing.language} />`}<span class="grow"></span>
    <${Search} asked=${asked} ask=${ask} label="Search texts" />
    <${Select} label="State" of=${Object.entries(STATES)} value=${state} choose=${pick("state")} />
    <${Select} label="Place" of=${of} value=${place} choose=${pick("place")} />`;
  const content = () => {
    if (!listing)
      return html`<${Coming} words="Reading the translation …" error=${error && "There is no translation into this language."} />`;
    const { languages, language, counts, problems } = listing;
    if (!languages.length)
      return html`<${Empty}
        >No translations yet. <code>cardgen translate extract ${game.id} de</code> creates one into German, with all texts of the game.</${Empty}
      >`;
    return html`${problems.length > 0 && html`<div class="told" role="status"><${Findings} found=${problems} /></div>`}
      ${counts && html`<${Counts} counts=${counts} />`}
      <div class="translating"><${Texts} key=${language} game=${game} listing=${listing} asked=${asked} places=${places} /></div>`;
  };
  return html`<${Screen} kind="plainly" titles=${["Translations", game.title]} bar=${bar}>
    <div class="translations-view"><${Banner} game=${game} />${content()}</div>
  </${Screen}>`;
}
