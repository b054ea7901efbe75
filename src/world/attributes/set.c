/* The API for attributes: commands that set attributes, and getters. Values are checked when the
 * commands are queued; world/attributes/apply.c applies the commands. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "step/heading.h"
#include "world/attributes/attributes.h"
#include "world/world.h"

/* ---- Numbers --------------------------------------------------------------------------------- */

static wend_result refuse_number(uint32_t which, double value, uint32_t index, uint32_t count,
                                 wend_error *error) {
    const attribute_info *info = &attribute_infos[which];
    char where[64] = "";
    if (count > 1) {
        snprintf(where, sizeof where, " of agent %u of %u", index, count);
    }
    if (which == ATTRIBUTE_HEADING) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the heading%s is %g rad; it must be a finite angle, or NAN for the "
                         "direction of the velocity",
                         where, value);
    }
    return error_set(error, WEND_ERROR_INVALID, "%s%s is %g %s; it must lie between %g and %g %s%s",
                     info->name, where, value, info->unit, info->minimum, info->maximum, info->unit,
                     info->may_be_infinite ? ", or be INFINITY for no limit" : "");
}

static wend_result set_numbers(wend_world *world, uint32_t which, const wend_agent *agents,
                               const double *values, uint32_t count, wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && values != NULL)));
    for (uint32_t i = 0; i < count; i++) {
        if (!attributes_is_valid(which, values[i])) {
            return refuse_number(which, values[i], i, count, error);
        }
    }
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        bool turns = which == ATTRIBUTE_HEADING && !isnan(values[i]);
        world->commands[world->command_count++] =
            (command){.kind = COMMAND_SET_ATTRIBUTE,
                      .index = which,
                      .target = agents[i].value,
                      .number = turns ? (double)heading_wrap(values[i]) : values[i]};
    }
    return result;
}

/* Defines the single and the bulk form of the command that sets a number. */
#define NUMBER_SETTERS(which, single, bulk)                                                        \
    wend_result bulk(wend_world *world, const wend_agent *agents, const double *values,            \
                     uint32_t count, wend_error *error) {                                          \
        return set_numbers(world, which, agents, values, count, error);                            \
    }                                                                                              \
    wend_result single(wend_world *world, wend_agent agent, double value, wend_error *error) {     \
        return set_numbers(world, which, &agent, &value, 1, error);                                \
    }

NUMBER_SETTERS(ATTRIBUTE_RADIUS, wend_world_set_agent_radius, wend_world_set_agent_radii)
NUMBER_SETTERS(ATTRIBUTE_PREFERRED_SPEED, wend_world_set_agent_preferred_speed,
               wend_world_set_agent_preferred_speeds)
NUMBER_SETTERS(ATTRIBUTE_MAX_SPEED, wend_world_set_agent_max_speed, wend_world_set_agent_max_speeds)
NUMBER_SETTERS(ATTRIBUTE_MAX_ACCELERATION, wend_world_set_agent_max_acceleration,
               wend_world_set_agent_max_accelerations)
NUMBER_SETTERS(ATTRIBUTE_HEADING, wend_world_set_agent_heading, wend_world_set_agent_headings)
NUMBER_SETTERS(ATTRIBUTE_MAX_TURN_RATE, wend_world_set_agent_max_turn_rate,
               wend_world_set_agent_max_turn_rates)

/* ---- Class mask, priority, label, user data -------------------------------------------------- */

static command bits_command(uint32_t which, wend_agent agent, uint64_t bits) {
    return (command){
        .kind = COMMAND_SET_ATTRIBUTE, .index = which, .target = agent.value, .bits = bits};
}

wend_result wend_world_set_agent_class_masks(wend_world *world, const wend_agent *agents,
                                             const uint32_t *masks, uint32_t count,
                                             wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && masks != NULL)));
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] =
            bits_command(ATTRIBUTE_CLASS_MASK, agents[i], masks[i]);
    }
    return result;
}

