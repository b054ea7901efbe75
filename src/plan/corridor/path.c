/* Builds axis paths as chains of segments, and their corridors: the discs at the ends of a path and
 * at all breakpoints of the axis that it passes.
 *
 * Where a path turns from one edge into another, it passes the openings of other edges. On the side
 * of such an opening, the nearest wall point jumps across the opening, so there are two discs at
 * the same position. Near blockers, which the axis does not take into account, discs are smaller
 * and at most half a metre apart.
 *
 * Cost: O(1) for each segment. */
#include <math.h>

#include <wend/world.h>

#include "geom/vec.h"
#include "plan/corridor/corridor.h"
#include "step/worker_buffers.h"

static const double LONGEST_SEGMENT = 0.5; /* m: longest segment on an edge that a blocker narrows
                                            */
static const float SAME_POSITION = 1e-3F;  /* m: nearer points count as the same */

/* ---- Pieces ---------------------------------------------------------------------------------- */

bool corridor_is_curved(const corridor *map, uint32_t breakpoint) {
    const corridor_breakpoint *b = &map->breakpoints[breakpoint];
    return corridor_is_corner(&map->sites[b->left_site]) !=
           corridor_is_corner(&map->sites[b->right_site]);
}

wend_corridor_sample corridor_orient_sample(const corridor_axis_segment *segment,
                                            wend_corridor_sample at) {
    if (segment->back) {
        wend_vec2 left = at.left;
        at.left = at.right;
        at.right = left;
    }
    return at;
}

wend_corridor_sample corridor_sample_at(const corridor *map, const corridor_axis_segment *segment,
                                        double t) {
    if (t > 0.0 && t < 1.0) {
        return corridor_orient_sample(segment, corridor_piece_sample(map, segment->breakpoint, t));
    }
    const corridor_breakpoint *b = &map->breakpoints[segment->breakpoint + (t > 0.0 ? 1 : 0)];
    wend_corridor_sample at = {b->position, b->left, b->right, b->clearance};
    return corridor_orient_sample(segment, at);
}

double corridor_length_before(const corridor *map, corridor_axis_point point) {
    double length = corridor_length_to(map, point.breakpoint, point.t);
    for (uint32_t i = map->edges[point.edge].first; i < point.breakpoint; i++) {
        length += corridor_length(map, i);
    }
    return length;
}

wend_vec2 corridor_inset_point(wend_vec2 from, wend_vec2 to, float share) {
    return vec_add(from, vec_scale(vec_sub(to, from), fmaxf(share, 0.0F)));
}

/* ---- Axis segments --------------------------------------------------------------------------- */

/* Returns the length (m) of an axis segment. */
static double length_between(const corridor *map, const corridor_axis_segment *segment) {
    if (fabs(segment->to - segment->from) == 1.0) {
        return corridor_length(map, segment->breakpoint);
    }
    return fabs(corridor_length_to(map, segment->breakpoint, segment->to) -
                corridor_length_to(map, segment->breakpoint, segment->from));
}

static bool append_segment(const corridor_ground *ground, corridor_axis_path *axis_path,
                           corridor_axis_segment segment) {
    size_t room = (size_t)axis_path->count + 1;
    corridor_axis_segment *segments = worker_buffer_take(
        ground->view, ground->worker, BUFFER_AXIS_SEGMENTS, room * sizeof *segments);
    if (segments == NULL) {
        return false;
    }
    segment.length = length_between(ground->map, &segment);
    axis_path->segments = segments;
    axis_path->segments[axis_path->count++] = segment;
    axis_path->length += segment.length;
    return true;
}

/* Appends part of a piece. If a blocker narrows the edge, divides the part into several segments.
 */
static bool append_part(const corridor_ground *ground, corridor_axis_path *axis_path,
                        corridor_axis_segment piece, bool narrowed) {
    uint32_t parts = 1;
    if (narrowed) {
        parts += (uint32_t)(corridor_length(ground->map, piece.breakpoint) / LONGEST_SEGMENT);
    }
    bool good = true;
    for (uint32_t i = 0; i < parts && good; i++) {
        corridor_axis_segment segment = piece;
        segment.from = piece.from + (piece.to - piece.from) * (double)i / parts;
        segment.to = i + 1 == parts
                         ? piece.to
                         : piece.from + (piece.to - piece.from) * (double)(i + 1) / parts;
        good = append_segment(ground, axis_path, segment);
    }
    return good;
}

bool corridor_append(const corridor_ground *ground, corridor_axis_path *axis_path,
                     corridor_axis_point from, corridor_axis_point to) {
    uint16_t layer = ground->map->edges[from.edge].layer;
    bool narrowed = corridor_is_narrowed(ground, from.edge);
    bool back =
        to.breakpoint < from.breakpoint || (to.breakpoint == from.breakpoint && to.t < from.t);
    bool good = true;
    for (uint32_t i = from.breakpoint, last = to.breakpoint; good; i = back ? i - 1 : i + 1) {
        corridor_axis_segment segment = {.edge = from.edge,
                                         .breakpoint = i,
                                         .layer = layer,
                                         .back = back,
                                         .from = i == from.breakpoint ? from.t : (back ? 1.0 : 0.0),
                                         .to = i == last ? to.t : (back ? 0.0 : 1.0)};
        if (segment.from != segment.to) {
            good = append_part(ground, axis_path, segment, narrowed);
        }
        if (i == last) {
            break;
        }
    }
    return good;
}

