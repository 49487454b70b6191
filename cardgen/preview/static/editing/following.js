// What follows a change that reaches far, shown before it is written.

import { html, useEffect, useRef, useState } from "../core/html.js";
import { placeOf, titleOf } from "../core/places.js";
import { plural } from "../core/words.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Faults } from "../parts/finding.js";
import { Picture } from "../parts/picture.js";
import { Place } from "../parts/place.js";
import { sideOf } from "../core/sides.js";
import { change, consequences, sketch } from "./changes.js";

const SHOWN = 24; // pictures, at most
const DRAWN = 8; // of which are drawn as they would be
const WIDTH = 74;

/** @param {{ game: Game, [more: string]: any }} given */
const Side = ({ game, id, print }) => {
  const { title: words, href } = placeOf(game, id);
  return html`<a class="follower" href=${href} title=${words}
    ><${Picture} print=${print || sideOf(game, id).p} width=${WIDTH} alt=${words} style=${{ width: `${WIDTH}px` }}
  /></a>`;
};

// Asks whether a change is wanted. `stated` are the places that say the old value, `close` is told
// whether it was written.
/** @param {{ game: Game, [more: string]: any }} given */
export function Following({ game, what, before, after, changes, stated = [], direct = false, close }) {
  const [found, setFound] = useState(null);
  const [drawn, setDrawn] = useState({});
  const [faults, setFaults] = useState([]);
  const written = useRef(false);
  useEffect(() => {
    let current = true;
    consequences(game, changes).then(async (answer) => {
      if (!current) return;
      setFound(answer);
      setFaults(answer.faults);
      if (direct && !answer.faults.length && !answer.follow.length && !answer.left.length) {
        written.current = (await change(game, changes)).written;
        if (written.current) return close(true);
      }
      if (!answer.sides.length) return;
      const { sides } = await sketch(game, changes, answer.sides.slice(0, DRAWN));
      if (current) setDrawn(sides);
    });
    return () => {
      current = false;
    };
  }, []);
  const ready = Boolean(found) && !faults.length;
  async function write(shut) {
    if (!ready) return;
    const answer = await change(game, changes);
    written.current = answer.written;
    if (answer.written) shut();
    else setFaults(answer.faults);
  }
  const { sides = [], follow = [], left = [] } = found || {};
  const books = (found?.texts || []).map((id) => titleOf(game, id));
  const nothing = found && !faults.length && !sides.length && !books.length;
  const content = html`<p class="from-to">${before} <span aria-label="becomes">→</span> ${after}</p>
    <${Faults} faults=${faults} />
    ${!found && html`<p class="quiet">Finding what changes …</p>`} ${nothing && html`<p>No picture changes.</p>`}
    ${
      sides.length > 0 &&
      html`<h3>${plural(sides.length, "side")} redrawn</h3>
        <div class="followers">
          ${sides.slice(0, SHOWN).map((id) => html`<${Side} key=${id} game=${game} id=${id} print=${drawn[id]?.p} />`)}${
            sides.length > SHOWN && html`<span class="quiet">and ${sides.length - SHOWN} more</span>`
          }
        </div>`
    }
    ${
      books.length > 0 &&
      html`<h3>Laid out again</h3>
        <p>${books.join(", ")}</p>`
    }
    <${Places} title=${`Stated at ${plural(stated.length, "place")}`} of=${stated} what=${(one) => placeOf(game, one.what).title} />
    <${Places} title=${`Named at ${plural(follow.length, "place")}, which change, too`} of=${follow} />
    <${Places} title="Left unchanged: check whether they mean this card" of=${left} />`;
  return html`<${Dialog} class="following" title=${what} close=${() => close(written.current)}>${(shut) =>
    html`${content}
      <footer>
        <${Button} label="Cancel" onClick=${shut} />
        <${Button} label="Save change" class="seg primary" aria-disabled=${String(!ready)} onClick=${() => write(shut)} />
      </footer>`}</${Dialog}>`;
}

const Places = ({ title, of, what = (one) => "" }) =>
  of.length > 0 &&
  html`<h3>${title}</h3>
    <ul class="stated">
      ${of.map((one, n) => html`<li key=${n}>${one.what && html`<span class="cite">${what(one)}</span>`}<${Place} at=${one.at || one} /></li>`)}
    </ul>`;
