/** The controls of the page that are not in panels. */
import { addTimeBar } from "./timebar.js";

export function addControls(app) {
  addTimeBar(app, app.root.querySelector("#timebar"));
  app.keys.add({ section: "Time", key: " ", text: "play or pause",
    run: () => (app.isPlaying ? app.pause() : app.play()) });
  app.keys.add({ section: "View", key: "d", text: "light or dark",
    run: () => app.themes.toggle() });
}
