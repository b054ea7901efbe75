/* Random worlds for trials with roadmaps. */
#ifndef TRIALS_ROADMAP_WORLDS_H
#define TRIALS_ROADMAP_WORLDS_H

#include <wend/wend.h>

#define ROADMAP_WORLDS_ROOM 8.0 /* m: distance between the centres of neighbouring rooms */

/* Creates a square with side * side cells of `cell` m, each with an obstacle of four corners. */
wend_space *roadmap_worlds_blocks(uint32_t side, double cell, uint64_t seed);

/* Creates a square of `side` m with convex obstacles of 3 to 8 corners. They cover at most 25 % of
 * the area, and are at least `gap` m apart and from the boundary. Stores their share of the area.
 */
wend_space *roadmap_worlds_open(double side, double gap, uint64_t seed, double *share);

/* Creates 3 x 3 rooms with walls of 2 m between them. Passages of `width` m join the rooms: a
 * random spanning tree, so that there is one way from each room to each other. */
wend_space *roadmap_worlds_rooms(double width, uint64_t seed);

#endif
