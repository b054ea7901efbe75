/**
 * Bytes as text for a script element of a page in UTF-8: 7 bits in each byte of the page, where
 * base64 has 6.
 *
 * The bits of the bytes are cut into groups of 7, highest first; zeros fill the last group. Each
 * group is the ASCII character with its number, except for four that a page does not keep as they
 * are: NUL, LF and CR, which readers of HTML and programs that copy texts change, and '<', which
 * could begin a tag or a comment. Such a group and the one after it together are one character from
 * U+0100 on, which takes two bytes. If it is the last group, it is a character from U+00C0 on.
 * None of these characters is changed by Unicode's composition (NFC).
 */

const EXCLUDED = [0x00, 0x0a, 0x0d, 0x3c];
const FIRST_PAIR = 0x100;
const FIRST_LAST = 0xc0;
const GROUPS = 128; // of 7 bits

/* The groups of 7 bits of some bytes. */
function groupsOf(bytes) {
  const groups = new Uint8Array(Math.ceil(bytes.length * 8 / 7));
  for (let i = 0; i < groups.length; i++) {
    const bit = 7 * i;
    const two = (bytes[bit >> 3] << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    groups[i] = (two >> (9 - (bit & 7))) & 127;
  }
  return groups;
}

/** @param {Uint8Array} bytes */
export function toSeptets(bytes) {
  const groups = groupsOf(bytes);
  const pieces = [];
  for (let i = 0; i < groups.length; i++) {
    const which = EXCLUDED.indexOf(groups[i]);
    if (which < 0) pieces.push(groups[i]);
    else if (i + 1 === groups.length) pieces.push(FIRST_LAST + which);
    else pieces.push(FIRST_PAIR + which * GROUPS + groups[++i]);
  }
  return pieces.map((code) => String.fromCharCode(code)).join("");
}

function refuse(code, at) {
  throw new Error(`the data in the page are damaged: character U+${
    code.toString(16).padStart(4, "0")} at ${at}`);
}

/* One or two groups of a character, the first one in the high bits; two are marked by bit 14. */
function readCharacter(code, at, length) {
  if (code >= FIRST_PAIR && code < FIRST_PAIR + EXCLUDED.length * GROUPS) {
    const pair = code - FIRST_PAIR;
    return (1 << 14) | (EXCLUDED[pair >> 7] << 7) | (pair & 127);
  }
  const which = code - FIRST_LAST;
  if (which >= 0 && which < EXCLUDED.length && at === length - 1) return EXCLUDED[which];
  if (code >= GROUPS || EXCLUDED.includes(code)) refuse(code, at);
  return code;
}

/**
 * @param {string} text what toSeptets() returned
 * @returns {Uint8Array}
 */
export function fromSeptets(text) {
  const bytes = new Uint8Array(Math.ceil(text.length * 14 / 8));
  let size = 0;
  let bits = 0;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const read = readCharacter(text.charCodeAt(i), i, text.length);
    const two = read >> 14;
    bits = (bits << (two ? 14 : 7)) | (read & 0x3fff);
    for (count += two ? 14 : 7; count >= 8;) {
      count -= 8;
      bytes[size++] = bits >> count;
      bits &= (1 << count) - 1;
    }
  }
  return bytes.slice(0, size);
}
