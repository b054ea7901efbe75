/** The line under velocity space: a velocity, and what would be wrong with it. */
import { slackOf } from "./marks.js";
import { velocityText } from "../common/format.js";

/**
 * How many constraints of a scene a velocity would break.
 * @param {any} scene
 * @param {number[]} velocity
 */
export function brokenBy(scene, velocity) {
  return scene.items.filter((item) => {
    const slack = slackOf(item, velocity);
    return slack !== null && slack < 0;
  }).length;
}

/**
 * A velocity in words.
 * @param {any} scene
 * @param {number[] | null} velocity
 * @param {boolean} [pointed] the user points at it; else it is the chosen one
 */
export function readoutText(scene, velocity, pointed = false) {
  if (!velocity) return "";
  const broken = brokenBy(scene, velocity);
  const fast = scene.maxSpeed !== null && Math.hypot(...velocity) > scene.maxSpeed + 1e-3;
  const faults = [fast && "too fast", pointed && broken > 0
    && `breaks ${broken} constraint${broken > 1 ? "s" : ""}`].filter(Boolean);
  const name = pointed ? "here" : "chosen";
  return `${name}: ${velocityText(velocity)}${faults.length > 0 ? `; ${faults.join(", ")}` : ""}`;
}
