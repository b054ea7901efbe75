/** Side by side: a second run of the same scenario, and the difference of the figures. */
import { ICONS } from "./icons.js";
import { make } from "./dom.js";
import { nameRuns } from "../run-names.js";

const REFRESH_MS = 250;

/** Rows of figures of two states. `better` is 0 or 1 for the run that does better, or null. */
export function compareStates(a, b) {
  const row = (name, key, digits, best) => {
    const [p, q] = [a[key] ?? 0, b[key] ?? 0];
    const difference = q - p;
    const sign = Number(difference.toFixed(digits)) > 0 ? "+" : "";
    const isEqual = Number(difference.toFixed(digits)) === 0;
    const better = isEqual || best === 0 ? null : (difference > 0) === (best > 0) ? 1 : 0;
    return { name, values: [p.toFixed(digits), q.toFixed(digits)],
      difference: isEqual ? "–" : sign + difference.toFixed(digits), better };
  };
  return [row("arrived", "arrived", 0, 1), row("agents", "agents", 0, 0),
    row("mean speed, m/s", "mean_speed", 2, 1),
    row("largest density, 1/m²", "max_density", 2, -1), row("overlaps", "overlaps", 0, -1)];
}

class ComparePanel {
  constructor(app, element) {
    this.app = app;
    this.element = element;
    this.time = 0;
    for (const name of ["runs", "play"]) app.on(name, () => this.build());
    app.on("state", () => {
      if (performance.now() - this.time > REFRESH_MS || !app.isPlaying) this.build();
    });
    this.build();
  }

  build() {
    this.time = performance.now();
    const { app } = this;
    const [first, second] = app.runs;
    if (!second) {
      const canClone = typeof first.host.clone === "function";
      this.element.replaceChildren(
        make("p.note", {}, "Run this scenario twice, side by side, with different choices. Time "
          + "and camera are the same for both."),
        make("button.button.primary", { type: "button", disabled: !canClone,
          onclick: () => app.compare() }, "Add a second run"),
        canClone ? "" : make("p.note", {}, "A run on a server cannot be copied. Start it with "
          + "--compare."));
      return;
    }
    this.element.replaceChildren(
      make("p.note", {}, "Click on a side to make it active. The menus of models change the active "
        + "side."), this.table(first, second), this.finished(first, second),
      make("button.button", { type: "button", onclick: () => app.player.restart() },
        "Start both again"), " ",
      make("button.button", { type: "button", onclick: () => app.removeRun(1) },
        "Remove the second run"));
  }

  table(first, second) {
    const names = nameRuns([first, second]);
    const head = make("tr", {}, make("th", {}, ""), ...names.map((name) =>
      make("th", { scope: "col" }, name)), make("th", { scope: "col" }, "difference"));
    const rows = compareStates(first.state, second.state).map((row) =>
      make("tr", {}, make("th", { scope: "row" }, row.name), ...row.values.map((value, i) =>
        make(i === row.better ? "td.better" : "td", {}, value)), make("td", {}, row.difference)));
    return make("table.compare-table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
  }

  finished(...runs) {
    const names = nameRuns(runs);
    const texts = runs.map((run, i) => run.finish && `${names[i]}: ${run.finish}.`);
    const same = runs[0].state.hash === runs[1].state.hash;
    return make("p.note", {}, [same ? "Both runs are in the same state." : null, ...texts]
      .filter(Boolean).join(" "));
  }
}

export function addComparePanel(app) {
  app.addPanel({ id: "compare", title: "Compare", icon: ICONS.compare, key: "c", order: 70,
    create: (element) => new ComparePanel(app, element) });
}
