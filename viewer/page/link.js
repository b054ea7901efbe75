/**
 * Links to what is on screen: keys of the fragment of the address, such as
 * `#t=12.3&agent=7&colour=speed`. Anyone may write such a link, so every value is checked where it
 * is used.
 */

/** Splits a fragment into a map. What is malformed is left out. */
export function parseFragment(fragment) {
  const keys = new Map();
  for (const part of fragment.replace(/^#/, "").split("&").slice(0, 64)) {
    const at = part.indexOf("=");
    if (at < 1) continue;
    try {
      keys.set(decodeURIComponent(part.slice(0, at)), decodeURIComponent(part.slice(at + 1)));
    } catch {
      continue; // a malformed escape
    }
  }
  return keys;
}

/** Joins a map to a fragment, without `#`. Commas, colons and slashes stay readable. */
export function formatFragment(keys) {
  const plain = (text) => encodeURIComponent(text).replace(/%(2C|3A|2F)/g, decodeURIComponent);
  return [...keys].map(([key, value]) => `${plain(key)}=${plain(value)}`).join("&");
}

/** A list of finite numbers such as `1,2.5,-3`, or null if it is not one of `count` numbers. */
export function parseNumbers(text, count) {
  const numbers = (text ?? "").split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : null;
}

/** The keys of the address of the page. Changes appear there after a short time. */
export class Link {
  #keys;
  #timer = 0;
  #wait;

  constructor(wait = 300) {
    this.#keys = parseFragment(location.hash);
    this.#wait = wait;
  }

  /** @returns {string | null} */
  get(key) {
    return this.#keys.get(key) ?? null;
  }

  /** Sets a key; null removes it. */
  set(key, value) {
    if (value === null || value === undefined) this.#keys.delete(key);
    else this.#keys.set(key, String(value));
    this.#timer ||= setTimeout(() => this.write(), this.#wait);
  }

  /** Writes the keys to the address now. */
  write() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const fragment = formatFragment(this.#keys);
    history.replaceState(null, "", `#${fragment}`);
  }

  /** Reads the address again, after a user has changed it. */
  read() {
    this.#keys = parseFragment(location.hash);
  }
}
