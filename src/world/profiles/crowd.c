/* Finds out which entries of a profile avoid crowds, and checks that the world can serve them. */
#include <string.h>

#include "base/error.h"
#include "world/world.h"

/* Returns how much an entry avoids crowds: the value of its parameter for that, or 0. */
static double crowd_of(const profile_stage *stage) {
    const wend_entry *entry = stage->stage ? &stage->stage->entry : NULL;
    const char *name = stage->stage ? stage->stage->crowd_param : NULL;
    double crowd = 0.0;
    for (uint32_t i = 0; name && i < entry->param_count; i++) {
        if (strcmp(entry->params[i].name, name) == 0) {
            memcpy(&crowd, (const char *)stage->block.params + entry->params[i].offset,
                   sizeof crowd);
        }
    }
    return crowd;
}

wend_result profile_check_crowd(const wend_world *world, profile *made, wend_error *error) {
    for (int i = 0; i < PROFILE_STAGES; i++) {
        const profile_stage *stage = &made->stages[i];
        double crowd = crowd_of(stage);
        if (crowd > 0.0 && !world->density.values) {
            return error_set(error, WEND_ERROR_INVALID,
                             "'%s' has %s %g, but the world does not record how crowded the ground "
                             "is: set density_cell (in a scenario, the key `density`), or leave "
                             "out %s",
                             stage->stage->entry.name, stage->stage->crowd_param, crowd,
                             stage->stage->crowd_param);
        }
    }
    made->crowd = crowd_of(&made->stages[PROFILE_PLAN]);
    return WEND_OK;
}
