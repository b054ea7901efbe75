/* The tables in a snapshot: profiles, paths, groups, maps and obstacles. Other files in this folder
 * archive goals, belts and fields. Loading uses the API functions where they exist, so that it
 * rejects everything that they reject. */
#include <math.h>
#include <string.h>

#include "world/snapshot/snapshot.h"

bool snapshot_is_position(wend_vec2 position) {
    return fabsf(position.x) <= STORE_MAX_COORDINATE && fabsf(position.y) <= STORE_MAX_COORDINATE;
}

/* ---- Profiles -------------------------------------------------------------------------------- */

static void archive_setting(archive *ar, wend_setting *one, memory_arena *from) {
    wend_value *value = &one->value;
    uint32_t kind = (uint32_t)value->kind;
    archive_text(ar, &one->name, from);
    archive_u32(ar, &kind);
    archive_expect(ar, kind <= WEND_VALUE_POINTS, "a setting has an unknown kind");
    value->kind = ar->failed ? WEND_VALUE_NUMBER : (wend_value_kind)kind;
    archive_distribution(ar, &value->number);
    archive_text(ar, &value->text, from);
    archive_count(ar, &value->point_count, sizeof(wend_point));
    wend_point *loaded = archive_allocate(ar, from, value->point_count, sizeof *loaded);
    for (uint32_t i = 0; i < value->point_count && !ar->failed; i++) {
        wend_point point = ar->loading ? (wend_point){0} : value->points[i];
        archive_point(ar, &point);
        if (loaded) {
            loaded[i] = point;
        }
    }
    if (ar->loading) {
        value->points = loaded;
        bool is_complete = one->name && (value->kind != WEND_VALUE_TEXT || value->text) &&
                           (value->kind != WEND_VALUE_POINTS || loaded);
        archive_expect(ar, is_complete, "a setting is incomplete");
    }
}

void snapshot_choice(archive *ar, wend_choice *one, memory_arena *from) {
    archive_text(ar, &one->name, from);
    archive_count(ar, &one->setting_count, 16);
    wend_setting *loaded = archive_allocate(ar, from, one->setting_count, sizeof *loaded);
    for (uint32_t i = 0; i < one->setting_count && !ar->failed; i++) {
        wend_setting value = ar->loading ? (wend_setting){0} : one->settings[i];
        archive_setting(ar, &value, from);
        if (loaded) {
            loaded[i] = value;
        }
    }
    if (ar->loading) {
        one->settings = loaded;
        archive_expect(ar, one->name != NULL, "an entry has no name");
    }
}

static void archive_profile(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    wend_profile_def def =
        ar->loading ? wend_default_profile_def() : profile_def_of(world, index, NULL);
    archive_text(ar, &def.name, from);
    if (world->cold.has_connections) { /* only connections use variant_of */
        archive_text(ar, &def.variant_of, from);
    }
    archive_distribution(ar, &def.radius);
    archive_distribution(ar, &def.preferred_speed);
    archive_distribution(ar, &def.max_speed);
    archive_distribution(ar, &def.max_acceleration);
    archive_distribution(ar, &def.max_turn_rate);
    snapshot_choice(ar, &def.select, from);
    snapshot_choice(ar, &def.plan, from);
    snapshot_choice(ar, &def.follow, from);
    snapshot_choice(ar, &def.steer, from);
    archive_u32(ar, &def.modify_count);
    archive_expect(ar, def.modify_count <= WEND_MAX_MODIFIERS, "a profile has too many modifiers");
    for (uint32_t i = 0; i < def.modify_count && !ar->failed; i++) {
        snapshot_choice(ar, &def.modify[i], from);
    }
    snapshot_terrain_rules(ar, world, index, &def, from);
    if (ar->loading && !ar->failed) {
        archive_expect(ar, wend_world_add_profile(world, &def, NULL, NULL) == WEND_OK,
                       "a profile is not valid, or names an entry that is not registered");
    }
}

void snapshot_profile(archive *ar, wend_world *world, uint32_t index) {
    archive_profile(ar, world, index, NULL);
}

static void archive_profiles(archive *ar, wend_world *world, memory_arena *from) {
    id_table ids;
    snapshot_ids(ar, &world->profile_ids, &ids, from);
    for (uint32_t i = 0; i < ids.count && !ar->failed; i++) {
        if (ids_is_used(&ids, i)) {
            archive_profile(ar, world, i, from);
        } else if (ar->loading) {
            archive_expect(ar, profile_add_gap(world), "out of memory");
        }
    }
    snapshot_ids_put(ar, &world->profile_ids, &ids);
    uint32_t count = world->profile_count;
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        for (uint32_t k = 0; k < PROFILE_STAGES; k++) {
            snapshot_model(ar, &world->profiles[i].stages[k]);
            snapshot_own_params(ar, world, i, k);
        }
    }
}

