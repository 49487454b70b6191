// What one can make of a game: a form for each, its output, and the files that it makes.

import { html, useEffect, useRef, useState } from "../core/html.js";
import { go, link } from "../core/router.js";
import { api, send } from "../core/server.js";
import { useEvents } from "../core/store.js";
import { addPart } from "../editing/changes.js";
import { Button, Icon } from "../parts/button.js";
import { Coming } from "../parts/finding.js";
import { Screen } from "../parts/screen.js";
import { Fields } from "./fields.js";

const remembered = {}; // what was filled in, by command
const VERSIONED = ["printed", "reprint"]; // commands after which one may begin the next version

const nameOf = (path) => path.split("/").pop();
const fileLink = (path, n) => `api/commands/files/${n}/${encodeURIComponent(nameOf(path))}`;

/** @param {{ run: CommandRun }} given */
function Files({ run }) {
  if (!run.files.length) return null;
  return html`<section class="made">
    <header>
      <h2>${run.files.length} ${run.files.length === 1 ? "file" : "files"}</h2>
      <${Button} label="Open folder" onClick=${() => send("commands/folder", {})} />
    </header>
    <ul>
      ${run.files.map(
        (path, n) =>
          html`<li key=${path}>
            <a href=${fileLink(path, n)} target="_blank" rel="noopener"
              ><${Icon} name="sheets" /><span class="name">${nameOf(path)}</span></a
            >
            <span class="quiet">${path.slice(0, -nameOf(path).length - 1)}</span>
            <span class="quiet print">${path.endsWith(".pdf") ? "open to print at 100 %" : ""}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {{ run: CommandRun }} given */
function Output({ run }) {
  const end = useRef(null);
  const running = run.code === null;
  useEffect(() => {
    if (running) end.current?.scrollTo(0, end.current.scrollHeight);
  }, [run.lines.length]);
  const [position, total, step] = run.progress || [0, 0, ""];
  const words = running
    ? step || "Working …"
    : run.code === 0
      ? "Done"
      : run.code === 1
        ? "Done, with something to mend"
        : run.code === 130
          ? "Cancelled"
          : "Not done";
  return html`<section class="output" aria-live="polite">
    <header>
      <strong class=${running ? "" : run.code === 0 ? "fine" : "failed"}>${words}</strong>
      ${running && (total ? html`<progress value=${position} max=${total}></progress>` : html`<progress></progress>`)}
      ${running && html`<${Button} label="Cancel" onClick=${() => send("commands/cancel", {})} />`}
    </header>
    <pre ref=${end} tabindex="0" aria-label="Output">${run.lines.join("\n")}</pre>
    <details class="quiet line">
      <summary>The same in a terminal</summary>
      <code>${run.words}</code>
    </details>
  </section>`;
}

// A button that gives the game its next version, so that the next print differs from the recorded one.
/** @param {{ game: Game, [more: string]: any }} given */
function NextVersion({ game }) {
  const [words, setWords] = useState("The margin of new sheets then has the new version.");
  const [isDone, setDone] = useState(false);
  const begin = async () => {
    const { written, name, faults } = await addPart(game, { part: "version" });
    setDone(written);
    setWords(written ? `The game is version ${name} now.` : faults[0].message);
  };
  return html`<p class="act">
    <${Button} label="Begin the next version" disabled=${isDone} onClick=${begin} /><span class="quiet" role="status">${words}</span>
  </p>`;
}

/** @param {{ game: Game, form: CommandForm, run: CommandRun, setRun: (run: CommandRun) => void }} given */
function Command({ game, form, run, setRun }) {
  const [values, setValues] = useState(remembered[form.id] || {});
  const [error, setError] = useState("");
  const running = run.id && run.code === null;
  remembered[form.id] = values;
  const submit = async (event) => {
    event.preventDefault();
    setError("");
    const filled = Object.entries(values).filter(
      ([, value]) => value !== "" && value !== false && (!Array.isArray(value) || value.some(Boolean)),
    );
    try {
      setRun(await send("commands/run", { id: form.id, game: form.has_game ? game.id : "", values: Object.fromEntries(filled) }));
    } catch (fault) {
      setError(fault.message);
    }
  };
  const [first, ...others] = form.help.split("\n\n");
  return html`<form class="command" onSubmit=${submit}>
    <h2>${form.title}</h2>
    <p>${first}</p>
    <div class="act">
      <button type="submit" class="main" disabled=${running}>Start</button>
      ${form.has_game && html`<span class="quiet">for ${game.title}</span>`}
    </div>
    ${error && html`<p class="fault" role="alert">${error}</p>`}
    ${run.id === form.id && html`<${Output} run=${run} /><${Files} run=${run} />`}
    ${VERSIONED.includes(form.id) && html`<${NextVersion} game=${game} />`}
    <${Fields} game=${game} form=${form} values=${values} set=${(name, value) => setValues({ ...values, [name]: value })} />
    ${
      others.length > 0 &&
      html`<details class="group">
        <summary>More about this</summary>
        ${others.map((text) => html`<p key=${text}>${text}</p>`)}
      </details>`
    }
  </form>`;
}

/** @param {{ game: Game, rest: string[], [more: string]: any }} given */
export function CommandsView({ game, rest: [id] }) {
  const [forms, setForms] = useState(null);
  const [error, setError] = useState("");
  const [run, setRun] = useState({ id: "", words: "", lines: [], files: [], code: null, progress: null });
  const load = () =>
    api("commands").then(
      (answer) => {
        setForms(answer.forms);
        setRun(answer.run);
      },
      (fault) => setError(fault.message),
    );
  useEffect(() => {
    load();
  }, []);
  useEvents((event) => {
    if (event.type !== "command") return;
    if (event.run) setRun(event.run);
    else setRun((now) => ({ ...now, ...(event.progress ? { progress: event.progress } : { lines: [...now.lines, event.line] }) }));
  }, []);
  const form = forms?.find((one) => one.id === id) || forms?.[0];
  const groups = [...new Set(forms?.map((one) => one.group))];
  return html`<${Screen} kind="plainly" titles=${["Make and print", game.title]} bar=${html`<h1>Make and print</h1>`}>
    <div class="commands">
      ${!form && html`<${Coming} words=${forms ? "This page runs no commands." : "Reading the commands …"} error=${error} />`}
      ${
        form &&
        html`<nav aria-label="Commands">
            <select aria-label="Command" value=${form.id} onChange=${(event) => go(game.id, "~make", event.target.value)}>
              ${forms.map((one) => html`<option key=${one.id} value=${one.id} selected=${one === form}>${one.title}</option>`)}
            </select>
            ${groups.map(
              (group) =>
                html`<section key=${group}>
                  <h2>${group}</h2>
                  <ul>
                    ${forms
                      .filter((one) => one.group === group)
                      .map(
                        (one) =>
                          html`<li key=${one.id}>
                            <a
                              href=${link(game.id, "~make", one.id)}
                              aria-current=${one === form ? "page" : undefined}
                              title=${one.help.split("\n\n")[0]}
                              >${one.title}</a
                            >
                          </li>`,
                      )}
                  </ul>
                </section>`,
            )}
          </nav>
          <${Command} key=${form.id} game=${game} form=${form} run=${run} setRun=${setRun} />`
      }
    </div>
  </${Screen}>`;
}
