/* Lists the points of a path from a start to the goal of a path tree: from the start's link to the
 * tree, from turning point to turning point, to the nearest point of the source. Cost: O(points).
 */
#include "plan/tree/nodes.h"

#include "geom/predicates.h"
#include "geom/vec.h"
#include "step/worker_buffers.h"

/* A place in the tree: a node, and the vertex where the path meets the node's chain, if any. */
typedef struct walker {
    const path_tree *tree;
    const node *at;
    uint32_t vertex;
    wend_route_point *points; /* NULL: the points are only counted */
    uint32_t count;
    uint32_t limit; /* the walk ends when there are more points than this */
} walker;

static void add_point(walker *w, wend_point at, uint16_t layer) {
    if (w->points != NULL && w->count <= w->limit) {
        w->points[w->count] = (wend_route_point){point_narrow(at), 0.0F, layer};
    }
    w->count++;
}

/* Adds the vertices of a chain from `first` to `last`, both included. */
static void add_chain(walker *w, const chain *c, uint32_t first, uint32_t last, uint16_t layer) {
    add_point(w, point_wide(c->points[first]), layer);
    while (first != last) {
        first = first < last ? first + 1 : first - 1;
        add_point(w, point_wide(c->points[first]), layer);
    }
}

/* Adds the turning points of the node that the walker is at, and moves on to the node with the next
 * one. */
static void pass_node(walker *w) {
    const node *n = w->at;
    if (n->chain == NAVMESH_NONE) {
        add_point(w, n->left_root, n->root_layer);
    } else {
        chain c = chain_of(w->tree->level, n->chain);
        add_chain(w, &c, w->vertex, n->entered, n->root_layer);
    }
    w->vertex = n->departed;
    w->at = &w->tree->nodes[n->turned_at];
}

/* Adds the points before the first node: around an end of its interval or around a chain. */
static void pass_link(walker *w, const path_tree_link *link) {
    const navmesh_level *level = w->tree->level;
    const node *n = w->at;
    uint16_t layer = level->polygons[link->polygon].layer;
    w->vertex = link->at;
    if (link->over != OVER_NOTHING) {
        add_point(w, link->over == OVER_LEFT ? n->left : n->right, layer);
    }
    if (link->around) {
        search s = tree_search(w->tree);
        uint32_t fan = level->fan_of[link->polygon];
        chain c = chain_of(level, 2 * fan + (n->corner == level->corner_fans[fan].sides[1]));
        add_chain(w, &c, link->first, link->at, layer);
        w->vertex = seek_find_tangent(&s, n, &c).from_at;
    }
}

/* Walks from a start to the goal, or until there are more points than the limit of the walker. */
static void walk(walker *w, search_start from, const path_tree_link *link, uint32_t *polygon) {
    const path_tree *tree = w->tree;
    uint32_t number = link->node - tree->node_count;
    if (link->node < tree->node_count) {
        w->at = &tree->nodes[link->node];
        pass_link(w, link);
        while (!(w->at->flags & FROM_SOURCE) && w->count <= w->limit) {
            pass_node(w);
        }
        number = w->at->root_vertex;
    }
    if (w->count > w->limit) {
        return;
    }
    const search_source *source = &tree->sources[number];
    wend_point end = {0.0, 0.0};
    if (w->points != NULL) {
        wend_vec2 last = w->count > 0 ? w->points[w->count - 1].position : from.position;
        target_nearest(source->points, source->count, point_wide(last), &end);
    }
    add_point(w, end, tree->level->polygons[source->polygon].layer);
    *polygon = source->polygon;
}

/* Removes points between which the path does not turn. Returns the number of points left. */
static uint32_t drop_collinear(wend_vec2 start, wend_route_point *points, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 before = kept > 0 ? points[kept - 1].position : start, at = points[i].position;
        bool turns = i + 1 == count || predicate_orient(before, at, points[i + 1].position) != 0;
        wend_vec2 ahead = turns ? at : points[i + 1].position;
        if (turns || vec_dot(vec_sub(at, before), vec_sub(ahead, at)) <= 0.0F) {
            points[kept++] = points[i];
        }
    }
    return kept;
}

search_outcome path_tree_path(const path_tree *tree, const search_ground *ground, search_start from,
                              const path_tree_link *link, uint32_t max_points, search_path *out) {
    uint32_t polygon = from.polygon, room = max_points;
    if (max_points == PATH_TREE_WHOLE) {
        walker counter = {.tree = tree, .limit = PATH_TREE_WHOLE};
        walk(&counter, from, link, &polygon);
        room = counter.count;
    }
    walker w = {.tree = tree, .limit = max_points};
    w.points = worker_buffer_take(ground->view, ground->worker, BUFFER_TREE_PATH,
                                  ((size_t)room + 1) * sizeof *w.points);
    if (w.points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    walk(&w, from, link, &polygon);
    bool cut = w.count > max_points;
    uint32_t count = drop_collinear(from.position, w.points, cut ? max_points + 1 : w.count);
    /* Whether the path turns at the last point of a path that was cut is not known. */
    *out = (search_path){.points = w.points,
                         .count = count - cut,
                         .polygon = polygon,
                         .length = link->length,
                         .node_count = tree->node_count,
                         .cut = cut};
    return SEARCH_FOUND;
}
