/** Adds moving obstacles, moves them and removes them. */
import {
  boxRing, convexHull, distanceToObstacle, middleOf, nearest, obstaclePoint, ringLines,
} from "../shapes.js";

const LEAST_SIDE = 0.05; // m
const MOST_CORNERS = 32;

function addMessage(ring, layer) {
  const at = middleOf(ring);
  return { do: "add_obstacle", points: ring.map(([x, y]) => [x - at[0], y - at[1]]), at, layer,
    velocity: [0, 0] };
}

export const addBox = {
  id: "add-box", title: "Add a box", cursor: "crosshair",
  hint: "Drag from one corner to the opposite one.",
  start({ overlay, change, say }) {
    let from = null;
    const ringTo = (p) => boxRing([from.x, from.y], [p.x, p.y]);
    return {
      down(p) {
        from = p;
        return true;
      },
      move(p) {
        if (from) overlay("box", { lines: ringLines(ringTo(p)) }, "strong");
      },
      async up(p) {
        if (!from) return;
        const ring = ringTo(p);
        const { layer } = from;
        from = null;
        const thin = Math.min(ring[2][0] - ring[0][0], ring[2][1] - ring[0][1]) < LEAST_SIDE;
        if (thin) say("The box is too thin: drag from one corner to the opposite one.");
        else await change(addMessage(ring, layer));
        overlay("box", null);
      },
    };
  },
};

export const addPolygon = {
  id: "add-polygon", title: "Add a polygon", cursor: "crosshair",
  hint: "Click the corners; Enter ends the polygon. Obstacles are convex.",
  start({ overlay, change, say }) {
    let points = [];
    let layer = 0;
    const draw = (end) => {
      const all = end ? [...points, end] : points;
      const ring = convexHull(all);
      overlay("polygon", all.length === 0 ? null
        : { lines: ring.length > 1 ? ringLines(ring) : [], points: all.flat() }, "strong");
    };
    return {
      down(p) {
        if (points.length === 0) ({ layer } = p);
        if (points.length < MOST_CORNERS) points.push([p.x, p.y]);
        draw();
        return true;
      },
      move(p) {
        if (points.length > 0) draw([p.x, p.y]);
      },
      key(event) {
        if (event.key === "Backspace") {
          points.pop();
          draw();
          return true;
        }
        if (event.key !== "Enter") return false;
        const ring = convexHull(points);
        points = [];
        if (ring.length < 3) say("A polygon needs three corners that are not in a line.");
        else change(addMessage(ring, layer)).then(() => overlay("polygon", null));
        return true;
      },
    };
  },
};

/** The moving obstacle at a point. */
function obstacleAt(app, p, reach) {
  const moving = app.run.state.obstacles.filter((o) => o.kind !== "door" && o.layer === p.layer);
  return nearest(moving, (o) => distanceToObstacle([p.x, p.y], o), reach);
}

export const moveObstacle = {
  id: "move-obstacle", title: "Move an obstacle", cursor: "move",
  hint: "Drag a moving obstacle. With Shift, it turns.",
  start({ app, reach, overlay, change, say }) {
    let dragged = null;
    let from = null;
    let turns = false;
    const turnOf = (p) => {
      const at = obstaclePoint(dragged);
      return Math.atan2(p.y - at[1], p.x - at[0]) - Math.atan2(from[1] - at[1], from[0] - at[0]);
    };
    const moved = (p, [x, y]) => {
      if (!turns) return [x + p.x - from[0], y + p.y - from[1]];
      const at = obstaclePoint(dragged);
      const angle = turnOf(p);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return [at[0] + c * (x - at[0]) - s * (y - at[1]), at[1] + s * (x - at[0]) + c * (y - at[1])];
    };
    return {
      down(p, event) {
        dragged = obstacleAt(app, p, reach());
        from = [p.x, p.y];
        turns = event?.shiftKey ?? false;
        if (!dragged) say("There is no moving obstacle at this point.");
        return true;
      },
      move(p) {
        if (!dragged) return;
        const lines = dragged.walls.flatMap(([x1, y1, x2, y2]) =>
          [...moved(p, [x1, y1]), ...moved(p, [x2, y2])]);
        overlay("obstacle", { lines }, "strong");
      },
      async up(p) {
        if (!dragged) return;
        const { index, angle = 0 } = dragged;
        const message = { do: "move_obstacle", obstacle: index,
          at: turns ? obstaclePoint(dragged) : moved(p, obstaclePoint(dragged)),
          angle: angle + (turns ? turnOf(p) : 0), velocity: [0, 0] };
        dragged = null;
        await change(message);
        overlay("obstacle", null);
      },
    };
  },
};

export const removeObstacle = {
  id: "remove-obstacle", title: "Remove an obstacle", cursor: "crosshair",
  hint: "Click a moving obstacle.",
  start({ app, reach, change, say }) {
    return {
      down(p) {
        const found = obstacleAt(app, p, reach());
        if (!found) say("There is no moving obstacle at this point.");
        else change({ do: "remove_obstacle", obstacle: found.index });
        return true;
      },
    };
  },
};
