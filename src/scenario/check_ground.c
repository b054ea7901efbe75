/* Checks the polygons of belts and heights: refuses those that cross themselves or cover no ground,
 * and warns of those that lie outside the walkable ground.
 *
 * Terrain polygons are repaired instead, because plans of buildings and towns contain such faults;
 * belts and heights are few and written by hand.
 *
 * Cost: O(n log n) for n points, if few of their edges are near each other. */
#include "geom/polygon.h"
#include "scenario/scenario.h"

static const char *describe_fault(polygon_fault fault) {
    switch (fault) {
    case POLYGON_REPEATS:
        return "this point equals the one before it";
    case POLYGON_FOLDS:
        return "here an edge runs back over the one before it";
    case POLYGON_TOUCHES:
        return "the edge that starts here crosses or touches another one";
    default:
        return "it covers no ground";
    }
}

void scenario_check_ground_polygon(reader *r, const node *item, const char *what,
                                   const wend_point *points, uint32_t count) {
    const node *at = node_get(item, "polygon");
    if (!reader_ok(r) || at == NULL || count == 0) {
        return;
    }
    memory heap;
    memory_init(&heap, NULL);
    wend_vec2 *local = read_allocate(r, count, sizeof *local);
    if (local == NULL) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) { /* single precision is too coarse far from the origin */
        local[i] =
            (wend_vec2){(float)(points[i].x - points[0].x), (float)(points[i].y - points[0].y)};
    }
    uint32_t where = 0;
    polygon_fault fault = polygon_check_simple(local, count, &where, &heap);
    if (fault == POLYGON_NO_MEMORY) {
        read_fail(r, at, WEND_ERROR_MEMORY, "out of memory");
    } else if (fault != POLYGON_SIMPLE) {
        bool is_point = at->kind == NODE_LIST && where < at->count;
        read_fail(r, is_point ? at->items[where] : at, WEND_ERROR_INVALID,
                  "the polygon of %s must not cross or touch itself: %s", what,
                  describe_fault(fault));
    } else if (!(polygon_area(local, count) != 0.0)) {
        read_fail(r, at, WEND_ERROR_INVALID, "the polygon of %s covers no ground", what);
    }
}

/* ---- Polygons outside the ground ------------------------------------------------------------- */

/* True if the box of a polygon and that of the walkable ground have no point in common. */
static bool is_outside(const wend_scenario *s, const wend_point *points, uint32_t count) {
    wend_vec2 low, high;
    if (count == 0 || !wend_space_bounds(s->space, &low, &high)) {
        return false;
    }
    wend_point origin = wend_space_origin(s->space), least = points[0], most = points[0];
    for (uint32_t i = 1; i < count; i++) {
        least.x = points[i].x < least.x ? points[i].x : least.x;
        least.y = points[i].y < least.y ? points[i].y : least.y;
        most.x = points[i].x > most.x ? points[i].x : most.x;
        most.y = points[i].y > most.y ? points[i].y : most.y;
    }
    return least.x - origin.x > (double)high.x || most.x - origin.x < (double)low.x ||
           least.y - origin.y > (double)high.y || most.y - origin.y < (double)low.y;
}

static void warn(wend_scenario *s, const node *item, const char *message) {
    const node *at = node_get(item, "polygon");
    at = at != NULL ? at : item;
    s->warnings[s->warning_count++] =
        (wend_warning){false, at->source, at->line, at->column, message};
}

static void check_heights(wend_scenario *s, const node *heights, const wend_layer_def *layer) {
    bool is_list = heights != NULL && heights->kind == NODE_LIST;
    for (uint32_t i = 0; heights != NULL && i < layer->height_count; i++) {
        const wend_ring *ring = &layer->heights[i].ring;
        if (is_outside(s, ring->points, ring->count)) {
            warn(s, is_list ? heights->items[i] : heights,
                 "this height lies outside the walkable ground: it has no effect");
        }
    }
}

uint32_t scenario_most_ground_warnings(const wend_scenario *s) {
    uint32_t most = s->belt_count;
    for (uint32_t i = 0; i < s->space_def.layer_count; i++) {
        most += s->space_def.layers[i].height_count;
    }
    return most;
}

void scenario_warn_of_ground(wend_scenario *s) {
    const node *layers = node_get(s->space_at, "layers");
    bool is_list = layers != NULL && layers->kind == NODE_LIST;
    for (uint32_t i = 0; i < s->space_def.layer_count; i++) {
        const node *of = is_list && i < layers->count ? layers->items[i] : s->space_at;
        check_heights(s, node_get(of, "height"), &s->space_def.layers[i]);
    }
    for (uint32_t i = 0; i < s->belt_count; i++) {
        const scenario_belt *belt = &s->belts[i];
        if (is_outside(s, belt->def.points, belt->def.point_count)) {
            warn(s, belt->at, "this belt lies outside the walkable ground: it carries no agent");
        }
    }
}
