/* plan/tree/tree.h: the shortest paths from all points of a level to one goal, found by one
 * search backwards from the goal.
 *
 * The turning points of these paths form a tree whose root is the goal: behind a turning point, all
 * paths through it are the same. A tree is built once and answers the queries of all agents with
 * that goal. */
#ifndef PLAN_TREE_TREE_H
#define PLAN_TREE_TREE_H

#include "plan/polyanya/search.h"

typedef struct path_tree path_tree;

/* What a tree is built for. */
typedef struct path_tree_def {
    const search_ground *ground; /* without doors that the mesh does not contain */
    const target *parts;         /* the parts of the goal */
    uint32_t part_count;
    const uint32_t *polygons; /* the polygons in which the starts of all queries lie */
    uint32_t polygon_count;
    wend_allocator allocator; /* for the tree itself */
} path_tree_def;

/* Builds a tree that answers all queries from the given polygons. Returns SEARCH_NONE if the goal
 * does not meet the level, SEARCH_LIMIT if the node limit of the ground is reached, and
 * SEARCH_NO_MEMORY. */
search_outcome path_tree_build(const path_tree_def *def, path_tree **out);
void path_tree_destroy(path_tree *tree);

/* Returns the size of a tree in bytes. */
size_t path_tree_size(const path_tree *tree);

/* Finds the path from one start that a tree would find, without a tree. `length` is the length of
 * the shortest path. Returns the same as path_tree_find; the points are in a worker buffer. */
search_outcome path_tree_search(const search_ground *ground, const target *parts,
                                uint32_t part_count, search_start from, double length,
                                search_path *out);

/* The first part of a path: how a start is connected to the tree. */
typedef struct path_tree_link {
    double length;      /* m: length of the whole path */
    uint32_t node;      /* number of a node of the tree */
    uint32_t polygon;   /* polygon that contains the start and that the node enters */
    uint32_t at, first; /* on a vertex chain: the vertex where the path meets the chain, and, if
                           `around` is true, the vertex where it leaves the start's fan */
    uint8_t over;       /* the end of the node's interval that the path goes around (find.c) */
    bool around;        /* true if the path passes the chain of the corner fan that has the start */
} path_tree_link;

/* Finds the shortest path from a start to the goal. Returns SEARCH_NONE if there is none, and
 * SEARCH_LIMIT if the tree was not built for the polygon of the start and does not reach far
 * enough. The result depends only on the level, the start and the goal, not on the polygons that
 * the tree was built for. */
search_outcome path_tree_find(const path_tree *tree, search_start from, path_tree_link *out);

/* A number of points that no path exceeds: the path is never cut. */
#define PATH_TREE_WHOLE UINT32_MAX

/* Writes the points of a path after its start to a worker buffer: all points, or, if there are more
 * than `max_points`, at most so many of the first ones. */
search_outcome path_tree_path(const path_tree *tree, const search_ground *ground, search_start from,
                              const path_tree_link *link, uint32_t max_points, search_path *out);

#endif
