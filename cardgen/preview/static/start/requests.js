// Requests of the start page that are no JSON.

import { Refusal } from "../core/server.js";

// Send a spreadsheet to the server, which keeps it in a temporary folder.
/** @param {File} file */
export async function upload(file) {
  /** @type {HTMLMetaElement} */
  const meta = document.querySelector("meta[name=token]");
  const headers = { "X-Cardgen-Token": meta.content, "Content-Type": "application/octet-stream" };
  const answer = await fetch(`api/upload?${new URLSearchParams({ name: file.name })}`, { method: "POST", body: file, headers });
  if (!answer.ok) throw new Refusal(answer.status, await answer.text());
}
