/* Writes the objects of a live world that may change: groups, machines, goals, obstacles, classes,
 * queues, areas and sources. */
#include "base/error.h"
#include "live/live.h"
#include <math.h>
#include <wend/behaviour.h>
#include <wend/source.h>

enum {
    MOST_LISTED = 4096, /* objects of a kind that are listed */
    MOST_PLACES = 1024, /* places of a queue that are listed */
    MOST_DOOR_POINTS = 256
};

static uint32_t limit(uint32_t count) {
    return count < MOST_LISTED ? count : MOST_LISTED;
}

/* ---- Goals ----------------------------------------------------------------------------------- */

static const char *shape_text(const wend_region *region) {
    static const char *const names[WEND_SHAPE_COUNT] = {
        [WEND_SHAPE_DIRECTION] = "direction", [WEND_SHAPE_POINT] = "point",
        [WEND_SHAPE_DISC] = "disc",           [WEND_SHAPE_SEGMENT] = "segment",
        [WEND_SHAPE_POLYGON] = "polygon",
    };
    return names[region->shape];
}

static void write_region(const wend_space *space, const wend_region *region, const char *key,
                         live_writer *out) {
    bool polygon = region->shape == WEND_SHAPE_POLYGON;
    live_begin_list(out, key);
    for (uint32_t i = 0; i < region->count && polygon; i++) {
        live_write_point(out, NULL, wend_space_from_local(space, region->points[i]));
    }
    if (region->shape == WEND_SHAPE_DIRECTION) { /* a unit vector */
        live_write_point(out, NULL, (wend_point){(double)region->a.x, (double)region->a.y});
    } else if (!polygon) {
        live_write_point(out, NULL, wend_space_from_local(space, region->a));
    }
    if (region->shape == WEND_SHAPE_SEGMENT) {
        live_write_point(out, NULL, wend_space_from_local(space, region->b));
    }
    live_end_list(out);
}

static void write_goal(const wend_live *live, const wend_view *view, uint32_t index,
                       uint32_t agents, live_writer *out) {
    wend_goal goal = wend_world_goal_at(live->world, index);
    wend_goal_info info = wend_view_goal_info(view, index);
    const wend_region *region = wend_view_goal_region(view, index);
    live_begin_object(out, NULL);
    live_write_integer(out, "index", index);
    live_write_text(out, "name", wend_world_get_goal_name(live->world, goal));
    live_write_text(out, "shape", shape_text(region));
    write_region(view->space, region, "points", out);
    if (info.part_count > 1) {
        live_begin_list(out, "parts");
        const wend_region *parts = NULL;
        uint32_t count = wend_view_goal_parts(view, index, &parts);
        for (uint32_t i = 0; i < count; i++) {
            write_region(view->space, &parts[i], NULL, out);
        }
        live_end_list(out);
    }
    bool disc = region->shape == WEND_SHAPE_DISC;
    live_write_float(out, "radius", disc ? region->b.x : 0.0F);
    live_write_integer(out, "layer", info.layer);
    wend_point at;
    if (wend_world_get_goal_position(live->world, goal, &at, NULL)) {
        live_write_point(out, "at", at);
    } else {
        live_write_null(out, "at");
    }
    live_write_bool(out, "open", info.is_open && !info.is_position_unknown);
    live_write_integer(out, "count", agents);
    bool counted = index < live->counts.goal_count;
    live_write_integer(out, "arrived", counted ? live->counts.goal_arrivals[index] : 0);
    live_end_object(out);
}

