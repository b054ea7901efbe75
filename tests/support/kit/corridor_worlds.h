/* Random worlds with a corridor map, their clearances by brute force, and the ground that GEOS
 * leaves to the centre of a disc. */
#ifndef SUPPORT_KIT_CORRIDOR_WORLDS_H
#define SUPPORT_KIT_CORRIDOR_WORLDS_H

#include "support/kit/disc_worlds.h"
#include <wend/world.h>

enum { CORRIDOR_DOORS = 4 };

typedef struct corridor_world {
    uint64_t seed;
    disc_world sampled;
    wend_world *world; /* with the map, named "corridor" */
    wend_map *map;
    wend_point origin;
    wend_obstacle doors[CORRIDOR_DOORS];
    uint64_t last_key; /* of agents */
} corridor_world;

/* Makes the world of a seed and adds its corridor map. */
void corridor_world_make(corridor_world *w, uint64_t seed, double dt,
                         const wend_registry *registry);
/* Does the same with at most CORRIDOR_DOORS doors of two points each, closed from the start. */
void corridor_world_make_doors(corridor_world *w, uint64_t seed, double dt, wend_point (*ends)[2],
                               uint32_t count);
void corridor_world_end(corridor_world *w);

/* Returns the distance to the nearest of all walls, in m. */
double corridor_world_clearance(const corridor_world *w, wend_vec2 at);
/* Returns the least clearance along a straight leg, in m. */
double corridor_world_leg_clearance(const corridor_world *w, wend_vec2 a, wend_vec2 b);
/* Finds a random position of the ground with at least `clearance` m to walls, on a grid of 1/1024
 * m. */
bool corridor_world_sample_position(const corridor_world *w, dice *from, double clearance,
                                    wend_vec2 *out);

/* Adds an agent that walks from one position to another; keys are 1, 2, ... in the order of adding.
 */
wend_agent corridor_world_agent(corridor_world *w, wend_profile profile, wend_vec2 from,
                                wend_vec2 to);

/* The ground without everything nearer than a radius to a wall. */
typedef struct inset_ground inset_ground;
inset_ground *inset_ground_make(const corridor_world *w, double radius);
void inset_ground_free(inset_ground *rest);
/* Returns the number of the part that contains a position, from 0, or -1 if there is none. */
int inset_ground_part(const inset_ground *rest, wend_vec2 at);

#endif
