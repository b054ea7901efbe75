/** Starts the page with hosts that are open. */
import { App } from "./app.js";
import { addPanels } from "./panels/index.js";
import { addControls } from "./ui/controls.js";

/**
 * @param {{host: object, name: string}[]} opened one or two
 * @returns {Promise<App>}
 */
export async function start(opened) {
  const app = new App(document.body);
  globalThis.wend = app; // for tests, and for the curious
  for (const { host, name } of opened) await app.addRun(host, name);
  addControls(app);
  addPanels(app);
  app.view.fit();
  const draw = (now) => {
    app.player.tick(now / 1000);
    for (const view of app.views) view.draw();
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
  document.documentElement.dataset.ready = "true";
  return app;
}
