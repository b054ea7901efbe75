/* The spacing of models in which the speed follows from the distance to the next agent ahead.
 *
 * A. Tordeux, M. Chraibi, A. Seyfried, "Collision-free speed model for pedestrian dynamics"
 * (Traffic and Granular Flow '15, 2016), arXiv 1512.05597:
 *
 *     J = { j : e . (x_j - x_i) >= 0 and |e_perp . (x_j - x_i)| <= l }
 *     s = min over J of |x_j - x_i| - l,    V(s) = min(v0, max(0, s / T))
 *
 *     l      contact         sum of the radii
 *     e      direction       unit vector
 *     T      time_gap        s
 *
 * Cost: O(neighbours). */
#include "steer/solve/speeds/spacing.h"

#include <math.h>
#include <stddef.h>

#include "geom/vec.h"

const speed_other *speed_nearest_ahead(const speed_other *others, uint32_t count,
                                       wend_vec2 direction) {
    const speed_other *nearest = NULL;
    float least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        const speed_other *other = &others[i];
        float gap = other->distance - other->contact;
        bool is_ahead = vec_dot(direction, other->offset) >= 0.0F &&
                        fabsf(vec_cross(direction, other->offset)) <= other->contact;
        if (is_ahead && !other->gives_way && gap < least) {
            nearest = other;
            least = gap;
        }
    }
    return nearest;
}

float speed_spacing(const speed_other *others, uint32_t count, wend_vec2 direction) {
    const speed_other *nearest = speed_nearest_ahead(others, count, direction);
    return nearest ? nearest->distance - nearest->contact : INFINITY;
}

float speed_time_gap(float time_gap, float dt) {
    float least = 2.0F * dt;
    return time_gap > least ? time_gap : least;
}

float speed_of_spacing(float spacing, float time_gap, float preferred) {
    float speed = spacing > 0.0F ? spacing / time_gap : 0.0F;
    return speed < preferred ? speed : preferred;
}

float speed_of_braking(float spacing, float limit, float dt) {
    if (!(spacing > 0.0F)) {
        return 0.0F;
    }
    float once = limit * dt;
    return sqrtf(once * once + 2.0F * limit * spacing) - once;
}

float speed_of_gaps(const speed_other *others, uint32_t count, wend_vec2 direction, float dt) {
    float least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        float approach = -vec_dot(direction, others[i].away);
        float gap = others[i].distance - others[i].contact;
        if (approach > 0.0F && !others[i].gives_way) {
            float speed = gap > 0.0F ? 0.5F * gap / (approach * dt) : 0.0F;
            least = speed < least ? speed : least;
        }
    }
    return least;
}
