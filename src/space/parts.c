/* Finds the parts of a polyline that a disc can reach in a straight line.
 *
 * Seen from x, a wall W hides a point of the segment P + t * D if the line from x to that point
 * comes nearer to W than the radius r. The points behind the convex set W + disc(r), together with
 * those in it, form a convex set, so each wall hides one interval of t. The interval can begin or
 * end only where the segment meets the boundary of that set: on a tangent from x to the disc around
 * an end of W, or on the boundary of W + disc(r) itself. Between two consecutive candidates, either
 * all points are hidden or none; testing the middle point decides which.
 *
 * The points that no interval covers are visible. Parts are found one after the other, so no memory
 * is allocated.
 *
 * Cost: O(edges of the layer) for each segment of the polyline and each part of it. */
#include "space/parts.h"

#include "base/error.h"

typedef struct wide_point {
    double x, y;
} wide_point;

/* A segment of the polyline, as seen from the point x by a disc of radius r. */
typedef struct seen_segment {
    wide_point x, p, d; /* the segment is p + t * d, for t from 0 to 1 */
    double r;
} seen_segment;

enum { MAX_CANDIDATES = 12 };

typedef struct candidates {
    double t[MAX_CANDIDATES];
    uint32_t count;
} candidates;

/* m: shorter parts are omitted. */
static const double MIN_PART_LENGTH = 1e-7;

static wide_point wide(wend_vec2 v) {
    return (wide_point){(double)v.x, (double)v.y};
}

static wide_point minus(wide_point a, wide_point b) {
    return (wide_point){a.x - b.x, a.y - b.y};
}

static wide_point along(wide_point a, wide_point d, double t) {
    return (wide_point){a.x + t * d.x, a.y + t * d.y};
}

static double dot(wide_point a, wide_point b) {
    return a.x * b.x + a.y * b.y;
}

static double cross(wide_point a, wide_point b) {
    return a.x * b.y - a.y * b.x;
}

static void add_candidate(candidates *list, double t) {
    if (t > 0.0 && t < 1.0) { /* false for NaN, too */
        uint32_t at = list->count++;
        for (; at > 0 && list->t[at - 1] > t; at--) {
            list->t[at] = list->t[at - 1];
        }
        list->t[at] = t;
    }
}

/* Adds the point where the segment meets the line that passes through `through` in a given
 * direction. */
static void add_line(candidates *list, const seen_segment *s, wide_point through,
                     wide_point direction) {
    add_candidate(list, cross(minus(through, s->p), direction) / cross(s->d, direction));
}

/* Takes the disc around an end of a wall, and the tangents from x to that disc. Adds the points
 * where the segment meets the disc or one of the tangents. */
static void add_end(candidates *list, const seen_segment *s, wide_point end) {
    wide_point to = minus(end, s->x), back = minus(s->p, end);
    double leg_squared = dot(to, to) - s->r * s->r;
    if (leg_squared >= 0.0) {
        double leg = sqrt(leg_squared);
        add_line(list, s, s->x, (wide_point){to.x * leg - to.y * s->r, to.y * leg + to.x * s->r});
        add_line(list, s, s->x, (wide_point){to.x * leg + to.y * s->r, to.y * leg - to.x * s->r});
    }
    double a = dot(s->d, s->d), b = dot(back, s->d), c = dot(back, back) - s->r * s->r;
    double root = sqrt(b * b - a * c); /* NaN if the segment's line misses the disc */
    add_candidate(list, (-b - root) / a);
    add_candidate(list, (-b + root) / a);
}

static double distance_to_segment(wide_point p, wide_point a, wide_point b) {
    wide_point d = minus(b, a), to = minus(p, a);
    double length = dot(d, d), t = length > 0.0 ? dot(to, d) / length : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    wide_point apart = {to.x - t * d.x, to.y - t * d.y};
    return sqrt(dot(apart, apart));
}

/* True if two segments cross, each at a point between the ends of the other. */
static bool segments_cross(wide_point a, wide_point b, wide_point c, wide_point d) {
    double c_side = cross(minus(b, a), minus(c, a)), d_side = cross(minus(b, a), minus(d, a));
    double a_side = cross(minus(d, c), minus(a, c)), b_side = cross(minus(d, c), minus(b, c));
    return c_side * d_side < 0.0 && a_side * b_side < 0.0;
}

/* True if a wall hides the segment's point at t. */
static bool hides(const seen_segment *s, wide_point a, wide_point b, double t) {
    wide_point q = along(s->p, s->d, t);
    return segments_cross(s->x, q, a, b) || distance_to_segment(a, s->x, q) < s->r ||
           distance_to_segment(b, s->x, q) < s->r || distance_to_segment(q, a, b) < s->r ||
           distance_to_segment(s->x, a, b) < s->r;
}

