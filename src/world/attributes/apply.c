/* Applies the commands that set attributes and parameters, and turns headings after each step. */
#include <math.h>

#include "behave/activity.h"
#include "step/heading.h"
#include "world/attributes/attributes.h"
#include "world/world.h"

/* ---- Commands -------------------------------------------------------------------------------- */

static void replan(wend_world *world, uint32_t slot) {
    store_set_unreachable(&world->cold, slot, 0);
    if (!activity_is_waiting(activity_of(world, slot))) {
        agent_request_route(world, slot, false);
    }
}

static bool set_attribute(wend_world *world, uint32_t slot, const command *what) {
    wend_body *body = agent_body(world, slot);
    const profile *p = &world->profiles[wend_body_profile(body)];
    float value = (float)what->number;
    switch (what->index) {
    case ATTRIBUTE_RADIUS: /* the present route was planned for the old radius */
        body->radius = value;
        replan(world, slot);
        return true;
    case ATTRIBUTE_HEADING:
        return attributes_set_number(world, slot, what->index, value, NAN);
    case ATTRIBUTE_CLASS_MASK: /* the route is checked again, as after a class switch */
        world->cold.behaviour[slot].mask_changed = world->masks_changed = true;
        return attributes_set_class_mask(world, slot, (uint32_t)what->bits);
    case ATTRIBUTE_PRIORITY:
        return attributes_set_priority(world, slot, (int32_t)(uint32_t)what->bits);
    case ATTRIBUTE_LABEL:
        return attributes_set_label(world, slot, (uint32_t)what->bits);
    case ATTRIBUTE_USER:
        return attributes_set_user(world, slot, what->bits);
    default:
        if (!attributes_set_number(world, slot, what->index, value,
                                   p->numbers[what->index].constant)) {
            return false;
        }
        agent_update_one_sided(world, slot);
        return true;
    }
}

uint32_t attributes_param_id(const char *name) {
    return params_purpose("parameter", name);
}

bool attributes_is_valid_param(const wend_param *row, float value) {
    bool bounded = row->minimum < row->maximum;
    return !isnan(value) &&
           (!bounded || (value >= (float)row->minimum && value <= (float)row->maximum));
}

/* Finds, in the entries of an agent's profile, the parameter that a command names. */
static params_sampled *find_param(profile *p, const command *what) {
    for (uint32_t i = 0; i < PROFILE_STAGES; i++) {
        const wend_stage *stage = p->stages[i].stage;
        bool fits = stage && profile_kinds[i] == (wend_kind)what->bits;
        for (uint32_t k = 0; fits && k < stage->entry.param_count; k++) {
            const wend_param *row = &stage->entry.params[k];
            if (row->type == WEND_PARAM_SAMPLED && attributes_param_id(row->name) == what->index &&
                attributes_is_valid_param(row, (float)what->number)) {
                uint32_t purpose = params_purpose(stage->entry.name, row->name);
                return attributes_find_param(p, profile_kinds[i], purpose);
            }
        }
    }
    return NULL;
}

static bool set_param(wend_world *world, uint32_t slot, const command *what) {
    profile *p = &world->profiles[wend_body_profile(agent_body(world, slot))];
    params_sampled *sampled = find_param(p, what);
    float value = (float)what->number;
    if (!sampled || (!sampled->values && value == sampled->constant)) {
        return true;
    }
    bool good = params_sampled_add_values(sampled, &world->memory, world->cold.capacity);
    profiles_link(world);
    if (good) {
        sampled->values[slot] = value;
    }
    return good;
}

static void resample(wend_world *world, uint32_t slot) {
    wend_body *body = agent_body(world, slot);
    for (uint32_t i = ATTRIBUTE_PREFERRED_SPEED; i < ATTRIBUTE_NUMBER_COUNT; i++) {
        if (world->cold.attributes[i]) {
            store_numbers(&world->cold, i)[slot] = NAN;
        }
    }
    body->radius = attributes_sample(world, wend_body_profile(body), slot);
    agent_update_one_sided(world, slot);
    replan(world, slot);
}

bool attributes_apply_command(wend_world *world, uint32_t slot, const command *what) {
    if (what->kind == COMMAND_RESAMPLE) {
        resample(world, slot);
        return true;
    }
    return what->kind == COMMAND_SET_PARAM ? set_param(world, slot, what)
                                           : set_attribute(world, slot, what);
}

void attributes_discard_command(wend_world *world, const command *what) {
    if (what->kind == COMMAND_SET_ATTRIBUTE && what->index == ATTRIBUTE_LABEL) {
        labels_drop(&world->labels, &world->memory, (uint32_t)what->bits);
    }
}

/* ---- Headings -------------------------------------------------------------------------------- */

static void turn_range(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    wend_world *world = context;
    float *headings = store_numbers(&world->cold, ATTRIBUTE_HEADING);
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *body = &world->bodies[i], *before = &world->spare[i];
        if (wend_body_flags(body) & WEND_BODY_GHOST) {
            continue;
        }
        wend_column rates =
            attribute_column(world, wend_body_profile(body), ATTRIBUTE_MAX_TURN_RATE);
        float rate = wend_column_at(rates, body->slot), *heading = &headings[body->slot];
        if (isnan(*heading) && rate < INFINITY) { /* first step with a turn rate limit */
            *heading = heading_of(&world->cold, before);
        }
        if (!isnan(*heading)) {
            *heading = heading_turn(*heading, body->velocity, rate * (float)world->dt);
        }
    }
}

void attributes_turn_headings(wend_world *world) {
    if (store_numbers(&world->cold, ATTRIBUTE_HEADING)) {
        task_run(&world->tasks, turn_range, world, world->body_count, WORLD_BLOCK);
    }
}
