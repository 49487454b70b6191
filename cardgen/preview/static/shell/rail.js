// The list of games on the left, with the parts of the one that is open.

import { html } from "../core/html.js";
import { isText } from "../core/places.js";
import { go, link } from "../core/router.js";
import { send } from "../core/server.js";
import { settings } from "../core/settings.js";
import { state } from "../core/store.js";
import { cardsOf } from "../core/sides.js";
import { plural } from "../core/words.js";
import { NewPartButton } from "../making/parts.js";
import { Icon, Select, Tool } from "../parts/button.js";
import { SECTIONS } from "../views/views.js";
import { count } from "./findings.js";
import { setVision, VISIONS } from "./looks.js";
import { toast } from "./toast.js";

const ICON = new URL("../icon.svg", import.meta.url).pathname;

// New games and other projects are made and opened on the start page.
const toStart = () =>
  send("start-page", {}).then(
    ({ address }) => location.assign(address),
    (fault) => toast(fault.message),
  );

const here = (is) => (is ? "page" : undefined);

/** @param {any} game */
function extent(game, c) {
  if (c.cards) return plural(cardsOf(c), "card");
  if (isText(c)) return game.texts?.[c.id] ? plural(game.texts[c.id].pages.length, "page") : "…";
  return c.sides?.length > 1 ? plural(c.sides.length, "design") : "";
}

/** @param {{ game: any, [more: string]: any }} given */
const Parts = ({ game, part }) =>
  html`<ul class="parts">
    <li class="group-label">Components</li>
    ${(game.components || [])
      .filter((c) => c.kind !== "table")
      .map(
        (c) =>
          html`<li key=${c.id}>
            <a class="part" href=${link(game.id, c.id)} aria-current=${here(part === c.id)}
              ><${Icon} name=${c.kind} /><span class="name">${c.title}</span><span class="n">${extent(game, c)}</span></a
            >
          </li>`,
      )}
    ${game.components && html`<li class="new"><${NewPartButton} game=${game} part="deck" arrive=${(id) => go(game.id, id)} /></li>`}
    <li class="group-label">Make, check and print</li>
    ${SECTIONS.map(
      (one) =>
        html`<li key=${one.id}>
          <a class="part" href=${link(game.id, one.id)} aria-current=${here(part === one.id)}
            ><${Icon} name=${one.icon} /><span class="name">${one.title}</span></a
          >
        </li>`,
    )}
  </ul>`;

/** @param {{ game: any, [more: string]: any }} given */
function Game({ game, open, part }) {
  const { errors } = count(game.id);
  return html`<li>
    <a class=${`game${open ? " here" : ""}`} href=${link(game.id)} aria-current=${here(open && !part)}>
      <span class="name">${game.title}</span>
      ${
        errors > 0 &&
        html`<span class="dot error" title=${plural(errors, "error")}><span class="unseen">${plural(errors, "error")}</span></span>`
      }
    </a>
    ${open && html`<${Parts} game=${state.games[game.id] || game} part=${part} />`}
  </li>`;
}

/** @param {{ where: string[], [more: string]: any }} given */
export function Rail({ where: [current, part] }) {
  const { project } = state;
  if (!project) return html`<nav id="rail" aria-label="Project"></nav>`;
  return html`<nav id="rail" aria-label="Project">
    <a class="brand" href="#/" aria-current=${here(!current)}
      ><img src=${ICON} alt="" width="22" height="22" /><span>${project.name}</span></a
    >
    <ul class="games">
      ${project.games.map((game) => html`<${Game} key=${game.id} game=${game} open=${game.id === current} part=${part} />`)}
    </ul>
    ${
      project.has_commands &&
      html`<button type="button" class="part to-start" onClick=${toStart}>
        <${Icon} name="home" /><span class="name">Start page</span>
      </button>`
    }
    <div class="foot">
      <label class="vision" title="Simulate colour blindness (v)"
        ><${Icon} name="eye" /> <${Select} label="Colour vision" of=${Object.entries(VISIONS)} value=${settings.vision} choose=${setVision}
      /></label>
      <${Tool} icon="theme" label="Light or dark" command="theme" />
      <${Tool} icon="help" label="Keys" command="help" />
    </div>
  </nav>`;
}
