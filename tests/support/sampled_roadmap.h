/* Probabilistic roadmaps for tests of searches, made by brute force. */
#ifndef SUPPORT_SAMPLED_ROADMAP_H
#define SUPPORT_SAMPLED_ROADMAP_H

#include <wend/map.h>

typedef struct sampled_def {
    wend_space *space;
    wend_vec2 low, high; /* box of the samples, on layer 0 */
    uint32_t samples;
    uint32_t neighbours; /* each sample is joined to so many of the nearest samples that it sees */
    float radius;        /* m: all edges are wider than this */
    uint64_t seed;
} sampled_def;

/* Builds a roadmap; the caller releases it. Its edges have their exact clearance, at most 10 m,
 * within 1 mm. */
wend_map *sampled_roadmap(const sampled_def *def);

/* Returns a square room, 20 m wide, with random boxes and thin walls. Its corner is (0, 0). */
wend_space *sampled_room(uint64_t seed);

/* Samples a location in the room where a disc has room. */
wend_location sampled_location(const wend_space *space, uint64_t seed, uint64_t key, float radius);

#endif
