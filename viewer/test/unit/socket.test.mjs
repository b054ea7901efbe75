/** The transport to a server, with a socket that tests control. */
import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { SocketHost } from "../../page/host/socket.js";

class FakeSocket {
  static last = null;

  constructor(address) {
    this.address = address;
    this.sent = [];
    this.closed = false;
    FakeSocket.last = this;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  answer(id, answer) {
    this.onmessage({ data: JSON.stringify({ id, answer }) });
  }

  frame(id, bytes) {
    const data = new Uint8Array(8 + bytes.length);
    new DataView(data.buffer).setUint32(0, id, true);
    data.set(bytes, 8);
    this.onmessage({ data: data.buffer });
  }
}

let before;
beforeEach(() => {
  before = globalThis.WebSocket;
  globalThis.WebSocket = FakeSocket;
});
afterEach(() => {
  globalThis.WebSocket = before;
});

async function connect() {
  const opening = SocketHost.open("ws://127.0.0.1:8000/live?token=T");
  FakeSocket.last.onopen();
  return { host: await opening, socket: FakeSocket.last };
}

test("messages carry a number, and are answered by it", async () => {
  const { host, socket } = await connect();
  assert.equal(socket.address, "ws://127.0.0.1:8000/live?token=T");
  const first = host.ask({ do: "state" });
  const second = host.ask({ do: "describe" });
  assert.deepEqual(socket.sent, [{ id: 1, do: "state" }, { id: 2, do: "describe" }]);
  socket.answer(2, { title: "demo" });
  socket.answer(1, { step: 7 });
  assert.deepEqual(await first, { step: 7 });
  assert.deepEqual(await second, { title: "demo" });
});

test("frames are the bytes after the number", async () => {
  const { host, socket } = await connect();
  const frame = host.frame(3);
  assert.deepEqual(socket.sent, [{ id: 1, frame: 3 }]);
  socket.frame(1, [1, 2, 3, 4]);
  assert.deepEqual([...new Uint8Array(await frame)], [1, 2, 3, 4]);
});

test("errors reject with their code, for messages and for frames", async () => {
  const { host, socket } = await connect();
  const message = host.ask({ do: "choose" });
  const frame = host.frame(0);
  socket.answer(1, { error: { code: "state", message: "the trajectory is recorded" } });
  socket.answer(2, { error: { code: "memory", message: "no memory" } });
  await assert.rejects(message, { message: "the trajectory is recorded", code: "state" });
  await assert.rejects(frame, { code: "memory" });
});

test("answers to no request are ignored", async () => {
  const { host, socket } = await connect();
  const state = host.ask({ do: "state" });
  socket.onmessage({ data: new ArrayBuffer(3) });
  socket.answer(77, {});
  socket.answer(0, { error: { code: "invalid" } });
  socket.answer(1, { step: 1 });
  assert.deepEqual(await state, { step: 1 });
});

test("a connection that is refused rejects, with the reason of the server", async () => {
  const opening = SocketHost.open("ws://127.0.0.1:1/live");
  FakeSocket.last.onclose({ reason: "wrong token" });
  await assert.rejects(opening, /wrong token/);
});

test("when the server goes, requests fail and the page learns it", async () => {
  const { host, socket } = await connect();
  const waiting = host.ask({ do: "state" });
  let reason = null;
  host.onclose = (text) => {
    reason = text;
  };
  socket.onclose({ reason: "" });
  await assert.rejects(waiting, /closed the connection/);
  await assert.rejects(host.frame(0), /closed the connection/);
  assert.match(reason, /closed the connection/);
});

test("a host that is closed closes its socket and fails what waits", async () => {
  const { host, socket } = await connect();
  const waiting = host.ask({ do: "state" });
  host.close();
  assert.equal(socket.closed, true);
  await assert.rejects(waiting, /the run is closed/);
});
