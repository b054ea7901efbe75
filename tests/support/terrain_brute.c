/* Weighted routes by brute force: see terrain_brute_route in support/terrain_worlds.h. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/terrain_worlds.h"

#define NONE UINT32_MAX

typedef struct node {
    double x, y;
    uint32_t a, b;         /* the vertices of its edge; equal for a vertex, a start and an end */
    double cost;           /* of the best known route from the start */
    uint32_t parent;       /* the node before it on this route */
    uint32_t triangle;     /* the triangle of the last segment */
    uint32_t first, count; /* its triangles: a range of `owners` */
    bool settled;
} node;

typedef struct brute {
    const terrain_world *world;
    node *nodes;
    uint32_t count, capacity;
    uint32_t *members; /* the nodes of each triangle */
    uint32_t *starts;
    uint32_t member_count, member_capacity;
    uint32_t *owners; /* the triangles of each node */
    uint32_t *heap;   /* may contain a node several times */
    double *keys;
    uint32_t heap_count, heap_capacity;
} brute;

static void *enlarge(void *block, uint32_t *capacity, uint32_t needed, size_t size) {
    if (needed > *capacity) {
        *capacity = needed * 2 + 64;
        block = realloc(block, *capacity * size);
        ck_assert_ptr_nonnull(block);
    }
    return block;
}

static uint32_t add_node(brute *b, double x, double y, uint32_t from, uint32_t to) {
    b->nodes = enlarge(b->nodes, &b->capacity, b->count + 1, sizeof *b->nodes);
    b->nodes[b->count] = (node){
        .x = x, .y = y, .a = from, .b = to, .cost = INFINITY, .parent = NONE, .triangle = NONE};
    return b->count++;
}

static void add_member(brute *b, uint32_t n) {
    b->members = enlarge(b->members, &b->member_capacity, b->member_count + 1, sizeof *b->members);
    b->members[b->member_count++] = n;
}

/* ---- The graph ------------------------------------------------------------------------------- */

/* Adds the points of edge k of a triangle, unless its neighbour has added them before. Returns the
 * first; `*count` is their number. `edges` holds the first node and the number for each edge. */
static uint32_t add_edge(brute *b, uint32_t triangle, uint32_t k, double spacing,
                         uint32_t (*edges)[2], uint32_t *count) {
    const terrain_world *w = b->world;
    uint32_t next = w->neighbours[triangle][k], from = w->triangles[triangle][k];
    uint32_t to = w->triangles[triangle][(k + 1) % 3];
    if (next != NONE && next < triangle) {
        for (uint32_t j = 0; j < 3; j++) {
            if (w->triangles[next][j] == to) {
                *count = edges[3 * next + j][1];
                return edges[3 * next + j][0];
            }
        }
    }
    wend_vec2 p = w->points[from], q = w->points[to];
    double dx = (double)q.x - (double)p.x, dy = (double)q.y - (double)p.y;
    *count = (uint32_t)fmax(1.0, ceil(sqrt(dx * dx + dy * dy) / spacing) - 1.0);
    for (uint32_t i = 1; i <= *count; i++) {
        double t = i / (*count + 1.0);
        add_node(b, (double)p.x + dx * t, (double)p.y + dy * t, from, to);
    }
    edges[3 * triangle + k][0] = b->count - *count;
    edges[3 * triangle + k][1] = *count;
    return b->count - *count;
}

/* `ends` are the positions of the nodes after the vertices. */
static void add_triangle(brute *b, uint32_t i, double spacing, const wend_vec2 ends[2],
                         uint32_t (*edges)[2]) {
    const terrain_world *w = b->world;
    b->starts[i] = b->member_count;
    for (uint32_t k = 0; k < 3 && w->types[i] != TERRAIN_SOLID; k++) {
        uint32_t count = 0, first = add_edge(b, i, k, spacing, edges, &count);
        add_member(b, w->triangles[i][k]);
        for (uint32_t j = first; j < first + count; j++) {
            add_member(b, j);
        }
    }
    for (uint32_t e = 0; e < 2; e++) {
        if (terrain_world_contains(w, i, ends[e])) {
            add_member(b, w->point_count + e);
        }
    }
}

