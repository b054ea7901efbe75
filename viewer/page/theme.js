/**
 * Colours of the page. Those of groups and of the colour map are the ones of the pictures that the
 * tool draws (src/draw/canvas/theme.c and colour_map.c), so that a group has the same colour
 * everywhere; docs/decisions/0041-axes-colours-density.md shows that they can be distinguished with
 * every kind of colour vision. Dark pages have lighter versions of the dark colours.
 */

const CATEGORIES = [
  0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0x56b4e9, 0x005448, 0xc0b460, 0x783c00,
  0xb41884, 0x6c6c48, 0x2400f0, 0x8478fc, 0xf0b0a8, 0x906070, 0x709048, 0xa0d800,
  0xf07080, 0x604060, 0x00d8e8, 0x900030, 0xd0a8c0, 0x0850b8, 0xa028f8, 0x780878];
const TERRAINS = [
  0xcfe6bb, 0xc0d9ee, 0xf0a8d0, 0xf0a890, 0x90f8f0, 0xc0b8e8, 0xa0c0b8, 0xf8d8e0,
  0x88d0a8, 0x88e0f8, 0xe8b888, 0x98b8f0, 0xc0b8c0, 0xd8f0e8, 0xe0e0f8, 0xc0c088,
  0xf0d0c0, 0xf8a8b0, 0xf0d0f8, 0xb8f8d8, 0xf0e8a8, 0x88c0e0, 0xb8c0a8, 0xb0b8b8];

const LIGHT = {
  page: "#f6f4ef", ground: "#ffffff", frame: "#d9d4ca", solid: "#cfc9bd", switched: "#e3d6b8",
  wall: "#3f3b36", door: "#b3261e", doorOpen: "#4d8a3f", link: "#3d8b8b", belt: "#2b6a99",
  goal: "#d9a400", forbidden: "#b3261e", obstacle: "#6a5acd", chosen: "#00796b",
  preferred: "#b07a00", text: "#26231f", faint: "#78726a", halo: "#ffffff", grid: "#26231f",
  select: "#111111", neutral: "#8a857d", highlight: "#d6006c", overlay: "#2a6fb0",
  strong: "#c2410c", goalText: "#7d5f00", rim: "#ffffff", mark: "#ffffff",
};
const DARK = {
  page: "#161514", ground: "#242220", frame: "#3a3733", solid: "#3b3833", switched: "#4c4433",
  wall: "#c9c2b6", door: "#ff7a6b", doorOpen: "#8ccf7a", link: "#6cc0c0", belt: "#75b2e0",
  goal: "#f0c033", forbidden: "#ff7a6b", obstacle: "#a89cf5", chosen: "#4fd1c0",
  preferred: "#f0b840", text: "#ece7df", faint: "#a39c92", halo: "#161514", grid: "#ece7df",
  select: "#ffffff", neutral: "#8f8a82", highlight: "#ff5ca8", overlay: "#7db7ea",
  strong: "#ff9a5c", goalText: "#f0c033", rim: "#161514", mark: "#161514",
};

const rgbOf = (number) => [(number >> 16) & 255, (number >> 8) & 255, number & 255];
const hex = (rgb) =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** `#rrggbb` as red, green, blue from 0 to 1. */
export function toRGB(colour) {
  return rgbOf(parseInt(colour.slice(1, 7), 16)).map((part) => part / 255);
}

/** The colour with an opacity from 0 to 1, for CSS and canvases. */
export function withAlpha(colour, alpha) {
  return `rgba(${rgbOf(parseInt(colour.slice(1, 7), 16)).join(", ")}, ${alpha})`;
}

/** Mixes two colours `#rrggbb`: 0 gives the first, 1 the second. */
export function mix(from, to, part) {
  const a = toRGB(from);
  const b = toRGB(to);
  return hex(a.map((value, i) => 255 * (value + part * (b[i] - value))));
}

function luminance(colour) {
  const [r, g, b] = toRGB(colour).map((part) => part ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Makes a colour light enough for a dark page. */
function lighten(colour) {
  let result = colour;
  for (let i = 0; i < 10 && luminance(result) < 0.17; i++) result = mix(result, "#ffffff", 0.12);
  return result;
}

const MAP_PIECES = 512;
const MAP_COLOURS = 256;

/* Oklab to sRGB: B. Ottosson, "A perceptual color space for image processing", 2020. */
function fromOklab(lightness, a, b) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const encode = (x) => {
    const value = x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
    return 255 * Math.min(1, Math.max(0, value));
  };
  return [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s].map(encode);
}

/**
 * A curve in Oklab from yellow through red to blue whose lightness changes evenly: readable in
 * greyscale. On dark pages it ends less dark, and its order is reversed, so that more stands out.
 */
function makeMap(dark) {
  const [lightest, darkest] = dark ? [0.95, 0.42] : [0.93, 0.28];
  const at = (t) => {
    const hue = ((105 - 180 * t) * Math.PI) / 180;
    const chroma = 0.05 + 0.12 * Math.sin(Math.PI * t);
    return [lightest + (darkest - lightest) * t, chroma * Math.cos(hue), chroma * Math.sin(hue)];
  };
  const lengths = [0];
  for (let i = 1; i <= MAP_PIECES; i++) {
    const [p, q] = [at((i - 1) / MAP_PIECES), at(i / MAP_PIECES)];
    lengths.push(lengths[i - 1] + Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]));
  }
  const colours = [];
  for (let i = 0, piece = 0; i < MAP_COLOURS; i++) {
    const wanted = (lengths[MAP_PIECES] * i) / (MAP_COLOURS - 1);
    while (piece < MAP_PIECES && lengths[piece + 1] < wanted) piece++;
    colours.push(hex(fromOklab(...at(Math.min(1, piece / MAP_PIECES)))));
  }
  return dark ? colours.reverse() : colours;
}

/** The colours of a light or dark page. */
export class Theme {
  constructor(dark) {
    this.dark = dark;
    Object.assign(this, dark ? DARK : LIGHT);
    /** Colours of categories such as groups, in order; they repeat. */
    this.categories = CATEGORIES.map((number) => hex(rgbOf(number)));
    if (dark) this.categories = this.categories.map(lighten);
    /** 256 colours for values from low to high. */
    this.ramp = makeMap(dark);
    /** Colours of solve status: free, relaxed, infeasible. */
    this.statuses = [this.categories[0], dark ? "#f0c033" : "#d9a400", this.door];
  }

  /** The colour of category `index`; negative indices are neutral. */
  category(index) {
    return index < 0 ? this.neutral : this.categories[index % this.categories.length];
  }

  /** The colour of a value from 0 to 1. */
  value(part) {
    return this.ramp[Math.round(255 * Math.min(1, Math.max(0, part)))];
  }

  /** The colour of a type of terrain, from 1. */
  terrain(type) {
    const colour = hex(rgbOf(TERRAINS[(type - 1) % TERRAINS.length]));
    return this.dark ? mix(this.ground, colour, 0.28) : colour;
  }
}
