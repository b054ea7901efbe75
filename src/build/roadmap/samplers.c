/* The samplers of probabilistic roadmaps. A trial takes a random point q of the boxes around the
 * layers and turns it into a free point, or rejects it.
 *
 *     uniform      q, if it is free
 *     Halton       the same with a low-discrepancy sequence: J. H. Halton, "On the efficiency of
 *                  certain quasi-random sequences of points" (1960), in bases 2, 3 and (for the
 *                  layer) 5, rotated by the seed (Cranley and Patterson 1976)
 *     Gaussian     V. Boor, M. Overmars, A. F. van der Stappen, "The Gaussian sampling strategy for
 *                  probabilistic roadmap planners" (1999): q' lies at a normally distributed
 *                  distance from q; if just one of them is free, it is taken
 *     bridge       D. Hsu, T. Jiang, J. Reif, Z. Sun, "The bridge test for sampling narrow passages
 *                  with probabilistic roadmap planners" (2003): if neither q nor q' is free, but
 * the point in the middle is, that point is taken medial axis  S. A. Wilmarth, N. M. Amato, P. F.
 * Stiller, "MAPRM: a probabilistic roadmap planner with sampling on the medial axis of the free
 * space" (1999): q moves away from the nearest wall until another wall is as near; a point inside
 * an obstacle first moves out of it through the nearest wall
 *
 * Departures: points are taken from the boxes around the layers, in proportion to their areas.
 * MAPRM compares nearest points for equality; here the clearance along the line is compared with
 * the distance to the first wall, with a tolerance, because nearest points are rounded. MAPRM keeps
 * all points; here a point with the clearance c is kept with the probability 2 r / c, because rooms
 * attract far more points than the passages between them.
 *
 * Cost of a trial: one or two queries for the clearance; about thirty for the medial axis. */
#include "build/roadmap/samplers.h"
#include "geom/point.h"
#include "geom/vec.h"
#include <math.h>
#include <wend/math.h>
#include <wend/random.h>

/* The purposes of the random numbers of a trial. */
enum {
    PURPOSE_LAYER = 1,
    PURPOSE_X,
    PURPOSE_Y,
    PURPOSE_ANGLE,
    PURPOSE_DISTANCE,
    PURPOSE_ROTATION,
    PURPOSE_KEPT
};

enum { SAMPLES_KEY = 0x70726d }; /* key of the random numbers */

void sampling_begin(sampling *s) {
    for (uint32_t i = 0; i < 3; i++) {
        s->rotation[i] = wend_random_uniform(s->seed, SAMPLES_KEY, i, PURPOSE_ROTATION);
    }
}

bool sampling_is_free(const sampling *s, wend_location at) {
    return wend_space_clearance(s->space, at, s->radius, 1) >= s->radius &&
           wend_space_is_walkable(s->space, at, 1);
}

/* ---- Points of the boxes --------------------------------------------------------------------- */

/* Returns the point of the boxes for three numbers in [0, 1). */
static wend_location point_of(const sampling *s, double layer_share, double x, double y) {
    double area = layer_share * s->area;
    uint32_t layer = 0;
    while (layer + 1 < s->layer_count && s->boxes[layer + 1].area_before <= area) {
        layer++;
    }
    const sampling_box *box = &s->boxes[layer];
    return (wend_location){{(float)(box->low_x + (box->high_x - box->low_x) * x),
                            (float)(box->low_y + (box->high_y - box->low_y) * y)},
                           layer};
}

static wend_location random_point(const sampling *s, uint64_t trial) {
    return point_of(s, wend_random_uniform(s->seed, SAMPLES_KEY, trial, PURPOSE_LAYER),
                    wend_random_uniform(s->seed, SAMPLES_KEY, trial, PURPOSE_X),
                    wend_random_uniform(s->seed, SAMPLES_KEY, trial, PURPOSE_Y));
}

/* Returns the digits of a number in a base, mirrored at the point. */
static double radical_inverse(uint64_t number, uint32_t base) {
    double inverse = 0.0, place = 1.0 / base;
    for (; number > 0; number /= base) {
        inverse += (double)(number % base) * place;
        place /= base;
    }
    return inverse;
}

static wend_location halton_point(const sampling *s, uint64_t trial) {
    static const uint32_t bases[3] = {5, 2, 3};
    double shares[3];
    for (uint32_t i = 0; i < 3; i++) {
        shares[i] = radical_inverse(trial + 1, bases[i]) + s->rotation[i];
        shares[i] -= floor(shares[i]);
    }
    return point_of(s, shares[0], shares[1], shares[2]);
}

