/* Computes the arc of preferred velocities towards a portal, and its chord.
 *
 * Curtis, Snape and Manocha, "Way Portals: Efficient Multi-Agent Navigation with Line-Segment
 * Goals" (2012), sections 3.2 and 4.2 to 4.5. Angles are represented by unit vectors and by cosines
 * of half angles: 1 - sigma is the cosine of half of theta_max, so Eqs 3 to 5 and 8 to 10 need no
 * inverse function.
 *
 *     symbol        here
 *     p0, p1        portal.left, portal.right
 *     v0, v1        arc.left, arc.right, times the speed
 *     zeta          portal.zeta, a fraction of the portal
 *     t             goal_arc.bias, a fraction of the chord
 *     theta_max     2 acos(goal_arc_limit)
 *     theta_E       2 acos(goal_arc_expansion)
 *     N             toward
 *     Delta         rules.detour
 *     gamma         contained in rules.expand and rules.slope
 *
 * Departures from the paper:
 * - zeta is converted to t with the ray that points to the preferred point, because the fraction at
 *   which the ray crosses the chord differs from the fraction at which it crosses the portal.
 * - Below v_pref = sigma, Eq. 5 would narrow the arc again; here an arc of half a turn is allowed.
 * - Eqs 6 and 7 contradict each other; arc.h states their purpose. N is undefined for an arc of
 *   half a turn with zeta = 0.5; the portal's normal is used instead.
 * - Angles are needed only to contract an arc about a direction other than its middle. Two short
 *   series, accurate to 1e-6, compute them; the angle of the new arc does not depend on these
 *   series.
 *
 * Every operation is in single precision and correctly rounded, in a fixed order: arc_lanes.h does
 * the same for eight agents at once, bit for bit. Cost: O(1): five square roots, six divisions. */
#include "steer/solve/goals/arc.h"

#include <wend/explain.h>

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/goals/arc_series.h"

goal_arc_rules goal_arc_rules_of(float half_cosine, float absolute_error, double detour,
                                 double deviation) {
    bool expands = detour > 0.0;
    double slope = expands ? (1.0 - deviation * deviation) / (2.0 * detour) : 0.0;
    return (goal_arc_rules){.half_cosine = half_cosine,
                            .absolute_error = absolute_error,
                            .detour = (float)detour,
                            .expand = expands ? (float)deviation : 1.0F,
                            .slope = (float)slope};
}

float goal_arc_expansion(const goal_arc_rules *rules, float distance) {
    float cosine = rules->expand + rules->slope * distance;
    cosine = cosine < 1.0F ? cosine : 1.0F;
    return rules->detour < distance ? cosine : 1.0F;
}

float goal_arc_limit(const goal_arc_rules *rules, float speed) {
    if (rules->absolute_error < 0.0F) {
        return rules->half_cosine;
    }
    float cosine = 1.0F - rules->absolute_error / speed;
    return cosine > 0.0F ? cosine : 0.0F;
}

/* An arc, given by its middle and half its angle. */
typedef struct arc_shape {
    wend_vec2 middle;
    float cosine, sine;
} arc_shape;

static arc_shape shape_of(direction_arc arc) {
    wend_vec2 sum = vec_add(arc.left, arc.right), gap = vec_sub(arc.left, arc.right);
    float sum_length = vec_length(sum), gap_length = vec_length(gap);
    /* The sum of the two ends is accurate for narrow arcs, their difference for wide arcs. */
    bool obtuse = sum_length < gap_length;
    wend_vec2 middle = obtuse ? (wend_vec2){gap.y, -gap.x} : sum;
    float length = obtuse ? gap_length : sum_length;
    return (arc_shape){.middle = {middle.x / length, middle.y / length},
                       .cosine = sum_length * 0.5F,
                       .sine = gap_length * 0.5F};
}

/* Returns the middle of an arc that is contracted about the direction N (`toward`); `cosine` and
 * `sine` are those of half the new angle. Contraction multiplies the angle between N and each
 * direction of the arc by k, the fraction of the angle that is kept. So the middle turns towards N
 * by (1 - k) * delta, where delta is the angle from the old middle to N. */
static wend_vec2 contracted_middle(arc_shape old, wend_vec2 toward, float cosine, float sine) {
    float x = vec_dot(toward, old.middle), y = vec_cross(old.middle, toward);
    float length = sqrtf(x * x + y * y);
    if (!(length > 0.0F)) {
        return old.middle;
    }
    x = x / length;
    y = y / length;
    if (x < old.cosine) { /* `toward` lies outside the arc: use the nearer end */
        x = old.cosine;
        y = y < 0.0F ? -old.sine : old.sine;
    }
    float delta = 2.0F * series_arctangent(y / (1.0F + x));
    float kept = series_arctangent(sine / (1.0F + cosine)) /
                 series_arctangent(old.sine / (1.0F + old.cosine));
    series_turn turn = series_turn_by(delta * (1.0F - kept));
    return (wend_vec2){old.middle.x * turn.cosine - old.middle.y * turn.sine,
                       old.middle.y * turn.cosine + old.middle.x * turn.sine};
}

static direction_arc arc_about(wend_vec2 middle, float cosine, float sine) {
    wend_vec2 ahead = vec_scale(middle, cosine), aside = vec_scale(vec_perp(middle), sine);
    return (direction_arc){vec_add(ahead, aside), vec_sub(ahead, aside)};
}

static float sine_of(float cosine) {
    return sqrtf((1.0F - cosine) * (1.0F + cosine));
}

