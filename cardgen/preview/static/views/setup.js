// The table of a game, seen from above, as it lies in the virtual table's save.

import { html, useEffect, useMemo, useState } from "../core/html.js";
import { useFetched } from "../core/fetched.js";
import { go, link } from "../core/router.js";
import { api, prioritize } from "../core/server.js";
import { plural } from "../core/words.js";
import { Banner, Empty, Note, Waiting } from "../parts/finding.js";
import { Icon } from "../parts/icon.js";
import { Place } from "../parts/place.js";
import { Screen } from "../parts/screen.js";
import { Stage } from "../parts/stage.js";
import { addressOf, TableObject, under } from "../playing/table_object.js";

const AROUND = 30; // mm around the pieces
const KINDS = { dice: "die" };

// The box around some things that have a middle and a size, in mm.
function around(things, room) {
  const edge = (of, sign) => of.map(([middle, extent]) => middle + (sign * extent) / 2);
  const xs = things.map((one) => [one.x, one.width]);
  const ys = things.flatMap((one) => [
    [one.y, one.height],
    [one.y - (one.tall || 0) / 2, one.tall || 0],
  ]);
  const [left, right] = [Math.min(...edge(xs, -1)) - room, Math.max(...edge(xs, 1)) + room];
  const [top, bottom] = [Math.min(...edge(ys, -1)) - room, Math.max(...edge(ys, 1)) + room];
  return { left, top, width: right - left, height: bottom - top };
}

/** @param {{ game: Game, [more: string]: any }} given */
export function SetupView({ game }) {
  const [table, error] = useFetched(() => api(`games/${game.id}/table`), game, ["game", "sides", "texts", "ready"], [game.id]);
  const titles = ["Set-up", game.title];
  if (!table?.objects) {
    const words = error
      ? html`<${Note}>${error.message}</${Note}>`
      : html`<${Empty}><${Waiting}>Setting the table …</${Waiting}></${Empty}>`;
    return html`<${Screen} titles=${titles} bar=${html`<h1>Set-up</h1>`}>${words}</${Screen}>`;
  }
  return html`<${Table} game=${game} table=${table} titles=${titles} error=${error} />`;
}

/** @param {{ game: Game, [more: string]: any }} given */
function Table({ game, table, titles, error }) {
  const [whole, setWhole] = useState(false);
  const [count, setCount] = useState(0);
  const [places, setPlaces] = useState(false);
  const [on, setOn] = useState("");
  const { objects, seats, buttons } = table;
  const area = useMemo(
    () => around(whole ? [{ x: 0, y: 0, width: table.width, height: table.height }, ...seats] : objects, AROUND),
    [table, whole],
  );
  const players = buttons.find((one) => one.count === count);
  const faces = objects.flatMap((one) => [one.down && one.back ? one.back : one.face]).filter(Boolean);
  useEffect(() => prioritize(game.id, faces), [faces.join()]);
  const open = (one) => {
    if (one) go(...addressOf(game, one));
  };
  const choose = (next) => {
    setCount(next);
    setWhole(next > 0);
  };

  const bar = html`<h1>Set-up</h1>
    <span class="tally">${plural(objects.length, "piece")}</span><span class="grow"></span>
    <div class="segs" role="group" aria-label="What is seen">
      <button type="button" class="seg" aria-pressed=${String(!whole)} onClick=${() => setWhole(false)}>Pieces</button>
      <button type="button" class="seg" aria-pressed=${String(whole)} onClick=${() => setWhole(true)}>Whole table</button>
    </div>
    <select aria-label="Seats" value=${count} onChange=${(event) => choose(Number(event.target.value))}>
      <option value="0">All seats</option>
      ${buttons.map((one) => html`<option key=${one.count} value=${one.count}>${plural(one.count, "player")}</option>`)}
    </select>
    <button
      type="button"
      class="seg"
      aria-pressed=${String(places)}
      onClick=${() => setPlaces(!places)}
      title="Where pieces snap to on the table">
      Places
    </button>`;
  return html`<${Screen} kind="fixed" titles=${titles} bar=${bar}>
    <div class=${`card-view setup-view${whole ? " whole" : ""}`}>
      <div class="room">
        <${Stage} key=${whole} width=${area.width} height=${area.height} origin=${[-area.left, -area.top]}
          label="Table, as it is set up" onPick=${(x, y) => open(under(objects, x + area.left, y + area.top))}>
          ${(scale) =>
            html`<div class="table-plan" style=${{ transform: `translate(${-area.left * scale}px, ${-area.top * scale}px)` }}>
              ${whole && html`<div class="plate" style=${box({ x: 0, y: 0, width: table.width, height: table.height }, scale)}></div>`}
              ${
                whole &&
                seats.map(
                  (seat) =>
                    html`<${Seat} key=${seat.name} seat=${seat} scale=${scale} away=${players && !players.seats.includes(seat.name)} />`,
                )
              }
              ${objects.map(
                (one) => html`<${TableObject} key=${one.id} game=${game} one=${one} scale=${scale} lit=${one.component === on} />`,
              )}
              ${
                places &&
                table.places.map(
                  (place) =>
                    html`<div key=${place.name} class="snap" style=${box(place, scale)}>
                      ${place.width * scale > 46 && html`<span>${place.name}</span>`}
                    </div>`,
                )
              }
            </div>`}
        </${Stage}>
      </div>
      <aside class="inspector" aria-label="What is on the table">
        <${Banner} game=${game} />${error && html`<${Note}>${error.message}</${Note}>`}
        ${
          table.waits &&
          html`<p class="quiet"><${Waiting}>Boards are still being laid out: pieces will move to their places.</${Waiting}></p>`
        }
        <${Listed} game=${game} table=${table} setOn=${setOn} />
        <${About} game=${game} table=${table} count=${count} choose=${choose} />
      </aside>
    </div>
  </${Screen}>`;
}