/* Finds the interval of t that a wall hides. Returns false if it hides nothing. */
static bool find_hidden_interval(const seen_segment *s, wide_point a, wide_point b, double *begin,
                                 double *end) {
    candidates list = {.count = 0};
    wide_point d = minus(b, a);
    double length = sqrt(dot(d, d));
    wide_point out = {-d.y * s->r / length, d.x * s->r / length};
    add_end(&list, s, a);
    add_end(&list, s, b);
    add_line(&list, s, along(a, out, 1.0), d);
    add_line(&list, s, along(a, out, -1.0), d);
    bool found = false;
    for (uint32_t i = 0; i <= list.count; i++) {
        double low = i > 0 ? list.t[i - 1] : 0.0, high = i < list.count ? list.t[i] : 1.0;
        if (hides(s, a, b, 0.5 * (low + high))) {
            *begin = found ? *begin : low;
            *end = high;
            found = true;
        }
    }
    return found;
}

/* ---- All walls ------------------------------------------------------------------------------- */

/* The walls that can hide points. */
typedef struct wall_source {
    const wend_space *space;
    uint32_t layer, classes;
    const space_extra_walls *extra;
} wall_source;

/* Finds the next wall that may hide something, starting at number *at. Returns false if there is
 * none. */
static bool next_wall(const wall_source *source, uint32_t *at, wend_vec2 *a, wend_vec2 *b) {
    const space_layer *layer = &source->space->layers[source->layer];
    while (*at < layer->edge_count) {
        const space_edge *edge = &source->space->edges[layer->first_edge + (*at)++];
        if (edge->link != SPACE_NONE || space_class_on(edge, source->classes)) {
            *a = edge->a;
            *b = edge->b;
            return true;
        }
    }
    uint32_t extra = *at - layer->edge_count;
    bool found = source->extra != NULL && source->extra->next(source->extra->context, &extra, a, b);
    *at = layer->edge_count + extra;
    return found;
}

/* Returns the smallest visible parameter that is not below t: t itself, or the end of the hidden
 * intervals that contain it. Sets *next to the parameter at which the next hidden interval begins,
 * or to 1. */
static double skip_hidden(const wall_source *source, const seen_segment *s, double t,
                          double *next) {
    bool moved = true;
    while (moved) {
        moved = false;
        *next = 1.0;
        uint32_t at = 0;
        wend_vec2 a, b;
        while (next_wall(source, &at, &a, &b)) {
            double begin = 0.0, end = 0.0;
            if (!find_hidden_interval(s, wide(a), wide(b), &begin, &end)) {
                continue;
            }
            if (begin <= t && end > t) {
                t = end;
                moved = true;
            } else if (begin > t && begin < *next) {
                *next = begin;
            }
        }
    }
    return t;
}

/* The parts found so far. A part that begins where the last one ends is merged into it. */
typedef struct part_list {
    wend_interval *items;
    wend_interval last;
    uint32_t count, capacity;
} part_list;

static void add_part(part_list *list, double begin, double end) {
    if (list->count > 0 && begin - list->last.end < MIN_PART_LENGTH) {
        list->last.end = end;
    } else if (end - begin >= MIN_PART_LENGTH) {
        list->last = (wend_interval){begin, end};
        list->count++;
    } else {
        return;
    }
    if (list->count <= list->capacity) {
        list->items[list->count - 1] = list->last;
    }
}

static void add_segment(const wall_source *source, const seen_segment *s, double start,
                        double length, part_list *list) {
    double t = 0.0, next = 0.0;
    while (t < 1.0 && length > 0.0) {
        t = skip_hidden(source, s, t, &next);
        if (t < 1.0) {
            add_part(list, start + t * length, start + next * length);
            t = next;
        }
    }
}

static bool is_valid_location(const wend_space *space, wend_location at) {
    return at.layer < space->layer_count && space_in_domain(at.position);
}

uint32_t space_visible_parts(const wend_space *space, wend_location from, float radius,
                             const wend_location *points, uint32_t count, uint32_t classes,
                             const space_extra_walls *extra, space_parts out) {
    bool valid = is_valid_location(space, from) && radius >= 0.0F && isfinite(radius);
    for (uint32_t i = 0; i < count && valid; i++) {
        valid = is_valid_location(space, points[i]);
    }
    if (!valid) {
        return 0;
    }
    wall_source source = {space, from.layer, classes, extra};
    part_list list = {.items = out.items, .capacity = out.capacity};
    double start = 0.0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        seen_segment s = {
            .x = wide(from.position), .p = wide(points[i].position), .r = (double)radius};
        s.d = minus(wide(points[i + 1].position), s.p);
        double length = sqrt(dot(s.d, s.d));
        if (points[i].layer == from.layer) {
            add_segment(&source, &s, start, length, &list);
        }
        start += length;
    }
    return list.count;
}

uint32_t wend_space_visible_parts(const wend_space *space, wend_location from, float radius,
                                  const wend_location *points, uint32_t count, uint32_t classes,
                                  wend_interval *out, uint32_t capacity) {
    WEND_ASSERT(space != NULL && (points != NULL || count == 0) && (out != NULL || capacity == 0));
    return space_visible_parts(space, from, radius, points, count, classes, NULL,
                               (space_parts){out, capacity});
}
