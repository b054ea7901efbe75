/* Writes the keys `goals` and `goal_sets`. */
#include "base/error.h"
#include "live/scenario/scene.h"
#include <inttypes.h>
#include <math.h>
#include <wend/math.h>

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Appends a point of a goal, which the world stores in single precision: relative to the origin or,
 * for a goal that an agent carries, to that agent. */
static void write_points(scene *s, const wend_goal_def *def, bool one) {
    if (def->carrier != 0) {
        yaml_add_text(s->out, one ? "" : "[");
        for (uint32_t i = 0; i < def->point_count; i++) {
            yaml_add_text(s->out, i > 0 ? ", " : "");
            yaml_vector(s->out, def->points[i]);
        }
        yaml_add_text(s->out, one ? "" : "]");
    } else if (one) {
        yaml_position(s->out, s->space, def->points[0]);
    } else {
        yaml_positions(s->out, s->space, def->points, def->point_count);
    }
}

static void write_shape(scene *s, const wend_goal_def *def) {
    switch (def->shape) {
    case WEND_GOAL_DIRECTION:
        yaml_add_text(s->out, "{direction: ");
        yaml_point(s->out, (wend_point){wend_cos(def->angle), wend_sin(def->angle)});
        break;
    case WEND_GOAL_DISC:
        yaml_add_text(s->out, "{disc: {centre: ");
        write_points(s, def, true);
        yaml_add_text(s->out, ", radius: ");
        yaml_single(s->out, def->radius);
        yaml_add_text(s->out, "}");
        break;
    case WEND_GOAL_SEGMENT:
        yaml_add_text(s->out, "{segment: ");
        write_points(s, def, false);
        break;
    case WEND_GOAL_POLYGON:
        yaml_add_text(s->out, "{polygon: ");
        write_points(s, def, false);
        break;
    default:
        yaml_add_text(s->out, "{point: ");
        write_points(s, def, true);
        break;
    }
}

/* ---- Other members --------------------------------------------------------------------------- */

static void write_single(scene *s, const char *key, double value) {
    yaml_add(s->out, ", %s: ", key);
    yaml_single(s->out, value);
}

static void write_window(scene *s, const wend_goal_def *def) {
    if (isinf(def->opens) && isinf(def->closes)) {
        return;
    }
    yaml_add_text(s->out, ", window: [");
    yaml_number(s->out, def->opens - s->now);
    yaml_add_text(s->out, ", ");
    yaml_number(s->out, def->closes - s->now);
    yaml_add_text(s->out, "]");
}

static void write_motion(scene *s, const wend_goal_def *def) {
    if (def->carrier != 0) {
        yaml_add(s->out, ", carrier: %" PRIu64, def->carrier);
    } else if (def->path_count > 0) {
        yaml_add_text(s->out, ", path: ");
        yaml_points(s->out, def->path, def->path_count);
        yaml_add_text(s->out, ", speed: ");
        yaml_number(s->out, def->path_speed);
        yaml_add_text(s->out, def->path_loops ? ", loop: true" : "");
    } else if (def->velocity.x != 0.0 || def->velocity.y != 0.0) {
        yaml_add_text(s->out, ", velocity: ");
        yaml_vector(s->out, def->velocity);
    }
}

static void write_goal(scene *s, const wend_goal_def *def) {
    static const char *const on_arrival[] = {"stop", "leave", "continue"};
    write_shape(s, def);
    yaml_add(s->out, ", on_arrival: %s", on_arrival[def->on_arrival]);
    yaml_add_text(s->out, def->arrive == WEND_ARRIVE_INSIDE ? ", arrive: inside" : "");
    write_single(s, "tolerance", def->tolerance);
    if (def->shape == WEND_GOAL_SEGMENT) {
        write_single(s, "bias", def->bias);
    }
    if (def->capacity > 0) {
        yaml_add(s->out, ", capacity: %" PRIu32, def->capacity);
    }
    if (def->weight != 1.0) {
        write_single(s, "weight", def->weight);
    }
    write_window(s, def);
    write_motion(s, def);
    scene_write_layer(s, def->layer);
    yaml_add_text(s->out, "}\n");
}

static void write_goals(scene *s) {
    uint32_t written = 0;
    for (uint32_t i = 0; i < wend_world_goal_count(s->world); i++) {
        wend_point points[WEND_MAX_POLYGON], path[WEND_MAX_POLYGON];
        wend_goal goal = wend_world_goal_at(s->world, i);
        wend_goal_def def;
        if (goal.value == 0 || wend_world_get_goal_owner(s->world, goal) != WEND_GOAL_OWNER_NONE) {
            continue;
        }
        if (!wend_world_get_goal_def(s->world, goal, &def, points, path)) {
            scene_note(s, "goal %u has too many corners, and is a point", i);
            def.shape = WEND_GOAL_POINT;
            wend_world_get_goal_position(s->world, goal, &points[0], NULL);
            def.point_count = 1;
        }
        yaml_add_text(s->out, written++ == 0 ? "goals:\n  " : "  ");
        yaml_quote(s->out, scene_goal_name(s, goal));
        yaml_add_text(s->out, ": ");
        write_goal(s, &def);
    }
}

/* ---- Sets ------------------------------------------------------------------------------------ */

static wend_result write_set(scene *s, wend_goal_set set) {
    uint32_t count = wend_world_get_goal_set(s->world, set, NULL, 0);
    wend_goal *goals = memory_get_array(&s->live->memory, count, sizeof *goals);
    if (goals == NULL) {
        return error_no_memory(s->error, "a scenario");
    }
    wend_world_get_goal_set(s->world, set, goals, count);
    yaml_add_text(s->out, "  ");
    yaml_quote(s->out, scene_goal_set_name(s, set));
    yaml_add_text(s->out, ": [");
    for (uint32_t i = 0, written = 0; i < count; i++) {
        const char *name = scene_goal_name(s, goals[i]);
        if (name != NULL) {
            yaml_add_text(s->out, written++ > 0 ? ", " : "");
            yaml_quote(s->out, name);
        }
    }
    yaml_add_text(s->out, "]\n");
    memory_free(&s->live->memory, goals, count * sizeof *goals);
    return WEND_OK;
}

wend_result scene_write_goals(scene *s) {
    uint32_t written = 0;
    wend_result result = WEND_OK;
    write_goals(s);
    for (uint32_t i = 0; i < wend_world_goal_set_count(s->world) && result == WEND_OK; i++) {
        wend_goal_set set = wend_world_goal_set_at(s->world, i);
        if (wend_world_get_goal_set(s->world, set, NULL, 0) > 0) {
            yaml_add_text(s->out, written++ == 0 ? "goal_sets:\n" : "");
            result = write_set(s, set);
        }
    }
    return result;
}
