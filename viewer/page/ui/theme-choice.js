/** Light or dark: as the system says, until the user chooses. */
import { Theme } from "../theme.js";

export class ThemeChoice {
  constructor(app) {
    this.app = app;
    this.system = matchMedia("(prefers-color-scheme: dark)");
    this.system.addEventListener("change", () => this.apply());
    this.chosen = app.link.get("theme");
    this.apply();
  }

  get dark() {
    return this.chosen === null ? this.system.matches : this.chosen === "dark";
  }

  toggle() {
    this.chosen = this.dark ? "light" : "dark";
    this.app.link.set("theme", this.chosen);
    this.apply();
  }

  apply() {
    this.theme = new Theme(this.dark);
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    this.app.emit("theme", this.theme);
  }
}
