/* Fixed scenes in which agents stood still for ever or passed through each other. */
#ifndef SUPPORT_KIT_ARRIVAL_NAMED_H
#define SUPPORT_KIT_ARRIVAL_NAMED_H

#include <stdbool.h>
#include <stdint.h>

typedef struct arrival_scene {
    const char *name; /* of a few words */
    const char *text; /* the scenario */
    uint32_t agents;
    double limit;  /* s: for all agents; 10 times the free travel time of the slowest one and 5 s */
    bool arrives;  /* false: without a planner that knows of standing agents some may not */
    bool mirrored; /* few agents that mirror each other: every model passes, not only the best */
} arrival_scene;

extern const arrival_scene arrival_scenes[];
extern const uint32_t arrival_scene_count;

#endif
