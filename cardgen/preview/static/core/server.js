// Requests to the server.

const TOKEN = document.querySelector("meta[name=token]").content;

// The server answers, but will not have it: `status` says what kind of refusal it is.
export class Refusal extends Error {
  constructor(status, words) {
    super(words || String(status));
    this.status = status;
  }
}

async function answered(answer) {
  if (!answer.ok) throw new Refusal(answer.status, await answer.text());
  return answer.status === 204 ? null : answer.json();
}

export async function api(path, parameters = {}, more = {}) {
  const query = new URLSearchParams(parameters).toString();
  return answered(await fetch(`/api/${path}${query ? `?${query}` : ""}`, more));
}

// Ask for something to be done.
export async function send(path, body) {
  const headers = { "Content-Type": "application/json", "X-Cardgen-Token": TOKEN };
  return answered(await fetch(`/api/${path}`, { method: "POST", body: JSON.stringify(body), headers }));
}

let prioritized = "";

// Sides in sight are laid out first.
export function prioritize(game, sides) {
  const asked = JSON.stringify([game, sides]);
  if (asked === prioritized || !game) return;
  prioritized = asked;
  send("priority", { game, sides }).catch(() => { prioritized = ""; });
}

// Another server knows nothing of what this one was asked.
export function forgetPriority() {
  prioritized = "";
}
