/** Colours of panels: those of the theme, and a few more, as CSS variables of the page. */

const FORCE = { light: "#8c2d8c", dark: "#dc96e4" };
const NAMES = ["forbidden", "obstacle", "goal", "chosen", "preferred", "overlay", "link", "text",
  "faint", "frame", "ground", "solid", "highlight", "door"];

/** The colour of a name: of the theme, or `force`. */
export function colourOf(theme, name) {
  return name === "force" ? (theme.dark ? FORCE.dark : FORCE.light) : theme[name];
}

/** Sets the CSS variables `--mark-NAME` on an element, now and whenever the theme changes. */
export function followTheme(app, element) {
  const apply = () => {
    for (const name of [...NAMES, "force"]) {
      element.style.setProperty(`--mark-${name}`, colourOf(app.theme, name));
    }
  };
  app.on("theme", apply);
  apply();
}
