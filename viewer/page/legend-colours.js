/** The colours that stand for the values of agents, for each colouring. */
import { COLOURINGS } from "./colourings.js";
import { ACTIVITIES } from "./frame.js";

/* Which category colour an activity has: what is usual is calm, what is wrong stands out. */
const ACTIVITY_COLOURS = { choosing: 4, waiting: 6, walking: 0, approaching: 3, stranded: 1,
  crossing: 2, arrived: 14, closed: 7, left: 9 };

/** Colours of the values 0 to 255 (of categories), or from low to high (of scales). */
export function coloursFor(colouring, theme) {
  const { kind, name } = COLOURINGS[colouring];
  if (kind === "scale") return theme.ramp;
  if (name === "status") return theme.statuses;
  if (name === "activity") {
    return ACTIVITIES.map((activity) => theme.category(ACTIVITY_COLOURS[activity]));
  }
  const first = name === "profile" ? 0 : 1;
  return Array.from({ length: 256 }, (_, value) => theme.category(value - first));
}

/** What a value of a category is called. `state` is the answer to `state`. */
export function categoryName(colouring, value, state) {
  const { name } = COLOURINGS[colouring];
  const number = (list, index, fallback) => list?.[index]?.name || `${fallback} ${index}`;
  switch (name) {
    case "group":
      return value === 0 ? "no group" : number(state.groups, value - 1, "group");
    case "profile":
      return number(state.profiles, value, "profile");
    case "goal":
      return value === 0 ? "no goal" : goalName(state, value - 1);
    case "state":
      return value === 0 ? "no state" : stateName(state, value - 1);
    case "status":
      return ["free", "relaxed", "infeasible"][value] ?? `status ${value}`;
    default:
      return ACTIVITIES[value] ?? `activity ${value}`;
  }
}

/* Goals that agents own are not listed. */
function goalName(state, index) {
  return state.goals?.find((goal) => goal.index === index)?.name || `goal ${index}`;
}

/* Machines number their states from 0, so that machines share values. */
function stateName(state, index) {
  const names = new Set((state.machines ?? []).map(({ states }) => states[index]).filter(Boolean));
  return [...names].join(" or ") || `state ${index}`;
}