direction_arc direction_arc_resized(direction_arc arc, wend_vec2 toward, float half_cosine) {
    arc_shape old = shape_of(arc);
    float sine = sine_of(half_cosine);
    wend_vec2 middle = old.middle;
    if (half_cosine > old.cosine) {
        middle = contracted_middle(old, toward, half_cosine, sine);
    }
    return arc_about(middle, half_cosine, sine);
}

/* Returns the fraction of an arc's chord at which the ray along `toward` crosses it: 0 at its left
 * end, 1 at its right end. Returns the nearer end if the ray does not cross the chord. */
static float chord_fraction(direction_arc arc, wend_vec2 toward) {
    float from_left = vec_cross(toward, arc.left), from_right = vec_cross(arc.right, toward);
    float total = from_left + from_right;
    float fraction = total > 0.0F ? from_left / total : 0.5F; /* 0.5 if `toward` is zero */
    fraction = from_right < 0.0F ? 1.0F : fraction;
    return from_left < 0.0F ? 0.0F : fraction;
}

static float distance_to(const goal_portal *portal) {
    wend_vec2 along = vec_sub(portal->right, portal->left);
    float t = -vec_dot(portal->left, along) / vec_length_squared(along);
    t = t > 0.0F ? t : 0.0F; /* a zero-length portal gives NaN, which becomes 0 */
    t = t < 1.0F ? t : 1.0F;
    return vec_length((wend_vec2){portal->left.x + along.x * t, portal->left.y + along.y * t});
}

/* Sets the arc that a portal subtends, widened or narrowed by the rules (Eq. 10). `goal->speed`
 * must be set. */
static void set_arc(const goal_arc_rules *rules, const goal_portal *portal, goal_arc *goal) {
    float left = vec_length(portal->left), right = vec_length(portal->right);
    direction_arc seen = {{portal->left.x / left, portal->left.y / left},
                          {portal->right.x / right, portal->right.y / right}};
    arc_shape old = shape_of(seen);
    float widest = goal_arc_limit(rules, goal->speed);
    float cosine = goal_arc_expansion(rules, distance_to(portal));
    cosine = cosine < old.cosine ? cosine : old.cosine;
    cosine = cosine > widest ? cosine : widest;
    goal->arc = goal->seen = seen;
    goal->narrowed = cosine > old.cosine;
    if (cosine == old.cosine) {
        return;
    }
    float sine = sine_of(cosine), zeta = portal->zeta;
    wend_vec2 middle = old.middle;
    if (goal->narrowed && zeta != 0.5F) { /* contract about N = (1 - zeta) * v0 + zeta * v1 */
        wend_vec2 toward = {seen.left.x * (1.0F - zeta) + seen.right.x * zeta,
                            seen.left.y * (1.0F - zeta) + seen.right.y * zeta};
        middle = contracted_middle(old, toward, cosine, sine);
    }
    goal->arc = arc_about(middle, cosine, sine);
}

/* Sets the preferred velocity: the point where the ray along `toward` crosses the chord. */
static void set_preferred_velocity(goal_arc *goal, wend_vec2 toward) {
    direction_arc arc = goal->arc;
    goal->wide = !vec_equal(arc.left, arc.right);
    goal->bias = chord_fraction(arc, toward);
    wend_vec2 on_chord = {arc.left.x + (arc.right.x - arc.left.x) * goal->bias,
                          arc.left.y + (arc.right.y - arc.left.y) * goal->bias};
    goal->preferred_velocity = vec_scale(on_chord, goal->speed);
    goal->toward = toward;
}

goal_arc goal_arc_of(const goal_arc_rules *rules, const wend_intent *intent, wend_vec2 position,
                     float max_speed, float steer_interval) {
    goal_portal portal;
    if (!goal_portal_seen(intent, position, steer_interval, &portal)) {
        return (goal_arc){.preferred_velocity =
                              find_preferred_velocity(intent, position, steer_interval)};
    }
    /* Rounding must not move the arc's ends outside the disc of reachable velocities. */
    float most = max_speed * GOAL_ARC_INSIDE;
    goal_arc goal = {.speed = intent->speed < most ? intent->speed : most};
    set_arc(rules, &portal, &goal);
    set_preferred_velocity(
        &goal, (wend_vec2){portal.left.x * (1.0F - portal.zeta) + portal.right.x * portal.zeta,
                           portal.left.y * (1.0F - portal.zeta) + portal.right.y * portal.zeta});
    return goal;
}

goal_arc goal_arc_about(const goal_arc_rules *rules, const goal_arc *goal, wend_vec2 toward) {
    goal_arc other = *goal;
    other.arc = direction_arc_resized(goal->seen, toward, goal_arc_limit(rules, goal->speed));
    set_preferred_velocity(&other, toward);
    return other;
}

goal_arc goal_arc_turned(symmetry_turn turn, goal_arc goal) {
    goal.arc.left = turned_right(turn, goal.arc.left);
    goal.arc.right = turned_right(turn, goal.arc.right);
    goal.preferred_velocity = turned_right(turn, goal.preferred_velocity);
    return goal;
}

void goal_arc_explain(const wend_view *view, uint32_t index, const goal_arc *goal,
                      const wend_intent *intent, wend_sketch *sketch) {
    goal_portal portal;
    wend_vec2 position = view->bodies[index].position;
    wend_subject subject = wend_view_region_subject(view, &intent->region);
    /* With a steer interval of 0, the portal stays visible until the agent reaches a point to stop
     * at. */
    if (goal->wide && goal_portal_seen(intent, position, 0.0F, &portal)) {
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_REGION,
                                            .a = vec_add(position, portal.left),
                                            .b = vec_add(position, portal.right),
                                            .label = "goal",
                                            .subject = subject});
    }
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PREFERRED,
                                        .b = goal->preferred_velocity,
                                        .subject = subject});
}
