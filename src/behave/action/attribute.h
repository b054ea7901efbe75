/* behave/action/attribute.h: what the actions that change an attribute share: their parameters, and
 * the undo that restores the old value. */
#ifndef BEHAVE_ACTION_ATTRIBUTE_H
#define BEHAVE_ACTION_ATTRIBUTE_H

#include <wend/behaviour.h>

typedef struct attribute_params {
    int32_t attribute; /* wend_attribute */
    wend_distribution value;
} attribute_params;

/* What undo needs. */
typedef struct attribute_saved {
    double before;
} attribute_saved;

static const char *const attribute_names[] = {
    "radius",        "preferred_speed", "max_speed", "max_acceleration",
    "max_turn_rate", "priority",        NULL};

/* The rows of the parameter table. */
#define ATTRIBUTE_ROWS(default_number, help_text)                                                  \
    {.name = "attribute",                                                                          \
     .type = WEND_PARAM_CHOICE,                                                                    \
     .offset = offsetof(attribute_params, attribute),                                              \
     .default_value = WEND_ATTRIBUTE_SPEED,                                                        \
     .unit = "",                                                                                   \
     .help = "the attribute that is changed",                                                      \
     .choices = attribute_names},                                                                  \
    {                                                                                              \
        .name = "value", .type = WEND_PARAM_DISTRIBUTION,                                          \
        .offset = offsetof(attribute_params, value), .default_value = (default_number),            \
        .unit = "1", .help = (help_text)                                                           \
    }

/* Returns the sample of the parameter `value`. */
static inline double attribute_sample(const wend_action_call *call) {
    return wend_action_sample(call, &((const attribute_params *)call->params)->value, 0);
}

/* Saves the present value, and returns it. */
static inline double attribute_save(const wend_action_call *call) {
    const attribute_params *params = (const attribute_params *)call->params;
    attribute_saved *saved = (attribute_saved *)call->saved;
    saved->before = wend_action_get_attribute(call, (wend_attribute)params->attribute);
    return saved->before;
}

static inline wend_result attribute_set(const wend_action_call *call, double value,
                                        wend_error *error) {
    const attribute_params *params = (const attribute_params *)call->params;
    return wend_action_change_attribute(call, (wend_attribute)params->attribute, value, error);
}

static inline wend_result attribute_restore(const wend_action_call *call, wend_error *error) {
    return attribute_set(call, ((const attribute_saved *)call->saved)->before, error);
}

#endif
