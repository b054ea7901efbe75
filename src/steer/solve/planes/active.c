/* Finds the neighbours that agents consider: the scalar version of active_lanes.h. */
#include "steer/solve/planes/active.h"

#include "base/kernels.h"
#include "step/internals.h"

void find_neighbours_scalar(const planes_call *call, neighbours_visit visit, void *context) {
    active_neighbours others;
    for (uint32_t k = 0; k < call->agents->range_count; k++) {
        wend_range range = call->agents->ranges[k];
        for (uint32_t i = range.begin; i < range.end; i++) {
            planes_find_neighbours(call, i, &others);
            visit(context, i, &others);
        }
    }
}

void find_neighbours_all(const planes_call *call, neighbours_visit visit, void *context) {
    static void (*const kernels[WEND_KERNEL_COUNT])(const planes_call *, neighbours_visit,
                                                    void *) = {KERNELS_ALL(find_neighbours)};
    kernels[call->view->internals->kernel](call, visit, context);
}
