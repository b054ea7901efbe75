/* Cleans a layer: repairs its polygons, unites them, subtracts obstacles from the ground, clips the
 * result, and snaps everything to a grid.
 *
 * The repair uses the MakeValid function of GEOS with the structure method (collapsed parts are
 * dropped), because the other method turns overlaps into holes. Ground is returned as shells and
 * holes that may touch each other only at single points, as a space requires: shells become
 * boundaries of the space, and holes become solids of class 0.
 *
 * Cost: O(n log n) for polygons that seldom cross; input that crosses too often is rejected
 * (crossings.c). */
#include "clean/clean.h"
#include "base/error.h"
#include "clean/cleaner.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* m2: smaller ground is a sliver on which no agent can stand. */
static const double LEAST_GROUND = 1e-4;

void cleaner_fail(cleaner *c, wend_result code, const char *format, ...) {
    if (c->result != WEND_OK) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    c->result = error_set_list(c->error, code, format, arguments);
    va_end(arguments);
}

void *cleaner_take(cleaner *c, memory_arena *arena, size_t count, size_t size) {
    size_t bytes = 0;
    if (__builtin_mul_overflow(count > 0 ? count : 1, size, &bytes)) {
        bytes = 0;
    }
    void *block = arena_take(arena, bytes, 16);
    if (block != NULL) {
        memset(block, 0, bytes);
    } else if (c->result == WEND_OK) {
        c->result = error_no_memory(c->error, "polygons");
    }
    return block;
}

/* Uses exactly the same operations as GEOS: a division, then a multiplication. */
wend_point clean_to_grid(wend_point point, double grid) {
    return (wend_point){floor(point.x / grid + 0.5) * grid, floor(point.y / grid + 0.5) * grid};
}

static void check_extent(cleaner *c, const shapes_box *box) {
    double width = box->high.x - box->low.x, height = box->high.y - box->low.y;
    if (box->any && !(width <= WEND_MAX_EXTENT && height <= WEND_MAX_EXTENT)) {
        cleaner_fail(c, WEND_ERROR_LIMIT,
                     "the space is %.6g m x %.6g m; at most %d m x %d m are possible: use 'clip: "
                     "[[x, y], [x, y]]' to take a part of it",
                     width, height, WEND_MAX_EXTENT, WEND_MAX_EXTENT);
    }
}

static void measure_sources(clean_sources sources, shapes_box *box) {
    for (uint32_t i = 0; i < sources.count; i++) {
        shapes_measure(sources.items[i].shapes, box);
    }
}

/* Checks the extent of the input before any work is done. */
static void check_raw_extent(cleaner *c, const clean_layer *in) {
    shapes_box box = {0};
    measure_sources(in->walkable, &box);
    measure_sources(in->rings, &box);
    if (!box.any) {
        measure_sources(in->obstacles, &box);
        measure_sources(in->walls, &box);
    }
    if (!box.any) {
        measure_sources(in->terrain, &box);
    }
    if (in->clip == NULL) {
        check_extent(c, &box);
    }
}

/* ---- Ground ---------------------------------------------------------------------------------- */

static GEOSGeometry *make_clip_area(cleaner *c, const clean_layer *in) {
    bool repaired = false;
    return geos_polygon(&c->g, in->clip, &repaired);
}

static GEOSGeometry *make_margin_box(cleaner *c, const clean_layer *in) {
    shapes_box box = {0};
    measure_sources(in->obstacles, &box);
    measure_sources(in->walls, &box);
    double widest = 0.0;
    for (uint32_t i = 0; i < in->obstacles.count; i++) {
        widest = fmax(widest, in->obstacles.items[i].width / 2.0);
    }
    double margin = in->margin + widest;
    if (!box.any) {
        cleaner_fail(c, WEND_ERROR_GEOMETRY, "there are no obstacles to put a margin around");
        return NULL;
    }
    return geos_box(&c->g, (wend_point){box.low.x - margin, box.low.y - margin},
                    (wend_point){box.high.x + margin, box.high.y + margin});
}

static bool is_bounded(const clean_layer *in) {
    return in->walkable.count > 0 || in->rings.count > 0 || in->margin >= 0.0 || in->clip != NULL;
}

/* Returns the area that the input encloses, before obstacles are subtracted. */
static GEOSGeometry *make_enclosed_area(cleaner *c, const clean_layer *in) {
    clean_tally *tally = &c->report->tallies[CLEAN_GROUND];
    GEOSGeometry *area = NULL;
    if (in->rings.count > 0) {
        area = cleaner_gather_rings(c, in->rings, tally);
    } else if (in->walkable.count > 0) {
        area = cleaner_gather(c, in->walkable, ANY_TAG, tally);
    } else if (in->clip == NULL) {
        area = make_margin_box(c, in);
    } else {
        return make_clip_area(c, in);
    }
    return in->clip != NULL ? geos_intersect(&c->g, area, make_clip_area(c, in)) : area;
}

