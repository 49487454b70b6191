// A word in passing, at the bottom of the page.

let timer = 0;

export function toast(words) {
  const box = document.getElementById("toast");
  box.textContent = words;
  box.classList.add("up");
  clearTimeout(timer);
  timer = setTimeout(() => box.classList.remove("up"), 2600);
}
