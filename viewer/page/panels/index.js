/** Adds the panels to the side bar, each in its own module. */
import { followTheme } from "./common/colours.js";
import { addEdit } from "./edit/panel.js";
import { addGoals } from "./goals/panel.js";
import { addHelp } from "./help/panel.js";
import { addInspector } from "./inspector/panel.js";
import { addModels } from "./models/panel.js";
import { addPlots } from "./plots/panel.js";

export function addPanels(app) {
  followTheme(app, app.root);
  addInspector(app);
  addModels(app);
  addEdit(app);
  addGoals(app);
  addPlots(app);
  addHelp(app);
}
