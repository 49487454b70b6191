// A board or a page at any zoom: drag, wheel, pinch; a click shows where something is written.

import { api, button, errorsOf, fill, findingList, h, icon, pixels, place, prioritize, reason, show, sideOf, state } from "./core.js";
import { banner } from "./home.js";

const MOST = 14; // pixels a millimetre: about 360 dpi, more than most printers show

// A pane for one picture; width and height are in millimetres. `set` changes the picture.
export function pane(width, height, onpick) {
  const img = h("img", { class: "pic", alt: "", draggable: "false" });
  const mark = h("div", { class: "box" });
  const sheet = h("div", { class: "sheet" }, img, mark);
  const element = h("div", { class: "pane", tabindex: "0", "aria-label": "Drag to move, wheel to zoom" }, sheet);
  let scale = 1;
  let fitted = true;
  let x = 0;
  let y = 0;
  let print = "";
  let sharpen = 0;

  function place_() {
    sheet.style.width = `${width * scale}px`;
    sheet.style.height = `${height * scale}px`;
    sheet.style.transform = `translate(${x}px, ${y}px)`;
    clearTimeout(sharpen);
    sharpen = setTimeout(draw, 140);
  }

  function draw() {
    if (print) show(img, pixels(print, Math.min(width * scale, 5000)), print);
  }

  function fit() {
    const box = element.getBoundingClientRect();
    const room = 28;
    if (!box.width) return;
    scale = Math.min((box.width - 2 * room) / width, (box.height - 2 * room) / height);
    x = (box.width - width * scale) / 2;
    y = (box.height - height * scale) / 2;
    fitted = true;
    place_();
  }

  function zoom(by, cx, cy) {
    const box = element.getBoundingClientRect();
    const [px, py] = [cx ?? box.width / 2, cy ?? box.height / 2];
    const least = Math.min(box.width / width, box.height / height) / 3;
    const next = Math.max(least, Math.min(MOST, scale * by));
    x = px - ((px - x) * next) / scale;
    y = py - ((py - y) * next) / scale;
    scale = next;
    fitted = false;
    place_();
  }

  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = element.getBoundingClientRect();
    if (event.ctrlKey || Math.abs(event.deltaY) >= Math.abs(event.deltaX)) zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX - box.left, event.clientY - box.top);
    else { x -= event.deltaX; fitted = false; place_(); }
  }, { passive: false });

  const fingers = new Map();
  let moved = 0;
  element.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    element.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    moved = 0;
  });
  element.addEventListener("pointermove", (event) => {
    const old = fingers.get(event.pointerId);
    if (!old) return;
    const now = [event.clientX, event.clientY];
    if (fingers.size === 1) {
      x += now[0] - old[0];
      y += now[1] - old[1];
      moved += Math.abs(now[0] - old[0]) + Math.abs(now[1] - old[1]);
      if (moved > 4) { fitted = false; element.classList.add("dragged"); }
      place_();
    } else {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const far = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
      const box = element.getBoundingClientRect();
      zoom(far(now) / far(old), (now[0] + other[0]) / 2 - box.left, (now[1] + other[1]) / 2 - box.top);
      moved = 99;
    }
    fingers.set(event.pointerId, now);
  });
  const up = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    element.classList.remove("dragged");
    if (event.type === "pointerup" && moved <= 4 && onpick) {
      const box = sheet.getBoundingClientRect();
      onpick((event.clientX - box.left) / scale, (event.clientY - box.top) / scale);
    }
  };
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  const watch = new ResizeObserver(() => { if (fitted) fit(); });

  return {
    element, fit, zoom,
    start() { watch.observe(element); fit(); },
    stop() { watch.disconnect(); },
    set(next) { print = next; draw(); },
    mark(box) {
      mark.classList.toggle("there", Boolean(box));
      if (!box) return;
      const [bx, by, bw, bh] = box;
      Object.assign(mark.style, { left: `${(100 * bx) / width}%`, top: `${(100 * by) / height}%`, width: `${(100 * bw) / width}%`, height: `${(100 * bh) / height}%` });
    },
    key(event) {
      if (event.key === "+" || event.key === "=") return zoom(1.3), true;
      if (event.key === "-") return zoom(1 / 1.3), true;
      if (event.key === "0") return fit(), true;
      const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
      if (event.key in steps && !fitted) {
        x += steps[event.key][0];
        y += steps[event.key][1];
        place_();
        return true;
      }
      return false;
    },
    buttons: () => [button("minus", "Smaller (−)", () => zoom(1 / 1.3)), button("fit", "Fit (0)", fit), button("plus", "Larger (+)", () => zoom(1.3))],
  };
}

// The box over a pane that says where the clicked item is written.
export function sourceBox(game, pane_) {
  const element = h("div", { class: "source-box", hidden: true });
  const close = () => { element.hidden = true; pane_().mark(null); };
  return {
    element,
    close,
    async ask(print, side, x, y) {
      let answer;
      try {
        answer = await api(`games/${game.id}/source`, { p: print, side, x: x.toFixed(3), y: y.toFixed(3) });
      } catch {
        return;
      }
      const [first, ...more] = answer.places;
      if (!first) return close();
      pane_().mark(first.box);
      element.hidden = false;
      fill(element,
        button("close", "Close", close, { class: "tiny shut" }),
        ...[first, ...more.slice(0, 3)].map((p, n) => h("div", { class: `hit${n ? " less" : ""}`, onmouseenter: () => pane_().mark(p.box) },
          h("span", { class: "what" }, p.what), place(p.at), n || !p.line ? null : h("code", {}, p.line))));
    },
  };
}

export function boardView(game, component) {
  const [only] = component.sides;
  const id = only.face;
  const view = pane(component.width, component.height, (x, y) => source.ask(sideOf(game, id).p, id, x, y));
  const source = sourceBox(game, () => view);
  const problems = h("div", { class: "problems over" });
  const element = h("div", { class: "board-view", "data-side": id }, view.element, problems, source.element);
  const refresh = () => {
    const side = sideOf(game, id);
    const errors = errorsOf(game, id, id);
    view.set(side.p || "");
    problems.replaceChildren(...[banner(game)].filter(Boolean), ...findingList(errors));
    element.classList.toggle("waiting", Boolean(side.s && !side.p && !errors.length));
    element.classList.toggle("fresh", Boolean(state.edit && side.m === state.edit));
  };
  const latest = h("div", { class: "sub" });
  async function read() {
    try {
      const { why } = await api(`games/${game.id}/side`, { side: id });
      fill(latest, reason("Drawn again", why));
    } catch {
      // the next edit tries again
    }
  }
  return {
    element,
    kind: "fixed",
    title: [component.title, game.title],
    key: (event) => view.key(event),
    bar: [h("h1", {}, component.title), h("span", { class: "tally" }, `${component.width} × ${component.height} mm`), latest, h("span", { class: "grow" }), ...view.buttons()],
    enter() { prioritize(game.id, [id]); view.start(); refresh(); read(); },
    leave() { view.stop(); },
    update(event) {
      if (["sides", "game", "edit", "findings"].includes(event.type)) refresh();
      if (event.sides?.[id]) read();
    },
  };
}
