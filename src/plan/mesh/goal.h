/* plan/mesh/goal.h: the last leg of a path through a mesh. */
#ifndef PLAN_MESH_GOAL_H
#define PLAN_MESH_GOAL_H

#include "plan/mesh/path.h"
#include "step/store.h"

/* Finds the shortest leg to a region that is grown by `margin` m. */
search_outcome mesh_path_find_region(mesh_path *path, const wend_region *region, uint32_t layer,
                                     double margin, search_path *out);

/* True if legs to a goal come from a tree. This depends only on the goal, the parameters and what
 * is blocked, so that the route of an agent does not depend on other agents. */
bool mesh_path_uses_tree(const mesh_path *path, uint32_t goal);

/* Adds the leg to a goal or, if there is none, to the reachable point nearest to it. */
search_outcome mesh_path_go_to_goal(mesh_path *path, const goal_record *goal);

#endif
