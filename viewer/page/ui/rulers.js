/** The scale bar, and the coordinates under the pointer. */
import { lengthText, roundDistance } from "../view/labels.js";
import { make } from "./dom.js";

const LEAST_PX = 60;

export function addRulers(app, element) {
  const position = make("output");
  const text = make("span");
  const bar = make("div.scale-bar", {}, text);
  element.append(position, bar);
  let last = 0;
  function showScale() {
    const { scale } = app.camera;
    if (scale === last) return;
    last = scale;
    const length = roundDistance(LEAST_PX / scale);
    bar.style.width = `${length * scale}px`;
    text.textContent = lengthText(length);
  }
  app.on("pointer", (point, view) => {
    const many = view.run.description.layers.length > 1;
    position.value = point === null ? "" : `x ${point.x.toFixed(2)}  y ${point.y.toFixed(2)} m${
      many ? `  layer ${view.run.description.layers[point.layer]?.name || point.layer}` : ""}`;
  });
  app.on("scale", showScale);
  showScale();
}
