/* Verifies the rounded geometry: each ring by itself, rings against each other, and nesting.
 *
 * Class-0 rings of a layer may touch only at points. Where they touch, each must stay on one side
 * of the other; this is checked at their corners. Rings that neither cross nor share a piece of an
 * edge lie entirely inside or outside each other. So the nesting of a ring follows from the winding
 * number of all other rings at one point beside it.
 *
 * Cost: O(n log n) for rings of short edges (see geom/pairs.c). */
#include <stdio.h>

#include "base/error.h"
#include "geom/pairs.h"
#include "geom/polygon.h"
#include "geom/predicates.h"
#include "geom/vec.h"
#include "space/space.h"

static const char *const KIND_NAMES[] = {"boundary", "solid", "open wall"};

/* ---- Each ring by itself --------------------------------------------------------------------- */

static wend_result report_fault(const wend_space *space, uint32_t layer, const char *kind,
                                uint32_t index, polygon_fault fault, wend_vec2 at,
                                wend_error *error) {
    char layer_text[SPACE_TEXT_SIZE], position_text[SPACE_TEXT_SIZE];
    space_layer_text(space, layer, layer_text);
    space_point_text(space, at, position_text);
    switch (fault) {
    case POLYGON_REPEATS:
        return error_set(error, WEND_ERROR_GEOMETRY,
                         "%s: %s %u has the point %s twice in a row (after rounding to single "
                         "precision)",
                         layer_text, kind, index, position_text);
    case POLYGON_FOLDS:
        return error_set(error, WEND_ERROR_GEOMETRY, "%s: %s %u folds back over itself at %s",
                         layer_text, kind, index, position_text);
    case POLYGON_TOUCHES:
        return error_set(error, WEND_ERROR_GEOMETRY,
                         "%s: %s %u crosses or touches itself on its edge from %s", layer_text,
                         kind, index, position_text);
    case POLYGON_NO_MEMORY:
        return WEND_ERROR_MEMORY;
    case POLYGON_SIMPLE:
        break;
    }
    return WEND_OK;
}

wend_result space_check_terrain(wend_space *space, uint32_t layer, uint32_t index,
                                const wend_vec2 *points, uint32_t count, wend_error *error) {
    uint32_t where = 0;
    polygon_fault fault = polygon_check_simple(points, count, &where, &space->memory);
    return report_fault(space, layer, "terrain", index, fault, points[where < count ? where : 0],
                        error);
}

static wend_result check_ring(wend_space *space, const space_ring *ring, wend_error *error) {
    uint32_t where = 0;
    bool must_be_simple = ring->kind == SPACE_SOLID && ring->obstacle_class != 0;
    polygon_fault fault =
        must_be_simple ? polygon_check_simple(ring->points, ring->count, &where, &space->memory)
                       : polygon_check_corners(ring->points, ring->count, ring->closed, &where);
    return report_fault(space, ring->layer, KIND_NAMES[ring->kind], ring->index, fault,
                        ring->points[where < ring->count ? where : 0], error);
}

/* ---- Class-0 rings against each other -------------------------------------------------------- */

typedef enum conflict {
    CONFLICT_NONE,
    CONFLICT_TOUCHES_ITSELF,
    CONFLICT_CROSSING,
    CONFLICT_SHARED_EDGE
} conflict;

/* An edge of a class-0 ring. */
typedef struct ring_edge {
    uint32_t ring, index;
} ring_edge;

typedef struct ring_search {
    const wend_space *space;
    const pairs_segment *segments;
    const ring_edge *edges;
    conflict found;
    uint32_t first, second; /* the edges of the conflict with the lowest edge indices */
    wend_vec2 at;
} ring_search;

static wend_vec2 ring_point(const space_ring *ring, uint32_t index) {
    return ring->points[index % ring->count];
}

/* True if two collinear segments have more than one point in common. */
static bool is_overlapping(const pairs_segment *one, const pairs_segment *two) {
    bool by_x = one->a.x != one->b.x;
    float one_a = by_x ? one->a.x : one->a.y, one_b = by_x ? one->b.x : one->b.y;
    float two_a = by_x ? two->a.x : two->a.y, two_b = by_x ? two->b.x : two->b.y;
    return fmaxf(fminf(one_a, one_b), fminf(two_a, two_b)) <
           fminf(fmaxf(one_a, one_b), fmaxf(two_a, two_b));
}

/* Returns the conflict at the first point of edge `two` if that point lies on edge `one` (but not
 * at the end of `one`). */
