/**
 * Takes a picture of a page: node test/shot.mjs PAGE OUTPUT.png [--size 1280x800] [--dark]
 * [--scale 2] [--do 'JavaScript']... Each --do runs in the page, as an async function of `app`.
 */
import { openPage } from "./browser/harness.mjs";

const args = process.argv.slice(2);
const values = (name) => args.flatMap((arg, i) => (arg === name ? [args[i + 1]] : []));
const [width, height] = (values("--size")[0] ?? "1280x800").split("x").map(Number);
const shown = await openPage(args[0], { width, height, dark: args.includes("--dark"),
  scale: Number(values("--scale")[0] ?? 1), touch: width < 600 });
for (const code of values("--do")) {
  await shown.page.evaluate(`(async (app) => { ${code} })(globalThis.wend)`);
}
await shown.drawn();
await shown.page.screenshot({ path: args[1] });
for (const fault of shown.faults) console.error(fault);
await shown.close();
