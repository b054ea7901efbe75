/* `describe`: everything that does not change. Geometry is that of the definition of the space. */
#include "base/error.h"
#include "live/live.h"
#include "live/overlays.h"
#include <math.h>

/* ---- The space ------------------------------------------------------------------------------- */

static void write_points(live_writer *out, const char *key, const wend_point *points,
                         uint32_t count) {
    live_begin_list(out, key);
    for (uint32_t i = 0; i < count; i++) {
        live_write_point(out, NULL, points[i]);
    }
    live_end_list(out);
}

static void write_rings(live_writer *out, const char *key, const wend_ring *rings, uint32_t count) {
    live_begin_list(out, key);
    for (uint32_t i = 0; i < count; i++) {
        write_points(out, NULL, rings[i].points, rings[i].count);
    }
    live_end_list(out);
}

static void write_solids(live_writer *out, const wend_layer_def *layer) {
    live_begin_list(out, "solids");
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        const wend_solid_def *solid = &layer->solids[i];
        live_begin_object(out, NULL);
        write_points(out, "ring", solid->ring.points, solid->ring.count);
        live_write_integer(out, "class", solid->obstacle_class);
        live_end_object(out);
    }
    live_end_list(out);
    live_begin_list(out, "open_walls");
    for (uint32_t i = 0; i < layer->open_wall_count; i++) {
        const wend_open_wall_def *wall = &layer->open_walls[i];
        live_begin_object(out, NULL);
        write_points(out, "points", wall->points, wall->count);
        live_write_integer(out, "class", wall->obstacle_class);
        live_end_object(out);
    }
    live_end_list(out);
}

static void write_layer(live_writer *out, const wend_layer_def *layer) {
    live_begin_object(out, NULL);
    live_write_text(out, "name", layer->name != NULL ? layer->name : "");
    write_rings(out, "boundaries", layer->boundaries, layer->boundary_count);
    write_solids(out, layer);
    live_begin_list(out, "terrains");
    for (uint32_t i = 0; i < layer->terrain_count; i++) {
        const wend_terrain_def *terrain = &layer->terrains[i];
        live_begin_object(out, NULL);
        live_write_integer(out, "type", terrain->type);
        write_points(out, "ring", terrain->ring.points, terrain->ring.count);
        write_rings(out, "holes", terrain->holes, terrain->hole_count);
        live_end_object(out);
    }
    live_end_list(out);
    live_end_object(out);
}

static void write_names(live_writer *out, const char *key, const wend_space *space,
                        const char *(*name)(const wend_space *space, uint32_t index),
                        uint32_t count) {
    live_begin_list(out, key);
    for (uint32_t i = 0; i < count; i++) {
        live_begin_object(out, NULL);
        live_write_text(out, "name", name(space, i));
        live_end_object(out);
    }
    live_end_list(out);
}

static void write_space(const wend_live *live, live_writer *out) {
    const wend_space *space = wend_bundle_space(live->bundle);
    const wend_space_def *def = wend_bundle_space_def(live->bundle);
    const wend_layer_def unbounded = {.name = ""};
    live_begin_list(out, "layers");
    for (uint32_t i = 0; i < def->layer_count; i++) {
        write_layer(out, &def->layers[i]);
    }
    if (def->layer_count == 0) {
        write_layer(out, &unbounded);
    }
    live_end_list(out);
    write_names(out, "classes", space, wend_space_class_name, wend_space_class_count(space));
    write_names(out, "terrains", space, wend_space_terrain_name,
                wend_space_terrain_name_count(space));
    live_begin_list(out, "connections");
    for (uint32_t i = 0; i < def->connection_count; i++) {
        const wend_connection_def *connection = &def->connections[i];
        live_begin_object(out, NULL);
        live_write_text(out, "name", connection->name != NULL ? connection->name : "");
        live_write_point(out, "from", connection->from);
        live_write_integer(out, "from_layer", connection->from_layer);
        live_write_point(out, "to", connection->to);
        live_write_integer(out, "to_layer", connection->to_layer);
        live_write_bool(out, "one_way", connection->one_way);
        live_end_object(out);
    }
    live_end_list(out);
}

