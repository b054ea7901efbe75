/* Drops regions of the ground and obstacles that are smaller than the size of details.
 *
 * An obstacle is dropped only if it is isolated: no other outline or open wall touches it, because
 * touching obstacles can form a barrier; and no kept point lies within the size of details, because
 * a door may end there. A region is dropped with everything in it. */
#include "clean/simplify/outline.h"

/* The ring that is to be dropped. */
typedef struct small_ring {
    outline_set *set;
    const outline_ring *ring;
    uint32_t number;
    cell_point low, high; /* a kept point in this box forbids it */
    bool touched;         /* by another ring or an open wall; true at once for a region, because
                             contacts of regions do not matter */
    bool claimed;         /* by a kept point */
} small_ring;

static bool is_small(const outline_set *set, const outline_ring *ring) {
    return cell_distance_squared(ring->low, ring->high) <= set->below * set->below;
}

static bool is_in_box(cell_point p, cell_point low, cell_point high) {
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y;
}

/* Subtracts the cost of a test of all edges of a ring from the budget. */
static void charge(outline_set *set, const outline_ring *ring) {
    set->budget -= set->budget < ring->count ? set->budget : ring->count;
}

/* True if the boxes of a ring and of the segment ab have a point in common. */
static bool is_beside(const outline_ring *ring, cell_point a, cell_point b) {
    return (a.x <= ring->high.x || b.x <= ring->high.x) &&
           (a.x >= ring->low.x || b.x >= ring->low.x) &&
           (a.y <= ring->high.y || b.y <= ring->high.y) &&
           (a.y >= ring->low.y || b.y >= ring->low.y);
}

static bool touches_ring(const small_ring *small, cell_point a, cell_point b) {
    const outline_ring *ring = small->ring;
    if (!is_beside(ring, a, b)) {
        return false;
    }
    charge(small->set, ring);
    for (uint32_t i = 0; i < ring->count; i++) {
        if (cell_segments_meet(a, b, small->set->originals[ring->first + i],
                               small->set->originals[ring->first + (i + 1) % ring->count])) {
            return true;
        }
    }
    return false;
}

static bool note_contact(void *user, uint32_t item, cell_point a, cell_point b) {
    small_ring *small = user;
    const outline_set *set = small->set;
    if (item >= set->vertex_count + set->kept_first) {
        small->claimed |= is_in_box(a, small->low, small->high);
    } else if (item >= set->vertex_count || set->vertices[item].ring != small->number) {
        small->touched = small->touched || touches_ring(small, a, b);
    }
    return small->claimed;
}

/* Looks for what touches a ring, and for kept points within `margin` of its box. */
static small_ring examine(outline_set *set, uint32_t number, int64_t margin) {
    const outline_ring *ring = &set->rings[number];
    small_ring small = {.set = set, .ring = ring, .number = number, .touched = ring->is_boundary};
    small.low = (cell_point){ring->low.x - margin, ring->low.y - margin};
    small.high = (cell_point){ring->high.x + margin, ring->high.y + margin};
    const cell_point corners[4] = {
        small.low, {small.high.x, small.low.y}, small.high, {small.low.x, small.high.y}};
    if (outline_index_find(set, (index_area){corners, 4}, note_contact, &small)) {
        small.claimed = true;
    }
    return small;
}

static void drop_ring(outline_set *set, outline_ring *ring) {
    ring->is_dropped = true;
    for (uint32_t i = 0; i < ring->count; i++) {
        set->vertices[ring->first + i].is_removed = true;
    }
}

/* True if a point lies in a ring, by the number of edges on its right. */
static bool ring_contains(const outline_set *set, const outline_ring *ring, cell_point p) {
    bool inside = false;
    for (uint32_t i = 0; i < ring->count; i++) {
        cell_point a = set->originals[ring->first + i];
        cell_point b = set->originals[ring->first + (i + 1) % ring->count];
        if ((a.y > p.y) != (b.y > p.y)) {
            int64_t turn = cell_turn(a, b, p);
            inside ^= b.y > a.y ? turn > 0 : turn < 0;
        }
    }
    return inside;
}

/* Drops the obstacles in a region that is dropped. An obstacle may touch the boundary in single
 * points, so all its vertices are tried. */
static bool drop_content(void *user, uint32_t item, cell_point a, cell_point b) {
    small_ring *region = user;
    outline_set *set = region->set;
    (void)b;
    if (item < set->vertex_count) {
        outline_ring *ring = &set->rings[set->vertices[item].ring];
        bool may_be_inside = !ring->is_boundary && !ring->is_dropped &&
                             is_in_box(a, region->ring->low, region->ring->high);
        if (may_be_inside) {
            charge(set, region->ring);
            if (ring_contains(set, region->ring, a)) {
                drop_ring(set, ring);
            }
        }
    }
    return false;
}

static void drop_region(outline_set *set, uint32_t number) {
    small_ring region = examine(set, number, 0);
    if (region.claimed || set->rings[number].is_fixed) {
        return;
    }
    const cell_point corners[4] = {
        region.low, {region.high.x, region.low.y}, region.high, {region.low.x, region.high.y}};
    drop_ring(set, &set->rings[number]);
    outline_index_find(set, (index_area){corners, 4}, drop_content, &region);
}

void outline_drop_small(outline_set *set, bool obstacles) {
    for (uint32_t i = 0; i < set->ring_count; i++) {
        if (set->rings[i].is_boundary && is_small(set, &set->rings[i])) {
            drop_region(set, i);
        }
    }
    for (uint32_t i = 0; obstacles && i < set->ring_count; i++) {
        const outline_ring *ring = &set->rings[i];
        if (!ring->is_boundary && !ring->is_dropped && !ring->is_fixed && is_small(set, ring)) {
            small_ring small = examine(set, i, (int64_t)set->below + 1);
            if (!small.touched && !small.claimed) {
                drop_ring(set, &set->rings[i]);
                set->rings[i].is_isolated = true;
            }
        }
    }
}
