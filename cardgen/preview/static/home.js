// All games; and one game with all its parts.

import { errorsOf, h, icon, link, nice, pixels, plural, prioritize, show, state, waiting } from "./core.js";

const KINDS = { deck: "card", board: "board", tokens: "token set", dice: "die", box: "box", "game-box": "game box", booklet: "booklet", table: "table" };

function contents(game) {
  const counts = {};
  let cards = 0;
  for (const c of game.kinds || []) {
    if (c.kind === "deck") cards += c.count;
    else counts[c.kind] = (counts[c.kind] || 0) + 1;
  }
  const many = { dice: "dice", box: "boxes", "game-box": "game boxes" };
  const named = Object.entries(counts).filter(([k]) => k !== "table").map(([kind, n]) => plural(n, KINDS[kind] || kind, many[kind]));
  return [cards ? plural(cards, "card") : null, ...named].filter(Boolean).join(" · ");
}

function fan(game, height) {
  const sides = state.covers[game.id] || {};
  const all = Object.entries(sides);
  return h("div", { class: "fan", style: { "--of": all.length } }, all.map(([id, side], n) => {
    const img = h("img", { alt: "", class: "pic", "data-side": id, style: { "--n": n } });
    if (side.p) show(img, pixels(side.p, height), side.p);
    return img;
  }));
}

export function homeView() {
  const tiles = new Map();
  const element = h("div", { class: "home" },
    state.project.games.length ? null : h("p", { class: "empty" }, state.project.coming.length ? waiting("Reading the project …") : "There are no games in this project yet."),
    state.project.games.map((game) => {
      const tile = h("a", { class: "cover", href: link(game.id) },
        fan(game, 200),
        h("div", { class: "words" }, h("h2", {}, game.title), game.subtitle ? h("p", { class: "sub" }, game.subtitle) : null,
          h("p", { class: "facts" }, [game.players && `${game.players} players`, game.duration, game.age].filter(Boolean).join(" · ")),
          h("p", { class: "facts" }, contents(game)),
          game.current ? null : h("p", { class: "broken" }, icon("error"), "has errors")));
      tiles.set(game.id, tile);
      return tile;
    }));
  return {
    element,
    kind: "plainly",
    title: [state.project.name],
    bar: [h("h1", {}, nice(state.project.name))],
    update(event) {
      if (event.type !== "sides") return;
      const tile = tiles.get(event.game);
      for (const [id, side] of Object.entries(event.sides)) {
        const img = tile && tile.querySelector(`img[data-side="${CSS.escape(id)}"]`);
        if (img && side.p) show(img, pixels(side.p, 200), side.p);
      }
    },
    enter() {
      for (const [id, sides] of Object.entries(state.covers)) {
        const missing = Object.keys(sides).filter((side) => !sides[side].p);
        if (missing.length) { prioritize(id, missing); break; }
      }
    },
  };
}

// One game: a row of pictures for each part.

function firstSides(game, c) {
  if (c.kind === "booklet") return (game.texts[c.id]?.pages || []).slice(0, 4).map((p) => ({ p: p.p, width: p.width, height: p.height }));
  if (c.cards) return c.cards.slice(0, 5).map((card) => ({ side: card.face, name: `${c.id}/${card.id}`, width: c.width, height: c.height }));
  return (c.sides || []).slice(0, 5).map((s) => ({ side: s.face, width: s.width, height: s.height }));
}

function extent(game, c) {
  if (c.cards) {
    const cards = c.cards.reduce((sum, card) => sum + card.copies, 0);
    const size = `${c.width} × ${c.height} mm`;
    return [plural(cards, "card"), c.cards.length !== cards ? plural(c.cards.length, "design") : null, size].filter(Boolean).join(" · ");
  }
  if (c.kind === "booklet") return game.texts[c.id] ? plural(game.texts[c.id].pages.length, "page") : "pages still to come";
  if (c.kind === "board") return `board · ${c.width} × ${c.height} mm`;
  return `${nice(c.kind)}${c.sides?.length ? ` · ${plural(c.sides.length, "design")}` : ""}`;
}

export function gameView(game) {
  const tall = 170;
  const pictures = [];
  const element = h("div", { class: "shelves" },
    banner(game),
    game.components.filter((c) => c.kind !== "table").map((c) => h("a", { class: "shelf", href: link(game.id, c.id) },
      h("div", { class: "row" }, firstSides(game, c).map((one) => {
        const high = Math.min(tall, (230 * one.height) / one.width);
        const img = h("img", { class: "pic", alt: "", style: { height: `${high}px`, "aspect-ratio": `${one.width} / ${one.height}` } });
        pictures.push([img, one, (high * one.width) / one.height]);
        return img;
      })),
      h("div", { class: "words" }, h("h2", {}, c.title), h("p", { class: "facts" }, extent(game, c))))));
  const refresh = () => {
    for (const [img, one, width] of pictures) {
      const print = one.side ? game.sides[one.side]?.p : one.p;
      img.classList.toggle("bad", Boolean(one.side && errorsOf(game, one.side, one.name).length));
      if (print) show(img, pixels(print, width), print);
    }
  };
  refresh();
  return {
    element,
    kind: "plainly",
    rebuilds: true,
    title: [game.title],
    bar: [h("h1", {}, game.title), h("span", { class: "sub" }, [game.subtitle, game.version && `version ${game.version}`].filter(Boolean).join(" · "))],
    update(event) { if (event.type === "sides" || event.type === "game") refresh(); },
    enter() { prioritize(game.id, pictures.map(([, one]) => one.side).filter(Boolean)); },
  };
}

export function banner(game) {
  return game.current ? null : note("The files have errors. This is the last state that could be read.");
}

export function note(words) {
  return h("p", { class: "banner error" }, icon("error"), h("span", {}, words));
}