wend_result wend_world_set_agent_class_mask(wend_world *world, wend_agent agent, uint32_t mask,
                                            wend_error *error) {
    return wend_world_set_agent_class_masks(world, &agent, &mask, 1, error);
}

wend_result wend_world_set_agent_priorities(wend_world *world, const wend_agent *agents,
                                            const int32_t *priorities, uint32_t count,
                                            wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && priorities != NULL)));
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] =
            bits_command(ATTRIBUTE_PRIORITY, agents[i], (uint32_t)priorities[i]);
    }
    return result;
}

wend_result wend_world_set_agent_priority(wend_world *world, wend_agent agent, int32_t priority,
                                          wend_error *error) {
    return wend_world_set_agent_priorities(world, &agent, &priority, 1, error);
}

wend_result wend_world_set_agent_users(wend_world *world, const wend_agent *agents,
                                       const uint64_t *users, uint32_t count, wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && users != NULL)));
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] = bits_command(ATTRIBUTE_USER, agents[i], users[i]);
    }
    return result;
}

wend_result wend_world_set_agent_user(wend_world *world, wend_agent agent, uint64_t user,
                                      wend_error *error) {
    return wend_world_set_agent_users(world, &agent, &user, 1, error);
}

wend_result wend_world_set_agent_labels(wend_world *world, const wend_agent *agents,
                                        const char *const *labels, uint32_t count,
                                        wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && labels != NULL)));
    for (uint32_t i = 0; i < count; i++) {
        if (labels[i] && strlen(labels[i]) > WEND_MAX_NAME) {
            return error_set(error, WEND_ERROR_INVALID,
                             "label %u has %zu bytes; a label has at most %d", i, strlen(labels[i]),
                             WEND_MAX_NAME);
        }
    }
    wend_result result = commands_reserve(world, count, error);
    uint32_t first = world->command_count;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        uint32_t label;
        if (labels_take(&world->labels, &world->memory, labels[i], &label)) {
            world->commands[world->command_count++] =
                bits_command(ATTRIBUTE_LABEL, agents[i], label);
        } else {
            result = error_no_memory(error, "the world");
        }
    }
    while (result != WEND_OK && world->command_count > first) { /* queue all or none */
        attributes_discard_command(world, &world->commands[--world->command_count]);
    }
    return result;
}

wend_result wend_world_set_agent_label(wend_world *world, wend_agent agent, const char *label,
                                       wend_error *error) {
    return wend_world_set_agent_labels(world, &agent, &label, 1, error);
}

/* ---- Model parameters ------------------------------------------------------------------------ */

static const wend_param *find_row(const wend_entry *entry, const char *name) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        if (entry->params[i].type == WEND_PARAM_SAMPLED &&
            strcmp(entry->params[i].name, name) == 0) {
            return &entry->params[i];
        }
    }
    return NULL;
}

/* Returns the first entry of the given kind, in any profile, that has a sampled parameter with this
 * name. Returns NULL if there is no such entry. */
static const wend_entry *find_entry(const wend_world *world, wend_kind kind, const char *name) {
    for (uint32_t i = 0; i < world->profile_count; i++) {
        for (uint32_t k = 0; k < PROFILE_STAGES; k++) {
            const wend_stage *stage = world->profiles[i].stages[k].stage;
            if (stage && profile_kinds[k] == kind && find_row(&stage->entry, name)) {
                return &stage->entry;
            }
        }
    }
    return NULL;
}

/* Returns the row of the parameter table against which a value for an agent is checked: the row of
 * the agent's own entry, if the agent is in the world and its entry has the parameter; else
 * `fallback`. */
