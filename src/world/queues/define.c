/* Adds queues: checks their defs, and makes a goal for each place and one for the tail. */
#include <math.h>
#include <stdio.h>

#include "base/def.h"
#include "base/error.h"
#include "step/params.h"
#include "world/queues/queues.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static const char *find_value_fault(const wend_queue_def *def) {
    if (def->kind != WEND_QUEUE_LINE && def->kind != WEND_QUEUE_AREA) {
        return "its kind is not known";
    }
    if (!(def->spacing >= 0.02 && def->spacing <= 100.0)) {
        return "its spacing must be 0.02 to 100 m";
    }
    if (!(def->radius >= 0.01 && def->radius <= 100.0)) {
        return "its radius must be 0.01 to 100 m";
    }
    if (!(def->tolerance >= 0.01 && def->tolerance <= 10.0)) {
        return "its tolerance must be 0.01 to 10 m";
    }
    if (!isnan(def->join_distance) && !(def->join_distance >= 0.01)) {
        return "its join_distance must be 0.01 m or more";
    }
    return def->servers > 0 ? NULL : "it needs at least one server";
}

/* True if a def gives a queue no time of service. */
static bool has_no_service(const wend_queue_def *def) {
    return def->service.kind == WEND_DISTRIBUTION_CONSTANT &&
           (isnan(def->service.a) || def->service.a == 0.0);
}

static wend_result check_service(const wend_queue_def *def, wend_error *error) {
    static const double most = 1e6; /* s */
    return has_no_service(def) ? WEND_OK
                               : params_check_number("the service of a queue", &def->service, 0.0,
                                                     most, "s", error);
}

static wend_result check_destination(const wend_world *world, wend_goal goal, wend_goal_set set,
                                     wend_error *error) {
    bool has_goal = goal.value == 0 || goal_index_of(world, goal) != WEND_NO_GOAL;
    bool has_set = set.value == 0 || ids_index(&world->goal_set_ids, set.value) != ID_NONE;
    return has_goal && has_set ? WEND_OK
                               : command_refuse_unknown(has_goal ? "goal set" : "goal", error);
}

wend_result wend_world_set_queue_destination(wend_world *world, wend_queue queue,
                                             wend_goal then_goal, wend_goal_set then_set,
                                             wend_error *error) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->queues.ids, queue.value);
    if (index == ID_NONE) {
        return command_refuse_unknown("queue", error);
    }
    wend_result result = check_destination(world, then_goal, then_set, error);
    if (result == WEND_OK) {
        world->queues.records[index].then_goal = then_goal;
        world->queues.records[index].then_set = then_set;
    }
    return result;
}

static wend_result check_names(const wend_world *world, const wend_queue_def *def,
                               wend_error *error) {
    wend_result result = world_check_name(def->name, error);
    if (result != WEND_OK) {
        return result;
    }
    if (def->name && def->name[0] && names_contain(&world->queues.names, def->name)) {
        return error_set(error, WEND_ERROR_NAME, "there is already a queue '%s'", def->name);
    }
    result = check_destination(world, def->then_goal, def->then_set, error);
    if (result != WEND_OK) {
        return result;
    }
    return def->layer < wend_space_layer_count(world->space)
               ? WEND_OK
               : command_refuse_unknown("layer", error);
}

static wend_result refuse(const wend_queue_def *def, const char *wrong, wend_error *error) {
    bool named = def->name && def->name[0];
    return error_set(error, WEND_ERROR_INVALID, "queue %s%s%scannot be added: %s", named ? "'" : "",
                     named ? def->name : "", named ? "' " : "", wrong);
}

/* ---- Making ---------------------------------------------------------------------------------- */

static double join_distance_of(const wend_queue_def *def) {
    static const double default_distance = 2.0; /* m */
    return !isnan(def->join_distance)     ? def->join_distance
           : def->kind == WEND_QUEUE_LINE ? default_distance
                                          : INFINITY;
}

