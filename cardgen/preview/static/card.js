// A card at full size beside its back, with overlays, its data, and where each part is written.

import { api, button, errorsOf, findingList, go, h, icon, link, fill, nice, pixels, place, plural, prioritize, reason, remember, settings, show, sideOf, state, text } from "./core.js";
import { banner } from "./home.js";
import { items } from "./wall.js";

const OVERLAYS = [["bleed", "b", "Bleed"], ["trim", "t", "Trim"], ["safe", "s", "Safe zone"]];

export function cardView(game, component, key) {
  const all = items(component);
  const at = all.findIndex((one) => one.key === key);
  const item = all[at];
  if (!item) return { element: h("p", { class: "empty" }, `“${key}” is not here any more.`), title: [game.title], bar: [h("h1", {}, component.title)] };
  const bleed = component.bleed || component.sides?.[at]?.bleed || [0, 0, 0, 0];
  const safe = component.safe ?? component.sides?.[at]?.safe ?? 0;
  const sides = [item.face, item.back].filter(Boolean).map((id, n) => sideFigure(id, n ? "Back" : "Face"));
  const data = h("div", { class: "data" });
  const source = h("div", { class: "source" });
  const problems = h("div", { class: "problems" });

  // One side with its overlays, in millimetres.

  function sideFigure(id, name) {
    const [top, right, bottom, left] = bleed;
    const { width, height, radius } = item;
    const img = h("img", { class: "pic", alt: `${item.title}, ${name.toLowerCase()}`, draggable: "false", style: {
      width: `${(100 * (width + left + right)) / width}%`, left: `${(-100 * left) / width}%`, top: `${(-100 * top) / height}%` } });
    const clip = h("div", { class: "clip" }, img);
    const mark = h("rect", { class: "mark", x: 0, y: 0, width: 0, height: 0 });
    const lines = h("svg", { class: "lines", viewBox: `${-left} ${-top} ${width + left + right} ${height + top + bottom}`, "aria-hidden": "true", style: {
      width: `${(100 * (width + left + right)) / width}%`, left: `${(-100 * left) / width}%`, top: `${(-100 * top) / height}%` } },
      h("rect", { class: "l-bleed", x: -left, y: -top, width: width + left + right, height: height + top + bottom }),
      h("rect", { class: "l-trim", x: 0, y: 0, width, height, rx: radius }),
      h("rect", { class: "l-safe", x: safe, y: safe, width: width - 2 * safe, height: height - 2 * safe, rx: Math.max(radius - safe, 0) }),
      mark);
    const frame = h("div", { class: "frame big", tabindex: "-1", style: { "aspect-ratio": `${width} / ${height}`, "--rx": `${(100 * radius) / width}%`, "--ry": `${(100 * radius) / height}%`, "--w": width, "--h": height } }, clip, lines);
    frame.addEventListener("click", (event) => {
      const box = frame.getBoundingClientRect();
      ask(made, ((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height);
    });
    const label = h("figcaption", {}, name, h("span", { class: "wait" }));
    const figure = h("figure", { class: "side", "data-side": id }, frame, label);
    const made = { id, name, frame, img, mark, figure };
    return made;
  }

  function redraw() {
    for (const one of sides) {
      const side = sideOf(game, one.id);
      const errors = errorsOf(game, one.id, item.name);
      const wide = one.frame.getBoundingClientRect().width || 420;
      if (side.p) show(one.img, pixels(side.p, (wide * (item.width + bleed[1] + bleed[3])) / item.width, true), side.p);
      one.figure.classList.toggle("bad", errors.length > 0);
      one.figure.classList.toggle("waiting", Boolean(side.s && !side.p && !errors.length));
      one.figure.classList.toggle("fresh", Boolean(state.edit && side.m === state.edit));
      const old = one.frame.querySelector(".why");
      if (old) old.remove();
      if (errors.length) one.frame.append(h("div", { class: "why" }, icon("error"), errors.slice(0, 3).map((e) => h("p", {}, e.message))));
    }
    const found = new Map();
    for (const one of sides) for (const f of errorsOf(game, one.id, item.name)) found.set(`${f.code}${f.message}${f.line}`, f);
    for (const f of state.findings[game.id] || []) if (f.severity === "warning" && f.sides.some((id) => sides.some((one) => one.id === id))) found.set(`${f.code}${f.message}${f.line}`, f);
    problems.replaceChildren(...[banner(game)].filter(Boolean), ...findingList([...found.values()]));
  }

  function overlays() {
    for (const [name] of OVERLAYS) element.classList.toggle(`with-${name}`, settings[name]);
    toggles.forEach((one, n) => one.setAttribute("aria-pressed", String(settings[OVERLAYS[n][0]])));
  }

  // Where is this written?

  let request = 0;
  async function ask(one, x, y) {
    const mine = ++request;
    const { p } = sideOf(game, one.id);
    if (!p) return;
    let answer;
    try {
      answer = await api(`games/${game.id}/source`, { p, side: one.id, x: x.toFixed(3), y: y.toFixed(3) });
    } catch {
      return;
    }
    if (mine === request) showSource(one, answer);
  }

  function showSource(one, answer) {
    for (const other of sides) other.frame.classList.remove("marked");
    const [first, ...more] = answer.places;
    if (!first) {
      source.replaceChildren(h("h3", {}, "Here"), h("p", { class: "quiet" }, "Nothing is drawn here."));
      return;
    }
    outline(one, first.box);
    fill(source,
      h("h3", {}, "Here", button("close", "Clear", clear, { class: "tiny" })),
      ...answer.fields.map((f) => h("div", { class: "hit field" }, h("span", { class: "what" }, `card.${f.field}`), place(f.at))),
      hit(one, first),
      more.length ? h("details", { class: "below" }, h("summary", {}, `Beneath it (${more.length})`), more.map((p) => hit(one, p))) : null);
    for (const row of data.querySelectorAll("tr")) row.classList.toggle("hit", answer.fields.some((f) => f.field === row.dataset.field));
    source.scrollIntoView({ block: "nearest" });
  }

  function hit(one, p) {
    return h("div", { class: "hit", onmouseenter: () => outline(one, p.box) },
      h("span", { class: "what" }, p.what), place(p.at), p.line ? h("code", {}, p.line) : null);
  }

  function outline(one, [left, top, width, height]) {
    one.frame.classList.add("marked");
    const [over, right, under, before] = settings.bleed ? bleed : [0, 0, 0, 0];
    const x = Math.max(left, -before);
    const y = Math.max(top, -over);
    const box = { x, y, width: Math.min(left + width, item.width + right) - x, height: Math.min(top + height, item.height + under) - y };
    for (const [name, value] of Object.entries(box)) one.mark.setAttribute(name, name.length > 1 ? Math.max(value, 0) : value);
  }

  function clear() {
    request += 1;
    for (const one of sides) one.frame.classList.remove("marked");
    for (const row of data.querySelectorAll("tr.hit")) row.classList.remove("hit");
    source.replaceChildren(h("p", { class: "quiet hintline" }, "Click a spot on the card to see where it is written."));
  }

  // The data

  let reading = 0;
  async function read() {
    const mine = ++reading;
    let answers;
    try {
      answers = await Promise.all(sides.map((one) => api(`games/${game.id}/side`, { side: one.id })));
    } catch {
      return;
    }
    const [face] = answers;
    if (mine !== reading || !face.at) return;
    const first = ["id", "title", "type", "copies"];
    const rank = (f) => (first.includes(f.name) ? first.indexOf(f.name) : 9);
    const rows = [...face.fields].sort((a, b) => rank(a) - rank(b)).filter((f) => f.at || (f.value !== null && f.value !== "" && !(Array.isArray(f.value) && !f.value.length)));
    fill(data,
      h("h3", {}, "Data", place(face.at)),
      face.fields.length ? h("table", {}, h("tbody", {}, rows.map((f) => h("tr", { "data-field": f.name, class: f.at ? "" : "default", title: f.doc },
        h("th", { scope: "row" }, nice(f.name)), h("td", {}, value(f)), h("td", { class: "line" }, f.at ? place(f.at, String(f.at.line)) : h("span", { class: "quiet", title: "A default: the file does not set it" }, "default")))))) : null,
      h("h3", {}, "Templates"),
      files(face),
      sides.map((one, n) => reason(sides.length > 1 ? `${one.name} drawn again` : "Drawn again", answers[n].why)));
  }

  function files(side) {
    const line = (path) => h("li", {}, path.includes("/") ? place({ path, line: 0, column: 0 }, path.replace(/^templates\//, "")) : path);
    if (!side.files.length) return h("ul", { class: "files" }, line(side.template));
    const main = side.files.filter((path) => path.endsWith(`/${side.template}`));
    const rest = side.files.filter((path) => !main.includes(path));
    return [h("ul", { class: "files" }, main.map(line)),
      rest.length ? h("details", { class: "below" }, h("summary", {}, `with ${plural(rest.length, "other file")}`), h("ul", { class: "files" }, rest.map(line))) : null];
  }

  function value(f) {
    if (Array.isArray(f.value) && f.value.some((v) => v && typeof v === "object")) return h("ol", {}, f.value.map((v) => h("li", {}, text(v))));
    return text(f.value) || h("span", { class: "quiet" }, "–");
  }

  // To other cards

  function step(by) {
    const next = all[(at + by + all.length) % all.length];
    if (next) go(game.id, component.id, next.key);
  }

  function onKey(event) {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") return step(event.key === "ArrowLeft" ? -1 : 1), true;
    for (const [name, letter] of OVERLAYS) {
      if (event.key === letter) {
        remember({ [name]: !settings[name] });
        overlays();
        return true;
      }
    }
    return false;
  }

  const toggles = OVERLAYS.map(([name, letter, title]) => h("button", { type: "button", class: `seg s-${name}`, title: `${title} (${letter})`, onclick: () => { remember({ [name]: !settings[name] }); overlays(); } }, title));
  const table = h("div", { class: "table", style: { "--n": sides.length, "--w": item.width, "--h": item.height, "--bleed": Math.max(...bleed) } }, sides.map((one) => one.figure));
  const element = h("div", { class: "card-view" }, table, h("aside", { class: "inspector", "aria-label": "About this card" }, problems, source, data));
  const resized = new ResizeObserver(() => redraw());
  clear();
  overlays();

  return {
    element,
    kind: "fixed",
    title: [item.title, component.title, game.title],
    key: onKey,
    bar: [
      button("left", "Previous card (←)", () => step(-1)),
      button("right", "Next card (→)", () => step(1)),
      h("h1", {}, h("a", { href: link(game.id, component.id) }, component.title), h("span", { class: "slash" }, "/"), h("span", {}, item.title)),
      h("span", { class: "tally" }, `${at + 1} of ${all.length}`),
      h("span", { class: "grow" }),
      h("div", { class: "segs", role: "group", "aria-label": "Lines" }, toggles),
    ],
    enter() {
      prioritize(game.id, [...sides.map((one) => one.id), ...[1, -1, 2].map((n) => all[(at + n + all.length) % all.length].face)]);
      redraw();
      read();
      resized.observe(table);
    },
    leave() { resized.disconnect(); },
    update(event) {
      if (event.type === "sides" && sides.some((one) => event.sides[one.id])) {
        for (const one of sides) one.frame.classList.remove("marked");
        redraw();
        read();
      } else if (event.type === "game") {
        redraw();
        read();
      } else if (event.type === "findings" || event.type === "edit") redraw();
    },
  };
}
