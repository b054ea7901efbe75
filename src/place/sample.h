/* Random numbers and points for placing agents: functions of a seed, an agent's key, an index and a
 * purpose, so that no sample depends on the order in which they are asked for. */
#ifndef PLACE_SAMPLE_H
#define PLACE_SAMPLE_H

#include <wend/model.h>

/* A number of a distribution. */
double sample_number(const wend_distribution *number, uint64_t seed, uint64_t key,
                     uint32_t purpose);
/* The radius of an agent (m), sampled here because positions depend on it; the world takes it as
 * given. */
double sample_radius(const wend_distribution *radius, uint64_t seed, uint64_t key);

/* A point of a box, uniformly distributed; the coordinates have a purpose each. */
wend_point sample_box(wend_point low, wend_point high, uint64_t seed, uint64_t key, uint64_t index,
                      const uint32_t purposes[2]);
/* A point of the disc of radius `jitter` (m) around a point, uniformly distributed. */
wend_point sample_jitter(wend_point centre, double jitter, uint64_t seed, uint64_t key);

#endif
