/* Samples the medial axis as a polyline. The samples are evenly spaced along the axis, at most
 * `spacing` apart. More samples are added where a chord would deviate from the axis by more than a
 * tenth of a metre, or by more than the difference between clearance and radius. The disc therefore
 * has room on the whole polyline.
 *
 * Cost: O(length / spacing + axis segments). */
#include <math.h>

#include <wend/world.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "plan/corridor/corridor.h"

enum { MAX_DEPTH = 12 };

static const double MAX_DEVIATION = 0.1; /* m: largest distance between a chord and the axis */
static const double MAX_OVERLAP = 5e-4;  /* m: largest depth by which the disc may overlap a wall */
/* The distance from a chord to the middle of its piece is at least this fraction of the largest
 * distance from the chord to the piece. */
static const double SHARE_AT_HALF = 0.75;

/* A point on the axis path. */
typedef struct axis_sample {
    uint32_t segment;
    double t;
    wend_corridor_sample at;
} axis_sample;

typedef struct sampler {
    const corridor_ground *ground;
    const corridor_axis_path *axis_path;
    corridor_points *points;
    uint32_t segment; /* index of the axis segment whose piece is loaded */
    corridor_piece piece;
    corridor_arc_length arc_length;
    double before; /* m: length of the piece from its beginning to the beginning of the segment */
} sampler;

static void load_segment(sampler *s, uint32_t index) {
    const corridor_axis_segment *segment = &s->axis_path->segments[index];
    s->segment = index;
    s->piece = corridor_piece_of(s->ground->map, segment->breakpoint);
    s->arc_length = corridor_measure_piece(&s->piece);
    s->before = segment->from <= 0.0 ? 0.0
                : segment->from >= 1.0
                    ? s->arc_length.length
                    : corridor_length_to(s->ground->map, segment->breakpoint, segment->from);
}

static axis_sample axis_sample_at(const sampler *s, uint32_t segment, double t) {
    return (axis_sample){segment, t,
                         corridor_sample_at(s->ground->map, &s->axis_path->segments[segment], t)};
}

static void append(const sampler *s, const axis_sample *m) {
    corridor_append_point(s->ground, s->points,
                          (wend_route_point){m->at.position, m->at.clearance,
                                             s->axis_path->segments[m->segment].layer});
}

/* ---- Chords ---------------------------------------------------------------------------------- */

/* How far the axis deviates from a chord, and how much clearance it has there. */
typedef struct axis_beside {
    axis_sample farthest;
    double distance; /* m: distance from `farthest` to the chord */
    double least;    /* m: smallest clearance of the axis beside the chord */
} axis_beside;

static void include_point(axis_beside *b, const axis_sample *m, double share,
                          const axis_sample *from, const axis_sample *to) {
    double distance =
        segment_point_distance(m->at.position, from->at.position, to->at.position) / share;
    b->least = fmin(b->least, (double)m->at.clearance);
    if (distance > b->distance) {
        b->distance = distance;
        b->farthest = *m;
    }
}

static axis_beside examine_axis_beside(const sampler *s, const axis_sample *from,
                                       const axis_sample *to) {
    axis_beside b = {.least = (double)fminf(from->at.clearance, to->at.clearance)};
    for (uint32_t i = from->segment; i <= to->segment; i++) {
        const corridor_axis_segment *segment = &s->axis_path->segments[i];
        double a = i == from->segment ? from->t : segment->from,
               z = i == to->segment ? to->t : segment->to;
        if (corridor_is_narrowed(s->ground, segment->edge)) {
            b.least = fmin(b.least, (double)corridor_least_clearance(s->ground, segment->edge));
        }
        if (corridor_is_curved(s->ground->map, segment->breakpoint) && a != z) {
            axis_sample middle = axis_sample_at(s, i, 0.5 * (a + z));
            include_point(&b, &middle, SHARE_AT_HALF, from, to);
        }
        if (i != to->segment) {
            axis_sample end = axis_sample_at(s, i, segment->to);
            include_point(&b, &end, 1.0, from, to);
        }
    }
    return b;
}

/* True if a chord within one piece is close to the piece everywhere. The curvature of the piece is
 * at most the reciprocal of the distance from its focus to the wall. */
static bool is_flat(const sampler *s, const axis_sample *from, const axis_sample *to) {
    if (from->segment != to->segment || to->segment != s->segment ||
        corridor_is_narrowed(s->ground, s->axis_path->segments[s->segment].edge)) {
        return false;
    }
    double chord = (double)vec_length_squared(vec_sub(to->at.position, from->at.position));
    double room = (double)fminf(from->at.clearance, to->at.clearance) - (double)s->ground->radius;
    return !s->piece.curved || chord / (8.0 * s->piece.curve.d) <= fmin(room, MAX_DEVIATION);
}

/* Adds the samples that are needed between two points of the axis path. */
static void refine(const sampler *s, const axis_sample *from, const axis_sample *to,
                   uint32_t depth) {
    if (is_flat(s, from, to)) {
        return;
    }
    axis_beside b = examine_axis_beside(s, from, to);
    double room = fmax(b.least - (double)s->ground->radius, MAX_OVERLAP);
    if (b.distance <= fmin(room, MAX_DEVIATION) || depth == MAX_DEPTH) {
        return;
    }
    refine(s, from, &b.farthest, depth + 1);
    append(s, &b.farthest);
    refine(s, &b.farthest, to, depth + 1);
}

/* ---- Samples --------------------------------------------------------------------------------- */

/* Returns the point at `length` m from the beginning of the loaded axis segment. */
static axis_sample axis_sample_at_length(const sampler *s, double length) {
    const corridor_axis_segment *segment = &s->axis_path->segments[s->segment];
    if (length >= segment->length) {
        return axis_sample_at(s, s->segment, segment->to);
    }
    double t = corridor_t_at_length(&s->piece, &s->arc_length,
                                    segment->back ? s->before - length : s->before + length);
    return (axis_sample){s->segment, t,
                         corridor_orient_sample(segment, corridor_piece_at(&s->piece, t))};
}

void corridor_sample_axis(const corridor_ground *ground, const corridor_axis_path *axis_path,
                          uint32_t first, double spacing, corridor_points *points) {
    sampler s = {.ground = ground, .axis_path = axis_path, .points = points};
    double length = 0.0, passed = 0.0; /* m: length of the whole path, and of the segments before
                                          `at` */
    for (uint32_t i = first; i < axis_path->count; i++) {
        length += axis_path->segments[i].length;
    }
    uint32_t steps = (uint32_t)fmin(ceil(length / spacing - CORRIDOR_ROUNDING), WEND_MAX_PATH),
             at = first;
    axis_sample last = axis_sample_at(&s, first, axis_path->segments[first].from);
    append(&s, &last);
    load_segment(&s, first);
    for (uint32_t i = 1; i <= steps && !points->failed; i++) {
        double wanted = i == steps ? (double)INFINITY : length * (double)i / steps;
        while (at + 1 < axis_path->count && passed + axis_path->segments[at].length < wanted) {
            passed += axis_path->segments[at++].length;
        }
        if (at != s.segment) {
            load_segment(&s, at);
        }
        axis_sample next = axis_sample_at_length(&s, wanted - passed);
        refine(&s, &last, &next, 0);
        append(&s, &next);
        last = next;
    }
}
