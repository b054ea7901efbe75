/* Writes the key `agents`: an item for each run of agents with consecutive keys that have
 * everything but position and velocity in common. */
#include "base/error.h"
#include "base/sample.h"
#include "base/sort.h"
#include "live/paths/path.h"
#include "live/scenario/scene.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_OWN_NUMBERS = 3000 /* items, each of which makes a profile */ };

static bool is_same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

/* True if an agent may follow another one in the same item. */
static bool may_follow(const scene *s, const wend_agent_def *a, const wend_agent_def *b) {
    bool moves_on = a->path.value != 0 && s->now > 0.0; /* each has its own points left to pass */
    return b->key == a->key + 1 && b->key <= INT64_MAX && !moves_on &&
           a->group.value == b->group.value && a->layer == b->layer &&
           a->profile.value == b->profile.value && a->goal.value == b->goal.value &&
           a->goal_set.value == b->goal_set.value && a->path.value == b->path.value &&
           a->machine.value == b->machine.value && a->state == b->state &&
           a->priority == b->priority && is_same(a->delay, b->delay) &&
           is_same(a->radius, b->radius) && is_same(a->heading, b->heading) &&
           is_same(a->preferred_speed, b->preferred_speed) && is_same(a->max_speed, b->max_speed) &&
           is_same(a->max_acceleration, b->max_acceleration) &&
           is_same(a->max_turn_rate, b->max_turn_rate);
}

/* Returns the end of the item that begins with agent `first`. */
static uint32_t find_end(const scene *s, uint32_t first) {
    uint32_t end = first + 1;
    while (end < s->agent_count && may_follow(s, &s->agents[end - 1], &s->agents[end])) {
        end++;
    }
    return end;
}

static bool comes_first(const void *left, const void *right) {
    return ((const wend_agent_def *)left)->key < ((const wend_agent_def *)right)->key;
}

/* A scenario file samples the radius of an agent in its own way; that of agents whose radius this
 * gives is set to 0. */
static void drop_sampled_radii(scene *s) {
    wend_profile_def def = wend_default_profile_def();
    wend_profile known = {0};
    for (uint32_t i = 0; i < s->agent_count; i++) {
        wend_agent_def *agent = &s->agents[i];
        if (agent->profile.value != known.value) {
            wend_world_get_profile_def(s->world, agent->profile, &def, NULL);
            known = agent->profile;
        }
        double sampled = sample_radius(&def.radius, wend_world_seed(s->world), agent->key);
        agent->radius = (float)sampled == (float)agent->radius ? 0.0 : agent->radius;
    }
}

wend_result scene_list_agents(scene *s) {
    uint32_t count = wend_world_get_agent_defs(s->world, NULL, 0);
    s->agent_count = 0;
    if (count == 0) {
        return WEND_OK;
    }
    s->agents = memory_get_array(&s->live->memory, count, sizeof *s->agents);
    wend_agent_def *buffer = memory_get_array(&s->live->memory, count, sizeof *buffer);
    if (s->agents != NULL) {
        s->agent_count = count;
    }
    if (buffer != NULL && s->agents != NULL) {
        wend_world_get_agent_defs(s->world, s->agents, count);
        sort_stable(s->agents, buffer, count, sizeof *s->agents, comes_first);
        drop_sampled_radii(s);
    }
    bool good = buffer != NULL && s->agents != NULL;
    memory_free(&s->live->memory, buffer, buffer != NULL ? count * sizeof *buffer : 0);
    return good ? WEND_OK : error_no_memory(s->error, "a scenario");
}

void scene_free_agents(scene *s) {
    memory_free(&s->live->memory, s->agents, s->agent_count * sizeof *s->agents);
    s->agents = NULL;
    s->agent_count = 0;
}

uint32_t scene_count_items(const scene *s, wend_group group) {
    uint32_t items = 0;
    for (uint32_t i = 0; i < s->agent_count; i = find_end(s, i)) {
        items += s->agents[i].group.value == group.value;
    }
    for (uint32_t i = 0; i < wend_world_source_count(s->world); i++) {
        wend_source_def def;
        wend_agent_def agent;
        bool left =
            wend_world_get_source_def(s->world, wend_world_source_at(s->world, i), &def, &agent);
        items += left && agent.group.value == group.value;
    }
    return items;
}

