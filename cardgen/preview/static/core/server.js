// Requests to the server.

const tokenOf = (page) => page.querySelector("meta[name=token]").content;
let token = tokenOf(document);

// The server answers, but will not have it: `status` says what kind of refusal it is.
export class Refusal extends Error {
  constructor(status, words) {
    super(words || String(status));
    this.status = status;
  }
}

async function allowed(answer) {
  if (!answer.ok) throw new Refusal(answer.status, await answer.text());
  return answer;
}

async function answered(answer) {
  await allowed(answer);
  return answer.status === 204 ? null : answer.json();
}

export async function api(path, parameters = {}, more = {}) {
  const query = new URLSearchParams(parameters).toString();
  return answered(await fetch(`api/${path}${query ? `?${query}` : ""}`, more));
}

function posted(path, body) {
  const headers = { "Content-Type": "application/json", "X-Cardgen-Token": token };
  return fetch(`api/${path}`, { method: "POST", body: JSON.stringify(body), headers });
}

// The page outlives its server. The next one has another token, which stands in its page.
async function renewed() {
  const before = token;
  const page = await (await fetch("./")).text();
  token = tokenOf(new DOMParser().parseFromString(page, "text/html"));
  return token !== before;
}

async function post(path, body) {
  const answer = await posted(path, body);
  return answer.status === 403 && (await renewed()) ? posted(path, body) : answer;
}

// Ask for something to be done.
export const send = async (path, body) => answered(await post(path, body));

// An answer that is a file; with a body, it is made of what is sent.
export const fetched = async (path, body) => allowed(await (body ? post(path, body) : fetch(`api/${path}`)));

let prioritized = "";

// Sides in sight are laid out first.
/** @param {string} game @param {string[]} sides */
export function prioritize(game, sides) {
  const asked = JSON.stringify([game, sides]);
  if (asked === prioritized || !game) return;
  prioritized = asked;
  send("priority", { game, sides }).catch(() => {
    prioritized = "";
  });
}

// Another server knows nothing of what this one was asked.
export function forgetPriority() {
  prioritized = "";
}
