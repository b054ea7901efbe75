/* steer/solve/goals/arc_lanes.h: preferred velocities of eight agents at once, the SIMD version of
 * arc.c. It performs the same operations in the same order, so the results are the same bit for
 * bit. A file that includes this header defines LANES_AVX2 or LANES_QUADS.
 *
 * Regions have many shapes, so their visible parts are found agent by agent and then put into
 * lanes. */
#ifndef STEER_SOLVE_GOALS_ARC_LANES_H
#define STEER_SOLVE_GOALS_ARC_LANES_H

#include "steer/solve/goals/arc.h"
#include "steer/solve/goals/arc_series.h"
#include "steer/solve/goals/batch_lanes.h"
#include "steer/solve/goals/reach.h"
#include "steer/solve/programs/direction_lanes.h"

/* Eight goal_portals. Lanes without a portal contain a dummy portal. */
typedef struct lane_portals {
    lanes there; /* mask: lanes with a portal */
    lane_vectors left, right;
    lanes zeta, speed;
} lane_portals;

static inline lanes series_sum_lanes(const float *terms, int count, lanes x) {
    lanes sum = lanes_set(terms[count - 1]);
    for (int i = count - 2; i >= 0; i--) {
        sum = lanes_add(lanes_mul(sum, x), lanes_set(terms[i]));
    }
    return sum;
}

static inline lanes series_arctangent_lanes(lanes x) {
    return lanes_mul(x, series_sum_lanes(arctangent_terms, ARCTANGENT_TERMS, lanes_mul(x, x)));
}

/* Puts the portal of lane i into its columns. Returns false if the lane has no portal. */
static inline bool load_portal(const batch_work *work, const wend_intent *intent, uint32_t i,
                               float columns[6][LANES]) {
    const wend_view *view = work->active_batch.call->view;
    goal_portal portal = {{1.0F, 1.0F}, {1.0F, -1.0F}, 0.5F};
    wend_vec2 position = view->bodies[work->active_batch.batch.body[i]].position;
    bool there = goal_portal_seen(intent, position, view->steer_interval, &portal);
    columns[0][i] = portal.left.x;
    columns[1][i] = portal.left.y;
    columns[2][i] = portal.right.x;
    columns[3][i] = portal.right.y;
    columns[4][i] = portal.zeta;
    columns[5][i] = intent->speed;
    return there;
}

static lane_portals load_portals(const batch_work *work, const wend_intent *intents) {
    float columns[6][LANES];
    uint32_t there = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        const wend_intent *intent =
            &intents[work->active_batch.batch.body[i] - work->active_batch.call->agents->first];
        there |= (uint32_t)load_portal(work, intent, i, columns) << i;
    }
    return (lane_portals){.there = lanes_mask(there),
                          .left = {lanes_load(columns[0]), lanes_load(columns[1])},
                          .right = {lanes_load(columns[2]), lanes_load(columns[3])},
                          .zeta = lanes_load(columns[4]),
                          .speed = lanes_load(columns[5])};
}

/* The arc_shapes of eight agents. */
typedef struct lane_shapes {
    lane_vectors middle;
    lanes cosine, sine;
} lane_shapes;

static inline lane_shapes shape_lanes(lane_vectors left, lane_vectors right) {
    lane_vectors sum = lane_vec_add(left, right), gap = lane_vec_sub(left, right);
    lanes sum_length = lane_vec_length(sum), gap_length = lane_vec_length(gap);
    lanes obtuse = lanes_less(sum_length, gap_length), half = lanes_set(0.5F);
    lane_vectors normal = {gap.y, lanes_negative(gap.x)};
    lane_vectors middle = lane_vec_select(obtuse, sum, normal);
    lanes length = lanes_select(obtuse, sum_length, gap_length);
    return (lane_shapes){.middle = {lanes_div(middle.x, length), lanes_div(middle.y, length)},
                         .cosine = lanes_mul(sum_length, half),
                         .sine = lanes_mul(gap_length, half)};
}