// The box of a thing on the stage.
const box = ({ x, y, width, height }, scale) => ({
  left: `${(x - width / 2) * scale}px`,
  top: `${(y - height / 2) * scale}px`,
  width: `${width * scale}px`,
  height: `${height * scale}px`,
});

const Seat = ({ seat, scale, away }) =>
  html`<div class=${`seat${away ? " away" : ""}`} style=${{ ...box(seat, scale), "--seat": seat.color }}><span>${seat.name}</span></div>`;

// A line for each part of the game that lies there.
/** @param {{ game: Game, [more: string]: any }} given */
function Listed({ game, table, setOn }) {
  const lines = Map.groupBy(table.objects, (one) => one.component);
  /** @param {any[]} pieces */
  const extent = ([one, ...more]) => (one.count ? plural(one.count, "card") : more.length ? more.length + 1 : "");
  return html`<h2>On the table</h2>
    <ul class="pieces">
      ${[...lines].map(([id, pieces]) => {
        const part = game.components.find((one) => one.id === id);
        const light = (to) => () => setOn(to);
        return html`<li key=${id}>
          <a href=${link(game.id, id)} onMouseEnter=${light(id)} onMouseLeave=${light("")} onFocus=${light(id)} onBlur=${light("")}>
            <${Icon} name=${KINDS[part?.kind] || part?.kind} /><span class="name">${part?.title || id}</span
            ><span class="n">${extent(pieces)}</span></a
          >
        </li>`;
      })}
    </ul>`;
}

/** @param {{ game: Game, [more: string]: any }} given */
function About({ game, table, count, choose }) {
  const { script, left_out: missing } = table;
  const titles = missing.map((id) => game.components.find((one) => one.id === id)?.title || id);
  return html`<h2>In Tabletop Simulator</h2>
    <p class="quiet">
      The table is loaded as shown here. A button on it then sets the game up, by${" "}
      ${script.at ? html`<${Place} at=${script.at} label=${script.name} />` : html`<code>${script.name}</code>`}
    </p>
    <ul class="buttons">
      ${table.buttons.map(
        (one) =>
          html`<li key=${one.count}>
            <button
              type="button"
              class="seg"
              aria-pressed=${String(one.count === count)}
              title="Show who sits where"
              onClick=${() => choose(one.count === count ? 0 : one.count)}>
              ${one.text}</button
            ><span class="quiet">${one.seats.join(", ")}</span>
          </li>`,
      )}
    </ul>
    <p class="quiet">${table.turns ? "Turns go clockwise. " : ""}${titles.length > 0 && `Not on the table: ${titles.join(", ")}.`}</p>`;
}
