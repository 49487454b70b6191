// Words for states and moments.

const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

const day = (date) => (date ? DAY.format(new Date(date)) : "");
export const clock = (seconds) => TIME.format(new Date(seconds * 1000));

export const fileName = (path) => path.split("/").pop();

// The files of a save in a few words.
export function filesSaid(files) {
  const [first, ...more] = files;
  return `${fileName(first || "")}${more.length ? ` and ${more.length} more` : ""}`;
}

// A state in one line: for a menu.
export function stateSaid(state) {
  const version = state.version && !state.tags.some((tag) => tag.endsWith(state.version)) ? ` (${state.version})` : "";
  if (state.id === "printed") return [`Printed${version}`, day(state.date)].filter(Boolean).join(" · ");
  const name = state.tags.join(", ") || (state.printed ? "printed" : "");
  return [name + (name ? version : ""), day(state.date), state.title + (name ? "" : version)].filter(Boolean).join(" · ");
}

// A state in a word or two.
export function stateNamed(state) {
  if (state.id === "printed") return `the print${state.version ? ` of ${state.version}` : ""}`;
  return state.tags[0] || `${state.id.slice(0, 7)}${state.date ? ` of ${day(state.date)}` : ""}`;
}
