// Stands between the page of the preview and the program, which the playground around it runs.
// Each tab has a project of its own: it hears its own events, and tells no other tab of them.

const around = window.parent.playground;

navigator.serviceWorker.addEventListener("message", ({ data, ports }) => around.ask(data.ask, ports[0]));
navigator.serviceWorker.startMessages();

window.EventSource = class {
  static CLOSED = 2;

  constructor(address) {
    this.readyState = 0;
    this.end = around.listen((event) => {
      if (!this.readyState) this.onopen();
      this.readyState = 1;
      this.onmessage({ data: JSON.stringify(event) });
    }, `/${address}`);
  }

  close() {
    this.readyState = 2;
    this.end();
  }
};
window.BroadcastChannel = class {
  postMessage() {}
};
navigator.locks.request = (_, held) => held();

// A place in a file is opened beside the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='playground:']");
  if (!link) return;
  event.preventDefault();
  const [, path, line, column] = /^playground:(.*):(\d+):(\d+)$/.exec(decodeURIComponent(link.getAttribute("href")));
  around.open(path.replace(/^\/?project\//, ""), Number(line), Number(column));
});
