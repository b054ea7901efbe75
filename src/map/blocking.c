/* Finds the clearance limits of a part by bisection, O(log n), and verifies them, O(n). */
#include "map/blocking.h"

#include <math.h>

#include "base/hash.h"

static const float FARTHEST = 32768.0F; /* m */

static uint32_t first_of(const map_blocking *all, uint32_t part) {
    uint32_t low = 0, high = all->limit_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (all->limits[middle].part < part) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const map_clearance_limit *blocking_of(const map_blocking *all, uint32_t part, uint32_t *count) {
    uint32_t first = first_of(all, part);
    *count = first_of(all, part + 1) - first;
    return &all->limits[first];
}

static const char *check_blocker(const map_blocker *blocker, uint32_t layer_count) {
    if (blocker->obstacle_class >= WEND_MAX_CLASSES || blocker->layer >= layer_count) {
        return "a blocker's class or layer is out of range";
    }
    for (uint32_t k = 0; k < blocker->point_count; k++) {
        if (!(fabsf(blocker->points[k].x) <= FARTHEST && fabsf(blocker->points[k].y) <= FARTHEST)) {
            return "a door is not finite, or too far away";
        }
    }
    return NULL;
}

const char *blocking_verify(const map_blocking *all, uint32_t layer_count, uint32_t part_count) {
    const char *wrong = NULL;
    for (uint32_t i = 0; i < all->blocker_count && wrong == NULL; i++) {
        wrong = check_blocker(&all->blockers[i], layer_count);
    }
    for (uint32_t i = 0; i < all->limit_count && wrong == NULL; i++) {
        const map_clearance_limit *n = &all->limits[i];
        bool ascends =
            i == 0 || n[-1].part < n->part || (n[-1].part == n->part && n[-1].blocker < n->blocker);
        if (!ascends || n->part >= part_count || n->blocker >= all->blocker_count ||
            !(n->clearance >= 0.0F && n->clearance <= 4.0F * FARTHEST)) {
            wrong = "a clearance limit of an edge is out of range or out of order";
        }
    }
    return wrong;
}

uint64_t blocking_hash_blockers(const map_blocking *all, uint64_t hash) {
    for (uint32_t i = 0; i < all->blocker_count; i++) {
        const map_blocker *blocker = &all->blockers[i];
        hash = hash_combine(hash, (uint64_t)blocker->obstacle_class << 32 | blocker->layer);
        hash = hash_bytes(blocker->points, blocker->point_count * sizeof *blocker->points, hash);
    }
    return hash;
}

uint64_t blocking_hash(const map_blocking *all, uint64_t hash) {
    hash = blocking_hash_blockers(all, hash);
    return hash_bytes(all->limits, all->limit_count * sizeof *all->limits, hash);
}
