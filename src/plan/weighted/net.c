/* Makes the points of a net when a search reaches them: see net.h.
 *
 * The points of an edge lie at even spacing, by length, and there is at least one. Even spacing was
 * chosen over logarithmic spacing (L. Aleksandrov, M. Lanthier, A. Maheshwari, J.-R. Sack, "An
 * epsilon-approximation algorithm for weighted shortest paths on polyhedral surfaces", SWAT 1998),
 * which has a proven bound but needs about ten times as many points for the same result: the path
 * is optimised afterwards (newton.c), so that the net only has to find the right edges.
 *
 * Cost: O(1) for each point made, and O(triangles at its ends) for each edge. */
#include "plan/weighted/net.h"

#include <math.h>
#include <string.h>

#include "geom/point.h"
#include "step/worker_buffers.h"

enum {
    MOST_POINTS = 1000, /* on an edge */
    FIRST_ROOM = 256,
    MOST_TURNS = 1 << 16 /* triangles around a vertex; a limit for safety only */
};

/* The spacing near an end of the path, as a share of its distance from the edge, and the lowest one
 * as a share of the spacing elsewhere. */
static const double NEAR_SHARE = 0.5, FINEST = 1.0 / 16.0;

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Makes room in a worker buffer, and writes how many items fit into it. */
static void *grow(net *n, uint32_t which, size_t wanted, size_t size, uint32_t *room) {
    const search_ground *ground = n->ground;
    wanted = wanted < FIRST_ROOM ? FIRST_ROOM : wanted;
    void *items = worker_buffer_take(ground->view, ground->worker, which, wanted * size);
    size_t fits =
        items != NULL ? worker_buffer_size(ground->view, ground->worker, which) / size : 0;
    *room = fits < NET_NONE ? (uint32_t)fits : NET_NONE - 1;
    n->failed = n->failed || items == NULL;
    return items;
}

/* Makes sure that there is room for `more` points. */
static bool reserve_points(net *n, uint32_t more) {
    if (n->point_count + more > n->point_room && !n->failed) {
        n->points =
            grow(n, BUFFER_NODES, (size_t)n->point_count + more, sizeof *n->points, &n->point_room);
    }
    return !n->failed;
}

bool net_begin(net *n, const search_ground *ground, double spacing) {
    *n = (net){.ground = ground, .level = ground->level, .spacing = spacing};
    uint32_t room = 0;
    n->marks =
        grow(n, BUFFER_NET_MARKS, (size_t)ground->level->corner_count + 1, sizeof *n->marks, &room);
    n->failed = n->failed || ground->level->corner_count > NET_MOST_CORNERS;
    if (n->failed) {
        return false;
    }
    n->stamp = ++n->marks[0].stamp; /* the first mark is used only to count searches */
    if (n->stamp == 0) {
        memset(n->marks, 0, (size_t)room * sizeof *n->marks);
        n->stamp = n->marks[0].stamp = 1;
    }
    n->marks++;
    return true;
}

uint32_t net_add_point(net *n, uint32_t where, net_kind kind) {
    if (!reserve_points(n, 1)) {
        return NET_NONE;
    }
    n->points[n->point_count] = (net_point){
        .g = INFINITY, .parent = NET_NONE, .where = where & NET_INDEX, .kind = kind & 3U};
    return n->point_count++;
}

wend_point net_position(const net *n, uint32_t index) {
    const net_point *point = &n->points[index];
    if (point->kind == NET_START) {
        return n->fine[0];
    }
    if (point->kind == NET_VERTEX) {
        return point_wide(n->level->points[point->where]);
    }
    const net_edge *edge = &n->edges[point->where];
    wend_point a = point_wide(n->level->points[edge->corner]);
    wend_point b = point_wide(n->level->points[net_next(edge->corner)]);
    return point_lerp(a, b, (double)(index - edge->first + 1) / (edge->count + 1));
}

void net_push(net *n, float f, uint32_t point) {
    if (n->heap_count == n->heap_room && !n->failed) {
        n->heap = grow(n, BUFFER_HEAP, (size_t)n->heap_count + 1, sizeof *n->heap, &n->heap_room);
    }
    if (!n->failed) {
        open_list_push(n->heap, &n->heap_count, open_item_of(f, point));
    }
}

static net_mark *mark_of(net *n, uint32_t corner) {
    net_mark *mark = &n->marks[corner];
    if (mark->stamp != n->stamp) {
        *mark = (net_mark){n->stamp, NET_NONE, NET_NONE};
    }
    return mark;
}

