/* plan/polyanya/opening.h: opens search nodes behind the edges of a polygon. */
#ifndef PLAN_POLYANYA_OPENING_H
#define PLAN_POLYANYA_OPENING_H

#include "plan/polyanya/nodes.h"

/* The root of successors: a turning point at an end of the interval, or the node's own root. */
typedef struct turning_point {
    wend_point at;
    uint32_t vertex;
    double g;
    uint32_t turned_at;
    uint16_t layer;
    uint16_t departed; /* position on the previous chain where the path left it */
} turning_point;

/* If a node enters a corner fan through one of its sides, returns the number of the fan's chain.
 * Returns NAVMESH_NONE if there is no fan, or if the fan cannot be crossed in one step. */
uint32_t seek_chain_ahead(const search *s, const node *n);

/* Returns a node whose root is a turning point. The caller places it behind an edge. */
node seek_turned_node(const turning_point *at);

/* Handles an edge that lies on a line through the root. The path leads to the near end of the edge,
 * at `near_corner`, and turns there if it can. */
void seek_open_along(search *s, const turning_point *at, const span *edge, uint32_t near_corner,
                     double floor);

/* seek_open_right opens the successors beyond the right end of the interval; this end is the
 * turning point `at`. seek_open_left does so on the left. */
void seek_open_right(search *s, const node *n, const turning_point *at, const span *part);
void seek_open_left(search *s, const node *n, const turning_point *at, const span *part);

/* Merges two neighbouring nodes if they enter the same polygon across adjacent edges with the same
 * roots: the right node then covers both. Returns true if they were merged. */
bool seek_merge(const search *s, node *right, const node *left);

/* Makes a node behind an edge, for the part of the edge that the roots see. Returns false if the
 * path is blocked or dominated there. */
bool seek_see_across(search *s, const node *n, const span *part, node *next);

/* Opens the node behind the part of an edge that the roots see. */
void seek_open_seen(search *s, const node *n, const span *part);

#endif
