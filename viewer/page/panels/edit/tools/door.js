/** Opens and closes doors. */
import { distanceToObstacle, nearest } from "../shapes.js";

export const toggleDoor = {
  id: "door", title: "Open or close a door", key: "o", cursor: "pointer",
  hint: "Click a door.",
  start({ app, reach, change, say }) {
    return {
      down(p) {
        const doors = app.run.state.obstacles.filter((o) => o.kind === "door"
          && o.layer === p.layer);
        const door = nearest(doors, (o) => distanceToObstacle([p.x, p.y], o), reach());
        if (!door) {
          say(doors.length > 0 ? "There is no door at this point." : "This scene has no doors.");
        } else {
          change({ do: "set_door", obstacle: door.index, closed: !door.closed });
        }
        return true;
      },
    };
  },
};
