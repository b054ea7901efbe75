/* Checks whether the parts of a corridor map are consistent, up to rounding to single precision.
 * O(n). */
#include <math.h>
#include <string.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "map/corridor/corridor.h"

static const float MAX_COORDINATE = 32768.0F; /* m */
/* Tolerance relative to a coordinate; larger than the rounding error of single precision. */
static const double PRECISION = 1e-6;
static const uint32_t MAX_ITEMS = 1U << 28;

static bool is_in_range(wend_vec2 p) {
    return fabsf(p.x) <= MAX_COORDINATE && fabsf(p.y) <= MAX_COORDINATE;
}

static double tolerance_at(wend_vec2 p) {
    return PRECISION * (1.0 + fabs((double)p.x) + fabs((double)p.y));
}

static const char *check_tables(const corridor *c) {
    if (c->layer_count == 0 || c->layer_count > WEND_MAX_LAYERS) {
        return "it has too few or too many layers";
    }
    if (c->site_count > MAX_ITEMS || c->vertex_count > MAX_ITEMS || c->edge_count > MAX_ITEMS ||
        c->breakpoint_count > MAX_ITEMS || c->overlap_count > MAX_ITEMS) {
        return "it is too large";
    }
    for (uint32_t i = 0; i < c->site_count; i++) {
        if (!is_in_range(c->sites[i].a) || !is_in_range(c->sites[i].b)) {
            return "a wall is not finite, or too far away";
        }
    }
    for (uint32_t i = 0; i < c->vertex_count; i++) {
        if (!is_in_range(c->vertices[i].position) || c->vertices[i].layer >= c->layer_count) {
            return "a vertex is not finite, too far away, or on a layer that does not exist";
        }
    }
    return NULL;
}

/* Checks that both ends of a piece are equally far from its two sites. Also checks, if there is a
 * next piece, that both pieces have the same nearest points where they meet. */
static const char *check_piece(const corridor *c, const corridor_breakpoint *ends, bool has_next) {
    if (ends->left_site >= c->site_count || ends->right_site >= c->site_count) {
        return "a breakpoint refers to a wall that does not exist";
    }
    const corridor_site *left = &c->sites[ends->left_site], *right = &c->sites[ends->right_site];
    for (int i = 0; i < 2; i++) {
        wend_point at = {(double)ends[i].position.x, (double)ends[i].position.y};
        double difference = corridor_site_distance(left, at) - corridor_site_distance(right, at);
        if (!(fabs(difference) <= tolerance_at(ends[i].position))) {
            return "a breakpoint is not equally far from the walls on both sides";
        }
    }
    if (!has_next) {
        return NULL;
    }
    if (ends[1].left_site >= c->site_count || ends[1].right_site >= c->site_count) {
        return "a breakpoint refers to a wall that does not exist";
    }
    wend_point at = {(double)ends[1].position.x, (double)ends[1].position.y};
    double tolerance = 2.0 * tolerance_at(ends[1].position);
    bool joined = point_distance(corridor_foot(left, at),
                                 corridor_foot(&c->sites[ends[1].left_site], at)) <= tolerance &&
                  point_distance(corridor_foot(right, at),
                                 corridor_foot(&c->sites[ends[1].right_site], at)) <= tolerance;
    return joined ? NULL : "the nearest points on walls jump at a breakpoint";
}

static const char *check_breakpoints(const corridor *c, const corridor_edge *edge) {
    const corridor_breakpoint *breakpoints = &c->breakpoints[edge->first];
    const corridor_breakpoint *last = &breakpoints[edge->count - 1];
    for (uint32_t i = 0; i < edge->count; i++) {
        if (!is_in_range(breakpoints[i].position)) {
            return "a breakpoint is not finite, or too far away";
        }
    }
    if (!vec_equal(breakpoints->position, c->vertices[edge->from].position) ||
        !vec_equal(last->position, c->vertices[edge->to].position)) {
        return "an edge does not end at its vertices";
    }
    if (last->left_site != CORRIDOR_NONE || last->right_site != CORRIDOR_NONE) {
        return "the last breakpoint of an edge has walls";
    }
    const char *wrong = NULL;
    for (uint32_t i = 0; i + 1 < edge->count && wrong == NULL; i++) {
        wrong = check_piece(c, &breakpoints[i], i + 2 < edge->count);
    }
    return wrong;
}

static const char *check_edges(const corridor *c) {
    uint32_t first = 0;
    const char *wrong = NULL;
    for (uint32_t i = 0; i < c->edge_count && wrong == NULL; i++) {
        const corridor_edge *edge = &c->edges[i];
        if (edge->first != first || edge->count < 2 || edge->count > c->breakpoint_count - first) {
            return "the breakpoints of edges are not consecutive";
        }
        if (edge->from >= c->vertex_count || edge->to >= c->vertex_count ||
            edge->layer >= c->layer_count || edge->flags > CORRIDOR_DEAD_END) {
            return "an edge's vertex, layer or flag is out of range";
        }
        first += edge->count;
        wrong = check_breakpoints(c, edge);
    }
    return wrong != NULL || first == c->breakpoint_count ? wrong
                                                         : "there are breakpoints without an edge";
}

static const char *check_overlaps(const corridor *c) {
    for (uint32_t i = 0; i < c->overlap_count; i++) {
        const corridor_overlap *r = &c->overlaps[i];
        bool ascends = i == 0 || r[-1].breakpoint < r->breakpoint ||
                       (r[-1].breakpoint == r->breakpoint && r[-1].layer < r->layer);
        if (!ascends || r->breakpoint >= c->breakpoint_count || r->layer >= c->layer_count ||
            c->breakpoints[r->breakpoint].left_site == CORRIDOR_NONE) {
            return "an axis segment that reaches into another layer is out of range or out of "
                   "order";
        }
    }
    return NULL;
}

const char *corridor_verify(const void *draft) {
    const corridor *parts = draft;
    const char *wrong = check_tables(parts);
    if (wrong == NULL) {
        wrong = check_edges(parts);
    }
    if (wrong == NULL) {
        wrong = check_overlaps(parts);
    }
    return wrong != NULL ? wrong
                         : blocking_verify(&parts->blocking, parts->layer_count, parts->edge_count);
}
