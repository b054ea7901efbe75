/**
 * The table of facts about an agent, and the list of objects that affect its choice. Pure.
 */

import { fixed, plain, velocityText, withUnit } from "../common/format.js";

const finite = (value) => value !== null && value !== undefined && Number.isFinite(value);

function goalText(explanation, state) {
  const goal = state && state.goals && state.goals.find((g) => g.index === explanation.goal);
  if (explanation.goal === null || explanation.goal === undefined) {
    return "none";
  }
  return goal && goal.name ? `${goal.name} (${explanation.goal})` : `goal ${explanation.goal}`;
}

function profileOf(explanation, state) {
  const profiles = (state && state.profiles) || [];
  return profiles.find((profile) => profile.index === explanation.profile) || null;
}

function stateText(explanation) {
  const { machine, state } = explanation;
  if (!state) return null;
  return machine ? `${state} (of ${machine})` : state;
}

/**
 * The entries that act on an agent, in the order of the pipeline.
 * @param {any} profile of the message `state`
 * @returns {[string, string][]}
 */
export function stagesOf(profile) {
  const modifiers = (profile.modify || []).map((m) => (typeof m === "string" ? m : m.name));
  const stages = [
    ["selector", profile.select], ["planner", profile.plan], ["follower", profile.follow],
    ["modifiers", modifiers.join(", ")], ["steering", profile.steer],
  ];
  return stages.filter(([, name]) => name).map(([stage, name]) => [stage, name]);
}

/**
 * The facts of an explanation, as rows of a table.
 * @param {any} x the explanation
 * @param {any} state the answer of `state`, or null
 * @param {number} time of the world
 * @returns {[string, string][]}
 */
export function factsOf(x, state, time) {
  const profile = profileOf(x, state);
  const since = finite(x.since) ? `, for ${fixed(Math.max(0, time - x.since), 1)} s` : "";
  const before = x.previous ? ` (before: ${plain(x.previous)})` : "";
  const rows = [
    ["activity", `${plain(x.activity || "")}${since}${before}`],
    ["goal", goalText(x, state)],
    ["route", x.route ? plain(x.route.status || "-") : null],
    ["solve status", x.status],
    ["state", stateText(x)],
    ["group", x.group || null],
    ["label", x.label || null],
    ["profile", profile && profile.name ? `${profile.name} (${x.profile})` : String(x.profile)],
    ...(profile ? stagesOf(profile) : []),
    ["velocity", velocityText(x.velocity)],
    ["preferred", velocityText(x.preferred)],
    ["chosen", velocityText(x.chosen)],
    ["preferred speed", finite(x.preferred_speed) ? withUnit(x.preferred_speed, "m/s") : null],
    ["maximum speed", finite(x.max_speed) ? withUnit(x.max_speed, "m/s") : null],
    ["maximum acceleration",
      finite(x.max_acceleration) ? withUnit(x.max_acceleration, "m/s²") : null],
    ["maximum turn rate", finite(x.max_turn_rate) ? withUnit(x.max_turn_rate, "rad/s") : null],
    ["radius", withUnit(x.radius, "m", 3)],
    ["priority", x.priority ? fixed(x.priority, 2) : null],
    ["position", `${x.position.map((n) => fixed(n)).join(", ")} on layer ${x.layer}`],
    ["height", x.z ? withUnit(x.z, "m") : null],
  ];
  return rows.filter(([, value]) => value !== null && value !== undefined && value !== "");
}

/**
 * The distance between the edges of two discs, or null if the other agent is not in the frame.
 * @param {import("../../frame.js").Frame | null} frame
 * @param {number} slot of the other agent
 * @param {{position: number[], radius: number}} self
 */
export function gapTo(frame, slot, self) {
  const other = frame && slot !== undefined ? frame.agent(slot) : null;
  if (!other) return null;
  const distance = Math.hypot(other.x - self.position[0], other.y - self.position[1]);
  return distance - other.radius - self.radius;
}
