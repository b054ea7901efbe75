/* Forces from the time to collision with discs and walls; see steer/power_law.c for the paper, the
 * symbols and the departures.
 *
 *     E        k / tau^2 exp(-tau / tau0)
 *     F        -dE/dx = E (2 / tau + 1 / tau0) dtau/dx
 *     dtau/dx  for discs, -(w - ((w . w) d - (d . w) w) / sqrt(D)) / (w . w);
 *              for the side of a wall, n / (speed towards the wall)
 *
 * Cost: O(1) per neighbour or wall. */
#include "steer/solve/social/power_law.h"

#include <math.h>

#include <wend/math.h>

#include "geom/vec.h"
#include "steer/solve/social/meet.h"

/* s: at smaller times, the force of any agent that moves is above every limit in use. The bound
 * keeps 1 / tau^3 finite. */
static const double least_time = 1e-4;

double power_law_energy(const power_law *law, double time) {
    return (double)law->strength / (time * time) * wend_exp(-time / (double)law->horizon);
}

/* Returns E (2 / tau + 1 / tau0): the force for a gradient of tau of 1 s/m. */
static double slope_at(const power_law *law, double time) {
    double t = time > least_time ? time : least_time;
    return power_law_energy(law, t) * (2.0 / t + 1.0 / (double)law->horizon);
}

/* Rounds a force to single precision, and limits it to law->most. */
static wend_vec2 limited(const power_law *law, double x, double y) {
    double length = sqrt(x * x + y * y), most = (double)law->most;
    double scale = length > most ? most / length : 1.0;
    return (wend_vec2){(float)(x * scale), (float)(y * scale)};
}

/* Returns the push along the unit vector `out` on a disc that overlaps another by `depth` m: a
 * spring, with critical damping of a relative velocity that makes the overlap deeper. */
static wend_vec2 separate(const power_law *law, wend_vec2 out, wend_vec2 relative, float depth,
                          float stiffness) {
    float closing = -vec_dot(relative, out);
    float damping = closing > 0.0F ? 2.0F * sqrtf(stiffness) * closing : 0.0F;
    float size = stiffness * depth + damping;
    return vec_scale(out, size < law->most ? size : law->most);
}

wend_vec2 power_law_disc(const power_law *law, wend_vec2 towards, wend_vec2 relative, float reach,
                         float stiffness, double *time) {
    float squared = vec_length_squared(towards);
    if (squared < reach * reach) {
        wend_vec2 out = vec_scale(vec_normalized(towards), -1.0F);
        if (time) {
            *time = 0.0;
        }
        return separate(law, out, relative, reach - sqrtf(squared), stiffness);
    }
    meet_result met = meet_discs(towards, relative, (double)reach);
    if (time) {
        *time = met.time;
    }
    if (!(met.time < (double)INFINITY)) {
        return (wend_vec2){0.0F, 0.0F};
    }
    double u = (double)relative.x, v = (double)relative.y, a = u * u + v * v;
    double x = -(double)towards.x, y = -(double)towards.y, along = x * u + y * v;
    double lead = -slope_at(law, met.time) / a;
    return limited(law, lead * (u - (a * x - along * u) / met.root),
                   lead * (v - (a * y - along * v) / met.root));
}

/* What an agent sees of the straight part of a wall. */
typedef struct wall_side {
    wend_vec2 along, normal; /* unit vectors; the normal points from the wall to the agent */
    float length;            /* m */
    float height;            /* m: distance of the agent from the wall's line, at least 0 */
    float foot;              /* m: axis position on the wall, from a, nearest to the agent */
} wall_side;

static wall_side side_of(wend_vec2 a, wend_vec2 b) {
    wall_side side = {.along = vec_normalized(vec_sub(b, a)), .length = vec_length(vec_sub(b, a))};
    float left = vec_cross(a, side.along); /* positive if the agent is on the left of a -> b */
    side.normal = vec_scale(vec_perp(side.along), left < 0.0F ? -1.0F : 1.0F);
    side.height = fabsf(left);
    side.foot = -vec_dot(a, side.along);
    return side;
}

/* Finds out whether the agent meets the straight part of a wall. */
static power_law_hit meet_side(const power_law *law, const wall_side *side, wend_vec2 relative,
                               float radius) {
    float closing = -vec_dot(relative, side->normal), gap = side->height - radius;
    bool beside = side->foot >= 0.0F && side->foot <= side->length;
    if (gap < 0.0F) {
        return (power_law_hit){beside ? POWER_LAW_SIDE : POWER_LAW_NONE, 0.0,
                               separate(law, side->normal, relative, -gap, law->wall_stiffness)};
    }
    double time = closing > 0.0F ? (double)gap / (double)closing : (double)INFINITY;
    double reached = (double)side->foot + (double)vec_dot(relative, side->along) * time;
    if (!(closing > 0.0F && reached >= 0.0 && reached <= (double)side->length)) {
        return (power_law_hit){.part = POWER_LAW_NONE};
    }
    double size = slope_at(law, time) / (double)closing;
    return (power_law_hit){
        POWER_LAW_SIDE, time,
        limited(law, size * (double)side->normal.x, size * (double)side->normal.y)};
}

/* Replaces the hit by that of the disc around an end of the wall, if the disc is met earlier. */
static void meet_end(const power_law *law, wend_vec2 end, wend_vec2 relative, float radius,
                     power_law_part part, power_law_hit *hit) {
    double time;
    wend_vec2 force = power_law_disc(law, end, relative, radius, law->wall_stiffness, &time);
    if (time < (double)INFINITY && (hit->part == POWER_LAW_NONE || time < hit->time)) {
        *hit = (power_law_hit){part, time, force};
    }
}

power_law_hit power_law_wall(const power_law *law, wend_vec2 a, wend_vec2 b, wend_vec2 relative,
                             float radius) {
    power_law_hit hit = {.part = POWER_LAW_NONE};
    wall_side side = side_of(a, b);
    if (side.length > 0.0F) {
        hit = meet_side(law, &side, relative, radius);
    }
    meet_end(law, a, relative, radius, POWER_LAW_END_A, &hit);
    meet_end(law, b, relative, radius, POWER_LAW_END_B, &hit);
    return hit;
}
