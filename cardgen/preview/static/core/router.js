// Addresses: #/, #/game, #/game/part, #/game/part/card, and #/game/~view/… for what is no part.

export const link = (...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;
export const go = (...parts) => {
  location.hash = link(...parts);
};

// Put another address in place of the present one: Back leads to the one before.
export const replace = (...parts) => location.replace(link(...parts));

// The parts of the address; none for an address that is not ours.
export function route() {
  try {
    return location.hash.replace(/^#\/?/, "").split("?")[0].split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return [];
  }
}

// What follows a question mark in the address.
export const query = () => new URLSearchParams(location.hash.split("?")[1] || "");