static conflict conflict_at_corner(const ring_search *s, uint32_t one, uint32_t two) {
    const pairs_segment *on = &s->segments[one];
    const ring_edge *touching_edge = &s->edges[two], *touched_edge = &s->edges[one];
    const space_ring *ring = &s->space->rings[touching_edge->ring];
    const space_ring *other = &s->space->rings[touched_edge->ring];
    wend_vec2 v = s->segments[two].a;
    if (vec_equal(v, on->b) || !predicate_on_segment(v, on->a, on->b)) {
        return CONFLICT_NONE;
    }
    wend_vec2 before =
        vec_equal(v, on->a) ? ring_point(other, touched_edge->index + other->count - 1) : on->a;
    wend_vec2 from = ring_point(ring, touching_edge->index + ring->count - 1);
    int from_side = predicate_chain_side(before, v, on->b, from);
    int to_side = predicate_chain_side(before, v, on->b, s->segments[two].b);
    if (from_side == 0 || to_side == 0) {
        return CONFLICT_SHARED_EDGE;
    }
    return from_side != to_side ? CONFLICT_CROSSING : CONFLICT_NONE;
}

static conflict find_ring_conflict(ring_search *s, uint32_t first, uint32_t second, wend_vec2 *at) {
    const pairs_segment *one = &s->segments[first], *two = &s->segments[second];
    int two_a = predicate_orient(one->a, one->b, two->a);
    int two_b = predicate_orient(one->a, one->b, two->b);
    int one_a = predicate_orient(two->a, two->b, one->a);
    int one_b = predicate_orient(two->a, two->b, one->b);
    *at = one->a;
    if (two_a == 0 && two_b == 0 && is_overlapping(one, two)) {
        return CONFLICT_SHARED_EDGE;
    }
    if (two_a * two_b < 0 && one_a * one_b < 0) {
        return CONFLICT_CROSSING;
    }
    *at = two->a;
    conflict found = conflict_at_corner(s, first, second);
    if (found == CONFLICT_NONE) {
        *at = one->a;
        found = conflict_at_corner(s, second, first);
    }
    return found;
}

static void check_pair(void *context, uint32_t first, uint32_t second) {
    ring_search *s = context;
    if (s->found != CONFLICT_NONE &&
        (first > s->first || (first == s->first && second >= s->second))) {
        return;
    }
    const pairs_segment *one = &s->segments[first], *two = &s->segments[second];
    wend_vec2 at = one->a;
    conflict found = CONFLICT_NONE;
    if (s->edges[first].ring != s->edges[second].ring) {
        found = find_ring_conflict(s, first, second, &at);
    } else {
        uint32_t apart = s->edges[second].index - s->edges[first].index;
        uint32_t count = s->space->rings[s->edges[first].ring].count;
        bool neighbours = apart == 1 || apart == count - 1;
        if (!neighbours && predicate_segments_meet(one->a, one->b, two->a, two->b)) {
            found = CONFLICT_TOUCHES_ITSELF;
        }
    }
    if (found != CONFLICT_NONE) {
        s->found = found;
        s->first = first;
        s->second = second;
        s->at = at;
    }
}

static wend_result report_conflict(const ring_search *s, wend_error *error) {
    const space_ring *one = &s->space->rings[s->edges[s->first].ring];
    const space_ring *two = &s->space->rings[s->edges[s->second].ring];
    if (s->found == CONFLICT_TOUCHES_ITSELF) {
        return report_fault(s->space, one->layer, KIND_NAMES[one->kind], one->index,
                            POLYGON_TOUCHES, s->at, error);
    }
    char layer[SPACE_TEXT_SIZE], position_text[SPACE_TEXT_SIZE];
    space_layer_text(s->space, one->layer, layer);
    space_point_text(s->space, s->at, position_text);
    return error_set(error, WEND_ERROR_GEOMETRY, "%s: %s %u %s %s %u on the edge at %s", layer,
                     KIND_NAMES[one->kind], one->index,
                     s->found == CONFLICT_CROSSING ? "crosses" : "shares part of an edge with",
                     KIND_NAMES[two->kind], two->index, position_text);
}

static bool is_fixed_ring(const space_ring *ring) {
    return ring->kind != SPACE_OPEN_WALL && ring->obstacle_class == 0;
}

static wend_result check_layer_rings(wend_space *space, const space_layer *layer,
                                     wend_error *error) {
    size_t total = 0;
    for (uint32_t i = 0; i < layer->ring_count; ++i) {
        const space_ring *ring = &space->rings[layer->first_ring + i];
        total += is_fixed_ring(ring) ? ring->count : 0;
    }
    if (total == 0) {
        return WEND_OK;
    }
    pairs_segment *segments = memory_get_array(&space->memory, total, sizeof *segments);
    ring_edge *edges = memory_get_array(&space->memory, total, sizeof *edges);
    uint32_t count = 0;
    for (uint32_t r = layer->first_ring; r < layer->first_ring + layer->ring_count; ++r) {
        const space_ring *ring = &space->rings[r];
        bool wanted = is_fixed_ring(ring) && segments != NULL && edges != NULL;
        for (uint32_t i = 0; i < ring->count && wanted; ++i) {
            segments[count] = (pairs_segment){ring->points[i], ring_point(ring, i + 1)};
            edges[count++] = (ring_edge){r, i};
        }
    }
    ring_search search = {.space = space, .segments = segments, .edges = edges};
    bool done = count == total && pairs_find(segments, count, check_pair, &search, &space->memory);
    wend_result result = done ? WEND_OK : WEND_ERROR_MEMORY;
    if (done && search.found != CONFLICT_NONE) {
        result = report_conflict(&search, error);
    }
    memory_free(&space->memory, segments, total * sizeof *segments);
    memory_free(&space->memory, edges, total * sizeof *edges);
    return result;
}

