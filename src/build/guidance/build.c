/* Builds guidance fields, from lines that a designer has drawn or from a file.
 *
 * S. Patil, J. van den Berg, S. Curtis, M. Lin, D. Manocha, "Directing Crowd Simulations Using
 * Navigation Fields" (2011): users direct a crowd with fields that they sketch. How lines become
 * arrows is our own: see blend.c and fill.c.
 *
 * Cost: for lines, the number of cells times the number of their segments; one clearance for each
 * cell. Memory: 9 bytes for each cell, twice while the map is built. */
#include "base/def.h"
#include "base/error.h"
#include "build/finder.h"
#include "build/guidance/guidance.h"
#include "geom/segment.h"
#include "map/map.h"
#include <math.h>
#include <wend/math.h>

void wend_guidance_def_init(wend_guidance_def *def, size_t size) {
    const wend_guidance_def defaults = {.cell = 0.5, .reach = 2.0};
    def_fill(def, size, &defaults, sizeof defaults);
}

wend_result guidance_take_cells(guidance_builder *b) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < b->parts.layer_count; i++) {
        b->parts.layers[i].first = (uint32_t)total;
        total += (uint64_t)b->parts.layers[i].columns * b->parts.layers[i].rows;
        if (total > WEND_MAX_GUIDANCE_CELLS) {
            return error_set(b->error, WEND_ERROR_LIMIT,
                             "a guidance field has at most %d cells on all layers together: choose "
                             "larger cells",
                             (int)WEND_MAX_GUIDANCE_CELLS);
        }
    }
    guidance *g = &b->parts;
    g->cell_count = (uint32_t)total;
    g->arrows = memory_get_zeroed(&b->heap, (total + 1) * sizeof *g->arrows);
    g->is_clear = memory_get_zeroed(&b->heap, (total + 1) * sizeof *g->is_clear);
    return g->arrows != NULL && g->is_clear != NULL ? WEND_OK
                                                    : error_no_memory(b->error, "a guidance field");
}

/* ---- Cells that are far from walls ----------------------------------------------------------- */

/* The straight pieces of all doors. */
typedef struct guidance_doors {
    cells_segment *items;
    uint32_t count, capacity;
} guidance_doors;

/* Adds the pieces of a door. Returns false if out of memory. */
static bool add_door(guidance_builder *b, const wend_obstacle_def *door, guidance_doors *doors) {
    bool good = true;
    for (uint32_t i = 1; i < door->point_count && good; i++) {
        good = memory_grow(&b->heap, (void **)&doors->items, sizeof *doors->items, &doors->capacity,
                           doors->count + 1);
        if (good) {
            doors->items[doors->count++] =
                (cells_segment){wend_space_to_local(b->space, door->points[i - 1]),
                                wend_space_to_local(b->space, door->points[i]), door->layer};
        }
    }
    return good;
}

static wend_result gather_doors(guidance_builder *b, guidance_doors *doors) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < b->def->door_count && result == WEND_OK; i++) {
        wend_obstacle_def door;
        result = DEF_READ_ITEM(obstacle, b->def->doors, i, &door, b->error);
        if (result == WEND_OK && door.kind == WEND_OBSTACLE_DOOR && !add_door(b, &door, doors)) {
            result = error_no_memory(b->error, "a guidance field");
        }
    }
    return result;
}

/* Returns the smaller of `limit` and the distance (m) from a location to a door. */
static double door_distance(const guidance_doors *doors, wend_location at, double limit) {
    double least = limit;
    for (uint32_t i = 0; i < doors->count; i++) {
        const cells_segment *piece = &doors->items[i];
        if (piece->layer == at.layer) {
            least = fmin(least, segment_point_distance(at.position, piece->a, piece->b));
        }
    }
    return least;
}

static wend_result mark_clear_cells(guidance_builder *b) {
    guidance *g = &b->parts;
    const uint32_t all_classes = UINT32_MAX;
    guidance_doors doors = {NULL, 0, 0};
    wend_result result = gather_doors(b, &doors);
    const watcher part = watch_part(&b->progress, 0.8, 0.95);
    bool goes_on = true;
    for (uint32_t l = 0; l < g->layer_count && result == WEND_OK && goes_on; l++) {
        const guidance_layer *layer = &g->layers[l];
        float limit = (float)(1.5 * wend_hypot(layer->width, layer->height));
        for (uint32_t i = 0; i < layer->columns * layer->rows && goes_on; i++) {
            wend_vec2 centre = guidance_centre(layer, i % layer->columns, i / layer->columns);
            wend_location at = {centre, l};
            bool ground = wend_space_is_walkable(b->space, at, 1);
            double clearance =
                ground ? (double)wend_space_clearance(b->space, at, limit, all_classes) : 0.0;
            clearance = door_distance(&doors, at, clearance);
            g->is_clear[layer->first + i] = guidance_is_clear(layer, clearance);
            goes_on = watch_count(&part, layer->first + i, g->cell_count);
        }
    }
    memory_free(&b->heap, doors.items, doors.capacity * sizeof *doors.items);
    return result == WEND_OK && !goes_on ? map_fail_cancelled(b->error) : result;
}

