/* Simplifies the definition of a space: cleans each layer as a scenario file's, then simplifies its
 * outlines. */
#include "base/def.h"
#include "base/error.h"
#include "clean/clean.h"
#include "clean/simplify.h"
#include <math.h>
#include <string.h>

struct wend_simplified {
    memory heap;
    memory_arena arena;
    wend_space_def def;
    wend_simplify_info info;
};

/* A simplification in progress. */
typedef struct simplifying {
    wend_simplified *made;
    wend_space_def given;
    wend_simplify_def how;
    memory_arena scratch;
    wend_layer_def *layers;
    wend_error *error;
    wend_result result;
} simplifying;

void wend_simplify_def_init(wend_simplify_def *def, size_t size) {
    const wend_simplify_def defaults = {.below = 0.2};
    def_fill(def, size, &defaults, sizeof defaults);
}

static void *take(simplifying *s, memory_arena *arena, size_t count, size_t size) {
    void *block = arena_take(arena, (count + 1) * size, 16);
    if (block == NULL) {
        s->result = error_no_memory(s->error, "polygons");
        return NULL;
    }
    return memset(block, 0, (count + 1) * size);
}

static void check_points(simplifying *s, const wend_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count && s->result == WEND_OK; i++) {
        if (!(fabs(points[i].x) <= SHAPES_MAX_COORDINATE &&
              fabs(points[i].y) <= SHAPES_MAX_COORDINATE)) {
            s->result = error_set(s->error, WEND_ERROR_INVALID,
                                  "the point (%g, %g) is not finite, or is farther than %g m from "
                                  "the origin",
                                  points[i].x, points[i].y, SHAPES_MAX_COORDINATE);
        }
    }
}

/* ---- From definitions to sources ------------------------------------------------------------- */

/* Makes a source of one polygon. Cleaning reorders points in place, so they are copied. */
static clean_source polygon_source(simplifying *s, const wend_ring *rings, uint32_t count,
                                   uint32_t tag) {
    shapes_list *list = take(s, &s->scratch, 1, sizeof *list);
    shapes_polygon *polygon = take(s, &s->scratch, 1, sizeof *polygon);
    shapes_ring *copies = take(s, &s->scratch, count, sizeof *copies);
    for (uint32_t i = 0; i < count && s->result == WEND_OK; i++) {
        copies[i].points = take(s, &s->scratch, rings[i].count, sizeof(wend_point));
        copies[i].count = rings[i].count;
        if (copies[i].points != NULL && rings[i].count > 0) {
            memcpy(copies[i].points, rings[i].points, rings[i].count * sizeof(wend_point));
            check_points(s, rings[i].points, rings[i].count);
            list->vertex_count += rings[i].count;
        }
    }
    if (s->result == WEND_OK) {
        *polygon = (shapes_polygon){.rings = copies, .ring_count = count};
        list->source = "";
        list->polygons = polygon;
        list->polygon_count = 1;
    }
    return (clean_source){list, tag, 0.0};
}

static clean_source wall_source(simplifying *s, const wend_open_wall_def *wall) {
    shapes_list *list = take(s, &s->scratch, 1, sizeof *list);
    shapes_line *line = take(s, &s->scratch, 1, sizeof *line);
    wend_point *points = take(s, &s->scratch, wall->count, sizeof *points);
    if (s->result == WEND_OK) {
        if (wall->count > 0) {
            memcpy(points, wall->points, wall->count * sizeof *points);
        }
        check_points(s, wall->points, wall->count);
        *line = (shapes_line){.points = points, .count = wall->count};
        *list = (shapes_list){
            .source = "", .lines = line, .line_count = 1, .vertex_count = wall->count};
    }
    return (clean_source){list, wall->obstacle_class, 0.0};
}

static clean_source terrain_source(simplifying *s, const wend_terrain_def *terrain) {
    wend_ring *rings = take(s, &s->scratch, (size_t)terrain->hole_count + 1, sizeof *rings);
    if (rings == NULL) {
        return (clean_source){NULL, 0, 0.0};
    }
    rings[0] = terrain->ring;
    for (uint32_t i = 0; i < terrain->hole_count; i++) {
        rings[i + 1] = terrain->holes[i];
    }
    return polygon_source(s, rings, terrain->hole_count + 1, terrain->type);
}