static GEOSGeometry *make_bounded_ground(cleaner *c, const clean_layer *in, GEOSGeometry *solids) {
    GEOSGeometry *ground =
        geos_snap(&c->g, geos_subtract(&c->g, make_enclosed_area(c, in), solids));
    if (cleaner_ok(c)) {
        shapes_box box = {0};
        geos_measure(&c->g, ground, &box);
        check_extent(c, &box);
    }
    return ground;
}

/* Fills the courtyards of solids on unbounded ground, because the ground in a courtyard could be
 * described only by a boundary. */
static GEOSGeometry *fill_courtyards(cleaner *c, GEOSGeometry *solids) {
    double before = geos_area(&c->g, solids);
    GEOSGeometry *filled = geos_fill(&c->g, geos_snap(&c->g, solids));
    double added = geos_area(&c->g, filled) - before;
    c->report->filled = added > LEAST_GROUND ? added : 0.0;
    return geos_snap(&c->g, filled);
}

static void emit_ground(cleaner *c, const GEOSGeometry *ground, wend_layer_def *out,
                        wend_ring **holes, uint32_t *hole_count) {
    uint32_t count = 0;
    clean_polygon *polygons = cleaner_emit(c, ground, LEAST_GROUND, &count);
    wend_ring *shells = cleaner_take(c, c->kept, count, sizeof *shells);
    *hole_count = 0;
    for (uint32_t i = 0; i < count && cleaner_ok(c); i++) {
        shells[i] = polygons[i].shell;
        *hole_count += polygons[i].hole_count;
    }
    *holes = cleaner_take(c, c->scratch, *hole_count, sizeof **holes);
    uint32_t used = 0;
    for (uint32_t i = 0; i < count && cleaner_ok(c); i++) {
        for (uint32_t k = 0; k < polygons[i].hole_count; k++) {
            (*holes)[used++] = polygons[i].holes[k];
        }
    }
    if (cleaner_ok(c)) {
        cleaner_sort_rings(c, *holes, *hole_count);
        out->boundaries = shells;
        out->boundary_count = count;
    }
    if (cleaner_ok(c) && count == 0) {
        cleaner_fail(c, WEND_ERROR_GEOMETRY,
                     "nothing walkable is left: the polygons have no area, or obstacles or "
                     "the clip leave none");
    }
}

/* ---- Obstacles ------------------------------------------------------------------------------- */

typedef struct class_solids {
    wend_ring *rings;
    uint32_t count;
} class_solids;

static uint32_t classes_of(clean_sources sources) {
    uint32_t mask = 0;
    for (uint32_t i = 0; i < sources.count; i++) {
        mask |= 1u << sources.items[i].tag;
    }
    return mask;
}

/* Clips an area to the box around the ground, because nothing outside it matters. */
static GEOSGeometry *clip_to_box(cleaner *c, GEOSGeometry *area, const shapes_box *box) {
    if (!box->any) {
        return area;
    }
    return geos_intersect(&c->g, area, geos_box(&c->g, box->low, box->high));
}

static void emit_switched_solids(cleaner *c, const clean_layer *in, const shapes_box *box,
                                 class_solids all[WEND_MAX_CLASSES]) {
    uint32_t mask = classes_of(in->obstacles);
    for (uint32_t k = 1; k < WEND_MAX_CLASSES && cleaner_ok(c); k++) {
        if ((mask >> k & 1u) == 0) {
            continue;
        }
        clean_tally *tally = &c->report->tallies[CLEAN_OBSTACLES];
        GEOSGeometry *area = cleaner_gather(c, in->obstacles, k, tally);
        area = geos_snap(&c->g, clip_to_box(c, area, box));
        all[k].rings = cleaner_emit_solid(c, area, &all[k].count);
    }
}

static void join_solids(cleaner *c, const class_solids all[WEND_MAX_CLASSES], wend_layer_def *out) {
    size_t count = 0;
    for (uint32_t k = 0; k < WEND_MAX_CLASSES; k++) {
        count += all[k].count;
    }
    wend_solid_def *solids = cleaner_take(c, c->kept, count, sizeof *solids);
    uint32_t used = 0;
    for (uint32_t k = 0; k < WEND_MAX_CLASSES && solids != NULL; k++) {
        for (uint32_t i = 0; i < all[k].count; i++) {
            solids[used++] = (wend_solid_def){all[k].rings[i], k};
        }
    }
    out->solids = solids;
    out->solid_count = used;
}

/* ---- Walls and terrain ----------------------------------------------------------------------- */

