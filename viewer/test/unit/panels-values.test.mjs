/** Values of parameters, their sliders, and the messages that set them. */
import { test } from "node:test";
import assert from "node:assert/strict";
import {
  faultOf, formatValue, joinDistribution, limitsText, parseValue, reshape, sameValue, shareOf,
  sliderRange, splitDistribution, valueAt,
} from "../../page/panels/models/values.js";
import {
  actsOn, chooseModifiers, chooseSetting, concerned, differ, modifierList, modifiersOf, settingsOf,
  valueOf,
} from "../../page/panels/models/choices.js";
import { randomFrom } from "../support/random.js";

const number = (over) => ({ name: "x", type: "number", default: 2, minimum: 0.1, maximum: 100,
  unit: "s", help: "", choices: null, ...over });

test("numbers are checked against type and limits", () => {
  assert.deepEqual(parseValue(number(), "2.5"), { value: 2.5 });
  assert.deepEqual(parseValue(number(), "0.1"), { value: 0.1 });
  for (const text of ["", "abc", "0.05", "101", "NaN", "Infinity", "1,2"]) {
    assert.ok(parseValue(number(), text).fault, text);
  }
  const integer = number({ type: "integer", minimum: 0, maximum: 128 });
  assert.deepEqual(parseValue(integer, "12"), { value: 12 });
  assert.equal(parseValue(integer, "12.5").fault, "expected a whole number");
  assert.equal(faultOf(integer, 129), "expected 0 to 128");
});

test("limits may be missing", () => {
  assert.equal(limitsText(number({ minimum: null, maximum: null })), "");
  assert.equal(limitsText(number({ maximum: null })), "at least 0.1");
  assert.equal(limitsText(number({ minimum: null })), "at most 100");
  assert.equal(faultOf(number({ minimum: null, maximum: null }), -1e9), null);
});

test("infinity is a number only where the table says so", () => {
  const open = number({ maximum: "inf", default: "inf" });
  assert.deepEqual(parseValue(open, "inf"), { value: "inf" });
  assert.deepEqual(parseValue(open, formatValue(open, "inf")), { value: "inf" });
  assert.deepEqual(parseValue(open, "1e7"), { value: 1e7 });
  assert.ok(parseValue(number(), "inf").fault);
  assert.equal(limitsText(open), "at least 0.1");
});

test("points, polygons and names are read from text", () => {
  const point = number({ type: "point" });
  assert.deepEqual(parseValue(point, " 1.5, -2 "), { value: [1.5, -2] });
  assert.deepEqual(parseValue(point, ""), { value: null });
  assert.ok(parseValue(point, "1").fault);
  assert.ok(parseValue(point, "1, x").fault);
  const polygon = number({ type: "polygon" });
  assert.deepEqual(parseValue(polygon, "0,0, 1,0; 0 1"), { value: [[0, 0], [1, 0], [0, 1]] });
  assert.ok(parseValue(polygon, "0,0,1,0").fault);
  assert.deepEqual(parseValue(number({ type: "name" }), " grid "), { value: "grid" });
  assert.deepEqual(parseValue(number({ type: "name" }), ""), { value: null });
});

test("a formatted value is read as the same value", () => {
  for (const [type, value] of [["number", 0.125], ["integer", 64], ["point", [1, -2.5]],
    ["polygon", [[0, 0], [1, 0], [0.5, 2]]], ["name", "navmesh"], ["point", null]]) {
    assert.deepEqual(parseValue(number({ type, minimum: -100 }), formatValue({ type }, value)),
      { value }, type);
  }
});

test("sliders cover the useful part of wide ranges", () => {
  assert.deepEqual(sliderRange(number({ minimum: 0, maximum: 1 })),
    { low: 0, high: 1, log: false });
  assert.deepEqual(sliderRange(number()), { low: 0.1, high: 40, log: true });
  assert.deepEqual(sliderRange(number({ default: 5, minimum: 0, maximum: 1e6 })),
    { low: 0, high: 100, log: false });
  assert.equal(sliderRange(number({ default: 0, minimum: 0, maximum: 1e6 })).high, 10);
  assert.equal(sliderRange(number({ minimum: 3, maximum: 3 })), null);
  assert.equal(sliderRange(number({ minimum: null, maximum: null, default: null })).low, -10);
});

test("positions on sliders and values are inverse, up to rounding", () => {
  const random = randomFrom(11);
  for (let round = 0; round < 500; round++) {
    const minimum = random() < 0.5 ? 0 : 0.01 + random();
    const maximum = minimum + 10 ** (3 * random());
    const param = number({ minimum, maximum, default: minimum + random() * (maximum - minimum) });
    const range = sliderRange(param);
    const share = random();
    const value = valueAt(param, range, share);
    assert.ok(value >= range.low && value <= range.high, `round ${round}`);
    assert.ok(Math.abs(shareOf(range, value) - share) < 0.012, `round ${round}: ${value}`);
  }
});

