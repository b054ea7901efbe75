/** Controls for parameters: one for each type, made from the parameter tables of the engine. */
import { el, fill, menu } from "../common/dom.js";
import { short } from "../common/format.js";
import {
  formatValue, isNumeric, isSampled, joinDistribution, limitsText, mayBeInfinite, parseValue,
  reshape, sameValue, shareOf, sliderRange, splitDistribution, valueAt,
} from "./values.js";

const SLIDER_STEPS = 1000;
let lastId = 0;

/**
 * One parameter with its control.
 * @typedef {{param: any, value: any, send: (value: any) => Promise<string | null>,
 *   names?: string[], disabled?: boolean}} Options `send` resolves to an error text, or null
 */

/** A control and everything around it: name, unit, help, reset, error. */
class ParameterRow {
  /** @param {Options} options */
  constructor(options) {
    Object.assign(this, options);
    this.id = `parameter-${++lastId}`;
    this.error = el("p.fault", { role: "alert", hidden: true });
    this.control = el("div.control");
    this.element = el("div.parameter", { "data-parameter": this.param.name }, this.head(),
      this.control, el("p.hint", { id: `${this.id}-help` }, this.helpText()), this.error);
    this.draw();
  }

  head() {
    const { param } = this;
    const unit = param.unit && param.unit !== "1" ? ` (${param.unit})` : "";
    const isDefault = sameValue(this.value, param.default);
    return el("div.parameter-head", {}, el("label", { for: this.id },
      `${param.name.replace(/_/g, " ")}${unit}`),
    el("button.link", { type: "button", hidden: isDefault || this.disabled,
      "aria-label": `reset ${param.name}`, title: `reset to ${formatValue(param, param.default)}`,
      onclick: () => this.commit(param.default) }, "reset"));
  }

  helpText() {
    const { param } = this;
    const limits = isNumeric(param) ? limitsText(param) : "";
    const standard = formatValue(param, param.default);
    return [param.help, limits, standard && `default ${standard}`].filter(Boolean).join("; ");
  }

  fail(text) {
    this.error.textContent = text ?? "";
    this.error.hidden = !text;
    for (const input of this.control.querySelectorAll("input, select")) {
      input.setAttribute("aria-invalid", String(!!text));
    }
  }

  async commit(value) {
    this.fail(null);
    this.fail(await this.send(value));
  }

  commitText(text) {
    const { value, fault } = parseValue(this.param, text);
    if (fault) this.fail(fault);
    else if (!sameValue(value, this.value)) this.commit(value);
    else this.fail(null);
  }

  attributes() {
    return { id: this.id, "aria-describedby": `${this.id}-help`, disabled: this.disabled };
  }

  draw() {
    const { type, choices } = this.param;
    if (type === "bool") fill(this.control, this.checkbox());
    else if (type === "choice" && choices) fill(this.control, this.choice());
    else if (isSampled(this.param)) this.drawDistribution();
    else if (isNumeric(this.param)) fill(this.control, this.slider(), this.number());
    else fill(this.control, this.text());
  }

  checkbox() {
    return el("input", { ...this.attributes(), type: "checkbox", checked: this.value === true,
      onchange: (event) => this.commit(event.target.checked) });
  }

  choice() {
    const select = menu(this.param.name, this.param.choices.map((name) => [name, name]),
      this.value ?? this.param.default, (value) => this.commit(value));
    for (const [name, value] of Object.entries(this.attributes())) {
      if (value) select.setAttribute(name, value === true ? "" : value);
    }
    return select;
  }

  /** A slider for the useful part of the range; the box beside it takes every value. */
  slider() {
    const range = mayBeInfinite(this.param) ? null : sliderRange(this.param);
    if (!range) return null;
    const at = (event) => valueAt(this.param, range, event.target.value / SLIDER_STEPS);
    const value = typeof this.value === "number" ? this.value : 0;
    return el("input", { type: "range", min: 0, max: SLIDER_STEPS, disabled: this.disabled,
      value: Math.round(shareOf(range, value) * SLIDER_STEPS), "aria-label": this.param.name,
      oninput: (event) => {
        this.control.querySelector("input.number").value = short(at(event), 6);
        event.target.setAttribute("aria-valuetext", short(at(event), 4));
      },
      onchange: (event) => this.commit(at(event)) });
  }

  number(value = this.value, onchange = (event) => this.commitText(event.target.value)) {
    const type = mayBeInfinite(this.param) ? "text" : "number";
    return el("input.number", { ...this.attributes(), type, step: "any", inputmode: "decimal",
      min: this.param.minimum, max: this.param.maximum, value: formatValue(this.param, value),
      onchange });
  }

  text() {
    const isName = this.param.type === "name" && this.names?.length > 0;
    const list = isName ? el("datalist", { id: `${this.id}-names` },
      this.names.map((name) => el("option", { value: name }))) : null;
    return [el("input", { ...this.attributes(), type: "text", maxlength: 4000,
      list: list ? list.id : null, value: formatValue(this.param, this.value),
      onchange: (event) => this.commitText(event.target.value) }), list];
  }

  /** A number that may be sampled for each agent. */
  drawDistribution(value = this.value) {
    const { shape, numbers } = splitDistribution(value);
    const shapes = menu(`distribution of ${this.param.name}`, [["constant", "constant"],
      ["uniform", "uniform"], ["normal", "normal"]], shape, (next) => {
      const { value: changed } = joinDistribution(this.param, next,
        reshape(this.param, value, next));
      if (changed !== undefined) this.drawDistribution(changed);
      if (changed !== undefined) this.commit(changed);
    });
    shapes.disabled = this.disabled ?? false;
    const set = (i) => (event) => {
      const next = numbers.map((number, k) => (k === i ? Number(event.target.value) : number));
      const { value: joined, fault } = joinDistribution(this.param, shape, next);
      if (fault) this.fail(fault);
      else this.commit(joined);
    };
    const boxes = numbers.map((number, i) => this.number(number, set(i)));
    boxes.slice(1).forEach((box) => box.removeAttribute("id"));
    fill(this.control, shape === "constant" ? this.slider() : null, boxes, shapes);
  }
}

/**
 * Makes the row of a parameter.
 * @param {Options} options
 * @returns {HTMLElement}
 */
export function parameterRow(options) {
  return new ParameterRow(options).element;
}