/* Returns a point on the same layer, at a normally distributed distance in any direction. */
static wend_location partner_of(const sampling *s, wend_location q, uint64_t trial) {
    double angle = WEND_FULL_TURN * wend_random_uniform(s->seed, SAMPLES_KEY, trial, PURPOSE_ANGLE);
    double distance = s->spread * wend_random_normal(s->seed, SAMPLES_KEY, trial, PURPOSE_DISTANCE);
    q.position = point_narrow((wend_point){(double)q.position.x + distance * wend_cos(angle),
                                           (double)q.position.y + distance * wend_sin(angle)});
    return q;
}

/* ---- Samplers -------------------------------------------------------------------------------- */

static bool try_gaussian(const sampling *s, uint64_t trial, wend_location *out) {
    wend_location q = random_point(s, trial), partner = partner_of(s, q, trial);
    bool is_free = sampling_is_free(s, q);
    *out = is_free ? q : partner;
    return is_free != sampling_is_free(s, partner);
}

static bool try_bridge(const sampling *s, uint64_t trial, wend_location *out) {
    wend_location q = random_point(s, trial);
    if (sampling_is_free(s, q)) {
        return false;
    }
    wend_location partner = partner_of(s, q, trial);
    *out = (wend_location){vec_lerp(q.position, partner.position, 0.5F), q.layer};
    return !sampling_is_free(s, partner) && sampling_is_free(s, *out);
}

/* A ray away from a wall: the points at which this wall may be the nearest. */
typedef struct retraction {
    wend_point wall, away; /* the nearest point of the wall, and the unit vector away from it */
    uint32_t layer;
} retraction;

static wend_location point_on(const retraction *r, double distance) {
    return (wend_location){point_narrow(point_along(r->wall, r->away, distance)), r->layer};
}

/* True if no other wall is nearer to the point at `distance` (m) than the wall that the ray starts
 * from, and if the ray stays in the box of its layer. */
static bool is_nearest(const sampling *s, const retraction *r, double distance) {
    const double TOLERANCE = 1e-4; /* relative: larger than the rounding of distances */
    const sampling_box *box = &s->boxes[r->layer];
    wend_location at = point_on(r, distance);
    double x = (double)at.position.x, y = (double)at.position.y;
    return x >= box->low_x && x <= box->high_x && y >= box->low_y && y <= box->high_y &&
           (double)wend_space_clearance(s->space, at, (float)distance, 1) >=
               distance * (1.0 - TOLERANCE);
}

/* Finds the ray for a point; false if there is none. */
static bool begin_retraction(const sampling *s, wend_location q, retraction *out,
                             double *distance) {
    const sampling_box *box = &s->boxes[q.layer];
    double farthest = (box->high_x - box->low_x) + (box->high_y - box->low_y);
    wend_wall_hit hit = wend_space_find_closest_wall(s->space, q, (float)farthest, 1);
    wend_point at = point_wide(q.position), wall = point_wide(hit.point);
    double away = hit.wall != WEND_NO_WALL ? point_distance(at, wall) : 0.0;
    if (!(away > 0.0)) {
        return false;
    }
    bool inside = wend_space_is_walkable(s->space, q, 1);
    double sign = inside ? 1.0 / away : -1.0 / away;
    *out = (retraction){wall, {(at.x - wall.x) * sign, (at.y - wall.y) * sign}, q.layer};
    *distance = inside ? away : fmax((double)s->radius, 1e-3);
    return inside || is_nearest(s, out, *distance);
}

/* True with a probability that falls with the distance from the walls (m). */
static bool is_kept(const sampling *s, double distance, uint64_t trial) {
    double share = s->radius > 0.0F ? 2.0 * (double)s->radius / distance : 1.0;
    return wend_random_uniform(s->seed, SAMPLES_KEY, trial, PURPOSE_KEPT) < share;
}

static bool try_medial_axis(const sampling *s, uint64_t trial, wend_location *out) {
    enum { BISECTIONS = 16 };
    wend_location q = random_point(s, trial);
    retraction r;
    double low = 0.0;
    if (!begin_retraction(s, q, &r, &low)) {
        *out = q;
        return sampling_is_free(s, q);
    }
    double high = 2.0 * low;
    while (is_nearest(s, &r, high)) {
        low = high;
        high *= 2.0;
    }
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = (low + high) / 2.0;
        if (is_nearest(s, &r, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    *out = point_on(&r, low);
    return is_kept(s, low, trial) && sampling_is_free(s, *out);
}

bool sampling_try(const sampling *s, wend_roadmap_sampler sampler, uint64_t trial,
                  wend_location *out) {
    switch (sampler) {
    case WEND_SAMPLER_GAUSSIAN:
        return try_gaussian(s, trial, out);
    case WEND_SAMPLER_BRIDGE:
        return try_bridge(s, trial, out);
    case WEND_SAMPLER_MEDIAL_AXIS:
        return try_medial_axis(s, trial, out);
    case WEND_SAMPLER_HALTON:
        *out = halton_point(s, trial);
        break;
    case WEND_SAMPLER_UNIFORM:
        *out = random_point(s, trial);
        break;
    }
    return sampling_is_free(s, *out);
}
