// What every view is put into: a bar on top, and below it the view.

import { html, useLayoutEffect, useRef } from "../core/html.js";
import { keyOf, run } from "../core/commands.js";
import { Button, Tool } from "./button.js";
import { Empty } from "./finding.js";

const places = new Map(); // how far one had scrolled, by address

// `kind` says how the view lies in its place: "fixed" fills it, "desk" and "plainly" scroll.
// `titles` name the page in the browser, the nearest first.
export function Screen({ titles = [], bar = null, kind = "", children }) {
  const main = useRef(null);
  const title = [...titles, "cardgen"].join(" · ");
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  useLayoutEffect(() => {
    const address = location.hash;
    const element = main.current;
    let top = places.get(address) || 0;
    element.scrollTop = top;
    const noted = () => {
      top = element.scrollTop;
    };
    element.addEventListener("scroll", noted, { passive: true });
    // Who has followed a link by the keyboard goes on from here.
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
    return () => places.set(address, top);
  }, []);
  return html`<header id="bar">
      <${Tool} icon="menu" label="Show the list of games" class="burger" onClick=${() => run("rail")} />${bar}
      <${Button}
        class="seg find-all"
        icon="search"
        label=${html`<kbd>${keyOf("palette")}</kbd>`}
        hint="Find anything, run any command"
        aria-label=${`Find anything (${keyOf("palette")})`}
        onClick=${() => run("palette")} />
    </header>
    <main id="main" ref=${main} tabindex="-1" class=${kind}>${children}</main>`;
}

// A view that has nothing but words to show.
export const Bare = ({ title, titles = [], children }) =>
  html`<${Screen} titles=${titles} bar=${html`<h1>${title}</h1>`}><${Empty}>${children}</${Empty}></${Screen}>`;
