/** Adds agents at a point, and removes agents by a click or in a rectangle. */
import { boxRing, ringLines } from "../shapes.js";

/** Agents that one message may remove. */
const MOST_REMOVED = 4096;
const EXACT = 0.01; // m

export const addAgents = {
  id: "add-agents", title: "Add agents", key: "a", cursor: "copy",
  hint: "Click where they should appear. They are placed around the point, where there is room.",
  start({ app, options, change, say }) {
    return {
      async down(p) {
        const { count, like, profile, goal } = options;
        const source = like && app.selected ? { like: app.selected.key } : { profile, goal };
        const answer = await change({ do: "add_agents", at: [p.x, p.y], layer: p.layer, count,
          ...source });
        if (answer) say(`${answer.added} of ${count} agents added.`);
      },
    };
  },
};

/** The positions of the agents of a frame in a box on a layer. */
export function agentsIn(frame, ring, layer) {
  const [[x0, y0], , [x1, y1]] = ring;
  const found = [];
  for (let i = 0; i < frame.count && found.length < MOST_REMOVED; i++) {
    const inside = frame.x[i] >= x0 && frame.x[i] <= x1 && frame.y[i] >= y0 && frame.y[i] <= y1;
    if (inside && frame.layer[i] === layer) found.push([frame.x[i], frame.y[i]]);
  }
  return found;
}

/** The keys of agents at positions: frames hold no keys. */
async function keysAt(run, positions, layer) {
  const found = await Promise.all(positions.map((at) =>
    run.ask({ do: "pick", at, layer, radius: EXACT })));
  return [...new Set(found.map(({ key }) => key).filter((key) => key !== undefined))];
}

export const removeAgents = {
  id: "remove-agents", title: "Remove agents", cursor: "crosshair",
  hint: "Click an agent, or draw a rectangle around several.",
  start({ app, reach, overlay, change, say }) {
    let from = null;
    async function removeAt(p) {
      const found = await app.run.ask({ do: "pick", at: [p.x, p.y], layer: p.layer,
        radius: reach() });
      if (found.slot === null) say("There is no agent at this point.");
      else await change({ do: "remove_agents", keys: [found.key] });
    }
    async function removeIn(ring, layer) {
      const { isPlaying } = app;
      await app.pause(); // the frame must be that of the world
      const keys = await keysAt(app.run, agentsIn(app.run.frame, ring, layer), layer);
      if (keys.length === 0) say("There is no agent in this rectangle.");
      else if (await change({ do: "remove_agents", keys })) say(`${keys.length} agents removed.`);
      if (isPlaying) app.play();
    }
    return {
      down(p) {
        from = p;
        return true;
      },
      move(p) {
        if (!from) return;
        overlay("box", { lines: ringLines(boxRing([from.x, from.y], [p.x, p.y])), dashed: true },
          "forbidden");
      },
      async up(p) {
        if (!from) return;
        const ring = boxRing([from.x, from.y], [p.x, p.y]);
        const { layer } = from;
        from = null;
        overlay("box", null);
        if (Math.hypot(ring[2][0] - ring[0][0], ring[2][1] - ring[0][1]) < reach()) {
          await removeAt(p);
          return;
        }
        await removeIn(ring, layer);
      },
    };
  },
};
