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
    note: "Most planners route around one that has stood still for some seconds; before, agents "
      + "only avoid it when they are near. Walls and new doors are for the scenario file." },
  { title: "Questions", tools: [measure, route] },
];