static clean_layer layer_of(simplifying *s, const wend_layer_def *layer) {
    clean_layer made = {.margin = -1.0, .shapes = s->how.shapes};
    made.walkable.items = take(s, &s->scratch, layer->boundary_count, sizeof(clean_source));
    made.obstacles.items = take(s, &s->scratch, layer->solid_count, sizeof(clean_source));
    made.walls.items = take(s, &s->scratch, layer->open_wall_count, sizeof(clean_source));
    made.terrain.items = take(s, &s->scratch, layer->terrain_count, sizeof(clean_source));
    for (uint32_t i = 0; i < layer->boundary_count && s->result == WEND_OK; i++) {
        made.walkable.items[made.walkable.count++] = polygon_source(s, &layer->boundaries[i], 1, 0);
    }
    for (uint32_t i = 0; i < layer->solid_count && s->result == WEND_OK; i++) {
        made.obstacles.items[made.obstacles.count++] =
            polygon_source(s, &layer->solids[i].ring, 1, layer->solids[i].obstacle_class);
    }
    for (uint32_t i = 0; i < layer->open_wall_count && s->result == WEND_OK; i++) {
        made.walls.items[made.walls.count++] = wall_source(s, &layer->open_walls[i]);
    }
    for (uint32_t i = 0; i < layer->terrain_count && s->result == WEND_OK; i++) {
        made.terrain.items[made.terrain.count++] = terrain_source(s, &layer->terrains[i]);
    }
    return made;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

/* Inserts the links of a layer and returns their ends. */
static uint32_t insert_links(simplifying *s, uint32_t layer, wend_point *fixed) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->given.link_count && s->result == WEND_OK; i++) {
        const wend_link_def *link = &s->given.links[i];
        if (link->left_layer != layer && link->right_layer != layer) {
            continue;
        }
        fixed[count] = clean_to_grid(link->a, CLEAN_EXACT);
        fixed[count + 1] = clean_to_grid(link->b, CLEAN_EXACT);
        if (!clean_insert_link(&s->layers[layer], fixed[count], fixed[count + 1],
                               &s->made->arena)) {
            s->result = error_no_memory(s->error, "polygons");
        }
        count += 2;
    }
    return count;
}

/* Points of the caller, and the ends of connections. */
static void collect_kept(simplifying *s, clean_detail *detail) {
    uint32_t count = s->how.kept_count;
    wend_point *kept =
        take(s, &s->scratch, (size_t)count + 2 * (size_t)s->given.connection_count, sizeof *kept);
    if (kept == NULL) {
        return;
    }
    check_points(s, s->how.kept, count);
    if (count > 0) {
        memcpy(kept, s->how.kept, count * sizeof *kept);
    }
    for (uint32_t i = 0; i < s->given.connection_count; i++) {
        kept[count++] = s->given.connections[i].from;
        kept[count++] = s->given.connections[i].to;
    }
    detail->kept = kept;
    detail->kept_count = count;
}

static void reduce_layer(simplifying *s, uint32_t index) {
    clean_detail detail = {.below = s->how.below, .drop_small = s->how.drop_small};
    wend_point *fixed = take(s, &s->scratch, 2 * (size_t)s->given.link_count, sizeof *fixed);
    collect_kept(s, &detail);
    detail.fixed = fixed;
    detail.fixed_count = s->result == WEND_OK ? insert_links(s, index, fixed) : 0;
    if (s->result != WEND_OK) {
        return;
    }
    clean_change change = {0};
    if (detail.below > 0.0) {
        s->result = clean_simplify_layer(&s->layers[index], &detail, CLEAN_EXACT, &s->made->arena,
                                         &s->scratch, &change, s->error);
    }
    s->made->info.dropped_obstacles += change.dropped_obstacles;
    s->made->info.dropped_regions += change.dropped_regions;
}

/* Cleans a layer with the given shapes of obstacles. */
static wend_layer_def clean_layer_def(simplifying *s, uint32_t index, wend_outline shapes) {
    const wend_layer_def *given = &s->given.layers[index];
    wend_layer_def made = {.name = given->name};
    clean_layer layer = layer_of(s, given);
    clean_report report;
    layer.shapes = shapes;
    if (s->result == WEND_OK) {
        s->result = clean_make_layer(&layer, CLEAN_EXACT, &s->made->arena, &s->scratch, &made,
                                     &report, s->error);
    }
    made.heights = given->heights;
    made.height_count = given->height_count;
    return made;
}

