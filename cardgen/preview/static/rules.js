// The numbers of the rules: their values, where they are written, which cards state them.

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
      const component = game.components.find((c) => c.id === deck);
      return component?.cards?.find((c) => c.id === id)?.title || (id ? nice(id) : component?.title) || nice(deck);
    };
    element.replaceChildren(...[banner(game)].filter(Boolean),
      rules.length ? h("table", { class: "rules" },
        h("thead", {}, h("tr", {}, h("th", {}, "Rule"), h("th", { class: "num" }, "Value"), h("th", {}, "Written at"), h("th", {}, "Stated on"))),
        h("tbody", {}, rules.map((rule) => h("tr", {},
          h("th", { scope: "row" }, h("code", {}, rule.id)), h("td", { class: "num" }, text(rule.value)), h("td", {}, place(rule.at)),
          h("td", {}, statements(rule.stated))))))
        : h("p", { class: "empty" }, "This game has no rule numbers."));

    function statements(places) {
      if (!places.length) return h("span", { class: "quiet" }, "–");
      const lines = h("ul", { class: "stated" }, places.map((one) => h("li", {},
        one.what ? h("a", { class: "cite", href: link(game.id, ...one.what.split("/")) }, title(one.what)) : null, place(one.at),
        one.shows.length > 1 ? h("span", { class: "quiet", title: one.shows.join(", ") }, `on ${one.shows.length}`) : null)));
      return places.length > 5 ? h("details", {}, h("summary", {}, plural(places.length, "place")), lines) : lines;
    }
  }
  return { element, kind: "plainly", title: ["Rule numbers", game.title], bar: [h("h1", {}, "Rule numbers")], enter: read, update(event) { if (event.type === "game") read(); } };
}
