/** A summary of the scene in words, for screen readers: when it stops, and now and then. */

const SPOKEN_EVERY = 10000; // ms

/** @param {import("../run.js").Run} run */
export function summaryOf(run) {
  const { description, state } = run;
  const groups = (state.groups ?? []).map(({ name }) => name).filter(Boolean);
  const parts = [
    `${description.title || "Scenario"}: ${state.agents} agents`
      + (groups.length > 1 ? ` in ${groups.length} groups` : ""),
    `time ${state.time.toFixed(1)} seconds`,
    `${state.arrived} arrived, mean speed ${(state.mean_speed ?? 0).toFixed(2)} metres per second`,
  ];
  const closed = (state.obstacles ?? []).filter((one) => one.kind === "door" && one.closed);
  if (closed.length > 0) parts.push(`closed doors: ${closed.map(({ name }) => name).join(", ")}`);
  for (const goal of (state.goals ?? []).slice(0, 6)) {
    parts.push(`goal ${goal.name || goal.index}: ${goal.arrived ?? 0} arrived${
      goal.open === false ? ", closed" : ""}`);
  }
  return `${parts.join("; ")}.`;
}

export function addSummary(app, element) {
  let spoken = -SPOKEN_EVERY;
  function show(force) {
    const now = performance.now();
    if (!force && (app.isPlaying && now - spoken < SPOKEN_EVERY)) return;
    spoken = now;
    element.textContent = (app.isPlaying ? "Playing. " : "Paused. ") + summaryOf(app.run);
    for (const view of app.views) {
      const title = view.run.description.title || "the scenario";
      view.canvas.setAttribute("aria-label", `Map of ${title}`);
    }
  }
  app.on("state", (run) => run === app.run && show(false));
  app.on("play", () => show(true));
  app.on("runs", () => show(true));
  show(true);
}
