/* Finds the end of a path, and its turning points. The end is the nearest point of the target in a
 * polygon, reached from the root that sees it or around an end of the interval. The turning points
 * are collected backwards, from the last to the first. O(n) in the corners of the target and the
 * vertices of the chain. */
#include <string.h>

#include "plan/polyanya/nodes.h"

/* Clips part of the target to what the root sees through the interval. */
static uint32_t seen_part(const node *n, wend_point *points, uint32_t count) {
    bound right = right_bound(n);
    bound left = left_bound(n);
    target_side right_of = {right.x, right.y, right.x + right.dx, right.y + right.dy};
    target_side left_of = {left.x + left.dx, left.y + left.dy, left.x, left.y};
    count = target_cut(points, count, right_of);
    return count > 0 ? target_cut(points, count, left_of) : 0;
}

/* A candidate for the end of a path. `departed` is the vertex at which the path leaves the chain,
 * and `over` the last turning point, if any. */
typedef struct ending {
    wend_point end;
    const wend_point *over;
    double length; /* m: length of the path from the start */
    uint32_t departed;
} ending;

static void open_final(search *s, const node *n, const ending *candidate) {
    if (s->ground->now.door_count > 0 &&
        search_is_crossed(s->ground, n->polygon, s->middle, candidate->end)) {
        return;
    }
    node final = *n;
    final.flags = (uint16_t)(n->flags | FINAL | (candidate->over ? FINAL_TURNS : 0));
    final.left = candidate->end;
    final.right = candidate->over ? *candidate->over : candidate->end;
    final.left_at = final.right_at = (uint16_t)candidate->departed;
    final.f = candidate->length;
    seek_open(s, final.f, seek_store(s, &final));
}

/* Clips a region to one side of the chain edge that follows a vertex. */
static uint32_t cut_at_chain_edge(const chain *c, uint32_t at, bool left, wend_point *points,
                                  uint32_t count) {
    wend_point a = point_wide(c->points[left ? at : at + 1]),
               b = point_wide(c->points[left ? at + 1 : at]);
    return target_cut(points, count, (target_side){a.x, a.y, b.x, b.y});
}

/* Clips a region to what is visible from one vertex of a chain: the part between the two edges
 * beside the vertex. */
static uint32_t seen_from(const chain *c, const node *n, uint32_t at, wend_point *points,
                          uint32_t count) {
    if (at < n->right_at) {
        count = cut_at_chain_edge(c, at, c->along, points, count);
    }
    if (count > 0 && at > n->left_at) {
        count = cut_at_chain_edge(c, at - 1, !c->along, points, count);
    }
    return count;
}

/* Finds the shortest path from the roots of a node to a region that they see. */
static ending end_in(const search *s, const node *n, const wend_point *seen, uint32_t count) {
    ending best = {.length = (double)INFINITY};
    if (n->chain == NAVMESH_NONE) {
        best.length = n->left_g + target_nearest(seen, count, n->left_root, &best.end);
        return best;
    }
    chain c = chain_of(s->level, n->chain);
    if (count == 1) {
        best.end = seen[0];
        best.departed = chain_leave(&c, n->left_at, n->right_at, seen[0]);
        best.length = chain_g(&c, n, best.departed) +
                      point_distance(point_wide(c.points[best.departed]), seen[0]);
        return best;
    }
    for (uint32_t i = n->left_at; i <= n->right_at; i++) {
        wend_point part[TARGET_POINTS], end;
        memcpy(part, seen, count * sizeof *part);
        uint32_t kept = seen_from(&c, n, i, part, count);
        if (kept == 0) {
            continue;
        }
        double length =
            chain_g(&c, n, i) + target_nearest(part, kept, point_wide(c.points[i]), &end);
        if (length < best.length) {
            best = (ending){end, NULL, length, i};
        }
    }
    return best;
}

void seek_reach_target(search *s, const node *n) {
    wend_point inside[TARGET_POINTS], seen[TARGET_POINTS];
    uint32_t count = target_in_polygon(s->to, s->level, n->polygon, inside);
    if (count == 0) {
        return;
    }
    memcpy(seen, inside, count * sizeof *seen);
    uint32_t seen_count = n->flags & SEES_ALL ? count : seen_part(n, seen, count);
    if (seen_count > 0) {
        ending candidate = end_in(s, n, seen, seen_count);
        if (candidate.length < (double)INFINITY) {
            open_final(s, n, &candidate);
        }
    }
    /* The path to another point of the region, around an end of the interval, may be shorter. */
    bool enough = (n->flags & SEES_ALL) || (seen_count > 0 && s->to->count == 1);
    for (uint32_t i = 0; i < 2 && !enough; i++) {
        const wend_point *over = i == 0 ? &n->left : &n->right;
        ending found = {.over = over, .departed = i == 0 ? n->left_at : n->right_at};
        found.length = (i == 0 ? n->left_g : n->right_g) +
                       point_distance(i == 0 ? n->left_root : n->right_root, *over) +
                       target_nearest(inside, count, *over, &found.end);
        open_final(s, n, &found);
    }
}

/* Returns how many turning points a node adds to a path that leaves its chain at `departed`. */
static uint32_t count_turning_points(const node *n, uint32_t departed) {
    if (n->chain == NAVMESH_NONE) {
        return 1;
    }
    return 1 + (departed > n->entered ? departed - n->entered : n->entered - departed);
}

/* Writes the turning points of a node in front of `points`. */
static wend_route_point *write_turning_points(const search *s, const node *n, uint32_t departed,
                                              wend_route_point *points) {
    if (n->chain == NAVMESH_NONE) {
        *--points = (wend_route_point){point_narrow(n->left_root), 0.0F, n->root_layer};
        return points;
    }
    chain c = chain_of(s->level, n->chain);
    for (uint32_t i = 0, count = count_turning_points(n, departed); i < count; i++) {
        *--points = (wend_route_point){c.points[departed], 0.0F, n->root_layer};
        departed = c.along ? departed - 1 : departed + 1;
    }
    return points;
}

search_outcome seek_path(search *s, const node *end, search_path *out) {
    uint32_t count = (end->flags & FINAL_TURNS) ? 2 : 1, departed = end->left_at;
    for (const node *n = end; n->turned_at != NO_NODE; n = &s->nodes[n->turned_at]) {
        count += count_turning_points(n, departed);
        departed = n->departed;
    }
    wend_route_point *points =
        wend_view_scratch(s->ground->view, s->ground->worker, count * sizeof *points);
    if (points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    *out = (search_path){.points = points,
                         .count = count,
                         .polygon = end->polygon,
                         .length = end->f,
                         .node_count = s->node_count};
    uint32_t layer = s->level->polygons[end->polygon].layer;
    points += count;
    *--points = (wend_route_point){point_narrow(end->left), 0.0F, layer};
    if (end->flags & FINAL_TURNS) {
        *--points = (wend_route_point){point_narrow(end->right), 0.0F, layer};
    }
    departed = end->left_at;
    for (const node *n = end; n->turned_at != NO_NODE; n = &s->nodes[n->turned_at]) {
        points = write_turning_points(s, n, departed, points);
        departed = n->departed;
    }
    return SEARCH_FOUND;
}
