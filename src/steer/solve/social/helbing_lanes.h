/* steer/solve/social/helbing_lanes.h: the forces of the model helbing for eight agents at once, the
 * SIMD version of steer/helbing.c for agents without walls nearby and without right of way. A file
 * that includes this header defines LANES_AVX2 or LANES_QUADS, and HELBING_MOVE, the name of the
 * function to define. */
#include "geom/exp_lanes.h"
#include "steer/solve/social/helbing.h"
#include "steer/solve/social/move_lanes.h"

/* The SIMD version of social_push_both, in the lanes of a mask. */
static inline void push_lanes(lane_neighbour *other, lanes acts, lane_vectors acceleration,
                              lane_sum *sum) {
    lane_vectors a = {lanes_and(acts, acceleration.x), lanes_and(acts, acceleration.y)};
    lanes most = lanes_set(SOCIAL_MOST_PUSH), least = lanes_set(-SOCIAL_MOST_PUSH);
    other->push = lane_vec_add(other->push, a);
    lane_vectors bounded = {lanes_max(lanes_min(a.x, most), least),
                            lanes_max(lanes_min(a.y, most), least)};
    sum->acceleration = lane_vec_add(sum->acceleration, bounded);
}

/* The SIMD version of social_grip. */
static inline void grip_lanes(const lane_scene *s, lane_neighbour *other, lanes acts,
                              lane_vectors normal, lanes rate, lane_sum *sum) {
    lane_vectors tangent = lane_vec_perp(normal);
    lanes shared = lanes_div(rate, lanes_add(lanes_set(1.0F), lanes_mul(s->duration, rate)));
    lanes effective = lanes_select(other->responds, rate, shared);
    lanes zero = lanes_zero();
    other->grip = lanes_select(acts, zero, effective);
    other->tangent =
        (lane_vectors){lanes_select(acts, zero, tangent.x), lanes_select(acts, zero, tangent.y)};
    lanes rx = lanes_mul(effective, tangent.x), ry = lanes_mul(effective, tangent.y);
    sum->grip_xx = lanes_add(sum->grip_xx, lanes_and(acts, lanes_mul(rx, tangent.x)));
    sum->grip_xy = lanes_add(sum->grip_xy, lanes_and(acts, lanes_mul(rx, tangent.y)));
    sum->grip_yy = lanes_add(sum->grip_yy, lanes_and(acts, lanes_mul(ry, tangent.y)));
    lanes size = lanes_mul(effective, lane_vec_dot(other->velocity, tangent));
    lane_vectors drag = lane_vec_scale(tangent, size);
    sum->drag.x = lanes_add(sum->drag.x, lanes_and(acts, drag.x));
    sum->drag.y = lanes_add(sum->drag.y, lanes_and(acts, drag.y));
}

/* The SIMD version of add_forces. */
static inline void helbing_forces(lane_scene *s, lane_sum *sum) {
    const helbing_params *p = s->params;
    lanes zero = lanes_zero(), one = lanes_set(1.0F), mass = lanes_set((float)p->mass);
    lanes strength = lanes_set((float)p->strength), range = lanes_set((float)p->range);
    lanes stiffness = lanes_set((float)(p->stiffness / p->mass));
    lanes friction = lanes_set((float)(p->friction / p->mass));
    lanes most_gap = lanes_set(helbing_cut_off * (float)p->range);
    for (uint32_t k = 0; k < s->other_count; k++) {
        lane_neighbour *other = &s->others[k];
        lane_vectors offset = lane_vec_sub(s->position, other->position);
        lanes distance = lane_vec_length(offset);
        lanes gap = lanes_sub(lanes_sub(distance, s->radius), other->radius);
        lanes acts = lanes_less(gap, most_gap);
        if (!lanes_any(acts)) {
            continue;
        }
        lanes inverse = lanes_and(lanes_less(zero, distance), lanes_div(one, distance));
        lane_vectors normal = lane_vec_scale(offset, inverse);
        lanes power = fast_exp_lanes(lanes_div(lanes_negative(gap), range));
        lanes size = lanes_div(lanes_mul(strength, power), mass);
        push_lanes(other, acts, lane_vec_scale(normal, size), sum);
        lanes touches = lanes_and(acts, lanes_less(gap, zero));
        if (lanes_any(touches)) {
            lanes depth = lanes_negative(gap);
            push_lanes(other, touches, lane_vec_scale(normal, lanes_mul(stiffness, depth)), sum);
            grip_lanes(s, other, touches, normal, lanes_mul(friction, depth), sum);
        }
    }
}

void HELBING_MOVE(social_scene *const scenes[SOCIAL_LANES], uint32_t parts,
                  social_motion out[SOCIAL_LANES]) {
    move_lanes(scenes, helbing_forces, parts, out);
}
