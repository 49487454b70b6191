// Booklets as spreads, and the pages of every product as they would be printed.

import { api, button, fill, findingList, go, h, icon, link, nice, pixels, plural, reason, remember, settings, show, state, waiting } from "./core.js";
import { pane, sourceBox } from "./board.js";
import { banner, note } from "./home.js";

const LAYING = "The pages are being laid out …";

// Booklets

export function bookletView(game, component, open) {
  const pagesNow = () => game.texts[component.id]?.pages;
  if (open) return pageView(game, pagesNow, Number(open), [component.title, link(game.id, component.id)], (n) => go(game.id, component.id, String(n)));
  const element = h("div", { class: "spreads" });
  let pictures = [];

  function build() {
    const pages = pagesNow() || [];
    const { findings = [], why = "" } = game.texts[component.id] || {};
    pictures = [];
    const one = (n) => {
      const p = pages[n];
      if (!p) return h("span", { class: "page blank" });
      const img = h("img", { class: "pic", alt: `Page ${n + 1}` });
      const made = h("a", { class: "page", href: link(game.id, component.id, String(n + 1)), style: { "aspect-ratio": `${p.width} / ${p.height}` }, "data-page": n + 1 }, img, h("span", { class: "folio" }, String(n + 1)));
      pictures.push([img, p, made]);
      return made;
    };
    const spreads = [];
    for (let n = -1; n < pages.length; n += 2) spreads.push(h("div", { class: "spread" }, n < 0 ? h("span", { class: "page blank" }) : one(n), one(n + 1)));
    element.replaceChildren(...[banner(game)].filter(Boolean), ...(findings.length ? [h("div", { class: "problems" }, findingList(findings))] : []),
      pages.length ? h("div", { class: "book" }, spreads) : h("p", { class: "empty" }, waiting(LAYING)));
    tally.textContent = plural(pages.length, "page");
    fill(latest, reason("Laid out again", why));
    redraw();
  }

  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) entry.target.near = true;
    redraw();
  }, { root: document.getElementById("main"), rootMargin: "700px 0px" });

  function redraw() {
    element.style.setProperty("--size", `${settings.size * 1.7}px`);
    for (const [img, p, made] of pictures) {
      watcher.observe(made);
      made.classList.toggle("fresh", Boolean(state.edit && p.m === state.edit));
      if (made.near && p.p) show(img, pixels(p.p, made.getBoundingClientRect().width || settings.size * 1.7), p.p);
    }
  }

  const tally = h("span", { class: "tally" });
  const latest = h("div", { class: "sub" });
  const slider = h("input", { type: "range", min: 90, max: 420, step: 10, value: settings.size, "aria-label": "Size of the pages", oninput: () => { remember({ size: Number(slider.value) }); redraw(); } });
  build();
  return {
    element,
    kind: "desk",
    title: [component.title, game.title],
    bar: [h("h1", {}, component.title), tally, latest, h("span", { class: "grow" }), h("label", { class: "sizes" }, slider)],
    leave() { watcher.disconnect(); },
    update(event) {
      if (event.type === "texts" || event.type === "game") build();
      else if (event.type === "edit") redraw();
    },
    key(event) {
      const step = { "+": 30, "=": 30, "-": -30 }[event.key];
      if (!step) return false;
      slider.value = settings.size + step;
      remember({ size: Number(slider.value) });
      redraw();
      return true;
    },
  };
}

// One page large. `pagesNow` returns all pages, if they are there yet; `names` are title and address
// of what it belongs to. Without the page the view says so, and is drawn anew once there are others.
function pageView(game, pagesNow, number, names, to) {
  const pages = pagesNow() || [];
  const page = pages[number - 1];
  if (!page) {
    const words = pagesNow() ? "There is no such page." : waiting(LAYING);
    return { element: h("p", { class: "empty" }, words), kind: "plainly", rebuilds: true, title: [game.title], bar: [h("h1", {}, h("a", { href: names[1] }, names[0]))] };
  }
  const view = pane(page.width, page.height, (x, y) => source.ask(page.p, "", x, y));
  const source = sourceBox(game, () => view);
  const step = (by) => { const next = number + by; if (next >= 1 && next <= pages.length) to(next); };
  return {
    element: h("div", { class: "board-view" }, view.element, source.element),
    kind: "fixed",
    title: [`${names[0]} ${number}`, game.title],
    bar: [
      button("left", "Previous page (←)", () => step(-1)), button("right", "Next page (→)", () => step(1)),
      h("h1", {}, h("a", { href: names[1] }, names[0])), h("span", { class: "tally" }, `page ${number} of ${pages.length}`),
      h("span", { class: "grow" }), ...view.buttons()],
    enter() { view.start(); view.set(page.p); },
    leave() { view.stop(); },
    key(event) {
      if (event.key === "ArrowLeft" || event.key === "ArrowRight") return step(event.key === "ArrowLeft" ? -1 : 1), true;
      return view.key(event);
    },
    update(event) {
      const fresh = event.type === "texts" && pagesNow()?.[number - 1];
      if (fresh) { page.p = fresh.p; view.set(fresh.p); }
    },
  };
}

// Pages to print

