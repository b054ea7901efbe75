/** Adds the panels to the side bar, each in its own module. */
export function addPanels(app) {
  void app;
}
