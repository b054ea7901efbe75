/**
 * The only script that stands in the page as text. It unpacks style and script, and starts. It is
 * also the script of a worker, which unpacks the engine at the same time.
 */
import { unpackPart } from "./host/unpack.js";

/* The promise of the engine's bytes. */
function unpackInWorker(text, source) {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(address);
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { bytes, error } }) =>
      (bytes ? resolve(bytes.buffer) : reject(new Error(error)));
    worker.onerror = ({ message }) => reject(new Error(`the engine is not unpacked: ${message}`));
    worker.postMessage(text);
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(address);
  });
}

function serveAsWorker() {
  self.onmessage = ({ data }) => {
    try {
      const bytes = unpackPart(data);
      self.postMessage({ bytes }, [bytes.buffer]);
    } catch ({ message }) {
      self.postMessage({ error: message });
    }
  };
}

function start() {
  const part = (id) => document.getElementById(id);
  const engine = part("wend-engine");
  if (engine && part("wend-bundle")) {
    engine.unpacked = unpackInWorker(engine.textContent, document.currentScript.textContent);
    engine.unpacked.catch(() => {}); // host/open.js reports it
  }
  const style = document.createElement("style");
  style.textContent = new TextDecoder().decode(unpackPart(part("wend-style").textContent));
  document.head.append(style);
  const code = unpackPart(part("wend-script").textContent);
  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  script.onload = () => URL.revokeObjectURL(script.src);
  document.body.dataset.styled = "true";
  document.body.append(script);
}

/* Without the script, nothing else can report that the page is damaged. */
function report({ message }) {
  const box = document.getElementById("opening");
  box.className = "fatal";
  box.setAttribute("role", "alert");
  box.textContent = `The page cannot start: ${message}`;
}

if (typeof document === "undefined") {
  serveAsWorker();
} else {
  try {
    start();
  } catch (error) {
    report(error);
  }
}
