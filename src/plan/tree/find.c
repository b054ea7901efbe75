/* Finds the shortest path from a start in a path tree.
 *
 * Every shortest path enters the polygon of its start across the interval of a node, or begins in a
 * source in that polygon. The polygon is convex, so from each node the shortest path to the start
 * is known: straight from a root, if the line lies within the bounds of the node's view, otherwise
 * around an end of the interval. The shortest of them is the result; among equally long ones, the
 * one whose node was stored first.
 *
 * A corner fan is crossed in one step, so the nodes of its polygons are not stored. A start there
 * is reached from the nodes that enter the fan: straight, or around the vertex chain, from the
 * tangent vertex of the node to the tangent vertex of the start.
 *
 * Cost: O(nodes that enter the polygon), usually fewer than ten; for a path without a tree, the
 * cost of a search. */
#include "plan/tree/nodes.h"

#include <wend/view.h>

#include "plan/tree/flood.h"

/* A start that more polygons contain is not looked up. */
enum { MAX_CONTAINING = 256 };

/* m: paths around an end of an interval that is not a vertex can always be shortened; they count
 * only if rounding errors hide everything else. */
static const double CUT_END = 1e-6;

/* m: rounding error of lower bounds. */
static const double BOUND_ERROR = 1e-6;

/* ---- Links to nodes -------------------------------------------------------------------------- */

/* Finds the path from a node's roots to a start within the node's view. */
static path_tree_link link_straight(const search *s, const node *n, wend_point to) {
    path_tree_link link = {.over = OVER_NOTHING};
    if (n->flags & FROM_SOURCE) {
        link.length = point_distance(to, source_root(s, n, to));
    } else if (n->chain == NAVMESH_NONE) {
        link.length = n->left_g + point_distance(n->left_root, to);
    } else {
        chain c = chain_of(s->level, n->chain);
        link.at = chain_leave(&c, n->left_at, n->right_at, to);
        link.length = chain_g(&c, n, link.at) + point_distance(point_wide(c.points[link.at]), to);
    }
    return link;
}

/* Finds the path around an end of the interval. */
static path_tree_link link_over(const node *n, bool left, wend_point to) {
    bool is_vertex = (left ? n->left_vertex : n->right_vertex) != NAVMESH_NONE;
    double length =
        left ? n->left_d + point_distance(n->left, to) : n->right_d + point_distance(n->right, to);
    return (path_tree_link){.length = length + (is_vertex ? 0.0 : CUT_END),
                            .at = left ? n->left_at : n->right_at,
                            .over = left ? OVER_LEFT : OVER_RIGHT};
}

static path_tree_link link_to(const search *s, const node *n, wend_point to) {
    if (n->flags & SEES_ALL) {
        return link_straight(s, n, to);
    }
    bound right = right_bound(n);
    bound left = left_bound(n);
    if (side_at(n, &right, to) < 0.0) {
        return link_over(n, false, to);
    }
    return side_at(n, &left, to) > 0.0 ? link_over(n, true, to) : link_straight(s, n, to);
}

/* ---- Links across corner fans ---------------------------------------------------------------- */

/* Returns the position of a triangle in its corner fan: triangle i lies between the vertices i and
 * i + 1 of the chain. */
static uint32_t triangle_of(const navmesh_level *level, uint32_t polygon) {
    const navmesh_corner_fan *fan = &level->corner_fans[level->fan_of[polygon]];
    const navmesh_polygon *triangle = &level->polygons[polygon];
    const wend_vec2 *points = &level->chain_points[fan->first];
    for (uint32_t i = 0; i + 1 < fan->count; i++) {
        bool first = false, second = false;
        for (uint32_t k = 0; k < triangle->count; k++) {
            wend_vec2 p = level->points[triangle->first + k];
            first = first || (p.x == points[i].x && p.y == points[i].y);
            second = second || (p.x == points[i + 1].x && p.y == points[i + 1].y);
        }
        if (first && second) {
            return i;
        }
    }
    return 0;
}

