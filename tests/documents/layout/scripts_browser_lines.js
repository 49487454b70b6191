() => [...document.querySelectorAll("p")].map(p => {
  const text = p.firstChild, range = document.createRange(), lines = new Map();
  for (let i = 0; i < text.length; i++) {
    if (text.data[i] === " ") continue;
    range.setStart(text, i);
    range.setEnd(text, i + 1);
    const box = [...range.getClientRects()].at(-1), y = Math.round((box.top + box.bottom) / 2);
    const {count, left, right} = lines.get(y) ?? {count: 0, left: box.left, right: box.right};
    const [start, end] = [Math.min(left, box.left), Math.max(right, box.right)];
    lines.set(y, {count: count + 1, left: start, right: end});
  }
  const down = [...lines].sort((a, b) => a[0] - b[0]);
  return down.map(([_, {count, left, right}]) => [count, right - left]);
})