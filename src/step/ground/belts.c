/* Finds the belt at a location. Cost: O(belts), plus O(edges) for each belt with a bounding box
 * that contains the point. */
#include "step/ground/belts.h"

static bool covers(const belt_record *belt, wend_vec2 p) {
    bool inside = false;
    if (!(p.x >= belt->low.x && p.x <= belt->high.x && p.y >= belt->low.y && p.y <= belt->high.y)) {
        return false;
    }
    for (uint32_t i = 0, last = belt->point_count - 1; i < belt->point_count; last = i++) {
        wend_vec2 a = belt->points[last], b = belt->points[i];
        if ((a.y <= p.y) == (b.y <= p.y)) {
            continue;
        }
        double side = ((double)b.x - (double)a.x) * ((double)p.y - (double)a.y) -
                      ((double)b.y - (double)a.y) * ((double)p.x - (double)a.x);
        inside ^= a.y <= p.y ? side > 0.0 : side < 0.0;
    }
    return inside;
}

uint32_t belts_find(const belt_table *table, wend_location at) {
    for (uint32_t i = table->count; i-- > 0;) {
        const belt_record *belt = &table->items[i];
        if (belt->layer == at.layer && covers(belt, at.position)) {
            return belt->velocity.x != 0.0F || belt->velocity.y != 0.0F ? i : WEND_NONE;
        }
    }
    return WEND_NONE;
}
