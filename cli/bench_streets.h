/* cli/bench_streets.h: square blocks with corridors between and around them, and a follower.
 *
 * Agents walk along their corridor, return to its centre line when they are too far from it, and
 * turn around before the outer wall. This rule is implemented as a follower that the benchmark
 * registers, so it costs as much as any follower. */
#ifndef CLI_BENCH_STREETS_H
#define CLI_BENCH_STREETS_H

#include <wend/model.h>

enum { BENCH_BLOCK = 10, BENCH_CORRIDOR = 4, BENCH_PERIOD = BENCH_BLOCK + BENCH_CORRIDOR }; /* m */

/* Returns the distance (m) between opposite outer walls for `blocks` blocks per side. One corner of
 * the space is at the origin. */
static inline double bench_streets_side(uint32_t blocks) {
    return (double)(blocks * BENCH_PERIOD + BENCH_CORRIDOR);
}

/* True if the 1 m cells that extend from `cell` to `cell + 1` on one axis lie in a corridor that is
 * parallel to the other axis. */
static inline bool bench_streets_is_in_corridor(uint32_t cell) {
    return cell % BENCH_PERIOD < BENCH_CORRIDOR;
}

/* Returns the walking direction at a position, forwards or backwards along an axis (0: x, 1: y).
 * Changes `*backward` near the outer wall. `side` is the result of bench_streets_side. */
wend_vec2 bench_streets_direction(wend_vec2 position, uint32_t axis, float side, bool *backward);

/* Creates a space with the outer wall and the blocks. If `varied`, each block is a rectangle of
 * random size within its square, as the houses of a town are: in a regular grid, too many routes
 * have the same length. */
wend_result bench_streets_space(uint32_t blocks, bool varied, wend_space **out, wend_error *error);

/* The follower "streets". The goal of an agent is a direction, which determines the agent's axis
 * and its initial direction along that axis. */
extern const wend_follower bench_streets_follower;

#endif