/* Lists the triangles of each node. */
static void find_owners(brute *b) {
    uint32_t triangles = b->world->triangle_count, total = 0;
    for (uint32_t i = 0; i < b->member_count; i++) {
        b->nodes[b->members[i]].count++;
    }
    for (uint32_t i = 0; i < b->count; i++) {
        b->nodes[i].first = total;
        total += b->nodes[i].count;
        b->nodes[i].count = 0;
    }
    b->owners = calloc(total + 1, sizeof *b->owners);
    ck_assert_ptr_nonnull(b->owners);
    for (uint32_t t = 0; t < triangles; t++) {
        for (uint32_t i = b->starts[t]; i < b->starts[t + 1]; i++) {
            node *n = &b->nodes[b->members[i]];
            b->owners[n->first + n->count++] = t;
        }
    }
}

/* Builds the graph. The start is the node after the vertices; the end is the next one. */
static void build_graph(brute *b, wend_vec2 from, wend_vec2 to, double spacing) {
    const terrain_world *w = b->world;
    for (uint32_t i = 0; i < w->point_count; i++) {
        add_node(b, (double)w->points[i].x, (double)w->points[i].y, i, i);
    }
    const wend_vec2 ends[2] = {from, to};
    add_node(b, (double)from.x, (double)from.y, NONE, NONE);
    add_node(b, (double)to.x, (double)to.y, NONE, NONE);
    uint32_t(*edges)[2] = calloc(3 * (size_t)w->triangle_count + 1, sizeof *edges);
    b->starts = calloc(w->triangle_count + 1, sizeof *b->starts);
    ck_assert(edges != NULL && b->starts != NULL);
    for (uint32_t i = 0; i < w->triangle_count; i++) {
        add_triangle(b, i, spacing, ends, edges);
    }
    b->starts[w->triangle_count] = b->member_count;
    free(edges);
    find_owners(b);
}

/* ---- Dijkstra's algorithm -------------------------------------------------------------------- */