/* ---- Discs ----------------------------------------------------------------------------------- */

/* Returns the disc at one end of an axis segment. Its left and right are those of an agent that
 * walks along the segment. */
static wend_corridor_disc disc_at(const corridor_ground *ground,
                                  const corridor_axis_segment *segment, bool end) {
    wend_corridor_sample at =
        corridor_sample_at(ground->map, segment, end ? segment->to : segment->from);
    return (wend_corridor_disc){at.position, at.left, at.right, at.clearance, segment->layer};
}

static void shrink_disc(const corridor_ground *ground, wend_corridor_disc *disc) {
    wend_location location = {disc->position, disc->layer};
    float room = corridor_free_distance(ground, location, disc->clearance);
    if (room < disc->clearance) {
        disc->left = corridor_inset_point(disc->position, disc->left, room / disc->clearance);
        disc->right = corridor_inset_point(disc->position, disc->right, room / disc->clearance);
        disc->clearance = room;
    }
}

static bool is_near(wend_vec2 a, wend_vec2 b) {
    return vec_length_squared(vec_sub(a, b)) <= SAME_POSITION * SAME_POSITION;
}

/* Adds a disc, unless it equals the last one. If the nearest points on both sides jump, adds two
 * discs, so that one side jumps after the other. */
static uint32_t append_disc(wend_corridor_disc *discs, uint32_t count, wend_corridor_disc disc) {
    if (count > 0 && vec_equal(discs[count - 1].position, disc.position)) {
        const wend_corridor_disc *last = &discs[count - 1];
        bool left = is_near(last->left, disc.left), right = is_near(last->right, disc.right);
        disc.left = left ? last->left : disc.left;
        disc.right = right ? last->right : disc.right;
        if (left && right) {
            return count;
        }
        if (!left && !right) {
            discs[count] = *last;
            discs[count++].left = disc.left;
        }
    }
    discs[count] = disc;
    return count + 1;
}

wend_corridor_disc *corridor_discs(const corridor_ground *ground,
                                   const corridor_axis_path *axis_path,
                                   const corridor_projection *end, uint32_t *count) {
    size_t most = 4 * (size_t)axis_path->count + 2;
    wend_corridor_disc *discs =
        worker_buffer_take(ground->view, ground->worker, BUFFER_DISCS, most * sizeof *discs);
    *count = 0;
    if (discs == NULL) {
        return NULL;
    }
    for (uint32_t i = 0; i < 2 * axis_path->count; i++) {
        const corridor_axis_segment *segment = &axis_path->segments[i / 2];
        wend_corridor_disc disc = disc_at(ground, segment, i % 2 != 0);
        if (corridor_is_narrowed(ground, segment->edge)) {
            shrink_disc(ground, &disc);
        }
        *count = append_disc(discs, *count, disc);
    }
    while (*count < 2) { /* a zero-length path */
        const wend_corridor_sample *at = &end->at;
        discs[(*count)++] = (wend_corridor_disc){at->position, at->left, at->right, at->clearance,
                                                 ground->map->edges[end->point.edge].layer};
    }
    return discs;
}

/* ---- Points ---------------------------------------------------------------------------------- */

void corridor_append_point(const corridor_ground *ground, corridor_points *points,
                           wend_route_point point) {
    size_t room = (size_t)points->count + 1;
    points->items = worker_buffer_take(ground->view, ground->worker, BUFFER_POINTS,
                                       room * sizeof *points->items);
    points->failed = points->failed || points->items == NULL;
    if (!points->failed) {
        points->items[points->count++] = point;
    }
}

void corridor_append_line(const corridor_ground *ground, corridor_points *points,
                          wend_location from, wend_location to, double spacing) {
    wend_vec2 leg = vec_sub(to.position, from.position);
    double steps = ceil((double)vec_length(leg) / spacing - CORRIDOR_ROUNDING);
    uint32_t count = steps < 1.0 ? 1 : (uint32_t)fmin(steps, WEND_MAX_PATH);
    for (uint32_t i = 1; i <= count && !points->failed; i++) {
        wend_location at = to;
        wend_corridor_projection near = {.clearance = 0.0F};
        if (i < count) {
            at.position = vec_add(from.position, vec_scale(leg, (float)i / (float)count));
            at.layer = wend_space_layer_after(ground->view->space, from, at.position);
        }
        corridor_retract(ground->map, at, &near);
        corridor_append_point(ground, points,
                              (wend_route_point){at.position, near.clearance, at.layer});
    }
}