static wend_result write_goals(wend_live *live, const wend_view *view, live_writer *out,
                               wend_error *error) {
    uint32_t count = wend_world_goal_count(live->world), listed = 0;
    uint32_t *agents = memory_get_zeroed(&live->memory, (count + 1) * sizeof *agents);
    if (agents == NULL) {
        return error_no_memory(error, "the goals of a live world");
    }
    for (uint32_t i = 0; i < live->crowd.count; i++) {
        uint32_t goal = wend_world_goal_index(live->world, live->crowd.agents[i].goal);
        agents[goal < count ? goal : count]++;
    }
    live_begin_list(out, "goals");
    for (uint32_t i = 0; i < count && listed < MOST_LISTED; i++) {
        wend_goal goal = wend_world_goal_at(live->world, i);
        if (goal.value != 0 &&
            wend_world_get_goal_owner(live->world, goal) == WEND_GOAL_OWNER_NONE) {
            write_goal(live, view, i, agents[i], out);
            listed++;
        }
    }
    live_end_list(out);
    memory_free(&live->memory, agents, (count + 1) * sizeof *agents);
    return WEND_OK;
}

/* ---- Obstacles and classes ------------------------------------------------------------------- */

static void write_obstacle(const wend_live *live, const wend_view *view, uint32_t index,
                           live_writer *out) {
    wend_obstacle obstacle = wend_world_obstacle_at(live->world, index);
    wend_obstacle_info info = wend_view_obstacle_info(view, index);
    bool door = info.kind == WEND_OBSTACLE_DOOR;
    wend_point points[MOST_DOOR_POINTS];
    uint32_t count =
        wend_world_get_obstacle_points(live->world, obstacle, points, MOST_DOOR_POINTS);
    count = count < MOST_DOOR_POINTS ? count : MOST_DOOR_POINTS;
    live_begin_object(out, NULL);
    live_write_integer(out, "index", index);
    live_write_text(out, "name", info.name);
    live_write_text(out, "kind", door ? "door" : "moving");
    live_write_bool(out, "closed", wend_world_is_obstacle_closed(live->world, obstacle));
    live_write_integer(out, "layer", info.layer);
    wend_obstacle_motion motion;
    if (wend_world_get_obstacle_motion(live->world, obstacle, &motion)) {
        live_write_point(out, "at", motion.position);
        live_write_number(out, "angle", motion.angle);
    }
    live_begin_list(out, "walls");
    for (uint32_t i = 0; i < (door ? count - 1 : count); i++) {
        live_write_segment(out, NULL, points[i], points[(i + 1) % count]);
    }
    live_end_list(out);
    live_end_object(out);
}

static void write_obstacles(const wend_live *live, const wend_view *view, live_writer *out) {
    uint32_t count = limit(wend_world_obstacle_count(live->world));
    live_begin_list(out, "obstacles");
    for (uint32_t i = 0; i < count; i++) {
        if (wend_world_obstacle_at(live->world, i).value != 0) {
            write_obstacle(live, view, i, out);
        }
    }
    live_end_list(out);
    live_begin_list(out, "classes");
    for (uint32_t i = 0; i < wend_space_class_count(view->space); i++) {
        live_write_bool(out, NULL, wend_world_is_class_enabled(live->world, i));
    }
    live_end_list(out);
}

/* ---- Queues, areas and sources --------------------------------------------------------------- */

static void write_queue(const wend_live *live, uint32_t index, live_writer *out) {
    wend_queue queue = wend_world_queue_at(live->world, index);
    wend_queue_counts counts;
    if (!wend_world_get_queue_counts(live->world, queue, &counts)) {
        return;
    }
    wend_point places[MOST_PLACES];
    uint32_t layer = 0;
    uint32_t count = wend_world_get_queue_places(live->world, queue, places, &layer, MOST_PLACES);
    live_begin_object(out, NULL);
    live_write_integer(out, "index", index);
    live_write_text(out, "name", wend_world_get_queue_name(live->world, queue));
    live_begin_list(out, "places");
    for (uint32_t i = 0; i < count && i < MOST_PLACES; i++) {
        live_write_location(out, NULL, places[i], layer);
    }
    live_end_list(out);
    live_write_integer(out, "count", counts.waiting);
    live_write_integer(out, "heading", counts.heading);
    live_write_integer(out, "served", (int64_t)counts.served);
    live_end_object(out);
}

