/* Finds the agents in a region: scans the grid strips that the region's bounding box touches. In
 * each strip the bodies are one contiguous slice.
 *
 * The lowest keys are kept in a max-heap in the caller's array and sorted at the end, so no memory
 * is allocated, however many agents are found. Positions are compared in the user's coordinates, as
 * wend_world_get_agents returns them.
 *
 * Cost: O(agents in the covered cells + found * log(capacity)). */
#include <math.h>

#include "base/error.h"
#include "geom/polygon.h"
#include "geom/vec.h"
#include "world/world.h"

/* A query and its result. */
typedef struct region_query {
    const wend_world *world;
    bool (*contains)(const struct region_query *query, wend_vec2 local);
    wend_point low, high; /* bounding box of the region, in the user's coordinates */
    wend_point centre;    /* centre of a disc */
    double radius;
    const wend_vec2 *points; /* corners of a polygon, in local coordinates */
    uint32_t point_count;
    wend_agent *out;
    uint32_t capacity, kept, found;
} region_query;

/* ---- The lowest keys ------------------------------------------------------------------------- */

static uint64_t key_of(const region_query *q, wend_agent agent) {
    return q->world->cold.key[store_slot_of(q->world, agent)];
}

/* Replaces the top of a heap of `count` agents with `agent`, and sifts the new top down. */
static void sift_down(const region_query *q, uint32_t count, wend_agent agent) {
    uint64_t key = key_of(q, agent);
    uint32_t at = 0;
    for (uint32_t child = 1; child < count; child = 2 * at + 1) {
        bool second = child + 1 < count && key_of(q, q->out[child + 1]) > key_of(q, q->out[child]);
        child += second;
        if (key_of(q, q->out[child]) <= key) {
            break;
        }
        q->out[at] = q->out[child];
        at = child;
    }
    q->out[at] = agent;
}

static void sift_up(const region_query *q, uint32_t at, wend_agent agent) {
    uint64_t key = key_of(q, agent);
    while (at > 0 && key_of(q, q->out[(at - 1) / 2]) < key) {
        q->out[at] = q->out[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    q->out[at] = agent;
}

static void add_agent(region_query *q, uint32_t slot) {
    wend_agent agent = store_agent_id(q->world, slot);
    q->found++;
    if (q->kept < q->capacity) {
        sift_up(q, q->kept++, agent);
    } else if (q->capacity > 0 && q->world->cold.key[slot] < key_of(q, q->out[0])) {
        sift_down(q, q->kept, agent);
    }
}

static void sort_kept(region_query *q) {
    for (uint32_t count = q->kept; count > 1; count--) {
        wend_agent last = q->out[count - 1];
        q->out[count - 1] = q->out[0];
        sift_down(q, count - 1, last);
    }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static void scan(region_query *q, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *body = &q->world->bodies[i];
        if (!(wend_body_flags(body) & WEND_BODY_GHOST) && q->contains(q, body->position)) {
            add_agent(q, body->slot);
        }
    }
}

/* Converts a corner of the bounding box to local coordinates, and moves it outwards by more than
 * any rounding error. */
static wend_vec2 corner(const region_query *q, wend_point p, float outward) {
    wend_point origin = wend_space_origin(q->world->space);
    wend_vec2 local = {store_clamp(p.x - origin.x), store_clamp(p.y - origin.y)};
    return (wend_vec2){local.x + outward * (1e-6F * fabsf(local.x) + 1e-6F),
                       local.y + outward * (1e-6F * fabsf(local.y) + 1e-6F)};
}

static uint32_t find(wend_world *world, region_query *q, uint32_t layer) {
    WEND_ASSERT(q->out != NULL || q->capacity == 0);
    if (!(q->low.x <= q->high.x && q->low.y <= q->high.y) ||
        layer >= wend_space_layer_count(world->space)) {
        return 0;
    }
    if (!world_refresh(world)) {
        return WEND_NONE;
    }
    q->world = world;
    const near_grid *grid = &world->near.grid;
    const near_layer *cells = &grid->layers[layer];
    uint32_t low = near_cell(cells, corner(q, q->low, -1.0F));
    uint32_t high = near_cell(cells, corner(q, q->high, 1.0F));
    uint32_t width =
        (high - cells->first_cell) % cells->bins - (low - cells->first_cell) % cells->bins;
    for (uint32_t first = low; first <= high; first += cells->bins) {
        scan(q, grid->starts[first], grid->starts[first + width + 1]);
    }
    sort_kept(q);
    return q->found;
}

/* ---- Regions --------------------------------------------------------------------------------- */

static bool in_box(const region_query *q, wend_vec2 local) {
    wend_point p = wend_space_from_local(q->world->space, local);
    return p.x >= q->low.x && p.x <= q->high.x && p.y >= q->low.y && p.y <= q->high.y;
}

static bool in_disc(const region_query *q, wend_vec2 local) {
    wend_point p = wend_space_from_local(q->world->space, local);
    double x = p.x - q->centre.x, y = p.y - q->centre.y;
    return x * x + y * y <= q->radius * q->radius;
}

static bool in_polygon(const region_query *q, wend_vec2 local) {
    return polygon_contains(q->points, q->point_count, local) >= 0;
}

uint32_t wend_world_find_agents_in_box(wend_world *world, wend_point low, wend_point high,
                                       uint32_t layer, wend_agent *out, uint32_t capacity) {
    WEND_ASSERT(world != NULL);
    region_query q = {
        .contains = in_box, .low = low, .high = high, .out = out, .capacity = capacity};
    return find(world, &q, layer);
}

uint32_t wend_world_find_agents_in_disc(wend_world *world, wend_point centre, double radius,
                                        uint32_t layer, wend_agent *out, uint32_t capacity) {
    WEND_ASSERT(world != NULL);
    region_query q = {.contains = in_disc,
                      .low = {centre.x - radius, centre.y - radius},
                      .high = {centre.x + radius, centre.y + radius},
                      .centre = centre,
                      .radius = radius,
                      .out = out,
                      .capacity = capacity};
    return find(world, &q, layer);
}

uint32_t wend_world_find_agents_in_polygon(wend_world *world, const wend_point *points,
                                           uint32_t count, uint32_t layer, wend_agent *out,
                                           uint32_t capacity) {
    WEND_ASSERT(world != NULL && points != NULL && count >= 3);
    region_query q = {.contains = in_polygon,
                      .low = points[0],
                      .high = points[0],
                      .point_count = count,
                      .out = out,
                      .capacity = capacity};
    wend_point origin = wend_space_origin(world->space);
    arena_reset(&world->scratch[0]);
    wend_vec2 *local = arena_take(&world->scratch[0], count * sizeof *local, 16);
    if (local == NULL) {
        return WEND_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!isfinite(points[i].x) || !isfinite(points[i].y)) {
            return 0;
        }
        local[i] =
            (wend_vec2){store_clamp(points[i].x - origin.x), store_clamp(points[i].y - origin.y)};
        q.low = (wend_point){fmin(q.low.x, points[i].x), fmin(q.low.y, points[i].y)};
        q.high = (wend_point){fmax(q.high.x, points[i].x), fmax(q.high.y, points[i].y)};
    }
    q.points = local;
    return find(world, &q, layer);
}
