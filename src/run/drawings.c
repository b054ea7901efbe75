/* Draws pictures of a scenario's maps, and of routes through its space. */
#include "base/def.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "draw/map/path.h"
#include "record/file/picture.h"
#include "run/describe.h"
#include "run/picture_file.h"
#include "scenario/params.h"
#include <string.h>

enum { DEFAULT_WIDTH = 1200 }; /* px */

/* Returns the parameters that a scenario gives to pictures of the format of `path`. Parameters that
 * concern runs have no effect on maps and routes. */
static picture_params find_params(const wend_scenario *scenario, const char *path) {
    const wend_entry *entry = wend_registry_find(
        scenario->registry, WEND_KIND_OUTPUT, text_ends_with(path, ".svg") ? "svg" : "png", NULL);
    picture_params params = {.width = DEFAULT_WIDTH, .legend = true};
    if (entry != NULL && entry->params == picture_params_table) {
        scenario_fill_params(&scenario->entries, WEND_KIND_OUTPUT, entry, &params);
    }
    return params;
}

static wend_result fail_no_memory(wend_error *error) {
    return error_no_memory(error, "a picture");
}

/* ---- Maps ------------------------------------------------------------------------------------ */

/* A map drawing and the builder that draws it. The drawing has no stream yet, because the file is
 * opened later. */
typedef struct map_picture {
    const wend_map_builder *builder;
    wend_map_drawing drawing;
} map_picture;

static wend_result draw_map(const void *what, bool vector, FILE *stream, wend_error *error) {
    const map_picture *picture = what;
    wend_map_drawing drawing = picture->drawing;
    drawing.vector = vector;
    drawing.stream = stream;
    return picture->builder->draw(&drawing, picture->builder->entry.user, error);
}

