/* plan/weighted/chords.h: shortens a path by straight chords between its points. */
#ifndef PLAN_WEIGHTED_CHORDS_H
#define PLAN_WEIGHTED_CHORDS_H

#include "plan/weighted/channel.h"

/* Replaces parts of a path by straight lines through other triangles where these cost less. Returns
 * true if the path changed; its crossings should then be optimised again. Sets c->failed when out
 * of memory. */
bool chords_improve(channel *c);

#endif
