/* certify/verify.h: verifies that a function on a net bounds the cost of paths: see verify.c. */
#ifndef CERTIFY_VERIFY_H
#define CERTIFY_VERIFY_H

#include "base/watch.h"
#include "certify/net.h"

typedef enum verify_result {
    VERIFY_GOOD,
    VERIFY_WRONG, /* a condition does not hold, or does not hold by the margin for rounding */
    VERIFY_CANCELLED,
    VERIFY_NO_MEMORY
} verify_result;

/* Verifies a function f with a value for each node of a net. `weights` has the weight of each
 * polygon of the level; polygons with the weight INFINITY are closed. If the result is VERIFY_GOOD,
 * every path on the open polygons from the start to the goal has a cost of at least
 * f(goal) - f(start). Otherwise `*what` says which condition does not hold. Reads the topology and
 * the vertices from the level. */
verify_result verify_bound(const net *n, const double *weights, const double *f,
                           const watcher *progress, const char **what);

#endif
