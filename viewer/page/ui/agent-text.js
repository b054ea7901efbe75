/** One agent in a few words, from only the last frame. */
import { COLOURINGS } from "../colourings.js";
import { ACTIVITIES, STATUSES } from "../frame.js";
import { categoryName } from "../legend-colours.js";

/** @param {import("../run.js").Run} run */
export function describeAgent(run, slot, colouring) {
  const agent = run.agentBySlot(slot);
  if (!agent) return "";
  const speed = Math.hypot(agent.vx, agent.vy);
  const lines = [`${ACTIVITIES[agent.activity] ?? "agent"}, ${speed.toFixed(2)} m/s`];
  const { kind, label, top, unit, name } = COLOURINGS[run.frame.colouring] ?? {};
  if (run.frame.colouring === colouring && kind === "category" && name !== "activity") {
    lines.push(`${label}: ${categoryName(colouring, agent.value, run.state)}`);
  } else if (kind === "scale" && name !== "speed") {
    lines.push(`${label}: ${((agent.value / 65535) * top).toFixed(top > 10 ? 0 : 1)} ${unit}`);
  }
  if (agent.status > 0) lines.push(`solve status: ${STATUSES[agent.status]}`);
  return lines.join("\n");
}
