// What follows a change that reaches far, shown before it is written.

import { html, useEffect, useRef, useState } from "../core/html.js";
import { link } from "../core/router.js";
import { plural } from "../core/words.js";
import { quoting } from "../parts/finding.js";
import { Tool } from "../parts/icon.js";
import { Picture } from "../parts/picture.js";
import { Place } from "../parts/place.js";
import { sideOf } from "../core/sides.js";
import { change, consequences, sketch } from "./changes.js";

const SHOWN = 24; // pictures, at most
const DRAWN = 8; // of which are drawn as they would be
const WIDTH = 74;

// Where a side is to be looked at, and how it is called.
/** @param {Game} game */
function aboutSide(game, id) {
  const [part, key = ""] = id.split("/");
  const component = game.components.find((one) => one.id === part);
  const card = component?.cards?.find((one) => one.id === key);
  const words = card ? card.title || key : component?.title || id;
  return { words, href: card ? link(game.id, part, key) : link(game.id, part) };
}

/** @param {{ game: Game, [more: string]: any }} given */
const Side = ({ game, id, print }) => {
  const { words, href } = aboutSide(game, id);
  return html`<a class="follower" href=${href} title=${words}
    ><${Picture} print=${print || sideOf(game, id).p} width=${WIDTH} alt=${words} style=${{ width: `${WIDTH}px` }}
  /></a>`;
};

// Asks whether a change is wanted. `stated` are the places that say the old value, `close` is told
// whether it was written.
/** @param {{ game: Game, [more: string]: any }} given */
export function Following({ game, what, before, after, changes, stated = [], close }) {
  const dialog = useRef(null);
  const [found, setFound] = useState(null);
  const [drawn, setDrawn] = useState({});
  const [faults, setFaults] = useState([]);
  const ended = useRef(false);
  const end = (written) => {
    if (ended.current) return;
    ended.current = true;
    dialog.current?.close();
    close(written);
  };
  useEffect(() => {
    dialog.current.showModal();
    let current = true;
    consequences(game, changes).then(async (answer) => {
      if (!current) return;
      setFound(answer);
      setFaults(answer.faults);
      if (!answer.sides.length) return;
      const { sides } = await sketch(game, changes, answer.sides.slice(0, DRAWN));
      if (current) setDrawn(sides);
    });
    return () => {
      current = false;
    };
  }, []);
  async function write() {
    const answer = await change(game, changes);
    if (answer.written) end(true);
    else setFaults(answer.faults);
  }
  const sides = found?.sides || [];
  const places = (at, n) => html`<li key=${n}><${Place} at=${at} /></li>`;
  const books = (found?.texts || []).map((id) => game.components.find((one) => one.id === id)?.title || id);
  const nothing = found && !faults.length && !sides.length && !books.length;
  return html`<dialog
    class="following"
    ref=${dialog}
    aria-labelledby="following-title"
    onClose=${() => end(false)}
    onClick=${(event) => {
      if (event.target === dialog.current) end(false);
    }}>
    <header>
      <h2 id="following-title">${what}</h2>
      <${Tool} icon="close" label="Close" onClick=${() => end(false)} />
    </header>
    <p class="from-to">${before} <span aria-label="becomes">→</span> ${after}</p>
    ${
      faults.length > 0 &&
      html`<div class="faults" role="alert">
        ${faults.map(
          (one) =>
            html`<span class="fault"
              >${quoting(one.message)}${one.hints.map((hint) => html`<span class="hint">${quoting(hint)}</span>`)}</span
            >`,
        )}
      </div>`
    }
    ${!found && html`<p class="quiet">Looking for what follows …</p>`} ${nothing && html`<p>Nothing that is drawn follows it.</p>`}
    ${
      sides.length > 0 &&
      html`<h3>${plural(sides.length, "side")} drawn again</h3>
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
    ${
      stated.length > 0 &&
      html`<h3>Stated at ${plural(stated.length, "place")}</h3>
        <ul class="stated">
          ${stated.map(
            (one) =>
              html`<li>${one.what && html`<span class="cite">${aboutSide(game, one.what).words}</span>`}<${Place} at=${one.at} /></li>`,
          )}
        </ul>`
    }
    ${
      found?.follow?.length > 0 &&
      html`<h3>Named at ${plural(found.follow.length, "place")}, which follow</h3>
        <ul class="stated">
          ${found.follow.map(places)}
        </ul>`
    }
    ${
      found?.left?.length > 0 &&
      html`<h3>Left as they are: look whether they mean this card</h3>
        <ul class="stated">
          ${found.left.map(places)}
        </ul>`
    }
    <footer>
      <button type="button" class="seg" onClick=${() => end(false)}>Cancel</button
      ><button type="button" class="seg primary" disabled=${!found || faults.length > 0} onClick=${write}>Write it</button>
    </footer>
  </dialog>`;
}
