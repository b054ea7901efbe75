/* steer/solve/cone.h: the velocity obstacle of one body. */
#ifndef STEER_SOLVE_CONE_H
#define STEER_SOLVE_CONE_H

#include "steer/solve/program.h"
#include "steer/solve/velocity_set.h"
#include "steer/solve/wall_cone.h"

enum { CONE_SIDES = 3, CONE_ROUNDS = 2 };

/* The pieces of its boundary. Of a cone the right leg comes first, then the left one, as seen from
 * the apex. */
typedef struct cone {
    velocity_side sides[CONE_SIDES];
    velocity_round rounds[CONE_ROUNDS];
    uint32_t side_count, round_count;
} cone;

/* Where its legs lie: on a line through each of these, m/s. Its apex is where the two meet. */
typedef struct cone_legs {
    wend_vec2 left, right;
} cone_legs;

/* Velocities which, from the apex, lead to a disc at `apart` within 1 / rate seconds; rate 0: ever.
 * The disc does not hold the origin. */
void cone_of_disc(wend_vec2 apart, float radius, float rate, const cone_legs *legs, cone *out);

/* Velocities that bring a body of that radius to a wall within 1 / rate seconds, rate > 0; or, if
 * it touches the wall, nearer to it. */
void cone_of_wall(const near_wall *wall, float radius, float rate, cone *out);

/* Velocities on the outer side of a half-plane. */
void cone_of_plane(velocity_plane plane, cone *out);

/* Whether no velocity up to a speed lies in it. It may say no too often. */
bool cone_is_out_of_reach(const cone *of, float max_speed);

static inline velocity_set cone_set(const cone *of) {
    return (velocity_set){of->sides, of->rounds, of->side_count, of->round_count};
}

#endif
