/** The panel of plots, and the export of pictures, movies and tables. */
import { button, download, el, fill } from "../common/dom.js";
import { fileName } from "../common/format.js";
import { PANEL_ICONS } from "../common/icons.js";
import { Chart } from "./chart.js";
import { CHARTS, chartData } from "./charts.js";
import { toCsv } from "./csv.js";
import { RunHistory } from "./history.js";
import { Movie, movieType } from "./movie.js";

/** ms between two drawings of the plots. */
const LEAST_WAIT = 250;

/** The histories of all runs, collected while they go on. */
export class Histories {
  constructor(app) {
    this.app = app;
    this.byRun = new Map();
    app.on("state", (run) => this.of(run).add(run.state));
    app.on("runs", () => {
      for (const run of this.byRun.keys()) if (!app.runs.includes(run)) this.byRun.delete(run);
    });
    app.runs.forEach((run) => this.of(run).add(run.state));
  }

  of(run) {
    if (!this.byRun.has(run)) this.byRun.set(run, new RunHistory());
    return this.byRun.get(run);
  }

  /** What the charts and the table need of each run. */
  get all() {
    return this.app.runs.map((run, i) => {
      const goals = (run.state.goals ?? []).map(({ index, name }) => ({ index, name }));
      return { name: run.name || (this.app.runs.length > 1 ? String(i + 1) : ""),
        history: this.of(run), goals,
        goalNames: new Map(goals.map(({ index, name }) => [index, name])) };
    });
  }
}

class PlotsPanel {
  constructor(element, app, histories) {
    this.app = app;
    this.histories = histories;
    this.open = false;
    this.timer = 0;
    this.movie = null;
    this.charts = CHARTS.map((chart) => new Chart(chart));
    this.list = el("div.charts", {}, this.charts.map(({ element: figure }) => figure));
    this.export = el("div.tool-list");
    this.hint = el("p.hint", { role: "status" });
    fill(element, this.export, this.hint, this.list);
    this.drawExport();
    app.on("state", () => this.later());
    for (const name of ["theme", "runs"]) app.on(name, () => this.later());
    new ResizeObserver(() => this.later()).observe(this.list);
  }

  show() {
    this.open = true;
    this.draw();
  }

  hide() {
    this.open = false;
  }

  later() {
    if (!this.open || this.timer !== 0) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.draw();
    }, LEAST_WAIT);
  }

  draw() {
    if (!this.open) return;
    const runs = this.histories.all;
    const width = Math.max(160, Math.floor(this.list.clientWidth));
    for (const chart of this.charts) {
      chart.update(chartData(chart.chart, runs), this.app.theme, width);
    }
  }

  drawExport() {
    const recording = this.movie !== null;
    fill(this.export, button("Picture (PNG)", () => this.savePicture()),
      button(recording ? "End recording" : "Record movie (WebM)", () => this.toggleMovie(),
        { "aria-pressed": String(recording) }),
      button("Table (CSV)", () => this.saveTable()));
  }

  name(ending) {
    return fileName(this.app.run.description.title ?? "", ending);
  }

  async savePicture() {
    download(await this.app.view.snapshotPNG(), this.name("png"));
  }

  saveTable() {
    download(new Blob([toCsv(this.histories.all)], { type: "text/csv" }), this.name("csv"));
  }

  toggleMovie() {
    if (this.movie) {
      this.movie.stop();
      return;
    }
    if (movieType() === null) {
      this.app.toast("This browser cannot record movies; Firefox and Chromium can.", "error");
      return;
    }
    this.hint.textContent = "Recording the view; play the run, then end the recording.";
    this.movie = new Movie(this.app.view.canvas, {
      done: (movie, full) => {
        this.movieEnded();
        if (movie.size > 0) download(movie, this.name("webm"));
        if (full) this.app.toast("The movie has reached its largest size, 256 MB.");
      },
      failed: (text) => {
        this.movieEnded();
        this.app.toast(text, "error");
      },
    });
    this.drawExport();
  }

  movieEnded() {
    this.movie = null;
    this.hint.textContent = "";
    this.drawExport();
  }
}

export function addPlots(app) {
  const histories = new Histories(app);
  let panel = null;
  app.addPanel({
    id: "plots", title: "Plots", icon: PANEL_ICONS.plots, key: "s", order: 40,
    create: (element) => {
      panel = new PlotsPanel(element, app, histories);
    },
    show: () => panel.show(),
    hide: () => panel.hide(),
  });
}
