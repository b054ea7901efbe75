/** Elements of panels: lists as children, SVG, tables of facts, files for the user. */
import { make } from "../../ui/dom.js";

const SVG = "http://www.w3.org/2000/svg";

/** Children in one list, without those that are null or false. */
const flat = (children) =>
  children.flat(3).filter((child) => child !== null && child !== undefined && child !== false);

/**
 * Makes an element like `make`; children may also be numbers, and lists of children.
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  return make(tag, attributes, ...flat(children).map((c) => (c instanceof Node ? c : String(c))));
}

/**
 * Makes an SVG element. Attributes that are null or false are left out.
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...flat(children));
  return element;
}

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
}

/** Makes a button with text on it. */
export function button(label, onclick, attributes = {}) {
  return el("button.small", { type: "button", onclick, ...attributes }, label);
}

/**
 * Makes a table with a header cell and a value in each row.
 * @param {[string, any][]} rows
 */
export function factTable(rows) {
  return el("table.facts", {}, el("tbody", {},
    rows.map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, name),
      el("td", {}, value)))));
}

/**
 * Makes a menu.
 * @param {string} label for screen readers
 * @param {[string, string][]} options value and text
 * @param {string} value the one that is chosen
 * @param {(value: string) => void} onchange
 */
export function menu(label, options, value, onchange) {
  const select = el("select", { "aria-label": label,
    onchange: (event) => onchange(event.target.value) },
  options.map(([name, text]) => el("option", { value: name }, text)));
  select.value = value;
  return select;
}

/** Offers bytes to the user as a file. */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