/* Finds the path from a node that enters a corner fan to a start in that fan. */
static path_tree_link link_in_fan(const search *s, const node *n, uint32_t polygon, wend_point to) {
    uint32_t fan = s->level->fan_of[polygon], triangle = triangle_of(s->level, polygon);
    chain c =
        chain_of(s->level, 2 * fan + (n->corner == s->level->corner_fans[fan].sides[1] ? 1U : 0U));
    tangent touch = seek_find_tangent(s, n, &c);
    bound line = bound_of(touch.from, touch.to, false);
    bool behind = c.along ? triangle >= touch.to_at : triangle < touch.to_at;
    double side = side_at(n, &line, to);
    if (!behind || (c.along ? side >= 0.0 : side <= 0.0)) {
        path_tree_link link = link_to(s, n, to);
        bool hidden = link.over == (c.along ? OVER_RIGHT : OVER_LEFT);
        link.length = hidden ? (double)INFINITY : link.length;
        return link;
    }
    bound right = right_bound(n);
    bound left = left_bound(n);
    path_tree_link link = {.length = (double)INFINITY, .around = true, .at = touch.to_at};
    if (side_at(n, &right, touch.to) >= 0.0 && side_at(n, &left, touch.to) <= 0.0) {
        link.first = c.along ? chain_leave(&c, touch.to_at, triangle, to)
                             : chain_leave(&c, triangle + 1, touch.to_at, to);
        double around = fabs(c.lengths[link.first] - c.lengths[touch.to_at]);
        link.length = touch.to_g + around + point_distance(point_wide(c.points[link.first]), to);
    }
    return link;
}

/* ---- The shortest path ----------------------------------------------------------------------- */

/* Keeps the shorter of two links; of equally long ones, that with the lower number. */
static void keep_shorter(path_tree_link *best, path_tree_link next, uint32_t number,
                         uint32_t polygon) {
    bool is_same = fabs(next.length - best->length) <= SAME_LENGTH;
    if (is_same ? number < best->node : next.length < best->length) {
        *best = next;
        best->node = number;
        best->polygon = polygon;
    }
}

/* Compares the path that begins with a node or source to the best one so far. */
static void try_number(const path_tree *tree, const search *s, uint32_t number, search_start from,
                       path_tree_link *best) {
    wend_point to = point_wide(from.position);
    path_tree_link link = {0};
    if (number >= tree->node_count) {
        const search_source *source = &tree->sources[number - tree->node_count];
        wend_point end;
        link.length = target_nearest(source->points, source->count, to, &end);
    } else {
        const node *n = &tree->nodes[number];
        link = n->flags & FAN_ENTRY ? link_in_fan(s, n, from.polygon, to) : link_to(s, n, to);
    }
    keep_shorter(best, link, number, from.polygon);
}

static void search_cell(const path_tree *tree, const search *s, uint32_t cell, search_start from,
                        path_tree_link *best) {
    wend_point to = point_wide(from.position);
    for (uint32_t i = tree->starts[cell]; i < tree->starts[cell + 1]; i++) {
        const tree_entry *entry = &tree->entries[i];
        if (entry->f > best->length + BOUND_ERROR) {
            return; /* all others are longer, too */
        }
        if (entry->g < 0.0 ||
            entry->g + point_distance(entry->root, to) <= best->length + BOUND_ERROR) {
            try_number(tree, s, entry->number, from, best);
        }
    }
}

/* Searches the cells of a polygon that contains the start. */
static void search_polygon(const path_tree *tree, const search *s, search_start from,
                           path_tree_link *best) {
    uint32_t fan = tree->level->fan_of[from.polygon];
    search_cell(tree, s, from.polygon, from, best);
    if (fan != NAVMESH_NONE) {
        search_cell(tree, s, tree->level->polygon_count + fan, from, best);
    }
}

