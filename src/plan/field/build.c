/* Builds the field of a goal: finds what is open, gives exact distances to the cells near the goal,
 * and marches on from them.
 *
 * Exact distances near the goal: T has a cone at the goal, where the error of a scheme of first
 * order is largest and spreads to all cells. So every open cell within EXACT_RADIUS of the goal's
 * region whose disc can move straight to the region gets the exact cost of that line; then the
 * error is O(h) (compare D. L. Chopp, "Some improvements of the fast marching method" (2001),
 * section 3). Where the goal has less room than the radius, the line keeps the room of the goal, as
 * in plan/grid/search.c.
 *
 * Cost: O(n log n) for n cells; one visibility check for each cell near the goal that its clearance
 * does not decide. */
#include <math.h>

#include "geom/point.h"
#include "plan/field/field.h"
#include "step/internals.h"
#include "step/standing.h"

static const double EXACT_RADIUS = 1.0;  /* m */
static const double REACH_SQUARES = 1.5; /* squares beyond the tolerance and the radius */
static const float REDUCED = 0.99F;      /* share of the room that lines keep where r is less */

/* ---- Keys ------------------------------------------------------------------------------------ */

enum {
    RADIUS_BITS = 20,
    TOLERANCE_BITS = 14,
    GENERATION_BITS = 14,
    CROWD_BITS = 8,
    DENSITY_BITS = 8,
    CROWD_SHIFT = RADIUS_BITS + TOLERANCE_BITS + GENERATION_BITS
};

static uint64_t up_to_bits(double value, int bits) {
    double most = (double)(1U << bits) - 1.0;
    return (uint64_t)fmin(ceil(value - 0.01), most); /* the rounding of single precision is less */
}

uint64_t field_pack_variant(field_variant v) {
    uint64_t radius = up_to_bits(1e3 * (double)v.radius, RADIUS_BITS);
    uint64_t tolerance = up_to_bits(1e2 * (double)v.tolerance, TOLERANCE_BITS);
    uint64_t generation = v.generation & ((1U << GENERATION_BITS) - 1U);
    uint64_t crowd = up_to_bits(10.0 * (double)v.crowd, CROWD_BITS);
    uint64_t density = v.crowd > 0.0F ? v.density & ((1U << DENSITY_BITS) - 1U) : 0;
    return radius | tolerance << RADIUS_BITS | generation << (RADIUS_BITS + TOLERANCE_BITS) |
           crowd << CROWD_SHIFT | density << (CROWD_SHIFT + CROWD_BITS);
}

field_variant field_unpack_variant(uint64_t bits) {
    uint64_t radius = bits & ((1U << RADIUS_BITS) - 1U);
    uint64_t tolerance = bits >> RADIUS_BITS & ((1U << TOLERANCE_BITS) - 1U);
    uint64_t generation = bits >> (RADIUS_BITS + TOLERANCE_BITS) & ((1U << GENERATION_BITS) - 1U);
    uint64_t crowd = bits >> CROWD_SHIFT & ((1U << CROWD_BITS) - 1U);
    return (field_variant){(float)((double)radius / 1e3), (float)((double)tolerance / 1e2),
                           (uint32_t)generation, (float)((double)crowd / 10.0),
                           bits >> (CROWD_SHIFT + CROWD_BITS)};
}

/* ---- Cells near the goal --------------------------------------------------------------------- */

typedef struct seed_search {
    const grid_ground *ground;
    field *f;
    const wend_region *part;
    uint32_t layer;
    double limit; /* m: exact distances are given up to this */
    field_seed *seeds;
    uint32_t count, capacity;
    const wend_allocator *allocator;
    bool failed;
} seed_search;

static void add_seed(seed_search *s, uint32_t cell, float distance) {
    if (s->count == s->capacity) {
        uint32_t capacity = s->capacity ? 2 * s->capacity : 256;
        field_seed *seeds = s->allocator->allocate(s->allocator->user, capacity * sizeof *seeds);
        if (seeds == NULL) {
            s->failed = true;
            return;
        }
        for (uint32_t i = 0; i < s->count; i++) {
            seeds[i] = s->seeds[i];
        }
        if (s->capacity) {
            s->allocator->release(s->allocator->user, s->seeds, s->capacity * sizeof *seeds);
        }
        s->seeds = seeds;
        s->capacity = capacity;
    }
    s->seeds[s->count++] = (field_seed){cell, distance};
}

/* Adds a cell if the disc can move straight from it to the goal. */
static void try_seed(seed_search *s, uint32_t cell) {
    const grid_ground *ground = s->ground;
    if (!(s->f->flags[cell] & FIELD_OPEN) || s->failed) {
        return;
    }
    wend_location from = {field_centre(s->f, s->layer, cell), s->layer};
    wend_location end = {wend_region_nearest(s->part, from.position), s->layer};
    double length = wide_distance(from.position, end.position);
    if (length > s->limit) {
        return;
    }
    if (length == 0.0) {
        add_seed(s, cell, 0.0F);
        return;
    }
    float room = grid_room(ground, end, ground->radius);
    float radius = room < ground->radius ? REDUCED * room : ground->radius;
    bool is_far = length > (double)s->f->head.reach;
    double cost = grid_line_cost(ground, from, end.position, false);
    if (isfinite(cost) && !(is_far && radius < ground->radius) &&
        field_is_line_open(ground, cell, from, end, radius, STANDING_AT_END)) {
        add_seed(s, cell, (float)cost);
    }
}

