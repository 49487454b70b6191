// Taking away: pictures into the clipboard, files into the folder for downloads.

import { fetched } from "./server.js";
import { toast } from "../shell/toast.js";

export const DENSITIES = [150, 300, 600, 1200];

const query = (given) => new URLSearchParams(given).toString();

/** @param {Game} game */
export const pictureOf = (game, side, dpi = 300, bleed = false) =>
  `games/${game.id}/picture?${query({ side, dpi, ...(bleed ? { area: "bleed" } : {}) })}`;
/** @param {Game} game */
export const fileOf = (game, path) => `games/${game.id}/file?${query({ path })}`;
/** @param {Game} game */
export const openFile = (game, path) => `api/${fileOf(game, path)}&open=1`;

// Say what became of it; a refusal of the server is in words.
async function told(work, words) {
  toast(words.before);
  try {
    toast(words.after(await work()));
    return true;
  } catch (error) {
    toast(error.message || "Something went wrong.", true);
    return false;
  }
}

async function kept(answer) {
  const [, name] = (answer.headers.get("Content-Disposition") || "").match(/filename="([^"]+)"/) || [];
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name || "cardgen";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return name;
}

// Save what the server makes at an address, under the name that it gives it; with a body, it is
// asked for by what is sent.
export const save = (path, body) =>
  told(async () => kept(await fetched(path, body)), { before: "Making the file …", after: (name) => `Saved ${name}` });

/** @param {Game} game */
export function copyPicture(game, side, bleed = false) {
  if (!navigator.clipboard?.write || !window.ClipboardItem) {
    toast("This browser cannot copy pictures. Save the picture instead.", true);
    return Promise.resolve(false);
  }
  // The promise goes in whole: browsers want the copying to begin with the click.
  const png = fetched(pictureOf(game, side, 300, bleed)).then((answer) => answer.blob());
  const words = { before: "Making the picture …", after: () => "Picture copied" };
  return told(async () => {
    await png; // a refusal in the words of the server, not of the browser
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
  }, words);
}
