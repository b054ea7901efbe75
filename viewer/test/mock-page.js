/** Entry of the page with a mock host: `node build.mjs --mock` makes build/viewer/mock.html. */
import { start } from "../page/main.js";
import { MockHost } from "./mock.js";

const query = new URLSearchParams(location.search);
const options = { agents: Number(query.get("agents") ?? 200), layers:
  Number(query.get("layers") ?? 1) };
const names = query.has("compare") ? ["A", "B"] : [""];
start(names.map((name) => ({ host: new MockHost(options), name })));
