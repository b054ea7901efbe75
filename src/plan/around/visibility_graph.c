/* Finds the shortest path around moving obstacles that currently stand still and block a path:
 * builds the visibility graph around them and searches it with Dijkstra's algorithm (1959).
 *
 * The nodes are vertices of the path before and after the obstacles (joints), and two points around
 * each vertex of the obstacles. Where other obstacles hide nodes from each other, points around
 * those obstacles are added too, and the search is repeated. All edges are checked for walls,
 * closed doors and obstacles, so every path found can be walked.
 *
 * The distance between a joint and the obstacle is at most the size of the obstacle plus
 * JOINT_REACH. The new path can therefore leave the old one early, not only directly in front of
 * the obstacle.
 *
 * Cost: O(n^2) visibility checks for n nodes; about 20 nodes for one obstacle. */
#include "plan/around/visibility_graph.h"

#include <math.h>
#include <string.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "plan/route/legs.h"
#include "step/internals.h"

enum {
    MAX_ROUNDS = 8, /* largest number of searches, each with more obstacles than the previous one */
    MAX_CHECKS = 6000 /* limit on visibility checks in all searches for a path; about 20 ms */
};

static const double JOINT_REACH = 3.0; /* m */
/* The fraction of the agent's radius that must be free of walls along an edge. It is below 1
 * because some points lie exactly one radius away from a wall. */
static const float FREE_SHARE = 0.98F;

bool bypass_has_given_up(const bypass_graph *b) {
    return b->checks > MAX_CHECKS;
}

/* ---- Visibility checks ----------------------------------------------------------------------- */

uint32_t bypass_find_blocker(const bypass_graph *b, uint32_t from) {
    uint32_t cursor = 0;
    return standing_next_blocker(b->view, b->path[from], b->path[from + 1], b->radius,
                                 bypass_ends(from, from + 1, b->last), &cursor);
}

static void add_obstacle(bypass_graph *b, uint32_t obstacle) {
    if (!b->in_graph[obstacle]) {
        b->in_graph[obstacle] = true;
        b->obstacles[b->obstacle_count++] = obstacle;
    }
}

/* Adds to the graph all obstacles that block the line between two locations. Returns true if there
 * are none. */
static bool add_obstacles_between(bypass_graph *b, wend_location from, wend_location to,
                                  uint32_t ends) {
    uint32_t cursor = 0, obstacle;
    bool clear = true;
    while ((obstacle = standing_next_blocker(b->view, from, to, b->radius, ends, &cursor)) !=
           WEND_NONE) {
        add_obstacle(b, obstacle);
        clear = false;
    }
    return clear;
}

/* Adds each obstacle that is so close to an obstacle of the graph that the disc cannot pass between
 * the two. A path must therefore lead around both. Starts with the neighbours of the obstacle at
 * index `first`. */
static void add_obstacles_beside(bypass_graph *b, uint32_t first) {
    for (uint32_t i = first; i < b->obstacle_count; i++) {
        uint32_t cursor = 0, beside;
        while (standing_next_beside(b->view, b->obstacles[i], 2.0 * b->radius, &cursor, &beside)) {
            add_obstacle(b, beside);
        }
    }
}

/* Returns the radius of the disc to check at a node. It is smaller at the ends of the path, because
 * an agent may overlap a wall at the start, and a goal may lie at a wall. */
static float radius_at(const bypass_graph *b, const bypass_node *n) {
    bool is_end = n->kind != BYPASS_CORNER && (n->vertex == 0 || n->vertex == b->last);
    float radius = FREE_SHARE * (float)b->radius;
    return is_end ? fminf(radius, FREE_SHARE * wend_space_clearance(b->view->space, n->location,
                                                                    radius, b->view->classes))
                  : radius;
}

static bool sees(bypass_graph *b, const bypass_node *from, const bypass_node *to) {
    uint32_t ends = (from->kind == BYPASS_ENTRY && from->vertex == 0 ? STANDING_AT_START : 0U) |
                    (to->kind == BYPASS_EXIT && to->vertex == b->last ? STANDING_AT_END : 0U);
    b->checks++;
    if (bypass_has_given_up(b) || !add_obstacles_between(b, from->location, to->location, ends)) {
        return false;
    }
    float radius = fminf(radius_at(b, from), radius_at(b, to));
    return wend_space_is_visible(b->view->space, from->location, to->location, radius,
                                 b->view->classes) &&
           legs_is_line_open(b->view, from->location, to->location, radius);
}

/* ---- The graph ------------------------------------------------------------------------------- */

static void add_node(bypass_graph *b, bypass_node node) {
    if (b->count < BYPASS_NODES) {
        node.parent = WEND_NONE;
        b->nodes[b->count++] = node;
    }
}

bool bypass_is_open(const bypass_graph *b, uint32_t vertex) {
    return vertex == 0 || vertex == b->last ||
           standing_distance(b->view, b->path[vertex], b->radius) >= b->radius;
}

/* Returns the largest distance (m) of a joint from the obstacles: the size of the obstacles plus
 * JOINT_REACH. */
static double max_joint_distance(const bypass_graph *b) {
    const overlay *over = b->view->internals->overlay;
    wend_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < b->obstacle_count; i++) {
        const overlay_obstacle *obstacle = &over->obstacles[b->obstacles[i]];
        for (uint32_t k = 0; k < obstacle->wall_count; k++) {
            low = vec_min(low, over->walls[obstacle->first_wall + k].a);
            high = vec_max(high, over->walls[obstacle->first_wall + k].a);
        }
    }
    return wide_distance(low, high) + JOINT_REACH;
}

