/* cli/bench_streets.h: square blocks with corridors between and around them, and how to walk there.
 *
 * Agents walk along their corridor, back towards its centre line when they are off it, and turn
 * round before the outer wall. The rule is a follower that the bench registers: it costs what a
 * follower costs. */
#ifndef CLI_BENCH_STREETS_H
#define CLI_BENCH_STREETS_H

#include <wend/model.h>

enum { BENCH_BLOCK = 10, BENCH_CORRIDOR = 4, BENCH_PERIOD = BENCH_BLOCK + BENCH_CORRIDOR }; /* m */

/* Metres from wall to wall with so many blocks to a side; one corner is at the origin. */
static inline double bench_streets_side(uint32_t blocks) {
    return (double)(blocks * BENCH_PERIOD + BENCH_CORRIDOR);
}

/* Whether the raster cell [place, place + 1) lies in a corridor across that axis. */
static inline bool bench_streets_in_corridor(uint32_t place) {
    return place % BENCH_PERIOD < BENCH_CORRIDOR;
}

/* The direction to walk in at `place` along an axis (0: x, 1: y), forward or backward; turns round
 * near the outer wall. `side` as above. */
wend_vec2 bench_streets_direction(wend_vec2 place, uint32_t axis, float side, bool *backward);

/* The ground with the outer wall and the blocks. */
wend_result bench_streets_space(uint32_t blocks, wend_space **out, wend_error *error);

/* Named "streets"; an agent's goal, a direction, says its axis and which way it walks at first. */
extern const wend_follower bench_streets_follower;

#endif
