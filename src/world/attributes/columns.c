/* Attributes of agents: columns that exist only if they are needed.
 *
 * A profile defines how numbers are sampled. While all numbers are constants, nothing is stored per
 * agent. The first value that differs from the constant of the agent's profile creates a column for
 * all agents. Cost: O(slots) to create a column; O(parameters) for an agent that enters or changes
 * its profile. */
#include "world/attributes/attributes.h"

#include <math.h>
#include <string.h>

#include "step/heading.h"
#include "world/world.h"

static const double no_limit = 1e300;

const attribute_info attribute_infos[ATTRIBUTE_COUNT] = {
    [ATTRIBUTE_RADIUS] = {"radius", "m", "its radius must be 0 or lie between 0.01 and 100 m", 0, 0,
                          0.01, 100.0, false},
    [ATTRIBUTE_PREFERRED_SPEED] = {"preferred_speed", "m/s",
                                   "its preferred_speed must be NAN or lie between 0 and 100 m/s",
                                   sizeof(float), 0xff, 0.0, 100.0, false},
    [ATTRIBUTE_MAX_SPEED] = {"max_speed", "m/s",
                             "its max_speed must be NAN or lie between 0 and 100 m/s",
                             sizeof(float), 0xff, 0.0, 100.0, false},
    [ATTRIBUTE_MAX_ACCELERATION] = {"max_acceleration", "m/s^2",
                                    "its max_acceleration must be NAN, INFINITY or lie between "
                                    "0.001 and 1e6 m/s^2",
                                    sizeof(float), 0xff, 1e-3, 1e6, true},
    [ATTRIBUTE_MAX_TURN_RATE] = {"max_turn_rate", "rad/s",
                                 "its max_turn_rate must be NAN, INFINITY or lie between 0 and "
                                 "1000 rad/s",
                                 sizeof(float), 0xff, 0.0, 1000.0, true},
    [ATTRIBUTE_HEADING] = {"heading", "rad", "its heading must be NAN or a finite angle in rad",
                           sizeof(float), 0xff, -no_limit, no_limit, false},
    [ATTRIBUTE_CLASS_MASK] = {"class_mask", "1", NULL, sizeof(uint32_t), 0xff, 0.0, 0.0, false},
    [ATTRIBUTE_PRIORITY] = {"priority", "1", NULL, sizeof(int32_t), 0, INT32_MIN, INT32_MAX, false},
    [ATTRIBUTE_LABEL] = {"label", "1", NULL, sizeof(uint32_t), 0xff, 0.0, 0.0, false},
    [ATTRIBUTE_USER] = {"user", "1", NULL, sizeof(uint64_t), 0, 0.0, 0.0, false},
    [ATTRIBUTE_DELAY] = {"delay", "s", "its delay must lie between 0 and 1e6 s", sizeof(double), 0,
                         0.0, WEND_MAX_AGENT_DELAY, false}};

/* ---- Values ---------------------------------------------------------------------------------- */

bool attributes_is_valid(uint32_t which, double value) {
    const attribute_info *info = &attribute_infos[which];
    return (value >= info->minimum && value <= info->maximum) ||
           (info->may_be_infinite && value == (double)INFINITY) ||
           (which == ATTRIBUTE_HEADING && isnan(value));
}

/* Gets the numbers given in a def; NAN for each number that is not given. */
static void numbers_of(const wend_agent_def *def, double numbers[ATTRIBUTE_HEADING + 1]) {
    numbers[ATTRIBUTE_RADIUS] = def->radius == 0.0 ? (double)NAN : def->radius;
    numbers[ATTRIBUTE_PREFERRED_SPEED] = def->preferred_speed;
    numbers[ATTRIBUTE_MAX_SPEED] = def->max_speed;
    numbers[ATTRIBUTE_MAX_ACCELERATION] = def->max_acceleration;
    numbers[ATTRIBUTE_MAX_TURN_RATE] = def->max_turn_rate;
    numbers[ATTRIBUTE_HEADING] = def->heading;
}

const char *attributes_find_fault(const wend_agent_def *def) {
    double numbers[ATTRIBUTE_HEADING + 1];
    numbers_of(def, numbers);
    if (isnan(def->radius)) {
        return attribute_infos[ATTRIBUTE_RADIUS].fault_text;
    }
    for (uint32_t i = 0; i <= ATTRIBUTE_HEADING; i++) {
        if (!isnan(numbers[i]) && !attributes_is_valid(i, numbers[i])) {
            return attribute_infos[i].fault_text;
        }
    }
    if (!attributes_is_valid(ATTRIBUTE_DELAY, def->delay)) {
        return attribute_infos[ATTRIBUTE_DELAY].fault_text;
    }
    if (def->label && strlen(def->label) > WEND_MAX_NAME) {
        return "its label has more than 255 bytes";
    }
    return NULL;
}

/* ---- Columns --------------------------------------------------------------------------------- */

static bool is_live(const wend_world *world, uint32_t slot) {
    return world->cold.body[slot] < STORE_QUEUED;
}

bool attributes_create_column(wend_world *world, uint32_t which) {
    cold_store *cold = &world->cold;
    const attribute_info *info = &attribute_infos[which];
    if (cold->attributes_used >> which & 1U) {
        return true;
    }
    if (cold->capacity > 0) {
        void *column = memory_get(&world->memory, cold->capacity * info->size);
        if (!column) {
            return false;
        }
        memset(column, (int)info->fill, cold->capacity * info->size);
        cold->attributes[which] = column;
    }
    cold->attributes_used |= 1U << which;
    for (uint32_t slot = 0; slot < cold->used && which < ATTRIBUTE_NUMBER_COUNT; slot++) {
        if (is_live(world, slot)) {
            uint32_t index = wend_body_profile(agent_body(world, slot));
            store_numbers(cold, which)[slot] = world->profiles[index].numbers[which].constant;
        }
    }
    profiles_link(world);
    return true;
}

