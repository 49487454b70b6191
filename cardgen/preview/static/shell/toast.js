// A word in passing, at the bottom of the page.

let timer = 0;

// What has to be read stays longer.
export function toast(words, long = false) {
  const box = document.getElementById("toast");
  box.textContent = words;
  box.classList.add("up");
  clearTimeout(timer);
  timer = setTimeout(() => box.classList.remove("up"), long ? 7000 : 2600);
}
