/* Finds the shortest path for a point through convex polygons, from a point to a convex region.
 *
 * Polyanya: M. Cui, D. D. Harabor, A. Grastien, "Compromise-free pathfinding on a navigation mesh",
 * IJCAI 2017. A search node consists of an interval of an edge and a root that sees all of the
 * interval. The root is the last turning point of the path to the interval. Expanding a node
 * through the polygon behind its interval gives intervals of the other edges. Intervals that the
 * root sees through the node's interval keep the root. If a wall ends at the left or right end of
 * the node's interval, the intervals beyond that end take the end as their root. Nodes are expanded
 * in the order of g + h, where h is the length from the root across the interval to the target as
 * if nothing behind the interval were blocked. The first complete path is therefore a shortest one.
 * Dominated intervals, to which shorter paths are known, are not expanded.
 *
 * The ends of an interval are rounded, but the bounds of the view from a root are given by vertices
 * of the mesh. The side of a ray on which another vertex lies is determined from these vertices, so
 * the decision is free of rounding errors for vertices on the grid.
 *
 * A root that is an end of the entered edge, or a start that lies on that edge, sees the whole
 * polygon (SEES_ALL). Expansion around such a root stops where the path would turn back.
 *
 * Around arcs, every vertex would become a root with a narrow view of its own. A corner fan (see
 * map/navmesh/navmesh.h) is therefore crossed in one step. Behind it, one node has several roots:
 * all vertices of the chain from the tangent vertex on. The view of this node is the union of their
 * views, because a shortest path leaves the chain at the vertex whose tangents enclose its
 * destination; the bounds come from the roots at the ends of its interval. The area visible through
 * a fan and the area visible beside its tip enter the polygon behind the fan across adjacent edges,
 * and are merged into one node.
 *
 * The files: nodes.c (the open list), root_dominance.c and interval_dominance.c (dominance
 * pruning), estimate.c (f), successors.c and fans.c (expansion through polygons and across corner
 * fans), ending.c (the end of the path).
 *
 * Departures from the paper:
 *
 * - intervals can be dominated, whereas the paper considers only roots;
 * - the target is a region: h is measured to the point of the region that is nearest across the
 *   interval, or to a disc around the region, and a node that enters the region gives a final node
 *   with the exact length;
 * - closed polygons count as walls.
 *
 * Cost: O(n log n) for n nodes, in worker buffers. Each vertex is the root of at most two sets of
 * nodes that pass on what it sees (see root_dominance.c). So n is at most proportional to vertices
 * times edges, and in practice grows with the number of polygons nearer than the target. A search
 * that reaches its node limit reports SEARCH_LIMIT, not that there is no path. */
#include "plan/polyanya/nodes.h"

#include <wend/view.h>

enum { FIRST_ROOM = 16 };

static bool is_all_open(const search_ground *ground) {
    bool open = ground->now.door_count == 0;
    for (uint32_t i = 0; i < ground->mesh->set_count && open; i++) {
        open = !blocked_is_closed(&ground->now, i);
    }
    for (uint32_t i = 0; i < ground->weight_count && open; i++) {
        open = ground->weights == NULL || ground->weights[i] < INFINITY;
    }
    return open;
}

bool seek_begin(search *s) {
    const navmesh_level *level = s->level;
    s->all_open = is_all_open(s->ground);
    s->target_fan = s->to != NULL && s->to->polygon != NAVMESH_NONE ? level->fan_of[s->to->polygon]
                                                                    : NAVMESH_NONE;
    s->node_limit = s->ground->node_limit > 0 ? s->ground->node_limit : SEARCH_NODES;
    const navmesh_corner_fan *last = &level->corner_fans[level->fan_count];
    size_t points = level->fan_count > 0 ? (size_t)(last - 1)->first + (last - 1)->count : 0;
    size_t passing = level->vertex_count + 4 * (size_t)level->fan_count;
    size_t turns = passing + 2 * points, edges = turns + 2 * (size_t)level->vertex_count;
    s->marks = search_marks(s->ground->view, s->ground->worker,
                            edges + 2 * (size_t)level->first_fan_corner, &s->stamp);
    if (s->marks != NULL) {
        /* If the mesh contains all doors, what is blocked does not depend on the path. */
        bool fixed = s->ground->now.door_count == 0;
        s->passing_marks = s->marks + passing;
        s->turn_marks = fixed ? s->marks + turns : NULL;
        s->edge_marks = fixed ? s->marks + edges : NULL;
    }
    s->outcome = s->marks != NULL ? SEARCH_FOUND : SEARCH_NO_MEMORY;
    return s->marks != NULL;
}

static void open_start(search *s, const node *start) {
    seek_reach_target(s, start);
    seek_start(s, start);
}

/* Finds all polygons that contain the start. There may be many, if it is the tip of a corner fan.
 * The list is in scratch memory; if that is exhausted, the search fails. */
static const uint32_t *find_containing(search *s, search_start from, uint32_t *count) {
    wend_location at = {from.position, s->level->polygons[from.polygon].layer};
    for (uint32_t room = FIRST_ROOM;; room *= 2) {
        uint32_t *found =
            wend_view_scratch(s->ground->view, s->ground->worker, room * sizeof *found);
        *count = found != NULL ? navmesh_find_containing(s->level, at, found, room) : 0;
        s->outcome = found != NULL ? s->outcome : SEARCH_NO_MEMORY;
        if (*count < room) {
            return found;
        }
    }
}

/* Starts the search in each open polygon that contains the start. */
static void open_starts(search *s, search_start from) {
    node start = {.left_root = point_wide(from.position),
                  .right_root = point_wide(from.position),
                  .root_vertex = NAVMESH_NONE,
                  .chain = NAVMESH_NONE,
                  .turned_at = NO_NODE,
                  .polygon = from.polygon,
                  .flags = SEES_ALL,
                  .root_layer = s->level->polygons[from.polygon].layer};
    s->middle = point_wide(from.position);
    open_start(s, &start);
    uint32_t count = 0;
    const uint32_t *others = find_containing(s, from, &count);
    for (uint32_t i = 0; i < count; i++) {
        start.polygon = others[i];
        if (others[i] != from.polygon && !search_is_closed(s->ground, others[i])) {
            open_start(s, &start);
        }
    }
}

/* Expands nodes until the best one ends the path. */
static search_outcome run(search *s, search_path *out) {
    uint32_t index;
    while ((index = seek_take(s)) != NO_NODE) {
        node n = s->nodes[index]; /* a copy, because the array may move */
        if (n.flags & FINAL) {
            return seek_path(s, &n, out);
        }
        if (seek_is_dominated(s, &n)) {
            continue;
        }
        s->middle = (wend_point){0.5 * (n.left.x + n.right.x), 0.5 * (n.left.y + n.right.y)};
        seek_reach_target(s, &n);
        seek_expand(s, &n, index);
    }
    return s->outcome == SEARCH_FOUND ? SEARCH_NONE : s->outcome;
}

search_outcome search_shortest(const search_ground *ground, search_start from, const target *to,
                               search_path *out) {
    search s = {.ground = ground, .level = ground->level, .to = to, .outcome = SEARCH_FOUND};
    if (!seek_begin(&s)) {
        return s.outcome;
    }
    open_starts(&s, from);
    search_outcome outcome = run(&s, out);
    wend_view_count_nodes(ground->view, ground->worker, s.node_count);
    return outcome;
}
