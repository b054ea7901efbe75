/* plan/weighted/path.h: paths of low cost through weighted triangles. */
#ifndef PLAN_WEIGHTED_PATH_H
#define PLAN_WEIGHTED_PATH_H

#include "plan/mesh/path.h"

typedef struct weighted_options {
    double eps; /* the relative excess of a path's cost over the optimum that is aimed at */
} weighted_options;

/* Finds a leg of a path: see mesh_search. The options are weighted_options. */
search_outcome weighted_find(const mesh_path *path, const target *to, search_path *out);

#endif
