/* Makes the channel of a path over a net.
 *
 * A path over a net consists of lines within triangles. Where two successive lines lie in the same
 * triangle, the point between them is dropped; this also merges the points of a path along an edge,
 * which counts as a line in the cheaper one of the edge's triangles, to the two points where it
 * enters and leaves the edge. A path through a vertex crosses all edges on one side of the vertex
 * at their common end, so that the optimisation can move it off the vertex.
 *
 * Cost: O(n) for n points, plus the triangles around each vertex. */
#include "plan/weighted/channel.h"

#include "geom/point.h"
#include "step/worker_buffers.h"

enum { FIRST_ROOM = 64, MOST_FAN = 256 };

crossing channel_crossing(const net *n, uint32_t corner, double t) {
    wend_point a = point_wide(n->level->points[corner]);
    wend_point b = point_wide(n->level->points[net_next(corner)]);
    return (crossing){.corner = corner,
                      .a = a,
                      .along = point_sub(b, a),
                      .t = t,
                      .weight = net_weigh(n, net_face(corner))};
}

bool channel_reserve(channel *c, uint32_t count) {
    if (count > c->room && !c->failed) {
        const search_ground *ground = c->net->ground;
        uint32_t room = count < FIRST_ROOM ? FIRST_ROOM : 2 * count;
        c->items = worker_buffer_take(ground->view, ground->worker, BUFFER_CROSSINGS,
                                      (size_t)room * sizeof *c->items);
        c->room = room;
        c->failed = c->items == NULL;
    }
    return !c->failed;
}

static void append(channel *c, uint32_t corner, double t) {
    if (channel_reserve(c, c->count + 1)) {
        c->items[c->count++] = channel_crossing(c->net, corner, t);
    }
}

uint32_t channel_fan(const net *n, uint32_t corner, uint32_t to, bool counter_clockwise,
                     uint32_t *out, uint32_t capacity) {
    uint32_t count = 0;
    while (net_face(corner) != to) {
        uint32_t edge = counter_clockwise ? net_before(corner) : corner;
        uint32_t next = net_turn(n, corner, counter_clockwise);
        if (next == NET_NONE || count == capacity) {
            return capacity + 1;
        }
        out[count++] = edge;
        corner = next;
    }
    return count;
}

/* Appends the crossings around a vertex, from the triangle `face` to another. `corner` is any
 * corner of the vertex's wedge. */
static void append_fan(channel *c, uint32_t corner, uint32_t face, uint32_t to) {
    uint32_t left[MOST_FAN], right[MOST_FAN], turns[MOST_FAN], first = corner;
    /* Find the corner of `face` at this vertex. */
    if (channel_fan(c->net, corner, face, true, turns, MOST_FAN) <= MOST_FAN) {
        for (; net_face(first) != face;) {
            first = net_turn(c->net, first, true);
        }
    } else {
        for (; net_face(first) != face;) {
            first = net_turn(c->net, first, false);
        }
    }
    uint32_t left_count = channel_fan(c->net, first, to, true, left, MOST_FAN);
    uint32_t right_count = channel_fan(c->net, first, to, false, right, MOST_FAN);
    bool is_left = left_count <= right_count;
    uint32_t count = is_left ? left_count : right_count;
    for (uint32_t i = 0; i < count && count <= MOST_FAN; i++) {
        append(c, is_left ? left[i] : right[i], is_left ? 1.0 : 0.0);
    }
}

/* Appends the crossing of an edge at a point of the net, on the way out of the triangle `face`. */
static void append_point(channel *c, const net_point *at, uint32_t index, uint32_t face) {
    const net_edge *edge = &c->net->edges[at->where];
    double t = (double)(index - edge->first + 1) / (edge->count + 1);
    bool same = net_face(edge->corner) == face;
    append(c, same ? edge->corner : c->net->level->twins[edge->corner], same ? t : 1.0 - t);
}

/* Reverses the links of the path, so that each point leads to the next one. Returns the first point
 * after the start; NET_NONE if the path has no points. */
static uint32_t reverse_links(net_search *s) {
    uint32_t next = NET_NONE, at = s->end.parent;
    while (at != s->start) {
        uint32_t before = s->net.points[at].parent;
        s->net.points[at].parent = next;
        next = at;
        at = before;
    }
    return next;
}

bool channel_make(net_search *s, channel *out) {
    *out = (channel){.net = &s->net, .start = point_wide(s->from.position)};
    const net *n = &s->net;
    uint32_t before = s->start;
    for (uint32_t at = reverse_links(s); at != NET_NONE && !out->failed;) {
        net_point *point = &n->points[at];
        uint32_t next = point->parent;
        point->parent = before; /* the links are as before, so a channel can be made again */
        before = at;
        uint32_t face = point->face, to = next != NET_NONE ? n->points[next].face : s->end.face;
        if (face != to && point->kind == NET_VERTEX) {
            append_fan(out, point->where, face, to);
        } else if (face != to) {
            append_point(out, point, at, face);
        }
        at = next;
    }
    out->last = s->end.face;
    out->last_weight = net_weigh(n, out->last);
    out->part_count = net_target_part(s, out->last, out->part);
    return !out->failed;
}
