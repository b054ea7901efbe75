/* base/sample.h: random numbers and points for placing agents. They are functions of a seed, an
 * agent's key, an index and a purpose, so no sample depends on the order of the calls. */
#ifndef BASE_SAMPLE_H
#define BASE_SAMPLE_H

#include <wend/model.h>

/* Samples a number from a distribution. */
double sample_number(const wend_distribution *number, uint64_t seed, uint64_t key,
                     uint32_t purpose);
/* Samples the radius (m) of an agent. The radius is sampled here, not by the world, because
 * positions depend on it. */
double sample_radius(const wend_distribution *radius, uint64_t seed, uint64_t key);

/* Samples how long (s) an agent stands still when it enters. */
double sample_delay(const wend_distribution *delay, uint64_t seed, uint64_t key);

/* Samples a point uniformly in a box. Each coordinate has its own purpose. */
wend_point sample_box(wend_point low, wend_point high, uint64_t seed, uint64_t key, uint64_t index,
                      const uint32_t purposes[2]);
/* Samples a point uniformly in the disc of radius `jitter` (m) around `centre`. */
wend_point sample_jitter(wend_point centre, double jitter, uint64_t seed, uint64_t key);

#endif
