/* Floods a level from regions: the search of shortest.c without a target, from several convex
 * sources at once, in the order of the distance to the sources (the continuous Dijkstra method of
 * J. S. B. Mitchell, D. M. Mount, C. H. Papadimitriou, "The discrete geodesic problem", SIAM
 * Journal on Computing 16(4), 1987, in the plane and with the nodes of Polyanya).
 *
 * A source is the part K of a region in one polygon. Behind an edge of that polygon, the shortest
 * path from K to a point x is the straight line from the point of K nearest to x, as long as that
 * line crosses the edge. These lines do not cross each other. The view of a node from a source is
 * therefore bounded by two such lines: those that lead to the two ends of its interval (FROM_SOURCE
 * in nodes.h). Where K touches the edge, the region continues in the next polygon, so only the
 * parts of the edge beside K matter; there, normals of K bound the view.
 *
 * The order in which nodes are stored and expanded does not depend on the limit. Cost: O(n log n)
 * for n nodes. */
#include "plan/tree/flood.h"

#include <string.h>

#include "base/sort.h"
#include "map/cells.h"

/* ---- Sources --------------------------------------------------------------------------------- */

static bool comes_first(const void *left, const void *right) {
    return *(const uint32_t *)left < *(const uint32_t *)right;
}

/* Lists the polygons of the cells that the bounding box of a region meets, in ascending order, each
 * once. The list is in scratch memory; returns NULL when out of memory. */
static uint32_t *list_polygons(const search_ground *ground, const target *to, uint32_t *count) {
    const map_cells *cells = &ground->level->cells[to->layer];
    uint32_t left = cells_column(cells, (float)to->low.x - 0.01F);
    uint32_t right = cells_column(cells, (float)to->high.x + 0.01F);
    uint32_t bottom = cells_row(cells, (float)to->low.y - 0.01F);
    uint32_t top = cells_row(cells, (float)to->high.y + 0.01F), total = 0;
    for (uint32_t row = bottom; row <= top; row++) {
        total += cells->starts[row * cells->columns + right + 1] -
                 cells->starts[row * cells->columns + left];
    }
    size_t size = (total + 1) * sizeof(uint32_t);
    uint32_t *all = wend_view_scratch(ground->view, ground->worker, size);
    uint32_t *room = wend_view_scratch(ground->view, ground->worker, size);
    if (all == NULL || room == NULL) {
        return NULL;
    }
    total = 0;
    for (uint32_t row = bottom; row <= top; row++) {
        uint32_t begin = cells->starts[row * cells->columns + left];
        uint32_t end = cells->starts[row * cells->columns + right + 1];
        memcpy(&all[total], &cells->polygons[begin], (end - begin) * sizeof *all);
        total += end - begin;
    }
    sort_stable(all, room, total, sizeof *all, comes_first);
    *count = 0;
    for (uint32_t i = 0; i < total; i++) {
        if (i == 0 || all[i] != all[i - 1]) {
            all[(*count)++] = all[i];
        }
    }
    return all;
}

/* m: rounding error of the lengths of paths. */
static const double LENGTH_ERROR = 1e-6;

/* m: a corner of a source this near to an edge lies on it. */
static const double SAME_CORNER = 1e-9;

/* Adds the part of a region in a polygon as a source, if there is one. Returns false when out of
 * memory. */
static bool add_source(const search_ground *ground, const target *to, uint32_t polygon,
                       flood_sources *out) {
    wend_point inside[TARGET_POINTS];
    uint32_t count = target_in_polygon(to, ground->level, polygon, inside);
    if (count == 0 || search_is_closed(ground, polygon)) {
        return true;
    }
    wend_point *points = wend_view_scratch(ground->view, ground->worker, count * sizeof *points);
    if (points == NULL) {
        return false;
    }
    memcpy(points, inside, count * sizeof *points);
    out->items[out->count++] = (search_source){points, count, polygon};
    out->point_count += count;
    return true;
}

/* Adds the sources of one part of the goal. */
static search_outcome add_part(const search_ground *ground, const target *to, flood_sources *out) {
    uint32_t count = 1, known = to->polygon;
    const uint32_t *polygons = &known;
    if (known == NAVMESH_NONE) {
        if (ground->level->cells[to->layer].columns == 0) {
            return SEARCH_FOUND;
        }
        polygons = list_polygons(ground, to, &count);
    }
    size_t size = (out->count + count + 1) * sizeof *out->items;
    search_source *items = wend_view_scratch(ground->view, ground->worker, size);
    if (polygons == NULL || items == NULL) {
        return SEARCH_NO_MEMORY;
    }
    if (out->count > 0) {
        memcpy(items, out->items, out->count * sizeof *items);
    }
    out->items = items;
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        good = add_source(ground, to, polygons[i], out);
    }
    return good ? SEARCH_FOUND : SEARCH_NO_MEMORY;
}

search_outcome flood_find_sources(const search_ground *ground, const target *parts,
                                  uint32_t part_count, flood_sources *out) {
    *out = (flood_sources){0};
    for (uint32_t i = 0; i < part_count; i++) {
        search_outcome outcome = add_part(ground, &parts[i], out);
        if (outcome != SEARCH_FOUND) {
            return outcome;
        }
    }
    return out->count > 0 ? SEARCH_FOUND : SEARCH_NONE;
}

/* ---- The search ------------------------------------------------------------------------------ */

