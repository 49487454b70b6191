// What the browser keeps for the page, as JSON. Without storage, or room in it, it lasts as long as the page.

export function stored(name, storage = localStorage) {
  try {
    return JSON.parse(storage.getItem(name));
  } catch {
    return null;
  }
}

export function store(name, value, storage = localStorage) {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    // it lasts as long as the page
  }
}
