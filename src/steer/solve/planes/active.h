/* steer/solve/planes/active.h: finds the neighbours that the agents of a call consider, for models
 * that then choose a velocity agent by agent. */
#ifndef STEER_SOLVE_PLANES_ACTIVE_H
#define STEER_SOLVE_PLANES_ACTIVE_H

#include "steer/solve/planes/planes.h"

/* A function that is called for each body. */
typedef void (*neighbours_visit)(void *context, uint32_t index, const active_neighbours *others);

/* Calls `visit` for each body of a call, with its neighbours. The scalar function finds the
 * neighbours of one body at a time. The others, each built only for
 * machines of its kind, find those of eight bodies at a time. */
void find_neighbours_scalar(const planes_call *call, neighbours_visit visit, void *context);
void find_neighbours_quads(const planes_call *call, neighbours_visit visit, void *context);
void find_neighbours_avx2(const planes_call *call, neighbours_visit visit, void *context);
void find_neighbours_avx512(const planes_call *call, neighbours_visit visit, void *context);

/* Calls the function above that belongs to the kernel selected by the view. */
void find_neighbours_all(const planes_call *call, neighbours_visit visit, void *context);

#endif
