/**
 * What agents can be coloured by, in the order of wend_live_colouring. `kind` is `category` (the
 * value of an agent is an index), or `scale` (65,535 stands for `top`).
 */
export const COLOURINGS = [
  { name: "group", label: "Group", kind: "category" },
  { name: "speed", label: "Speed", kind: "scale", top: 2.5, unit: "m/s" },
  { name: "density", label: "Density", kind: "scale", top: 6, unit: "persons per m²" },
  { name: "profile", label: "Profile", kind: "category" },
  { name: "state", label: "State", kind: "category" },
  { name: "status", label: "Solve status", kind: "category" },
  { name: "goal", label: "Goal", kind: "category" },
  { name: "activity", label: "Activity", kind: "category" },
  { name: "relative", label: "Speed of preferred", kind: "scale", top: 100, unit: "%" },
];

/** The number of the colouring with a name, or -1. */
export function colouringByName(name) {
  return COLOURINGS.findIndex((colouring) => colouring.name === name);
}
