// How a stage is zoomed and moved: arithmetic alone, in CSS pixels and millimetres.

const PRINT = 300 / 25.4; // pixels a millimetre at 300 dpi
const ROOM = 28; // CSS pixels around what is fitted
export const MOST = 24 * PRINT; // one pixel of print is 24 of the screen
export const PIXEL = 8 * PRINT; // one pixel of print is eight of the screen

// A length in mm on the screen, and the place of a box, as styles.
export const px = (value, scale) => `${value * scale}px`;
/** @param {{ x: number, y: number, width?: number, height?: number, [more: string]: any }} box in mm */
export const boxed = ({ x, y, width = undefined, height = undefined }, scale) => ({
  left: px(x, scale),
  top: px(y, scale),
  ...(width === undefined ? {} : { width: px(width, scale) }),
  ...(height === undefined ? {} : { height: px(height, scale) }),
});

// The size and round corners of a card.
export const framed = (width, height, radius, scale) => ({
  width: px(width, scale),
  height: px(height, scale),
  "--rx": px(radius, scale),
  "--ry": px(radius, scale),
});

// A view of content of a size in mm through a box of a size in CSS pixels.
/** @param {number[]} room @param {number[]} size in mm */
export function fitted([wide, high], [width, height]) {
  const room = Math.min(ROOM, wide / 12);
  const scale = Math.max(Math.min((wide - 2 * room) / width, (high - 2 * room) / height), 0.05);
  return { scale, x: (wide - width * scale) / 2, y: (high - height * scale) / 2, fitted: true };
}

// Zoom by a factor, about a point of the box.
/** @param {any} view @param {number} by @param {number[]} at @param {number[]} box @param {number[]} size */
export function zoomed(view, by, [px, py], box, size) {
  const least = Math.min(fitted(box, size).scale / 3, view.scale);
  const scale = Math.max(least, Math.min(MOST, view.scale * by));
  return { scale, x: px - ((px - view.x) * scale) / view.scale, y: py - ((py - view.y) * scale) / view.scale, fitted: false };
}

// Move, but never so far that nothing is left in sight.
/** @param {number[]} box @param {number[]} size */
export function moved(view, dx, dy, box, size) {
  const [[wide, high], [width, height]] = [box, size];
  const keep = 40;
  const within = (value, extent, room) => Math.max(keep - extent, Math.min(room - keep, value));
  return { ...view, x: within(view.x + dx, width * view.scale, wide), y: within(view.y + dy, height * view.scale, high), fitted: false };
}

// The millimetres between the marks of a ruler, so that they stand well apart.
export function rulerStep(scale) {
  return [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].find((step) => step * scale >= 7) || 100;
}
