// A deck as a table: a row for each card, a column for each field, every cell to be edited.

import { useCommands } from "../core/commands.js";
import { html, useMemo, useState } from "../core/html.js";
import { go, link } from "../core/router.js";
import { api, useFetched, useSight } from "../core/server.js";
import { Chips, NoMatch, Search, tallied, useAsked, useChosen } from "../parts/asked.js";
import { Icon } from "../parts/button.js";
import { Banner, Coming } from "../parts/finding.js";
import { Screen } from "../parts/screen.js";
import { NewPartButton } from "../making/parts.js";
import { toast } from "../shell/toast.js";
import { Acts, useDragged } from "./acts.js";
import { change } from "./changes.js";
import { sorted, valueOf } from "./columns.js";
import { SetAll } from "./set_all.js";
import { Sheet } from "./sheet.js";

const memories = new Map(); // widths and order, by table
const NOTHING = { widths: {}, sort: { name: "", down: false } };

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function TableView({ game, component }) {
  const home = `${game.id}/${component.id}`;
  const [form, error] = useFetched(() => api(`games/${game.id}/deck`, { deck: component.id }), game, ["game"], [game.id, component.id]);
  const [asked, ask] = useAsked(home);
  const [kept, setKept] = useState(memories.get(home) || NOTHING);
  const [picked, setPicked] = useState(new Set());
  const keep = (changes) =>
    setKept((old) => {
      const next = { ...old, ...changes };
      memories.set(home, next);
      return next;
    });
  const [all, shown] = useChosen(game, component, { ...asked, order: "" });
  const cards = useMemo(() => new Map((form?.cards || []).map((card) => [card.id, card])), [form]);
  const there = (item) => cards.has(item.key);
  const rows = useMemo(() => (form ? sorted(form, cards, shown.filter(there), kept.sort) : []), [form, shown, kept.sort]);
  const [at, setAt] = useState(""); // the card that has the focus
  const [wanted, setWanted] = useState(null); // the one that is to have it
  const chosen = useMemo(() => new Set(rows.filter((item) => picked.has(item.key)).map((item) => item.key)), [rows, picked]);
  const [first] = chosen.has(at) || !chosen.size ? [at] : chosen;
  const ids = cards.has(first) ? [first, ...[...chosen].filter((id) => id !== first)] : [];
  const order = kept.sort.name ? [] : rows.map((item) => item.key);
  const drag = useDragged(game, component.id, form?.cards[0]?.fixed ? [] : order);
  const tell = useSight(game);
  const count = (by) => () => {
    const changes = ids.flatMap((id) => {
      const card = cards.get(id);
      const copies = Number(valueOf(form, card, "copies")) + by;
      return card.made || copies < 0 ? [] : [{ deck: component.id, card: id, field: ["copies"], value: String(copies) }];
    });
    if (!changes.length) return false;
    change(game, changes).then((answer) => answer.written || toast(answer.faults[0].message, true));
    return true;
  };
  const toWall = () => go(game.id, component.id);
  useCommands({ "copies.more": count(1), "copies.fewer": count(-1), "wall.table": toWall, close: toWall });
  const onSort = (name) => {
    const same = kept.sort.name === name;
    keep({ sort: same && kept.sort.down ? NOTHING.sort : { name, down: same } });
  };
  const onWidth = (name, width) => keep({ widths: { ...kept.widths, [name]: width && Math.round(width) } });
  const table = { game, component, form, cards, items: rows, ...kept, chosen, onChoose: setPicked, onSort, onWidth };
  const arrive = (what, key) => {
    setPicked(new Set());
    setWanted({ key, column: what === "new" ? 1 : 0, edit: what === "new" });
  };

  const bar = html`<h1><a href=${link(game.id, component.id)}>${component.title}</a><span class="slash">/</span>Table</h1>
    <span class="tally" aria-live="polite">${tallied(component, all, shown)}</span><span class="grow"></span>
    ${component.cards && html`<${NewPartButton} game=${game} part="field" /><${NewPartButton} game=${game} part="type" />`}
    <${Search} asked=${asked} ask=${ask} />
    <a class="seg way" href=${link(game.id, component.id)} title="All cards as a wall (g)"><${Icon} name="deck" /><span>Wall</span></a>`;
  const missing = component.cards ? "The files of this deck have errors: its cards cannot be read." : "This part has no cards.";
  const content =
    form &&
    html`<${Acts}
        game=${game}
        deck=${component.id}
        ...${{ ids, order, arrive }}
        fixed=${form.cards[0]?.fixed}
        made=${cards.get(first)?.made}
        words />
      ${
        rows.length
          ? html`<${Sheet}
              table=${table}
              drag=${drag}
              wanted=${wanted}
              onSight=${(seen) => tell(seen.map((item) => item.face))}
              onActive=${setAt}
              onArrived=${(one) => setWanted((now) => (now === one ? null : now))}
              label=${component.title} />`
          : html`<${NoMatch} ask=${ask} />`
      }
      ${chosen.size > 1 && html`<${SetAll} table=${table} clear=${() => setPicked(new Set())} />`}`;
  return html`<${Screen} kind="fixed" titles=${["Table", component.title, game.title]} bar=${bar}>
    <div class="table-view">
      <div class="above-sheet"><${Banner} game=${game} /><${Chips} component=${component} asked=${asked} ask=${ask} /></div>
      ${content || html`<${Coming} words="Reading the cards …" error=${error && missing} />`}
    </div>
  </${Screen}>`;
}