/* ---- The map --------------------------------------------------------------------------------- */

static wend_result check_def(const guidance_builder *b) {
    const wend_guidance_def *def = b->def;
    bool has_file = def->file != NULL && def->file[0] != '\0';
    if (has_file == (def->line_count > 0)) {
        return error_set(b->error, WEND_ERROR_INVALID,
                         has_file
                             ? "a guidance field comes from 'lines' or from 'arrows'; both are "
                               "given"
                             : "a guidance field needs 'lines' (what agents follow) or "
                               "'arrows' (a file)");
    }
    if (!(def->cell >= WEND_MIN_GUIDANCE_CELL && def->cell <= WEND_MAX_GUIDANCE_CELL)) {
        return error_set(b->error, WEND_ERROR_INVALID,
                         "the cell of a guidance field is %g m; it must be within %g and %g m",
                         def->cell, WEND_MIN_GUIDANCE_CELL, WEND_MAX_GUIDANCE_CELL);
    }
    if (!(def->reach > 0.0 && def->reach <= WEND_MAX_EXTENT)) {
        return error_set(b->error, WEND_ERROR_INVALID,
                         "the reach of a guidance field is %g m; it must be positive and at most "
                         "%g m",
                         def->reach, (double)WEND_MAX_EXTENT);
    }
    return WEND_OK;
}

static wend_result build_lines(guidance_builder *b) {
    wend_result (*const steps[])(guidance_builder *) = {guidance_cut_lines, guidance_blend_lines,
                                                        guidance_fill_cells};
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && result == WEND_OK; i++) {
        result = steps[i](b);
    }
    return result;
}

static wend_result build_all(guidance_builder *b, wend_map **out) {
    wend_result result = check_def(b);
    if (result != WEND_OK) {
        return result;
    }
    guidance_layer *layers = arena_take(&b->kept, b->space->layer_count * sizeof *layers, 16);
    if (layers == NULL) {
        return error_no_memory(b->error, "a guidance field");
    }
    for (uint32_t i = 0; i < b->space->layer_count; i++) {
        layers[i] = (guidance_layer){.width = b->def->cell, .height = b->def->cell};
    }
    b->parts.layers = layers;
    b->parts.layer_count = b->space->layer_count;
    result = b->def->line_count > 0 ? build_lines(b) : guidance_read_file(b);
    result = result == WEND_OK ? mark_clear_cells(b) : result;
    return result == WEND_OK ? guidance_create(&b->parts, wend_space_hash(b->space),
                                               &b->def->allocator, out, b->error)
                             : result;
}

static void free_all(guidance_builder *b) {
    guidance *g = &b->parts;
    size_t cells = (size_t)g->cell_count + 1;
    if (g->arrows != NULL) {
        memory_free(&b->heap, g->arrows, cells * sizeof *g->arrows);
    }
    if (g->is_clear != NULL) {
        memory_free(&b->heap, g->is_clear, cells * sizeof *g->is_clear);
    }
    memory_free(&b->heap, b->pieces, b->piece_capacity * sizeof *b->pieces);
    arena_free(&b->kept);
}

wend_result wend_guidance_build(const wend_guidance_def *given, wend_map **out, wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_guidance_def known;
    const wend_guidance_def *def = &known;
    wend_result result = DEF_READ(guidance, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->space != NULL && (def->lines != NULL || def->line_count == 0));
    WEND_ASSERT(def->doors != NULL || def->door_count == 0);
    wend_error ignored;
    double latest = 0.0;
    guidance_builder b = {.def = def,
                          .space = def->space,
                          .error = error != NULL ? error : &ignored,
                          .progress = {def->progress, def->user, def->cancel, 0.0, 1.0, &latest}};
    memory_init(&b.heap, &def->allocator);
    arena_init(&b.kept, &b.heap);
    result = watch_report(&b.progress, 0.0) ? build_all(&b, out) : map_fail_cancelled(b.error);
    if (result == WEND_OK) {
        watch_report(&b.progress, 1.0);
    }
    free_all(&b);
    return result;
}
