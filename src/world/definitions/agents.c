/* Gets back the definitions of agents, and of the sources that emit them. */
#include <math.h>
#include <wend/definitions.h>

#include "base/error.h"
#include "world/attributes/attributes.h"
#include "world/sources/sources.h"
#include "world/world.h"

/* ---- Agents ---------------------------------------------------------------------------------- */

/* Returns a number of an agent, or NAN if it is the sample of its profile. */
static double own_number(const wend_world *world, uint32_t slot, uint32_t base, uint32_t which) {
    const float *column = store_numbers(&world->cold, which);
    const params_sampled *number = &world->profiles[base].numbers[which];
    if (!column || isnan(column[slot])) {
        return NAN;
    }
    float sampled =
        params_sample(&number->number, world->seed, world->cold.key[slot], number->purpose);
    return column[slot] == sampled ? (double)NAN : (double)column[slot];
}

static void write_attributes(const wend_world *world, uint32_t slot, uint32_t base,
                             wend_agent_def *out) {
    const cold_store *cold = &world->cold;
    const float *heading = store_numbers(cold, ATTRIBUTE_HEADING);
    const uint32_t *masks = store_class_masks(cold), *labels = cold->attributes[ATTRIBUTE_LABEL];
    const uint64_t *users = cold->attributes[ATTRIBUTE_USER];
    const double *delays = cold->attributes[ATTRIBUTE_DELAY];
    out->preferred_speed = own_number(world, slot, base, ATTRIBUTE_PREFERRED_SPEED);
    out->max_speed = own_number(world, slot, base, ATTRIBUTE_MAX_SPEED);
    out->max_acceleration = own_number(world, slot, base, ATTRIBUTE_MAX_ACCELERATION);
    out->max_turn_rate = own_number(world, slot, base, ATTRIBUTE_MAX_TURN_RATE);
    out->heading = heading ? (double)heading[slot] : (double)NAN;
    out->class_mask = masks ? masks[slot] : WEND_ALL_CLASSES;
    out->priority = store_priority(cold, slot);
    out->label = labels ? labels_text(&world->labels, labels[slot]) : NULL;
    out->user = users ? users[slot] : 0;
    bool is_queued = cold->body[slot] == STORE_QUEUED;
    double until = delays ? delays[slot] : 0.0;
    out->delay = is_queued ? until : fmax(until - wend_world_time(world), 0.0);
}

/* Returns the goal of an agent, unless its selector chose it from its goal set or placed it. */
static wend_goal given_goal(const wend_world *world, uint32_t slot, bool has_set) {
    uint32_t goal = world->cold.goal[slot];
    bool queued = world->cold.body[slot] == STORE_QUEUED;
    bool is_given = queued || world->cold.behaviour[slot].has_given_goal ||
                    (wend_body_flags(agent_body(world, slot)) & WEND_BODY_GOAL_IS_SET);
    bool is_own = goal != WEND_NO_GOAL && world->goals.records[goal].is_own;
    return goal == WEND_NO_GOAL || is_own || (has_set && !is_given) ? (wend_goal){0}
                                                                    : goal_id(world, goal);
}

/* Writes what an agent in a slot wants, and its profile; `index` is that of its body. */
static void write_wishes(const wend_world *world, uint32_t slot, uint32_t index,
                         wend_agent_def *out) {
    const cold_store *cold = &world->cold;
    const machine_visit *visit = visit_of(&world->machines, slot);
    uint32_t set = cold->goal_set[slot];
    if (visit) {
        out->machine.value = ids_at(&world->machines.ids, visit->machine);
        out->state = visit->state;
        bool entered = entered_visit_of(&world->machines, slot) != NULL;
        uint8_t kind = visit_state(&world->machines, visit)->goal_kind;
        bool has_set = kind == WEND_STATE_GOAL_SELECT || kind == WEND_STATE_GOAL_SHARED;
        set = entered && has_set ? visit->goal_set : set;
    }
    out->profile = wend_world_profile_at(world, visit_base_profile(world, slot, index));
    out->goal = given_goal(world, slot, set != WEND_NONE);
    out->goal_set.value = set == WEND_NONE ? 0 : ids_at(&world->goal_set_ids, set);
    out->path.value =
        cold->path[slot] == WEND_NONE ? 0 : ids_at(&world->path_ids, cold->path[slot]);
    out->group.value =
        cold->group[slot] == WEND_NONE ? 0 : ids_at(&world->group_ids, cold->group[slot]);
}