static void make_layer(simplifying *s, uint32_t index) {
    wend_simplify_info *info = &s->made->info;
    wend_layer_def full = clean_layer_def(s, index, WEND_OUTLINE_EXACT);
    clean_measure_layer(&full, &info->vertices_before, &info->ground_before);
    s->layers[index] = full;
    if (s->how.shapes != WEND_OUTLINE_EXACT && s->result == WEND_OK) {
        s->layers[index] = clean_layer_def(s, index, s->how.shapes);
    }
    if (s->result == WEND_OK) {
        reduce_layer(s, index);
        clean_measure_layer(&s->layers[index], &info->vertices_after, &info->ground_after);
    }
}

/* ---- The space ------------------------------------------------------------------------------- */

static wend_result check(const wend_simplify_def *how, wend_error *error) {
    bool in_range = how->below >= CLEAN_LEAST_DETAIL && how->below <= CLEAN_MOST_DETAIL;
    if (how->below != 0.0 && !in_range) {
        return error_set(error, WEND_ERROR_INVALID, "below must be 0, or %g to %g m; found %g",
                         CLEAN_LEAST_DETAIL, CLEAN_MOST_DETAIL, how->below);
    }
    if ((int)how->shapes < 0 || how->shapes > WEND_OUTLINE_ORIENTED_BOX) {
        return error_set(error, WEND_ERROR_INVALID, "shapes must be a wend_outline, found %d",
                         (int)how->shapes);
    }
    return WEND_OK;
}

static void make_links(simplifying *s) {
    wend_link_def *links = take(s, &s->made->arena, s->given.link_count, sizeof *links);
    for (uint32_t i = 0; i < s->given.link_count && links != NULL; i++) {
        links[i] = s->given.links[i];
        links[i].a = clean_to_grid(links[i].a, CLEAN_EXACT);
        links[i].b = clean_to_grid(links[i].b, CLEAN_EXACT);
    }
    s->made->def.links = links;
}

/* Makes the definition, and creates a space from it, so that a faulty one is never returned. */
static wend_result make_space(simplifying *s) {
    s->layers = take(s, &s->made->arena, s->given.layer_count, sizeof *s->layers);
    for (uint32_t i = 0; i < s->given.layer_count && s->result == WEND_OK; i++) {
        make_layer(s, i);
    }
    if (s->result != WEND_OK) {
        return s->result;
    }
    s->made->def = s->given;
    s->made->def.layers = s->layers;
    make_links(s);
    wend_space *space = NULL;
    if (s->result == WEND_OK) {
        s->result = wend_space_create(&s->made->def, &space, s->error);
    }
    wend_space_release(space);
    return s->result;
}

wend_result wend_simplify(const wend_space_def *space, const wend_simplify_def *def,
                          wend_simplified **out, wend_error *error) {
    simplifying s = {.error = error};
    *out = NULL;
    wend_result result = DEF_READ(space, space, &s.given, error);
    result = result == WEND_OK ? DEF_READ(simplify, def, &s.how, error) : result;
    result = result == WEND_OK ? check(&s.how, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    wend_simplified *made = memory_allocate(&s.how.allocator, sizeof *made);
    if (made == NULL) {
        return error_no_memory(error, "polygons");
    }
    memset(made, 0, sizeof *made);
    memory_init(&made->heap, &s.how.allocator);
    arena_init(&made->arena, &made->heap);
    arena_init(&s.scratch, &made->heap);
    s.made = made;
    result = make_space(&s);
    arena_free(&s.scratch);
    if (result != WEND_OK) {
        wend_simplified_destroy(made);
        return result;
    }
    *out = made;
    return WEND_OK;
}

const wend_space_def *wend_simplified_space_def(const wend_simplified *simplified) {
    return &simplified->def;
}

wend_simplify_info wend_simplified_info(const wend_simplified *simplified) {
    return simplified->info;
}

void wend_simplified_destroy(wend_simplified *simplified) {
    if (simplified != NULL) {
        wend_allocator allocator = simplified->heap.allocator;
        arena_free(&simplified->arena);
        memory_release(&allocator, simplified, sizeof *simplified);
    }
}