/* Where a source touches an edge of its polygon: the corners of the source nearest to the two ends
 * of the edge. `count` is the number of corners on the edge. */
typedef struct contact {
    uint32_t first, last, count;
} contact;

static contact find_contact(const search_source *from, const span *edge) {
    contact touch = {0};
    double nearest = (double)INFINITY, farthest = -(double)INFINITY;
    for (uint32_t i = 0; i < from->count; i++) {
        wend_point p = from->points[i];
        double along = point_distance(p, edge->from);
        if (point_distance(p, point_nearest(p, edge->from, edge->to)) > SAME_CORNER) {
            continue;
        }
        touch.count++;
        touch.first = along < nearest ? i : touch.first;
        touch.last = along > farthest ? i : touch.last;
        nearest = fmin(nearest, along);
        farthest = fmax(farthest, along);
    }
    return touch;
}

/* Returns a point on the bound of the view beside corner `at` of a source, which lies on the edge a
 * -> b of the polygon. On the left of the corner, the bound is the normal of the source's edge that
 * leaves the corner; on the right, of the edge that reaches it. If that normal leads back into the
 * polygon, the bound runs along the edge. */
static wend_point bound_beside(const search_source *from, uint32_t at, const span *edge,
                               bool left) {
    uint32_t next = at + 1 < from->count ? at + 1 : 0, before = at > 0 ? at - 1 : from->count - 1;
    wend_point corner = from->points[at], e = point_sub(edge->to, edge->from);
    wend_point side =
        left ? point_sub(from->points[next], corner) : point_sub(corner, from->points[before]);
    wend_point normal = {side.y, -side.x}; /* outwards: sources run counter-clockwise */
    bool ahead = normal.x * e.y - normal.y * e.x > 0.0;
    return point_along(corner, ahead ? normal : e, ahead || left ? 1.0 : -1.0);
}

/* Opens the node behind a part of an edge of a source's polygon. The guides must be set. */
static void open_part(search *s, node n, const span *part) {
    n.left_root = source_root(s, &n, part->to);
    n.right_root = source_root(s, &n, part->from);
    seek_open_node(s, &n, part, 0.0);
}

/* Opens the nodes behind an edge of the polygon of a source. Where the source touches the edge, it
 * continues in the polygon behind the edge, so only the parts beside it are opened. */
static void open_edge(search *s, uint32_t number, uint32_t corner) {
    const search_source *from = &s->sources[number];
    uint32_t next = next_corner(s->level, from->polygon, corner);
    span edge = full_edge(corner, s->level->points[corner], s->level->points[next]);
    contact touch = find_contact(from, &edge);
    node n = {.root_vertex = number,
              .chain = NAVMESH_NONE,
              .turned_at = NO_NODE,
              .flags = FROM_SOURCE,
              .root_layer = s->level->polygons[from->polygon].layer,
              .left_guide = edge.to,
              .right_guide = edge.from};
    if (touch.count == 0) {
        open_part(s, n, &edge);
        return;
    }
    span right = edge, left = edge;
    right.to = from->points[touch.first];
    right.at_b = left.at_a = false;
    left.from = from->points[touch.last];
    if (point_distance(right.from, right.to) > SAME_CORNER) {
        node beside = n;
        beside.left_guide = bound_beside(from, touch.first, &edge, false);
        open_part(s, beside, &right);
    }
    if (point_distance(left.from, left.to) > SAME_CORNER) {
        n.right_guide = bound_beside(from, touch.last, &edge, true);
        open_part(s, n, &left);
    }
}

void flood_open(search *s, uint32_t source_count) {
    for (uint32_t i = 0; i < source_count; i++) {
        const navmesh_polygon *polygon = &s->level->polygons[s->sources[i].polygon];
        for (uint32_t k = 0; k < polygon->count; k++) {
            if (s->level->neighbours[polygon->first + k] != NAVMESH_NONE) {
                open_edge(s, i, polygon->first + k);
            }
        }
    }
}

/* Expands a node that has been taken from the queue, unless it is dominated. */
static void expand_taken(search *s, const node *n, uint32_t index) {
    if (seek_is_dominated(s, n)) {
        s->nodes[index].flags |= DOMINATED;
    } else {
        s->middle = (wend_point){0.5 * (n->left.x + n->right.x), 0.5 * (n->left.y + n->right.y)};
        seek_expand(s, n, index);
    }
}

double flood_expand(search *s, double limit) {
    uint32_t index;
    while ((index = seek_take(s)) != NO_NODE) {
        node n = s->nodes[index]; /* a copy, because the array may move */
        if (n.f > limit) {
            seek_open(s, n.f, index);
            return n.f;
        }
        expand_taken(s, &n, index);
    }
    return (double)INFINITY;
}

/* Returns a lower bound (m) on the length of all paths to a point that pass a node. */
static double bound_towards(const node *n, wend_point to) {
    double length = n->f + point_distance(to, point_nearest(to, n->left, n->right));
    return n->chain == NAVMESH_NONE && !(n->flags & FROM_SOURCE)
               ? fmax(length, n->left_g + point_distance(n->left_root, to))
               : length;
}

void flood_expand_towards(search *s, wend_point to, double length) {
    uint32_t index;
    while ((index = seek_take(s)) != NO_NODE) {
        node n = s->nodes[index];
        if (n.f > length + LENGTH_ERROR) {
            return;
        }
        if (bound_towards(&n, to) <= length + LENGTH_ERROR) {
            expand_taken(s, &n, index);
        }
    }
}
