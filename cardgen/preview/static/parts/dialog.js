// A dialog over the page. It closes by Esc, its button or a click beside it, and gives the focus back to where it was.

import { html, useEffect, useId, useRef } from "../core/html.js";
import { Tool } from "./button.js";

// `close` hears that it is closed; `children` may be called with what closes it.
export function Dialog({ title = "", close, children, ...more }) {
  const dialog = useRef(null);
  const id = useId();
  useEffect(() => {
    dialog.current.showModal();
    dialog.current.querySelector(".primary")?.focus(); // a browser would choose the first button, which closes it
  }, []);
  // What stood around it may be gone: a card that has another id by now, say.
  const shut = () => (dialog.current ? dialog.current.close() : close());
  const beside = (event) => event.target === dialog.current && shut();
  return html`<dialog ref=${dialog} aria-labelledby=${title ? id : undefined} onClose=${close} onClick=${beside} ...${more}>
    ${
      title &&
      html`<header>
        <h2 id=${id}>${title}</h2>
        <${Tool} icon="close" label="Close" onClick=${shut} />
      </header>`
    }
    ${typeof children === "function" ? children(shut) : children}
  </dialog>`;
}
