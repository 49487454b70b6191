// A rule text or template, written beside the page or card that it makes.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { api, useFetched } from "../core/server.js";
import { changed, state } from "../core/store.js";
import { readForm } from "../editing/changes.js";
import { useCalled } from "../editing/drafts.js";
import { useEntry } from "../editing/entry.js";
import { useSketches } from "../editing/sketching.js";
import { Empty, Findings } from "../parts/finding.js";
import { Tool } from "../parts/button.js";

// Beside a view: the text that is open, if any. `sides` show it with what is not saved yet.
export function Writing({ game, sides }) {
  useEffect(() => {
    const mine = { game: game.id };
    state.writable = mine;
    changed();
    return () => {
      if (state.writable === mine) state.writable = null; // the next view may be there already
    };
  }, [game.id]);
  const { writing } = state;
  return writing?.game === game.id && html`<${Panel} key=${writing.path} game=${game} at=${writing} sides=${sides} />`;
}

function Panel({ game, at, sides }) {
  const { path } = at;
  const [file, error] = useFetched(
    () => readForm(game, () => api(`games/${game.id}/text`, { path })),
    null,
    ["edit", "steps"],
    [game.id, path],
  );
  const [library, setLibrary] = useState(null);
  useEffect(() => {
    import("./editor.js").then((loaded) => setLibrary(loaded));
  }, []);
  const close = () => {
    state.writing = null;
    changed();
  };
  return html`<section class="writing" aria-label=${path}>
    ${
      file && library
        ? html`<${Text} game=${game} at=${at} sides=${sides} file=${file} library=${library} close=${close} />`
        : html`<header><h2>${path}</h2><${Tool} icon="close" label="Close the text" onClick=${close} /></header>
            <${Empty}>${error ? "This text is not in the project." : "Opening …"}</${Empty}>`
    }
  </section>`;
}

function Text({ game, at, sides, file, library, close }) {
  const { path } = at;
  const [words] = useFetched(() => api(`games/${game.id}/words`), game, ["game"], [game.id]);
  const [drawn, setDrawn] = useState([]); // what is wrong with what was drawn last, not saved yet
  const home = useRef(null);
  const host = useRef(null);
  const editor = useRef(null);
  const onTyped = useSketches(game, sides, setDrawn);
  const where = { text: path };
  const entry = useEntry({
    game,
    where,
    label: path.split("/").pop(),
    given: file.text,
    stamp: file,
    sides: path.endsWith(".j2") ? sides : [],
    onTyped: (value, written) => onTyped(where, value, written),
  });
  useCalled(entry.name, home);
  const now = useRef(null);
  now.current = { entry, words };
  useLayoutEffect(() => {
    const made = library.openEditor(host.current, {
      text: entry.value,
      label: path,
      template: path.endsWith(".j2"),
      words: () => now.current.words,
      onChange: (text) => text !== now.current.entry.value && now.current.entry.type(text),
      onSave: () => {
        now.current.entry.write();
      },
    });
    editor.current = made;
    return made.close;
  }, []);
  useLayoutEffect(() => editor.current.show(entry.value), [entry.value]);
  useEffect(() => editor.current.go(at.line, at.words), [at]);
  const found = entry.dirty ? [...entry.faults, ...drawn] : (state.findings[game.id] || []).filter((one) => one.path === path);
  const shown = [...new Map(found.map((one) => [`${one.line}${one.message}`, one])).values()];
  const marks = JSON.stringify(shown.filter((one) => one.path === path));
  useEffect(() => editor.current.mark(JSON.parse(marks)), [marks]);
  // Keys are for the text; Esc goes back to the page.
  const keys = (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) document.getElementById("main").focus({ preventScroll: true });
    event.stopPropagation();
  };
  return html`<header ref=${home}>
      <h2 title=${path}>${path}</h2>
      <button type="button" class="seg" disabled=${!entry.dirty} title="Ctrl S" onClick=${() => entry.write()}>
        ${entry.dirty ? "Save" : "Saved"}
      </button>
      <${Tool} icon="close" label="Close the text" onClick=${close} />
    </header>
    <div class="text" ref=${host} onKeyDown=${keys}></div>
    ${
      (shown.length > 0 || entry.now) &&
      html`<div class="problems" role="status">
        ${
          entry.now &&
          html`<p class="note">
            Save again to overwrite it, or${" "}
            <button type="button" class="plain" onClick=${() => entry.cancel()}>load the text of the file</button>.
          </p>`
        }
        <${Findings} found=${shown} />
      </div>`
    }`;
}
