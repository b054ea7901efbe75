/* Fixed scenes in which agents once stood still forever or passed through each other. */
#ifndef SUPPORT_KIT_ARRIVAL_NAMED_H
#define SUPPORT_KIT_ARRIVAL_NAMED_H

#include <stdbool.h>
#include <stdint.h>

typedef struct arrival_scene {
    const char *name; /* a description of a few words */
    const char *text; /* the scenario file as text */
    uint32_t agents;
    /* s: time limit for all agents, 10 x the slowest agent's free travel time + 5 s. */
    double limit;
    bool arrives;  /* false: some agents may not arrive, unless the planner knows about standing
                      agents */
    bool mirrored; /* true: few agents, placed symmetrically; all models must pass, not only the
                      best */
} arrival_scene;

extern const arrival_scene arrival_scenes[];
extern const uint32_t arrival_scene_count;

#endif