/* True if a point lies on the boundary of a polygon that contains it. */
static bool is_on_boundary(const navmesh_level *level, search_start from) {
    const navmesh_polygon *polygon = &level->polygons[from.polygon];
    wend_vec2 a = level->points[polygon->first + polygon->count - 1];
    for (uint32_t i = 0; i < polygon->count; i++) {
        wend_vec2 b = level->points[polygon->first + i];
        if (wide_turn(a, b, from.position) <= 0.0) {
            return true;
        }
        a = b;
    }
    return false;
}

/* Finds the shortest path in the polygons that contain the start. */
static search_outcome find_link(const path_tree *tree, search_start from,
                                void (*search_in)(const path_tree *, const search *, search_start,
                                                  path_tree_link *),
                                path_tree_link *out) {
    const navmesh_level *level = tree->level;
    search s = tree_search(tree);
    *out = (path_tree_link){.length = (double)INFINITY, .node = NO_NODE};
    search_in(tree, &s, from, out);
    if (is_on_boundary(level, from)) {
        uint32_t others[MAX_CONTAINING];
        wend_location at = {from.position, level->polygons[from.polygon].layer};
        uint32_t count = navmesh_find_containing(level, at, others, MAX_CONTAINING);
        if (count == MAX_CONTAINING) {
            return SEARCH_LIMIT;
        }
        for (uint32_t i = 0; i < count; i++) {
            search_in(tree, &s, (search_start){from.position, others[i]}, out);
        }
    }
    if (out->length + SAME_LENGTH < tree->covered) {
        return SEARCH_FOUND;
    }
    return tree->covered == (double)INFINITY ? SEARCH_NONE : SEARCH_LIMIT;
}

search_outcome path_tree_find(const path_tree *tree, search_start from, path_tree_link *out) {
    return find_link(tree, from, search_polygon, out);
}

/* ---- Paths without a tree -------------------------------------------------------------------- */

/* Compares all nodes and sources that enter a polygon, like search_polygon. */
static void scan_polygon(const path_tree *tree, const search *s, search_start from,
                         path_tree_link *best) {
    uint32_t fan = tree->level->fan_of[from.polygon];
    uint32_t of_fan = fan != NAVMESH_NONE ? tree->level->polygon_count + fan : from.polygon;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        uint32_t cell = tree_cell(tree->level, &tree->nodes[i]);
        if (cell == from.polygon || cell == of_fan) {
            try_number(tree, s, i, from, best);
        }
    }
    for (uint32_t i = 0; i < tree->source_count; i++) {
        if (tree->sources[i].polygon == from.polygon) {
            try_number(tree, s, tree->node_count + i, from, best);
        }
    }
}

search_outcome path_tree_search(const search_ground *ground, const target *parts,
                                uint32_t part_count, search_start from, double length,
                                search_path *out) {
    flood_sources sources;
    search_outcome outcome = flood_find_sources(ground, parts, part_count, &sources);
    search s = {.ground = ground,
                .level = ground->level,
                .sources = sources.items,
                .outcome = SEARCH_FOUND};
    if (outcome != SEARCH_FOUND || !seek_begin(&s)) {
        return outcome != SEARCH_FOUND ? outcome : s.outcome;
    }
    flood_open(&s, sources.count);
    flood_expand_towards(&s, point_wide(from.position), length);
    wend_view_count_nodes(ground->view, ground->worker, s.node_count);
    path_tree tree = {.level = s.level,
                      .nodes = s.nodes,
                      .sources = sources.items,
                      .node_count = s.node_count,
                      .source_count = sources.count,
                      .covered = (double)INFINITY};
    path_tree_link link;
    outcome = s.outcome == SEARCH_FOUND ? find_link(&tree, from, scan_polygon, &link) : s.outcome;
    return outcome == SEARCH_FOUND
               ? path_tree_path(&tree, ground, from, &link, PATH_TREE_WHOLE, out)
               : outcome;
}
