/** Unpacking LZMA: what the compressor of the build makes, and damaged data. */
import test from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { compress } from "../../compress.mjs";
import { unpackLzma } from "../../page/host/lzma.js";
import { unpackPart } from "../../page/host/unpack.js";
import { toSeptets } from "../../page/host/septets.js";
import { randomFrom } from "../support/random.js";

const MOST = 1 << 24;
const SIZE_AT = 5;

/* Bytes with repeats near and far, as code has: a byte now and then, else a copy of earlier ones. */
function textLike(random, size) {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size;) {
    const length = random() < 0.5 ? 1 : 1 + Math.floor(random() ** 4 * 400);
    const back = 1 + Math.floor(random() ** 3 * i);
    for (let k = 0; k < length && i < size; k++, i++) {
      bytes[i] = length === 1 || i < back ? Math.floor(random() * 64) : bytes[i - back];
    }
  }
  return bytes;
}

/* With other settings than the build's. */
function compressAs(settings, bytes) {
  const made = spawnSync("xz", ["--format=lzma", `--lzma1=preset=6,${settings}`, "--stdout"],
    { input: bytes, maxBuffer: 1 << 28 });
  assert.equal(made.status, 0, String(made.stderr));
  made.stdout.writeBigUInt64LE(BigInt(bytes.length), SIZE_AT);
  return made.stdout;
}

/* Fails with a short message instead of a list of all bytes. */
function assertSame(a, b, what) {
  assert.equal(a.length, b.length, what);
  assert.equal(Buffer.compare(a, b), 0, what);
}

test("unpacks a stream that is known byte by byte", () => {
  /* A literal, then its repetition, then the end mark. */
  const packed = Buffer.from("5d00008000" + "6400000000000000" + "0030ee9f07ffffffff80000000",
    "hex");
  assertSame(unpackLzma(packed, MOST), new Uint8Array(100).fill(0x61));
});

test("unpacks what the build compresses, of all small sizes and many kinds", () => {
  const random = randomFrom(5);
  for (let size = 0; size < 20; size++) {
    const bytes = Uint8Array.from({ length: size }, () => Math.floor(random() * 4));
    assertSame(unpackLzma(compress(bytes), MOST), bytes, `${size} bytes`);
  }
  for (const size of [300, 5000, 300000]) {
    const noise = Uint8Array.from({ length: size }, () => Math.floor(random() * 256));
    for (const bytes of [noise, new Uint8Array(size), textLike(random, size)]) {
      assertSame(unpackLzma(compress(bytes), MOST), bytes, `${size} bytes`);
    }
  }
});

test("unpacks distances of all slots, up to more than a megabyte", () => {
  const random = randomFrom(6);
  const bytes = Uint8Array.from({ length: 1300000 }, () => Math.floor(random() * 256));
  const without = compress(bytes).length;
  for (let bits = 9; bits < 21; bits++) {
    bytes.set(bytes.subarray(0, 300), 2 ** bits + bits);
  }
  const packed = compress(bytes);
  assert.ok(packed.length < without - 12 * 250, "the copies were found");
  assertSame(unpackLzma(packed, MOST), bytes);
});

test("a text must be encoded first: its size in bytes may be larger", () => {
  assert.throws(() => compress("\u00e9"), /takes bytes/);
  assertSame(unpackLzma(compress(Buffer.from("\u00e9")), MOST), Buffer.from("\u00e9"));
});

test("knows all properties that a stream may have", () => {
  const bytes = textLike(randomFrom(7), 20000);
  for (const settings of ["lc=0,lp=0,pb=0", "lc=3,lp=0,pb=2", "lc=4,lp=0,pb=4", "lc=0,lp=4,pb=1",
    "lc=2,lp=2,pb=3", "lc=1,lp=3,pb=0"]) {
    assertSame(unpackLzma(compressAs(settings, bytes), MOST), bytes, settings);
  }
});

