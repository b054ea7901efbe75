/* Where agents start: what the ways of placing them share. */
#ifndef SCENARIO_PLACING_H
#define SCENARIO_PLACING_H

#include "place/discs.h"
#include "scenario/scenario.h"
#include "scenario/shape.h"

typedef struct placing {
    wend_scenario *s;
    reader *r;
    place_grid grid;     /* everyone placed so far */
    uint32_t *key_order; /* agents in the order in which they were placed */
} placing;

/* The radius of an agent, drawn here because places depend on it; the world takes it as given. */
double placing_radius(const wend_distribution *radius, uint64_t seed, uint64_t key);

/* Agent `index` of a group, without a place yet. */
wend_agent_def *placing_start(const placing *p, const scenario_group *group, uint32_t index);
/* Enters an agent that has its place. */
void placing_keep(placing *p, const wend_agent_def *agent);
/* Whether it lies beyond the end of the world, which is a failure. */
bool placing_is_too_far(placing *p, const wend_agent_def *agent, const node *at);
/* Whether a place is on walkable ground, with `radius` clear of walls. */
bool placing_is_clear(const wend_scenario *s, wend_point position, uint32_t layer, double radius);

/* Reads the shape with an area that a mapping has, or takes the whole space: `corners` holds two
 * points for that. False after a failure. */
bool placing_region(const wend_scenario *s, reader *r, const node *mapping,
                    const format_table *table, wend_point *corners, shape *out);

/* Puts agents at places as even as there is room for, at random (scatter.c). */
void scatter_group(placing *p, const scenario_group *group, const node *random);

#endif
