// One value for all the cards that are selected.

import { html, useState } from "../core/html.js";
import { plural } from "../core/words.js";
import { Faults } from "../parts/finding.js";
import { Select, Tool } from "../parts/button.js";
import { toast } from "../shell/toast.js";
import { change } from "./changes.js";
import { anyField, columnsOf, fieldOf, headingOf } from "./columns.js";
import { Control } from "./control.js";

const SHOWN = 4; // messages, at most

/** @param {{ table: Table, [more: string]: any }} given */
export function SetAll({ table: { game, component, form, cards, chosen }, clear }) {
  const names = columnsOf(form).slice(1);
  const [name, setName] = useState("");
  const [value, setValue] = useState(null);
  const [faults, setFaults] = useState([]);
  const [busy, setBusy] = useState(false);
  const control = name && anyField(form, name);
  const concerned = [...chosen].map((key) => cards.get(key)).filter((card) => card && !card.made && (!name || fieldOf(form, card, name)));
  const put = (next) => {
    setValue(next);
    setFaults([]);
  };
  const choose = (next) => {
    setName(next);
    put(null);
  };

  async function set() {
    setBusy(true);
    const changes = concerned.map((card) => ({
      deck: component.id,
      card: card.id,
      key: card.key,
      field: [name],
      value,
      was: card.given[name] ?? null,
    }));
    const answer = await change(game, changes);
    setBusy(false);
    setFaults(answer.faults.map((one) => ({ ...one, card: concerned[one.change]?.id })));
    if (answer.written) toast(`${headingOf(form, name)} of ${plural(concerned.length, "card")} set`);
  }

  const keys = (event) => {
    // in a text, Enter would begin a line
    if (event.key !== "Enter" || event.shiftKey || !event.target.matches("textarea")) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  return html`<form
    class="set-all"
    aria-label="Set one value for all selected cards"
    onKeyDown=${keys}
    onSubmit=${(event) => {
      event.preventDefault();
      if (control && concerned.length) set();
    }}>
    <b>${chosen.size} selected</b>
    <label
      >Set${" "}
      <${Select} label="Field" of=${[["", "a field …"], ...names.map((one) => [one, headingOf(form, one)])]} value=${name} choose=${choose}
    /></label>
    ${
      control &&
      html`<span>to</span
        ><span class="entry"
          ><${Control}
            key=${name}
            control=${control}
            value=${value}
            fallback=${control.default ?? form.defaults[name]}
            options=${form.options}
            aria-label="Value"
            onInput=${put}
            onDone=${put}
        /></span>
        <button type="submit" class="seg" disabled=${busy || !concerned.length}>
          ${value === null || value === "" ? "Clear on" : "Set on"} ${plural(concerned.length, "card")}
        </button>`
    }
    <span class="grow"></span>
    <${Tool} icon="close" label="Select none (Esc)" onClick=${clear} />
    <${Faults} faults=${faults} most=${SHOWN} />
  </form>`;
}
