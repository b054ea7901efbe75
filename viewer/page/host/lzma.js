/**
 * Unpacks LZMA, which makes the engine a quarter smaller than gzip, the best that browsers unpack
 * themselves. Reads files of the form `.lzma` ("LZMA specification", 7-zip.org, 2015): five bytes
 * of properties, the unpacked size in eight bytes, then the output of a range coder.
 *
 * The range coder gives one bit at a time, with a probability that it adapts after each bit. Bits
 * form literals (a byte), matches (a distance and a length) and repeated matches (one of the last
 * four distances); which of these comes next depends on the kinds of the last few. There is no
 * window besides the output, since all of it is kept. Cost: about 20 ns for a bit.
 */

const HEADER_SIZE = 13;
const UNKNOWN_SIZE = 2 ** 64; // all bits set, rounded
const FIRST_CODE_SIZE = 5; // bytes that fill the range coder
const SMALLEST_RANGE = 2 ** 24;
const PROBABILITY_BITS = 11;
const PROBABILITY_ONE = 1 << PROBABILITY_BITS;
const PROBABILITY_SHIFT = 5; // how fast probabilities adapt

const STATES = 12; // kinds of the last few symbols; those below 7 come after a literal
const AFTER_MATCH = 7;
const MOST_POSITION_STATES = 16;
const SHORTEST_MATCH = 2;
const LENGTH_STATES = 4; // distances have probabilities of their own for lengths 2, 3, 4 and more
const LITERAL_SIZE = 0x300; // probabilities for the literals of a context

/* Distances have a slot of 6 bits: the two highest bits of the distance and their position. From
 * slot 4 on there are more bits. They have probabilities up to slot 13; beyond, only the lowest 4.
 */
const SLOT_BITS = 6;
const FIRST_LONG_SLOT = 4;
const FIRST_DIRECT_SLOT = 14;
const ALIGN_BITS = 4;
const END_MARK = 0xffffffff; // a distance that means the end of the stream

/* A length is below 8 (3 bits), below 16 (3 bits) or below 272 (8 bits): two bits say which. */
const LENGTH_MIDDLE = 2;
const LENGTH_LOW_TREES = LENGTH_MIDDLE;
const LENGTH_MIDDLE_TREES = LENGTH_LOW_TREES + MOST_POSITION_STATES * 8;
const LENGTH_HIGH_TREE = LENGTH_MIDDLE_TREES + MOST_POSITION_STATES * 8;
const LENGTH_SIZE = LENGTH_HIGH_TREE + 256;

/* Where the probabilities of each decision begin in one array. */
const IS_MATCH = 0;
const IS_REPEAT = IS_MATCH + STATES * MOST_POSITION_STATES;
const IS_OTHER_THAN_FIRST = IS_REPEAT + STATES;
const IS_LONG_FIRST = IS_OTHER_THAN_FIRST + STATES;
const IS_OTHER_THAN_SECOND = IS_LONG_FIRST + STATES * MOST_POSITION_STATES;
const IS_FOURTH = IS_OTHER_THAN_SECOND + STATES;
const MATCH_LENGTHS = IS_FOURTH + STATES;
const REPEAT_LENGTHS = MATCH_LENGTHS + LENGTH_SIZE;
const SLOTS = REPEAT_LENGTHS + LENGTH_SIZE;
const SPECIAL_DISTANCES = SLOTS + LENGTH_STATES * (1 << SLOT_BITS);
const ALIGNS = SPECIAL_DISTANCES + 128;
const LITERALS = ALIGNS + (1 << ALIGN_BITS);

function damaged(what) {
  return new Error(`the packed data are damaged: ${what}`);
}

/** Gives bits of a stream, and adapts their probabilities. */
class RangeDecoder {
  #bytes;
  #at = HEADER_SIZE + FIRST_CODE_SIZE;
  #range = 0xffffffff;
  #code;
  #probabilities;

  constructor(bytes, probabilityCount) {
    this.#bytes = bytes;
    this.#probabilities = new Uint16Array(probabilityCount).fill(PROBABILITY_ONE / 2);
    this.#code = new DataView(bytes.buffer, bytes.byteOffset).getUint32(HEADER_SIZE + 1);
    if (bytes[HEADER_SIZE] !== 0) throw damaged("the first byte is not 0");
  }