static wend_agent_def live_agent(const wend_world *world, uint32_t slot) {
    wend_agent_def out = wend_default_agent_def();
    const wend_body *body = agent_body(world, slot);
    wend_vec2 at = body->position;
    if (agent_is_crossing(world, slot)) {
        at = world->crossings[world->cold.body[slot] & ~STORE_CROSSING].from;
    }
    out.key = world->cold.key[slot];
    out.position = wend_space_from_local(world->space, at);
    out.layer = wend_body_layer(body);
    out.velocity = (wend_point){(double)body->velocity.x, (double)body->velocity.y};
    write_wishes(world, slot, wend_body_profile(body), &out);
    uint32_t base = wend_world_profile_index(world, out.profile);
    out.radius = (double)body->radius;
    write_attributes(world, slot, base, &out);
    return out;
}

static wend_agent_def queued_agent(const wend_world *world, const command *add) {
    wend_agent_def out = wend_default_agent_def();
    uint32_t slot = (uint32_t)add->target, base = add->index & 0xffffU;
    out.key = world->cold.key[slot];
    out.position = wend_space_from_local(world->space, add->a);
    out.layer = add->index >> 16;
    out.velocity = (wend_point){(double)add->b.x, (double)add->b.y};
    write_wishes(world, slot, base, &out);
    base = wend_world_profile_index(world, out.profile);
    out.radius = (double)add->radius;
    write_attributes(world, slot, base, &out);
    return out;
}

uint32_t wend_world_get_agent_defs(const wend_world *world, wend_agent_def *out,
                                   uint32_t capacity) {
    WEND_ASSERT(world != NULL && (out != NULL || capacity == 0));
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < world->cold.used; slot++) {
        uint32_t body = world->cold.body[slot];
        if (body == STORE_FREE || body == STORE_QUEUED) {
            continue;
        }
        if (count < capacity) {
            out[count] = live_agent(world, slot);
        }
        count++;
    }
    for (uint32_t i = 0; i < world->command_count; i++) {
        const command *add = &world->commands[i];
        wend_agent agent = {add->target};
        if (add->kind != COMMAND_ADD || store_slot_of(world, agent) == STORE_FREE) {
            continue;
        }
        if (count < capacity) {
            out[count] = queued_agent(world, add);
        }
        count++;
    }
    return count;
}

/* ---- Sources --------------------------------------------------------------------------------- */

/* Leaves out the entries of a schedule that have passed. Agents that wait are due with the next
 * entry, or now if there is none. */
static void cut_schedule(const source_record *record, wend_source_def *out) {
    uint32_t passed = (uint32_t)record->draws;
    passed = passed < record->def.schedule_count ? passed : record->def.schedule_count;
    out->schedule = record->schedule + passed;
    out->schedule_count = record->def.schedule_count - passed;
}

bool wend_world_get_source_def(const wend_world *world, wend_source id, wend_source_def *out,
                               wend_agent_def *agent) {
    WEND_ASSERT(world != NULL && out != NULL && agent != NULL);
    uint32_t index = ids_index(&world->sources.ids, id.value);
    if (index == ID_NONE) {
        return false;
    }
    const source_record *record = &world->sources.records[index];
    uint32_t left = source_count_remaining(record), waiting = record->arrived - record->entered;
    double now = wend_world_time(world);
    bool has_begun = record->draws > 0 || record->arrived > 0;
    *out = record->def;
    *agent = record->agent;
    out->size = (uint32_t)sizeof *out;
    out->agent = agent;
    if (left == 0) {
        return false;
    }
    out->count = left;
    out->first_key = record->def.first_key + record->entered;
    if (out->timing == WEND_SOURCE_SCHEDULE) {
        cut_schedule(record, out);
        return out->schedule_count > 0;
    }
    if (has_begun) {
        out->from = waiting > 0 || !isfinite(record->next) ? now : record->next;
        out->until = fmax(out->until, out->from);
    }
    return true;
}