/* ---- What agents want ------------------------------------------------------------------------ */

/* Returns the queue in which an agent has a place, or to which its goal belongs; NULL if none. */
static const char *queue_of(scene *s, const wend_agent_def *agent) {
    wend_agent_queue queue;
    if (wend_world_get_goal_owner(s->world, agent->goal) != WEND_GOAL_OWNER_QUEUE) {
        return NULL;
    }
    const char *tail = scene_goal_name(s, agent->goal);
    wend_agent id = wend_world_find_agent(s->world, agent->key);
    if (tail == NULL && wend_world_get_agent_queue(s->world, id, &queue)) {
        tail = scene_queue_name(s, queue.queue);
        scene_note(s, "agents in queues join them again");
    }
    return tail;
}

static void write_machine(scene *s, const wend_agent_def *agent) {
    const char *machine = scene_machine_name(s, agent->machine);
    if (machine != NULL) {
        scene_write_name(s, "machine", machine);
        scene_write_name(s, "state", wend_world_state_name(s->world, agent->machine, agent->state));
    }
}

/* True if the goal of an agent is decided by the state of its machine. */
static bool has_goal_of_state(const scene *s, const wend_agent_def *agent) {
    wend_action_def actions[WEND_MAX_STATE_ACTIONS];
    wend_state_def state;
    return agent->machine.value != 0 &&
           wend_world_get_state_def(s->world, agent->machine, agent->state, &state, actions) &&
           state.goal_kind != WEND_STATE_GOAL_KEEP;
}

