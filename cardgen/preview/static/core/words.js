// Words for what the page shows.

export const plural = (n, noun, many = `${noun}s`) => `${n} ${n === 1 ? noun : many}`;

export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);
export const nice = (name) => sentence(String(name).replaceAll(/[-_.]+/g, " "));

// Some titles as one writes them: "a, b and c".
export const listed = (titles) => [titles.slice(0, -1).join(", "), titles.at(-1)].filter(Boolean).join(" and ");

// The kinds of an element, as the value of `class`: those that are not empty.
export const kinds = (...all) => all.filter(Boolean).join(" ");

// A value of a card in one line.
export function text(value) {
  if (value === null || value === undefined) return "";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.map(text).join(", ");
  if (typeof value === "object") {
    return Object.entries(value)
      .filter(([, v]) => v !== null && v !== "")
      .map(([k, v]) => `${nice(k).toLowerCase()} ${text(v)}`)
      .join(" · ");
  }
  return String(value);
}

// Numbers of millimetres as people write them: 63.5, not 63.50000001.
export const mm = (value) => String(Math.round(value * 100) / 100);
