/** Keys of the keyboard, and what they do: one list, which the help panel shows. */

/** Whether an element takes a key itself: typed text or, as sliders do, arrow keys and the like. */
export function takesKey({ tagName, type, isContentEditable = false }, key) {
  if (isContentEditable || ["TEXTAREA", "SELECT"].includes(tagName)) return true;
  if (tagName !== "INPUT" || ["checkbox", "radio", "button"].includes(type)) return false;
  return type !== "range" || key.length > 1;
}

export class Keys {
  constructor(app) {
    this.app = app;
    /** @type {{key: string, text: string, section: string, run: (event) => void}[]} */
    this.list = [];
    addEventListener("keydown", (event) => this.press(event));
  }

  /**
   * Adds a key. `key` is that of a keyboard event; "Shift+" before it asks for that key too.
   * @param {{key: string, text: string, section?: string, run: (event) => void}} entry
   */
  add(entry) {
    this.list.push({ section: "Panels", ...entry });
  }

  press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "Escape" && takesKey(event.target, event.key)) return;
    if (this.app.view?.tool?.key?.(event)) {
      event.preventDefault();
      return;
    }
    const isButton = event.target instanceof HTMLElement && event.target.closest("button, summary");
    if (isButton && [" ", "Enter"].includes(event.key)) return;
    const pressed = event.key.length > 1 && event.shiftKey ? `Shift+${event.key}` : event.key;
    const entry = this.list.find(({ key }) => key === pressed);
    if (!entry) return;
    event.preventDefault();
    entry.run(event);
  }
}
