/* The velocity obstacles of LANES bodies at once: the SIMD version of cone_of_disc and of the
 * apexes in apex.h. It performs the same operations in the same order, so the results are the same
 * bit for bit. A file that includes this header defines LANES_AVX512, LANES_AVX2 or LANES_QUADS,
 * and CONES_OF_DISCS, the name of the function to define. */
#include <math.h>
#include <string.h>

#include "geom/vec_lanes.h"
#include "steer/solve/cones/apex.h"
#include "steer/solve/cones/discs.h"

/* Neighbours, and their offsets from the agent. */
typedef struct lane_others {
    lane_vectors apart, velocity;
    lanes radius; /* sum of both radii */
    lane_mask one_sided;
} lane_others;

static inline lane_others load_others(const disc_terms *terms, const wend_body *bodies,
                                      const uint32_t others[]) {
    const wend_body *body = terms->body;
    const void *rows[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        rows[i] = &bodies[others[i]];
    }
    lanes columns[8], flag = lanes_set_bits((uint32_t)WEND_BODY_ONE_SIDED << 20);
    lanes_transpose(rows, columns);
    return (lane_others){.apart = {lanes_sub(columns[0], lanes_set(body->position.x)),
                                   lanes_sub(columns[1], lanes_set(body->position.y))},
                         .velocity = {columns[2], columns[3]},
                         .radius = lanes_add(lanes_set(body->radius), columns[4]),
                         .one_sided = lanes_same(lanes_and(columns[5], flag), flag)};
}

/* The SIMD version of cone_legs. */
typedef struct lane_legs {
    lane_vectors left, right;
} lane_legs;

/* The SIMD version of apex_legs. */
static inline lane_legs legs_lanes(const disc_terms *terms, const lane_others *others) {
    lane_vectors theirs = others->velocity, mean;
    if (terms->rule == CONES_VO) {
        return (lane_legs){theirs, theirs};
    }
    lanes half = lanes_set(0.5F), x = lanes_set(terms->deciding_velocity.x),
          y = lanes_set(terms->deciding_velocity.y);
    mean.x = lanes_mul(lanes_add(lanes_set(terms->body->velocity.x), theirs.x), half);
    mean.y = lanes_mul(lanes_add(lanes_set(terms->body->velocity.y), theirs.y), half);
    lane_vectors shared = lane_vec_select(others->one_sided, mean, theirs);
    if (terms->rule == CONES_RVO) {
        return (lane_legs){shared, shared};
    }
    lane_vectors off = lane_vec_sub((lane_vectors){x, y}, mean);
    lane_mask on_left = lanes_less(lanes_zero(), lane_vec_cross(others->apart, off));
    return (lane_legs){lane_vec_select(on_left, theirs, shared),
                       lane_vec_select(on_left, shared, theirs)};
}

/* The SIMD version of planes_rate. */
static inline lanes rate_lanes(const disc_terms *terms, const lane_others *others) {
    lanes one = lanes_set(1.0F), rate = lanes_set(terms->rate);
    if (!(terms->slowness > 0.0F)) {
        return rate;
    }
    lane_vectors own = {lanes_set(terms->body->velocity.x), lanes_set(terms->body->velocity.y)};
    lanes closing = lane_vec_length(lane_vec_sub(own, others->velocity));
    lanes share = lanes_select(others->one_sided, lanes_set(0.5F), one);
    lanes braking = lanes_mul(lanes_mul(share, closing), lanes_set(terms->slowness));
    lane_mask brakes = lanes_less(one, lanes_mul(rate, braking));
    return lanes_select(brakes, rate, lanes_div(one, braking));
}

static inline void store_side(side_columns *to, uint32_t at, lane_vectors from, lane_vectors along,
                              lanes low, lanes high) {
    lanes_store(&to->from_x[at], from.x);
    lanes_store(&to->from_y[at], from.y);
    lanes_store(&to->along_x[at], along.x);
    lanes_store(&to->along_y[at], along.y);
    lanes_store(&to->low[at], low);
    lanes_store(&to->high[at], high);
}

static inline void store_arc(arc_columns *to, uint32_t at, lane_vectors centre, lanes radius,
                             lane_vectors from, lane_vectors end) {
    /* arc_outward */
    lane_mask acute = lanes_less(lanes_zero(), lane_vec_dot(from, end));
    lane_vectors outward =
        lane_vec_select(acute, lane_vec_perp(lane_vec_sub(from, end)), lane_vec_add(from, end));
    lanes_store(&to->x[at], centre.x);
    lanes_store(&to->y[at], centre.y);
    lanes_store(&to->radius[at], radius);
    lanes_store(&to->from_x[at], from.x);
    lanes_store(&to->from_y[at], from.y);
    lanes_store(&to->to_x[at], end.x);
    lanes_store(&to->to_y[at], end.y);
    lanes_store(&to->outward_x[at], outward.x);
    lanes_store(&to->outward_y[at], outward.y);
    lanes_store(&to->chord[at], lanes_mul(radius, lane_vec_dot(outward, from)));
}

