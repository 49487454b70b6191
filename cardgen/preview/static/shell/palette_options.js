// What the palette offers: commands, places of the page, what the server finds, what came last.

import { canRun, catalogue, EVERYWHERE, named } from "../core/commands.js";
import { fits, fold, wordsOf } from "../core/finding.js";
import { link } from "../core/router.js";
import { store, stored } from "../core/settings.js";
import { state } from "../core/store.js";
import { nice, sentence } from "../core/words.js";
import { SECTIONS } from "../views/views.js";

const KEPT = "cardgen-preview-recent";
const RECENT = 6;
const PLACES = 6; // of many that fit
const GROUPS = {
  card: "Cards and pages",
  back: "Cards and pages",
  piece: "Cards and pages",
  board: "Cards and pages",
  page: "Cards and pages",
  rule: "Rule numbers",
  file: "Files to print",
};
const ICONS = { card: "deck", back: "deck", piece: "tokens", board: "board", page: "booklet", rule: "rules", file: "sheets" };

function commands(words) {
  const there = catalogue.filter((one) => !one.pressed && canRun(one.id) && fits(words, `${one.words} ${one.group}`));
  return there
    .sort((a, b) => Number(a.group === EVERYWHERE) - Number(b.group === EVERYWHERE)) // what concerns the view comes first
    .map((one) => ({
      key: `do:${one.id}`,
      group: "Commands",
      icon: "run",
      title: sentence(one.words),
      keys: named(one.keys),
      run: one.id,
    }));
}

// Games, their parts and their views.
function places(words, near) {
  const games = state.project?.games || [];
  const all = [{ key: "#/", title: "All games", part: "", icon: "home", href: "#/" }];
  for (const game of [...games].sort((a, b) => Number(b.id === near) - Number(a.id === near))) {
    const add = (title, icon, ...rest) =>
      all.push({ key: link(game.id, ...rest), href: link(game.id, ...rest), title, icon, part: rest.length ? game.title : "Game" });
    add(game.title, "home");
    for (const part of game.kinds || []) {
      if (part.kind === "table") continue;
      add(part.title, part.kind, part.id);
      if (part.kind !== "deck") continue;
      add(`Table of ${part.title}`, "rows", part.id, "~table");
      if (part.count) add(`Deal ${part.title}`, "hand", part.id, "~deal");
    }
    for (const one of SECTIONS) add(one.title, one.icon, one.id);
  }
  const title = (one) => fold(one.title);
  const first = words[0] || "";
  const found = all.filter((one) => fits(words, `${one.title} ${one.part}`)).map((one) => ({ ...one, group: "Go to" }));
  return found.sort((a, b) => Number(title(b).startsWith(first)) - Number(title(a).startsWith(first)));
}

function found(hit) {
  const href = link(...hit.address);
  const game = state.project?.games.find((one) => one.id === hit.address[0]);
  return {
    key: `${hit.kind}:${href}`,
    group: GROUPS[hit.kind],
    icon: ICONS[hit.kind],
    href,
    title: hit.kind === "rule" ? nice(hit.id) : hit.title,
    marks: hit.marks,
    excerpt: hit.excerpt,
    part: [hit.part, hit.part !== game?.title && game?.title].filter(Boolean).join(" · "),
    id: hit.kind === "card" ? hit.id : "",
    p: hit.p,
    width: hit.width,
    height: hit.height,
  };
}

// All that fits a query, group by group. `hits` are those of the server.
export function options(query, hits, near) {
  const words = wordsOf(query);
  if (!words.length) return [...recent(), ...commands([]), ...places([], near)];
  const here = places(words, near);
  const theirs = hits.filter((hit) => GROUPS[hit.kind]).map(found);
  const groups = [...new Set(theirs.map((one) => one.group))].flatMap((group) => theirs.filter((one) => one.group === group));
  return withIds([...here.slice(0, PLACES), ...commands(words), ...groups]);
}

// Where titles of a part repeat, only their ids tell cards apart.
function withIds(all) {
  const counts = new Map();
  const name = (one) => `${one.title}\n${one.part}`;
  for (const one of all) counts.set(name(one), (counts.get(name(one)) || 0) + 1);
  return all.map((one) => (counts.get(name(one)) > 1 ? one : { ...one, id: "" }));
}

const recent = () => (stored(KEPT) || []).map((one) => ({ ...one, group: "Recent", key: `last:${one.key}` }));

// Note what was chosen, to be offered first the next time.
export function note(option) {
  const { key, icon, title, part, id, href, run } = option;
  const kept = { key: key.replace(/^last:/, ""), icon, title, part, id, href, run };
  const others = recent()
    .map((one) => ({ ...one, key: one.key.replace(/^last:/, "") }))
    .filter((one) => one.key !== kept.key);
  store(KEPT, [kept, ...others].slice(0, RECENT));
}
