// A deck as a table: a row for each card, a column for each field, every cell to be edited.

import { useCommand } from "../core/commands.js";
import { useFetched } from "../core/fetched.js";
import { html, useEffect, useMemo, useRef, useState } from "../core/html.js";
import { go, link } from "../core/router.js";
import { api, prioritize } from "../core/server.js";
import { Banner, Empty, Waiting } from "../parts/finding.js";
import { Icon } from "../parts/icon.js";
import { Screen } from "../parts/screen.js";
import { toast } from "../shell/toast.js";
import { Chips, Search, tallied, useAsked, useChosen } from "../views/wall.js";
import { Acts } from "./acts.js";
import { change } from "./changes.js";
import { sorted, valueOf } from "./columns.js";
import { SetAll } from "./set_all.js";
import { Sheet } from "./sheet.js";

const ASK = 80; // milliseconds of rest before what is in sight is told
const memories = new Map(); // widths and order, by table

const NOTHING = { widths: {}, sort: { name: "", down: false } };

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function TableView({ game, component }) {
  const table = `${game.id}/${component.id}`;
  const [form, error] = useFetched(() => api(`games/${game.id}/deck`, { deck: component.id }), game, ["game"], [game.id, component.id]);
  const [asked, ask] = useAsked(table);
  const [kept, setKept] = useState(memories.get(table) || NOTHING);
  const [picked, setPicked] = useState(new Set());
  const timer = useRef(0);
  const keep = (changes) =>
    setKept((old) => {
      const next = { ...old, ...changes };
      memories.set(table, next);
      return next;
    });
  const [all, shown] = useChosen(game, component, { ...asked, order: "" });
  const cards = useMemo(() => new Map((form?.cards || []).map((card) => [card.id, card])), [form]);
  const rows = useMemo(
    () =>
      form
        ? sorted(
            form,
            cards,
            shown.filter((item) => cards.has(item.key)),
            kept.sort,
          )
        : [],
    [form, shown, kept.sort],
  );
  const [at, setAt] = useState(""); // the card that has the focus
  const [wanted, setWanted] = useState(null); // the one that is to have it
  const picking = useMemo(() => new Set(rows.filter((item) => picked.has(item.key)).map((item) => item.key)), [rows, picked]);
  const [first] = picking.has(at) || !picking.size ? [at] : picking;
  const ids = cards.has(first) ? [first, ...[...picking].filter((id) => id !== first)] : [];
  const count = (by) => {
    const changes = ids.flatMap((id) => {
      const card = cards.get(id);
      const copies = Number(valueOf(form, card, "copies")) + by;
      return card.made || copies < 0 ? [] : [{ deck: component.id, card: id, field: ["copies"], value: String(copies) }];
    });
    if (!changes.length) return false;
    change(game, changes).then((answer) => answer.written || toast(answer.faults[0].message, true));
    return true;
  };
  useCommand("copies.more", () => count(1));
  useCommand("copies.fewer", () => count(-1));
  useCommand("wall.table", () => go(game.id, component.id));
  useCommand("close", () => go(game.id, component.id));
  useEffect(() => () => clearTimeout(timer.current), []);
  const onSight = (seen) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () =>
        prioritize(
          game.id,
          seen.map((item) => item.face),
        ),
      ASK,
    );
  };
  const onSort = (name) =>
    keep({ sort: kept.sort.name !== name ? { name, down: false } : kept.sort.down ? { name: "", down: false } : { name, down: true } });
  const onWidth = (name, width) => keep({ widths: { ...kept.widths, [name]: width && Math.round(width) } });

  const bar = html`<h1><a href=${link(game.id, component.id)}>${component.title}</a><span class="slash">/</span>Table</h1>
    <span class="tally" aria-live="polite">${tallied(component, all, shown)}</span><span class="grow"></span>
    <${Search} asked=${asked} ask=${ask} />
    <a class="seg way" href=${link(game.id, component.id)} title="All cards as a wall (g)"><${Icon} name="deck" /><span>Wall</span></a>`;
  const missing = component.cards ? "The cards of this deck cannot be read just now." : "This part has no cards.";
  return html`<${Screen} kind="fixed" titles=${["Table", component.title, game.title]} bar=${bar}>
    <div class="table-view">
      <div class="above-sheet"><${Banner} game=${game} /><${Chips} component=${component} asked=${asked} ask=${ask} /></div>
      ${
        form &&
        html`<${Acts}
          game=${game}
          deck=${component.id}
          ids=${ids}
          order=${kept.sort.name ? [] : rows.map((item) => item.key)}
          fixed=${form.cards[0]?.fixed}
          made=${cards.get(first)?.made}
          words
          arrive=${(what, key) => {
            setPicked(new Set());
            setWanted({ key, column: what === "new" ? 1 : 0, edit: what === "new" });
          }} />`
      }
      ${!form && html`<${Empty}>${error ? missing : html`<${Waiting}>Reading the cards …</${Waiting}>`}</${Empty}>`}
      ${
        form &&
        rows.length > 0 &&
        html`<${Sheet}
          game=${game}
          component=${component}
          form=${form}
          cards=${cards}
          items=${rows}
          sort=${kept.sort}
          onSort=${onSort}
          widths=${kept.widths}
          onWidth=${onWidth}
          chosen=${picking}
          onChoose=${setPicked}
          onSight=${onSight}
          onActive=${setAt}
          wanted=${wanted}
          onArrived=${() => setWanted(null)}
          label=${component.title} />`
      }
      ${
        form &&
        !rows.length &&
        html`<p class="empty">
          No card matches.${" "}
          <button type="button" class="plain" onClick=${() => ask({ query: "", picked: {}, changed: false })}>Show all</button>
        </p>`
      }
      ${
        form &&
        picking.size > 1 &&
        html`<${SetAll}
          game=${game}
          component=${component}
          form=${form}
          cards=${cards}
          chosen=${picking}
          clear=${() => setPicked(new Set())} />`
      }
    </div>
  </${Screen}>`;
}
