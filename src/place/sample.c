/* Samples numbers and points from counter-based random numbers (wend/random.h). */
#include "place/sample.h"
#include <math.h>
#include <wend/math.h>
#include <wend/random.h>

enum { PURPOSE_RADIUS = 0x6b697401, PURPOSE_JITTER = 0x6b697402 };

double sample_number(const wend_distribution *number, uint64_t seed, uint64_t key,
                     uint32_t purpose) {
    const wend_distribution *d = number;
    if (d->kind == WEND_DISTRIBUTION_UNIFORM) {
        return d->a + (d->b - d->a) * wend_random_uniform(seed, key, 0, purpose);
    }
    if (d->kind == WEND_DISTRIBUTION_NORMAL) {
        double value = d->a + d->b * wend_random_normal(seed, key, 0, purpose);
        return value < d->low ? d->low : value > d->high ? d->high : value;
    }
    return d->a;
}

double sample_radius(const wend_distribution *radius, uint64_t seed, uint64_t key) {
    return sample_number(radius, seed, key, PURPOSE_RADIUS);
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
