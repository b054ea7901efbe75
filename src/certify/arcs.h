/* certify/arcs.h: the costs of arcs between points of a triangle's edges: see arcs.c. */
#ifndef CERTIFY_ARCS_H
#define CERTIFY_ARCS_H

#include "certify/net.h"

/* The arcs from one point to all slots of an edge. Both arrays have room for net.most_slots. */
typedef struct arc_costs {
    double *lengths; /* m */
    double *costs;
} arc_costs;

/* Finds the arcs from slot `from` to the slots `first` to `last`, counted from 0, of another edge
 * of the same face. Other elements of the arrays become undefined. */
void arcs_from_slot(const net *n, uint32_t from, const net_edge *to, uint32_t first, uint32_t last,
                    double weight, const arc_costs *out);
/* Finds the arcs from a point in a face, or on its border, to the slots of one of its edges. */
void arcs_from_point(const net *n, double x, double y, const net_edge *to, double weight,
                     const arc_costs *out);
/* Returns the cost of the arc between a point and one slot of an edge. Equal to the cost that
 * arcs_from_point finds. */
double arcs_to_point(const net *n, uint32_t from, double x, double y, double weight,
                     double *length);

/* Returns 1 minus the cosine of the angle at which a point sees the interval from slot k to the
 * next slot; 0 if the point is one of its ends. */
double arcs_spread(const net *n, double x, double y, uint32_t k);

#endif
