/** What the plots show: charts with series, from the histories of one or two runs. Pure. */
import { goalsOf, stageCost } from "./history.js";

const MOST_GOALS = 12;

/** Draws one figure. */
const figure = (name, label) => ({ label, pick: (sample) => sample.figures[name] });

function stagesOf(history) {
  return Object.keys(history.samples.at(-1)?.stages ?? {}).map((stage) => ({ label: stage,
    pick: (sample, before) => stageCost(stage, sample, before) }));
}

function goalSeries(history, names) {
  return goalsOf(history, MOST_GOALS).map((index) => ({
    label: names.get(index) || `goal ${index}`, pick: (sample) => sample.goals[index] ?? null }));
}

/** The charts: title, unit, and the series of a history. */
export const CHARTS = [
  { id: "agents", title: "Agents", unit: "", series: () => [figure("agents", "present"),
    figure("arrived", "arrived"), figure("waiting_to_enter", "waiting to enter")] },
  { id: "goals", title: "Arrivals at each goal", unit: "", series: goalSeries },
  { id: "speed", title: "Mean speed", unit: "m/s", series: () => [figure("mean_speed", "speed")] },
  { id: "density", title: "Largest density", unit: "per m²",
    series: () => [figure("max_density", "density")] },
  { id: "overlaps", title: "Overlapping pairs", unit: "",
    series: () => [figure("overlaps", "overlaps")] },
  { id: "stages", title: "Cost of each stage", unit: "ms per step", series: stagesOf },
];

/** Whether a series shows nothing: no values, or only zeros beside other series. */
function isBlank(values, isFirst) {
  return values.every((value) => value === null || (!isFirst && value === 0));
}

/** Joins the times of several runs. */
function joinTimes(histories) {
  const times = new Set(histories.flatMap((history) => history.column(({ time }) => time)));
  return [...times].sort((a, b) => a - b);
}

/** The values of a series at times; null where the history has no sample. */
function align(history, times, pick) {
  const values = history.column(pick);
  const byTime = new Map(history.samples.map((sample, i) => [sample.time, values[i]]));
  return times.map((time) => byTime.get(time) ?? null);
}

/**
 * The data of a chart for uPlot: times, then one list for each series.
 * @param {any} chart one of CHARTS
 * @param {{name: string, history: any, goalNames: Map<number, string>}[]} runs
 * @returns {{data: (number|null)[][], series: {label: string, colour: number, run: number}[]}}
 */
export function chartData(chart, runs) {
  const times = joinTimes(runs.map(({ history }) => history));
  const data = [times];
  const series = [];
  runs.forEach(({ name, history, goalNames }, run) => {
    chart.series(history, goalNames).forEach(({ label, pick }, colour) => {
      const values = align(history, times, pick);
      if (isBlank(values, colour === 0)) return;
      data.push(values);
      const full = runs.length > 1 ? `${label} (${name || run + 1})` : label;
      series.push({ label: full, colour, run });
    });
  });
  return { data, series };
}
