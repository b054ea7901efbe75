/* Builds navigation meshes: convex polygons that cover the ground, for discs of several radii.
 *
 * A level is the mesh for one radius. Each level is built layer by layer:
 *
 *     area.c      finds the outlines of the area too near to walls, and of the areas that blockers
 *                 can cover
 *     lines.c     triangulates these outlines
 *     faces.c     determines which triangles are ground, and which blockers can cover them
 *     level.c     collects convex polygons, merged from triangles of the same kind (Hertel and
 *                 Mehlhorn 1985), and joins the layers at their links
 *
 * A terrain map is built in the same way, but terrain.c adds the borders of terrain to the
 * outlines, and triangles are not merged.
 *
 * Cost: O(n log n) in the walls of a level, plus one union (GEOS) of the area too near to them. */
#include "base/def.h"
#include "base/error.h"
#include "build/navmesh/navmesh.h"
#include "build/rounding.h"
#include "map/map.h"
#include "map/terrain/terrain.h"
#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 8 /* limit for repeated cutting of links */ };

static const double LARGEST_RADIUS = 100.0; /* m */
static const double RADIUS_STEP = 0.01;     /* m: radii are rounded up to multiples of this */

void wend_navmesh_def_init(wend_navmesh_def *def, size_t size) {
    const wend_navmesh_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

wend_result mesh_failure(mesh_builder *b) {
    if (b->geos.message[0] == '\0') {
        return error_no_memory(b->error, "a navigation mesh");
    }
    return error_set(b->error, WEND_ERROR_GEOMETRY, "the navigation mesh cannot be built: %s",
                     b->geos.message);
}

/* ---- Radii and grid -------------------------------------------------------------------------- */

static void add_radius(mesh_builder *b, double radius) {
    uint32_t at = b->level_count;
    while (at > 0 && b->radii[at - 1] > radius) {
        at--;
    }
    if (at > 0 && b->radii[at - 1] == radius) {
        return;
    }
    if (b->level_count < WEND_MAX_LEVELS) {
        memmove(b->radii + at + 1, b->radii + at, (b->level_count - at) * sizeof *b->radii);
        b->radii[at] = radius;
    }
    b->level_count++;
}

static wend_result read_radii(mesh_builder *b) {
    b->radii[0] = 0.0;
    b->level_count = 1;
    for (uint32_t i = 0; i < b->def->radius_count; i++) {
        double radius = b->def->radii[i];
        if (!(radius >= 0.0 && radius <= LARGEST_RADIUS)) {
            return error_set(b->error, WEND_ERROR_INVALID,
                             "a radius of a navigation mesh must be from 0 to %g m, found %g",
                             LARGEST_RADIUS, radius);
        }
        add_radius(b, ceil(radius / RADIUS_STEP - 1e-6) * RADIUS_STEP);
    }
    if (b->level_count > WEND_MAX_LEVELS) {
        return error_set(b->error, WEND_ERROR_LIMIT,
                         "a navigation mesh has at most %d radii, including 0; found %u",
                         (int)WEND_MAX_LEVELS, b->level_count);
    }
    return WEND_OK;
}

static void include(shapes_box *box, wend_vec2 local) {
    shapes_include(box, (wend_point){(double)local.x, (double)local.y});
}

/* Finds the box around everything, and chooses the grid unit for it. */
static wend_result choose_grid(mesh_builder *b) {
    shapes_box box = {.any = false};
    for (uint32_t i = b->first_door; i < b->blocker_count; i++) {
        for (uint32_t k = 0; k < b->blockers[i].point_count; k++) {
            include(&box, b->blockers[i].points[k]);
        }
    }
    rounding g;
    double margin = rounding_margin(b->space) + b->radii[b->level_count - 1];
    wend_result result =
        rounding_choose(b->space, &box, b->def->low, b->def->high, margin, &g, b->error);
    if (result == WEND_OK) {
        b->unit = g.unit;
        b->low = g.low;
        b->high = g.high;
    }
    return result;
}

/* ---- Blockers -------------------------------------------------------------------------------- */

static void add_classes(mesh_builder *b) {
    bool used[WEND_MAX_CLASSES] = {false};
    for (uint32_t i = 0; i < b->space->ring_count; i++) {
        used[b->space->rings[i].obstacle_class] = true;
    }
    for (uint32_t i = 1; i < WEND_MAX_CLASSES; i++) {
        if (used[i]) {
            b->class_blocker[i] = b->blocker_count;
            b->blockers[b->blocker_count++] = (map_blocker){.obstacle_class = i};
        }
    }
    b->first_door = b->blocker_count;
}

static wend_result add_door(mesh_builder *b, const wend_obstacle_def *door) {
    if (door->kind != WEND_OBSTACLE_DOOR) {
        return WEND_OK;
    }
    if (door->layer >= b->space->layer_count || door->point_count < 2) {
        return error_set(b->error, WEND_ERROR_INVALID,
                         "a door needs two points and a layer of the space");
    }
    wend_vec2 *points = arena_take(&b->kept, door->point_count * sizeof *points, 16);
    if (points == NULL) {
        return error_no_memory(b->error, "a navigation mesh");
    }
    for (uint32_t i = 0; i < door->point_count; i++) {
        points[i] = wend_space_to_local(b->space, door->points[i]);
        if (!isfinite(points[i].x) || !isfinite(points[i].y)) {
            return error_set(b->error, WEND_ERROR_INVALID, "a door's points must be finite");
        }
    }
    b->blockers[b->blocker_count++] = (map_blocker){0, door->layer, points, door->point_count};
    return WEND_OK;
}

static wend_result add_blockers(mesh_builder *b) {
    size_t most = (size_t)WEND_MAX_CLASSES + b->def->door_count;
    b->blockers = arena_take(&b->kept, most * sizeof *b->blockers, 16);
    wend_result result = WEND_OK;
    if (b->blockers == NULL ||
        !memory_grow(&b->heap, (void **)&b->sets, sizeof *b->sets, &b->set_capacity, 1) ||
        !memory_grow(&b->heap, (void **)&b->members, sizeof *b->members, &b->member_capacity, 1)) {
        return error_no_memory(b->error, "a navigation mesh");
    }
    b->sets[b->set_count++] = (navmesh_set){0, 0};
    add_classes(b);
    for (uint32_t i = 0; i < b->def->door_count && result == WEND_OK; i++) {
        wend_obstacle_def door;
        result = DEF_READ_ITEM(obstacle, b->def->doors, i, &door, b->error);
        result = result == WEND_OK ? add_door(b, &door) : result;
    }
    return result;
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static wend_result outline_layers(mesh_builder *b, uint32_t level) {
    uint32_t count = b->space->layer_count;
    for (uint32_t i = 0; i < count; i++) {
        b->layers[i] = (mesh_layer){.layer = i, .stale = true};
        mesh_start_layer_stage(b, i, 0.0, 0.4);
        if (!mesh_outline(b, &b->layers[i], level)) {
            return mesh_failure(b);
        }
    }
    return mesh_cut_links(b) ? WEND_OK : mesh_failure(b);
}

static wend_result triangulate_layer(mesh_builder *b, mesh_layer *layer) {
    layer->stale = false;
    mesh_start_layer_stage(b, layer->layer, 0.4, 0.7);
    wend_result result = mesh_triangulate(b, layer);
    if (result == WEND_OK && !mesh_trace_links(b, layer)) {
        result = b->geos.failed ? mesh_failure(b) : WEND_ERROR_GEOMETRY;
    }
    return result;
}

static wend_result triangulate_layers(mesh_builder *b) {
    wend_result result = WEND_OK;
    bool stale = true;
    for (int round = 0; round < MOST_ROUNDS && stale && result == WEND_OK; round++) {
        stale = false;
        for (uint32_t i = 0; i < b->space->layer_count && result == WEND_OK; i++) {
            if (b->layers[i].stale) {
                result = triangulate_layer(b, &b->layers[i]);
            }
        }
        for (uint32_t i = 0; i < b->space->layer_count; i++) {
            stale |= b->layers[i].stale;
        }
    }
    if (result == WEND_OK && stale) {
        result = error_set(b->error, WEND_ERROR_GEOMETRY,
                           "links cannot be divided identically on both of their layers");
    }
    return result;
}

static wend_result merge_layer(mesh_builder *b, mesh_layer *layer) {
    wend_result result =
        convex_merge_watched(layer->points, &layer->triangles, layer->sets, layer->passable,
                             &b->heap, &b->level, &layer->parts, &b->phase, b->error);
    return result != WEND_OK || mesh_add_arcs(b, layer) ? result : mesh_failure(b);
}

/* Makes the triangles of a terrain map. The first triangulation shows which borders separate two
 * types of terrain, so that the second one needs no others. */
static wend_result divide_layer(mesh_builder *b, mesh_layer *layer) {
    wend_result result = mesh_drop_borders(b, layer);
    if (result == WEND_OK) {
        result = mesh_classify(b, layer);
    }
    return result != WEND_OK || mesh_take_triangles(b, layer) ? result : mesh_failure(b);
}

static wend_result make_parts(mesh_builder *b) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < b->space->layer_count && result == WEND_OK; i++) {
        mesh_layer *layer = &b->layers[i];
        mesh_start_layer_stage(b, i, 0.7, 0.85);
        mesh_start_phase(b, 0.0, 0.3);
        result = mesh_classify(b, layer);
        mesh_start_phase(b, 0.3, 1.0);
        if (result == WEND_OK) {
            result = b->def->with_terrain ? divide_layer(b, layer) : merge_layer(b, layer);
        }
    }
    return result;
}

