// The program in its worker: calls of its functions, questions of the page, and its events.

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });

// A message to the worker, and the port that its answers come by.
function tell(message, port) {
  if (port) return worker.postMessage(message, [port]);
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(message, [port2]);
  return port1;
}

// Call a function of main.py; a fault of Python is an Error with its last line.
export const call = (name, ...given) =>
  new Promise((resolve, reject) => {
    tell({ call: name, given }).onmessage = ({ data }) =>
      data.fault
        ? reject(
            new Error(
              data.fault
                .trim()
                .split("\n")
                .at(-1)
                .replace(/^\w+Error: /, ""),
            ),
          )
        : resolve(data.value);
  });

export const ask = (question, port) => tell({ ask: question }, port);

// Ask by GET; resolves with the bytes and the headers.
export const fetched = (path, query = "") =>
  new Promise((resolve, reject) => {
    const parts = [];
    let head = null;
    ask(["GET", path, query, null]).onmessage = ({ data }) => {
      if (data.head) head = data.head;
      else if (data.part) parts.push(data.part);
      else if (head?.status === 200) resolve({ blob: new Blob(parts), headers: head.headers });
      else new Blob(parts).text().then((words) => reject(new Error(data.fault || words)));
    };
  });

// Hear the events of the project, from now on; returns what ends that.
export function listen(hear, path = "/events") {
  const port = ask(["GET", path, "", null]);
  const decoder = new TextDecoder();
  port.onmessage = ({ data }) => {
    for (const line of data.part ? decoder.decode(data.part).split("\n") : [])
      if (line.startsWith("data: ")) hear(JSON.parse(line.slice(6)));
  };
  return () => port.close();
}
