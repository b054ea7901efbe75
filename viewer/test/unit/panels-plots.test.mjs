/** The course of runs: bounded, without gaps after rewinding, and as a table. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { FIGURES, RunHistory, goalsOf, stageCost } from "../../page/panels/plots/history.js";
import { field, toCsv } from "../../page/panels/plots/csv.js";
import { CHARTS, chartData } from "../../page/panels/plots/charts.js";
import { randomFrom } from "../support/random.js";

const state = (step, over = {}) => ({ step, time: step / 10, agents: 100 - step, arrived: step,
  waiting_to_enter: 0, left: 0, mean_speed: 1.2, max_density: 2, overlaps: 0,
  stages: { near: step * 0.001 }, goals: [{ index: 0, arrived: step }, { index: 3, arrived: 1 }],
  ...over });
const filled = (steps, most) => {
  const history = new RunHistory(most);
  for (const step of steps) history.add(state(step));
  return history;
};
const range = (count) => Array.from({ length: count }, (_, i) => i);
const steps = (history) => history.samples.map(({ step }) => step);

test("a short run is kept in full", () => {
  assert.deepEqual(steps(filled(range(100))), range(100));
});

test("a long run is thinned: bounded, in order, with the first and the newest sample", () => {
  const history = new RunHistory(64);
  for (let step = 0; step < 20000; step++) {
    history.add(state(step));
    assert.ok(history.samples.length <= 64);
    assert.equal(history.lastStep, step);
  }
  const kept = steps(history);
  assert.equal(kept[0], 0);
  const gaps = kept.slice(1, -1).map((step, i) => step - kept[i]);
  assert.ok(kept.length >= 16);
  assert.ok(Math.min(...gaps) > 0);
  assert.ok(Math.max(...gaps) <= 4 * (20000 / kept.length), "evenly spaced");
});

test("random jumps keep the samples in order", () => {
  const random = randomFrom(3);
  const history = new RunHistory(50);
  for (let i = 0; i < 5000; i++) {
    history.add(state(Math.floor(random() * 3000)));
    const kept = steps(history);
    assert.ok(kept.every((step, k) => k === 0 || step > kept[k - 1]), `after ${i} states`);
    assert.ok(kept.length <= 50);
  }
});

test("rewinding drops what came later", () => {
  const history = filled(range(20));
  history.add(state(5, { agents: 7 }));
  assert.deepEqual(steps(history), range(6));
  assert.equal(history.samples[5].figures.agents, 7);
  history.add(state(0));
  assert.deepEqual(steps(history), [0]);
});

test("the same step twice counts once", () => {
  assert.deepEqual(steps(filled([0, 1, 1, 1, 2, 2])), [0, 1, 2]);
});

test("the cost of a stage is that of the steps between two samples", () => {
  const { samples } = filled([0, 10, 30]);
  assert.equal(stageCost("near", samples[0], null), null);
  assert.ok(Math.abs(stageCost("near", samples[2], samples[1]) - 1) < 1e-12);
});

test("there is no cost right after rewinding, when the counters begin again", () => {
  const history = filled([0, 10, 20]);
  history.add(state(15, { stages: { near: 5 } }));
  const [, before, after] = history.samples;
  assert.equal(stageCost("near", after, before), null);
  assert.equal(stageCost("near", { ...before, stages: { near: -1 } }, history.samples[0]), null);
});

test("figures that are missing stay missing", () => {
  const history = new RunHistory();
  history.add({ step: 0, time: 0, mean_speed: null, max_density: NaN });
  assert.equal(history.samples[0].figures.mean_speed, null);
  assert.equal(history.samples[0].figures.max_density, null);
  assert.equal(history.samples[0].figures.agents, null);
});

test("goals with most arrivals come first, and at most as many as asked for", () => {
  assert.deepEqual(goalsOf(filled([0, 9]), 5), [0, 3]);
  assert.deepEqual(goalsOf(filled([0, 9]), 1), [0]);
  assert.deepEqual(goalsOf(new RunHistory(), 5), []);
});

const runOf = (history, name = "") => ({ name, history, goals: [{ index: 0, name: "exit, left" },
  { index: 3, name: "" }], goalNames: new Map([[0, "exit, left"]]) });

test("charts have one list of values for each series, as long as the times", () => {
  const runs = [runOf(filled(range(30)))];
  for (const chart of CHARTS) {
    const { data, series } = chartData(chart, runs);
    assert.equal(data.length, series.length + 1, chart.id);
    assert.ok(data.every((column) => column.length === 30), chart.id);
  }
  assert.deepEqual(chartData(CHARTS[1], runs).series.map(({ label }) => label),
    ["exit, left", "goal 3"]);
});

test("series of zeros are left out beside others", () => {
  const labels = (over) => {
    const history = new RunHistory();
    for (const step of [0, 1]) history.add(state(step, over));
    return chartData(CHARTS[0], [runOf(history)]).series.map(({ label }) => label);
  };
  assert.deepEqual(labels({}), ["present", "arrived"]);
  assert.deepEqual(labels({ waiting_to_enter: 3 }), ["present", "arrived", "waiting to enter"]);
  assert.deepEqual(labels({ agents: 0, arrived: 0 }), ["present"]);
});

test("two runs are joined by time", () => {
  const runs = [runOf(filled([0, 2, 4]), "A"), runOf(filled([0, 1, 4]), "B")];
  const { data, series } = chartData(CHARTS[2], runs);
  assert.deepEqual(data[0], [0, 0.1, 0.2, 0.4]);
  assert.deepEqual(data[1], [1.2, null, 1.2, 1.2]);
  assert.deepEqual(data[2], [1.2, 1.2, null, 1.2]);
  assert.deepEqual(series.map(({ label, run }) => [label, run]), [["speed (A)", 0],
    ["speed (B)", 1]]);
});

/** Reads a table back: a second implementation, character by character. */
function readCsv(text) {
  const rows = [[""]];
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    const last = rows.at(-1);
    if (quoted && c === '"' && text[i + 1] === '"') {
      last[last.length - 1] += '"';
      i++;
    } else if (c === '"') quoted = !quoted;
    else if (!quoted && c === ",") last.push("");
    else if (!quoted && c === "\n") rows.push([""]);
    else if (quoted || c !== "\r") last[last.length - 1] += c;
  }
  return rows.slice(0, -1);
}

test("the table has a line for each sample, and the numbers of the states", () => {
  const rows = readCsv(toCsv([runOf(filled([0, 1, 2]), "A"), runOf(filled([0]), 'B "x"')]));
  assert.deepEqual(rows[0], ["run", "step", "time_s", ...FIGURES, "arrived at exit, left",
    "arrived at goal 3", "near ms per step"]);
  assert.equal(rows.length, 5);
  assert.ok(rows.every((row) => row.length === rows[0].length));
  assert.deepEqual(rows[3].slice(0, 5), ["A", "2", "0.2", "98", "2"]);
  assert.equal(rows[3].at(-1), "1");
  assert.equal(rows[4][0], 'B "x"');
});

test("fields are quoted only if they must be", () => {
  assert.equal(field("exit"), "exit");
  assert.equal(field('a"b'), '"a""b"');
  assert.equal(field("a\nb"), '"a\nb"');
  assert.equal(field(null), "");
  assert.equal(field(0), "0");
});
