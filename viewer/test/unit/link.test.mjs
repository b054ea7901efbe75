/** Links: what is written is read again, and what others write is checked. */
import test from "node:test";
import assert from "node:assert/strict";
import { formatFragment, parseFragment, parseNumbers } from "../../page/link.js";
import { formatCamera, formatShow, parseCamera, parseShow } from "../../page/link-state.js";

test("fragments survive a round trip", () => {
  const keys = new Map([["t", "12.3"], ["cam", "1,2.5,-3"], ["overlays", "map:navmesh,field:a b&c"],
    ["odd", "ä=#%"]]);
  const text = formatFragment(keys);
  assert.ok(text.includes("cam=1,2.5,-3"), "commas stay readable");
  assert.deepEqual(parseFragment(`#${text}`), keys);
});

test("malformed fragments are left out, long ones truncated", () => {
  assert.deepEqual(parseFragment("#a=1&&=2&b&c=%E0%A4%A&d=4"), new Map([["a", "1"], ["d", "4"]]));
  const many = Array.from({ length: 1000 }, (_, i) => `k${i}=1`).join("&");
  assert.equal(parseFragment(many).size, 64);
});

test("numbers are a list of the right length, or null", () => {
  assert.deepEqual(parseNumbers("1,-2.5,3e2", 3), [1, -2.5, 300]);
  for (const text of ["1,2", "1,2,3,4", "1,,3", "1,x,3", "1,Infinity,3", "", null]) {
    assert.equal(parseNumbers(text, 3), null, String(text));
  }
});

test("the camera survives a round trip", () => {
  const flat = { x: 1.25, y: -7, scale: 30, tilt: 0, turn: 0 };
  assert.deepEqual(parseCamera(formatCamera(flat)), flat);
  const tilted = { x: 1.25, y: -7, scale: 30, tilt: 0.9, turn: -0.5 };
  assert.deepEqual(parseCamera(formatCamera(tilted)), tilted);
  for (const text of ["", "1,2", "1,2,0", "1,2,-3", "a,b,c"]) assert.equal(parseCamera(text), null);
});

test("what is drawn survives a round trip", () => {
  const show = { agents: true, goals: false, names: true, grid: true, heat: false, trails: 12 };
  assert.deepEqual(parseShow(formatShow(show)), show);
  assert.equal(parseShow("agents,trails:1e9").trails, 0);
  assert.equal(parseShow("agents,trails:x").trails, 0);
  assert.equal(parseShow("unknown").agents, false);
});