static wend_result build_level(mesh_builder *b, uint32_t level, navmesh_level *out) {
    out->radius = (float)b->radii[level];
    b->current_level = level;
    wend_result result = outline_layers(b, level);
    if (result == WEND_OK) {
        result = triangulate_layers(b);
    }
    if (result == WEND_OK) {
        result = make_parts(b);
    }
    for (uint32_t i = 0; i < b->space->layer_count; i++) {
        mesh_free_areas(b, &b->layers[i]);
    }
    if (result == WEND_OK) {
        mesh_start_stage(b, 0.85, level == 0 ? 0.9 : 1.0);
        result = mesh_gather(b, out);
    }
    if (result == WEND_OK && level == 0) {
        mesh_start_stage(b, 0.9, 1.0);
        result = mesh_measure_clearance(b, out) ? WEND_OK : mesh_failure(b);
    }
    arena_free(&b->level);
    return result;
}

static wend_result allocate_tables(mesh_builder *b, navmesh_level **levels) {
    *levels = arena_take(&b->kept, b->level_count * sizeof **levels, 16);
    b->layers = arena_take(&b->kept, b->space->layer_count * sizeof *b->layers, 16);
    size_t link_points = ((size_t)b->space->link_count + 1) * sizeof *b->link_points;
    b->link_points = arena_take(&b->kept, link_points, 16);
    if (*levels == NULL || b->layers == NULL || b->link_points == NULL) {
        return error_no_memory(b->error, "a navigation mesh");
    }
    wend_result result = geos_open(&b->geos, 1.0, &b->heap, b->error);
    if (result != WEND_OK) {
        return result;
    }
    b->geos.progress = &b->phase;
    memset(*levels, 0, b->level_count * sizeof **levels);
    memset(b->layers, 0, b->space->layer_count * sizeof *b->layers);
    memset(b->link_points, 0, link_points);
    return WEND_OK;
}

