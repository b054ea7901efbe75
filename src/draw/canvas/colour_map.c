/* A colour map in which equal steps of the value look equally large.
 *
 * The map is a curve in Oklab (B. Ottosson, "A perceptual color space for image processing", 2020,
 * the source of the matrices below), designed for this program. Along the curve, the hue turns by
 * half a circle from yellow through red to blue. The chroma is largest in the middle, as far as a
 * screen can show it. The curve is then divided into pieces of equal length, because length in
 * Oklab matches perceived difference. Lightness falls linearly along the whole curve, so the map is
 * readable in greyscale and by people with red-green colour blindness.
 *
 * Cost: CURVE_PIECES evaluations of the curve, about half a millisecond. */
#include "draw/canvas/colour_map.h"
#include <wend/math.h>

enum { CURVE_PIECES = 2048 };

static const double LIGHTEST = 0.965, DARKEST = 0.28;
static const double FIRST_HUE = 105.0, LAST_HUE = -75.0; /* degrees */
static const double LEAST_CHROMA = 0.05, EXTRA_CHROMA = 0.12;

typedef struct oklab {
    double lightness, a, b;
} oklab;

static oklab curve_at(double t) {
    double hue = (FIRST_HUE + (LAST_HUE - FIRST_HUE) * t) * WEND_PI / 180.0;
    double chroma = LEAST_CHROMA + EXTRA_CHROMA * wend_sin(WEND_PI * t);
    return (oklab){LIGHTEST + (DARKEST - LIGHTEST) * t, chroma * wend_cos(hue),
                   chroma * wend_sin(hue)};
}

static double cube(double x) {
    return x * x * x;
}

/* Applies the transfer function of sRGB (IEC 61966-2-1). The result is from 0 to 255. */
static uint32_t encode_srgb(double linear) {
    double value =
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * wend_pow(linear, 1.0 / 2.4) - 0.055;
    return value <= 0.0 ? 0 : value >= 1.0 ? 255 : (uint32_t)(value * 255.0 + 0.5);
}

static uint32_t to_srgb(oklab c) {
    double l = cube(c.lightness + 0.3963377774 * c.a + 0.2158037573 * c.b);
    double m = cube(c.lightness - 0.1055613458 * c.a - 0.0638541728 * c.b);
    double s = cube(c.lightness - 0.0894841775 * c.a - 1.2914855480 * c.b);
    uint32_t red = encode_srgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    uint32_t green = encode_srgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    uint32_t blue = encode_srgb(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
    return red << 16 | green << 8 | blue;
}

static double distance(oklab p, oklab q) {
    return wend_hypot(wend_hypot(p.a - q.a, p.b - q.b), p.lightness - q.lightness);
}

void colour_map_make(colour_map *map) {
    double lengths[CURVE_PIECES + 1] = {0.0};
    for (uint32_t i = 0; i < CURVE_PIECES; i++) {
        oklab from = curve_at((double)i / CURVE_PIECES), to = curve_at((i + 1.0) / CURVE_PIECES);
        lengths[i + 1] = lengths[i] + distance(from, to);
    }
    uint32_t piece = 0;
    for (uint32_t i = 0; i < COLOUR_MAP_SIZE; i++) {
        double wanted = lengths[CURVE_PIECES] * i / (COLOUR_MAP_SIZE - 1);
        while (piece + 1 < CURVE_PIECES && lengths[piece + 1] < wanted) {
            piece++;
        }
        double share = (wanted - lengths[piece]) / (lengths[piece + 1] - lengths[piece]);
        map->colours[i] = to_srgb(curve_at((piece + share) / CURVE_PIECES));
    }
}

uint32_t colour_map_at(const colour_map *map, double share) {
    double position = share * (COLOUR_MAP_SIZE - 1) + 0.5;
    return map->colours[!(position > 0.0)             ? 0
                        : position >= COLOUR_MAP_SIZE ? COLOUR_MAP_SIZE - 1
                                                      : (uint32_t)position];
}