static const wend_param *find_row_for(const wend_world *world, wend_agent agent, wend_kind kind,
                                      const char *name, const wend_param *fallback) {
    uint32_t slot = store_slot_of(world, agent);
    if (slot == STORE_FREE || world->cold.body[slot] == STORE_QUEUED) {
        return fallback;
    }
    const profile *p = &world->profiles[wend_body_profile(agent_body(world, slot))];
    for (uint32_t k = 0; k < PROFILE_STAGES; k++) {
        const wend_stage *stage = p->stages[k].stage;
        const wend_param *row =
            stage && profile_kinds[k] == kind ? find_row(&stage->entry, name) : NULL;
        if (row) {
            return row;
        }
    }
    return fallback;
}

wend_result wend_world_set_agent_params(wend_world *world, const wend_agent *agents, wend_kind kind,
                                        const char *name, const double *values, uint32_t count,
                                        wend_error *error) {
    WEND_ASSERT(world != NULL && name != NULL &&
                (count == 0 || (agents != NULL && values != NULL)));
    const wend_entry *entry = find_entry(world, kind, name);
    if (!entry) {
        return error_set(error, WEND_ERROR_NAME,
                         "no profile of the world has a %s with a parameter '%.64s' that can be "
                         "sampled",
                         wend_kind_text(kind), name);
    }
    for (uint32_t i = 0; i < count; i++) {
        const wend_param *row = find_row_for(world, agents[i], kind, name, find_row(entry, name));
        wend_distribution number = wend_constant(values[i]);
        wend_result result =
            params_check_number(name, &number, row->minimum, row->maximum, row->unit, error);
        if (result != WEND_OK) {
            return result;
        }
    }
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] = (command){.kind = COMMAND_SET_PARAM,
                                                            .index = attributes_param_id(name),
                                                            .target = agents[i].value,
                                                            .bits = (uint64_t)kind,
                                                            .number = values[i]};
    }
    return result;
}

wend_result wend_world_set_agent_param(wend_world *world, wend_agent agent, wend_kind kind,
                                       const char *name, double value, wend_error *error) {
    return wend_world_set_agent_params(world, &agent, kind, name, &value, 1, error);
}

wend_result wend_world_resample_agents(wend_world *world, const wend_agent *agents, uint32_t count,
                                       wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || agents != NULL));
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] =
            (command){.kind = COMMAND_RESAMPLE, .target = agents[i].value};
    }
    return result;
}

/* ---- Results --------------------------------------------------------------------------------- */

bool wend_world_get_agent_attributes(const wend_world *world, wend_agent agent,
                                     wend_agent_attributes *out) {
    WEND_ASSERT(world != NULL && out != NULL);
    const cold_store *cold = &world->cold;
    uint32_t slot = store_slot_of(world, agent);
    if (slot == STORE_FREE || cold->body[slot] == STORE_QUEUED) {
        return false;
    }
    const wend_body *body = agent_body(world, slot);
    uint32_t index = wend_body_profile(body);
    float numbers[ATTRIBUTE_NUMBER_COUNT] = {body->radius};
    for (uint32_t i = ATTRIBUTE_PREFERRED_SPEED; i < ATTRIBUTE_NUMBER_COUNT; i++) {
        numbers[i] = wend_column_at(attribute_column(world, index, i), slot);
    }
    const uint32_t *labels = cold->attributes[ATTRIBUTE_LABEL];
    const uint64_t *users = cold->attributes[ATTRIBUTE_USER];
    *out = (wend_agent_attributes){
        .radius = numbers[ATTRIBUTE_RADIUS],
        .preferred_speed = numbers[ATTRIBUTE_PREFERRED_SPEED],
        .max_speed = numbers[ATTRIBUTE_MAX_SPEED],
        .max_acceleration = numbers[ATTRIBUTE_MAX_ACCELERATION],
        .max_turn_rate = numbers[ATTRIBUTE_MAX_TURN_RATE],
        .heading = heading_of(cold, body),
        .class_mask = store_class_masks(cold) ? store_class_masks(cold)[slot] : WEND_ALL_CLASSES,
        .priority = store_priority(cold, slot),
        .label = labels_text(&world->labels, labels ? labels[slot] : LABEL_NONE),
        .user = users ? users[slot] : 0};
    return true;
}
