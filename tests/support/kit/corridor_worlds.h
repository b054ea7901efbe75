/* Random worlds with a corridor map, clearances computed by brute force, and the ground on which,
 * according to GEOS, the centre of a disc may be. */
#ifndef SUPPORT_KIT_CORRIDOR_WORLDS_H
#define SUPPORT_KIT_CORRIDOR_WORLDS_H

#include "support/kit/disc_worlds.h"
#include <wend/world.h>

enum { CORRIDOR_DOORS = 4 };

typedef struct corridor_world {
    uint64_t seed;
    disc_world sampled;
    wend_world *world; /* contains the map under the name "corridor" */
    wend_map *map;
    wend_point origin;
    wend_obstacle doors[CORRIDOR_DOORS];
    uint64_t last_key; /* the largest key of any agent */
} corridor_world;

/* Makes the random world that `seed` determines, and adds its corridor map. */
void corridor_world_make(corridor_world *w, uint64_t seed, double dt,
                         const wend_registry *registry);
/* Does the same with at most CORRIDOR_DOORS doors of two points each. The doors are closed from the
 * start. */
void corridor_world_make_doors(corridor_world *w, uint64_t seed, double dt, wend_point (*ends)[2],
                               uint32_t count);
void corridor_world_end(corridor_world *w);

/* Returns the distance to the nearest wall, in m, by a search over all walls. */
double corridor_world_clearance(const corridor_world *w, wend_vec2 at);
/* Returns the smallest clearance along a straight leg, in m. */
double corridor_world_leg_clearance(const corridor_world *w, wend_vec2 a, wend_vec2 b);
/* Finds a random position on the ground, at least `clearance` m away from walls, on a grid of
 * 1/1024 m. */
bool corridor_world_sample_position(const corridor_world *w, dice *from, double clearance,
                                    wend_vec2 *out);

/* Adds an agent that walks from one position to another. Keys are 1, 2, ... in the order in which
 * agents are added. */
wend_agent corridor_world_agent(corridor_world *w, wend_profile profile, wend_vec2 from,
                                wend_vec2 to);

/* The part of the ground that is at least a given radius away from all walls. */
typedef struct inset_ground inset_ground;
inset_ground *inset_ground_make(const corridor_world *w, double radius);
void inset_ground_free(inset_ground *rest);
/* Returns the index of the part that contains a position, or -1 if no part contains it. */
int inset_ground_part(const inset_ground *rest, wend_vec2 at);

#endif
