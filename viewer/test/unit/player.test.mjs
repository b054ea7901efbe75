/** The player with hosts that need no engine: what is shown, and in which order. */
import test from "node:test";
import assert from "node:assert/strict";
import { Emitter } from "../../page/events.js";
import { Player } from "../../page/player.js";
import { Run } from "../../page/run.js";
import { MockHost } from "../mock.js";

/* An app as the player sees it. */
async function makeApp(hosts = [new MockHost({ agents: 5 })]) {
  const app = new Emitter();
  app.runs = await Promise.all(hosts.map((host) => new Run(host).open(0)));
  app.run = app.runs[0];
  app.colouring = 0;
  app.faults = [];
  app.toast = (text) => app.faults.push(text);
  app.shown = (run) => app.emit("state", run);
  let wall = 0;
  app.player = new Player(app, () => (wall += 0.1)); // steps take 0.1 ms, on any machine
  return app;
}

/* Lets the promises of a tick settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function play(app, ticks, seconds = 1 / 60) {
  for (let i = 0; i < ticks; i++) {
    app.player.tick(100 + i * seconds);
    await settle();
  }
}

test("plays in real time", async () => {
  const app = await makeApp();
  app.player.play();
  await play(app, 61);
  assert.ok(Math.abs(app.player.clock.shown - 1) < 1e-6, `${app.player.clock.shown}`);
  assert.equal(app.run.frame.step, 10);
  assert.equal(app.run.state.step, 10);
});

test("the frame that is drawn is at most a step ahead of the time that is shown", async () => {
  const app = await makeApp();
  app.player.play();
  for (let i = 0; i < 100; i++) {
    app.player.tick(5 + i * 0.013);
    const remaining = app.player.remaining(app.run);
    assert.ok(remaining >= 0 && remaining <= app.run.frame.dt);
    assert.ok(app.run.frame.time - app.player.clock.shown < 0.1 + 1e-9);
    await settle();
  }
});

test("speed changes how many steps are shown", async () => {
  const app = await makeApp();
  app.player.setSpeed(10);
  app.player.play();
  await play(app, 61);
  assert.ok(app.run.frame.step >= 95 && app.run.frame.step <= 110, `${app.run.frame.step}`);
});

test("pause stops, and shows the last step that was computed", async () => {
  const app = await makeApp();
  app.player.play();
  await play(app, 20);
  await app.player.pause();
  const { step } = app.run.frame;
  assert.equal(app.run.host.step, step);
  await play(app, 20);
  assert.equal(app.run.host.step, step);
  assert.equal(app.player.remaining(app.run), 0);
});

test("steps forward and back one step at a time", async () => {
  const app = await makeApp();
  await app.player.step(1);
  await app.player.step(1);
  assert.equal(app.run.frame.step, 2);
  await app.player.step(-1);
  assert.equal(app.run.frame.step, 1);
  await app.player.step(-5);
  assert.equal(app.run.frame.step, 0);
});

test("seeks go to the last target, also while another seek is under way", async () => {
  const app = await makeApp();
  const steps = [50, 700, 20].map((step) => app.player.seek(step));
  await Promise.all(steps);
  assert.equal(app.run.frame.step, 20);
});

test("a seek that a host ends early goes on, and ends if it makes no progress", async () => {
  const host = new MockHost({ agents: 1 });
  host.answer_seek = function ({ step }) {
    this.step = Math.min(step, this.step + 100, 450);
    return this.answer_state();
  };
  const app = await makeApp([host]);
  await app.player.seek(300);
  assert.equal(app.run.frame.step, 300);
  await app.player.seek(1000);
  assert.equal(app.run.frame.step, 450);
});

test("two runs stay at the same step", async () => {
  const app = await makeApp([new MockHost({ agents: 3 }), new MockHost({ agents: 4 })]);
  app.player.play();
  for (let i = 0; i < 50; i++) {
    app.player.tick(1 + i / 60);
    await settle();
    const [a, b] = app.runs.map((run) => run.frame.step);
    assert.ok(Math.abs(a - b) <= 1, `${a} and ${b}`);
  }
  await app.player.pause();
  await app.player.seek(77);
  assert.deepEqual(app.runs.map((run) => run.frame.step), [77, 77]);
});

test("a run that does not answer keeps the other one waiting", async () => {
  const slow = new MockHost({ agents: 1 });
  const app = await makeApp([new MockHost({ agents: 1 }), slow]);
  slow.ask = () => new Promise(() => {});
  app.player.play();
  await play(app, 60);
  assert.ok(app.runs[0].frame.step <= 1, `${app.runs[0].frame.step}`);
});

test("stops at the end, and starts again with loop", async () => {
  const host = new MockHost({ agents: 1 });
  const app = await makeApp([host]);
  app.run.description.end = 1;
  app.player.setSpeed(100);
  app.player.play();
  await play(app, 30);
  assert.equal(app.player.playing, false);
  assert.ok(app.run.frame.time >= 1 - 1e-9);
  app.player.loop = true;
  let starts = 0;
  app.on("restart", () => starts++);
  app.player.play();
  await play(app, 60);
  assert.ok(starts >= 2, `${starts}`);
  assert.ok(app.run.frame.time <= 1 + 1e-9);
});

/* A host whose last agent arrives in a step. */
function makeEndingHost(last) {
  const host = new MockHost({ agents: 1 });
  const answer = host.answer_state.bind(host);
  host.answer_state = () => ({ ...answer(), can_end: host.step >= last });
  return host;
}

