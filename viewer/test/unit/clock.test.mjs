/** The clock shows the right time, and asks for as many steps as are needed. */
import test from "node:test";
import assert from "node:assert/strict";
import { Clock, MAX_SPEED, MIN_SPEED } from "../../page/clock.js";

const DT = 0.1;
const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a}, not ${b}`);

test("time goes on with the speed, but never past what is known", () => {
  const clock = new Clock();
  clock.tick(5, 10, DT);
  close(clock.shown, 0);
  clock.tick(5.02, 10, DT);
  close(clock.shown, 0.02);
  clock.setSpeed(2);
  clock.tick(5.04, 10, DT);
  close(clock.shown, 0.06);
  clock.tick(5.06, 0.07, DT);
  close(clock.shown, 0.07);
});

test("a pause of the browser does not make time jump", () => {
  const clock = new Clock();
  clock.tick(0, 1000, DT);
  clock.tick(60, 1000, DT);
  close(clock.shown, 0.1);
});

test("time on the wall that runs backwards is ignored", () => {
  const clock = new Clock();
  clock.tick(10, 100, DT);
  clock.tick(9, 100, DT);
  close(clock.shown, 0);
});

test("speed has limits", () => {
  const clock = new Clock();
  clock.setSpeed(1e9);
  assert.equal(clock.speed, MAX_SPEED);
  clock.setSpeed(0);
  assert.equal(clock.speed, MIN_SPEED);
  clock.setSpeed(NaN);
  assert.equal(clock.speed, MIN_SPEED);
});

test("at normal speed, one step at a time is asked for", () => {
  const clock = new Clock();
  clock.measure(1, 0.001);
  assert.equal(clock.stepsToAsk(DT), 1);
});

test("at high speed, several steps are asked for, as many as can be computed in time", () => {
  const clock = new Clock();
  clock.setSpeed(100);
  clock.measure(1, 0.0001);
  assert.equal(clock.stepsToAsk(DT), Math.ceil(100 / 60 / DT));
  const slow = new Clock();
  slow.setSpeed(100);
  slow.measure(1, 0.01);
  assert.equal(slow.stepsToAsk(DT), 4);
});

test("a world that cannot keep up goes slower, evenly", () => {
  const clock = new Clock();
  clock.measure(1, 0.5);
  close(clock.rate(DT), 0.2);
  clock.tick(0, 1, DT);
  clock.tick(0.05, 1, DT);
  close(clock.shown, 0.01);
  assert.equal(clock.stepsToAsk(DT), 1);
});

test("time spent waiting does not keep requests small", () => {
  const clock = new Clock();
  clock.setSpeed(100);
  for (let i = 0; i < 20; i++) clock.measure(1, 0.05, 0.0001);
  assert.equal(clock.stepsToAsk(DT), Math.ceil(100 / 60 / DT));
  const unknown = new Clock();
  unknown.setSpeed(100);
  unknown.measure(1, 0.01, -3);
  unknown.measure(1, 0.01, 7);
  assert.equal(unknown.stepsToAsk(DT), 4);
});

test("measurements without steps are ignored", () => {
  const clock = new Clock();
  clock.measure(0, 1);
  clock.measure(3, NaN);
  assert.equal(clock.stepCost, 0);
});

test("a jump shows the new time and forgets the last tick", () => {
  const clock = new Clock();
  clock.tick(0, 10, DT);
  clock.jump(7);
  clock.tick(1, 10, DT);
  close(clock.shown, 7);
});
