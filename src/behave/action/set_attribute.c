/* Action `set_attribute`: sets an attribute of the agent. Undo restores the value before. */
#include "behave/action/attribute.h"

static wend_result bind_set_attribute(const wend_binding *binding, void *bound, wend_error *error) {
    const attribute_params *params = bound;
    (void)binding;
    return wend_attribute_check((wend_attribute)params->attribute, &params->value, error);
}

static wend_result apply_set_attribute(const wend_action_call *call, wend_error *error) {
    attribute_save(call);
    return attribute_set(call, attribute_sample(call), error);
}

static const wend_param set_attribute_table[] = {
    ATTRIBUTE_ROWS(1.0, "the new value, in the unit of the attribute")};

const wend_action wend_action_set_attribute = {
    .entry = {WEND_HEAD(wend_action), .name = "set_attribute",
              .summary = "sets an attribute of the agent", .params = set_attribute_table,
              .param_count = sizeof set_attribute_table / sizeof *set_attribute_table,
              .params_size = sizeof(attribute_params)},
    .concerns_agents = true,
    .saved_size = sizeof(attribute_saved),
    .bind = bind_set_attribute,
    .apply = apply_set_attribute,
    .undo = attribute_restore,
};
