/* Finds the candidate attraction points of a character and chooses one of them.
 *
 * N. Jaklin, A. Cook, R. Geraerts, "Real-time path planning in heterogeneous environments" (2013),
 * sections 3.2 and 3.3.
 *
 *     x_i, r_i      the character's position, and its reference point on the route
 *     V_j           a visible interval [a_j, b_j] of the route between r_i and sigma_i
 *     A_i           the candidates: a_j, a_j + d, a_j + 2 d, ..., b_j of each interval
 *     d_ij          distance along the route from r_i to the candidate alpha_ij
 *     omega         weight: the sum over terrain types T of w(T) * length of x_i alpha_ij on T,
 *                   divided by d_ij; with `crowd`, times 1 + crowd * the mean delay in crowds on
 *                   the line (wend/density.h)
 *
 * The candidate with the smallest weight is chosen, and the farthest of several. Weights within
 * `tie` of each other count as equal: on a straight route over even ground all weights are equal,
 * and without the tolerance rounding would choose. r_i has d_ij = 0, so it is chosen only if there
 * are no others; a character that stands on r_i does not consider it. A line over
 * forbidden terrain rules a candidate out.
 *
 * Departures: `kept` (the last attraction point, see miran.c); visible vertices as an option; and
 * the end of the route is a candidate if the character sees it and no disc fits there, because a
 * goal may lie at a wall.
 *
 * Cost: the visible parts of the window (space/parts.c), and one line over terrain for each
 * candidate (space/fan.c): candidates are weighed from the farthest to the nearest, and a line is
 * left as soon as even the best terrain on the rest of it would make it weigh more than the best so
 * far. */
#include "follow/miran/choose.h"

#include <math.h>

#include <wend/density.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "step/ground/visible.h"
#include "step/internals.h"
#include "step/worker_buffers.h"

enum { CHUNK = 32 }; /* the list of candidates grows by this many */

/* m: a character within this distance of its reference point stands on it, and a candidate within
 * this distance of it along the route is the reference point itself. */
static const float on_point = 0.001F;
/* m: candidates that are nearer to each other along the route are one. */
static const double same_point = 1e-6;
/* Relative difference below which two weights count as equal. */
static const double tie = 1e-6;

/* ---- Candidates ------------------------------------------------------------------------------ */

static bool add_candidate(const miran_query *q, miran_candidates *list, double s, uint32_t *hint) {
    if (s <= (double)on_point) { /* r_i, up to rounding */
        s = 0.0;
        wend_vec2 apart = vec_sub(q->window.points[0].position, q->x.position);
        if (q->window.points[0].layer == q->x.layer && vec_length(apart) <= on_point) {
            return true;
        }
    }
    uint32_t count = list->count;
    if (count > 0 && s - list->items[count - 1].s < same_point) {
        return true;
    }
    if (count % CHUNK == 0) {
        list->items = worker_buffer_take(q->view, q->worker, BUFFER_HEAP,
                                         ((size_t)count + CHUNK) * sizeof *list->items);
    }
    if (list->items != NULL) {
        list->items[list->count++] =
            (miran_candidate){s, miran_window_at(q->view, &q->window, s, hint), 0.0};
    }
    return list->items != NULL;
}

/* Returns the first position after `s` at which an extra candidate lies: a vertex or the kept
 * point; INFINITY if there is none. */
static double next_extra(const miran_query *q, double s, uint32_t *vertex) {
    double next = q->kept > s ? q->kept : (double)INFINITY;
    while (q->takes_vertices && *vertex < q->window.count && q->window.along[*vertex] <= s) {
        (*vertex)++;
    }
    if (q->takes_vertices && *vertex < q->window.count) {
        next = fmin(next, q->window.along[*vertex]);
    }
    return next;
}

/* Adds the samples of an interval, and the extra candidates in it, in order. */
static bool add_samples(const miran_query *q, miran_candidates *list, wend_interval part,
                        uint32_t *vertex, uint32_t *hint) {
    bool good = add_candidate(q, list, part.begin, hint);
    double s = part.begin;
    uint64_t step = 1;
    while (good && s < part.end) {
        double sample = part.begin + q->d * (double)step, extra = next_extra(q, s, vertex);
        step += sample <= extra;
        s = fmin(fmin(sample, extra), part.end);
        good = add_candidate(q, list, s, hint);
    }
    return good;
}

/* True if the end of the route is visible and has no room for the disc. */
static bool sees_narrow_end(const miran_query *q) {
    const wend_location *end = &q->window.points[q->window.count - 1];
    return q->window.reaches_end && q->radius > 0.0F &&
           wend_space_clearance(q->view->space, *end, q->radius, q->view->classes) < q->radius &&
           wend_view_is_visible(q->view, q->x, *end, 0.0F);
}

