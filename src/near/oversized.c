/* Oversized agents: bodies so much larger than the others that a search for the k nearest centres
 * may miss them, although their surfaces are far closer. They are kept in a separate list, sorted
 * by x. Models search this list in addition to the ordinary neighbour search.
 *
 * An oversized agent is a body with more than three times the mean radius. The mean is computed
 * from radii in integer tenths of a millimetre, so that it does not depend on the order of bodies.
 *
 * Cost: making the list takes O(bodies) in a crowd with oversized agents, and one comparison in a
 * crowd without them. A search takes O(log n + m) for n oversized agents, m of which have an x
 * within the search range. */
#include <math.h>

#include "base/sort.h"
#include "near/near.h"

static const double oversized_factor = 3.0;
static const double radius_scale = 1e4; /* 1/m: radii are summed as integer multiples of 0.1 mm */

typedef struct oversized_entry {
    float x;
    uint32_t index;
    uint64_t key;
} oversized_entry;

static bool is_before(const void *left, const void *right) {
    const oversized_entry *a = left, *b = right;
    return a->x != b->x ? a->x < b->x : a->key != b->key ? a->key < b->key : a->index < b->index;
}

static double mean_radius(const wend_body *bodies, uint32_t count) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += (uint64_t)((double)bodies[i].radius * radius_scale);
    }
    return count > 0 ? (double)sum / radius_scale / (double)count : 0.0;
}

static uint32_t count_oversized(const wend_body *bodies, uint32_t count, float radius) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        found += bodies[i].radius > radius;
    }
    return found;
}

static void list_oversized(near_grid *grid, oversized_entry *all, const wend_body *bodies,
                           uint32_t count, const cold_store *cold) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (bodies[i].radius > grid->oversized_radius) {
            all[found++] = (oversized_entry){bodies[i].position.x, i, cold->key[bodies[i].slot]};
        }
    }
    sort_stable(all, all + found, found, sizeof *all, is_before);
    for (uint32_t i = 0; i < found; i++) {
        grid->oversized_list[i] = all[i].index;
    }
}

bool near_list_oversized(near_sorter *sorter, memory *from, const wend_body *bodies, uint32_t count,
                         const cold_store *cold) {
    near_grid *grid = &sorter->grid;
    grid->oversized_count = 0;
    grid->oversized_radius = INFINITY;
    if (count == 0 || grid->largest <= (float)(oversized_factor * grid->smallest)) {
        return true;
    }
    float radius = (float)(oversized_factor * mean_radius(bodies, count));
    if (grid->largest <= radius) {
        return true;
    }
    grid->oversized_radius = radius;
    grid->oversized_count = count_oversized(bodies, count, radius);
    size_t size = grid->oversized_count * sizeof *grid->oversized_list;
    size_t scratch = 2 * (size_t)grid->oversized_count * sizeof(oversized_entry);
    if (!near_ensure(from, &grid->oversized_list, &sorter->oversized_bytes, size) ||
        !near_ensure(from, &sorter->oversized_scratch, &sorter->oversized_scratch_bytes, scratch)) {
        return false;
    }
    list_oversized(grid, (oversized_entry *)(void *)sorter->oversized_scratch, bodies, count, cold);
    return true;
}

/* Returns the list index of the first oversized agent with an x coordinate of at least `x`. */
static uint32_t first_oversized(const wend_view *view, float x) {
    const near_grid *grid = view->internals->grid;
    uint32_t low = 0, high = grid->oversized_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (view->bodies[grid->oversized_list[middle]].position.x < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool near_has_oversized(const wend_view *view, wend_vec2 low, wend_vec2 high, float gap) {
    const near_grid *grid = view->internals->grid;
    if (grid->oversized_count == 0) {
        return false;
    }
    float reach = gap + 2.0F * grid->largest;
    for (uint32_t i = first_oversized(view, low.x - reach); i < grid->oversized_count; i++) {
        wend_vec2 p = view->bodies[grid->oversized_list[i]].position;
        if (p.x > high.x + reach) {
            return false;
        }
        if (p.y >= low.y - reach && p.y <= high.y + reach) {
            return true;
        }
    }
    return false;
}

/* Inserts an oversized agent into `out`, which is sorted by (gap, key). The field distance_squared
 * temporarily contains the gap. */
static uint32_t insert_sorted(const wend_view *view, wend_neighbour *out, uint32_t count,
                              uint32_t capacity, wend_neighbour found) {
    uint32_t at = count < capacity ? count++ : capacity;
    for (; at > 0; at--) {
        wend_neighbour before = out[at - 1];
        bool nearer = found.distance_squared != before.distance_squared
                          ? found.distance_squared < before.distance_squared
                          : wend_view_key(view, found.index) < wend_view_key(view, before.index);
        if (!nearer) {
            break;
        }
        if (at < capacity) {
            out[at] = before;
        }
    }
    if (at < capacity) {
        out[at] = found;
    }
    return count;
}

uint32_t near_find_oversized(const wend_view *view, wend_location location, float radius, float gap,
                             wend_neighbour *out, uint32_t capacity) {
    const near_grid *grid = view->internals->grid;
    float farthest = gap + radius + grid->largest;
    farthest = farthest < grid->reach ? farthest : grid->reach;
    uint32_t count = 0;
    for (uint32_t i = first_oversized(view, location.position.x - farthest);
         i < grid->oversized_count; i++) {
        const wend_body *body = &view->bodies[grid->oversized_list[i]];
        float dx = body->position.x - location.position.x,
              dy = body->position.y - location.position.y;
        if (dx > farthest) {
            break;
        }
        float body_gap = sqrtf(dx * dx + dy * dy) - radius - body->radius;
        if (body_gap > gap || wend_body_layer(body) != location.layer ||
            ((wend_body_flags(body) & WEND_BODY_GHOST) && !near_sees_ghost(view, location, body))) {
            continue;
        }
        count = insert_sorted(view, out, count, capacity,
                              (wend_neighbour){grid->oversized_list[i], body_gap});
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 p = view->bodies[out[i].index].position;
        float dx = p.x - location.position.x, dy = p.y - location.position.y;
        out[i].distance_squared = dx * dx + dy * dy;
    }
    return count;
}