test("stops at the step in which the last agent arrives, at any speed", async () => {
  for (const speed of [1, 7, 100]) {
    const app = await makeApp([makeEndingHost(37)]);
    app.player.setSpeed(speed);
    app.player.play();
    await play(app, 400);
    assert.equal(app.player.playing, false, `${speed}`);
    assert.equal(app.run.frame.step, 37, `${speed}`);
    assert.equal(app.run.host.step, 37, `${speed}`);
    assert.deepEqual(app.faults, ["The end: all arrived after 3.7 s."]);
  }
});

test("two runs go on until both have ended, and each knows when it did", async () => {
  const app = await makeApp([makeEndingHost(20), makeEndingHost(50)]);
  app.player.setSpeed(20);
  app.player.play();
  await play(app, 200);
  assert.equal(app.player.playing, false);
  assert.deepEqual(app.runs.map(({ finish }) => finish),
    ["all arrived after 2.0 s", "all arrived after 5.0 s"]);
  assert.deepEqual(app.runs.map(({ frame }) => frame.step), [50, 50]);
});

test("a seek past the end only says that all had arrived by then", async () => {
  const app = await makeApp([makeEndingHost(20)]);
  await app.player.seek(60);
  assert.equal(app.run.finish, "all arrived by 6.0 s");
  await app.player.seek(10);
  assert.equal(app.run.finish, null);
  await app.player.seek(19);
  await app.player.step(1);
  assert.equal(app.run.finish, "all arrived after 2.0 s");
});

test("an error of the host stops the player and is shown", async () => {
  const host = new MockHost({ agents: 1 });
  const app = await makeApp([host]);
  host.ask = () => Promise.reject(new Error("the engine has stopped"));
  app.player.play();
  await play(app, 5);
  assert.equal(app.player.playing, false);
  assert.ok(app.faults.includes("the engine has stopped"));
});

test("restart goes to step 0 and reports the start", async () => {
  const app = await makeApp();
  let start = null;
  app.on("restart", (value) => {
    start = value;
  });
  await app.player.seek(30);
  await app.player.restart(1);
  assert.equal(app.run.frame.step, 0);
  assert.equal(start, 1);
});

/* A run in progress: its time goes on without the page. */
class AttachedHost extends MockHost {
  pace = { paused: false, speed: 2 };
  sent = [];

  async ask(message) {
    this.sent.push(message);
    if (message.do === "pace") {
      this.pace.speed = message.speed ?? this.pace.speed;
      return this.pace;
    }
    if (message.do === "pause") {
      this.pace.paused = message.on;
      return this.pace;
    }
    if (["step", "seek", "restart"].includes(message.do)) throw new Error("the run goes on alone");
    return super.ask(message);
  }

  answer_describe() {
    return { ...super.answer_describe(), attached: true, editable: false };
  }
}

test("a run in progress is looked at, held and slowed down, never stepped", async () => {
  const host = new AttachedHost({ agents: 2 });
  const app = await makeApp([host]);
  await app.player.attached.begin();
  assert.equal(app.player.playing, true);
  assert.equal(app.player.clock.speed, 2);
  host.step = 12;
  await play(app, 3);
  assert.equal(app.run.frame.step, 12);
  app.player.setSpeed(0.5);
  assert.deepEqual(host.sent.at(-1), { do: "pace", speed: 0.5 });
  await app.player.pause();
  assert.equal(host.pace.paused, true);
  host.step = 13;
  await play(app, 3);
  assert.equal(app.run.frame.step, 12);
  app.player.play();
  await play(app, 3);
  assert.equal(app.run.frame.step, 13);
  assert.ok(!host.sent.some((message) => ["step", "seek", "restart"].includes(message.do)));
  assert.deepEqual(app.faults, []);
});

test("a recorded trajectory ends at its last frame", async () => {
  const host = new MockHost({ agents: 1 });
  const app = await makeApp([host]);
  Object.assign(app.run.description, { recorded: true, frames: 21, end: null });
  app.player.setSpeed(100);
  app.player.play();
  await play(app, 60);
  assert.equal(app.player.playing, false);
  assert.ok(app.run.frame.step >= 20);
});

test("the key of an agent comes from its position, or from its explanation", async () => {
  const host = new MockHost({ agents: 9 });
  const app = await makeApp([host]);
  assert.equal(await app.run.keyOf(4), "4");
  assert.equal(await app.run.keyOf(400), null);
  host.answer_pick = () => ({ slot: null });
  assert.equal(await app.run.keyOf(4), "4");
});