bool miran_find_candidates(const miran_query *q, miran_candidates *out) {
    const miran_window *window = &q->window;
    uint32_t found = visible_parts(q->view, q->x, q->radius, window->points, window->count,
                                   VISIBLE_ROUTE_BLOCKERS, out->parts, MIRAN_MAX_PARTS);
    out->part_count = found < MIRAN_MAX_PARTS ? found : MIRAN_MAX_PARTS;
    out->items = NULL;
    out->count = 0;
    uint32_t vertex = 0, hint = 0;
    double before = -1.0;
    bool good = true;
    for (uint32_t i = 0; i <= out->part_count && good; i++) {
        bool is_last = i == out->part_count;
        double begin = is_last ? (double)INFINITY : out->parts[i].begin;
        if (q->kept > before && q->kept < begin) { /* hidden, or visible only as a point */
            good = add_candidate(q, out, q->kept, &hint);
        }
        if (!is_last && good) {
            good = add_samples(q, out, out->parts[i], &vertex, &hint);
            before = out->parts[i].end;
        }
    }
    double end = miran_window_length(window);
    if (good && before < end && sees_narrow_end(q)) {
        good = add_candidate(q, out, end, &hint);
    }
    return good;
}

/* ---- Weights --------------------------------------------------------------------------------- */

/* Makes the fan of lines to all candidates. Without weights, only its position is used. */
static void make_fan(const miran_query *q, const miran_candidates *list, space_fan *out) {
    out->from = q->x;
    if (q->weights.any) {
        wend_vec2 low = q->x.position, high = low;
        for (uint32_t i = 0; i < list->count; i++) {
            low = vec_min(low, list->items[i].at.position);
            high = vec_max(high, list->items[i].at.position);
        }
        space_fan_make(q->view->space, q->x, low, high, out);
    }
}

/* Returns the weight of a candidate, or INFINITY if it is more than `limit`. */
static double weigh(const miran_query *q, const space_fan *fan, const miran_candidate *candidate,
                    double limit) {
    double least = q->weights.terrain.least, s = candidate->s;
    wend_vec2 to = candidate->at.position;
    if (!(s > 0.0) || least * wide_distance(q->x.position, to) >= limit * s) {
        return (double)INFINITY;
    }
    double cost = miran_line_cost(&q->weights, fan, to, limit * s);
    double length = q->crowd > 0.0 ? wide_distance(q->x.position, to) : 0.0;
    if (length > 0.0) { /* the factor is at least 1, so the limit above still holds */
        cost *= 1.0 + q->crowd * wend_view_line_delay(q->view, q->x, to) / length;
    }
    return cost / s;
}

void miran_weigh(const miran_query *q, miran_candidates *list) {
    space_fan fan;
    make_fan(q, list, &fan);
    for (uint32_t i = 0; i < list->count; i++) {
        list->items[i].weight = weigh(q, &fan, &list->items[i], (double)INFINITY);
    }
}

/* True if the line to r_i crosses no forbidden terrain. */
static bool is_allowed(const miran_query *q, const space_fan *fan,
                       const miran_candidate *candidate) {
    double most = (double)INFINITY;
    return isfinite(miran_line_cost(&q->weights, fan, candidate->at.position, most));
}

/* ---- Choice ---------------------------------------------------------------------------------- */

/* Returns the index of the kept candidate, or UINT32_MAX if there is none. Its weight is computed
 * first, because it is likely to be chosen again: a line is then measured only until it costs more.
 * A candidate that is heavier than the kept one by more than four times `tie` cannot decide between
 * lighter ones, which differ by more than `tie`, so this does not change the choice. */
static uint32_t find_kept(const miran_query *q, const miran_candidates *list) {
    uint32_t i = 0;
    while (i < list->count && list->items[i].s < q->kept - same_point) {
        i++;
    }
    bool is_there = q->kept > 0.0 && i < list->count && list->items[i].s <= q->kept + same_point;
    return is_there ? i : UINT32_MAX;
}

uint32_t miran_choose(const miran_query *q, const miran_candidates *list) {
    uint32_t best = UINT32_MAX, kept = find_kept(q, list);
    double least = (double)INFINITY;
    space_fan fan;
    make_fan(q, list, &fan);
    double kept_weight = kept != UINT32_MAX ? weigh(q, &fan, &list->items[kept], least) : least;
    double most = kept_weight * (1.0 + 4.0 * tie);
    for (uint32_t i = list->count; i-- > 0;) {
        double limit = least < most ? least : most;
        double weight = i == kept ? kept_weight : weigh(q, &fan, &list->items[i], limit);
        if (weight < least * (1.0 - tie)) {
            least = weight;
            best = i;
        }
    }
    bool has_reference = list->count > 0 && list->items[0].s == 0.0;
    return best == UINT32_MAX && has_reference && is_allowed(q, &fan, &list->items[0]) ? 0 : best;
}
