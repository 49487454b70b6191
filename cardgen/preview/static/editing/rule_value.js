// The number of a rule, to be changed.

import { html, useEffect, useState } from "../core/html.js";
import { api } from "../core/server.js";
import { text } from "../core/words.js";
import { Asking } from "./asking.js";

const CONTROL = { kind: "text", doc: "a number, or a text such as 5-6", required: true };

// Rules as they are written, asked for once for a whole table.
let asked = null;

/** @param {Game} game */
function written(game, values) {
  const key = JSON.stringify([game.id, values]);
  if (asked?.key !== key) asked = { key, answer: api(`games/${game.id}/written`) };
  return asked.answer;
}

/** @param {{ game: Game, [more: string]: any }} given */
export function RuleValue({ game, rule }) {
  const [given, setGiven] = useState(text(rule.value));
  useEffect(() => {
    let current = true;
    written(game, game.revision).then(
      (found) => {
        if (current && found.rules[rule.id]) setGiven(found.rules[rule.id].given);
      },
      () => {},
    );
    return () => {
      current = false;
    };
  }, [game.id, rule.id, text(rule.value)]);
  return html`<${Asking}
    game=${game}
    where=${{ rule: rule.id }}
    given=${given}
    label=${`Rule ${rule.id}`}
    control=${CONTROL}
    stated=${rule.stated} />`;
}
