// A deck as a table: a row for each card, a column for each field, every cell to be edited.

import { cardKey, listedKeys, newestKey } from "../core/card_keys.js";
import { canRun, isTyping, useCommands } from "../core/commands.js";
import { html, useEffect, useMemo, useRef, useState } from "../core/html.js";
import { go, link } from "../core/router.js";
import { api, useFetched, useSight } from "../core/server.js";
import { Chips, NoMatch, Search, tallied, useAsked, useChosen } from "../parts/asked.js";
import { Button, Icon } from "../parts/button.js";
import { Banner, Coming } from "../parts/finding.js";
import { Screen } from "../parts/screen.js";
import { NewPartButton } from "../making/parts.js";
import { Acts, BUTTONS, COPIES, refused, useDragged } from "./acts.js";
import { cellText, parseCell, tableText } from "./cells.js";
import { change, lastNumber, newest, readForm } from "./changes.js";
import { anyField, columnsOf, fallbackOf, fieldOf, sorted } from "./columns.js";
import { SetAll } from "./set_all.js";
import { Sheet } from "./sheet.js";

// The acts of a row, beside it; they do what their buttons above the table do.
function RowMenu({ menu, title, close }) {
  const home = useRef(null);
  useEffect(() => home.current.querySelector("button").focus(), []);
  useEffect(() => {
    const away = (event) => home.current.contains(event.target) || close();
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, []);
  const keys = (event) => {
    const buttons = [...home.current.querySelectorAll("button:enabled")];
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) buttons.at((buttons.indexOf(document.activeElement) + by) % buttons.length).focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div
    class="menu row-menu"
    role="group"
    aria-label=${`Actions for ${title}`}
    ref=${home}
    style=${menu}
    onKeyDown=${keys}
    onClick=${close}>
    ${[...BUTTONS, ...COPIES].map(
      ([id, icon, words]) =>
        html`<${Button} key=${id} class="item-act" icon=${icon} label=${words} disabled=${!canRun(id)} command=${id} />`,
    )}
  </div>`;
}

const memories = new Map(); // widths and order, by table
const TEXT = { kind: "text", doc: "", required: false };
const NOTHING = { widths: {}, sort: { name: "", down: false } };

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function TableView({ game, component }) {
  const home = `${game.id}/${component.id}`;
  // Cards and rows have keys, which stay when cards get other ids.
  async function ask() {
    const read = await readForm(game, () => api(`games/${game.id}/deck`, { deck: component.id }));
    const ids = read.cards.map((card) => card.id);
    const keys = listedKeys(game, component.id, ids);
    return { ...read, cards: read.cards.map((card) => ({ ...card, key: keys.get(card.id) })) };
  }
  const [form, error] = useFetched(ask, game, ["game", "steps"], [game.id, component.id]);
  const [asked, setAsked] = useAsked(home);
  const [kept, setKept] = useState(memories.get(home) || NOTHING);
  const [picked, setPicked] = useState(new Set());
  const keep = (changes) =>
    setKept((old) => {
      const next = { ...old, ...changes };
      memories.set(home, next);
      return next;
    });
  const [all, shown] = useChosen(game, component, { ...asked, order: "" });
  // A card that the form does not have yet by its key is as it was before.
  const keyOf = (id) => cardKey(game, component.id, id);
  const before = useRef(new Map());
  const cards = useMemo(() => {
    const read = new Map((form?.cards || []).map((card) => [card.key, card]));
    for (const { key: id } of all) {
      const old = before.current.get(keyOf(id));
      if (old && !read.has(old.key)) read.set(old.key, old);
    }
    before.current = read;
    return read;
  }, [form, all]);
  const rows = useMemo(() => {
    const items = shown.map((item) => ({ ...item, key: keyOf(item.key) })).filter((item) => cards.has(item.key));
    return form ? sorted(form, cards, items, kept.sort) : [];
  }, [form, shown, cards, kept.sort]);
  const [at, setAt] = useState(""); // the card that has the focus
  const [wanted, setWanted] = useState(null); // the one that is to have it
  const [awaiting, setAwaiting] = useState(false); // whether a new card is on its way
  const [menu, setMenu] = useState(null); // where the menu of a row is open
  const chosen = useMemo(() => new Set(rows.filter((item) => picked.has(item.key)).map((item) => item.key)), [rows, picked]);
  const [first] = chosen.has(at) || !chosen.size ? [at] : chosen;
  const idOf = new Map(rows.map((item) => [item.key, item.ref.id]));
  const ids = idOf.has(first) ? [first, ...[...chosen].filter((key) => key !== first)].map((key) => idOf.get(key)) : [];
  const order = kept.sort.name ? [] : rows.map((item) => item.ref.id);
  const drag = useDragged(game, component.id, form?.cards[0]?.fixed ? [] : order);
  const tell = useSight(game);
  const where = (card, name) => ({ deck: component.id, card: card.id, key: card.key, field: [name] });
  const count = (by) => (event) => {
    if (isTyping(event?.target)) return false;
    const changes = ids
      .map((id) => cards.get(keyOf(id)))
      .filter((card) => !card.made)
      .map((card) => {
        const value = (before) => String(Math.max(0, Number(before ?? fallbackOf(form, card, "copies")) + by));
        return { ...where(card, "copies"), value, was: card.given.copies ?? null };
      });
    write(changes);
    return true;
  };
  const write = (changes) => change(game, changes).then((answer) => answer.written || refused(answer.faults));
  const names = form ? columnsOf(form) : [];
  // Change cells, `at` these rows and columns, each to what `text` says for its row and column; all in one step.
  const setCells = (top, bottom, from, to, text) => {
    const changes = [];
    for (let n = top; n <= Math.min(bottom, rows.length - 1); n += 1)
      for (let column = from; column <= Math.min(to, names.length - 1); column += 1) {
        const card = cards.get(rows[n].key);
        const control = fieldOf(form, card, names[column]);
        const value = control && !card.made ? text(card, control, n - top, column - from) : undefined;
        if (value !== undefined)
          changes.push({
            ...where(card, names[column]),
            value,
            was: newest(game, where(card, names[column]), card.given[names[column]], form.seen),
            since: lastNumber(),
          });
      }
    return changes;
  };
  const current = (card, name) => newest(game, where(card, name), card.given[name], form.seen);
  const onRange = (what, { top, bottom, from, to, rows: pasted, keys, clipboard }) => {
    if (what === "copy" || what === "cut") {
      const copied = keys ? rows.filter((item) => keys.has(item.key)) : rows.slice(top, bottom + 1);
      const columns = keys ? names : names.slice(from, to + 1);
      const cell = (card, name) => (name === "id" ? card.id : cellText(fieldOf(form, card, name) || TEXT, current(card, name)));
      clipboard.setData("text/plain", tableText(copied.map((item) => columns.map((name) => cell(cards.get(item.key), name)))));
    }
    if (what === "empty" || (what === "cut" && !keys)) write(setCells(top, bottom, from, to, () => null));
    if (what === "fill") {
      const first = Math.max(0, bottom > top ? top : top - 1); // a single row takes the values of the row above
      const values = names.map((name) => current(cards.get(rows[first].key), name));
      write(setCells(first + 1, bottom, from, to, (card, control, n, column) => values[from + column]));
    }
    if (what !== "paste") return;
    if (!pasted.length) return;
    const width = Math.max(...pasted.map((row) => row.length));
    // A card needs some values: an empty cell leaves them.
    const isLeft = (name, control, text) => !text?.trim() && (text === undefined || control.required || name === "type");
    const parse = (name, control, text) => (isLeft(name, control, text) ? undefined : parseCell(control, text, form.options));
    const changes = setCells(top, top + pasted.length - 1, from, from + width - 1, (card, control, n, column) =>
      parse(names[from + column], control, pasted[n][column]),
    );
    const last = form.cards.at(-1);
    // Each goes directly below the last card of the file: so the last of them is added first.
    const added = pasted.slice(rows.length - top).map((row) => {
      const cells = row.map((text, n) => [names[from + n], text]).filter(([name, text]) => name && text);
      const values = Object.fromEntries(cells.map(([name, text]) => [name, parse(name, anyField(form, name), text)]));
      return { deck: component.id, card: last.id, act: "new", values };
    });
    write([...changes, ...added.reverse()]);
  };
  const toWall = () => go(game.id, component.id);
  useCommands({ "copies.more": count(1), "copies.fewer": count(-1), "wall.table": toWall, close: toWall });
  const onSort = (name) => {
    const same = kept.sort.name === name;
    keep({ sort: same && kept.sort.down ? NOTHING.sort : { name, down: same } });
  };
  const onWidth = (name, width) => keep({ widths: { ...kept.widths, [name]: width && Math.round(width) } });
  const table = { game, component, form, cards, items: rows, ...kept, chosen, onChoose: setPicked, onSort, onWidth };
  const arrive = (what, id) => {
    setAwaiting(false);
    setPicked(new Set());
    if (what !== "move")
      setWanted({ key: newestKey(game, component.id, id), column: what === "new" ? 1 : 0, edit: what === "new" ? "edit" : "" });
  };
  const onMenu = (event, key) => {
    event.preventDefault();
    event.stopPropagation();
    setWanted({ key, column: 0, edit: "" });
    setMenu({ left: `${Math.min(event.clientX, innerWidth - 220)}px`, top: `${Math.min(event.clientY, innerHeight - 270)}px` });
  };

  const bar = html`<h1><a href=${link(game.id, component.id)}>${component.title}</a><span class="slash">/</span>Table</h1>
    <span class="tally" aria-live="polite">${tallied(component, all, shown)}</span><span class="grow"></span>
    ${component.cards && html`<${NewPartButton} game=${game} part="field" /><${NewPartButton} game=${game} part="type" />`}
    <${Search} asked=${asked} ask=${setAsked} />
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
        among=${rows.length < form.cards.length ? order : []}
        begin=${setAwaiting}
        more=${COPIES}
        words />
      ${
        rows.length
          ? html`<${Sheet}
              table=${table}
              drag=${drag}
              ...${{ wanted, awaiting, onRange, onMenu }}
              onSight=${(seen) => tell(seen.map((item) => item.face))}
              onActive=${setAt}
              onArrived=${(one) => setWanted((now) => (now === one ? null : now))}
              label=${component.title} />`
          : html`<${NoMatch} ask=${setAsked} />`
      }
      ${menu && html`<${RowMenu} menu=${menu} title=${ids[0]} close=${() => setMenu(null)} />`}
      ${chosen.size > 1 && html`<${SetAll} table=${table} clear=${() => setPicked(new Set())} />`}`;
  return html`<${Screen} kind="fixed" titles=${["Table", component.title, game.title]} bar=${bar}>
    <div class="table-view">
      <div class="above-sheet"><${Banner} game=${game} /><${Chips} component=${component} asked=${asked} ask=${setAsked} /></div>
      ${content || html`<${Coming} words="Reading the cards …" error=${error && missing} />`}
    </div>
  </${Screen}>`;
}
