/** What a page shows: the elements that the tool or a server puts into it. */
import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { register } from "node:module";

/* Scripts of workers are only made by the build. */
register(`data:text/javascript,${encodeURIComponent(`
export function resolve(name, context, next) {
  return name.startsWith("worker:")
    ? { url: "data:text/javascript,export default ''", shortCircuit: true } : next(name, context);
}`)}`);
const { openHosts } = await import("../../page/host/open.js");
const { WasmHost } = await import("../../page/host/wasm.js");
const { SocketHost } = await import("../../page/host/socket.js");

/* A page with some elements. */
function makePage({ host = null, bundles = [], engine = "ENGINE" }) {
  return {
    getElementById(id) {
      if (id === "wend-host" && host !== null) return { textContent: host };
      if (id === "wend-engine" && engine !== null) return { unpacked: Promise.resolve(engine) };
      return null;
    },
    querySelectorAll: () => bundles.map(([textContent, name]) =>
      ({ textContent, dataset: name === undefined ? {} : { name } })),
  };
}

let opened;
const originals = { wasm: WasmHost.open, socket: SocketHost.open };
beforeEach(() => {
  opened = [];
  WasmHost.open = async (...values) => {
    opened.push(values);
    return "wasm";
  };
  SocketHost.open = async (address) => {
    opened.push(address);
    return "socket";
  };
  globalThis.location = new URL("http://127.0.0.1:8000/?token=secret");
});
afterEach(() => {
  WasmHost.open = originals.wasm;
  SocketHost.open = originals.socket;
  delete globalThis.location;
});

test("a bundle is opened with the engine of the page", async () => {
  const hosts = await openHosts(makePage({ bundles: [["BUNDLE"]] }));
  assert.deepEqual(hosts, [{ host: "wasm", name: "" }]);
  assert.deepEqual(opened, [["ENGINE", "BUNDLE"]]);
});

test("two bundles are two runs with names; further ones are left out", async () => {
  const bundles = [["A", "steer orca"], ["B", "steer orca_arc"], ["C", "more"]];
  const hosts = await openHosts(makePage({ bundles }));
  assert.deepEqual(hosts.map(({ name }) => name), ["steer orca", "steer orca_arc"]);
});

test("a page without bundle or engine says what is missing", async () => {
  await assert.rejects(openHosts(makePage({})), /wend run SCENARIO -o page.html/);
  await assert.rejects(openHosts(makePage({ bundles: [["B"]], engine: null })),
    /without an engine/);
});

test("a server is connected to with the token of the page", async () => {
  const hosts = await openHosts(makePage({ host: '{"socket": "/live"}' }));
  assert.deepEqual(hosts, [{ host: "socket", name: "" }]);
  assert.deepEqual(opened, ["ws://127.0.0.1:8000/live?token=secret"]);
});

test("a server may offer two runs", async () => {
  const runs = [{ socket: "/live?run=0", name: "a" }, { socket: "/live?run=1", name: "b" }];
  const hosts = await openHosts(makePage({ host: JSON.stringify({ socket: "/live", runs }) }));
  assert.deepEqual(hosts.map(({ name }) => name), ["a", "b"]);
  assert.deepEqual(opened, ["ws://127.0.0.1:8000/live?run=0&token=secret",
    "ws://127.0.0.1:8000/live?run=1&token=secret"]);
});

test("other servers are refused, and servers for pages from disk", async () => {
  for (const socket of ["//example.org/live", "ws://example.org/live", "http://127.0.0.1:9/live"]) {
    await assert.rejects(openHosts(makePage({ host: JSON.stringify({ socket }) })),
      /may not connect/, socket);
  }
  globalThis.location = new URL("file:///tmp/page.html");
  await assert.rejects(openHosts(makePage({ host: '{"socket": "/live"}' })), /may not connect/);
  assert.deepEqual(opened, []);
});
