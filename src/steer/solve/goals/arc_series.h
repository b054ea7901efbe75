/* steer/solve/goals/arc_series.h: arctangent, sine and cosine in single precision, as short
 * polynomials. arc.c (scalar) and arc_lanes.h (SIMD) use the same coefficients, so that their
 * results are the same bit for bit. */
#ifndef STEER_SOLVE_GOALS_ARC_SERIES_H
#define STEER_SOLVE_GOALS_ARC_SERIES_H

enum { ARCTANGENT_TERMS = 8, SINE_TERMS = 4, COSINE_TERMS = 5 };

/* arctan(x) / x in powers of x^2 for |x| <= 1. The polynomial interpolates the function at the
 * eight Chebyshev nodes of x^2 in [0, 1]; the error is at most 7e-8. */
static const float arctangent_terms[ARCTANGENT_TERMS] = {0.99999988F,  -0.33331813F,  0.19966962F,
                                                         -0.14003290F, 0.098688655F,  -0.058829753F,
                                                         0.023780519F, -0.0045597920F};
/* sin(x) / x and cos(x) in powers of x^2 for |x| <= pi / 4, as Taylor polynomials; the errors are
 * at most 4e-7 and 3e-8, respectively. */
static const float sine_terms[SINE_TERMS] = {1.0F, -1.0F / 6.0F, 1.0F / 120.0F, -1.0F / 5040.0F};
static const float cosine_terms[COSINE_TERMS] = {1.0F, -0.5F, 1.0F / 24.0F, -1.0F / 720.0F,
                                                 1.0F / 40320.0F};

static inline float series_sum(const float *terms, int count, float x) {
    float sum = terms[count - 1];
    for (int i = count - 2; i >= 0; i--) {
        sum = sum * x + terms[i];
    }
    return sum;
}

/* Returns arctan(x) for |x| <= 1. */
static inline float series_arctangent(float x) {
    return x * series_sum(arctangent_terms, ARCTANGENT_TERMS, x * x);
}

typedef struct series_turn {
    float cosine, sine;
} series_turn;

/* Returns the rotation by an angle with |angle| <= pi / 2. */
static inline series_turn series_turn_by(float angle) {
    float half = 0.5F * angle, squared = half * half;
    float s = half * series_sum(sine_terms, SINE_TERMS, squared);
    float c = series_sum(cosine_terms, COSINE_TERMS, squared);
    return (series_turn){c * c - s * s, 2.0F * (s * c)};
}

#endif