const KINDS = [["sheets", "Card sheets"], ["boards", "Boards"], ["tokens", "Tokens and dice"], ["boxes", "Boxes"], ["booklets", "Booklets"]];

const PAPERS = { a4: "A4", letter: "Letter" };
const FOLDS = { fold: "to fold and staple", mini: "to fold from one sheet" };

function named(game, path) {
  const [id, ...more] = path.split("/").pop().split(".");
  const title = game.components.find((c) => c.id === id)?.title || nice(id);
  const folds = more.filter((word) => FOLDS[word]).map((word) => FOLDS[word]);
  return [title, ...folds].join(", ");
}

// Pages to print show what they are made of, which may be broken.
function outdated(game) {
  const broken = Object.values(game.sides).filter((side) => side.e).length;
  return banner(game) || (broken ? note(`${plural(broken, "side")} cannot be drawn. The pages show what was drawn last, or nothing.`) : null);
}

export function printView(game, path) {
  return path ? fileView(game, path) : filesView(game);
}

function filesView(game) {
  const element = h("div", { class: "files-view" }, h("p", { class: "empty" }, waiting("Planning …")));
  async function read() {
    let files;
    try {
      files = await api(`games/${game.id}/products`);
    } catch (error) {
      element.replaceChildren(h("p", { class: "empty" }, error.message));
      return;
    }
    element.replaceChildren(...[outdated(game)].filter(Boolean), ...KINDS.map(([kind, title]) => {
      const mine = files.filter((f) => f.kind === kind);
      return mine.length ? h("section", {}, h("h2", {}, title), h("ul", { class: "file-list" }, mine.map((f) => h("li", {}, h("a", { href: link(game.id, "~print", f.path) }, icon("sheets"), h("span", { class: "name" }, named(game, f.path)), h("span", { class: "paper" }, PAPERS[(f.path.match(/\.(a4|letter)\.pdf$/) || [])[1]] || (kind === "booklets" ? "reading order" : "true size"))))))) : null;
    }).filter(Boolean));
  }
  return { element, kind: "plainly", title: ["Pages to print", game.title], bar: [h("h1", {}, "Pages to print"), h("span", { class: "sub" }, "as cardgen build would write them")], enter: read, update(event) { if (["game", "ready"].includes(event.type)) read(); } };
}

function fileView(game, path) {
  const match = path.match(/^(.*)~(\d+)$/);
  const file = match ? match[1] : path;
  const grid = h("div", { class: "sheet-wall" });
  const warning = h("div", {});
  const element = h("div", { class: "pages-view" }, warning, grid);
  const title = file.split("/").pop();
  let inner = null;
  let print;
  let drawn = [];

  async function read() {
    let pages;
    try {
      pages = await api(`games/${game.id}/pages`, { path: file });
    } catch (error) {
      element.replaceChildren(h("p", { class: "empty" }, icon("error"), error.message || "These pages cannot be made."));
      inner?.leave?.();
      inner = null;
      return;
    }
    if (match) {
      const now = pages[match[2] - 1]?.p;
      if (inner && print === now) return; // keep how far it is zoomed
      print = now;
      inner?.leave?.();
      inner = pageView(game, () => pages, Number(match[2]), [title, link(game.id, "~print", file)], (n) => go(game.id, "~print", `${file}~${n}`));
      element.replaceChildren(inner.element);
      element.classList.add("one");
      document.getElementById("bar").replaceChildren(document.querySelector("#bar .burger") || "", ...inner.bar);
      inner.enter?.();
      return;
    }
    const fresh = pages.map((p, n) => {
      if (drawn[n]?.p === p.p) return drawn[n].made;
      const img = h("img", { class: "pic", alt: `Page ${n + 1}` });
      const made = h("a", { class: "page", href: link(game.id, "~print", `${file}~${n + 1}`), style: { "aspect-ratio": `${p.width} / ${p.height}` } }, img, h("span", { class: "folio" }, String(n + 1)));
      made.start = () => show(img, pixels(p.p, made.getBoundingClientRect().width || 300), p.p);
      watcher.observe(made);
      return made;
    });
    fill(warning, outdated(game));
    drawn = pages.map((p, n) => ({ p: p.p, made: fresh[n] }));
    grid.replaceChildren(...fresh);
    element.replaceChildren(warning, grid); // after an error
    tally.textContent = plural(pages.length, "page");
  }

  const watcher = new IntersectionObserver((entries) => { for (const entry of entries) if (entry.isIntersecting) entry.target.start(); }, { root: document.getElementById("main"), rootMargin: "400px 0px" });
  const tally = h("span", { class: "tally" }, "Making the pages …");
  let again = 0;
  return {
    element,
    kind: match ? "fixed" : "desk",
    title: [title, game.title],
    bar: [h("h1", {}, h("a", { href: link(game.id, "~print") }, "Pages to print"), h("span", { class: "slash" }, "/"), title), tally],
    enter: read,
    leave() { watcher.disconnect(); inner?.leave?.(); clearTimeout(again); },
    key: (event) => Boolean(inner?.key?.(event)),
    update(event) {
      if (["game", "sides", "texts", "ready"].includes(event.type)) {
        clearTimeout(again);
        again = setTimeout(read, 250);
      }
    },
  };
}