/* Writes the box of the space or, if it has no walls, of the agents and goals at present. */
static wend_result write_box(wend_live *live, live_writer *out, wend_error *error) {
    static const double MARGIN = 5.0; /* m */
    const wend_space *space = wend_bundle_space(live->bundle);
    const wend_agent_state *agents = NULL;
    uint32_t count = 0;
    wend_vec2 a, b;
    if (wend_space_bounds(space, &a, &b)) {
        live_write_point(out, "low", wend_space_from_local(space, a));
        live_write_point(out, "high", wend_space_from_local(space, b));
        return WEND_OK;
    }
    wend_result result = live_agents(live, &agents, &count, error);
    wend_point low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    uint32_t goals = wend_world_goal_count(live->world);
    for (uint32_t i = 0; i < count + goals; i++) {
        wend_point at = low;
        bool known =
            i < count || wend_world_get_goal_position(
                             live->world, wend_world_goal_at(live->world, i - count), &at, NULL);
        at = i < count ? agents[i].position : at;
        low = known ? (wend_point){fmin(low.x, at.x), fmin(low.y, at.y)} : low;
        high = known ? (wend_point){fmax(high.x, at.x), fmax(high.y, at.y)} : high;
    }
    if (low.x > high.x) {
        low = high = wend_space_origin(space);
    }
    live_write_point(out, "low", (wend_point){low.x - MARGIN, low.y - MARGIN});
    live_write_point(out, "high", (wend_point){high.x + MARGIN, high.y + MARGIN});
    return result;
}

/* ---- The bundle ------------------------------------------------------------------------------ */

static void write_maps(const wend_live *live, live_writer *out) {
    uint32_t count = wend_bundle_get_info(live->bundle).map_count;
    live_begin_list(out, "maps");
    for (uint32_t i = 0; i < count; i++) {
        const char *name = "";
        const wend_map *map = wend_bundle_map(live->bundle, i, &name);
        live_begin_object(out, NULL);
        live_write_text(out, "name", name);
        live_write_text(out, "kind", wend_map_kind(map));
        live_end_object(out);
    }
    live_end_list(out);
}

static void write_bundle(const wend_live *live, live_writer *out) {
    wend_bundle_info info = wend_bundle_get_info(live->bundle);
    live_write_text(out, "title", info.title);
    live_write_text(out, "text", info.text);
    live_write_number(out, "end", info.end);
    live_write_integer(out, "starts", info.start_count);
    if (info.final_step > 0) {
        live_begin_object(out, "final");
        live_write_integer(out, "step", (int64_t)info.final_step);
        live_write_hash(out, "hash", info.final_hash);
        live_end_object(out);
    } else {
        live_write_null(out, "final");
    }
}

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)request;
    const wend_view *view = wend_world_view(live->world);
    if (view == NULL) {
        return error_no_memory(error, "a view of the world");
    }
    write_bundle(live, out);
    live_write_bool(out, "recorded", false);
    live_write_bool(out, "attached", live->is_attached);
    live_write_bool(out, "editable", !live->is_attached);
    live_write_number(out, "dt", wend_world_dt(live->world));
    live_write_key(out, "seed", wend_world_seed(live->world));
    live_write_text(out, "kernel", wend_kernel_text(wend_view_get_bounds(view).kernel));
    live_write_integer(out, "threads", live->def.threads);
    live_write_point(out, "origin", wend_space_origin(view->space));
    wend_result result = write_box(live, out, error);
    write_space(live, out);
    write_maps(live, out);
    live_write_overlays(live, out);
    return result;
}

const live_message live_message_describe = {.name = "describe", .answer = answer};