static lane_vectors contracted_middles(const lane_shapes *old, lane_vectors toward, lanes cosine,
                                       lanes sine) {
    lanes zero = lanes_zero(), one = lanes_set(1.0F), two = lanes_set(2.0F);
    lanes x = lane_vec_dot(toward, old->middle), y = lane_vec_cross(old->middle, toward);
    lanes length = lanes_sqrt(lanes_dot(x, y, x, y));
    lanes some = lanes_less(zero, length);
    x = lanes_div(x, length);
    y = lanes_div(y, length);
    lanes outside = lanes_less(x, old->cosine);
    lanes end = lanes_select(lanes_less(y, zero), old->sine, lanes_negative(old->sine));
    x = lanes_select(outside, x, old->cosine);
    y = lanes_select(outside, y, end);
    lanes delta = lanes_mul(two, series_arctangent_lanes(lanes_div(y, lanes_add(one, x))));
    lanes kept =
        lanes_div(series_arctangent_lanes(lanes_div(sine, lanes_add(one, cosine))),
                  series_arctangent_lanes(lanes_div(old->sine, lanes_add(one, old->cosine))));
    lanes half = lanes_mul(lanes_set(0.5F), lanes_mul(delta, lanes_sub(one, kept)));
    lanes squared = lanes_mul(half, half);
    lanes s = lanes_mul(half, series_sum_lanes(sine_terms, SINE_TERMS, squared));
    lanes c = series_sum_lanes(cosine_terms, COSINE_TERMS, squared);
    lanes turn_cosine = lanes_sub(lanes_mul(c, c), lanes_mul(s, s));
    lanes turn_sine = lanes_mul(two, lanes_mul(s, c));
    lane_vectors middle = old->middle;
    lane_vectors turned = {
        lanes_sub(lanes_mul(middle.x, turn_cosine), lanes_mul(middle.y, turn_sine)),
        lanes_add(lanes_mul(middle.y, turn_cosine), lanes_mul(middle.x, turn_sine))};
    return lane_vec_select(some, middle, turned);
}

static inline lanes distance_lanes(const lane_portals *portals) {
    lane_vectors along = lane_vec_sub(portals->right, portals->left);
    lanes t =
        lanes_div(lanes_negative(lane_vec_dot(portals->left, along)), lane_vec_dot(along, along));
    t = lanes_clamp(t, lanes_zero(), lanes_set(1.0F));
    return lane_vec_length(lane_vec_add(portals->left, lane_vec_scale(along, t)));
}

static inline lanes expansion_lanes(const goal_arc_rules *rules, lanes distance) {
    lanes one = lanes_set(1.0F);
    lanes cosine =
        lanes_add(lanes_set(rules->expand), lanes_mul(lanes_set(rules->slope), distance));
    cosine = lanes_min(cosine, one);
    return lanes_select(lanes_less(lanes_set(rules->detour), distance), one, cosine);
}

static inline lanes limit_lanes(const goal_arc_rules *rules, lanes speed) {
    if (rules->absolute_error < 0.0F) {
        return lanes_set(rules->half_cosine);
    }
    lanes lost = lanes_div(lanes_set(rules->absolute_error), speed);
    return lanes_max(lanes_sub(lanes_set(1.0F), lost), lanes_zero());
}

/* Interpolates between two vectors: zeta = 0 gives `left`, and zeta = 1 gives `right`. */
static inline lane_vectors between_lanes(lane_vectors left, lane_vectors right, lanes zeta) {
    lanes rest = lanes_sub(lanes_set(1.0F), zeta);
    return lane_vec_add(lane_vec_scale(left, rest), lane_vec_scale(right, zeta));
}

/* The SIMD version of set_arc. */
static void arcs_of_portals(const goal_arc_rules *rules, const lane_portals *portals,
                            lane_arcs *out) {
    lanes left = lane_vec_length(portals->left), right = lane_vec_length(portals->right);
    lane_vectors seen_left = {lanes_div(portals->left.x, left), lanes_div(portals->left.y, left)};
    lane_vectors seen_right = {lanes_div(portals->right.x, right),
                               lanes_div(portals->right.y, right)};
    lane_shapes old = shape_lanes(seen_left, seen_right);
    lanes cosine = lanes_min(expansion_lanes(rules, distance_lanes(portals)), old.cosine);
    cosine = lanes_max(cosine, limit_lanes(rules, out->speed));
    lanes changed = lanes_without(lanes_equal(cosine, old.cosine), lanes_mask(LANES_ALL));
    lanes narrower = lanes_less(old.cosine, cosine);
    out->narrowed = lanes_and(narrower, portals->there);
    out->left = seen_left;
    out->right = seen_right;
    if (!lanes_any(changed)) {
        return;
    }
    lanes one = lanes_set(1.0F);
    lanes sine = lanes_sqrt(lanes_mul(lanes_sub(one, cosine), lanes_add(one, cosine)));
    lane_vectors middle = old.middle;
    lanes aside = lanes_without(lanes_equal(portals->zeta, lanes_set(0.5F)), narrower);
    if (lanes_any(lanes_and(aside, portals->there))) {
        lane_vectors toward = between_lanes(seen_left, seen_right, portals->zeta);
        lane_vectors contracted = contracted_middles(&old, toward, cosine, sine);
        middle = lane_vec_select(aside, middle, contracted);
    }
    lane_vectors ahead = lane_vec_scale(middle, cosine);
    lane_vectors half = lane_vec_scale(lane_vec_perp(middle), sine);
    out->left = lane_vec_select(changed, seen_left, lane_vec_add(ahead, half));
    out->right = lane_vec_select(changed, seen_right, lane_vec_sub(ahead, half));
}

