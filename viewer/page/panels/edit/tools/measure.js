/** Measures distances, and asks for routes between two points. */
import { fixed } from "../../common/format.js";
import { pathLength } from "../shapes.js";

export const measure = {
  id: "measure", title: "Measure a distance", key: "k", cursor: "crosshair", changes: false,
  hint: "Drag from one point to another.",
  start({ overlay, say }) {
    let from = null;
    const draw = (p) => {
      const text = `${fixed(Math.hypot(p.x - from.x, p.y - from.y))} m`;
      overlay("measure", { lines: [from.x, from.y, p.x, p.y], points: [from.x, from.y, p.x, p.y],
        labels: [{ at: [(from.x + p.x) / 2, (from.y + p.y) / 2], text }] }, "text");
      say(`${text} from ${fixed(from.x)}, ${fixed(from.y)} to ${fixed(p.x)}, ${fixed(p.y)}`);
    };
    return {
      down(p) {
        from = p;
        draw(p);
        return true;
      },
      move(p) {
        if (from) draw(p);
      },
      up(p) {
        if (from) draw(p);
        from = null;
      },
    };
  },
};

/** The overlay of the answer to `route`. */
export function routeOverlay(points, text) {
  const lines = points.slice(1).flatMap((p, i) => [points[i][0], points[i][1], p[0], p[1]]);
  const end = points.at(-1);
  return { lines, points: points.flatMap((p) => [p[0], p[1]]), labels: end
    ? [{ at: [end[0], end[1]], text }] : [], width: 3 };
}

export const route = {
  id: "route", title: "Find a route", key: "r", cursor: "crosshair", changes: false,
  hint: "Click the start; the route to the pointer is shown until you click its end.",
  start({ app, options, overlay, say }) {
    let from = null;
    let asking = false;
    let next = null;
    const ends = (p) => [p.x, p.y, p.layer];
    async function find(p) {
      if (asking) {
        next = p;
        return;
      }
      asking = true;
      const start = from;
      try {
        const answer = await app.run.ask({ do: "route", from: ends(start), to: ends(p),
          radius: options.radius });
        const points = answer.points ?? [];
        const length = answer.length ?? pathLength(points);
        const text = points.length > 0 ? `${fixed(length)} m` : answer.status;
        overlay("route", routeOverlay(points, text), "overlay");
        say(`Route: ${answer.status}${points.length > 0 ? `, ${text}` : ""}`);
      } catch (error) {
        say(error.message);
      }
      asking = false;
      const waiting = next;
      next = null;
      if (waiting && from) find(waiting);
    }
    return {
      down(p) {
        if (from) {
          find(p);
          from = null;
        } else {
          from = p;
          overlay("route", { points: [p.x, p.y] }, "overlay");
        }
        return true;
      },
      move(p) {
        if (from) find(p);
      },
    };
  },
};
