/** The texts of the help panel. Colours are names of the theme. */

/** What a stranger sees, in five sentences. */
export const TOUR = [
  { title: "Agents", text: "Each disc is an agent, a simulated pedestrian of that size; its colour "
    + "is that of its group, or of what the legend says." },
  { title: "Space and goals", text: "Thick lines are walls that no agent can cross, and yellow "
    + "shapes are goals: agents head for one, and many leave when they reach it." },
  { title: "It is not a film", text: "The page runs the simulation itself, so you can stop it, go "
    + "back to any step exactly, change something, and let it go on from there.", panel: "edit" },
  { title: "Why it moves so", text: "Click an agent: the inspector shows what it sees, which "
    + "velocities its neighbours forbid, which one it prefers, and which one it has chosen.",
  panel: "inspector" },
  { title: "Try another model", text: "In the panel of models you choose how agents find their way "
    + "and avoid each other; plots then show whether the crowd moves faster or gets stuck.",
  panel: "models" },
];

/** The marks of the inspector and of its overlay in the view. */
export const MARKS = [
  { colour: "chosen", sample: "line", title: "chosen velocity",
    text: "what the steering model decided; in the view, where the agent would be in 1 s" },
  { colour: "preferred", sample: "ring", title: "preferred velocity",
    text: "what the agent would choose if it were alone" },
  { colour: "forbidden", sample: "area", title: "half-plane",
    text: "velocities that a neighbour or a wall forbids, on the red side of its line" },
  { colour: "obstacle", sample: "area", title: "velocity obstacle",
    text: "velocities that lead to a collision with a neighbour" },
  { colour: "goal", sample: "area", title: "goal velocity obstacle",
    text: "velocities that lead to the goal in time; gold lines are equally preferred" },
  { colour: "force", sample: "line", title: "push",
    text: "a force or a repulsion, of a neighbour, a wall or the goal" },
  { colour: "overlay", sample: "line", title: "route",
    text: "the path that the planner found; dashed: the piece that is followed now" },
  { colour: "link", sample: "line", title: "portal",
    text: "an edge that the route crosses; anywhere on it is as good" },
  { colour: "highlight", sample: "line", title: "lit",
    text: "what you point at in a panel, in the view and in velocity space" },
];

/** The colours of things in the view. */
export const THINGS = [
  { colour: "wall", sample: "line", title: "wall" },
  { colour: "solid", sample: "area", title: "obstacle" },
  { colour: "door", sample: "line", title: "closed door" },
  { colour: "doorOpen", sample: "line", title: "open door" },
  { colour: "goal", sample: "area", title: "goal" },
  { colour: "link", sample: "line", title: "connection between layers" },
];

/** Gestures of the pointer. */
export const POINTER = [
  ["drag", "move the view"], ["wheel, pinch", "zoom"], ["click an agent", "inspect it"],
  ["Shift + drag", "tilt and turn the view"],
];

/** Keys that belong to modes and are not in the list of keys. */
export const MODE_KEYS = [
  ["arrow keys, WASD", "while steering: move the agent; Shift: fast"],
  ["Enter, Backspace", "while drawing a polygon: end it, remove a corner"],
  ["Esc", "end a tool, or steering"],
];