  /** True if nothing is left: encoders end so. After damage, this is rarely true. */
  get isAtEnd() {
    return this.#code === 0 && this.#at === this.#bytes.length;
  }

  /** The bit with the probability number `index`. */
  bit(index) {
    const probability = this.#probabilities[index];
    const bound = (this.#range >>> PROBABILITY_BITS) * probability;
    let bit;
    if (this.#code < bound) {
      this.#range = bound;
      this.#probabilities[index] += (PROBABILITY_ONE - probability) >> PROBABILITY_SHIFT;
      bit = 0;
    } else {
      this.#range -= bound;
      this.#code -= bound;
      this.#probabilities[index] -= probability >> PROBABILITY_SHIFT;
      bit = 1;
    }
    if (this.#range < SMALLEST_RANGE) this.#fill();
    return bit;
  }

  #fill() {
    if (this.#at === this.#bytes.length) throw damaged("they end too early");
    if (this.#code >= this.#range) throw damaged("the code is out of range");
    this.#range *= 256;
    this.#code = this.#code * 256 + this.#bytes[this.#at++];
  }

  /** A number of `count` bits without probabilities, highest bit first. */
  direct(count) {
    let number = 0;
    for (let i = 0; i < count; i++) {
      this.#range = Math.floor(this.#range / 2);
      const bit = this.#code >= this.#range ? 1 : 0;
      if (bit) this.#code -= this.#range;
      if (this.#range < SMALLEST_RANGE) this.#fill();
      number = 2 * number + bit;
    }
    return number;
  }

  /** A number of `count` bits, highest first; the probabilities form a tree from `first` on. */
  tree(first, count) {
    let node = 1;
    for (let i = 0; i < count; i++) node = 2 * node + this.bit(first + node);
    return node - (1 << count);
  }

  /** The same, lowest bit first. */
  reverseTree(first, count) {
    let node = 1;
    let number = 0;
    for (let i = 0; i < count; i++) {
      const bit = this.bit(first + node);
      node = 2 * node + bit;
      number |= bit << i;
    }
    return number;
  }
}

function readLength(coder, first, positionState) {
  if (!coder.bit(first)) return coder.tree(first + LENGTH_LOW_TREES + 8 * positionState, 3);
  if (!coder.bit(first + 1)) {
    return 8 + coder.tree(first + LENGTH_MIDDLE_TREES + 8 * positionState, 3);
  }
  return 16 + coder.tree(first + LENGTH_HIGH_TREE, 8);
}

/* A distance, counted from 0 for the last byte. */
function readDistance(coder, length) {
  const lengthState = Math.min(length, LENGTH_STATES - 1);
  const slot = coder.tree(SLOTS + (lengthState << SLOT_BITS), SLOT_BITS);
  if (slot < FIRST_LONG_SLOT) return slot;
  const bits = (slot >> 1) - 1;
  const base = (2 | (slot & 1)) * 2 ** bits;
  if (slot < FIRST_DIRECT_SLOT) {
    return base + coder.reverseTree(SPECIAL_DISTANCES + base - slot, bits);
  }
  return base + coder.direct(bits - ALIGN_BITS) * (1 << ALIGN_BITS)
    + coder.reverseTree(ALIGNS, ALIGN_BITS);
}

/* A literal; after a match, the byte at its distance guides it until they differ. */
function readLiteral(coder, first, guide) {
  let node = 1;
  for (let i = 7; guide >= 0 && i >= 0; i--) {
    const expected = (guide >> i) & 1;
    const bit = coder.bit(first + ((1 + expected) << 8) + node);
    node = 2 * node + bit;
    if (bit !== expected) break;
  }
  while (node < 256) node = 2 * node + coder.bit(first + node);
  return node & 255;
}

/** What has been unpacked so far, and the last four distances. */
class Output {
  at = 0;
  bytes;
  distances = new Uint32Array(4);

  constructor(size) {
    this.bytes = new Uint8Array(size);
  }

  /** Makes the distance number `which` the latest. */
  recall(which) {
    const distance = this.distances[which];
    this.distances.copyWithin(1, 0, which);
    this.distances[0] = distance;
  }

  /** Makes a new distance the latest. */
  remember(distance) {
    this.distances.copyWithin(1, 0, 3);
    this.distances[0] = distance;
  }

  /** Copies `length` bytes from the latest distance; they may overlap with what they make. */
  copy(length) {
    const from = this.at - this.distances[0] - 1;
    if (from < 0) throw damaged("a distance leads before their start");
    if (length > this.bytes.length - this.at) throw damaged("they are longer than their size");
    for (let i = 0; i < length; i++) this.bytes[this.at + i] = this.bytes[from + i];
    this.at += length;
  }
}

/* Repeats bytes from one of the last four distances. Returns the state after it. */
function repeat(coder, out, state, positionState) {
  let which = 0;
  if (coder.bit(IS_OTHER_THAN_FIRST + state)) {
    which = coder.bit(IS_OTHER_THAN_SECOND + state) ? 2 + coder.bit(IS_FOURTH + state) : 1;
  } else if (!coder.bit(IS_LONG_FIRST + state * MOST_POSITION_STATES + positionState)) {
    out.copy(1);
    return state < AFTER_MATCH ? 9 : 11;
  }
  out.recall(which);
  out.copy(SHORTEST_MATCH + readLength(coder, REPEAT_LENGTHS, positionState));
  return state < AFTER_MATCH ? 8 : 11;
}

/* Copies bytes from a new distance. Returns the state after it. */
function match(coder, out, state, positionState) {
  const length = readLength(coder, MATCH_LENGTHS, positionState);
  const distance = readDistance(coder, length);
  if (distance === END_MARK) throw damaged("they are shorter than their size");
  out.remember(distance);
  out.copy(SHORTEST_MATCH + length);
  return state < AFTER_MATCH ? 7 : 10;
}

/* After the last byte comes the end mark. Data that are damaged rarely lead to it. */
function readEnd(coder, state, positionState) {
  const isMatch = coder.bit(IS_MATCH + state * MOST_POSITION_STATES + positionState);
  if (!isMatch || coder.bit(IS_REPEAT + state)) throw damaged("they have no end mark");
  const distance = readDistance(coder, readLength(coder, MATCH_LENGTHS, positionState));
  if (distance !== END_MARK || !coder.isAtEnd) throw damaged("they have no end mark");
}

function stateAfterLiteral(state) {
  if (state < 4) return 0;
  return state < 10 ? state - 3 : state - 6;
}

/* Properties and size at the start of the data. */
function readHeader(bytes, most) {
  if (bytes.length < HEADER_SIZE + FIRST_CODE_SIZE) throw damaged("they end too early");
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const properties = bytes[0];
  if (properties >= 9 * 5 * 5) throw damaged(`unknown properties ${properties}`);
  const size = view.getUint32(5, true) + view.getUint32(9, true) * 2 ** 32;
  if (size === UNKNOWN_SIZE) throw damaged("their size is missing");
  if (size > most) throw new Error(`the data in the page are larger than ${most} bytes`);
  return { size, contextBits: properties % 9, lowBits: Math.floor(properties / 9) % 5,
    positionBits: Math.floor(properties / 45) };
}

/**
 * @param {Uint8Array} bytes a file of the form `.lzma` with its size and an end mark
 * @param {number} most bytes that it may have, unpacked: more is refused
 * @returns {Uint8Array}
 */
export function unpackLzma(bytes, most) {
  const { size, contextBits, lowBits, positionBits } = readHeader(bytes, most);
  const coder = new RangeDecoder(bytes, LITERALS + LITERAL_SIZE * 2 ** (contextBits + lowBits));
  const out = new Output(size);
  const positionMask = (1 << positionBits) - 1;
  const lowMask = (1 << lowBits) - 1;
  let state = 0;
  while (out.at < size) {
    const { at } = out;
    const positionState = at & positionMask;
    if (coder.bit(IS_MATCH + state * MOST_POSITION_STATES + positionState)) {
      const next = coder.bit(IS_REPEAT + state) ? repeat : match;
      state = next(coder, out, state, positionState);
      continue;
    }
    const last = at > 0 ? out.bytes[at - 1] : 0;
    const context = ((at & lowMask) << contextBits) + (last >> (8 - contextBits));
    const guide = state < AFTER_MATCH ? -1 : out.bytes[at - out.distances[0] - 1];
    out.bytes[out.at++] = readLiteral(coder, LITERALS + LITERAL_SIZE * context, guide);
    state = stateAfterLiteral(state);
  }
  readEnd(coder, state, size & positionMask);
  return out.bytes;
}