static queue_record record_of(const wend_queue_def *def, const queue_places *places) {
    bool is_line = def->kind == WEND_QUEUE_LINE;
    return (queue_record){.kind = (uint8_t)def->kind,
                          .random = def->random,
                          .layer = def->layer,
                          .servers = is_line ? def->servers : 0,
                          .line_count = places->line_count,
                          .place_count = places->count,
                          .spacing = (float)def->spacing,
                          .radius = (float)def->radius,
                          .tolerance = (float)def->tolerance,
                          .join_distance = (float)join_distance_of(def),
                          .service =
                              is_line && !has_no_service(def) ? def->service : wend_constant(0.0),
                          .then_goal = def->then_goal,
                          .then_set = def->then_set,
                          .next_release = INFINITY};
}

/* Removes goals that have just been added. */
static void undo_goals(wend_world *world, const uint32_t *goals, uint32_t count) {
    while (count > 0) {
        goal_free(world, goals[--count]);
    }
}

/* Adds a point goal for each place, and one for the tail. Either all are added or none. */
static wend_result add_goals(wend_world *world, const wend_queue_def *def,
                             const queue_places *places, uint32_t *goals, wend_error *error) {
    double distance = join_distance_of(def);
    wend_result result = WEND_OK;
    uint32_t added = 0;
    for (uint32_t i = 0; i <= places->count && result == WEND_OK; i++) {
        bool is_tail = i == places->count;
        wend_point at = wend_space_from_local(world->space, places->points[is_tail ? 0 : i]);
        wend_goal_def goal = wend_default_goal_def();
        wend_goal made;
        goal.points = &at;
        goal.layer = def->layer;
        goal.arrive = WEND_ARRIVE_INSIDE;
        goal.tolerance = !is_tail ? def->tolerance : isinf(distance) ? 2.0 : distance;
        result = wend_world_add_goal(world, &goal, &made, error);
        if (result == WEND_OK) {
            goals[added++] = goal_index_of(world, made);
        }
    }
    if (result != WEND_OK) {
        undo_goals(world, goals, added);
    }
    return result;
}

/* Adds a queue with the places that have been found. */
static wend_result add(wend_world *world, const wend_queue_def *def, const queue_places *places,
                       wend_error *error) {
    uint32_t count = places->count + 1;
    uint32_t *goals = memory_get_array(&world->memory, count, sizeof *goals);
    if (!goals) {
        return error_no_memory(error, "the world");
    }
    wend_result result = add_goals(world, def, places, goals, error);
    if (result == WEND_OK) {
        queue_record made = record_of(def, places);
        if (!queue_add(world, &made, goals, def->name)) {
            undo_goals(world, goals, count);
            result = error_no_memory(error, "the world");
        }
    }
    memory_free(&world->memory, goals, count * sizeof *goals);
    return result;
}

wend_result wend_world_add_queue(wend_world *world, const wend_queue_def *given, wend_queue *out,
                                 wend_error *error) {
    WEND_ASSERT(world != NULL && given != NULL);
    wend_queue_def def;
    wend_result result = DEF_READ(queue, given, &def, error);
    result = result == WEND_OK ? check_names(world, &def, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    const char *fault = find_value_fault(&def);
    result = fault ? refuse(&def, fault, error) : check_service(&def, error);
    uint32_t index = ids_next(&world->queues.ids);
    if (result == WEND_OK && index == WEND_MAX_QUEUES) {
        return error_set(error, WEND_ERROR_LIMIT, "a world has room for %d queues",
                         WEND_MAX_QUEUES);
    }
    if (result != WEND_OK) {
        return result;
    }
    char wrong[QUEUE_TEXT] = "";
    size_t size = WEND_MAX_QUEUE_PLACES * sizeof(wend_vec2);
    queue_places places = {memory_get(&world->memory, size), 0, 0};
    result = places.points ? queue_find_places(world, &def, &places, wrong) : WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        result = add(world, &def, &places, error);
    } else {
        result = result == WEND_ERROR_MEMORY ? error_no_memory(error, "the world")
                                             : refuse(&def, wrong, error);
    }
    memory_free(&world->memory, places.points, places.points ? size : 0);
    if (result == WEND_OK && out) {
        *out = (wend_queue){ids_at(&world->queues.ids, index)};
    }
    return result;
}