static void write_area(const wend_live *live, uint32_t index, live_writer *out) {
    wend_area area = wend_world_area_at(live->world, index);
    wend_point points[WEND_MAX_POLYGON];
    uint32_t layer = 0;
    uint32_t count =
        wend_world_get_area_points(live->world, area, points, &layer, WEND_MAX_POLYGON);
    if (count == 0) {
        return;
    }
    live_begin_object(out, NULL);
    live_write_integer(out, "index", index);
    live_write_text(out, "name", wend_world_get_area_name(live->world, area));
    live_write_integer(out, "layer", layer);
    live_begin_list(out, "points");
    for (uint32_t i = 0; i < count && i < WEND_MAX_POLYGON; i++) {
        live_write_point(out, NULL, points[i]);
    }
    live_end_list(out);
    live_write_integer(out, "count", wend_world_area_agent_count(live->world, area));
    live_end_object(out);
}

static void write_source(const wend_live *live, uint32_t index, live_writer *out) {
    wend_source source = wend_world_source_at(live->world, index);
    wend_source_info info;
    if (!wend_world_get_source_info(live->world, source, &info)) {
        return;
    }
    live_begin_object(out, NULL);
    live_write_integer(out, "index", index);
    live_write_text(out, "name", wend_world_get_source_name(live->world, source));
    live_write_integer(out, "entered", info.entered);
    live_write_integer(out, "waiting", info.waiting);
    live_write_integer(out, "remaining", info.remaining);
    live_write_bool(out, "enabled", info.enabled);
    live_end_object(out);
}

/* ---- Groups and machines --------------------------------------------------------------------- */

static void write_groups(const wend_live *live, live_writer *out) {
    live_begin_list(out, "groups");
    for (uint32_t i = 0; i < limit(wend_world_group_count(live->world)); i++) {
        wend_group group = wend_world_group_at(live->world, i);
        live_begin_object(out, NULL); /* a gap stays in the list, so that positions are indices */
        live_write_text(out, "name", wend_world_get_group_name(live->world, group));
        live_end_object(out);
    }
    live_end_list(out);
}

static void write_machines(const wend_live *live, live_writer *out) {
    live_begin_list(out, "machines");
    for (uint32_t i = 0; i < limit(wend_world_machine_count(live->world)); i++) {
        wend_machine machine = wend_world_machine_at(live->world, i);
        live_begin_object(out, NULL);
        live_write_text(out, "name", wend_world_get_machine_name(live->world, machine));
        live_begin_list(out, "states");
        for (uint32_t k = 0; k < wend_world_state_count(live->world, machine); k++) {
            live_write_text(out, NULL, wend_world_state_name(live->world, machine, k));
        }
        live_end_list(out);
        live_end_object(out);
    }
    live_end_list(out);
}

/* Writes a list of the objects below an index. */
static void write_list(const wend_live *live, const char *key, uint32_t count,
                       void (*write)(const wend_live *live, uint32_t index, live_writer *out),
                       live_writer *out) {
    live_begin_list(out, key);
    for (uint32_t i = 0; i < limit(count); i++) {
        write(live, i, out);
    }
    live_end_list(out);
}

wend_result live_write_objects(wend_live *live, live_writer *out, wend_error *error) {
    const wend_view *view = wend_world_view(live->world);
    if (view == NULL) {
        return error_no_memory(error, "a view of the world");
    }
    write_groups(live, out);
    write_machines(live, out);
    wend_result result = write_goals(live, view, out, error);
    if (result != WEND_OK) {
        return result;
    }
    write_obstacles(live, view, out);
    write_list(live, "queues", wend_world_queue_count(live->world), write_queue, out);
    write_list(live, "areas", wend_world_area_count(live->world), write_area, out);
    write_list(live, "sources", wend_world_source_count(live->world), write_source, out);
    return WEND_OK;
}
