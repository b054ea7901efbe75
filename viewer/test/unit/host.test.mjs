/** What hosts have in common, and unpacking. */
import test from "node:test";
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { readAnswer, Requests } from "../../page/host/answer.js";
import { fromBase64, gunzip } from "../../page/host/unpack.js";

test("an answer that is an error becomes an Error with a code", () => {
  assert.deepEqual(readAnswer({ step: 1 }), { step: 1 });
  assert.throws(() => readAnswer({ error: { code: "invalid", message: "no such agent" } }),
    { message: "no such agent", code: "invalid" });
  assert.throws(() => readAnswer({ error: {} }), { code: "unknown" });
  assert.throws(() => readAnswer(null), /not an object/);
  assert.throws(() => readAnswer("text"), /not an object/);
});

test("requests are answered by number, in any order", async () => {
  const requests = new Requests();
  const ids = [];
  const answers = [0, 1, 2].map(() => requests.make((id) => ids.push(id)));
  assert.deepEqual(ids, [1, 2, 3]);
  requests.settle(3, "c");
  requests.settle(99, "no request has this number");
  requests.settle(1, "a");
  requests.settle(2, null, new Error("b failed"));
  assert.equal(await answers[0], "a");
  assert.equal(await answers[2], "c");
  await assert.rejects(answers[1], /b failed/);
});

test("after the end, all requests fail", async () => {
  const requests = new Requests();
  const waiting = requests.make(() => {});
  requests.end(new Error("closed"));
  await assert.rejects(waiting, /closed/);
  await assert.rejects(requests.make(() => assert.fail("nothing is sent")), /closed/);
});

test("unpacks base64 of gzip", async () => {
  const bytes = Uint8Array.from({ length: 100000 }, (_, i) => (i * i) & 255);
  const text = gzipSync(bytes).toString("base64");
  assert.deepEqual(await gunzip(fromBase64(text)), bytes);
});

test("refuses data that unpack to more than is allowed, and data that are damaged", async () => {
  const bomb = gzipSync(new Uint8Array(1 << 20));
  await assert.rejects(gunzip(bomb, 1 << 16), /larger than 65536 bytes/);
  const damaged = gzipSync(new Uint8Array(1000)).subarray(0, 12);
  await assert.rejects(gunzip(damaged));
  await assert.rejects(gunzip(new Uint8Array([1, 2, 3])));
});
