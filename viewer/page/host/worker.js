/** The worker of a page: one engine, which does what the page sends (host/wasm.js). */
import { Engine } from "./engine.js";
import { fromBase64, gunzip } from "./unpack.js";

let engine = null;

const jobs = {
  async open({ wasm, bundle, kernel }) {
    const opening = typeof bundle === "string" ? gunzip(fromBase64(bundle)) : bundle;
    engine = await Engine.create(wasm, (text) => console.log(text));
    engine.open(new Uint8Array(await opening), kernel);
    return null;
  },
  ask: ({ text }) => engine.answer(text),
  frame: ({ colouring }) => engine.frame(colouring),
  save: () => engine.save(),
  load({ bytes }) {
    engine.load(new Uint8Array(bytes));
    return null;
  },
};

/* Jobs are done one after another, in the order in which they came. */
let last = Promise.resolve();
self.onmessage = ({ data }) => {
  last = last.then(async () => {
    try {
      const result = await jobs[data.job](data);
      self.postMessage({ id: data.id, result }, result instanceof ArrayBuffer ? [result] : []);
    } catch (error) {
      self.postMessage({ id: data.id, error: error.message });
    }
  });
};
