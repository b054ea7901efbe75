/* Samples numbers and points from counter-based random numbers (wend/random.h). */
#include "base/sample.h"
#include <math.h>
#include <wend/math.h>
#include <wend/random.h>

enum { PURPOSE_RADIUS = 0x6b697401, PURPOSE_JITTER = 0x6b697402, PURPOSE_DELAY = 0x6b69740b };

/* A normal distribution without limits is truncated at this many standard deviations from the
 * mean, as for parameters (step/params.c). */
static const double NORMAL_CUTOFF = 4.0;

double sample_number(const wend_distribution *number, uint64_t seed, uint64_t key,
                     uint32_t purpose) {
    const wend_distribution *d = number;
    if (d->kind == WEND_DISTRIBUTION_UNIFORM) {
        return d->a + (d->b - d->a) * wend_random_uniform(seed, key, 0, purpose);
    }
    if (d->kind == WEND_DISTRIBUTION_NORMAL) {
        bool bounded = d->low < d->high;
        double low = bounded ? d->low : d->a - NORMAL_CUTOFF * d->b;
        double high = bounded ? d->high : d->a + NORMAL_CUTOFF * d->b;
        double value = d->a + d->b * wend_random_normal(seed, key, 0, purpose);
        return value < low ? low : value > high ? high : value;
    }
    return d->a;
}

double sample_radius(const wend_distribution *radius, uint64_t seed, uint64_t key) {
    return sample_number(radius, seed, key, PURPOSE_RADIUS);
}

double sample_delay(const wend_distribution *delay, uint64_t seed, uint64_t key) {
    return sample_number(delay, seed, key, PURPOSE_DELAY);
}

wend_point sample_box(wend_point low, wend_point high, uint64_t seed, uint64_t key, uint64_t index,
                      const uint32_t purposes[2]) {
    return (wend_point){
        low.x + (high.x - low.x) * wend_random_uniform(seed, key, index, purposes[0]),
        low.y + (high.y - low.y) * wend_random_uniform(seed, key, index, purposes[1])};
}

wend_point sample_jitter(wend_point centre, double jitter, uint64_t seed, uint64_t key) {
    if (jitter == 0.0) {
        return centre;
    }
    double away = jitter * sqrt(wend_random_uniform(seed, key, 0, PURPOSE_JITTER));
    double angle = WEND_FULL_TURN * wend_random_uniform(seed, key, 1, PURPOSE_JITTER);
    return (wend_point){centre.x + away * wend_cos(angle), centre.y + away * wend_sin(angle)};
}
