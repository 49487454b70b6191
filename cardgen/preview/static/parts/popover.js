// A button that opens a small panel below it.

import { useCommands } from "../core/commands.js";
import { html, useEffect, useId, useRef, useState } from "../core/html.js";
import { Icon } from "./button.js";

// `children` is called with what closes the panel, once it is open. The command opens it, too.
export function Popover({ label, icon, command, children }) {
  const [open, setOpen] = useState(false);
  const home = useRef(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    home.current?.querySelector("button").focus();
  };
  useCommands({ [command]: () => setOpen(true), close: open && close });
  useEffect(() => {
    if (!open) return undefined;
    home.current.querySelector(".popover").focus();
    const away = (event) => {
      if (!home.current.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [open]);
  const left = (event) => {
    if (event.relatedTarget && !home.current.contains(event.relatedTarget)) setOpen(false);
  };
  return html`<div class="pop" ref=${home} onFocusOut=${left}>
    <button
      type="button"
      class="seg with-icon"
      title=${label}
      aria-expanded=${String(open)}
      aria-controls=${open ? id : undefined}
      aria-haspopup="dialog"
      onClick=${() => (open ? close() : setOpen(true))}>
      <${Icon} name=${icon} /><span>${label}</span>
    </button>
    ${open && html`<div class="popover" id=${id} role="dialog" aria-label=${label} tabindex="-1">${children(close)}</div>`}
  </div>`;
}
