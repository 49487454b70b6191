// One value for all the cards that are selected.

import { html, useState } from "../core/html.js";
import { nice, plural } from "../core/words.js";
import { quoting } from "../parts/finding.js";
import { Tool } from "../parts/icon.js";
import { toast } from "../shell/toast.js";
import { change } from "./changes.js";
import { anyField, columnsOf, fieldOf } from "./columns.js";
import { Control } from "./control.js";

const SHOWN = 4; // messages, at most

/** @param {{ game: Game, component: Component, form: DeckForm, [more: string]: any }} given */
export function SetAll({ game, component, form, cards, chosen, clear }) {
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

  async function set() {
    setBusy(true);
    const changes = concerned.map((card) => ({ deck: component.id, card: card.id, field: [name], value, was: card.given[name] ?? null }));
    const answer = await change(game, changes);
    setBusy(false);
    setFaults(answer.faults.map((one) => ({ ...one, card: concerned[one.change]?.id })));
    if (answer.written) toast(`${nice(name)} of ${plural(concerned.length, "card")} set`);
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
      <select
        value=${name}
        aria-label="Field"
        onChange=${(event) => {
          setName(event.target.value);
          put(null);
        }}>
        <option value="">a field …</option>
        ${names.map((one) => html`<option key=${one} value=${one}>${nice(one)}</option>`)}
      </select></label
    >
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
    ${
      faults.length > 0 &&
      html`<span class="faults" role="alert"
        >${faults
          .slice(0, SHOWN)
          .map((one) => html`<span class="fault">${one.card && html`<b>${one.card}: </b>`}${quoting(one.message)}</span>`)}
        ${faults.length > SHOWN && html`<span class="fault">and ${faults.length - SHOWN} more. Nothing was written.</span>`}</span
      >`
    }
  </form>`;
}
