// The size of an element, as it is now.

import { useLayoutEffect, useRef, useState } from "../core/html.js";

// Returns a reference for the element, and its width and height in CSS pixels; 0 before it is there.
/** @returns {[{ current: any }, number, number]} */
export function useSize() {
  const element = useRef(null);
  const [size, setSize] = useState([0, 0]);
  useLayoutEffect(() => {
    const one = element.current;
    const measure = () =>
      setSize((old) => (old[0] === one.clientWidth && old[1] === one.clientHeight ? old : [one.clientWidth, one.clientHeight]));
    const watcher = new ResizeObserver(measure);
    watcher.observe(one);
    measure();
    return () => watcher.disconnect();
  }, []);
  return [element, size[0], size[1]];
}
