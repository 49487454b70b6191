// A deck as a wall of cards, with search, filters and order; also token sets, dice and boxes.

import { errorsOf, fill, go, h, icon, link, nice, pixels, plural, prioritize, remember, settings, show, sideOf, state, text } from "./core.js";
import { banner } from "./home.js";

const LEAST = 90;
const MOST = 420;
const MENU = 24; // values that fit a menu
const memories = new Map(); // what was searched for and how far one had scrolled, by wall

export function items(component) {
  if (component.cards) return component.cards.map((card) => ({ key: card.id, ref: card, title: card.title || nice(card.id), copies: card.copies, face: card.face, back: card.back, width: component.width, height: component.height, radius: component.radius, name: `${component.id}/${card.id}` }));
  return (component.sides || []).map((s) => {
    const key = s.face.split("/").slice(1).join("/").replace(/\/face$/, "") || s.face;
    return { key, title: nice(key), copies: s.copies, face: s.face, back: s.back, width: s.width, height: s.height, radius: s.radius, name: s.face, ref: {} };
  });
}

// The values of a field to filter by: every entry of a list, the parts of a record.
function valuesOf(card, path) {
  let found = [card.fields || {}];
  if (path === "~type") return [card.type];
  for (const part of path.split(".")) {
    found = found.flatMap((one) => (Array.isArray(one) ? one : [one])).map((one) => (one && typeof one === "object" ? one[part] : undefined));
  }
  return found.flat(3).filter((v) => v !== undefined && v !== null && v !== "" && typeof v !== "object");
}

function facets(component) {
  const cards = component.cards || [];
  if (cards.length < 3) return [];
  const paths = [];
  if (new Set(cards.map((c) => c.type)).size > 1) paths.push({ id: "~type", name: "Type" });
  for (const field of component.fields || []) {
    if (field.kind === "rich") continue;
    const sample = cards.map((c) => c.fields[field.id]).flat().find((v) => v !== null && v !== undefined);
    if (sample && typeof sample === "object") {
      for (const inner of Object.keys(sample)) paths.push({ id: `${field.id}.${inner}`, name: `${nice(field.id)} ${nice(inner).toLowerCase()}` });
    } else paths.push({ id: field.id, name: nice(field.id) });
  }
  const made = [];
  for (const path of paths) {
    const counts = new Map();
    let stating = 0;
    for (const card of cards) {
      const values = new Set(valuesOf(card, path.id).map(String));
      if (values.size) stating += 1;
      for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
    }
    const useful = counts.size > 1 ? counts.size <= MENU && counts.size < Math.max(stating, 3) : counts.size === 1 && stating < cards.length;
    const short = [...counts.keys()].every((v) => v.length <= 32);
    if (useful && short) {
      const numbers = [...counts.keys()].every((v) => v !== "" && !Number.isNaN(Number(v)));
      const order = [...counts].sort((a, b) => (numbers ? Number(a[0]) - Number(b[0]) : b[1] - a[1] || a[0].localeCompare(b[0])));
      made.push({ ...path, values: order });
    }
  }
  return made.slice(0, 10);
}

function orders(component) {
  const found = [["", "File order"], ["~title", "Title"], ["~copies", "Copies"], ["~changed", "Last changed"]];
  for (const field of component.fields || []) {
    if (["number", "choice", "text", "term"].includes(field.kind)) found.push([field.id, nice(field.id)]);
  }
  return found;
}

