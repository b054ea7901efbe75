/** Bytes as text with 7 bits in a character. */
import test from "node:test";
import assert from "node:assert/strict";
import { fromSeptets, toSeptets } from "../../page/host/septets.js";
import { randomFrom } from "../support/random.js";

const bytesOf = (...values) => Uint8Array.from(values);
const randomBytes = (random, length, most = 256) =>
  Uint8Array.from({ length }, () => Math.floor(random() * most));

/* What a page makes of a text that is written to a file. */
const throughFile = (text) => new TextDecoder("utf-8", { fatal: true })
  .decode(new TextEncoder().encode(text));

test("the form is the one that the page documents", () => {
  assert.equal(toSeptets(bytesOf()), "");
  assert.equal(toSeptets(bytesOf(0b1000001_1, 0b000010_00)), "AB\u00c0", "7 bits, highest first");
  assert.equal(toSeptets(bytesOf(0b0111100_1, 0b000001_01, 0b11110_000)), "\u02c1>\u00c0",
    "'<' and the group after it are one character");
  assert.equal(toSeptets(bytesOf(0)), "\u0100", "two groups of zeros");
});

test("every byte, and every pair of bytes, comes back", () => {
  for (let a = 0; a < 256; a++) {
    assert.deepEqual(fromSeptets(toSeptets(bytesOf(a))), bytesOf(a));
    for (let b = 0; b < 256; b++) {
      const back = fromSeptets(toSeptets(bytesOf(a, b)));
      assert.ok(back.length === 2 && back[0] === a && back[1] === b, `${a}, ${b}`);
    }
  }
});

test("bytes of all lengths come back, through a file in UTF-8", () => {
  const random = randomFrom(1);
  for (let length = 0; length < 300; length++) {
    for (const most of [256, 2, 1]) {
      const bytes = randomBytes(random, length, most);
      const text = throughFile(toSeptets(bytes));
      assert.deepEqual(fromSeptets(text), bytes);
      assert.equal(text, text.normalize("NFC"));
      assert.equal(text, text.normalize("NFD").normalize("NFC"));
    }
  }
});

test("each group of 7 bits may come last", () => {
  for (let group = 0; group < 128; group++) {
    for (let count = 1; count < 9; count++) {
      const bytes = new Uint8Array(count).fill(0x55);
      const rest = 8 * count % 7 || 7; // bits of the last group that are data
      bytes[count - 1] = (0x55 & ~((1 << rest) - 1)) | (group & ((1 << rest) - 1));
      assert.deepEqual(fromSeptets(toSeptets(bytes)), bytes);
    }
  }
});

test("the text holds nothing that a page would read in another way", () => {
  const random = randomFrom(2);
  const tags = ["<!--", "</script", "<script", "-->", "]]>", "\r\n", "\0", "&lt;"]
    .map((tag) => new TextEncoder().encode(tag));
  for (let round = 0; round < 200; round++) {
    const bytes = randomBytes(random, 500);
    for (const tag of tags) bytes.set(tag, Math.floor(random() * 480));
    const text = toSeptets(bytes);
    assert.doesNotMatch(text, /[\0\n\r<]/);
    assert.doesNotMatch(text, /[^\x01-\x7f\u00c0-\u00c3\u0100-\u02ff]/);
    assert.deepEqual(fromSeptets(text), bytes);
  }
  /* Bits that would be these tags, if groups were simply characters. */
  for (const tag of ["<!--", "</script", "<script"]) {
    const bits = [...tag].map((c) => c.charCodeAt(0).toString(2).padStart(7, "0")).join("");
    const bytes = Uint8Array.from(bits.padEnd(Math.ceil(bits.length / 8) * 8, "0").match(/.{8}/g),
      (byte) => parseInt(byte, 2));
    assert.ok(!toSeptets(bytes).includes("<"));
    assert.deepEqual(fromSeptets(toSeptets(bytes)), bytes);
  }
});

test("it takes 8/7 of the bytes", () => {
  const bytes = randomBytes(randomFrom(3), 70000);
  const size = Buffer.byteLength(toSeptets(bytes), "utf8");
  assert.ok(size >= 80000 && size <= 80001, `${size}`);
});

test("refuses other characters, with their place", () => {
  assert.throws(() => fromSeptets("abc<def"), /damaged: character U\+003c at 3/);
  assert.throws(() => fromSeptets("ab\n"), /U\+000a at 2/);
  assert.throws(() => fromSeptets("\ufffd"), /U\+fffd at 0/);
  assert.throws(() => fromSeptets("\u0300"), /U\+0300 at 0/);
  assert.throws(() => fromSeptets("\u00c0a"), /U\+00c0 at 0/, "only the last one stands alone");
  assert.throws(() => fromSeptets("a\u0080"), /U\+0080 at 1/);
  assert.throws(() => fromSeptets("\u{1f600}"), /U\+d83d at 0/);
});
