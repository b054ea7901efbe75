/** What is on screen as a scenario file: to the clipboard, or as a file. */
import { download } from "../common/dom.js";
import { fileName } from "../common/format.js";

/** The YAML of the world, or null after an error, which is shown. */
export async function scenarioText(app) {
  try {
    return (await app.run.ask({ do: "scenario" })).yaml;
  } catch (error) {
    app.toast(error.message, "error");
    return null;
  }
}

/** Copies text; browsers allow it only in reaction to the user, and not on every page. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

export async function copyScenario(app) {
  const yaml = await scenarioText(app);
  if (yaml === null) return;
  if (await copy(yaml)) app.toast(`Copied: a scenario of ${yaml.split("\n").length} lines.`);
  else app.toast("The browser does not allow copying; use Save as file.", "error");
}

export async function saveScenario(app) {
  const yaml = await scenarioText(app);
  if (yaml === null) return;
  download(new Blob([yaml], { type: "application/yaml" }),
    fileName(app.run.description.title ?? "", "yaml"));
}
