/* Random worlds with a corridor map, what brute force says of them, and the ground that GEOS leaves
 * to the centre of a disc. */
#ifndef SUPPORT_KIT_CORRIDOR_WORLDS_H
#define SUPPORT_KIT_CORRIDOR_WORLDS_H

#include "support/kit/disc_worlds.h"
#include <wend/world.h>

enum { CORRIDOR_DOORS = 4 };

typedef struct corridor_world {
    uint64_t seed;
    disc_world drawn;
    wend_world *world; /* with the map, named "corridor" */
    wend_map *map;
    wend_point origin;
    wend_obstacle doors[CORRIDOR_DOORS];
    uint64_t last_key; /* of agents */
} corridor_world;

/* Draws the world of a seed and puts its corridor map there. */
void corridor_world_make(corridor_world *w, uint64_t seed, double dt,
                         const wend_registry *registry);
/* The same with doors of two points each, at most CORRIDOR_DOORS, shut from the beginning. */
void corridor_world_make_doors(corridor_world *w, uint64_t seed, double dt, wend_point (*ends)[2],
                               uint32_t count);
void corridor_world_end(corridor_world *w);

/* m: to the nearest wall, of all. */
double corridor_world_clearance(const corridor_world *w, wend_vec2 at);
/* m: the least along a straight leg. */
double corridor_world_leg(const corridor_world *w, wend_vec2 a, wend_vec2 b);
/* A random place of the ground with at least so much clearance, on a grid of 1/1024 m. */
bool corridor_world_place(const corridor_world *w, dice *from, double clearance, wend_vec2 *out);

/* An agent that goes from one place to another; keys are 1, 2 .. in the order of adding. */
wend_agent corridor_world_agent(corridor_world *w, wend_profile profile, wend_vec2 from,
                                wend_vec2 to);

/* The ground without what is nearer than a radius to a wall. */
typedef struct corridor_rest corridor_rest;
corridor_rest *corridor_rest_make(const corridor_world *w, double radius);
void corridor_rest_free(corridor_rest *rest);
/* The part of it that holds a place, from 0; -1: none. */
int corridor_rest_part(const corridor_rest *rest, wend_vec2 at);

#endif
