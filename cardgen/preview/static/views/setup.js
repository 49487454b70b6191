// The table of a game, seen from above, as it lies in the virtual table's save.

import { html, useEffect, useMemo, useState } from "../core/html.js";
import { partOf, titleOf } from "../core/places.js";
import { go, link } from "../core/router.js";
import { api, prioritize, useFetched } from "../core/server.js";
import { plural } from "../core/words.js";
import { Banner, Coming, Note, Waiting } from "../parts/finding.js";
import { Button, Icon, Segments, Select } from "../parts/button.js";
import { Place } from "../parts/place.js";
import { Screen } from "../parts/screen.js";
import { Stage } from "../parts/stage.js";
import { boxed } from "../parts/zoom.js";
import { addressOf, TableObject, under } from "../playing/table_object.js";

const AROUND = 30; // mm around the pieces
const SEEN = [
  [false, "Pieces"],
  [true, "Whole table"],
];

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
    const words = error ? html`<${Note}>${error.message}</${Note}>` : html`<${Coming} words="Setting the table …" />`;
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
  const { seats, buttons } = table;
  const players = buttons.find((one) => one.count === count);
  const objects = players?.objects.length ? players.objects : table.objects;
  const area = useMemo(
    () => around(whole ? [{ x: 0, y: 0, width: table.width, height: table.height }, ...seats] : objects, AROUND),
    [objects, whole],
  );
  const faces = objects.flatMap((one) => [one.down && one.back ? one.back : one.face]).filter(Boolean);
  useEffect(() => prioritize(game.id, faces), [faces.join()]);
  const open = (one) => {
    if (one) go(...addressOf(game, one));
  };
  const choose = (next) => {
    setCount(next);
    setWhole(next > 0);
  };

  const seated = [[0, "All seats"], ...buttons.map((one) => [one.count, plural(one.count, "player")])];
  const bar = html`<h1>Set-up</h1>
    <span class="tally">${plural(objects.length, "piece")}</span><span class="grow"></span>
    <${Segments} label="View" of=${SEEN} value=${whole} choose=${setWhole} />
    <${Select} label="Seats" of=${seated} value=${count} choose=${(next) => choose(Number(next))} />
    <${Button} label="Snap points" hint="Where pieces snap to on the table" on=${places} onClick=${() => setPlaces(!places)} />`;
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
const box = ({ x, y, width, height }, scale) => boxed({ x: x - width / 2, y: y - height / 2, width, height }, scale);

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
        const part = partOf(game, id);
        const light = (to) => () => setOn(to);
        return html`<li key=${id}>
          <a href=${link(game.id, id)} onMouseEnter=${light(id)} onMouseLeave=${light("")} onFocus=${light(id)} onBlur=${light("")}>
            <${Icon} name=${part?.kind} /><span class="name">${part?.title || id}</span><span class="n">${extent(pieces)}</span></a
          >
        </li>`;
      })}
    </ul>`;
}

/** @param {{ game: Game, [more: string]: any }} given */
function About({ game, table, count, choose }) {
  const { script, left_out: missing } = table;
  const titles = missing.map((id) => titleOf(game, id));
  return html`<h2>In Tabletop Simulator</h2>
    <p class="quiet">
      The table is loaded as shown for all seats. A button on it then sets the game up, by${" "}
      ${script.at ? html`<${Place} at=${script.at} label=${script.name} />` : html`<code>${script.name}</code>`}
    </p>
    <ul class="buttons">
      ${table.buttons.map(
        (one) =>
          html`<li key=${one.count}>
            <${Button}
              label=${one.text}
              hint=${one.objects.length ? "Set up for this number of players" : "Show who sits where"}
              on=${one.count === count}
              onClick=${() => choose(one.count === count ? 0 : one.count)} />
            <span class="quiet">${one.seats.join(", ")}</span>
          </li>`,
      )}
    </ul>
    <p class="quiet">${table.turns ? "Turns go clockwise. " : ""}${titles.length > 0 && `Not on the table: ${titles.join(", ")}.`}</p>`;
}