test("reads data that begin within a larger array", () => {
  const bytes = textLike(randomFrom(8), 1000);
  const packed = compress(bytes);
  const larger = new Uint8Array(packed.length + 20).fill(255);
  larger.set(packed, 7);
  assertSame(unpackLzma(larger.subarray(7, 7 + packed.length), MOST), bytes);
});

test("refuses data that are truncated anywhere", () => {
  const packed = compress(textLike(randomFrom(9), 3000));
  for (let size = 0; size < packed.length; size++) {
    assert.throws(() => unpackLzma(packed.subarray(0, size), MOST), /damaged: they end too early/,
      `${size} bytes`);
  }
  assert.throws(() => unpackLzma(Buffer.concat([packed, packed]), MOST), /damaged: .*end mark/);
});

test("a wrong bit is an error, or at least does no harm", () => {
  const random = randomFrom(10);
  const bytes = textLike(random, 1500);
  const packed = compress(bytes);
  let refused = 0;
  for (let at = 14; at < packed.length; at++) {
    const copy = Uint8Array.from(packed);
    copy[at] ^= 1 << Math.floor(random() * 8);
    try {
      assert.equal(unpackLzma(copy, MOST).length, bytes.length);
    } catch (error) {
      assert.match(error.message, /the packed data are damaged/);
      refused++;
    }
  }
  /* A wrong bit may make one byte another, and nothing else. */
  assert.ok(refused > 0.9 * (packed.length - 14), `${refused} of ${packed.length - 14}`);
});

test("noise ends with an error, within the bounds", () => {
  const random = randomFrom(11);
  const messages = new Set();
  for (let round = 0; round < 3000; round++) {
    const bytes = Uint8Array.from({ length: 13 + Math.floor(random() * 200) },
      () => Math.floor(random() * 256));
    bytes[0] = Math.floor(random() * 225);
    bytes.set([Math.floor(random() * 256), Math.floor(random() * 64), 0, 0, 0, 0, 0, 0], SIZE_AT);
    bytes[13] = 0;
    assert.throws(() => unpackLzma(bytes, MOST), ({ message }) =>
      Boolean(messages.add(message)));
  }
  for (const fault of ["a distance leads before their start", "they are longer than their size",
    "they end too early"]) {
    assert.ok(messages.delete(`the packed data are damaged: ${fault}`), fault);
  }
  for (const message of messages) assert.match(message, /^the packed data are damaged: /);
});

test("refuses sizes and properties that cannot be", () => {
  const packed = compress(new Uint8Array(1000));
  const change = (at, ...values) => {
    const copy = Uint8Array.from(packed);
    copy.set(values, at);
    return copy;
  };
  assert.throws(() => unpackLzma(packed, 999), /larger than 999 bytes/);
  assert.throws(() => unpackLzma(change(0, 225), MOST), /damaged: unknown properties 225/);
  assert.throws(() => unpackLzma(change(13, 1), MOST), /damaged: the first byte is not 0/);
  assert.throws(() => unpackLzma(change(14, 255, 255, 255, 255), MOST), /damaged: .*out of range/);
  assert.throws(() => unpackLzma(change(SIZE_AT, 0xe7), MOST), /damaged: .*longer/);
  assert.throws(() => unpackLzma(change(SIZE_AT, 0xe9), MOST), /damaged: .*shorter/);
  assert.throws(() => unpackLzma(change(SIZE_AT + 7, 1), MOST), /larger than/);
  assert.throws(() => unpackLzma(change(SIZE_AT, ...new Array(8).fill(255)), MOST),
    /damaged: their size is missing/);
});

test("a part of the page is unpacked from its text", () => {
  const bytes = textLike(randomFrom(12), 100000);
  const text = toSeptets(compress(bytes));
  assertSame(unpackPart(text), bytes);
  assert.throws(() => unpackPart(`${text.slice(0, 500)}<${text.slice(501)}`), /damaged/);
  assert.throws(() => unpackPart(text.slice(0, -20)), /damaged/);
  assert.throws(() => unpackPart(""), /damaged/);
});
