/** Overlays that the engine draws (docs/viewer.md, Overlays): which are shown, and their data. */

const REFRESH_MS = 1000; // overlays that change with time

const MANY_LINES = 300; // more are drawn fainter, so that they do not hide the world

/** The colour of the overlay that comes at `index` in the description. */
export function overlayColour(index, theme) {
  return [theme.overlay, theme.obstacle, theme.link, theme.preferred, theme.highlight,
    theme.chosen][index % 6];
}

/** The parts of an answer to `overlay` as overlays of a view (view/overlays.js). */
export function splitOverlay(answer, theme, colour = theme.overlay) {
  const all = answer.layer ?? [];
  const weak = (answer.lines ?? []).length / 4;
  const strong = (answer.strong ?? []).length / 4;
  const alpha = Math.max(0.3, 0.75 * Math.min(1, MANY_LINES / Math.max(1, weak)));
  const layerOf = (from, count) => all.slice(from, from + count);
  return {
    lines: { lines: answer.lines, layer: layerOf(0, weak), colour, width: 1.2, alpha, under: true,
      labels: answer.labels ?? [], grids: answer.grids ?? [] },
    strong: { lines: answer.strong, layer: layerOf(weak, strong), colour: theme.strong, width: 2,
      under: true },
    marks: { points: answer.points, discs: answer.discs, colour, width: 1.2, alpha: 0.6,
      under: true, layer: all.slice(weak + strong) },
  };
}

export class EngineOverlays {
  constructor(app) {
    this.app = app;
    this.names = new Set();
    this.time = 0;
    this.busy = false;
    app.on("theme", () => this.refresh());
    app.on("runs", () => this.refresh());
    app.on("change", () => this.refresh());
    app.on("state", () => this.tick());
    app.on("play", (playing) => !playing && this.refresh());
  }

  has(name) {
    return this.names.has(name);
  }

  /** The colour of an overlay, so that several can be distinguished. */
  colourOf(name) {
    const list = this.app.run.description.overlays ?? [];
    return overlayColour(Math.max(0, list.findIndex((one) => one.name === name)), this.app.theme);
  }

  /** Shows or hides an overlay. */
  async toggle(name, on = !this.names.has(name)) {
    if (on) this.names.add(name);
    else this.names.delete(name);
    this.app.link.set("overlays", this.names.size > 0 ? [...this.names].join(",") : null);
    this.app.emit("overlays");
    if (on) await this.refresh();
    else this.app.views.forEach((view) => this.remove(view, name));
  }

  remove(view, name) {
    for (const part of ["lines", "strong", "marks"]) view.setOverlay(`${name}/${part}`, null);
  }

  /* Routes and fields change with time, maps when doors close. */
  tick() {
    const now = performance.now();
    if (this.names.size === 0 || (this.app.isPlaying && now - this.time < REFRESH_MS)) return;
    this.refresh();
  }

  async refresh() {
    if (this.busy || this.names.size === 0) return;
    this.busy = true;
    this.time = performance.now();
    try {
      for (const view of this.app.views) {
        for (const name of [...this.names]) await this.load(view, name);
      }
    } finally {
      this.busy = false;
    }
  }

  async load(view, name) {
    try {
      const answer = await view.run.ask({ do: "overlay", name });
      if (!this.names.has(name) || !this.app.views.includes(view)) return;
      const parts = splitOverlay(answer, this.app.theme, this.colourOf(name));
      for (const [part, overlay] of Object.entries(parts)) {
        view.setOverlay(`${name}/${part}`, overlay);
      }
      if (answer.truncated) this.app.toast(`${name}: only a part of it is drawn`);
    } catch (error) {
      this.names.delete(name);
      this.app.emit("overlays");
      this.app.toast(error.message, "error");
    }
  }
}