static void push(brute *b, uint32_t n, double key) {
    uint32_t capacity = b->heap_capacity;
    b->keys = enlarge(b->keys, &capacity, b->heap_count + 1, sizeof *b->keys);
    b->heap = enlarge(b->heap, &b->heap_capacity, b->heap_count + 1, sizeof *b->heap);
    uint32_t i = b->heap_count++;
    while (i > 0 && b->keys[(i - 1) / 2] > key) {
        b->keys[i] = b->keys[(i - 1) / 2];
        b->heap[i] = b->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    b->keys[i] = key;
    b->heap[i] = n;
}

static uint32_t pop(brute *b) {
    uint32_t best = b->heap[0], last = b->heap[--b->heap_count], i = 0;
    double key = b->keys[b->heap_count];
    while (2 * i + 1 < b->heap_count) {
        uint32_t k = 2 * i + 1;
        k += k + 1 < b->heap_count && b->keys[k + 1] < b->keys[k];
        if (b->keys[k] >= key) {
            break;
        }
        b->keys[i] = b->keys[k];
        b->heap[i] = b->heap[k];
        i = k;
    }
    b->keys[i] = key;
    b->heap[i] = last;
    return best;
}

static double weight_of(const brute *b, uint32_t triangle) {
    return b->world->weights[b->world->types[triangle]];
}

static double distance(const node *p, const node *q) {
    return sqrt((p->x - q->x) * (p->x - q->x) + (p->y - q->y) * (p->y - q->y));
}

static void relax(brute *b, uint32_t from, uint32_t triangle) {
    double weight = weight_of(b, triangle);
    for (uint32_t i = b->starts[triangle]; i < b->starts[triangle + 1]; i++) {
        node *to = &b->nodes[b->members[i]];
        double cost = b->nodes[from].cost + weight * distance(&b->nodes[from], to);
        if (cost < to->cost) {
            to->cost = cost;
            to->parent = from;
            to->triangle = triangle;
            push(b, b->members[i], cost);
        }
    }
}

static void search(brute *b, uint32_t start, uint32_t end) {
    b->nodes[start].cost = 0.0;
    push(b, start, 0.0);
    while (b->heap_count > 0) {
        uint32_t n = pop(b);
        if (n == end) {
            return;
        }
        for (uint32_t i = 0; !b->nodes[n].settled && i < b->nodes[n].count; i++) {
            relax(b, n, b->owners[b->nodes[n].first + i]);
        }
        b->nodes[n].settled = true;
    }
}

/* ---- Moving crossings ------------------------------------------------------------------------ */

/* Moves node `at` along its edge to the best point between its two neighbours on the route. The
 * cost is convex, so a ternary search finds it. */
static void move_crossing(const brute *b, const node *before, node *at, const node *after) {
    if (at->a == at->b) {
        return;
    }
    wend_vec2 p = b->world->points[at->a], q = b->world->points[at->b];
    double first = weight_of(b, at->triangle), second = weight_of(b, after->triangle);
    double low = 0.0, high = 1.0,
           best = first * distance(before, at) + second * distance(at, after);
    for (uint32_t i = 0; i < 60; i++) {
        double cost[2];
        for (uint32_t k = 0; k < 2; k++) {
            double t = low + (high - low) * (k + 1.0) / 3.0;
            node trial = *at;
            trial.x = (double)p.x + ((double)q.x - (double)p.x) * t;
            trial.y = (double)p.y + ((double)q.y - (double)p.y) * t;
            cost[k] = first * distance(before, &trial) + second * distance(&trial, after);
            if (cost[k] < best) {
                best = cost[k];
                *at = trial;
            }
        }
        double third = (high - low) / 3.0;
        low += cost[0] > cost[1] ? third : 0.0;
        high -= cost[0] > cost[1] ? 0.0 : third;
    }
}

/* Writes the nodes from start to end to `out`; returns their number. */
static uint32_t trace(const brute *b, uint32_t end, node *out) {
    uint32_t count = 0;
    for (uint32_t n = end; n != NONE; n = b->nodes[n].parent) {
        out[count++] = b->nodes[n];
    }
    for (uint32_t i = 0; i < count / 2; i++) {
        node swap = out[i];
        out[i] = out[count - 1 - i];
        out[count - 1 - i] = swap;
    }
    return count;
}

static terrain_route finish(const brute *b, uint32_t end, uint32_t rounds) {
    terrain_route route = {.cost = b->nodes[end].cost};
    if (!isfinite(route.cost)) {
        return route;
    }
    node *path = calloc(b->count, sizeof *path);
    route.points = calloc(2 * (size_t)b->count, sizeof *route.points);
    ck_assert(path != NULL && route.points != NULL);
    route.point_count = trace(b, end, path);
    for (uint32_t r = 0; r < rounds; r++) {
        for (uint32_t i = 1; i + 1 < route.point_count; i++) {
            move_crossing(b, &path[i - 1], &path[i], &path[i + 1]);
        }
    }
    route.cost = 0.0;
    for (uint32_t i = 0; i < route.point_count; i++) {
        route.points[2 * i] = path[i].x;
        route.points[2 * i + 1] = path[i].y;
        route.cost +=
            i > 0 ? weight_of(b, path[i].triangle) * distance(&path[i - 1], &path[i]) : 0.0;
    }
    free(path);
    return route;
}

terrain_route terrain_brute_route(const terrain_world *world, wend_vec2 from, wend_vec2 to,
                                  double spacing, uint32_t rounds) {
    brute b = {.world = world};
    build_graph(&b, from, to, spacing);
    search(&b, world->point_count, world->point_count + 1);
    terrain_route route = finish(&b, world->point_count + 1, rounds);
    free(b.nodes);
    free(b.members);
    free(b.starts);
    free(b.owners);
    free(b.heap);
    free(b.keys);
    return route;
}

void terrain_route_free(terrain_route *route) {
    free(route->points);
    *route = (terrain_route){.cost = INFINITY};
}
