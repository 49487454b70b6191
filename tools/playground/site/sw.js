// Keeps all files of the playground, so that it works without a network, and answers what its page
// asks by the program that runs beside that page.

const EDITION = "cardgen-playground-{edition}";
const HERE = new URL("./", self.location.href).href;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(begun()));
self.addEventListener("message", (event) => event.waitUntil(keepAll(event.data)));
self.addEventListener("fetch", (event) => {
  const { url } = event.request;
  if (!url.startsWith(HERE)) return;
  const asked = /^page(\/(?:api|pixels)\/[^?]*)\??(.*)$/.exec(url.slice(HERE.length));
  event.respondWith(asked ? answered(event, asked[1], asked[2]) : kept(event));
});

async function begun() {
  for (const name of await caches.keys()) if (name.startsWith("cardgen-playground-") && name !== EDITION) await caches.delete(name);
  await self.clients.claim();
}

async function kept(event) {
  const { request } = event;
  const cache = await caches.open(EDITION);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const answer = await fetch(request, { cache: "no-cache" });
  if (answer.ok && request.method === "GET") event.waitUntil(cache.put(request, answer.clone()));
  return answer;
}

async function keepAll(files) {
  const cache = await caches.open(EDITION);
  for (const file of files) {
    const url = new URL(file, HERE).href;
    if (!(await cache.match(url))) await cache.add(new Request(url, { cache: "no-cache" }));
  }
}

// The page that asks passes the question on; a tab that was opened from it has none of its own.
async function answered({ request, clientId }, path, query) {
  const pages = await self.clients.matchAll();
  const page = pages.find((one) => one.id === clientId) || pages.find((one) => one.url.startsWith(`${HERE}page/`));
  if (!page) return new Response("The playground is not open.", { status: 503 });
  const body = request.method === "POST" ? new Uint8Array(await request.arrayBuffer()) : null;
  const { port1, port2 } = new MessageChannel();
  page.postMessage({ ask: [request.method, decodeURIComponent(path), query, body] }, [port2]);
  return new Promise((resolve) => {
    const parts = [];
    let head = null;
    port1.onmessage = ({ data }) => {
      if (data.head) head = data.head;
      else if (data.part) parts.push(data.part);
      else resolve(head ? new Response(head.status === 204 ? null : new Blob(parts), head) : new Response(data.fault, { status: 500 }));
    };
  });
}
