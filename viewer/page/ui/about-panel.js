/** The panel about the scenario: what it is, how it runs here, and its file. */
import { ICONS } from "./icons.js";
import { make } from "./dom.js";

function rowsOf(run) {
  const d = run.description;
  const size = d.low && d.high ? `${(d.high[0] - d.low[0]).toFixed(1)} m × ${
    (d.high[1] - d.low[1]).toFixed(1)} m` : "unbounded";
  const kernel = d.recorded ? "a recorded trajectory" : `${d.kernel}, ${d.threads} thread${
    d.threads === 1 ? "" : "s"}`;
  return [["Scenario", d.title], ["Size", size], ["Step", `${d.dt} s`], ["Seed", d.seed],
    ["Layers", d.layers.length > 1 ? d.layers.map(({ name }, i) => name || i).join(", ") : null],
    ["Maps", (d.maps ?? []).map(({ name }) => name).join(", ")], ["Engine", kernel],
    ["State now", run.state.hash ? `step ${run.state.step}, hash ${run.state.hash}` : null],
    ["End of the native run", d.final?.hash && !/^0*$/.test(d.final.hash)
      ? `step ${d.final.step}, hash ${d.final.hash}` : null]].filter(([, value]) => value);
}

export function addAboutPanel(app) {
  let body = null;
  const build = () => {
    if (!body) return;
    const { text } = app.run.description;
    body.replaceChildren(make("dl", {}, ...rowsOf(app.run).flatMap(([name, value]) =>
      [make("dt", {}, name), make("dd", {}, String(value))])),
    ...(text ? [make("h3", {}, "Scenario file"), make("pre", { tabindex: "0" }, text)] : []));
  };
  app.addPanel({ id: "about", title: "About this scenario", icon: ICONS.info, order: 80,
    create(element) {
      body = element;
      element.classList.add("about");
      build();
    } });
  app.on("runs", build);
  app.on("state", () => app.sidebar.shown === "about" && !app.isPlaying && build());
  app.on("panel", (id) => id === "about" && build());
}
