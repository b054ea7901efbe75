/* plan/around/visibility_graph.h: the visibility graph around obstacles that stand still and block
 * a path. */
#ifndef PLAN_AROUND_VISIBILITY_GRAPH_H
#define PLAN_AROUND_VISIBILITY_GRAPH_H

#include <wend/model.h>
#include <wend/world.h>

#include "step/standing.h"

enum {
    BYPASS_JOINTS = 12, /* largest number of joints before the obstacles, and after them */
    BYPASS_AROUND = 2 * WEND_MAX_POLYGON, /* largest number of points around one obstacle */
    BYPASS_CORNERS = 384,                 /* largest number of points around all obstacles */
    BYPASS_NODES = 2 * BYPASS_JOINTS + BYPASS_CORNERS
};

typedef enum bypass_kind { BYPASS_ENTRY, BYPASS_CORNER, BYPASS_EXIT } bypass_kind;

typedef struct bypass_node {
    wend_location location;
    bypass_kind kind;
    uint32_t vertex; /* for a joint: index of its vertex on the path */
    uint32_t parent; /* the previous node on the path found, or WEND_NONE */
    double g;        /* m: cost from the first joint; INFINITY if not reached yet */
    double rest;     /* m: for an exit, the length of the old path from here to the last exit */
    bool closed;
} bypass_node;

typedef struct bypass_graph {
    const wend_view *view;
    uint32_t worker;
    double radius;
    wend_location *path; /* vertices of the old path; vertex 0 is the start */
    uint32_t last;       /* index of the last vertex */
    uint32_t *obstacles; /* indices of the obstacles in the graph */
    uint32_t obstacle_count;
    bool *in_graph;  /* true for each obstacle that is in the graph */
    uint32_t checks; /* number of visibility checks so far */
    bypass_node *nodes;
    uint32_t count;
} bypass_graph;

/* Returns which ends of a leg may be nearer to an obstacle than the radius. Only the start and the
 * end of the whole path may be. */
static inline uint32_t bypass_ends(uint32_t from, uint32_t to, uint32_t last) {
    return (from == 0 ? STANDING_AT_START : 0U) | (to == last ? STANDING_AT_END : 0U);
}

/* Returns the first obstacle that blocks the leg that begins at a vertex; WEND_NONE if there is
 * none. */
uint32_t bypass_find_blocker(const bypass_graph *b, uint32_t from);

/* True if the disc has room at a vertex. */
bool bypass_is_open(const bypass_graph *b, uint32_t vertex);

/* True if the searches have reached their limit, so that a path may exist although none was found.
 */
bool bypass_has_given_up(const bypass_graph *b);

/* Finds the shortest path around the obstacles that block the legs from vertex `first` to vertex
 * `behind`. The new path leaves the old path at vertex `begin` or later. Returns the last node of
 * the new path; the `parent` links lead from there back to its first node. Returns WEND_NONE if
 * there is no path. */
uint32_t bypass_search(bypass_graph *b, uint32_t first, uint32_t behind, uint32_t begin);

#endif