export function wallView(game, component) {
  const all = items(component);
  const home = `${game.id}/${component.id}`;
  const memory = memories.get(home) || { query: "", picked: {}, order: "", changed: false };
  memories.set(home, memory);
  const tiles = new Map();
  const inSight = new Set();
  let shown = all;
  let focus = -1;

  const size = () => settings.size;
  const side = (item) => (settings.backs && item.back ? item.back : item.face);

  // Tiles

  function tile(item) {
    const img = h("img", { class: "pic", alt: item.title });
    const frame = h("div", { class: "frame", style: { "aspect-ratio": `${item.width} / ${item.height}`, "--rx": `${(100 * item.radius) / item.width}%`, "--ry": `${(100 * item.radius) / item.height}%` } }, img);
    const name = h("span", { class: "name" });
    const badges = h("span", { class: "badges" });
    const element = h("a", { class: "tile", href: link(game.id, component.id, item.key), "data-key": item.key }, frame, h("span", { class: "caption" }, name, badges));
    const made = { element, frame, img, name, badges, item };
    element.tile = made;
    watcher.observe(element);
    return made;
  }

  function redraw(made) {
    const { item } = made;
    const id = side(item);
    const shownSide = sideOf(game, id);
    const errors = errorsOf(game, id, item.name);
    made.element.dataset.side = id;
    made.name.textContent = component.cards ? item.ref.title || nice(item.key) : item.title;
    const copies = component.cards ? item.ref.copies : item.copies;
    made.badges.replaceChildren(...[
      shownSide.w ? h("span", { class: "badge warning", title: plural(shownSide.w, "warning") }, icon("warn")) : null,
      copies !== 1 ? h("span", { class: "badge", title: copies ? plural(copies, "copy", "copies") : "kept back: not printed" }, copies ? `× ${copies}` : "not printed") : null,
    ].filter(Boolean));
    const fresh = state.edit && [item.face, item.back].some((s) => s && sideOf(game, s).m === state.edit);
    made.element.classList.toggle("fresh", Boolean(fresh));
    made.element.classList.toggle("kept-back", copies === 0);
    made.element.classList.toggle("bad", errors.length > 0);
    made.element.classList.toggle("waiting", Boolean(shownSide.s && !shownSide.p && !errors.length));
    const old = made.frame.querySelector(".why");
    if (errors.length) {
      const why = h("div", { class: "why" }, icon("error"), h("p", {}, errors[0].message), errors[0].path ? h("p", { class: "at" }, `${errors[0].path.split("/").pop()}:${errors[0].line}`) : null, errors.length > 1 ? h("p", { class: "at" }, `and ${errors.length - 1} more`) : null);
      if (old) old.replaceWith(why);
      else made.frame.append(why);
    } else if (old) old.remove();
    if (inSight.has(made) && shownSide.p) show(made.img, pixels(shownSide.p, size()), shownSide.p);
  }

  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const made = entry.target.tile;
      if (entry.isIntersecting) {
        inSight.add(made);
        redraw(made);
      } else inSight.delete(made);
    }
    askSoon();
  }, { root: document.getElementById("main"), rootMargin: "500px 0px" });

  let asking = 0;
  function askSoon() {
    clearTimeout(asking);
    asking = setTimeout(() => prioritize(game.id, [...inSight].map((made) => side(made.item))), 60);
  }

  // What is on the wall

  function matches(item) {
    const { ref } = item;
    if (memory.changed && ![item.face, item.back].some((s) => s && state.edit && sideOf(game, s).m === state.edit)) return false;
    for (const [path, values] of Object.entries(memory.picked)) {
      if (values.length && !valuesOf(ref, path).map(String).some((v) => values.includes(v))) return false;
    }
    if (!memory.query) return true;
    const haystack = [item.key, item.title, ref.title, ref.type, ref.assumption, text(ref.fields)].join(" ").toLowerCase();
    return memory.query.toLowerCase().split(/\s+/).every((word) => haystack.includes(word));
  }

  function sorted(list) {
    const by = memory.order;
    if (!by) return list;
    const value = (item) => (by === "~title" ? item.title : by === "~copies" ? -item.ref.copies : by === "~changed" ? -Math.max(sideOf(game, item.face).m || 0, sideOf(game, item.back).m || 0) : item.ref.fields?.[by]);
    return [...list].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === y) return 0;
      if (x === null || x === undefined) return 1;
      if (y === null || y === undefined) return -1;
      return typeof x === "number" && typeof y === "number" ? x - y : text(x).localeCompare(text(y), undefined, { numeric: true });
    });
  }

  const grid = h("div", { class: "wall" });
  const none = h("p", { class: "empty", hidden: true }, "No card matches. ", h("button", { type: "button", class: "plain", onclick: clear }, "Show all"));
  const tally = h("span", { class: "tally", "aria-live": "polite" });
  const chips = h("div", { class: "chips" });
  const warning = h("div", {});

  function arrange() {
    shown = sorted(all.filter(matches));
    const elements = shown.map((item) => {
      let made = tiles.get(item.key);
      if (!made) tiles.set(item.key, (made = tile(item)));
      redraw(made);
      return made.element;
    });
    const unchanged = elements.length === grid.children.length && elements.every((one, n) => one === grid.children[n]);
    if (!unchanged) grid.replaceChildren(...elements);
    none.hidden = shown.length > 0;
    const copies = (list) => list.reduce((sum, item) => sum + (component.cards ? item.ref.copies : item.copies), 0);
    const part = shown.length !== all.length;
    tally.textContent = component.cards
      ? part ? `${shown.length} of ${plural(all.length, "design")}` : `${plural(copies(all), "card")}${copies(all) !== all.length ? `, ${plural(all.length, "design")}` : ""}`
      : plural(all.length, "design");
    fill(warning, banner(game));
    drawChips();
  }

  // Some cards say something new: as a rule, one of a thousand.
  function refresh(event) {
    const named = new Set([...Object.keys(event.cards || {}), ...Object.keys(event.faults || {}), ...faulty]);
    faulty = Object.keys(event.faults || {});
    for (const item of all) {
      if (!named.has(item.name)) continue;
      item.title = item.ref.title || item.title;
      if (tiles.has(item.key)) redraw(tiles.get(item.key));
    }
    fill(warning, banner(game));
    const searching = memory.query || memory.order || memory.changed || Object.values(memory.picked).some((v) => v.length);
    if (searching && event.cards) arrange();
  }

  let faulty = Object.keys(game.faults || {});

  function clear() {
    memory.query = "";
    memory.picked = {};
    memory.changed = false;
    field.value = "";
    arrange();
  }

  const found = facets(component);

  function drawChips() {
    const any = memory.changed || Object.values(memory.picked).some((v) => v.length);
    const open = chips.querySelector("details[open]")?.dataset.id;
    chips.replaceChildren(
      ...found.map((facet) => {
        const picked = memory.picked[facet.id] || [];
        const menu = h("div", { class: "menu" }, facet.values.map(([value, n]) => h("label", {},
          h("input", { type: "checkbox", checked: picked.includes(value), onchange: () => toggle(facet.id, value) }),
          h("span", { class: "name" }, nice(value)), h("span", { class: "n" }, String(n)))));
        return h("details", { class: `chip${picked.length ? " on" : ""}`, "data-id": facet.id, open: open === facet.id, name: "facets" },
          h("summary", {}, facet.name, picked.length ? h("b", {}, picked.map(nice).join(", ")) : null), menu);
      }),
      state.edit ? h("button", { type: "button", class: `chip${memory.changed ? " on" : ""}`, "aria-pressed": String(memory.changed), onclick: onlyChanged, title: "Only what the last edit changed (c)" }, h("span", { class: "dot fresh" }), "Changed") : "",
      any || memory.query ? h("button", { type: "button", class: "chip clear", onclick: clear }, icon("close"), "Clear") : "",
    );
  }

  function toggle(id, value) {
    const picked = memory.picked[id] || [];
    memory.picked[id] = picked.includes(value) ? picked.filter((v) => v !== value) : [...picked, value];
    arrange();
  }

  function onlyChanged() {
    memory.changed = !memory.changed;
    arrange();
  }

  // The bar

  const field = h("input", { type: "search", placeholder: "Search", "aria-label": "Search cards", value: memory.query, spellcheck: "false", oninput: () => { memory.query = field.value; arrange(); } });
  const order = h("select", { "aria-label": "Order", title: "Order", onchange: () => { memory.order = order.value; arrange(); } },
    orders(component).map(([id, name]) => h("option", { value: id, selected: id === memory.order }, name)));
  const slider = h("input", { type: "range", min: LEAST, max: MOST, step: 10, value: settings.size, "aria-label": "Size of the cards", title: "Size (− +)", oninput: () => resize(Number(slider.value)) });
  const backs = h("button", { type: "button", class: "seg", "aria-pressed": String(settings.backs), title: "Faces or backs (x)", onclick: flip }, "Backs");
  const hasBacks = all.some((item) => item.back);

  function resize(value) {
    const next = Math.max(LEAST, Math.min(MOST, value));
    remember({ size: next });
    slider.value = next;
    grid.style.setProperty("--size", `${next}px`);
    for (const made of inSight) redraw(made);
  }

  function flip() {
    remember({ backs: !settings.backs });
    backs.setAttribute("aria-pressed", String(settings.backs));
    for (const made of tiles.values()) redraw(made);
    askSoon();
  }

  // Keys

  function columns() {
    const [first] = grid.children;
    if (!first) return 1;
    let n = 0;
    while (n < grid.children.length && grid.children[n].offsetTop === first.offsetTop) n += 1;
    return n;
  }

  function key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(), ArrowDown: columns(), Home: -1e6, End: 1e6 };
    if (event.key in steps && grid.children.length) {
      const here = [...grid.children].indexOf(document.activeElement);
      const start = here >= 0 ? here : focus;
      focus = start < 0 ? 0 : Math.max(0, Math.min(grid.children.length - 1, start + steps[event.key]));
      grid.children[focus].focus();
      grid.children[focus].scrollIntoView({ block: "nearest" });
      return true;
    }
    if (event.key === "+" || event.key === "=") return resize(settings.size + 30), true;
    if (event.key === "-") return resize(settings.size - 30), true;
    if (event.key === "x" && hasBacks) return flip(), true;
    if (event.key === "c" && state.edit) return onlyChanged(), true;
    if (event.key === "Enter" && document.activeElement === document.body && shown.length === 1) return go(game.id, component.id, shown[0].key), true;
    return false;
  }

  grid.style.setProperty("--size", `${settings.size}px`);
  const element = h("div", { class: "wall-view" }, warning, chips, grid, none);
  arrange();

  return {
    element,
    key,
    scroll: memory.scroll,
    title: [component.title, game.title],
    bar: [
      h("h1", {}, component.title), tally, h("span", { class: "grow" }),
      h("label", { class: "search" }, icon("search"), field),
      component.cards ? order : null,
      hasBacks ? backs : null,
      h("label", { class: "sizes" }, slider),
    ].filter(Boolean),
    enter() {
      const here = memory.last && tiles.get(memory.last);
      if (here) here.element.focus({ preventScroll: true });
    },
    leave() {
      memory.scroll = document.getElementById("main").scrollTop;
      const active = document.activeElement;
      memory.last = active && active.dataset ? active.dataset.key : undefined;
      watcher.disconnect();
      clearTimeout(asking);
    },
    update(event) {
      if (event.type === "edit") {
        for (const made of tiles.values()) made.element.classList.remove("fresh");
        drawChips();
      } else if (event.type === "sides") {
        const touched = new Set(Object.keys(event.sides));
        for (const made of tiles.values()) if (touched.has(made.item.face) || touched.has(made.item.back)) redraw(made);
        if (memory.changed || memory.order === "~changed") arrange();
      } else if (event.type === "game" && !event.structure) {
        // The event is applied to the cards in the same turn; look at them after that.
        queueMicrotask(() => refresh(event));
      }
    },
  };
}