void attributes_clear(wend_world *world, uint32_t slot) {
    for (uint32_t i = 0; i < ATTRIBUTE_COUNT && world->cold.attributes_used; i++) {
        size_t size = attribute_infos[i].size;
        if (world->cold.attributes[i]) {
            memset((char *)world->cold.attributes[i] + slot * size, (int)attribute_infos[i].fill,
                   size);
        }
    }
}

void attributes_drop_label(wend_world *world, uint32_t slot) {
    uint32_t *labels = world->cold.attributes[ATTRIBUTE_LABEL];
    if (labels) {
        labels_drop(&world->labels, &world->memory, labels[slot]);
        labels[slot] = LABEL_NONE;
    }
}

void attributes_note_speed(wend_world *world, float max_speed) {
    if (max_speed > world->fastest_attribute) {
        world->fastest_attribute = max_speed;
        profiles_link(world);
    }
}

bool attributes_set_number(wend_world *world, uint32_t slot, uint32_t which, float value,
                           float default_value) {
    cold_store *cold = &world->cold;
    bool same = value == default_value || (isnan(value) && isnan(default_value));
    if (!cold->attributes[which] && same) {
        return true;
    }
    if (!attributes_create_column(world, which)) {
        return false;
    }
    store_numbers(cold, which)[slot] = value;
    if (which == ATTRIBUTE_MAX_SPEED) {
        attributes_note_speed(world, value);
        renewals_hurry(world, slot);
    }
    return which != ATTRIBUTE_MAX_TURN_RATE || attributes_create_column(world, ATTRIBUTE_HEADING);
}

bool attributes_set_class_mask(wend_world *world, uint32_t slot, uint32_t mask) {
    if (!world->cold.attributes[ATTRIBUTE_CLASS_MASK] && mask == WEND_ALL_CLASSES) {
        return true;
    }
    bool good = attributes_create_column(world, ATTRIBUTE_CLASS_MASK);
    uint32_t *column = world->cold.attributes[ATTRIBUTE_CLASS_MASK];
    if (good && column) {
        column[slot] = mask | 1U;
    }
    return good;
}

bool attributes_set_priority(wend_world *world, uint32_t slot, int32_t priority) {
    if (!world->cold.attributes[ATTRIBUTE_PRIORITY] && priority == 0) {
        return true;
    }
    bool good = attributes_create_column(world, ATTRIBUTE_PRIORITY);
    int32_t *column = world->cold.attributes[ATTRIBUTE_PRIORITY];
    if (good && column) {
        column[slot] = priority;
    }
    return good;
}

bool attributes_set_user(wend_world *world, uint32_t slot, uint64_t user) {
    if (!world->cold.attributes[ATTRIBUTE_USER] && user == 0) {
        return true;
    }
    bool good = attributes_create_column(world, ATTRIBUTE_USER);
    uint64_t *column = world->cold.attributes[ATTRIBUTE_USER];
    if (good && column) {
        column[slot] = user;
    }
    return good;
}

bool attributes_set_delay(wend_world *world, uint32_t slot, double delay) {
    if (!world->cold.attributes[ATTRIBUTE_DELAY] && delay == 0.0) {
        return true;
    }
    bool good = attributes_create_column(world, ATTRIBUTE_DELAY);
    double *column = world->cold.attributes[ATTRIBUTE_DELAY];
    if (good && column) {
        column[slot] = delay;
    }
    return good;
}

bool attributes_set_label(wend_world *world, uint32_t slot, uint32_t label) {
    if (!world->cold.attributes[ATTRIBUTE_LABEL] && label == LABEL_NONE) {
        return true;
    }
    if (!attributes_create_column(world, ATTRIBUTE_LABEL)) {
        return false;
    }
    attributes_drop_label(world, slot);
    ((uint32_t *)world->cold.attributes[ATTRIBUTE_LABEL])[slot] = label;
    return true;
}

bool attributes_set_from_def(wend_world *world, uint32_t slot, const wend_agent_def *def,
                             uint32_t index) {
    double numbers[ATTRIBUTE_HEADING + 1];
    numbers_of(def, numbers);
    const profile *p = &world->profiles[index];
    bool good = attributes_set_class_mask(world, slot, def->class_mask) &&
                attributes_set_priority(world, slot, def->priority) &&
                attributes_set_user(world, slot, def->user) &&
                attributes_set_delay(world, slot, def->delay);
    for (uint32_t i = ATTRIBUTE_PREFERRED_SPEED; i < ATTRIBUTE_NUMBER_COUNT && good; i++) {
        good = isnan(numbers[i]) ||
               attributes_set_number(world, slot, i, (float)numbers[i], p->numbers[i].constant);
    }
    good = good && (isnan(def->heading) || attributes_set_number(world, slot, ATTRIBUTE_HEADING,
                                                                 heading_wrap(def->heading), NAN));
    uint32_t label = LABEL_NONE;
    if (!good || !labels_take(&world->labels, &world->memory, def->label, &label)) {
        return false;
    }
    good = attributes_set_label(world, slot, label);
    if (!good) {
        labels_drop(&world->labels, &world->memory, label);
    }
    return good;
}
