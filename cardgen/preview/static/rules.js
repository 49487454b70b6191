// The numbers of the rules: what they are, where they stand, which cards state them.

import { api, h, link, nice, place, plural, text } from "./core.js";
import { banner } from "./home.js";

export function rulesView(game) {
  const element = h("div", { class: "rules-view" });
  async function read() {
    let rules;
    try {
      rules = await api(`games/${game.id}/rules`);
    } catch {
      return;
    }
    const title = (name) => {
      const [deck, id] = name.split("/");
      return game.components.find((c) => c.id === deck)?.cards?.find((c) => c.id === id)?.title || nice(id);
    };
    element.replaceChildren(...[banner(game)].filter(Boolean),
      rules.length ? h("table", { class: "rules" },
        h("thead", {}, h("tr", {}, h("th", {}, "Rule"), h("th", { class: "num" }, "Value"), h("th", {}, "Written at"), h("th", {}, "Stated on"))),
        h("tbody", {}, rules.map((rule) => h("tr", {},
          h("th", { scope: "row" }, h("code", {}, rule.id)), h("td", { class: "num" }, text(rule.value)), h("td", {}, place(rule.at)),
          h("td", { class: "cites" }, rule.cards.length > 8 ? h("details", {}, h("summary", {}, plural(rule.cards.length, "card")), links(rule.cards)) : links(rule.cards))))))
        : h("p", { class: "empty" }, "This game names no rule numbers."));

    function links(names) {
      return names.length ? names.map((name) => h("a", { class: "cite", href: link(game.id, ...name.split("/")) }, title(name))) : h("span", { class: "quiet" }, "–");
    }
  }
  return { element, kind: "plainly", title: ["Rule numbers", game.title], bar: [h("h1", {}, "Rule numbers")], enter: read, update(event) { if (event.type === "game") read(); } };
}