/* Returns the box of a region. */
static void find_box(const wend_region *region, wend_vec2 *low, wend_vec2 *high) {
    *low = *high = region->a;
    if (region->shape == WEND_SHAPE_SEGMENT) {
        *low = (wend_vec2){fminf(region->a.x, region->b.x), fminf(region->a.y, region->b.y)};
        *high = (wend_vec2){fmaxf(region->a.x, region->b.x), fmaxf(region->a.y, region->b.y)};
    } else if (region->shape == WEND_SHAPE_DISC) {
        *low = (wend_vec2){region->a.x - region->b.x, region->a.y - region->b.x};
        *high = (wend_vec2){region->a.x + region->b.x, region->a.y + region->b.x};
    }
    for (uint32_t i = 0; region->shape == WEND_SHAPE_POLYGON && i < region->count; i++) {
        wend_vec2 p = region->points[i];
        *low = (wend_vec2){fminf(low->x, p.x), fminf(low->y, p.y)};
        *high = (wend_vec2){fmaxf(high->x, p.x), fmaxf(high->y, p.y)};
    }
}

/* Adds the cells around one part of the goal. */
static void add_seeds_of_part(seed_search *s) {
    const field *f = s->f;
    const grid_layer *l = &f->layers[s->layer];
    wend_vec2 low, high;
    find_box(s->part, &low, &high);
    double left = floor(((double)low.x - s->limit) / f->head.width) - l->column;
    double right = floor(((double)high.x + s->limit) / f->head.width) - l->column;
    double bottom = floor(((double)low.y - s->limit) / f->head.height) - l->row;
    double top = floor(((double)high.y + s->limit) / f->head.height) - l->row;
    uint32_t first_column = (uint32_t)fmin(fmax(left, 0.0), l->columns);
    uint32_t end_column = (uint32_t)fmin(fmax(right + 1.0, 0.0), l->columns);
    uint32_t first_row = (uint32_t)fmin(fmax(bottom, 0.0), l->rows);
    uint32_t end_row = (uint32_t)fmin(fmax(top + 1.0, 0.0), l->rows);
    for (uint32_t row = first_row; row < end_row; row++) {
        for (uint32_t column = first_column; column < end_column; column++) {
            try_seed(s, l->first + row * l->columns + column);
        }
    }
}

static void add_seeds(seed_search *s, const wend_view *view, uint32_t goal) {
    const wend_region *parts;
    uint32_t count = wend_view_goal_parts(view, goal, &parts);
    wend_region snapped = parts[0];
    s->layer = wend_view_goal_layer(view, goal);
    if (s->layer >= s->f->head.layer_count || snapped.shape == WEND_SHAPE_DIRECTION) {
        return;
    }
    if (count == 1 && snapped.shape == WEND_SHAPE_POINT) {
        snapped.a =
            grid_goal_location(s->ground, (wend_location){snapped.a, s->layer}, s->f->head.reach)
                .position;
        parts = &snapped;
    }
    for (uint32_t i = 0; i < count; i++) {
        s->part = &parts[i];
        add_seeds_of_part(s);
    }
    s->part = NULL;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* Sets the terrain weights of the key: those of any agent with its class of weights. */
static bool weigh_ground(const wend_view *view, uint64_t weights, grid_ground *ground) {
    for (uint32_t i = 0; weights != 0 && i < view->body_count; i++) {
        if (!(wend_body_flags(&view->bodies[i]) & WEND_BODY_GHOST) &&
            wend_view_weight_class(view, i) == weights) {
            return grid_ground_weigh(ground, i);
        }
    }
    return weights == 0;
}

static field *build_on(const grid_ground *ground, const wend_field_key *key,
                       const wend_allocator *allocator) {
    field_variant variant = field_unpack_variant(key->variant);
    field *f =
        field_create(ground->map, !grid_is_uniform(ground) || ground->crowd > 0.0, allocator);
    if (f == NULL) {
        return NULL;
    }
    f->head.radius = variant.radius;
    f->head.reach = variant.tolerance + variant.radius +
                    (float)(REACH_SQUARES * fmax(ground->map->cell, ground->map->cell_height));
    f->head.uniform_cost = (float)ground->least_weight;
    field_open_cells(ground, f);
    seed_search s = {.ground = ground,
                     .f = f,
                     .limit = fmax(EXACT_RADIUS, (double)f->head.reach),
                     .allocator = allocator};
    add_seeds(&s, ground->view, key->goal);
    bool built =
        !s.failed && s.count > 0 && field_march(f, ground->map, s.seeds, s.count, allocator);
    if (s.capacity) {
        allocator->release(allocator->user, s.seeds, s.capacity * sizeof *s.seeds);
    }
    if (!built) {
        field_free(f, allocator);
        return NULL;
    }
    return f;
}

field *field_build(const wend_view *view, const wend_field_key *key, uint32_t worker,
                   const wend_allocator *allocator) {
    uint32_t generation;
    const wend_map *found =
        key->map != WEND_NO_MAP ? wend_view_map(view, key->map, &generation) : NULL;
    const grid *map = found != NULL ? grid_of(found) : NULL;
    grid_ground ground;
    if (map == NULL || !grid_ground_prepare(view, worker, map, &ground) ||
        !weigh_ground(view, key->weights, &ground) || !isfinite(ground.least_weight)) {
        return NULL;
    }
    ground.radius = field_unpack_variant(key->variant).radius + GRID_MARGIN;
    ground.margin = 0.0F; /* the radius contains it: clearances of cells decide without lines */
    ground.crowd = (double)field_unpack_variant(key->variant).crowd;
    ground.around_standing = view->internals->overlay->standing_count > 0;
    return build_on(&ground, key, allocator);
}
