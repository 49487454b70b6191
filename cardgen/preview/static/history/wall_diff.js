// What differs on a wall from the state that it is compared with.

import { html, useMemo } from "../core/html.js";
import { Chip } from "../parts/asked.js";
import { againstOf, goneFrom, kindOf, LAST, useComparison } from "./against.js";

// `shown` are the items that are asked for otherwise. Returns the comparison; `kinds` by item; the
// items `left` once only those that differ are asked for; `listed`, with what is gone at the end.
/** @param {Game} game @param {Component} component @param {Asked} asked */
export function useDiff(game, component, all, shown, asked) {
  const comparison = useComparison(game);
  const active = againstOf(game) !== LAST;
  const kinds = useMemo(
    () => new Map(comparison ? all.map((item) => [item.key, kindOf(game, comparison, component, item)]).filter(([, kind]) => kind) : []),
    [comparison, all],
  );
  const gone = useMemo(() => {
    const [like] = all;
    if (!like || asked.query || Object.values(asked.picked).some((values) => values.length)) return [];
    return goneFrom(comparison, component.id).map((one) => ({ ...one, like, width: like.width, height: like.height }));
  }, [comparison, all, asked.query, asked.picked]);
  const left = useMemo(
    () => (active && asked.differs ? shown.filter((item) => kinds.has(item.key)) : shown),
    [shown, kinds, active, asked.differs],
  );
  const listed = useMemo(() => (gone.length ? [...left, ...gone] : left), [left, gone]);
  return { active, comparison, kinds, left, listed, count: kinds.size + gone.length };
}

/** @param {{ diff: Diff, asked: Asked, [more: string]: any }} given */
export const DiffButton = ({ diff, asked, ask }) =>
  diff.active
    ? html`<${Chip}
        label=${`Differs (${diff.count})`}
        hint="Only what differs (c)"
        on=${asked.differs}
        onClick=${() => ask({ differs: !asked.differs })} />`
    : null;
