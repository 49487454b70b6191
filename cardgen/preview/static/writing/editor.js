// An editor of CodeMirror for a text. It lives in a shadow root: there its styles need no leave.

import { autocompletion, completionKeymap, snippetCompletion } from "../vendor/codemirror-autocomplete.js";
import { defaultKeymap, history, historyKeymap } from "../vendor/codemirror-commands.js";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "../vendor/codemirror-language.js";
import { lintGutter, setDiagnostics } from "../vendor/codemirror-lint.js";
import { EditorState, Prec } from "../vendor/codemirror-state.js";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "../vendor/codemirror-view.js";
import { tags } from "../vendor/lezer-highlight.js";

// What is set apart, the first that fits: its beginning, its end if that may be on another line, its kind.
const TEMPLATE = [
  [/\{#/, /.*?#\}/, "comment"],
  [/<!--/, /.*?-->/, "comment"],
  [/\{\{/, /.*?\}\}/, "keyword"],
  [/\{%/, /.*?%\}/, "keyword"],
  [/<\/?[\w.-]+|\/?>/, null, "tagName"],
  [/[\w-]+(?==)/, null, "attributeName"],
];
const MARKDOWN = [
  [/^#{1,6} .*/, null, "heading"],
  [/^```.*/, null, "keyword"],
  [/\{[^{}]*\}/, null, "keyword"],
  [/\*\*[^*]+\*\*/, null, "strong"],
  [/\*[^*]+\*/, null, "emphasis"],
];
const YAML = [[/^\s*#.*/, null, "comment"], [/\s#.*/, null, "comment"], [/[\w.-]+:(?=\s|$)/, null, "attributeName"], ...MARKDOWN.slice(2)];
const languageOf = (label, template) => (template ? TEMPLATE : /\.ya?ml$/.test(label) ? YAML : /\.md$/.test(label) ? MARKDOWN : []);
const language = (parts) =>
  StreamLanguage.define({
    startState: () => ({ inside: null }),
    token(stream, state) {
      if (!state.inside) {
        const found = parts.find(([begin]) => (begin.source[0] !== "^" || stream.sol()) && stream.match(begin));
        if (!found) stream.next();
        if (!found?.[1]) return found ? found[2] : null;
        state.inside = found;
      }
      const [, end, kind] = state.inside;
      if (stream.match(end)) state.inside = null;
      else stream.skipToEnd();
      return kind;
    },
  });

const looks = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--accent)" },
  { tag: tags.tagName, color: "var(--ok)" },
  { tag: tags.attributeName, color: "var(--warning)" },
  { tag: [tags.heading, tags.strong], fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
]);
// What CodeMirror draws with pictures inside of its styles is drawn without: the page may load none.
const marked = (kind) => ({
  [`.cm-lintRange-${kind}`]: { backgroundImage: "none", textDecoration: `underline wavy var(--${kind})` },
  [`.cm-lint-marker-${kind}`]: { content: "normal", width: ".7em", height: ".7em", borderRadius: "50%", background: `var(--${kind})` },
});
const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--raised)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { font: '13px/1.5 ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace' },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "var(--accent-soft)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", border: "1px solid var(--line-strong)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxWidth: "min(440px, 85vw)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ...marked("error"),
  ...marked("warning"),
});

const listed = (found, more = {}) => Object.entries(found).map(([label, detail]) => ({ label, detail, ...more }));
const attributesOf = (words, tag) => words.tags[tag]?.attributes || {};

// What is completed: what stands before the cursor, and the words for it.
const IN_MARKDOWN = [
  [/\{([^{}\s]*)$/, (words, _, closed) => listed(words.marks).map((one) => ({ ...one, apply: closed ? one.label : `${one.label}}` }))],
  [/^```(\w*)$/m, (words) => listed(words.directives)],
];
const IN_TEMPLATES = [
  [/\{[{%][^{}]*\|\s*(\w*)$/, (words) => listed(words.filters)],
  [/\{[{%](?:[^{}]*[^\w.{}])?([\w.]*)$/, (words) => listed(words.names)],
  [
    /<([\w-]+)[^<>]*\s([\w-]+)="([\w-]*)$/,
    (words, [, tag, name]) => (attributesOf(words, tag)[name]?.values || []).map((label) => ({ label })),
  ],
  [
    /<([\w-]+)(?:[^<>"]|"[^"]*")*\s([\w-]*)$/,
    (words, [, tag]) =>
      Object.entries(attributesOf(words, tag)).map(([label, { doc }]) => snippetCompletion(`${label}="\${}"`, { label, detail: doc })),
  ],
  [/<([\w-]*)$/, (words) => Object.entries(words.tags).map(([label, { doc }]) => ({ label, detail: doc }))],
];
const FAR = 3000; // letters before the cursor that are looked at

const completion = (kinds, words) =>
  autocompletion({
    override: [
      ({ pos, state }) => {
        const before = state.sliceDoc(Math.max(pos - FAR, 0), pos);
        for (const [pattern, offer] of words() ? kinds : []) {
          const found = pattern.exec(before);
          if (found) return { from: pos - found.at(-1).length, options: offer(words(), found, state.sliceDoc(pos, pos + 1) === "}") };
        }
        return null;
      },
    ],
  });

const PARAGRAPH = 4000; // letters in which clicked words are looked for

// Where words are in a text, though lines may break elsewhere in it: all of them, or the first of them.
function placeOf(text, words) {
  const parts = words.split(/\s+/).filter(Boolean);
  for (let n = parts.length; n; n -= 1) {
    const pattern = parts.slice(0, n).map((part) => part.replaceAll(/[^\p{L}\p{N}]/gu, "\\$&"));
    const match = new RegExp(pattern.join("[\\s*]+")).exec(text);
    if (match) return [match.index, match.index + match[0].length];
  }
  return [0, 0];
}

// Returns the editor of a text in an element. `words` returns the words of the game once they are there.
export function openEditor(host, { text, label, template, words, onChange, onSave }) {
  const root = host.attachShadow({ mode: "open" });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        highlightActiveLine(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: String(!template), tabindex: "0" }),
        EditorView.updateListener.of((update) => update.docChanged && onChange(view.state.doc.toString())),
        language(languageOf(label, template)),
        completion(template ? IN_TEMPLATES : IN_MARKDOWN, words),
        syntaxHighlighting(looks),
        theme,
        Prec.high(keymap.of([{ key: "Mod-s", run: () => onSave() || true }])),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      ],
    }),
  });
  return {
    // Show another text; the cursor stays where nothing changed.
    show(next) {
      const now = view.state.doc.toString();
      if (now === next) return;
      let head = 0;
      while (head < now.length && now[head] === next[head]) head += 1;
      let tail = 0;
      while (tail < Math.min(now.length, next.length) - head && now.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
      view.dispatch({ changes: { from: head, to: now.length - tail, insert: next.slice(head, next.length - tail) } });
    },
    // Go to a line, and select the words that were clicked on, as far as the paragraph has them.
    go(line, words = "") {
      const { from } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      const [start, end] = placeOf(view.state.sliceDoc(from, from + PARAGRAPH), words);
      const selection = { anchor: from + start, head: from + end };
      view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) });
      view.focus();
    },
    // Mark what is wrong, each at its line.
    mark(found) {
      const { doc } = view.state;
      const marks = found.map(({ line, column, severity, message }) => {
        const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
        return { from: Math.min(from + Math.max(column - 1, 0), to), to, severity, message };
      });
      view.dispatch(setDiagnostics(view.state, marks));
    },
    close: () => view.destroy(),
  };
}