static wend_result build_all(mesh_builder *b, wend_map **out) {
    navmesh_level *levels = NULL;
    wend_result result = add_blockers(b);
    if (result == WEND_OK) {
        result = choose_grid(b);
    }
    if (result == WEND_OK) {
        result = allocate_tables(b, &levels);
    }
    for (uint32_t i = 0; i < b->level_count && result == WEND_OK; i++) {
        result = build_level(b, i, &levels[i]);
    }
    if (result != WEND_OK) {
        return result;
    }
    navmesh mesh = {.levels = levels,
                    .level_count = b->level_count,
                    .layer_count = b->space->layer_count,
                    .blocking = {.blockers = b->blockers, .blocker_count = b->blocker_count},
                    .sets = b->sets,
                    .set_count = b->set_count,
                    .members = b->members,
                    .member_count = b->member_count};
    mesh_start_creation(b);
    return (b->def->with_terrain ? terrain_map_create : navmesh_create_watched)(
        &mesh, wend_space_hash(b->space), &b->def->allocator, &b->phase, out, b->error);
}

wend_result wend_navmesh_build(const wend_navmesh_def *given, wend_map **out, wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_navmesh_def known;
    const wend_navmesh_def *def = &known;
    wend_result result = DEF_READ(navmesh, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->space != NULL && (def->radii != NULL || def->radius_count == 0));
    WEND_ASSERT(def->doors != NULL || def->door_count == 0);
    wend_error ignored;
    double latest = 0.0;
    mesh_builder b = {.def = def,
                      .space = def->space,
                      .error = error != NULL ? error : &ignored,
                      .whole = {def->progress, def->user, def->cancel, 0.0, 1.0, &latest}};
    memory_init(&b.heap, &def->allocator);
    arena_init(&b.kept, &b.heap);
    arena_init(&b.level, &b.heap);
    arena_init(&b.phase_scratch, &b.heap);
    result = def->arc_pieces <= 64
                 ? read_radii(&b)
                 : error_set(b.error, WEND_ERROR_INVALID, "arc_pieces must be at most 64, found %u",
                             def->arc_pieces);
    if (result == WEND_OK) {
        result = build_all(&b, out);
    }
    if (result != WEND_OK && watch_is_cancelled(&b.whole)) {
        result = map_fail_cancelled(b.error);
    } else if (result == WEND_OK) {
        watch_report(&b.whole, 1.0);
    }
    for (uint32_t i = 0; b.link_points != NULL && i < def->space->link_count; i++) {
        memory_free(&b.heap, b.link_points[i].points,
                    b.link_points[i].capacity * sizeof *b.link_points[i].points);
    }
    geos_close(&b.geos);
    memory_free(&b.heap, b.sets, b.set_capacity * sizeof *b.sets);
    memory_free(&b.heap, b.members, b.member_capacity * sizeof *b.members);
    arena_free(&b.phase_scratch);
    arena_free(&b.level);
    arena_free(&b.kept);
    return result;
}
