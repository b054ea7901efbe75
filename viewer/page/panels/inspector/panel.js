/** Adds the inspector to the side bar. It opens when an agent is selected and no panel is open. */
import { Inspector } from "./inspector.js";
import { PANEL_ICONS } from "../common/icons.js";

export function addInspector(app) {
  let inspector = null;
  app.addPanel({
    id: "inspector", title: "Inspector", icon: PANEL_ICONS.inspector, key: "i", order: 10,
    create: (element) => {
      inspector = new Inspector(element, app);
    },
    show: () => inspector.show(),
    hide: () => inspector.hide(),
  });
  app.on("select", (agent) => {
    if (agent && app.sidebar.shown === null) app.showPanel("inspector");
  });
  app.keys.add({ section: "Agents", key: "n", text: "inspect the next agent",
    run: () => step(1) });
  app.keys.add({ section: "Agents", key: "p", text: "inspect the previous agent",
    run: () => step(-1) });

  function step(by) {
    if (app.sidebar.shown !== "inspector") app.showPanel("inspector");
    inspector.step(by);
  }
}
