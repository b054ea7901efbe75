/** The page with the mock host, for tests of panels: it notes what panels send. */
import { readFileSync } from "node:fs";
import { buildMock, makeFolder } from "./build.mjs";
import { openPage } from "./harness.mjs";

/** Explanations that the tool printed, by model. */
export const EXPLANATIONS = JSON.parse(readFileSync(new URL("../fixtures/explanations.json",
  import.meta.url)));

/**
 * Opens the page. `sent(kind)` returns the messages of a kind since the last call and forgets all;
 * `waitSent(kind)` waits for one and returns the last; `answer(kind, value)` sets an answer of the
 * mock; `explain(name)` shows an explanation for agent 7.
 */
export async function openPanels(look = {}, query = "") {
  const { folder, remove } = makeFolder();
  const shown = await openPage(buildMock(folder) + query, { width: 1280, height: 900, still: true,
    ...look });
  const { page } = shown;
  await shown.app((app) => {
    globalThis.sent = [];
    for (const { host } of app.runs) {
      const ask = host.ask.bind(host);
      host.ask = (message) => {
        globalThis.sent.push(message);
        return ask(message);
      };
    }
  });
  const sent = (kind) => page.evaluate((name) => {
    const list = globalThis.sent.filter((message) => message.do === name);
    globalThis.sent.length = 0;
    return list;
  }, kind);
  return {
    ...shown, sent,
    async waitSent(kind) {
      await shown.until((_, name) => globalThis.sent.some((message) => message.do === name), kind);
      return (await sent(kind)).at(-1);
    },
    answer: (kind, value) => page.evaluate(([name, given]) => {
      globalThis.wend.run.host[`answer_${name}`] = () => structuredClone(given);
    }, [kind, value]),
    async explain(name) {
      await page.evaluate((given) => {
        const { host } = globalThis.wend.run;
        host.answer_explain = () => ({ ...given, slot: 7, key: "7" });
        globalThis.wend.select(null);
        globalThis.wend.select({ key: "7", slot: 7 });
      }, EXPLANATIONS[name]);
      await shown.until((_, text) =>
        document.querySelector(".inspector-sentence")?.textContent === text,
      EXPLANATIONS[name].sentence);
    },
    /** Colours and texts of the first element of a selector, once it is there. */
    text: async (selector) => (await page.locator(selector).first().textContent()).trim(),
    async close() {
      await shown.close();
      remove();
    },
  };
}

/** Faults on the console that matter: software drawing reports how slow it is. */
export const faultsOf = (shown) =>
  shown.faults.filter((fault) => !/GL Driver Message/.test(fault));