/* The parts of cone_of_disc that its sides and its arc have in common. */
typedef struct lane_cones {
    lane_vectors apart, left, right; /* `left` and `right` are unit vectors along the legs */
    lanes left_at, right_at, touch, radius, rate;
    lane_legs on;
} lane_cones;

static inline lane_cones cones_lanes(const disc_terms *terms, const lane_others *others) {
    lane_cones out = {.apart = others->apart,
                      .radius = others->radius,
                      .rate = rate_lanes(terms, others),
                      .on = legs_lanes(terms, others)};
    lanes zero = lanes_zero(), squared = lane_vec_dot(out.apart, out.apart);
    lanes room = lanes_sub(squared, lanes_mul(out.radius, out.radius));
    lanes length = lanes_keep(lanes_less(zero, room), lanes_sqrt(room));
    lanes inverse = lanes_div(lanes_set(1.0F), squared);
    lanes along = lanes_mul(length, inverse), across = lanes_mul(out.radius, inverse);
    lane_vectors ahead = lane_vec_scale(out.apart, along);
    lane_vectors aside = lane_vec_scale(lane_vec_perp(out.apart), across);
    out.left = lane_vec_add(ahead, aside);
    out.right = lane_vec_sub(ahead, aside);
    lane_vectors gap = lane_vec_sub(out.on.left, out.on.right);
    lanes sine = lanes_mul(lanes_mul(lanes_set(2.0F), length), across);
    lanes scale = lanes_div(lanes_set(1.0F), lanes_max(sine, lanes_set(CONE_LEAST_SINE)));
    out.left_at = lanes_mul(lane_vec_cross(gap, out.right), scale);
    out.right_at = lanes_mul(lane_vec_cross(gap, out.left), scale);
    out.touch = lanes_mul(length, out.rate);
    return out;
}

static inline void store_sides(const lane_cones *made, uint32_t at, set_columns *to) {
    lane_vectors back = {lanes_negative(made->left.x), lanes_negative(made->left.y)};
    lanes right_low = lanes_add(made->right_at, made->touch), endless = lanes_set(INFINITY);
    lanes left_high = lanes_negative(lanes_add(made->left_at, made->touch));
    store_side(&to->sides[0], at, made->on.right, made->right, right_low, endless);
    store_side(&to->sides[1], at, made->on.left, back, lanes_set(-INFINITY), left_high);
    if (at < to->wide_count + LANES && at % LANES) {
        store_side(&to->sides[2], at, made->on.right, made->right, right_low, endless);
    }
}

static inline void store_arcs(const lane_cones *made, uint32_t at, set_columns *to) {
    lane_vectors apex = lane_vec_add(made->on.left, lane_vec_scale(made->left, made->left_at));
    lane_vectors centre = lane_vec_add(apex, lane_vec_scale(made->apart, made->rate));
    lane_vectors end = {made->right.y, lanes_negative(made->right.x)};
    lanes radius = lanes_mul(made->radius, made->rate);
    store_arc(&to->arcs[0], at, centre, radius, lane_vec_perp(made->left), end);
    if (at < to->wide_count + LANES && at % LANES) {
        store_arc(&to->arcs[1], at, centre, radius, lane_vec_perp(made->left), end);
    }
}

/* Finds the masks of the neighbours. A core plane has a shorter reach (core_plane), so rounding
 * does not matter. */
static inline disc_masks masks_of(const disc_terms *terms, const lane_others *others) {
    static const float margin = 1.001F;
    lanes squared = lane_vec_dot(others->apart, others->apart);
    lanes reach = lanes_add(others->radius, lanes_set(terms->core_room));
    lanes reach_squared = lanes_mul(lanes_set(margin), lanes_mul(reach, reach));
    lanes radius_squared = lanes_mul(others->radius, others->radius);
    return (disc_masks){.overlaps = lanes_bits(lanes_less_equal(squared, radius_squared)),
                        .close = lanes_bits(lanes_less(squared, reach_squared))};
}

disc_masks CONES_OF_DISCS(const disc_terms *terms, const wend_body *bodies, const uint32_t others[],
                          uint32_t at, set_columns *to) {
    lane_others loaded = load_others(terms, bodies, others);
    lane_cones made = cones_lanes(terms, &loaded);
    bool has_arcs = terms->rate > 0.0F;
    store_sides(&made, at, to);
    memset(&to->side_count[at], 2, LANES);
    memset(&to->arc_count[at], has_arcs, LANES);
    if (has_arcs) {
        store_arcs(&made, at, to);
    }
    for (uint32_t i = 0; i < LANES && !has_arcs; i++) {
        set_columns_put_arc(&to->arcs[0], at + i, NULL);
        set_columns_put_arc(&to->arcs[1], at + i, NULL);
    }
    return masks_of(terms, &loaded);
}
