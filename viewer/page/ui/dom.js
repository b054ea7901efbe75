/** Makes elements. Text from scenarios only ever becomes text, never HTML. */

/**
 * @param {string} tag such as `button.primary`
 * @param {object} attributes `onclick` and other functions become listeners; null is left out
 * @param {...(Node|string|null)} children
 */
export function make(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An icon: `shape` is the content of an SVG of 24 x 24, written in this program. */
export function icon(shape) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  svg.innerHTML = shape;
  return svg;
}

/** A button with an icon and a name for screen readers and tooltips. */
export function iconButton(shape, label, onclick, attributes = {}) {
  return make("button.icon-button", { type: "button", "aria-label": label, title: label, onclick,
    ...attributes }, icon(shape));
}
