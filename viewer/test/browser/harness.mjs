/** Opens pages in a headless browser, for tests. Waits for conditions, never for a time. */
import { chromium } from "playwright-core";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--use-gl=angle",
  "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** Bound of every wait, ms: large, because the machine may be busy. */
export const PATIENCE = 120000;

function addressOf(page) {
  if (/^https?:/.test(page)) return page;
  const [, file, rest] = page.match(/^([^?#]*)(.*)$/);
  return pathToFileURL(resolve(file)).href + rest;
}

/** Starts a browser, for tests that open many pages. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) throw new Error(`${executablePath} is missing`);
  return chromium.launch({ executablePath, args: FLAGS });
}

/**
 * Opens a page in a browser of its own, or in `browser`; there, pages share nothing.
 * @param {string} page a file or an address, perhaps with a query and a fragment
 * @param {{width?: number, height?: number, dark?: boolean, scale?: number, touch?: boolean}} look
 */
export async function openPage(page, look = {}, browser = null) {
  const own = browser ? null : await launch();
  const context = await (browser ?? own).newContext({
    viewport: { width: look.width ?? 1280, height: look.height ?? 800 },
    colorScheme: look.dark ? "dark" : "light", deviceScaleFactor: look.scale ?? 1,
    hasTouch: look.touch ?? false, reducedMotion: look.still ? "reduce" : "no-preference" });
  const tab = await context.newPage();
  tab.setDefaultTimeout(PATIENCE);
  const faults = [];
  const requests = [];
  tab.on("console", (message) => {
    const text = message.text();
    /* Reading pixels stalls a graphics processor made of software: only tests read pixels. */
    if (["error", "warning"].includes(message.type()) && !text.includes("GPU stall")) {
      faults.push(text);
    }
  });
  tab.on("pageerror", (error) => faults.push(String(error)));
  tab.on("request", (request) => requests.push(request.url()));
  await tab.goto(addressOf(page));
  await tab.waitForSelector("html[data-ready=true], .fatal", { state: "attached",
    timeout: PATIENCE });
  const fatal = tab.locator(".fatal");
  if (await fatal.count() > 0) {
    const text = await fatal.textContent();
    await (own ?? context).close();
    throw new Error([text, ...faults].join("\n"));
  }
  return {
    page: tab, faults, requests,
    /** Calls a function of the page's app. */
    app: (fn, argument) => tab.evaluate(`(${fn})(globalThis.wend, ${JSON.stringify(argument)})`),
    /** Waits until a function of the page's app returns something true. */
    async until(fn, argument) {
      /* Not waitForFunction: it polls with eval in the page, which the content policy forbids. */
      const code = `(${fn})(globalThis.wend, ${JSON.stringify(argument)})`;
      const end = Date.now() + PATIENCE;
      while (!await tab.evaluate(code)) {
        if (Date.now() > end) throw new Error(`still false: ${fn}\n${faults.join("\n")}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    /** Waits for two pictures. */
    drawn: () => tab.evaluate(() => new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(resolve)))),
    close: () => (own ?? context).close(),
  };
}
