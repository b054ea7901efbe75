/* Action `scale_attribute`: multiplies an attribute of the agent by a factor. Undo restores the
 * value before. */
#include "behave/action/attribute.h"

static wend_result apply_scale_attribute(const wend_action_call *call, wend_error *error) {
    double before = attribute_save(call);
    return attribute_set(call, before * attribute_sample(call), error);
}

static const wend_param scale_attribute_table[] = {ATTRIBUTE_ROWS(1.0, "the factor")};

const wend_action wend_action_scale_attribute = {
    .entry = {WEND_HEAD(wend_action), .name = "scale_attribute",
              .summary = "multiplies an attribute of the agent by a factor",
              .params = scale_attribute_table,
              .param_count = sizeof scale_attribute_table / sizeof *scale_attribute_table,
              .params_size = sizeof(attribute_params)},
    .concerns_agents = true,
    .saved_size = sizeof(attribute_saved),
    .apply = apply_scale_attribute,
    .undo = attribute_restore,
};
