// Light or dark, and colours as others see them.

import { remember, settings } from "../core/settings.js";
import { nice } from "../core/words.js";
import { toast } from "./toast.js";

export const VISIONS = {
  normal: "Normal colours",
  protan: "Protan (no red cones)",
  deutan: "Deutan (no green cones)",
  tritan: "Tritan (no blue cones)",
  grey: "Grey-scale",
};
const THEMES = ["auto", "light", "dark"];

export function setVision(id) {
  remember({ vision: id });
  applyLooks();
  toast(VISIONS[id]);
}

export function nextVision() {
  const all = Object.keys(VISIONS);
  setVision(all[(all.indexOf(settings.vision) + 1) % all.length]);
}

export function nextTheme() {
  const theme = THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length];
  remember({ theme });
  applyLooks();
  toast(theme === "auto" ? "Light or dark, like the system" : `${nice(theme)} theme`);
}

export function applyLooks() {
  document.body.dataset.vision = settings.vision;
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}
