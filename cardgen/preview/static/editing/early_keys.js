// What one types while a new card is on its way: a field out of sight takes it, until the fields of the card are there.

let field = null;

// Take all keys from now on.
export function takeKeys() {
  dropKeys();
  field = document.createElement("textarea");
  field.className = "unseen";
  field.tabIndex = -1;
  field.setAttribute("aria-label", "Text for the new card");
  field.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.stopPropagation(); // letters are no commands
    if (event.key !== "Tab" && event.key !== "Enter") return;
    event.preventDefault();
    field.value += event.key === "Tab" ? "\t" : "\n";
  });
  document.body.append(field);
  field.focus({ preventScroll: true });
}

export function dropKeys() {
  field?.remove();
  field = null;
}

// Type what was taken, from the control that has the focus on.
export function giveKeys() {
  const text = field?.value || "";
  dropKeys();
  for (const part of text.split(/([\t\n])/)) {
    const control = document.activeElement;
    if (part === "\t") controlAfter(control)?.focus();
    else if (part === "\n") control.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    else if (control instanceof HTMLSelectElement) choose(control, part.toLowerCase());
    else if (part) document.execCommand("insertText", false, part);
  }
}

function controlAfter(control) {
  const all = [...control.closest(".fields").querySelectorAll("a[href], button, input, select, summary, textarea")];
  return all.slice(all.indexOf(control) + 1).find((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
}

/** @param {HTMLSelectElement} menu */
function choose(menu, start) {
  const option = [...menu.options].find((one) => start && one.text.toLowerCase().startsWith(start));
  if (!option) return;
  menu.value = option.value;
  menu.dispatchEvent(new Event("change", { bubbles: true }));
}
