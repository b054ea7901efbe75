/**
 * Values of parameters: from the text of a control and back, limits, and the range of a slider.
 * Pure. A parameter is one of the message `entries`; a value is what the message `choose` takes.
 */
import { short } from "../common/format.js";

const NUMBERS = new Set(["number", "integer", "sampled"]);
/** A range whose ends differ by more than this factor gets a logarithmic slider. */
const WIDE = 60;

/** Whether a number may be a distribution over agents. */
export const isSampled = (param) => param.type === "sampled";
export const isNumeric = (param) => NUMBERS.has(param.type);

const finite = (value) => typeof value === "number" && Number.isFinite(value);

/** The limits of a parameter in words, or "". */
export function limitsText(param) {
  const low = finite(param.minimum);
  const high = finite(param.maximum);
  if (low && high) return `${short(param.minimum)} to ${short(param.maximum)}`;
  if (low) return `at least ${short(param.minimum)}`;
  return high ? `at most ${short(param.maximum)}` : "";
}

/** Whether a parameter may be infinite. The engine writes infinity as "inf". */
export function mayBeInfinite(param) {
  return param.type === "number" && [param.default, param.maximum].includes("inf");
}

/** Why a number is not allowed, or null. */
export function faultOf(param, number) {
  if (!finite(number)) return "expected a number";
  if (param.type === "integer" && !Number.isInteger(number)) return "expected a whole number";
  const low = finite(param.minimum) && number < param.minimum;
  const high = finite(param.maximum) && number > param.maximum;
  return low || high ? `expected ${limitsText(param)}` : null;
}

function parseNumbers(text) {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  const numbers = parts.map(Number);
  return numbers.every(Number.isFinite) ? numbers : null;
}

function parseList(param, text) {
  const numbers = parseNumbers(text);
  if (text.trim() === "") return { value: null };
  if (numbers === null) return { fault: "expected numbers, with commas between them" };
  if (param.type === "point") {
    return numbers.length === 2 ? { value: numbers } : { fault: "expected two numbers: x, y" };
  }
  if (param.type !== "polygon") return { value: numbers };
  if (numbers.length < 6 || numbers.length % 2 === 1) {
    return { fault: "expected at least three points: x, y, x, y, ..." };
  }
  return { value: numbers.filter((_, i) => i % 2 === 0).map((x, i) => [x, numbers[2 * i + 1]]) };
}

/**
 * The value that a text stands for.
 * @returns {{value: any} | {fault: string}}
 */
export function parseValue(param, text) {
  if (["point", "polygon", "numbers"].includes(param.type)) return parseList(param, text);
  if (!isNumeric(param)) return { value: text.trim() === "" ? null : text.trim() };
  if (text.trim() === "") return { fault: "expected a number" };
  if (mayBeInfinite(param) && /^\s*(inf|infinity|∞)\s*$/i.test(text)) return { value: "inf" };
  const number = Number(text);
  const fault = faultOf(param, number);
  return fault ? { fault } : { value: number };
}

/** The text of a value, such that `parseValue` gives the value again. */
export function formatValue(param, value) {
  if (value === null || value === undefined) return "";
  if (isNumeric(param)) return finite(value) ? short(value, 6) : value === "inf" ? "inf" : "";
  if (Array.isArray(value)) return value.flat().map((number) => short(number, 6)).join(", ");
  return String(value);
}

/**
 * The shape and the numbers of a value that may be a distribution.
 * @returns {{shape: "constant" | "uniform" | "normal", numbers: number[]}}
 */
export function splitDistribution(value) {
  if (Array.isArray(value?.uniform)) return { shape: "uniform", numbers: value.uniform };
  if (Array.isArray(value?.normal)) return { shape: "normal", numbers: value.normal };
  return { shape: "constant", numbers: [finite(value) ? value : 0] };
}

/** Puts a distribution together, or says what is wrong. */
export function joinDistribution(param, shape, numbers) {
  const wrong = numbers.find((number) => !finite(number));
  if (wrong !== undefined || numbers.length === 0) return { fault: "expected numbers" };
  if (shape === "constant") {
    const fault = faultOf(param, numbers[0]);
    return fault ? { fault } : { value: numbers[0] };
  }
  const [a, b] = numbers;
  const inside = shape === "uniform" ? faultOf(param, a) ?? faultOf(param, b) : faultOf(param, a);
  if (inside) return { fault: inside };
  if (shape === "uniform" && a > b) return { fault: "the first number must be the smaller one" };
  if (shape === "normal" && b < 0) return { fault: "the deviation must not be negative" };
  return { value: { [shape]: [a, b] } };
}

/** The numbers that a distribution of another shape starts with, so that little changes. */
export function reshape(param, from, shape) {
  const { shape: old, numbers } = splitDistribution(from);
  const middle = old === "uniform" ? (numbers[0] + numbers[1]) / 2 : numbers[0];
  const spread = old === "uniform" ? (numbers[1] - numbers[0]) / 4
    : old === "normal" ? numbers[1] : Math.abs(middle) * 0.1;
  const limit = (number) => Math.min(param.maximum ?? Infinity,
    Math.max(param.minimum ?? -Infinity, number));
  if (shape === "uniform") return [limit(middle - 2 * spread), limit(middle + 2 * spread)];
  return shape === "normal" ? [middle, spread] : [middle];
}

/**
 * The range that a slider covers: all that is useful, while the box beside it takes every allowed
 * value.
 * @returns {{low: number, high: number, log: boolean} | null} null: no slider
 */
export function sliderRange(param) {
  const middle = finite(param.default) ? Math.abs(param.default) : 0;
  let low = finite(param.minimum) ? param.minimum : -Math.max(10, 4 * middle);
  let high = finite(param.maximum) ? param.maximum : Math.max(10, 4 * middle);
  if (!(low < high)) return null;
  const useful = middle > 0 ? 20 * middle : 10;
  if (high > useful && high > 20) high = Math.max(useful, low + 1);
  if (low < -useful && low < -20) low = -useful;
  const log = low > 0 && high / low > WIDE;
  return { low, high, log };
}

const clampShare = (share) => Math.min(1, Math.max(0, share));

/** The position of a value on a slider, 0 to 1. */
export function shareOf(range, value) {
  if (range.log) {
    return clampShare(Math.log(Math.max(value, range.low) / range.low)
      / Math.log(range.high / range.low));
  }
  return clampShare((value - range.low) / (range.high - range.low));
}

/** The value at a position on a slider, rounded to what such a control can set exactly. */
export function valueAt(param, range, share) {
  const raw = range.log ? range.low * (range.high / range.low) ** share
    : range.low + share * (range.high - range.low);
  if (param.type === "integer") return Math.round(raw);
  const rounded = range.log ? Number(raw.toPrecision(3))
    : Number((Math.round(raw / stepOf(range)) * stepOf(range)).toPrecision(12));
  return Math.min(range.high, Math.max(range.low, rounded));
}

/** The step of a linear slider: a power of ten, at least 100 steps for the whole range. */
export function stepOf(range) {
  return 10 ** Math.floor(Math.log10((range.high - range.low) / 100));
}

/** Whether two values are equal. */
export function sameValue(a, b) {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