wend_result wend_scenario_draw_map(const wend_scenario *scenario, const wend_map *map,
                                   uint32_t level, const char *path, wend_error *error) {
    WEND_ASSERT(scenario != NULL && map != NULL && path != NULL);
    wend_result result = picture_file_check(path, error);
    if (result != WEND_OK) {
        return result;
    }
    const wend_entry *entry =
        wend_registry_find(scenario->registry, WEND_KIND_MAP, wend_map_kind(map), error);
    if (entry == NULL) {
        return WEND_ERROR_NAME;
    }
    if (level >= wend_map_get_info(map).levels) {
        return error_set(error, WEND_ERROR_INVALID, "the map has no level %u", level);
    }
    memory heap;
    memory_arena arena;
    wend_recording recording;
    memory_init(&heap, &scenario->tree.heap.allocator);
    arena_init(&arena, &heap);
    picture_params params = find_params(scenario, path);
    map_picture picture = {(const wend_map_builder *)entry,
                           {.recording = &recording,
                            .map = map,
                            .level = level,
                            .width = (uint32_t)params.width,
                            .axes = params.axes != PICTURE_AXES_OFF,
                            .no_legend = !params.legend,
                            .allocator = scenario->tree.heap.allocator}};
    result = describe_scenario(scenario, &arena, &recording)
                 ? picture_file_write(draw_map, &picture, path, error)
                 : fail_no_memory(error);
    arena_free(&arena);
    return result;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

void wend_route_drawing_def_init(wend_route_drawing_def *def, size_t size) {
    const wend_route_drawing_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

static bool copy_points(const wend_route_drawing_def *def, memory_arena *arena, draw_route *route) {
    draw_disc *vertices = arena_take(arena, (def->point_count + 1) * sizeof *vertices, 16);
    for (uint32_t i = 0; vertices != NULL && i < def->point_count; i++) {
        const wend_route_point *point = &def->points[i];
        vertices[i] =
            (draw_disc){.position = wend_space_from_local(def->scenario->space, point->position),
                        .radius = (float)def->radius,
                        .layer = point->layer};
    }
    route->vertices = vertices;
    route->vertex_count = def->point_count;
    return vertices != NULL;
}

/* Copies the legs of a route. If no legs are given, the whole route becomes a single leg. Returns
 * false if out of memory. */
static bool copy_legs(const wend_route_drawing_def *def, memory_arena *arena, draw_route *route) {
    const wend_route_drawing_leg single_leg = {def->point_count, def->disc_count};
    uint32_t given = def->leg_count > 0 ? def->leg_count : 1;
    draw_leg *legs = arena_take(arena, given * sizeof *legs, 16);
    uint32_t first_point = 0, first_disc = 0;
    for (uint32_t i = 0; legs != NULL && i < given; i++) {
        const wend_route_drawing_leg *leg = def->leg_count > 0 ? &def->legs[i] : &single_leg;
        legs[i] = (draw_leg){first_point, leg->point_count, first_disc, leg->disc_count};
        first_point += leg->point_count;
        first_disc += leg->disc_count;
    }
    WEND_ASSERT(first_point == def->point_count && first_disc == def->disc_count);
    route->legs = legs;
    route->leg_count = legs != NULL && def->point_count > 0 ? given : 0;
    return legs != NULL;
}

static bool copy_walls(const wend_world *world, memory_arena *arena, draw_route *route) {
    uint32_t count = world != NULL ? wend_world_get_overlay_walls(world, NULL, NULL, 0) : 0;
    wend_wall_hit *walls = arena_take(arena, (count + 1) * sizeof *walls, 16);
    uint32_t *layers = arena_take(arena, (count + 1) * sizeof *layers, 16);
    if (walls == NULL || layers == NULL) {
        return false;
    }
    if (count > 0) {
        wend_world_get_overlay_walls(world, walls, layers, count);
    }
    route->overlay = (draw_overlay){walls, layers, count};
    return true;
}

/* Sets the field of a route, as it is drawn on the way from the start of the last leg. */
static void set_field(const wend_route_drawing_def *def, draw_route *route) {
    if (def->view != NULL && route->leg_count > 0) {
        const wend_route_point *start = &def->points[route->legs[route->leg_count - 1].first];
        route->field =
            route_field_of(def->view, def->field, (wend_location){start->position, start->layer});
    }
}

static wend_result draw_route_to(const void *what, bool vector, FILE *stream, wend_error *error) {
    return draw_route_write(what, vector ? DRAW_SVG : DRAW_PNG, stream, error);
}

wend_result wend_scenario_draw_route(const wend_route_drawing_def *given, const char *path,
                                     wend_error *error) {
    WEND_ASSERT(given != NULL && path != NULL);
    wend_route_drawing_def known;
    const wend_route_drawing_def *def = &known;
    wend_result result = DEF_READ(route_drawing, given, &known, error);
    result = result == WEND_OK ? picture_file_check(path, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    memory heap;
    memory_arena arena;
    wend_recording recording;
    memory_init(&heap, &def->scenario->tree.heap.allocator);
    arena_init(&arena, &heap);
    picture_params params = find_params(def->scenario, path);
    draw_route route = {.recording = &recording,
                        .width = (uint32_t)params.width,
                        .axes = params.axes != PICTURE_AXES_OFF,
                        .no_legend = !params.legend,
                        .heap = &heap,
                        .status = def->status,
                        .portals = def->portals,
                        .portal_count = def->portal_count,
                        .discs = def->discs,
                        .disc_count = def->disc_count,
                        .radius = def->radius};
    if (describe_scenario(def->scenario, &arena, &recording) && copy_points(def, &arena, &route) &&
        copy_legs(def, &arena, &route) && copy_walls(def->world, &arena, &route)) {
        /* The picture does not show the scenario's agents and goals. */
        recording.agent_count = recording.goal_count = 0;
        set_field(def, &route);
        result = picture_file_write(draw_route_to, &route, path, error);
    } else {
        result = fail_no_memory(error);
    }
    arena_free(&arena);
    return result;
}
