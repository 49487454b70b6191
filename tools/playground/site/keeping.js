// The project in this browser: the one that is worked on, and the one before it.

const KEPT = "cardgen-playground";
const BEFORE = `${KEPT}-before`;

export const kept = () => localStorage.getItem(KEPT);
export const before = () => localStorage.getItem(BEFORE);

// Keep a project. `another` takes the place of the one that was open, which stays at hand.
export function keep(link, another = false) {
  try {
    if (another && kept() && kept() !== link) localStorage.setItem(BEFORE, kept());
    localStorage.setItem(KEPT, link);
    return true;
  } catch {
    return false; // larger than browsers keep
  }
}