/* ---- Paths, groups, maps --------------------------------------------------------------------- */

static void archive_path(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    uint32_t length = ar->loading ? 0 : world->paths[index].count;
    uint32_t is_route = ar->loading ? 0 : world->paths[index].is_route;
    archive_u32(ar, &is_route);
    archive_expect(ar, is_route <= 1, "a path is not valid");
    archive_count(ar, &length, 12);
    wend_route_point *loaded = archive_allocate(ar, from, length, sizeof *loaded);
    wend_point *points = archive_allocate(ar, from, length, sizeof *points);
    uint32_t *layers = archive_allocate(ar, from, length, sizeof *layers);
    for (uint32_t i = 0; i < length && !ar->failed; i++) {
        wend_route_point point =
            ar->loading ? (wend_route_point){.clearance = INFINITY} : world->paths[index].points[i];
        archive_vec2(ar, &point.position);
        archive_u32(ar, &point.layer);
        archive_expect(ar, snapshot_is_position(point.position), "a path is too far away");
        if (ar->loading && !ar->failed) {
            loaded[i] = point;
            points[i] = wend_space_from_local(world->space, point.position);
            layers[i] = point.layer;
        }
    }
    if (ar->loading && !ar->failed) {
        archive_expect(ar,
                       wend_world_add_path(world, points, layers, length, NULL, NULL) == WEND_OK,
                       "a path is not valid");
    }
    if (ar->loading && !ar->failed) { /* restore the exact bits */
        memcpy(world->paths[index].points, loaded, length * sizeof *loaded);
        world->paths[index].is_route = is_route != 0;
    }
}

static void archive_paths(archive *ar, wend_world *world, memory_arena *from) {
    id_table ids;
    snapshot_ids(ar, &world->path_ids, &ids, from);
    for (uint32_t i = 0; i < ids.count && !ar->failed; i++) {
        if (ids_is_used(&ids, i)) {
            archive_path(ar, world, i, from);
        } else {
            snapshot_gap(ar, world,
                         (snapshot_table){(void **)&world->paths, sizeof *world->paths,
                                          &world->path_count, &world->path_capacity,
                                          &world->path_ids});
        }
    }
    snapshot_ids_put(ar, &world->path_ids, &ids);
}

static void archive_group(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    const char *name = ar->loading ? NULL : world->groups[index].name;
    uint64_t entered = ar->loading ? 0 : world->groups[index].entered;
    archive_text(ar, &name, from);
    archive_u64(ar, &entered);
    if (ar->loading && !ar->failed) {
        archive_expect(ar, wend_world_add_group(world, name, NULL, NULL) == WEND_OK,
                       "out of memory");
    }
    if (ar->loading && !ar->failed) {
        world->groups[index].entered = entered;
    }
}

static void archive_map(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    map_record map = ar->loading ? (map_record){0} : world->maps[index];
    const char *name = map.name;
    archive_text(ar, &name, from);
    archive_u64(ar, &map.content_hash);
    archive_bool(ar, &map.is_held);
    archive_expect(ar, name && name[0], "a map has no name");
    if (ar->loading && !ar->failed) {
        archive_expect(ar,
                       wend_world_add_map_object(world, name, map.content_hash, NULL, NULL, NULL) ==
                           WEND_OK,
                       "a map is listed twice");
    }
    if (ar->loading && !ar->failed) {
        world->maps[index].is_held = map.is_held;
    }
}

static void archive_groups(archive *ar, wend_world *world, memory_arena *from) {
    id_table ids;
    snapshot_ids(ar, &world->group_ids, &ids, from);
    for (uint32_t i = 0; i < ids.count && !ar->failed; i++) {
        if (ids_is_used(&ids, i)) {
            archive_group(ar, world, i, from);
        } else {
            snapshot_gap(ar, world,
                         (snapshot_table){(void **)&world->groups, sizeof *world->groups,
                                          &world->group_count, &world->group_capacity,
                                          &world->group_ids});
        }
    }
    snapshot_ids_put(ar, &world->group_ids, &ids);
}

/* Archives the maps. The generations of free indices are archived too, because routes may refer to
 * them. */
static void archive_maps(archive *ar, wend_world *world, memory_arena *from) {
    id_table ids;
    snapshot_ids(ar, &world->map_ids, &ids, from);
    for (uint32_t i = 0; i < ids.count && !ar->failed; i++) {
        if (ids_is_used(&ids, i)) {
            archive_map(ar, world, i, from);
        } else {
            snapshot_gap(ar, world,
                         (snapshot_table){(void **)&world->maps, sizeof *world->maps,
                                          &world->map_count, &world->map_capacity,
                                          &world->map_ids});
        }
        uint32_t generation = ar->loading ? 0 : world->maps[i].generation;
        archive_u32(ar, &generation);
        if (ar->loading && !ar->failed) {
            world->maps[i].generation = generation;
        }
    }
    snapshot_ids_put(ar, &world->map_ids, &ids);
}

