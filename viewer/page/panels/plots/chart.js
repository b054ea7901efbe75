/** One chart, drawn by uPlot in the colours of the theme. */
import uPlot from "uplot";
import css from "uplot/dist/uPlot.min.css";
import { el } from "../common/dom.js";
import { short } from "../common/format.js";

const HEIGHT = 150;
const DASHES = [[], [6, 4]];
let styled = false;

/** Adds the style sheet of uPlot to the page, once. */
function addStyle() {
  if (styled) return;
  styled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export class Chart {
  /** @param {{title: string, unit: string, id: string}} chart */
  constructor(chart) {
    addStyle();
    this.chart = chart;
    this.plot = null;
    this.shape = "";
    this.box = el("div.chart-box");
    this.note = el("p.hint", {}, "Nothing yet: start the run.");
    const unit = chart.unit ? ` (${chart.unit})` : "";
    this.element = el("figure.chart", { "data-chart": chart.id },
      el("figcaption", {}, `${chart.title}${unit}`), this.box, this.note);
  }

  options(series, theme, width) {
    const axis = { stroke: theme.faint, grid: { stroke: theme.frame, width: 1 },
      ticks: { stroke: theme.frame, width: 1 }, font: "11px system-ui, sans-serif" };
    return {
      width, height: HEIGHT, padding: [8, 8, 0, 0],
      legend: { show: true, live: true },
      cursor: { points: { size: 5 }, drag: { x: true, y: false } },
      scales: { x: { time: false }, y: { range: (_, low, high) => this.range(low, high) } },
      axes: [{ ...axis, size: 26 }, { ...axis, size: 44, values: (_, ticks) =>
        ticks.map((tick) => short(tick, 3)) }],
      series: [{ label: "time", value: (_, time) => (time === null ? "" : `${short(time, 5)} s`) },
        ...series.map(({ label, colour, run }) => ({ label, width: 1.6, spanGaps: true,
          stroke: theme.categories[colour % theme.categories.length], dash: DASHES[run % 2],
          points: { show: false }, value: (_, value) => short(value, 4) }))],
    };
  }

  range(low, high) {
    const bottom = Math.min(0, low ?? 0);
    const top = Math.max(high ?? 0, 0);
    return [bottom, top === bottom ? bottom + 1 : top + 0.05 * (top - bottom)];
  }

  /** Shows data; a chart with other series, of another width or in another theme is made again. */
  update({ data, series }, theme, width) {
    const shape = JSON.stringify([series, theme.dark, width]);
    const isBlank = series.length === 0 || data[0].length < 2;
    this.note.hidden = !isBlank;
    this.box.hidden = isBlank;
    if (isBlank) return;
    if (shape === this.shape) {
      this.plot.setData(data);
      return;
    }
    this.shape = shape;
    this.plot?.destroy();
    this.plot = new uPlot(this.options(series, theme, width), data, this.box);
  }

  destroy() {
    this.plot?.destroy();
  }
}
