/* Finds a path between two points, on the first map that has a search. */
#include "base/error.h"
#include "live/live.h"
#include <stdio.h>

enum { MOST_POINTS = 4096 };

/* What the maps of the world say. */
typedef struct found_path {
    wend_location points[MOST_POINTS];
    wend_path_result result;
    const char *map; /* name of the map; NULL: no map has a search */
} found_path;

static const char *status_text(wend_path_status status) {
    static const char *const texts[WEND_PATH_STATUS_COUNT] = {"none", "found", "partial"};
    return texts[status];
}

static wend_result read_ends(wend_live *live, const live_request *request, wend_path_def *def,
                             wend_error *error) {
    static const double LARGEST = 100.0; /* m */
    const wend_space *space = wend_world_space(live->world);
    const char *const keys[] = {"from", "to"};
    wend_location *const ends[] = {&def->from, &def->to};
    uint32_t layers = wend_space_layer_count(space);
    double radius = (double)def->radius;
    for (int i = 0; i < 2; i++) {
        wend_point at = {0.0, 0.0};
        uint32_t layer = 0;
        wend_result result = live_get_location(request, keys[i], &at, &layer, error);
        if (result != WEND_OK) {
            return result;
        }
        if (layer >= (layers > 0 ? layers : 1)) {
            return error_set(error, WEND_ERROR_NAME, "'%s' is on layer %u; the space has %u",
                             keys[i], layer, layers);
        }
        *ends[i] = (wend_location){wend_space_to_local(space, at), layer};
    }
    wend_result result = WEND_OK;
    if (live_has(request, "radius")) {
        result = live_get_number(request, "radius", 0.0, LARGEST, &radius, error);
        def->radius = (float)radius;
    }
    return result;
}

/* Asks one map after the other; those that have no search refuse. */
static wend_result find_path(wend_live *live, const wend_path_def *def, found_path *out,
                             wend_error *error) {
    wend_world *world = live->world;
    const wend_view *view = wend_world_view(world);
    const wend_space *space = wend_world_space(world);
    for (uint32_t i = 0; i < wend_bundle_get_info(live->bundle).map_count; i++) {
        const char *name = "";
        const wend_map *map = wend_bundle_map(live->bundle, i, &name);
        uint32_t index;
        if (wend_view_find_map(view, wend_map_kind(map), name, &index) == NULL) {
            continue; /* the world has removed it */
        }
        wend_result result = wend_map_find_path(map, space, def, NULL, out->points, MOST_POINTS,
                                                &out->result, error);
        if (result == WEND_OK) {
            out->map = name;
        }
        if (result != WEND_ERROR_INVALID) {
            return result;
        }
    }
    return WEND_OK;
}

static void write_path(const wend_space *space, const found_path *found, live_writer *out) {
    uint32_t count = found->result.point_count;
    live_begin_list(out, "points");
    for (uint32_t i = 0; i < count && i < MOST_POINTS; i++) {
        live_write_location(out, NULL, wend_space_from_local(space, found->points[i].position),
                            found->points[i].layer);
    }
    live_end_list(out);
    live_write_number(out, "length", found->result.length);
    live_write_text(out, "status", status_text(found->result.status));
    live_write_text(out, "map", found->map);
}

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    wend_path_def def = wend_default_path_def();
    wend_result result = read_ends(live, request, &def, error);
    if (result != WEND_OK) {
        return result;
    }
    found_path *found = memory_get_zeroed(&live->memory, sizeof *found);
    const wend_view *view = wend_world_view(live->world);
    if (found == NULL || view == NULL) {
        memory_free(&live->memory, found, found != NULL ? sizeof *found : 0);
        return error_no_memory(error, "a path");
    }
    def.classes = view->classes;
    result = find_path(live, &def, found, error);
    if (result == WEND_OK) {
        char message[120] = "the world has no map with a search, such as a navigation mesh";
        if (found->map != NULL) {
            snprintf(message, sizeof message,
                     "no path for a disc with a radius of %g m leads from 'from' to 'to'",
                     (double)def.radius);
        }
        write_path(view->space, found, out);
        live_write_text(out, "message", found->result.status == WEND_PATH_NONE ? message : NULL);
    }
    memory_free(&live->memory, found, sizeof *found);
    return result;
}

static const char *const keys[] = {"from", "to", "radius", NULL};

const live_message live_message_route = {.name = "route", .keys = keys, .answer = answer};
