/** Adds agents at a point, and removes agents by a click or in a rectangle. */
import { boxRing, ringLines } from "../shapes.js";

const MOST_REMOVED = 20000;

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

/** The slots of the agents of a frame in a box on a layer. */
export function slotsIn(frame, ring, layer) {
  const [[x0, y0], , [x1, y1]] = ring;
  const slots = [];
  for (let i = 0; i < frame.count && slots.length < MOST_REMOVED; i++) {
    const inside = frame.x[i] >= x0 && frame.x[i] <= x1 && frame.y[i] >= y0 && frame.y[i] <= y1;
    if (inside && frame.layer[i] === layer) slots.push(frame.slots[i]);
  }
  return slots;
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
      else await change({ do: "remove_agents", slots: [found.slot] });
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
        const slots = slotsIn(app.run.frame, ring, layer);
        if (slots.length === 0) say("There is no agent in this rectangle.");
        else if (await change({ do: "remove_agents", slots })) say(`${slots.length} agents removed.`);
      },
    };
  },
};
