/** The bar with the controls of time. */
import { iconButton } from "./dom.js";
import { ICONS } from "./icons.js";

export function addTimeBar(app, bar) {
  const play = iconButton(ICONS.play, "Play", () => (app.isPlaying ? app.pause() : app.play()));
  const time = document.createElement("output");
  bar.append(play, time);
  app.on("state", (run) => {
    if (run === app.run) time.value = `${run.state.time.toFixed(1)} s, step ${run.state.step}`;
  });
}
