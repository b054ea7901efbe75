/* Action `block_class`: an obstacle class blocks the agent from now on, or no longer does. Undo
 * restores this bit of the agent's class mask. */
#include <wend/behaviour.h>
#include <wend/space.h>

typedef struct block_params {
    int64_t obstacle_class;
    bool blocks;
} block_params;

typedef struct block_saved {
    uint32_t bit; /* of the mask before */
} block_saved;

static uint32_t bit_of(const wend_action_call *call) {
    return UINT32_C(1) << ((const block_params *)call->params)->obstacle_class;
}

static wend_result apply_block(const wend_action_call *call, wend_error *error) {
    const block_params *params = call->params;
    uint32_t mask = wend_action_get_class_mask(call), bit = bit_of(call);
    ((block_saved *)call->saved)->bit = mask & bit;
    return wend_action_change_class_mask(call, params->blocks ? mask | bit : mask & ~bit, error);
}

static wend_result undo_block(const wend_action_call *call, wend_error *error) {
    uint32_t mask = wend_action_get_class_mask(call), bit = bit_of(call);
    uint32_t before = ((const block_saved *)call->saved)->bit & bit;
    return wend_action_change_class_mask(call, (mask & ~bit) | before, error);
}

static const wend_param block_table[] = {
    {.name = "class",
     .type = WEND_PARAM_INTEGER,
     .offset = offsetof(block_params, obstacle_class),
     .default_value = 1.0,
     .minimum = 1.0,
     .maximum = 31.0,
     .unit = "1",
     .help = "the obstacle class"},
    {.name = "blocks",
     .type = WEND_PARAM_BOOL,
     .offset = offsetof(block_params, blocks),
     .default_value = 1.0,
     .unit = "",
     .help = "true: walls of the class block the agent; false: they do not"}};

const wend_action wend_action_block_class = {
    .entry = {WEND_HEAD(wend_action), .name = "block_class",
              .summary = "lets an obstacle class block the agent, or not", .params = block_table,
              .param_count = sizeof block_table / sizeof *block_table,
              .params_size = sizeof(block_params)},
    .concerns_agents = true,
    .saved_size = sizeof(block_saved),
    .apply = apply_block,
    .undo = undo_block,
};