wend_result space_check_rings(wend_space *space, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < space->ring_count && result == WEND_OK; ++i) {
        result = check_ring(space, &space->rings[i], error);
    }
    for (uint32_t i = 0; i < space->layer_count && result == WEND_OK; ++i) {
        result = check_layer_rings(space, &space->layers[i], error);
    }
    return result;
}

/* ---- Nesting --------------------------------------------------------------------------------- */

/* Returns the winding number of a ring on its solid side or on its free side. */
static int32_t winding_on(const space_ring *ring, bool solid_side) {
    if (ring->kind == SPACE_BOUNDARY) {
        return solid_side ? 0 : 1;
    }
    return solid_side ? -1 : 0;
}

/* Returns the winding number of all other class-0 rings of the layer, next to the first edge of
 * this ring. */
static int32_t winding_beside(const wend_space *space, uint32_t ring_index) {
    const space_ring *ring = &space->rings[ring_index];
    const space_layer *layer = &space->layers[ring->layer];
    wend_vec2 v = ring->points[0], towards = ring->points[1];
    int32_t slots[WEND_MAX_CLASSES];
    space_winding(space, ring->layer, v, slots);
    int32_t winding = slots[0];
    uint32_t cell = space_grid_cell(&layer->grid, v);
    for (uint32_t i = layer->grid.start[cell]; i < layer->grid.start[cell + 1]; ++i) {
        const space_edge *e = &space->edges[layer->grid.items[i]];
        bool touches = e->one_sided && e->obstacle_class == 0 && !vec_equal(v, e->b) &&
                       predicate_on_segment(v, e->a, e->b);
        if (!touches) {
            continue;
        }
        const space_ring *other = &space->rings[e->ring];
        winding -= winding_on(other, space_step_enters(space, e, v));
        if (e->ring != ring_index) {
            wend_vec2 before = vec_equal(v, e->a) ? space->edges[e->previous].a : e->a;
            winding += winding_on(other, predicate_chain_side(before, v, e->b, towards) < 0);
        }
    }
    return winding;
}

static bool is_ring_inside(const space_ring *ring, const space_ring *other) {
    for (uint32_t i = 0; i < ring->count; ++i) {
        int side = polygon_contains(other->points, other->count, ring->points[i]);
        if (side != 0) {
            return side > 0;
        }
    }
    return false;
}

/* Finds the smallest class-0 ring that contains `ring`. Returns NULL if there is none. */
static const space_ring *innermost_around(const wend_space *space, const space_ring *ring) {
    const space_layer *layer = &space->layers[ring->layer];
    const space_ring *found = NULL;
    for (uint32_t i = 0; i < layer->ring_count; ++i) {
        const space_ring *other = &space->rings[layer->first_ring + i];
        if (other == ring || !is_fixed_ring(other) || !is_ring_inside(ring, other)) {
            continue;
        }
        if (found == NULL || fabs(polygon_area(other->points, other->count)) <
                                 fabs(polygon_area(found->points, found->count))) {
            found = other;
        }
    }
    return found;
}

static wend_result report_nesting(const wend_space *space, const space_ring *ring,
                                  wend_error *error) {
    char layer[SPACE_TEXT_SIZE], position_text[SPACE_TEXT_SIZE];
    space_layer_text(space, ring->layer, layer);
    space_point_text(space, ring->points[0], position_text);
    const space_ring *around = innermost_around(space, ring);
    if (around == NULL) {
        return error_set(error, WEND_ERROR_GEOMETRY, "%s: %s %u at %s lies outside every boundary",
                         layer, KIND_NAMES[ring->kind], ring->index, position_text);
    }
    return error_set(error, WEND_ERROR_GEOMETRY, "%s: %s %u at %s lies inside %s %u; %s", layer,
                     KIND_NAMES[ring->kind], ring->index, position_text, KIND_NAMES[around->kind],
                     around->index,
                     ring->kind == SPACE_SOLID
                         ? "solids of class 0 must lie on walkable ground"
                         : "a boundary must lie outside the others, or in a class-0 solid");
}

wend_result space_check_nesting(const wend_space *space, wend_error *error) {
    for (uint32_t i = 0; i < space->ring_count; ++i) {
        const space_ring *ring = &space->rings[i];
        if (!is_fixed_ring(ring)) {
            continue;
        }
        bool on_ground = ring->kind == SPACE_SOLID && space->layers[ring->layer].bounded;
        if (winding_beside(space, i) != (on_ground ? 1 : 0)) {
            return report_nesting(space, ring, error);
        }
    }
    return WEND_OK;
}
