/* Forces at the predicted closest approach; see steer/zanlungo.c for the paper, the symbols and the
 * departures.
 *
 *     t_ij     -(d . w) / (w . w) = (towards . w) / (w . w), if w points towards the neighbour
 *     d'       d + w t_i
 *     F        A (|v_i| / t_i) exp(-|d| / B) d' / |d'|, or with |d'| in the exponent
 *
 * Cost: O(1) per neighbour. */
#include "steer/solve/social/zanlungo.h"

#include <math.h>

#include "geom/exp.h"
#include "geom/vec.h"

/* A predicted distance below this share of the present one is rounding error: the agents are on an
 * exact collision course, and d' has no direction. */
static const float exact_share = 1e-5F;

float zanlungo_time(const zanlungo_law *law, wend_vec2 towards, wend_vec2 relative) {
    float closing = vec_dot(towards, relative), squared = vec_length_squared(relative);
    if (!(closing > 0.0F)) {
        return INFINITY;
    }
    float least = law->cone_cosine * sqrtf(vec_length_squared(towards) * squared);
    return closing > least ? closing / squared : INFINITY;
}

wend_vec2 zanlungo_push(const zanlungo_law *law, float speed, float time, wend_vec2 towards,
                        wend_vec2 relative) {
    wend_vec2 apart = vec_sub(vec_scale(relative, time), towards);
    float present = vec_length(towards), predicted = vec_length(apart);
    float decay = fast_exp(-(law->by_predicted ? predicted : present) / law->range);
    float size = law->strength * speed / fmaxf(time, law->least_time) * decay;
    if (predicted > exact_share * present) {
        return vec_scale(apart, size / predicted);
    }
    return vec_scale(vec_normalized(vec_perp(relative)), -size);
}

float zanlungo_wall(const zanlungo_law *law, float speed, float gap, float closing) {
    if (!(closing > 0.0F)) {
        return 0.0F;
    }
    float distance = gap > 0.0F ? gap : 0.0F;
    float time = fmaxf(distance / closing, law->least_time);
    return law->strength * speed / time * fast_exp(-distance / law->range);
}

float zanlungo_weight(const zanlungo_law *law, wend_vec2 velocity, wend_vec2 towards) {
    if (vec_length_squared(velocity) == 0.0F) {
        return 1.0F;
    }
    float ahead = vec_dot(vec_normalized(velocity), vec_normalized(towards));
    return law->least_weight + (1.0F - law->least_weight) * 0.5F * (1.0F + ahead);
}
