/* plan/tree/nodes.h: the data of a path tree. */
#ifndef PLAN_TREE_NODES_H
#define PLAN_TREE_NODES_H

#include "plan/polyanya/nodes.h"
#include "plan/tree/tree.h"

/* How a path begins (path_tree_link.over): straight, or around the left or right end of the
 * interval of its node. */
enum { OVER_NOTHING, OVER_LEFT, OVER_RIGHT };

/* What a path from a start may use first. */
typedef struct tree_entry {
    double f; /* m: lower bound on the length of all paths that use it */
    /* A path from a start p that uses it has at least the length g + |root - p|. If no such bound
     * is known, g is negative. */
    double g;
    wend_point root;
    uint32_t number; /* a node; from node_count on: node_count plus the number of a source */
} tree_entry;

/* A tree and its arrays occupy one block of memory.
 *
 * Cells group what a path from a start may use first. Polygon p has cell p: the nodes that enter p,
 * and the sources in p. Corner fan k has cell polygon_count + k: the nodes that enter the fan and
 * cross it in one step. */
struct path_tree {
    wend_allocator allocator;
    size_t size; /* bytes */
    const navmesh_level *level;
    node *nodes;
    search_source *sources;
    wend_point *points;  /* the points of all sources */
    uint32_t *starts;    /* by cell: index of its first entry; one more than there are cells */
    tree_entry *entries; /* by cell, in ascending order of f */
    uint32_t node_count, source_count;
    double covered; /* m: no path up to this length is missing */
};

/* Returns the cell that a node enters; NAVMESH_NONE if no shortest path begins with the node. */
static inline uint32_t tree_cell(const navmesh_level *level, const node *n) {
    return n->flags & DOMINATED   ? NAVMESH_NONE
           : n->flags & FAN_ENTRY ? level->polygon_count + level->fan_of[n->polygon]
                                  : n->polygon;
}

/* Returns a search for functions of plan/polyanya that need only the level and the sources. */
static inline search tree_search(const path_tree *tree) {
    return (search){.level = tree->level, .sources = tree->sources};
}

#endif
