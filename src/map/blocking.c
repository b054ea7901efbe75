/* Finds the clearance limits of one part by bisection, O(log n). Also verifies and hashes all
 * blockers and limits, O(n). */
#include "map/blocking.h"

#include <math.h>

#include "base/hash.h"

static const float MAX_COORDINATE = 32768.0F; /* m */

static uint32_t find_first_limit(const map_blocking *blocking, uint32_t part) {
    uint32_t low = 0, high = blocking->limit_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (blocking->limits[middle].part < part) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const map_clearance_limit *blocking_find_limits(const map_blocking *blocking, uint32_t part,
                                                uint32_t *count) {
    uint32_t first = find_first_limit(blocking, part);
    *count = find_first_limit(blocking, part + 1) - first;
    return &blocking->limits[first];
}

static const char *check_blocker(const map_blocker *blocker, uint32_t layer_count) {
    if (blocker->obstacle_class >= WEND_MAX_CLASSES || blocker->layer >= layer_count) {
        return "a blocker's class or layer is out of range";
    }
    for (uint32_t k = 0; k < blocker->point_count; k++) {
        if (!(fabsf(blocker->points[k].x) <= MAX_COORDINATE &&
              fabsf(blocker->points[k].y) <= MAX_COORDINATE)) {
            return "a door is not finite, or too far away";
        }
    }
    return NULL;
}

const char *blocking_verify(const map_blocking *blocking, uint32_t layer_count,
                            uint32_t part_count) {
    const char *wrong = NULL;
    for (uint32_t i = 0; i < blocking->blocker_count && wrong == NULL; i++) {
        wrong = check_blocker(&blocking->blockers[i], layer_count);
    }
    for (uint32_t i = 0; i < blocking->limit_count && wrong == NULL; i++) {
        const map_clearance_limit *limit = &blocking->limits[i];
        bool ascends = i == 0 || limit[-1].part < limit->part ||
                       (limit[-1].part == limit->part && limit[-1].blocker < limit->blocker);
        if (!ascends || limit->part >= part_count || limit->blocker >= blocking->blocker_count ||
            !(limit->clearance >= 0.0F && limit->clearance <= 4.0F * MAX_COORDINATE)) {
            wrong = "a clearance limit of an edge is out of range or out of order";
        }
    }
    return wrong;
}

uint64_t blocking_hash_blockers(const map_blocking *blocking, uint64_t hash) {
    for (uint32_t i = 0; i < blocking->blocker_count; i++) {
        const map_blocker *blocker = &blocking->blockers[i];
        hash = hash_combine(hash, (uint64_t)blocker->obstacle_class << 32 | blocker->layer);
        hash = hash_bytes(blocker->points, blocker->point_count * sizeof *blocker->points, hash);
    }
    return hash;
}

uint64_t blocking_hash(const map_blocking *blocking, uint64_t hash) {
    hash = blocking_hash_blockers(blocking, hash);
    return hash_bytes(blocking->limits, blocking->limit_count * sizeof *blocking->limits, hash);
}
