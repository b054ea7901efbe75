/* Fixed scenes in which agents stood still forever or passed through each other. */
#ifndef SUPPORT_KIT_ARRIVAL_NAMED_H
#define SUPPORT_KIT_ARRIVAL_NAMED_H

#include <stdbool.h>
#include <stdint.h>

typedef struct arrival_scene {
    const char *name; /* a few words */
    const char *text; /* the scenario */
    uint32_t agents;
    double limit;  /* s: for all agents; 10 x the slowest agent's free travel time + 5 s */
    bool arrives;  /* false: some may not, unless the planner knows about standing agents */
    bool mirrored; /* few agents that mirror each other: every model must pass, not only the best */
} arrival_scene;

extern const arrival_scene arrival_scenes[];
extern const uint32_t arrival_scene_count;

#endif
