/* Finds the parts of a polyline that a disc can reach in a straight line.
 *
 * Each wall hides one interval of a segment (shadow.c, hide.c). The points that no interval covers
 * are visible. A segment changes its layer at each link that it crosses, and is divided there. A
 * piece on another layer than the disc is visible only through one link between the two layers, and
 * is cut to the wedge of that link.
 *
 * No memory is allocated: a set of hidden intervals has a fixed size, and a piece with more
 * intervals is divided in the middle.
 *
 * Cost: that of hide.c for each segment. */
#include "space/parts.h"

#include "base/error.h"

enum {
    MAX_HALVES = 24, /* how often a piece may be divided in the middle */
    MAX_PIECES = 64  /* how often a segment may change its layer */
};

/* m: shorter parts, and shorter gaps between hidden intervals, are omitted. */
static const double MIN_PART_LENGTH = 1e-7;

/* ---- Parts ----------------------------------------------------------------------------------- */

/* The parts found so far. A part that begins where the last one ends is merged into it. */
typedef struct part_list {
    wend_interval *items;
    wend_interval last;
    uint32_t count, capacity;
} part_list;

static void add_part(part_list *list, double begin, double end) {
    if (list->count > 0 && begin - list->last.end < MIN_PART_LENGTH) {
        list->last.end = end > list->last.end ? end : list->last.end;
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

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* A piece of a segment of the polyline, from p to q, relative to x. */
typedef struct piece {
    wend_point p, q;
    double start; /* m: where it begins along the polyline */
    uint32_t layer;
} piece;

/* A query for one location of the disc, and the parts found so far. */
typedef struct part_search {
    space_part_query query;
    uint32_t layer; /* layer of the disc */
    part_list list;
} part_search;

static void add_piece(part_search *search, const piece *at, uint32_t depth) {
    space_part_query *q = &search->query;
    q->segment = shadow_segment_of(at->p, at->q, q->r);
    double length = q->segment.d_length, t = 0.0;
    if (!(length > 0.0)) {
        return;
    }
    q->gap = MIN_PART_LENGTH / length;
    hide_piece(q, search->layer, at->layer);
    const shadow_set *hidden = &q->hidden;
    if (hidden->is_full && depth < MAX_HALVES) {
        wend_point middle = point_lerp(at->p, at->q, 0.5);
        const piece first = {at->p, middle, at->start, at->layer};
        const piece second = {middle, at->q, at->start + 0.5 * length, at->layer};
        add_piece(search, &first, depth + 1);
        add_piece(search, &second, depth + 1);
        return;
    }
    for (uint32_t i = 0; i < hidden->count; i++) {
        if (hidden->begin[i] > t) {
            add_part(&search->list, at->start + t * length, at->start + hidden->begin[i] * length);
        }
        t = space_max(t, hidden->end[i]);
    }
    if (t < 1.0) {
        add_part(&search->list, at->start + t * length, at->start + length);
    }
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* Cuts the range of t for which at + t * rate is not negative. */
static void cut(double at, double rate, double *begin, double *end) {
    double root = rate != 0.0 ? -at / rate : 0.0;
    if (rate > 0.0) {
        *begin = space_max(*begin, root);
    } else if (rate < 0.0) {
        *end = space_min(*end, root);
    } else if (at < 0.0) {
        *end = *begin;
    }
}

/* Adds what is visible of a piece through a link, which has the layer of x on its left. */
static void add_through_link(part_search *search, const piece *at, const space_edge *link) {
    space_part_query *q = &search->query;
    wend_point a = hide_relative(q, link->a), b = hide_relative(q, link->b), e = point_sub(b, a);
    wend_point d = point_sub(at->q, at->p);
    double begin = 0.0, end = 1.0, length = point_length(d);
    if (point_cross(e, a) > 0.0) { /* x is beyond the link's line */
        return;
    }
    cut(point_cross(a, at->p), point_cross(a, d), &begin, &end);
    cut(-point_cross(b, at->p), -point_cross(b, d), &begin, &end);
    cut(-point_cross(e, point_sub(at->p, a)), -point_cross(e, d), &begin, &end);
    if (begin < end) {
        const piece seen = {point_along(at->p, d, begin), point_along(at->p, d, end),
                            at->start + begin * length, at->layer};
        q->link = link;
        add_piece(search, &seen, 0);
        q->link = NULL;
    }
}

static uint32_t layer_across(const wend_space *space, const space_edge *link, uint32_t layer) {
    const wend_link *both = &space->links[link->link];
    return both->left_layer == layer ? both->right_layer : both->left_layer;
}

static void add_on_layer(part_search *search, const piece *at) {
    const wend_space *space = search->query.space;
    const space_layer *layer = &space->layers[search->layer];
    if (at->layer == search->layer) {
        add_piece(search, at, 0);
        return;
    }
    for (uint32_t i = 0; i < layer->link_count; i++) {
        const space_edge *link = &space->edges[layer->link_edges[i]];
        if (layer_across(space, link, search->layer) == at->layer) {
            add_through_link(search, at, link);
        }
    }
}

/* Finds the first link that a piece crosses, and the t at which it does. Returns NULL if it crosses
 * none. */
static const space_edge *find_crossing(const part_search *search, const piece *at, double *t) {
    const wend_space *space = search->query.space;
    const space_layer *layer = &space->layers[at->layer];
    const space_edge *found = NULL;
    *t = 2.0;
    for (uint32_t i = 0; i < layer->link_count; i++) {
        const space_edge *link = &space->edges[layer->link_edges[i]];
        wend_point a = hide_relative(&search->query, link->a);
        wend_point b = hide_relative(&search->query, link->b), e = point_sub(b, a);
        double p_side = point_cross(e, point_sub(at->p, a));
        double q_side = point_cross(e, point_sub(at->q, a));
        if (!(p_side >= 0.0 && q_side < 0.0)) {
            continue;
        }
        double cut_at = p_side / (p_side - q_side);
        wend_point on = point_lerp(at->p, at->q, cut_at);
        double along = point_dot(point_sub(on, a), e);
        if (along >= 0.0 && along <= point_dot(e, e) && cut_at < *t) {
            *t = cut_at;
            found = link;
        }
    }
    return found;
}

static void add_segment(part_search *search, piece whole) {
    const wend_space *space = search->query.space;
    for (uint32_t i = 0; i < MAX_PIECES; i++) {
        double t;
        const space_edge *link = find_crossing(search, &whole, &t);
        if (link == NULL) {
            break;
        }
        wend_point on = point_lerp(whole.p, whole.q, t);
        const piece first = {whole.p, on, whole.start, whole.layer};
        add_on_layer(search, &first);
        whole = (piece){on, whole.q, whole.start + point_distance(whole.p, on),
                        layer_across(space, link, whole.layer)};
    }
    add_on_layer(search, &whole);
}

/* ---- The polyline ---------------------------------------------------------------------------- */

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
    part_search search = {.query = {.space = space,
                                    .extra = extra,
                                    .x = point_wide(from.position),
                                    .classes = classes,
                                    .r = (double)radius},
                          .layer = from.layer,
                          .list = {.items = out.items, .capacity = out.capacity}};
    double start = 0.0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        const piece whole = {hide_relative(&search.query, points[i].position),
                             hide_relative(&search.query, points[i + 1].position), start,
                             points[i].layer};
        add_segment(&search, whole);
        start += point_distance(whole.p, whole.q);
    }
    return search.list.count;
}

uint32_t wend_space_visible_parts(const wend_space *space, wend_location from, float radius,
                                  const wend_location *points, uint32_t count, uint32_t classes,
                                  wend_interval *out, uint32_t capacity) {
    WEND_ASSERT(space != NULL && (points != NULL || count == 0) && (out != NULL || capacity == 0));
    return space_visible_parts(space, from, radius, points, count, classes, NULL,
                               (space_parts){out, capacity});
}