/* ---- Vertices -------------------------------------------------------------------------------- */

uint32_t net_turn(const net *n, uint32_t corner, bool counter_clockwise) {
    const navmesh_level *level = n->level;
    uint32_t edge = counter_clockwise ? net_before(corner) : corner;
    if (!net_is_open(n, level->neighbours[edge])) {
        return NET_NONE;
    }
    return counter_clockwise ? level->twins[edge] : net_next(level->twins[edge]);
}

/* Notes the point of a vertex at all corners of the wedge of a corner, so that none of them has to
 * look around the vertex again. */
static void mark_wedge(net *n, uint32_t corner, uint32_t vertex) {
    uint32_t at = corner;
    mark_of(n, corner)->vertex = vertex;
    for (uint32_t i = 0; i < MOST_TURNS && (at = net_turn(n, at, true)) != NET_NONE; i++) {
        if (at == corner) {
            return;
        }
        mark_of(n, at)->vertex = vertex;
    }
    at = corner;
    for (uint32_t i = 0; i < MOST_TURNS && (at = net_turn(n, at, false)) != NET_NONE; i++) {
        mark_of(n, at)->vertex = vertex;
    }
}

/* Returns the point of the vertex of a corner, whose triangle is open. */
static uint32_t find_vertex(net *n, uint32_t corner) {
    if (mark_of(n, corner)->vertex == NET_NONE) {
        mark_wedge(n, corner, net_add_point(n, corner, NET_VERTEX));
    }
    return n->marks[corner].vertex;
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static float weigh(const net *n, uint32_t face) {
    return net_is_open(n, face) ? search_weight(n->ground, face) : INFINITY;
}

/* Returns the spacing (m) of the points on an edge. It is smaller on edges near the ends of the
 * path: the ends are not points of the net, and where they are close to an edge, the best crossing
 * may be far from all points in relation to its distance from the end. */
static double find_spacing(const net *n, wend_point a, wend_point b) {
    double spacing = n->spacing;
    for (uint32_t i = 0; i < 2; i++) {
        double distance = point_distance(n->fine[i], point_nearest(n->fine[i], a, b)) - n->reach[i];
        spacing = fmin(spacing, fmax(NEAR_SHARE * distance, n->spacing * FINEST));
    }
    return spacing;
}

/* Adds the inner points of an edge. */
static void add_inner_points(net *n, net_edge *edge) {
    wend_point a = point_wide(n->level->points[edge->corner]);
    wend_point b = point_wide(n->level->points[net_next(edge->corner)]);
    double parts = ceil(point_distance(a, b) / find_spacing(n, a, b));
    edge->count = parts > 2.0 ? (uint32_t)fmin(parts - 1.0, MOST_POINTS) : 1;
    if (!reserve_points(n, edge->count)) {
        return;
    }
    edge->first = n->point_count;
    for (uint32_t i = 1; i <= edge->count; i++) {
        net_add_point(n, n->edge_count, NET_INNER);
    }
}

static uint32_t add_edge(net *n, uint32_t corner) {
    const navmesh_level *level = n->level;
    uint32_t twin = level->twins[corner];
    if (n->edge_count == n->edge_room) {
        n->edges =
            grow(n, BUFFER_NET_EDGES, (size_t)n->edge_count + 1, sizeof *n->edges, &n->edge_room);
    }
    if (n->failed) {
        return NET_NONE;
    }
    net_edge edge = {.corner = corner, .ends = {NET_NONE, NET_NONE}};
    edge.weights[0] = weigh(n, net_face(corner));
    edge.weights[1] = weigh(n, level->neighbours[corner]);
    if (edge.weights[0] < INFINITY) {
        edge.ends[0] = find_vertex(n, corner);
        edge.ends[1] = find_vertex(n, net_next(corner));
    } else if (edge.weights[1] < INFINITY) {
        edge.ends[0] = find_vertex(n, net_next(twin));
        edge.ends[1] = find_vertex(n, twin);
    }
    add_inner_points(n, &edge);
    if (n->failed) {
        return NET_NONE;
    }
    n->edges[n->edge_count] = edge;
    return n->edge_count++;
}

uint32_t net_find_edge(net *n, uint32_t corner) {
    uint32_t twin = n->level->twins[corner];
    net_mark *mark = mark_of(n, twin < corner ? twin : corner);
    if (mark->edge == NET_NONE) {
        mark->edge = add_edge(n, twin < corner ? twin : corner);
    }
    return mark->edge;
}
