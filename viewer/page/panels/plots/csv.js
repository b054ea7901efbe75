/** Figures of runs as a table of comma-separated values (RFC 4180). Pure. */
import { FIGURES, stageCost } from "./history.js";

/** A field, in quotes if it needs them. */
export function field(value) {
  if (value === null || value === undefined) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

const row = (fields) => fields.map(field).join(",");

/**
 * The histories of runs as one table: a line for each sample of each run.
 * @param {{name: string, history: import("./history.js").RunHistory,
 *   goals: {index: number, name: string}[]}[]} runs
 */
export function toCsv(runs) {
  const goals = new Map();
  const stages = new Set();
  for (const { history, goals: list } of runs) {
    for (const { index, name } of list) {
      if (!goals.has(index)) goals.set(index, name || `goal ${index}`);
    }
    for (const sample of history.samples) Object.keys(sample.stages).forEach((s) => stages.add(s));
  }
  const head = ["run", "step", "time_s", ...FIGURES,
    ...[...goals.values()].map((name) => `arrived at ${name}`),
    ...[...stages].map((name) => `${name} ms per step`)];
  const lines = [row(head)];
  for (const { name, history } of runs) {
    history.samples.forEach((sample, i) => {
      const { step, time, figures, goals: counts } = sample;
      lines.push(row([name, step, time, ...FIGURES.map((figure) => figures[figure]),
        ...[...goals.keys()].map((index) => counts[index]),
        ...[...stages].map((stage) => stageCost(stage, sample, history.samples[i - 1]))]));
    });
  }
  return `${lines.join("\r\n")}\r\n`;
}