static void write_wishes(scene *s, const wend_agent_def *agent) {
    const char *queue = queue_of(s, agent), *goal = scene_goal_name(s, agent->goal);
    const char *set = scene_goal_set_name(s, agent->goal_set);
    bool by_state = has_goal_of_state(s, agent);
    write_machine(s, agent);
    if (by_state && set == NULL) {
        return;
    }
    if (queue != NULL && !by_state) {
        scene_write_name(s, "queue", queue);
    } else if (goal != NULL && !by_state) {
        scene_write_name(s, "goal", goal);
    } else if (set != NULL) {
        scene_write_name(s, "goals", set);
    }
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static void write_path_point(scene *s, wend_point point, uint32_t layer) {
    if (!s->has_layers) {
        yaml_position(s->out, s->space, point);
        return;
    }
    yaml_add_text(s->out, "{point: ");
    yaml_position(s->out, s->space, point);
    scene_write_name(s, "layer", scene_layer_name(s, layer));
    yaml_add_text(s->out, "}");
}

/* Writes the points of a path that an agent has still to pass: those behind the piece of the path
 * that is nearest to it. */
static wend_result write_path(scene *s, const wend_agent_def *agent) {
    bool is_route = false;
    uint32_t count = wend_world_get_path(s->world, agent->path, NULL, NULL, 0, &is_route);
    if (count == 0) {
        return WEND_OK;
    }
    size_t size = (size_t)count * (sizeof(wend_point) + sizeof(uint32_t));
    wend_point *points = memory_get(&s->live->memory, size);
    if (points == NULL) {
        return error_no_memory(s->error, "a scenario");
    }
    uint32_t *layers = (uint32_t *)(void *)(points + count), first = 0;
    wend_world_get_path(s->world, agent->path, points, layers, count, &is_route);
    if (s->now > 0.0) {
        first = live_path_next(points, layers, count, agent->position, agent->layer);
    }
    bool as_route = is_route && count - first >= 2;
    for (uint32_t i = first; i < count; i++) {
        yaml_add_text(s->out, i > first ? ", " : as_route ? ", route: [" : ", via: [");
        write_path_point(s, points[i], layers[i]);
    }
    yaml_add_text(s->out, first < count ? "]" : "");
    memory_free(&s->live->memory, points, size);
    return WEND_OK;
}

/* ---- Items ----------------------------------------------------------------------------------- */

/* Writes a number that agents have of their own, or else that of their profile if it is a variant
 * of another one. */
static bool write_number(scene *s, const char *key, double own, const wend_distribution *number) {
    bool is_own = isfinite(own) && own >= 0.0;
    bool is_given =
        number != NULL && (number->kind != WEND_DISTRIBUTION_CONSTANT || isfinite(number->a));
    if (!is_own && !is_given) {
        return false;
    }
    yaml_add(s->out, ", %s: ", key);
    if (is_own) {
        yaml_single(s->out, own);
    } else {
        yaml_distribution(s->out, number);
    }
    return true;
}

static void write_numbers(scene *s, const wend_agent_def *agent) {
    wend_profile_def def;
    bool variant = scene_variant_base(s, agent->profile).value != 0 &&
                   wend_world_get_profile_def(s->world, agent->profile, &def, NULL);
    if (s->own_count >= MOST_OWN_NUMBERS) {
        scene_note(s, "some agents have numbers of their own, which are left out");
        return;
    }
    bool any = write_number(s, "radius", agent->radius > 0.0 ? agent->radius : -1.0,
                            variant ? &def.radius : NULL);
    any |= write_number(s, "speed", agent->preferred_speed, variant ? &def.preferred_speed : NULL);
    any |= write_number(s, "max_speed", agent->max_speed, variant ? &def.max_speed : NULL);
    any |= write_number(s, "max_acceleration", agent->max_acceleration,
                        variant ? &def.max_acceleration : NULL);
    any |=
        write_number(s, "max_turn_rate", agent->max_turn_rate, variant ? &def.max_turn_rate : NULL);
    s->own_count += any;
}

static void note_attributes(scene *s, const wend_agent_def *agent) {
    if (agent->class_mask != WEND_ALL_CLASSES) {
        scene_note(s, "some agents are not blocked by all obstacle classes; here they are");
    }
    if ((agent->label != NULL && agent->label[0] != '\0') || agent->user != 0) {
        scene_note(s, "labels and user data of agents are left out");
    }
    if (agent->key > INT64_MAX) {
        scene_note(s, "agents without a key of their own get new keys");
    }
}

wend_result scene_write_common(scene *s, const wend_agent_def *agent) {
    scene_write_name(s, "name", wend_world_get_group_name(s->world, agent->group));
    scene_write_name(s, "profile", scene_profile_name(s, agent->profile));
    write_wishes(s, agent);
    wend_result result = write_path(s, agent);
    write_numbers(s, agent);
    if (isfinite(agent->heading)) {
        yaml_add_text(s->out, ", heading: ");
        yaml_single(s->out, agent->heading);
    }
    if (agent->priority != 0) {
        yaml_add(s->out, ", priority: %" PRId32, agent->priority);
    }
    scene_write_layer(s, agent->layer);
    note_attributes(s, agent);
    return result;
}

static void write_velocities(scene *s, uint32_t first, uint32_t end) {
    bool moves = false;
    for (uint32_t i = first; i < end; i++) {
        moves = moves || s->agents[i].velocity.x != 0.0 || s->agents[i].velocity.y != 0.0;
    }
    for (uint32_t i = first; i < end && moves; i++) {
        yaml_add_text(s->out, i == first ? ", velocity: [" : ", ");
        yaml_vector(s->out, s->agents[i].velocity);
    }
    yaml_add_text(s->out, moves ? "]" : "");
}

static wend_result write_item(scene *s, uint32_t first, uint32_t end) {
    const wend_agent_def *agent = &s->agents[first];
    yaml_add_text(s->out, "  - {at: [");
    for (uint32_t i = first; i < end; i++) {
        yaml_add_text(s->out, i > first ? ", " : "");
        yaml_position(s->out, s->space, s->agents[i].position);
    }
    yaml_add_text(s->out, "]");
    write_velocities(s, first, end);
    if (agent->key <= INT64_MAX) {
        yaml_add(s->out, ", key: %" PRIu64, agent->key);
    }
    if (agent->delay > 0.0) {
        yaml_add_text(s->out, ", delay: ");
        yaml_number(s->out, agent->delay);
    }
    wend_result result = scene_write_common(s, agent);
    yaml_add_text(s->out, "}\n");
    return result;
}

wend_result scene_write_agents(scene *s) {
    wend_result result = WEND_OK;
    yaml_add_text(s->out, s->agent_count > 0 ? "allow_overlap: true\n" : "");
    for (uint32_t i = 0; i < s->agent_count && result == WEND_OK;) {
        uint32_t end = find_end(s, i);
        yaml_add_text(s->out, s->item_count++ == 0 ? "agents:\n" : "");
        result = write_item(s, i, end);
        i = end;
    }
    return s->out->failed ? error_no_memory(s->error, "a scenario") : result;
}
