/** Drags a goal to another position. */
import { distanceToGoal, goalOutlines, goalPoint, nearest, ringLines } from "../shapes.js";

export const moveGoal = {
  id: "goal", title: "Move a goal", key: "g", cursor: "move",
  hint: "Drag a goal. Agents that head for it plan again.",
  start({ app, reach, overlay, change }) {
    let dragged = null;
    let from = null;
    const by = (p) => [p.x - from[0], p.y - from[1]];
    return {
      down(p) {
        const goals = app.run.state.goals.filter((goal) => goal.layer === p.layer);
        dragged = nearest(goals, (goal) => distanceToGoal([p.x, p.y], goal), reach());
        from = [p.x, p.y];
        return dragged !== null;
      },
      move(p) {
        if (!dragged) return;
        const [x, y] = by(p);
        const { points, radius } = dragged;
        overlay("goal", points.length === 1
          ? { discs: [points[0][0] + x, points[0][1] + y, Math.max(0.3, radius || 0)] }
          : { lines: goalOutlines(dragged).flatMap((ring) => ringLines(ring, [x, y])) }, "goal");
      },
      async up(p) {
        if (!dragged) return;
        const [x, y] = by(p);
        const at = goalPoint(dragged);
        const { index } = dragged;
        dragged = null;
        if (Math.hypot(x, y) > 1e-6) {
          await change({ do: "move_goal", goal: index, at: [at[0] + x, at[1] + y],
            layer: p.layer });
        }
        overlay("goal", null);
      },
    };
  },
};

export const setGoal = {
  id: "set-goal", title: "Give the selected agent a goal", cursor: "crosshair",
  hint: "Select an agent first, then click the goal that it should head for.",
  start({ app, reach, change, say }) {
    return {
      down(p) {
        const goals = app.run.state.goals.filter((goal) => goal.layer === p.layer);
        const goal = nearest(goals, (g) => distanceToGoal([p.x, p.y], g), reach());
        if (!app.selected) say("No agent is selected. End this tool (Esc), then click an agent.");
        else if (!goal) say("There is no goal at this point.");
        else change({ do: "set_goal", key: app.selected.key, goal: goal.index });
        return true;
      },
    };
  },
};