/* The SIMD version of chord_fraction. */
static inline lanes chord_fraction_lanes(lane_vectors left, lane_vectors right,
                                         lane_vectors toward) {
    lanes from_left = lane_vec_cross(toward, left), from_right = lane_vec_cross(right, toward);
    lanes total = lanes_add(from_left, from_right), zero = lanes_zero();
    lanes fraction =
        lanes_select(lanes_less(zero, total), lanes_set(0.5F), lanes_div(from_left, total));
    fraction = lanes_select(lanes_less(from_right, zero), fraction, lanes_set(1.0F));
    return lanes_without(lanes_less(from_left, zero), fraction);
}

/* The SIMD version of goal_arc_of. */
static void arc_lanes(const goal_arc_rules *rules, const batch_work *work,
                      const wend_intent *intents, lane_arcs *out) {
    lane_portals portals = load_portals(work, intents);
    out->wide = portals.there;
    out->preferred_velocity = (lane_vectors){lanes_zero(), lanes_zero()};
    out->left = out->right = (lane_vectors){lanes_zero(), lanes_zero()};
    out->bias = out->speed = out->narrowed = lanes_zero();
    if (lanes_bits(portals.there) != LANES_ALL) {
        out->preferred_velocity = batch_preferred(work, intents);
    }
    if (!lanes_any(portals.there)) {
        return;
    }
    lanes most = lanes_mul(work->program.max_speed, lanes_set(GOAL_ARC_INSIDE));
    out->speed = lanes_min(portals.speed, most);
    arcs_of_portals(rules, &portals, out);
    lane_vectors toward = between_lanes(portals.left, portals.right, portals.zeta);
    out->bias = chord_fraction_lanes(out->left, out->right, toward);
    lane_vectors chord = lane_vec_scale(lane_vec_sub(out->right, out->left), out->bias);
    lane_vectors on_chord = lane_vec_add(out->left, chord);
    out->preferred_velocity = lane_vec_select(portals.there, out->preferred_velocity,
                                              lane_vec_scale(on_chord, out->speed));
    lanes point =
        lanes_and(lanes_equal(out->left.x, out->right.x), lanes_equal(out->left.y, out->right.y));
    out->wide = lanes_without(point, portals.there);
}

/* Returns the lanes of `asked` that goal_turn_to_reachable may change. */
static lanes reaching_lanes(const batch_work *work, const lane_arcs *arcs, lanes asked) {
    const lane_program *p = &work->program;
    lanes narrowed = lanes_and(asked, arcs->narrowed), left = lanes_zero(), right = left;
    if (!lanes_any(narrowed)) {
        return narrowed;
    }
    lane_vectors at_left = lane_vec_scale(arcs->left, arcs->speed);
    lane_vectors at_right = lane_vec_scale(arcs->right, arcs->speed);
    for (uint32_t i = 0; i < p->walls; i++) {
        lane_vectors n = {p->planes.nx[i], p->planes.ny[i]};
        lanes offset = lanes_add(p->planes.c[i], lanes_set(GOAL_REACH_SLACK));
        left = lanes_or(left, lanes_less(lane_vec_dot(n, at_left), offset));
        right = lanes_or(right, lanes_less(lane_vec_dot(n, at_right), offset));
    }
    return lanes_and(narrowed, lanes_and(left, right));
}

/* The SIMD version of goal_arc_turned, for the lanes of `asked`. Point goals first slide along
 * walls. */
static inline void turn_arcs(symmetry_turn turn, lane_program *p, lanes asked, lane_arcs *arcs) {
    lane_vectors slid = slide_lanes(p, arcs->preferred_velocity, lanes_without(arcs->wide, asked));
    arcs->preferred_velocity = slid;
    arcs->left = turned_lanes(turn, arcs->left);
    arcs->right = turned_lanes(turn, arcs->right);
    arcs->preferred_velocity = turned_lanes(turn, arcs->preferred_velocity);
}

#endif
