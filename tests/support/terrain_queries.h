/* Weighted paths through random terrain worlds (support/terrain_worlds.h), without a world of
 * agents. */
#ifndef TESTS_SUPPORT_TERRAIN_QUERIES_H
#define TESTS_SUPPORT_TERRAIN_QUERIES_H

#include "plan/weighted/path.h"
#include "step/empty_view.h"
#include "support/spaces.h"
#include "support/terrain_worlds.h"

typedef struct terrain_query {
    terrain_world *world;
    wend_space *space;
    wend_map *map;
    empty_view empty;
    float weights[TERRAIN_TYPES];
    mesh_path path;
    weighted_options options;
} terrain_query;

/* Begins queries in a world, with eps = 0.01. Takes over the world. */
void terrain_query_begin(terrain_query *q, terrain_world *world);
/* Frees the world and everything that the queries used. */
void terrain_query_end(terrain_query *q);

/* Sets the weights and the start of the next path. */
void terrain_query_set(terrain_query *q, wend_vec2 from);
/* Finds a path between two points. Returns its cost; INFINITY if there is none. */
double terrain_query_find(terrain_query *q, wend_vec2 from, wend_vec2 to, search_path *leg);

/* Returns a random point of a world: usually anywhere, sometimes a vertex or the middle of an edge.
 */
wend_vec2 terrain_query_sample(dice *random, const terrain_world *world);

#endif
