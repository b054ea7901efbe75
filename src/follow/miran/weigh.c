/* Weighs lines: the sum over terrain types T of w(T) * length on T (space/fan.c), and what
 * slopes add to it.
 *
 * N. Jaklin, A. Cook, R. Geraerts, "Real-time path planning in heterogeneous environments" (2013),
 * section 2, names slopes as a possible weight, without a formula. As in the planners, a metre of
 * ground with a gradient of magnitude s costs w(T) * (1 + slope_weight * s). Heights may be
 * interpolated, so the gradient is not constant: it is taken in the middle of pieces of the line of
 * at most `slope_step`.
 *
 * Cost: that of space/fan.c; with slopes, one height query for each piece. */
#include "follow/miran/weigh.h"

#include <math.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "step/internals.h"
#include "step/worker_buffers.h"

enum { MAX_PIECES = 256 }; /* of a line whose slopes are measured */

/* m: longest piece of a line of at most MAX_PIECES pieces */
static const double slope_step = 1.0;

bool miran_weights_find(const wend_view *view, uint32_t worker, uint32_t index,
                        miran_weights *out) {
    uint32_t profile = wend_body_profile(&view->bodies[index]);
    const terrain_table *table = view->internals->terrains;
    *out = (miran_weights){.terrain = {.least = 1.0}};
    out->any = wend_view_profile_has_weights(view, profile);
    if (!out->any) {
        return true;
    }
    const terrain_rules *rules = &table->items[profile];
    space_weight *items =
        worker_buffer_take(view, worker, BUFFER_POINTS, (rules->count + 1) * sizeof *items);
    for (uint32_t i = 0; items != NULL && i < rules->count; i++) {
        uint32_t type = rules->items[i].type;
        float weight = rules->class_count <= 1 ? rules->items[i].weights[0]
                                               : wend_view_terrain_weight(view, index, type);
        items[i] = (space_weight){type, (double)weight};
        out->terrain.least =
            (double)weight < out->terrain.least ? (double)weight : out->terrain.least;
    }
    out->terrain.items = items;
    out->terrain.count = rules->count;
    out->slope_weight = wend_space_has_height(view->space) ? (double)rules->slope_weight : 0.0;
    return items != NULL;
}

/* Returns what slopes add to the cost of a line. */
static double slope_cost(const miran_weights *weights, const space_fan *fan, wend_vec2 to) {
    const wend_space *space = fan->space;
    wend_location from = fan->from;
    double length = wide_distance(from.position, to), sum = 0.0;
    uint32_t count = (uint32_t)fmin(ceil(length / slope_step), MAX_PIECES);
    for (uint32_t i = 0; i < count; i++) {
        wend_location at = {vec_lerp(from.position, to, ((float)i + 0.5F) / (float)count),
                            from.layer};
        at.layer = wend_space_layer_after(space, from, at.position);
        double weight = space_weight_of(&weights->terrain, wend_space_terrain(space, at));
        double slope = (double)vec_length(wend_space_slope(space, at));
        sum += slope > 0.0 ? weight * slope : 0.0;
    }
    return count > 0 ? weights->slope_weight * sum * length / count : 0.0;
}

double miran_line_cost(const miran_weights *weights, const space_fan *fan, wend_vec2 to,
                       double limit) {
    if (!weights->any) {
        return wide_distance(fan->from.position, to);
    }
    double cost = space_fan_cost(fan, to, &weights->terrain, limit);
    if (weights->slope_weight > 0.0 && isfinite(cost)) {
        cost += slope_cost(weights, fan, to);
    }
    return cost <= limit ? cost : (double)INFINITY;
}
