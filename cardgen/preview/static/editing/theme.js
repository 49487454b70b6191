// The colours and text styles of a game, each with what reads it, to be changed.

import { html } from "../core/html.js";
import { link } from "../core/router.js";
import { api, useFetched } from "../core/server.js";
import { kinds, nice, plural } from "../core/words.js";
import { Banner, Coming, Empty } from "../parts/finding.js";
import { Place } from "../parts/place.js";
import { Screen } from "../parts/screen.js";
import { NewPartButton } from "../making/parts.js";
import { Asking } from "./asking.js";

const PAINT = { kind: "paint", doc: "a colour as #rrggbb", required: true };

// How much reads a colour or style, part by part.
/** @param {{ game: Game, [more: string]: any }} given */
function Used({ game, used }) {
  const parts = new Map();
  for (const id of used.sides) {
    const part = id.split("/")[0];
    parts.set(part, (parts.get(part) || 0) + 1);
  }
  for (const id of used.texts) parts.set(id, 0);
  if (!parts.size) return html`<span class="quiet">not used by any side so far</span>`;
  const named = game.components.filter((one) => parts.has(one.id));
  const sides = used.sides.length;
  const said = [sides && plural(sides, "side"), used.texts.length && plural(used.texts.length, "booklet")].filter(Boolean).join(", ");
  return html`<details class="used">
    <summary>${said}</summary>
    ${named.map(
      (one) =>
        html`<a class="cite" key=${one.id} href=${link(game.id, one.id)}
          >${one.title}${parts.get(one.id) > 0 && html`<span class="n"> ${plural(parts.get(one.id), "side")}</span>`}</a
        >`,
    )}
  </details>`;
}

const Swatch = ({ value }) =>
  html`<span
      class="swatch"
      style=${{ background: /^#[0-9a-f]{3,8}$/i.test(value) || /^(black|white)$/.test(value) ? value : "none" }}
      aria-hidden="true"></span
    ><code>${value}</code>`;

/** @param {{ game: Game, [more: string]: any }} given */
const Color = ({ game, color }) =>
  html`<li class="color" data-color=${color.name}>
    <${Asking}
      game=${game}
      where=${{ color: color.name }}
      given=${color.given}
      label=${`Colour ${color.name}`}
      control=${PAINT}
      show=${(value) => html`<${Swatch} value=${value} />`} />
    <span class="name">${color.name}</span><${Place} at=${color.at} label=${String(color.at?.line ?? "")} /><${Used}
      game=${game}
      used=${color.used} />
  </li>`;

/** @param {{ game: Game, form: ThemeForm, [more: string]: any }} given */
const Style = ({ game, style, form }) =>
  html`<details class="text-style" data-style=${style.name}>
    <summary><b>${style.name}</b><span class="quiet">${[style.given.font, style.given.size].filter(Boolean).join(", ")}</span></summary>
    <p class="uses"><${Place} at=${style.at} /> <${Used} game=${game} used=${style.used} /></p>
    <div class="fields">
      ${Object.entries(form.style).map(
        ([name, control]) =>
          html`<div class=${kinds("field", style.given[name] === undefined && "default")} key=${name}>
            <span class="label" title=${control.doc}>${nice(name)}</span>
            <${Asking}
              ...${{ game, control, options: form.options }}
              where=${{ style: style.name, field: [name] }}
              given=${style.given[name] ?? null}
              fallback=${control.default}
              label=${`${nice(name)} of ${style.name}`}
              show=${String} />
          </div>`,
      )}
    </div>
  </details>`;

/** @param {{ game: Game, [more: string]: any }} given */
export function ThemeView({ game }) {
  const [form, error] = useFetched(() => api(`games/${game.id}/written`), game, ["game", "ready"], [game.id]);
  return html`<${Screen} kind="plainly" titles=${["Colours and styles", game.title]} bar=${html`<h1>Colours and styles</h1>
    ${form && html`<span class="tally">${plural(form.colors.length, "colour")}, ${plural(form.styles.length, "text style")}</span>`}
    <span class="grow"></span>
    <${NewPartButton} game=${game} part="color" />
    ${form?.styles.length > 0 && html`<${NewPartButton} game=${game} part="style" />`}`}>
    <div class="theme-view"><${Banner} game=${game} />
      ${!form && html`<${Coming} words="Reading the theme …" error=${error && "The files of this game have errors: it cannot be read."} />`}
      ${form && !form.colors.length && !form.styles.length && html`<${Empty}>This game defines no colours and styles.</${Empty}>`}
      ${
        form?.colors.length > 0 &&
        html`<h2>Colours</h2>
          <ul class="colors">
            ${form.colors.map((one) => html`<${Color} key=${one.name} game=${game} color=${one} />`)}
          </ul>`
      }
      ${
        form?.styles.length > 0 &&
        html`<h2>Text styles</h2>
          ${form.styles.map((one) => html`<${Style} key=${one.name} game=${game} style=${one} form=${form} />`)}`
      }
    </div>
  </${Screen}>`;
}
