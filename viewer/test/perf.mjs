/**
 * Measures a page: pictures and steps a second, and the time from its start to its first picture.
 * node test/perf.mjs PAGE [seconds]
 */
import { openPage } from "./browser/harness.mjs";
import { readdirSync, readFileSync } from "node:fs";

const seconds = Number(process.argv[3] ?? 5);

/* Processor seconds of the browser's processes by type: what counts on a busy machine. */
function processorTimes() {
  const times = {};
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, "utf8");
      if (!line.includes("chromium")) continue;
      const type = line.match(/--type=([a-z-]+)/)?.[1] ?? "browser";
      const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ");
      times[type] = (times[type] ?? 0) + (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      continue; // the process has ended
    }
  }
  return times;
}

const shown = await openPage(process.argv[2]);
const marks = await shown.page.evaluate(() => ({ ready: globalThis.wend.readyAt,
  agents: globalThis.wend.run.frame.count }));
console.log(`${marks.agents} agents; first picture after ${Math.round(marks.ready)} ms`);
await shown.app((app) => {
  app.player.setSpeed(100);
  app.play();
});
const before = processorTimes();
const result = await shown.page.evaluate(async (duration) => {
  const app = globalThis.wend;
  const [frames, step, began] = [app.view.frames, app.run.frame.step, performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 1000 * duration));
  const took = (performance.now() - began) / 1000;
  return { pictures: app.view.frames - frames, steps: app.run.frame.step - step, took,
    cost: app.player.clock.stepCost };
}, seconds);
console.log(`${(result.pictures / result.took).toFixed(1)} pictures/s, ${
  (result.steps / result.took).toFixed(1)} steps/s, ${(1000 * result.cost).toFixed(2)} ms/step`);
const after = processorTimes();
for (const [type, time] of Object.entries(after)) {
  const spent = time - (before[type] ?? 0);
  if (spent > 0.05) {
    console.log(`${type}: ${spent.toFixed(2)} s of processor time, ${
      (1000 * spent / result.pictures).toFixed(1)} ms for each picture`);
  }
}
await shown.close();
