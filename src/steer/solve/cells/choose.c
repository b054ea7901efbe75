/* The choice of one agent among its options; see cellular.c. */
#include "steer/solve/cells/choose.h"

#include "steer/solve/cells/transition.h"

double cells_random(const wend_view *view, uint32_t index, uint32_t purpose) {
    return (double)(wend_view_random(view, index, purpose) >> 11) * 0x1p-53;
}

void cells_weigh(const cells_options *options, uint32_t free, double p[MOST_OPTIONS]) {
    transition_probabilities(options->scores, options->count, free, p);
}

uint32_t cells_choose(const cells_call *call, const cells_agent *agent,
                      const cells_options *options, double *p) {
    cells_others others;
    double all[MOST_OPTIONS];
    cells_find_others(call, agent, &others);
    cells_weigh(options, cells_find_free(call, agent, &others, options), all);
    double u = cells_random(call->view, agent->index, CELLS_RANDOM_CHOICE);
    uint32_t option = transition_draw(all, options->count, u);
    *p = option < options->count ? all[option] : 0.0;
    return option;
}
