// The list of errors and warnings, and the list of keys.

import { button, findingList, h, icon, link, plural, state, toCome } from "./core.js";

const box = document.getElementById("panel");
const help = document.getElementById("help");

export function togglePanel() {
  box.hidden = !box.hidden;
  panel.update();
  document.dispatchEvent(new Event("status"));
}

export const panel = {
  update() {
    if (box.hidden || !state.project) return;
    const top = box.scrollTop;
    const groups = state.project.games.map((game) => [game, state.findings[game.id] || []]).filter(([, found]) => found.length);
    const sorted = (found) => [...found].sort((a, b) => (a.severity === "error" ? 0 : 1) - (b.severity === "error" ? 0 : 1));
    box.replaceChildren(
      h("header", {}, h("h2", {}, "Findings"), button("close", "Close (e)", togglePanel)),
      groups.length
        ? h("div", { class: "groups" }, groups.map(([game, found]) => h("section", {},
          h("h3", {}, h("a", { href: link(game.id) }, game.title), h("span", { class: "n" }, plural(found.length, "finding"))),
          findingList(sorted(found)))))
        : h("p", { class: "empty" }, icon("ok"), toCome().length ? "No errors, no warnings so far." : "No errors, no warnings."),
    );
    box.scrollTop = top;
  },
};

const KEYS = [
  ["Everywhere", [
    ["/", "search"], ["e", "errors and warnings"], ["v", "next colour vision"], ["d", "light or dark"],
    ["[ ]", "previous, next part of the game"], ["u or Esc", "one level up"], ["h", "all games"], ["m", "list of games (narrow screens)"], ["?", "these keys"]]],
  ["On a wall of cards", [
    ["← ↑ → ↓", "move"], ["Enter", "open the card"], ["− +", "smaller, larger"], ["x", "faces or backs"], ["c", "only what the last edit changed"]]],
  ["On a card", [
    ["← →", "previous, next card"], ["b", "bleed"], ["t", "trim"], ["s", "safe zone"], ["click", "where is this written?"]]],
  ["On a board or page", [
    ["− +", "zoom"], ["0", "fit"], ["drag, wheel, pinch", "move, zoom"], ["click", "where is this written?"]]],
];

export function toggleHelp() {
  if (help.open) {
    help.close();
    return;
  }
  help.replaceChildren(
    h("header", {}, h("h2", { id: "help-title" }, "Keys"), button("close", "Close", () => help.close())),
    h("div", { class: "columns" }, KEYS.map(([title, keys]) => h("section", {}, h("h3", {}, title),
      h("dl", {}, keys.map(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]))))),
  );
  help.showModal();
}

help.addEventListener("click", (event) => { if (event.target === help) help.close(); });
