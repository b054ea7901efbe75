/** The tools, in groups, as the panel lists them. */
import { addAgents, removeAgents } from "./agents.js";
import { toggleDoor } from "./door.js";
import { moveGoal, setGoal } from "./goal.js";
import { measure, route } from "./measure.js";
import { addBox, addPolygon, moveObstacle, removeObstacle } from "./obstacle.js";

export const TOOLS = [
  { title: "Agents", tools: [addAgents, removeAgents, setGoal] },
  { title: "Goals and doors", tools: [moveGoal, toggleDoor] },
  { title: "Moving obstacles", tools: [addBox, addPolygon, moveObstacle, removeObstacle],
    note: "Agents avoid them when they are near, but routes go through them. Walls and new doors "
      + "are for the scenario file." },
  { title: "Questions", tools: [measure, route] },
];
