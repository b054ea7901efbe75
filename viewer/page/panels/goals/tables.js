/** The tables of the panel of goals and groups: rows of text from a state. Pure. */
import { plain } from "../common/format.js";

const nameOf = (item, word, index) => item.name || `${word} ${item.index ?? index}`;

/**
 * A table: title, names of columns, and rows with what they highlight in the view.
 * @typedef {{title: string, columns: string[], rows: {cells: (string|number)[], highlight: any[],
 *   at: {x: number, y: number, layer: number} | null}[]}} Table
 */

const point = (p, layer) => (p ? { x: p[0], y: p[1], layer } : null);

function goalTable(state) {
  return { title: "Goals", columns: ["goal", "heading there", "arrived", ""],
    rows: state.goals.map((goal) => ({
      cells: [nameOf(goal, "goal"), goal.count, goal.arrived, goal.open ? "" : "closed"],
      highlight: [{ kind: "goal", index: goal.index }],
      at: point(goal.at ?? goal.points?.[0], goal.layer) })) };
}

function statusOf({ kind, closed }) {
  if (kind === "door") return closed ? "closed" : "open";
  return closed ? "" : "not in the world";
}

function doorTable(state) {
  return { title: "Doors and moving obstacles", columns: ["name", "kind", ""],
    rows: state.obstacles.map((item) => ({
      cells: [nameOf(item, item.kind), plain(item.kind), statusOf(item)],
      highlight: [{ kind: "obstacle", index: item.index }],
      at: item.walls?.[0] ? { x: item.walls[0][0], y: item.walls[0][1], layer: item.layer }
        : point(item.at, item.layer) })) };
}

/** The segments of a polygon for the view. */
function outline(points, layer) {
  return points.map((p, i) => ({ kind: "segment", layer,
    points: [...p, ...points[(i + 1) % points.length]] }));
}

function areaTable(state) {
  return { title: "Areas", columns: ["area", "agents in it"],
    rows: (state.areas ?? []).map((area, i) => ({ cells: [nameOf(area, "area", i), area.count],
      highlight: outline(area.points ?? [], area.layer),
      at: point(area.points?.[0], area.layer) })) };
}

function queueTable(state) {
  return { title: "Queues", columns: ["queue", "agents", "places"],
    rows: (state.queues ?? []).map((queue, i) => {
      const places = queue.places ?? [];
      return { cells: [nameOf(queue, "queue", i), queue.count, places.length],
        highlight: places.slice(1).map(([x, y, layer], k) => ({ kind: "segment", layer,
          points: [places[k][0], places[k][1], x, y] })),
        at: places[0] ? { x: places[0][0], y: places[0][1], layer: places[0][2] } : null };
    }) };
}

function groupTable(state) {
  return { title: "Groups", columns: ["group", "agents"],
    rows: (state.groups ?? []).map((group, i) => ({ cells: [nameOf(group, "group", i),
      group.agents ?? group.count ?? ""], highlight: [], at: null, group: i })) };
}

function machineTable(state) {
  return { title: "State machines", columns: ["machine", "states"],
    rows: (state.machines ?? []).map((machine, i) => ({ cells: [nameOf(machine, "machine", i),
      (machine.states ?? []).map((s) => (typeof s === "string" ? plain(s)
        : `${plain(s.name)} (${s.count})`)).join(", ")], highlight: [], at: null })) };
}

function profileTable(state) {
  return { title: "Profiles", columns: ["profile", "agents", "steering"],
    rows: state.profiles.map((profile) => ({ cells: [nameOf(profile, "profile"), profile.agents,
      plain(profile.steer ?? "")], highlight: [], at: null })) };
}

/** How many agents of a frame have each value of a colouring by index (0: none). */
export function countValues(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * The tables of a state that have rows.
 * @returns {Table[]}
 */
export function tablesOf(state) {
  return [goalTable(state), groupTable(state), queueTable(state), areaTable(state),
    doorTable(state), machineTable(state), profileTable(state)]
    .filter(({ rows }) => rows.length > 0);
}
