/* Differences between colours as people see them, for tests of palettes.
 *
 * The difference is CIEDE2000 (CIE 142-2001), as in G. Sharma, W. Wu and E. N. Dalal, "The
 * CIEDE2000 color-difference formula: implementation notes, supplementary test data, and
 * mathematical observations", Color Research & Application 30 (2005). Colour-blind vision is
 * simulated with the matrices for full severity of G. M. Machado, M. M. Oliveira and L. A. F.
 * Fernandes, "A physiologically-based model for simulation of color vision deficiency", IEEE TVCG
 * 15 (2009), applied to linear RGB. */
#ifndef UNIT_DRAW_COLOURS_H
#define UNIT_DRAW_COLOURS_H

#include <math.h>
#include <stdint.h>

typedef enum colours_vision {
    VISION_NORMAL,
    VISION_PROTANOPIA,
    VISION_DEUTERANOPIA,
    VISION_TRITANOPIA,
    VISION_COUNT
} colours_vision;

typedef struct colours_lab {
    double l, a, b;
} colours_lab;

static inline double colours_linear(double value) {
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static inline double colours_cube_root(double t) {
    return t > 216.0 / 24389.0 ? cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

/* Converts a colour (0xrrggbb), seen with the given vision, to CIELAB with the white point D65. */
static inline colours_lab colours_to_lab(uint32_t colour, colours_vision vision) {
    static const double seen[VISION_COUNT][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                                    {{0.152286, 1.052583, -0.204868},
                                                     {0.114503, 0.786281, 0.099216},
                                                     {-0.003882, -0.048116, 1.051998}},
                                                    {{0.367322, 0.860646, -0.227968},
                                                     {0.280085, 0.672501, 0.047413},
                                                     {-0.011820, 0.042940, 0.968881}},
                                                    {{1.255528, -0.076749, -0.178779},
                                                     {-0.078411, 0.930809, 0.147602},
                                                     {0.004733, 0.691367, 0.303900}}};
    static const double xyz[3][3] = {{0.4124564, 0.3575761, 0.1804375},
                                     {0.2126729, 0.7151522, 0.0721750},
                                     {0.0193339, 0.1191920, 0.9503041}};
    static const double white[3] = {0.95047, 1.0, 1.08883};
    double rgb[3], part[3], f[3];
    for (int i = 0; i < 3; i++) {
        rgb[i] = colours_linear((double)(colour >> (16 - 8 * i) & 255) / 255.0);
    }
    for (int i = 0; i < 3; i++) {
        const double *row = seen[vision][i];
        part[i] = fmin(1.0, fmax(0.0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]));
    }
    for (int i = 0; i < 3; i++) {
        double sum = xyz[i][0] * part[0] + xyz[i][1] * part[1] + xyz[i][2] * part[2];
        f[i] = colours_cube_root(sum / white[i]);
    }
    return (colours_lab){116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])};
}

static inline double colours_degrees(double y, double x) {
    double angle = x == 0.0 && y == 0.0 ? 0.0 : atan2(y, x) * 180.0 / acos(-1.0);
    return angle < 0.0 ? angle + 360.0 : angle;
}

static inline double colours_cos(double degrees) {
    return cos(degrees * acos(-1.0) / 180.0);
}

/* Returns the CIEDE2000 difference of two colours. The names are those of the publication. */
static inline double colours_difference(colours_lab one, colours_lab two) {
    double mean_c7 = pow((hypot(one.a, one.b) + hypot(two.a, two.b)) / 2.0, 7.0);
    double g = 0.5 * (1.0 - sqrt(mean_c7 / (mean_c7 + pow(25.0, 7.0))));
    double a1 = (1.0 + g) * one.a, a2 = (1.0 + g) * two.a;
    double c1 = hypot(a1, one.b), c2 = hypot(a2, two.b);
    double h1 = colours_degrees(one.b, a1), h2 = colours_degrees(two.b, a2);
    double dh = 0.0, h = h1 + h2;
    if (c1 * c2 > 0.0) {
        dh = h2 - h1;
        dh += dh > 180.0 ? -360.0 : dh < -180.0 ? 360.0 : 0.0;
        h = fabs(h1 - h2) <= 180.0 ? h / 2.0 : h < 360.0 ? h / 2.0 + 180.0 : h / 2.0 - 180.0;
    }
    double l = (one.l + two.l) / 2.0 - 50.0, c = (c1 + c2) / 2.0, c7 = pow(c, 7.0);
    double t = 1.0 - 0.17 * colours_cos(h - 30.0) + 0.24 * colours_cos(2.0 * h) +
               0.32 * colours_cos(3.0 * h + 6.0) - 0.20 * colours_cos(4.0 * h - 63.0);
    double theta = 30.0 * exp(-pow((h - 275.0) / 25.0, 2.0));
    double rt = -2.0 * sqrt(c7 / (c7 + pow(25.0, 7.0))) * colours_cos(90.0 - 2.0 * theta);
    double dl = (two.l - one.l) / (1.0 + 0.015 * l * l / sqrt(20.0 + l * l));
    double dc = (c2 - c1) / (1.0 + 0.045 * c);
    double dhh = 2.0 * sqrt(c1 * c2) * colours_cos(90.0 - dh / 2.0) / (1.0 + 0.015 * c * t);
    return sqrt(dl * dl + dc * dc + dhh * dhh + rt * dc * dhh);
}

static inline double colours_apart(uint32_t one, uint32_t two, colours_vision vision) {
    return colours_difference(colours_to_lab(one, vision), colours_to_lab(two, vision));
}

#endif
