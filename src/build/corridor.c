/* Corridor maps: the medial axis of the ground, layer by layer, from the Voronoi diagram of its
 * walls (Boost.Polygon), with what is nearest on both hands.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * section 2, who draw it with a graphics card; here it is exact.
 *
 * The axis leads through links between layers, see corridor_gates.c.
 *
 * Cost: O(n log n) in the walls. */
#include "build/corridor.h"
#include "base/error.h"
#include "build/shapes.h"
#include "geom/triangulate.h"
#include <math.h>
#include <string.h>

static const double MARGIN = 10.0;                 /* m: around everything on unbounded ground */
static const double LARGEST_UNIT = 1.0 / 1024.0;   /* m */
static const double SMALLEST_UNIT = 1.0 / 1048576; /* m */

wend_corridor_def wend_default_corridor_def(void) {
    wend_corridor_def def;
    memset(&def, 0, sizeof def);
    return def;
}

wend_result corridor_no_memory(corridor_builder *b) {
    return error_set(b->error, WEND_ERROR_MEMORY, "out of memory for a corridor map");
}

wend_vec2 corridor_snap(const corridor_builder *b, double x, double y) {
    return (wend_vec2){(float)(floor(x / b->unit + 0.5) * b->unit),
                       (float)(floor(y / b->unit + 0.5) * b->unit)};
}

/* ---- The grid -------------------------------------------------------------------------------- */

static void include(shapes_box *box, double x, double y) {
    shapes_include(box, (wend_point){x, y});
}

static bool box_of_all(corridor_builder *b, shapes_box *box) {
    wend_vec2 low, high;
    if (wend_space_bounds(b->space, &low, &high)) {
        include(box, (double)low.x, (double)low.y);
        include(box, (double)high.x, (double)high.y);
    }
    wend_point origin = wend_space_origin(b->space), from = b->def->low, to = b->def->high;
    if (from.x != to.x || from.y != to.y || !box->any) {
        include(box, from.x - origin.x, from.y - origin.y);
        include(box, to.x - origin.x, to.y - origin.y);
    }
    return isfinite(from.x) && isfinite(from.y) && isfinite(to.x) && isfinite(to.y);
}

/* m: around everything. Where there are links it is more than can be nearest across one. */
static double margin_of(const wend_space *space) {
    double margin = 0.0;
    for (uint32_t i = 0; i < space->link_count; i++) {
        const wend_link *link = &space->links[i];
        margin = fmax(margin, fabs((double)link->a.x - (double)link->b.x) +
                                  fabs((double)link->a.y - (double)link->b.y) + 1.0);
    }
    for (uint32_t i = 0; i < space->layer_count; i++) {
        margin = space->layers[i].bounded ? margin : fmax(margin, MARGIN);
    }
    return margin;
}

/* The box around everything, and the unit that suits it. */
static wend_result measure(corridor_builder *b) {
    shapes_box box = {.any = false};
    if (!box_of_all(b, &box)) {
        return error_set(b->error, WEND_ERROR_INVALID, "the box to cover must be finite");
    }
    double margin = margin_of(b->space);
    double extent = fmax(fmax(-box.low.x, box.high.x), fmax(-box.low.y, box.high.y)) + margin;
    b->unit = LARGEST_UNIT;
    while (b->unit > SMALLEST_UNIT && extent + 1.0 < b->unit / 2.0 * TRIANGULATE_LIMIT) {
        b->unit /= 2.0;
    }
    if (extent + 1.0 > b->unit * TRIANGULATE_LIMIT) {
        return error_set(b->error, WEND_ERROR_LIMIT,
                         "the ground to cover reaches %g m from the origin; at most %g m are "
                         "possible",
                         extent, b->unit * TRIANGULATE_LIMIT);
    }
    b->low = corridor_snap(b, box.low.x - margin, box.low.y - margin);
    b->high = corridor_snap(b, box.high.x + margin, box.high.y + margin);
    return WEND_OK;
}

/* ---- Building -------------------------------------------------------------------------------- */

static wend_result build_layer(corridor_builder *b, uint32_t layer) {
    corridor_walls walls = {NULL, 0, 0};
    wend_result result = corridor_gather(b, layer, &walls);
    if (result == WEND_OK && walls.count > 0) {
        result = corridor_add_axis(b, layer, &walls);
    }
    memory_free(&b->heap, walls.items, walls.capacity * sizeof *walls.items);
    arena_free(&b->scratch);
    if (b->def->progress != NULL) {
        b->def->progress(b->def->user, (layer + 1.0) / b->space->layer_count);
    }
    return result;
}

static wend_result build_all(corridor_builder *b, wend_map **out) {
    wend_result result = measure(b);
    if (result == WEND_OK) {
        result = corridor_open_gates(b);
    }
    b->parts.layer_count = b->space->layer_count;
    for (uint32_t i = 0; i < b->space->layer_count && result == WEND_OK; i++) {
        result = build_layer(b, i);
    }
    if (result == WEND_OK) {
        result = corridor_close_gates(b);
    }
    if (result == WEND_OK) {
        result = corridor_narrow(b);
    }
    return result == WEND_OK ? corridor_create(&b->parts, wend_space_hash(b->space),
                                               &b->def->allocator, out, b->error)
                             : result;
}

static void free_all(corridor_builder *b) {
    corridor *parts = &b->parts;
    memory_free(&b->heap, parts->sites, b->site_capacity * sizeof *parts->sites);
    memory_free(&b->heap, parts->vertices, b->vertex_capacity * sizeof *parts->vertices);
    memory_free(&b->heap, parts->edges, b->edge_capacity * sizeof *parts->edges);
    memory_free(&b->heap, parts->events, b->event_capacity * sizeof *parts->events);
    memory_free(&b->heap, parts->reaches, b->reach_capacity * sizeof *parts->reaches);
    memory_free(&b->heap, b->crossings, b->crossing_capacity * sizeof *b->crossings);
    memory_free(&b->heap, parts->narrowings, b->narrowing_capacity * sizeof *parts->narrowings);
    arena_free(&b->scratch);
    arena_free(&b->kept);
}

wend_result wend_corridor_build(const wend_corridor_def *def, wend_map **out, wend_error *error) {
    WEND_ASSERT(def != NULL && def->space != NULL && out != NULL);
    WEND_ASSERT(def->doors != NULL || def->door_count == 0);
    wend_error ignored;
    corridor_builder b = {
        .def = def, .space = def->space, .error = error != NULL ? error : &ignored};
    memory_init(&b.heap, &def->allocator);
    arena_init(&b.kept, &b.heap);
    arena_init(&b.scratch, &b.heap);
    wend_result result = build_all(&b, out);
    free_all(&b);
    return result;
}