/* Adds joints at the vertices from `vertex` to `limit`, going backwards for entries and forwards
 * for exits. Sets the `rest` of each joint to its distance from `vertex` along the path, and
 * returns the largest such distance. Stops where the path between two joints is not clear. */
static double add_joints(bypass_graph *b, uint32_t vertex, uint32_t limit, bypass_kind kind) {
    double reach = max_joint_distance(b), length = 0.0;
    double farthest = 0.0;
    uint32_t at = vertex, count = 0;
    bool ahead = kind == BYPASS_EXIT;
    for (;;) {
        if (bypass_is_open(b, at)) {
            add_node(b, (bypass_node){b->path[at], kind, at, WEND_NONE, 0.0, length, false});
            farthest = length;
            count++;
        }
        if (at == limit || count == BYPASS_JOINTS || (count > 0 && length > reach)) {
            return farthest;
        }
        uint32_t next = ahead ? at + 1 : at - 1;
        if (count > 0 && bypass_find_blocker(b, ahead ? at : next) != WEND_NONE) {
            return farthest;
        }
        length += wide_distance(b->path[at].position, b->path[next].position);
        at = next;
    }
}

static void add_corners(bypass_graph *b) {
    const overlay *over = b->view->internals->overlay;
    for (uint32_t i = 0; i < b->obstacle_count; i++) {
        wend_vec2 points[BYPASS_AROUND];
        uint32_t count = standing_corners(b->view, b->obstacles[i],
                                          b->radius + 2.0 * STANDING_MARGIN, points, BYPASS_AROUND);
        for (uint32_t k = 0; k < count; k++) {
            wend_location location = {points[k], over->obstacles[b->obstacles[i]].layer};
            if (standing_distance(b->view, location, b->radius) >= b->radius) {
                add_node(b,
                         (bypass_node){.location = location, .kind = BYPASS_CORNER, .g = INFINITY});
            }
        }
    }
}

/* Builds the graph around the legs from vertex `first` to vertex `behind`. Entries lie at vertex
 * `begin` or later. A new path that leaves the old path at an earlier joint, or rejoins it at a
 * later one, omits the part of the old path in between; the costs take this into account. Returns
 * false if there is no entry or no exit. */
static bool make_graph(bypass_graph *b, uint32_t first, uint32_t behind, uint32_t begin) {
    b->count = 0;
    double before = add_joints(b, first, begin, BYPASS_ENTRY);
    uint32_t entries = b->count;
    double after = add_joints(b, behind, b->last, BYPASS_EXIT);
    for (uint32_t i = 0; i < b->count; i++) {
        bypass_node *n = &b->nodes[i];
        n->g = n->kind == BYPASS_ENTRY ? before - n->rest : (double)INFINITY;
        n->rest = after - n->rest;
    }
    bool joined = entries > 0 && b->count > entries;
    add_corners(b);
    return joined;
}

/* ---- The search ------------------------------------------------------------------------------ */

static uint32_t find_cheapest_open_node(const bypass_graph *b) {
    uint32_t best = WEND_NONE;
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < b->count; i++) {
        double cost = b->nodes[i].g + (b->nodes[i].kind == BYPASS_EXIT ? b->nodes[i].rest : 0.0);
        if (!b->nodes[i].closed && cost < least) {
            least = cost;
            best = i;
        }
    }
    return best;
}

/* Runs Dijkstra's algorithm over all nodes. Returns the first exit that it reaches; WEND_NONE if it
 * reaches no exit. */
static uint32_t search_graph(bypass_graph *b) {
    uint32_t at;
    while ((at = find_cheapest_open_node(b)) != WEND_NONE) {
        bypass_node *from = &b->nodes[at];
        from->closed = true;
        if (from->kind == BYPASS_EXIT) {
            return at;
        }
        for (uint32_t i = 0; i < b->count; i++) {
            bypass_node *to = &b->nodes[i];
            double g = from->g + wide_distance(from->location.position, to->location.position);
            if (!to->closed && to->kind != BYPASS_ENTRY && g < to->g && sees(b, from, to)) {
                to->g = g;
                to->parent = at;
            }
        }
    }
    return WEND_NONE;
}

uint32_t bypass_search(bypass_graph *b, uint32_t first, uint32_t behind, uint32_t begin) {
    memset(b->in_graph, 0, b->view->internals->overlay->obstacle_count * sizeof *b->in_graph);
    b->obstacle_count = 0;
    for (uint32_t i = first; i < behind; i++) {
        add_obstacles_between(b, b->path[i], b->path[i + 1], bypass_ends(i, i + 1, b->last));
    }
    uint32_t exit = WEND_NONE, known = 0;
    for (uint32_t round = 0; round < MAX_ROUNDS && exit == WEND_NONE; round++) {
        add_obstacles_beside(b, known);
        known = b->obstacle_count;
        if (!make_graph(b, first, behind, begin)) {
            return WEND_NONE;
        }
        exit = search_graph(b);
        if (known == b->obstacle_count || bypass_has_given_up(b)) {
            return exit;
        }
    }
    return exit;
}
