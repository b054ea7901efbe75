/* The shortest path for a point through convex polygons, from a point to a convex region.
 *
 * Polyanya: M. Cui, D. D. Harabor, A. Grastien, "Compromise-free pathfinding on a navigation mesh",
 * IJCAI 2017. A search node is an interval of an edge, and the root from which all of it is seen:
 * the last bend of the way there. Going through the polygon behind an interval gives intervals of
 * its other edges: those that the root sees through the interval keep the root; those beyond its
 * left or right end, if a wall ends there, take that end as their root. Nodes are taken in the
 * order of g + h, where h is the length from the root over the interval to the target as if nothing
 * stood behind it, so the first path that is whole is a shortest one. Intervals to which shorter
 * ways are known go no further.
 *
 * The ends of an interval are rounded, but what bounds the view from a root is told by vertices of
 * the mesh: which side of a ray a vertex lies on is decided by them, without rounding for vertices
 * on the grid.
 *
 * A root that is an end of the edge entered, or a start that lies on it, sees the whole polygon
 * (SEES_ALL); going round such a root ends where the path would turn back.
 *
 * Round arcs, where every vertex would become a root with a narrow view of its own, a kite (see
 * map/navmesh/navmesh.h) is passed at once: behind it, one node has all vertices of the chain, from
 * where the way touches it on, as roots. Its view is the union of theirs, since a shortest way
 * leaves the chain at the vertex whose tangents enclose the place that it goes to; the bounds come
 * from the roots at the ends of its interval. What is seen through a kite and beside its tip enters
 * the polygon behind across edges side by side, as one node.
 *
 * The parts: nodes.c, marks.c and edges.c (ways that are outdone), estimate.c, successors.c,
 * fans.c (kites), ending.c.
 *
 * Departs from the paper in that intervals can be outdone, too, where it looks at roots alone, in
 * that the target is a region (h is to the point of it that is nearest over the interval, or to a
 * disc around it; a node that enters it gives a final node with the exact length), and in counting
 * closed polygons as walls.
 *
 * Cost: O(n log n) for n nodes, in memory that the worker keeps. Each vertex is the root of at most
 * two sets of nodes that pass on what it sees (see marks.c), so that n is at most proportional to
 * vertices times edges, and in practice grows with the polygons that lie nearer than the target. A
 * search that reaches its limit of nodes reports that, and not that there is no path. */
#include "plan/polyanya/nodes.h"

static bool is_all_open(const search_ground *ground) {
    bool open = ground->now.door_count == 0;
    for (uint32_t i = 0; i < ground->mesh->set_count && open; i++) {
        open = !blocked_is_closed(&ground->now, i);
    }
    return open;
}

static bool begin(search *s) {
    const navmesh_level *level = s->level;
    s->all_open = is_all_open(s->ground);
    s->target_kite = s->to->polygon != NAVMESH_NONE ? level->kite_of[s->to->polygon] : NAVMESH_NONE;
    s->node_limit = s->ground->node_limit > 0 ? s->ground->node_limit : SEARCH_NODES;
    const navmesh_kite *last = &level->kites[level->kite_count];
    size_t points = level->kite_count > 0 ? (size_t)(last - 1)->first + (last - 1)->count : 0;
    size_t passing = level->vertex_count + 4 * (size_t)level->kite_count;
    size_t turns = passing + 2 * points, edges = turns + 2 * (size_t)level->vertex_count;
    s->marks = search_marks(s->ground->view, s->ground->worker,
                            edges + 2 * (size_t)level->free_corners, &s->stamp);
    if (s->marks != NULL) {
        bool fixed = s->ground->now.door_count == 0; /* what is shut does not depend on the path */
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

/* Opens all open polygons that hold the start. */
static void open_starts(search *s, search_start from) {
    node start = {.left_root = from.position,
                  .right_root = from.position,
                  .root_vertex = NAVMESH_NONE,
                  .chain = NAVMESH_NONE,
                  .turned_at = NO_NODE,
                  .polygon = from.polygon,
                  .flags = SEES_ALL,
                  .root_layer = s->level->polygons[from.polygon].layer};
    s->middle = point_wide(from.position);
    open_start(s, &start);
    uint32_t others[16];
    uint32_t count =
        navmesh_holders(s->level, (wend_location){from.position, start.root_layer}, others, 16);
    for (uint32_t i = 0; i < count; i++) {
        start.polygon = others[i];
        if (others[i] != from.polygon && !search_is_closed(s->ground, others[i])) {
            open_start(s, &start);
        }
    }
}

search_outcome search_shortest(const search_ground *ground, search_start from, const target *to,
                               search_path *out) {
    search s = {.ground = ground, .level = ground->level, .to = to, .outcome = SEARCH_FOUND};
    if (!begin(&s)) {
        return s.outcome;
    }
    open_starts(&s, from);
    uint32_t index;
    while ((index = seek_take(&s)) != NO_NODE) {
        node n = s.nodes[index]; /* a copy: the array may move */
        if (n.flags & FINAL) {
            return seek_path(&s, &n, out);
        }
        if (seek_is_outdone(&s, &n)) {
            continue;
        }
        s.middle = (wend_point){0.5 * (n.left.x + n.right.x), 0.5 * (n.left.y + n.right.y)};
        seek_reach_target(&s, &n);
        seek_pass(&s, &n, index);
    }
    return s.outcome == SEARCH_FOUND ? SEARCH_NONE : s.outcome;
}
