/* Action `offset_attribute`: adds a number to an attribute of the agent. Undo restores the value
 * before. */
#include "behave/action/attribute.h"

static wend_result apply_offset_attribute(const wend_action_call *call, wend_error *error) {
    double before = attribute_save(call);
    return attribute_set(call, before + attribute_sample(call), error);
}

static const wend_param offset_attribute_table[] = {
    ATTRIBUTE_ROWS(0.0, "the number that is added, in the unit of the attribute")};

const wend_action wend_action_offset_attribute = {
    .entry = {WEND_HEAD(wend_action), .name = "offset_attribute",
              .summary = "adds a number to an attribute of the agent",
              .params = offset_attribute_table,
              .param_count = sizeof offset_attribute_table / sizeof *offset_attribute_table,
              .params_size = sizeof(attribute_params)},
    .concerns_agents = true,
    .saved_size = sizeof(attribute_saved),
    .apply = apply_offset_attribute,
    .undo = attribute_restore,
};