/* ---- Obstacles ------------------------------------------------------------------------------- */

/* True if a time lies between the beginning and the present time of a world. */
static bool is_past(const wend_world *world, double time) {
    return time >= 0.0 && time <= world_time_at(world, world->step);
}

static void archive_obstacle(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    overlay_obstacle one = ar->loading ? (overlay_obstacle){0} : world->overlay.obstacles[index];
    const char *name = one.name;
    wend_point origin = wend_space_origin(world->space);
    wend_vec2 points[WEND_MAX_POLYGON] = {{0.0F, 0.0F}};
    archive_u8(ar, &one.kind);
    archive_bool(ar, &one.closed);
    archive_u32(ar, &one.layer);
    archive_u32(ar, &one.point_count);
    archive_f64(ar, &one.since);
    archive_point(ar, &one.position);
    archive_point(ar, &one.velocity);
    archive_f64(ar, &one.angle);
    archive_f64(ar, &one.angular_velocity);
    archive_point(ar, &one.rest_position);
    archive_f64(ar, &one.rest_angle);
    archive_f64(ar, &one.rest_since);
    archive_bool(ar, &one.standing);
    archive_text(ar, &name, from);
    archive_expect(ar,
                   one.point_count <= WEND_MAX_POLYGON && is_past(world, one.since) &&
                       is_past(world, one.rest_since) && isfinite(one.rest_angle) &&
                       isfinite(one.rest_position.x) && isfinite(one.rest_position.y),
                   "an obstacle is not valid");
    uint32_t count = ar->failed ? 0 : one.point_count;
    wend_point given[WEND_MAX_POLYGON];
    for (uint32_t i = 0; i < count; i++) {
        points[i] = ar->loading ? points[i] : one.points[i];
        archive_vec2(ar, &points[i]);
        given[i] = one.kind == WEND_OBSTACLE_DOOR
                       ? wend_space_from_local(world->space, points[i])
                       : (wend_point){(double)points[i].x, (double)points[i].y};
    }
    if (!ar->loading || ar->failed) {
        return;
    }
    wend_obstacle_def def = wend_default_obstacle_def();
    def.name = name;
    def.kind = (wend_obstacle_kind)one.kind;
    def.points = given;
    def.point_count = count;
    def.layer = one.layer;
    def.position = (wend_point){one.position.x + origin.x, one.position.y + origin.y};
    def.angle = one.angle;
    def.velocity = one.velocity;
    def.angular_velocity = one.angular_velocity;
    def.closed = one.closed;
    archive_expect(ar, wend_world_add_obstacle(world, &def, NULL, NULL) == WEND_OK,
                   "an obstacle is not valid");
    if (!ar->failed) { /* restore the exact bits */
        overlay_obstacle *made = &world->overlay.obstacles[index];
        memcpy(made->points, points, count * sizeof *points);
        made->position = one.position;
        made->since = one.since;
        made->rest_position = one.rest_position;
        made->rest_angle = one.rest_angle;
        made->rest_since = one.rest_since;
        made->standing = one.standing;
    }
}

static void archive_obstacles(archive *ar, wend_world *world, memory_arena *from) {
    overlay *over = &world->overlay;
    id_table ids;
    snapshot_ids(ar, &world->obstacle_ids, &ids, from);
    for (uint32_t i = 0; i < ids.count && !ar->failed; i++) {
        if (ids_is_used(&ids, i)) {
            archive_obstacle(ar, world, i, from);
        } else { /* a zeroed record acts as an open door */
            snapshot_gap(ar, world,
                         (snapshot_table){(void **)&over->obstacles, sizeof *over->obstacles,
                                          &over->obstacle_count, &over->obstacle_capacity,
                                          &world->obstacle_ids});
        }
    }
    snapshot_ids_put(ar, &world->obstacle_ids, &ids);
}

void snapshot_tables(archive *ar, wend_world *world, memory_arena *from) {
    archive_profiles(ar, world, from);
    snapshot_goals(ar, world, from);
    archive_paths(ar, world, from);
    archive_groups(ar, world, from);
    archive_maps(ar, world, from);
    archive_obstacles(ar, world, from);
    snapshot_belts(ar, world);
    snapshot_fields(ar, world, from);
    if (!ar->failed) {
        snapshot_machines(ar, world, from);
    }
    archive_u32(ar, &world->classes);
    archive_bool(ar, &world->maps_changed);
    bool scene_changed = world->scene_changed || world->masks_changed;
    archive_bool(ar, &scene_changed);
    world->scene_changed = ar->loading ? scene_changed : world->scene_changed;
    archive_expect(ar, world->classes & 1U, "class 0 is off");
}