test("the default is always on its slider", () => {
  const random = randomFrom(13);
  for (let round = 0; round < 500; round++) {
    const scale = 10 ** (8 * random() - 3);
    const param = number({ minimum: 0, maximum: scale, default: random() * scale });
    const { low, high } = sliderRange(param);
    assert.ok(param.default >= low && param.default <= high, `round ${round}`);
  }
});

test("sliders of integers give whole numbers", () => {
  const param = number({ type: "integer", default: 10, minimum: 0, maximum: 128 });
  for (let i = 0; i <= 10; i++) {
    assert.ok(Number.isInteger(valueAt(param, sliderRange(param), i / 10)));
  }
});

test("distributions are taken apart and put together", () => {
  assert.deepEqual(splitDistribution(1.5), { shape: "constant", numbers: [1.5] });
  assert.deepEqual(splitDistribution({ uniform: [1, 2] }), { shape: "uniform", numbers: [1, 2] });
  const param = number({ type: "sampled" });
  for (const value of [1.5, { uniform: [1, 2] }, { normal: [1.3, 0.2] }]) {
    const { shape, numbers } = splitDistribution(value);
    assert.deepEqual(joinDistribution(param, shape, numbers), { value });
  }
});

test("distributions that make no sense are refused", () => {
  const param = number({ type: "sampled" });
  assert.ok(joinDistribution(param, "uniform", [2, 1]).fault);
  assert.ok(joinDistribution(param, "uniform", [0, 1]).fault, "below the minimum");
  assert.ok(joinDistribution(param, "normal", [1, -0.5]).fault);
  assert.ok(joinDistribution(param, "constant", [NaN]).fault);
  assert.ok(joinDistribution(param, "constant", []).fault);
});

test("another shape of a distribution is allowed and has the same mean", () => {
  const param = number({ type: "sampled", minimum: 0, maximum: 10 });
  for (const from of [2, { uniform: [1, 3] }, { normal: [2, 0.5] }]) {
    for (const shape of ["constant", "uniform", "normal"]) {
      const numbers = reshape(param, from, shape);
      const { value, fault } = joinDistribution(param, shape, numbers);
      assert.equal(fault, undefined);
      const mean = shape === "uniform" ? (value.uniform[0] + value.uniform[1]) / 2
        : shape === "normal" ? value.normal[0] : value;
      assert.ok(Math.abs(mean - 2) < 1e-12);
    }
  }
});

test("equal values are recognised", () => {
  assert.equal(sameValue(null, undefined), true);
  assert.equal(sameValue([1, 2], [1, 2]), true);
  assert.equal(sameValue(0, false), false);
});

const PROFILES = [
  { index: 0, steer: "orca", modify: ["scale", { name: "yield", settings: { wait: 2 } }],
    settings: { steering: { horizon: 3 }, modifiers: [{ factor: 0.5 }, { wait: 1 }] } },
  { index: 4, steer: "hrvo", modify: [], settings: {} }];

test("profiles are chosen by index", () => {
  assert.deepEqual(concerned(PROFILES, null), PROFILES);
  assert.deepEqual(concerned(PROFILES, 4), [PROFILES[1]]);
  assert.equal(differ(PROFILES, "steer"), true);
  assert.equal(differ([PROFILES[0]], "steer"), false);
});

test("settings come from the profile, else from the table", () => {
  const settings = settingsOf(PROFILES[0], "steering");
  assert.equal(valueOf(settings, { name: "horizon", default: 2 }), 3);
  assert.equal(valueOf(settings, { name: "radius", default: 7 }), 7);
  assert.deepEqual(settingsOf(PROFILES[1], "steering"), {});
});

test("modifiers keep their settings when the list is replaced", () => {
  assert.deepEqual(modifiersOf(PROFILES[0]), ["scale", "yield"]);
  const list = modifierList(PROFILES[0]);
  assert.deepEqual(list, [{ name: "scale", settings: { factor: 0.5 } },
    { name: "yield", settings: { wait: 2 } }]);
  assert.deepEqual(chooseModifiers(null, list), { do: "choose", profile: null, kind: "modifier",
    modifiers: list });
});

test("one setting is sent without the others", () => {
  assert.deepEqual(chooseSetting(4, "steering", "hrvo", "horizon", 1.5), { do: "choose", profile: 4,
    kind: "steering", name: "hrvo", settings: { horizon: 1.5 } });
});

test("the panel names the one of two runs that it changes", () => {
  const [first, second] = [{}, {}];
  assert.equal(actsOn({ runs: [first], run: first }), "Changes act from the next step on.");
  assert.match(actsOn({ runs: [first, second], run: first }), /, in the first run\. Click on/);
  assert.match(actsOn({ runs: [first, second], run: second }), /, in the second run\. Click on/);
});
