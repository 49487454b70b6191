// Requests to the server, and answers that are asked for again when an event says that they may have changed.

import { useCallback, useEffect, useRef, useState } from "./html.js";
import { useEvents } from "./store.js";

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

function posted(path, body, more = {}) {
  const headers = { "Content-Type": "application/json", "X-Cardgen-Token": token };
  return fetch(`api/${path}`, { method: "POST", body: JSON.stringify(body), headers, ...more });
}

// The page outlives its server. The next one has another token, which stands in its page.
async function renewed() {
  const before = token;
  const page = await (await fetch("./")).text();
  token = tokenOf(new DOMParser().parseFromString(page, "text/html"));
  return token !== before;
}

async function post(path, body, more = {}) {
  const answer = await posted(path, body, more);
  return answer.status === 403 && (await renewed()) ? posted(path, body) : answer;
}

// Ask for something to be done; `more` says more of the request.
export const send = async (path, body, more = {}) => answered(await post(path, body, more));

// An answer that is a file; with a body, it is made of what is sent.
export const fetched = async (path, body) => allowed(await (body ? post(path, body) : fetch(`api/${path}`)));

const SIGHT = 60; // milliseconds of rest before what is in sight is told
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

// Returns what is told the sides in sight, as one scrolls.
/** @param {Game} game @returns {(sides: string[]) => void} */
export function useSight(game) {
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (sides) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => prioritize(game.id, sides), SIGHT);
    },
    [game.id],
  );
}

// Another server knows nothing of what this one was asked.
export function forgetPriority() {
  prioritized = "";
}

const REST = 250; // milliseconds: events come in crowds

// Returns the answer, null before it is there, and the error, if the last time there was one; the
// last good answer stays. `types` are those of events of the game, or of any game where it is null,
// that ask for another, and so does another `name` of the same thing.
/** @param {Game} game */
export function useFetched(ask, game, types, given = [], name = "") {
  const about = JSON.stringify(given);
  const nothing = { about, answer: null, error: null };
  const [last, setLast] = useState(nothing);
  const [turn, setTurn] = useState(0);
  const found = last.about === about ? last : nothing; // never the answer to another question
  useEffect(() => {
    let current = true;
    ask().then(
      (answer) => {
        if (current) setLast({ about, answer, error: null });
      },
      (error) => {
        if (current) setLast({ ...found, error });
      },
    );
    return () => {
      current = false;
    };
  }, [...given, name, turn]);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), given);
  useEvents((event) => {
    if (!types.includes(event.type) || (game && event.game && event.game !== game.id)) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTurn((n) => n + 1), REST);
  }, given);
  return [found.answer, found.error];
}
