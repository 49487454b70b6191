// Cells of a table as text: what is typed or pasted into them, and what is copied out of them.

const YES = ["true", "yes", "y", "1", "x", "✓"];
const NO = ["false", "no", "n", "0", ""];
const NAMES = { icon: "icon", term: "term", color: "color", font: "font" };

// The names that a value of a field may be; none where it may be any text.
/** @param {Control} control */
export const namesOf = (control, options = {}) => control.options || options[NAMES[control.kind]];

// A value as the text of a cell.
/** @param {Control} control */
export function cellText(control, value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every((item) => typeof item === "string" && !item.includes(","))) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

// The value of a text in a cell; null for no text. A name may be shortened, as long as only one begins so.
/** @param {Control} control @param {string} text */
export function parseCell(control, text, options = {}) {
  const words = text.trim();
  if (!words) return null;
  if (control.kind === "flag") return YES.includes(words.toLowerCase()) ? "true" : NO.includes(words.toLowerCase()) ? "false" : words;
  if (control.kind === "number") return words.replace(/^([-+−]?)(\d+),(\d+)$/, "$1$2.$3").replace("−", "-");
  if (/^[[{]/.test(words) && ["list", "record"].includes(control.kind)) {
    try {
      return JSON.parse(words);
    } catch {
      return words; // the server says what is wrong with it
    }
  }
  if (control.kind === "list") return words.split(/\s*[,;]\s*/).map((item) => parseCell(control.of, item, options) ?? "");
  const names = namesOf(control, options) || [];
  const folded = words.toLowerCase();
  const whole = names.find((name) => name.toLowerCase() === folded);
  const begun = names.filter((name) => name.toLowerCase().startsWith(folded));
  return whole || (begun.length === 1 && begun[0]) || (control.kind === "rich" ? text : words);
}

// Rows of cells from tab-separated text, as spreadsheets put it on the clipboard: a cell in quotes may contain lines.
/** @param {string} text */
export function parseTable(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  const last = rows.at(-1);
  if (rows.length > 1 && last.length === 1 && last[0] === "") rows.pop(); // the line break at the end
  return rows;
}

/** @param {string[][]} rows */
export const tableText = (rows) =>
  rows.map((row) => row.map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t")).join("\n");
