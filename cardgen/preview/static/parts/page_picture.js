// A page among others, pictured once it is near what is in sight.

import { html, useEffect, useRef, useState } from "../core/html.js";
import { Picture } from "./picture.js";

// Whether an element is, or was, near what is in sight; and its width.
function useNear(element) {
  const [wide, setWide] = useState(0);
  useEffect(() => {
    const one = element.current;
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        near.disconnect();
        size.observe(one);
      },
      { root: one.closest("main"), rootMargin: "700px 0px" },
    );
    const size = new ResizeObserver(() => setWide(one.clientWidth));
    near.observe(one);
    return () => {
      near.disconnect();
      size.disconnect();
    };
  }, []);
  return wide;
}

export function PagePicture({ page, number, href, fresh = false }) {
  const element = useRef(null);
  const wide = useNear(element);
  return html`<a
    class=${`page${fresh ? " fresh" : ""}`}
    ref=${element}
    href=${href}
    data-page=${number}
    style=${{ "aspect-ratio": `${page.width} / ${page.height}` }}>
    <${Picture} print=${page.p} width=${wide} /><span class="folio"><span class="unseen">Page </span>${number}</span></a
  >`;
}
