/* Applies actions, and gives them access to the attributes of their agent. */
#include <math.h>

#include <wend/random.h>

#include "base/error.h"
#include "world/attributes/attributes.h"
#include "world/machines/machines.h"

bool action_run(wend_world *world, const machine_action *action, wend_action_call *call, bool undo,
                bool *failed) {
    wend_error error = {0};
    call->world = world;
    call->params = action->block.params;
    call->user = action->action->entry.user;
    wend_result result =
        undo ? action->action->undo(call, &error) : action->action->apply(call, &error);
    *failed = result != WEND_OK;
    if (result == WEND_OK || result == WEND_ERROR_MEMORY) {
        return result == WEND_OK;
    }
    error_set(&world->machines.error, result, "action '%s'%s: %s", action->action->entry.name,
              undo ? ", when it was undone" : "",
              error.message[0] ? error.message : wend_result_text(result));
    return true;
}

double wend_action_sample(const wend_action_call *call, const wend_distribution *number,
                          uint32_t purpose) {
    return params_sample_at(number, call->sample, 0, 0, purpose);
}

/* ---- Attributes ------------------------------------------------------------------------------ */

/* Returns the slot of the agent of a call, or STORE_FREE. */
static uint32_t slot_of(const wend_action_call *call) {
    uint32_t slot = store_slot_of(call->world, call->agent);
    bool is_live = slot != STORE_FREE && call->world->cold.body[slot] < STORE_QUEUED;
    return is_live ? slot : STORE_FREE;
}

static const uint32_t columns[] = {[WEND_ATTRIBUTE_RADIUS] = ATTRIBUTE_RADIUS,
                                   [WEND_ATTRIBUTE_SPEED] = ATTRIBUTE_PREFERRED_SPEED,
                                   [WEND_ATTRIBUTE_MAX_SPEED] = ATTRIBUTE_MAX_SPEED,
                                   [WEND_ATTRIBUTE_MAX_ACCELERATION] = ATTRIBUTE_MAX_ACCELERATION,
                                   [WEND_ATTRIBUTE_MAX_TURN_RATE] = ATTRIBUTE_MAX_TURN_RATE,
                                   [WEND_ATTRIBUTE_PRIORITY] = ATTRIBUTE_PRIORITY};

double wend_action_get_attribute(const wend_action_call *call, wend_attribute attribute) {
    const wend_world *world = call->world;
    uint32_t slot = slot_of(call);
    if (slot == STORE_FREE || (unsigned)attribute >= WEND_ATTRIBUTE_COUNT) {
        return 0.0;
    }
    const wend_body *body = agent_body(world, slot);
    if (attribute == WEND_ATTRIBUTE_RADIUS) {
        return (double)body->radius;
    }
    if (attribute == WEND_ATTRIBUTE_PRIORITY) {
        return (double)store_priority(&world->cold, slot);
    }
    wend_column column = attribute_column(world, wend_body_profile(body), columns[attribute]);
    return (double)wend_column_at(column, slot);
}

/* Limits a value to the range of an attribute; NaN becomes the least value. */
static double limit(uint32_t column, double value) {
    const attribute_info *info = &attribute_infos[column];
    double most = info->may_be_infinite && value == (double)INFINITY ? value : info->maximum;
    double limited = value < most ? value : most;
    return limited >= info->minimum ? limited : info->minimum;
}

wend_result wend_action_change_attribute(const wend_action_call *call, wend_attribute attribute,
                                         double value, wend_error *error) {
    uint32_t slot = slot_of(call);
    if (slot == STORE_FREE || (unsigned)attribute >= WEND_ATTRIBUTE_COUNT) {
        return WEND_OK;
    }
    command what = {.kind = COMMAND_SET_ATTRIBUTE, .index = columns[attribute]};
    what.number = limit(what.index, isnan(value) ? -(double)INFINITY : value);
    if (attribute == WEND_ATTRIBUTE_PRIORITY) {
        what.bits = (uint32_t)(int32_t)floor(what.number + 0.5);
    }
    world_unsort(call->world); /* the bodies have been counted with their old radii */
    return attributes_apply_command(call->world, slot, &what)
               ? WEND_OK
               : error_no_memory(error, "the attributes of an agent");
}

wend_result wend_attribute_check(wend_attribute attribute, const wend_distribution *value,
                                 wend_error *error) {
    WEND_ASSERT((unsigned)attribute < WEND_ATTRIBUTE_COUNT && value != NULL);
    const attribute_info *info = &attribute_infos[columns[attribute]];
    bool is_infinite = value->kind == WEND_DISTRIBUTION_CONSTANT && value->a == (double)INFINITY;
    return is_infinite && info->may_be_infinite
               ? WEND_OK
               : params_check_number(info->name, value, info->minimum, info->maximum, info->unit,
                                     error);
}

uint32_t wend_action_get_class_mask(const wend_action_call *call) {
    uint32_t slot = slot_of(call);
    const uint32_t *masks = store_class_masks(&call->world->cold);
    return masks && slot != STORE_FREE ? masks[slot] : WEND_ALL_CLASSES;
}

wend_result wend_action_change_class_mask(const wend_action_call *call, uint32_t mask,
                                          wend_error *error) {
    uint32_t slot = slot_of(call);
    command what = {.kind = COMMAND_SET_ATTRIBUTE, .index = ATTRIBUTE_CLASS_MASK, .bits = mask};
    world_unsort(call->world); /* ghosts are copies of bodies */
    bool good = slot == STORE_FREE || attributes_apply_command(call->world, slot, &what);
    return good ? WEND_OK : error_no_memory(error, "the attributes of an agent");
}
