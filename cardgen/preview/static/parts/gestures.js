// Pointers on a stage: drag, pinch, wheel, and a click that is no drag.

import { useLayoutEffect, useRef } from "../core/html.js";

const STILL = 4; // CSS pixels that a click may wander

// `on` has zoom(by, point), move(dx, dy), pick(point), and drag(from, to) for a drag with Shift
// that returns whether it is taken. Points are in CSS pixels of the element.
export function useGestures(element, on) {
  const now = useRef(on);
  now.current = on;
  useLayoutEffect(() => {
    const box = element.current;
    const fingers = new Map();
    let wandered = 0;
    let from = null;
    const point = (event) => {
      const { left, top } = box.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };
    const wheel = (event) => {
      event.preventDefault();
      const { deltaX, deltaY, ctrlKey } = event;
      if (ctrlKey || Math.abs(deltaY) >= Math.abs(deltaX)) now.current.zoom(Math.exp(-deltaY * (ctrlKey ? 0.01 : 0.0016)), point(event));
      else now.current.move(-deltaX, 0);
    };
    const down = (event) => {
      if (event.button > 1 || event.target.closest("button, a, input, .over")) return;
      box.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, point(event));
      wandered = 0;
      from = event.shiftKey ? point(event) : null;
    };
    const move = (event) => {
      const old = fingers.get(event.pointerId);
      if (!old) {
        now.current.hover?.(point(event));
        return;
      }
      const here = point(event);
      wandered += Math.abs(here[0] - old[0]) + Math.abs(here[1] - old[1]);
      now.current.hover?.(here);
      if (from) now.current.drag(from, here);
      else if (fingers.size === 1) {
        if (wandered > STILL) {
          box.classList.add("dragged");
          now.current.move(here[0] - old[0], here[1] - old[1]);
        }
      } else {
        const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
        const far = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
        now.current.zoom(far(here) / far(old), [(here[0] + other[0]) / 2, (here[1] + other[1]) / 2]);
        wandered += 99;
      }
      fingers.set(event.pointerId, here);
    };
    const up = (event) => {
      if (!fingers.delete(event.pointerId)) return;
      box.classList.remove("dragged");
      if (event.type === "pointerup" && wandered <= STILL) now.current.pick(point(event));
    };
    const leave = () => now.current.hover?.(null);
    const all = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, pointerleave: leave };
    for (const [name, act] of Object.entries(all)) box.addEventListener(name, act);
    box.addEventListener("wheel", wheel, { passive: false });
    return () => {
      for (const [name, act] of Object.entries(all)) box.removeEventListener(name, act);
      box.removeEventListener("wheel", wheel);
    };
  }, []);
}
