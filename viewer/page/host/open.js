/** Finds what the page shows: bundles in the page, or a server that the page names. */
import { SocketHost } from "./socket.js";
import { WasmHost } from "./wasm.js";

const MOST_RUNS = 2;

/* `path` on the server that the page came from, with the token of the page. */
function socketAddress(path) {
  const address = new URL(path, location.href);
  if (!location.protocol.startsWith("http") || address.host !== location.host) {
    throw new Error(`a page from '${location.host}' may not connect to '${address.host}'`);
  }
  address.protocol = "ws:";
  address.searchParams.set("token", new URLSearchParams(location.search).get("token") ?? "");
  address.hash = "";
  return address.href;
}

/* The element `wend-host`: {"socket": "/live"}, or two {"socket", "name"} in "runs". */
function openServer(text) {
  const settings = JSON.parse(text);
  const runs = settings.runs ?? [{ socket: settings.socket, name: "" }];
  return Promise.all(runs.slice(0, MOST_RUNS).map(async ({ socket, name }) =>
    ({ host: await SocketHost.open(socketAddress(String(socket))), name: String(name ?? "") })));
}

async function openBundles(bundles, page) {
  const engine = page.getElementById("wend-engine");
  if (!engine) throw new Error("it was built without an engine");
  const wasm = await engine.unpacked; // by unpack-script.js
  return Promise.all(bundles.slice(0, MOST_RUNS).map(async (bundle) =>
    ({ host: await WasmHost.open(wasm, bundle.textContent),
      name: bundle.dataset.name ?? "" })));
}

/** @returns {Promise<{host: object, name: string}[]>} */
export async function openHosts(page) {
  const server = page.getElementById("wend-host");
  if (server) return openServer(server.textContent);
  const bundles = [...page.querySelectorAll('script[id="wend-bundle"]')];
  if (bundles.length === 0) {
    throw new Error("it holds no scenario. `wend run SCENARIO -o page.html` makes a page with one");
  }
  return openBundles(bundles, page);
}
