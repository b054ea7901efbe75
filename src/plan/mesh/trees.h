/* plan/mesh/trees.h: the path trees of a planner, one for each goal that many agents may share.
 *
 * Before agents plan, the planner notes the polygons from which they start; then missing trees are
 * built in parallel. Trees are kept as long as the map, the goal and what is blocked stay the same,
 * up to a limit of memory. Whether a tree was kept, and for which starts it was built, does not
 * change any path. */
#ifndef PLAN_MESH_TREES_H
#define PLAN_MESH_TREES_H

#include "plan/mesh/path.h"
#include "plan/tree/tree.h"
#include "step/goal_regions.h"

typedef struct mesh_trees mesh_trees;

/* Returns NULL when out of memory. */
mesh_trees *mesh_trees_create(const wend_allocator *allocator);
void mesh_trees_destroy(mesh_trees *trees);

/* Begins the planning of a step: drops trees that have not been used for long. */
void mesh_trees_begin(mesh_trees *trees, uint64_t step);

/* Sets the map for this step: drops all trees if it is not the map of the step before. */
void mesh_trees_set_map(mesh_trees *trees, uint32_t map, uint32_t generation);

/* Notes that a path to a goal starts at `path->at`. */
void mesh_trees_note(mesh_trees *trees, const mesh_path *path, uint32_t goal);

/* Returns the number of trees to build. */
uint32_t mesh_trees_count_tasks(mesh_trees *trees);

/* Returns the obstacle classes that block the agents of a tree. */
uint32_t mesh_trees_classes(const mesh_trees *trees, uint32_t task);

/* Builds a tree. The ground must have been prepared for those classes. */
void mesh_trees_build(mesh_trees *trees, uint32_t task, const search_ground *ground);

/* Finds the shortest leg from `path->at` to a goal in its tree. Returns SEARCH_LIMIT if there is no
 * tree that contains the start. */
search_outcome mesh_trees_find(const mesh_trees *trees, mesh_path *path, uint32_t goal,
                               search_path *out);

#endif
