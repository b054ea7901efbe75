/* Builds corridor maps: the medial axis of the ground, layer by layer, with the nearest wall points
 * on both sides. The axis comes from the Voronoi diagram of the walls (Boost.Polygon).
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * section 2. They render the diagram on graphics hardware; here it is exact.
 *
 * The axis continues through links between layers; see links.c.
 *
 * Cost: O(n log n) in the number of walls. */
#include "base/def.h"
#include "base/error.h"
#include "build/corridor/corridor.h"
#include "build/rounding.h"
#include "map/map.h"
#include <math.h>
#include <string.h>

void wend_corridor_def_init(wend_corridor_def *def, size_t size) {
    const wend_corridor_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

wend_vec2 corridor_snap(const corridor_builder *b, double x, double y) {
    return rounding_snap(b->unit, x, y);
}

/* ---- The grid -------------------------------------------------------------------------------- */

/* Returns the margin (m) around the space. A wall on the other side of a link can be the nearest
 * wall to a point. If there are links, the margin is therefore larger than the distance from any
 * point to such a wall. */
static double margin_of(const wend_space *space) {
    double margin = rounding_margin(space);
    for (uint32_t i = 0; i < space->link_count; i++) {
        const wend_link *link = &space->links[i];
        margin = fmax(margin, fabs((double)link->a.x - (double)link->b.x) +
                                  fabs((double)link->a.y - (double)link->b.y) + 1.0);
    }
    return margin;
}

static wend_result choose_grid(corridor_builder *b) {
    shapes_box box = {.any = false};
    rounding g;
    wend_result result = rounding_choose(b->space, &box, b->def->low, b->def->high,
                                         margin_of(b->space), &g, b->error);
    if (result == WEND_OK) {
        b->unit = g.unit;
        b->low = (wend_vec2){(float)(g.low.x * g.unit), (float)(g.low.y * g.unit)};
        b->high = (wend_vec2){(float)(g.high.x * g.unit), (float)(g.high.y * g.unit)};
    }
    return result;
}

/* ---- Building -------------------------------------------------------------------------------- */

static const double LAYERS_SHARE = 0.9; /* estimated share of the time; links and limits follow */

static wend_result build_layer(corridor_builder *b, uint32_t layer) {
    corridor_walls walls = {NULL, 0, 0};
    wend_result result = corridor_gather_walls(b, layer, &walls);
    if (result == WEND_OK && walls.count > 0) {
        result = corridor_add_axis(b, layer, &walls);
    }
    noding_free(&walls, &b->heap);
    arena_free(&b->scratch);
    bool goes_on = watch_report(&b->progress, LAYERS_SHARE * (layer + 1.0) / b->space->layer_count);
    return result == WEND_OK && !goes_on ? map_fail_cancelled(b->error) : result;
}

static wend_result build_all(corridor_builder *b, wend_map **out) {
    wend_result result = choose_grid(b);
    if (result == WEND_OK) {
        result = corridor_prepare_links(b);
    }
    b->parts.layer_count = b->space->layer_count;
    for (uint32_t i = 0; i < b->space->layer_count && result == WEND_OK; i++) {
        result = build_layer(b, i);
    }
    if (result == WEND_OK) {
        result = corridor_finish_links(b);
    }
    if (result == WEND_OK) {
        result = corridor_find_limits(b);
    }
    if (result == WEND_OK && !watch_report(&b->progress, 0.95)) {
        result = map_fail_cancelled(b->error);
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
    memory_free(&b->heap, parts->breakpoints, b->breakpoint_capacity * sizeof *parts->breakpoints);
    memory_free(&b->heap, parts->overlaps, b->reach_capacity * sizeof *parts->overlaps);
    memory_free(&b->heap, b->crossings, b->crossing_capacity * sizeof *b->crossings);
    arena_free(&b->scratch);
    arena_free(&b->kept);
}

wend_result wend_corridor_build(const wend_corridor_def *given, wend_map **out, wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_corridor_def known;
    const wend_corridor_def *def = &known;
    wend_result result = DEF_READ(corridor, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->space != NULL && (def->doors != NULL || def->door_count == 0));
    wend_error ignored;
    corridor_builder b = {.def = def,
                          .space = def->space,
                          .error = error != NULL ? error : &ignored,
                          .progress = {def->progress, def->user, def->cancel, 0.0, 1.0, NULL}};
    memory_init(&b.heap, &def->allocator);
    arena_init(&b.kept, &b.heap);
    arena_init(&b.scratch, &b.heap);
    result = watch_report(&b.progress, 0.0) ? build_all(&b, out) : map_fail_cancelled(b.error);
    if (result == WEND_OK) {
        watch_report(&b.progress, 1.0);
    }
    free_all(&b);
    return result;
}