static void add_walls(cleaner *c, const clean_layer *in, const GEOSGeometry *ground,
                      wend_layer_def *out) {
    class_solids all[WEND_MAX_CLASSES] = {{NULL, 0}};
    uint32_t mask = classes_of(in->walls);
    size_t count = 0;
    for (uint32_t k = 0; k < WEND_MAX_CLASSES && cleaner_ok(c); k++) {
        if ((mask >> k & 1u) != 0) {
            GEOSGeometry *lines = cleaner_gather_lines(c, in->walls, k, ground);
            all[k].rings = cleaner_emit_lines(c, lines, &all[k].count);
            geos_free(&c->g, lines);
            count += all[k].count;
        }
    }
    wend_open_wall_def *walls = cleaner_take(c, c->kept, count, sizeof *walls);
    uint32_t used = 0;
    for (uint32_t k = 0; k < WEND_MAX_CLASSES && cleaner_ok(c); k++) {
        for (uint32_t i = 0; i < all[k].count; i++) {
            walls[used++] = (wend_open_wall_def){all[k].rings[i].points, all[k].rings[i].count, k};
        }
    }
    out->open_walls = walls;
    out->open_wall_count = used;
}

typedef struct terrain_list {
    wend_terrain_def *items;
    uint32_t count, capacity;
} terrain_list;

static void add_terrain(cleaner *c, clean_sources source, const shapes_box *box,
                        terrain_list *list) {
    cleaner_check_crossings(c, &source, 1);
    if (!cleaner_ok(c)) {
        return;
    }
    clean_tally *tally = &c->report->tallies[CLEAN_TERRAIN];
    GEOSGeometry *area = cleaner_gather(c, source, ANY_TAG, tally);
    area = geos_snap(&c->g, clip_to_box(c, area, box));
    uint32_t count = 0;
    clean_polygon *polygons = cleaner_emit(c, area, 0.0, &count);
    geos_free(&c->g, area);
    for (uint32_t i = 0; i < count && cleaner_ok(c); i++) {
        void *items = list->items;
        if (!shapes_grow(c->kept, &items, sizeof *list->items, list->count, &list->capacity)) {
            c->g.failed = true;
            return;
        }
        list->items = items;
        list->items[list->count++] = (wend_terrain_def){polygons[i].shell, source.items[0].tag,
                                                        polygons[i].holes, polygons[i].hole_count};
    }
}

static void add_terrains(cleaner *c, const clean_layer *in, const shapes_box *box,
                         wend_layer_def *out) {
    terrain_list list = {NULL, 0, 0};
    for (uint32_t i = 0; i < in->terrain.count && cleaner_ok(c); i++) {
        clean_sources one = {&in->terrain.items[i], 1};
        add_terrain(c, one, box, &list);
    }
    out->terrains = list.items;
    out->terrain_count = list.count;
}

/* ---- The layer ------------------------------------------------------------------------------- */

static void make_layer(cleaner *c, const clean_layer *in, wend_layer_def *out) {
    check_raw_extent(c, in);
    const clean_sources fixed[] = {in->walkable, in->rings, in->obstacles};
    cleaner_check_crossings(c, fixed, 3);
    cleaner_check_crossings(c, &in->walls, 1);
    if (!cleaner_ok(c)) {
        return;
    }
    class_solids solids[WEND_MAX_CLASSES] = {{NULL, 0}};
    clean_tally *tally = &c->report->tallies[CLEAN_OBSTACLES];
    GEOSGeometry *area = cleaner_gather(c, in->obstacles, 0, tally), *ground = NULL;
    shapes_box box = {0};
    if (is_bounded(in)) {
        ground = make_bounded_ground(c, in, area);
        geos_measure(&c->g, ground, &box);
        emit_ground(c, ground, out, &solids[0].rings, &solids[0].count);
    } else {
        solids[0].rings = cleaner_emit_solid(c, fill_courtyards(c, area), &solids[0].count);
    }
    emit_switched_solids(c, in, &box, solids);
    join_solids(c, solids, out);
    add_walls(c, in, ground, out);
    add_terrains(c, in, &box, out);
    geos_free(&c->g, ground);
}

wend_result clean_make_layer(const clean_layer *in, double grid, memory_arena *kept,
                             memory_arena *scratch, wend_layer_def *out, clean_report *report,
                             wend_error *error) {
    cleaner c = {.kept = kept, .scratch = scratch, .report = report, .error = error};
    memset(report, 0, sizeof *report);
    wend_layer_def made = {.name = out->name};
    wend_result opened = geos_open(&c.g, grid, scratch->source, error);
    if (opened != WEND_OK) {
        return opened;
    }
    c.g.by_geos = in->by_geos;
    c.shapes = in->shapes;
    make_layer(&c, in, &made);
    if (c.result == WEND_OK && c.g.failed) {
        cleaner_fail(&c, c.g.message[0] != '\0' ? WEND_ERROR_GEOMETRY : WEND_ERROR_MEMORY,
                     "the polygons could not be cleaned: %s",
                     c.g.message[0] != '\0' ? c.g.message : "out of memory");
    }
    geos_close(&c.g);
    if (c.result == WEND_OK) {
        *out = made;
    }
    return c.result;
}
