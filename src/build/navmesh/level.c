/* Collects the polygons of all layers in one level, in an order that depends only on their
 * geometry: layer by layer, each in the order of order.c. Links then join the layers. */
#include "base/error.h"
#include "base/sort.h"
#include "build/navmesh/navmesh.h"
#include <string.h>

/* A point on one layer at which a link is cut. The ends of a link count as cuts too. */
typedef struct link_cut {
    uint32_t point, link, index;
} link_cut;

typedef struct gathering {
    mesh_builder *b;
    navmesh_level *out;
    uint32_t corner_capacity, neighbour_capacity, vertex_capacity, polygon_capacity, type_capacity;
    const mesh_layer *layer;
    mesh_piece *pieces; /* the parts in the order in which they are stored */
    uint32_t *ranks;    /* per part: the index of its piece in `pieces`, after sorting */
    uint32_t *vertices; /* per point: its vertex in the level, or NAVMESH_NONE */
    link_cut *cuts;
    uint32_t cut_count;
    uint32_t **seams[2]; /* per side and link: for each piece of the link, the polygon corner at
                            which its edge starts, or NAVMESH_NONE */
} gathering;

static bool cut_before(const void *left, const void *right) {
    const link_cut *p = left, *q = right;
    return p->point != q->point ? p->point < q->point : p->link < q->link;
}

static bool order_pieces(gathering *g) {
    size_t count = (size_t)g->layer->parts.part_count + 1;
    g->pieces = arena_take(&g->b->level, count * sizeof *g->pieces, 16);
    g->ranks = arena_take(&g->b->level, count * sizeof *g->ranks, 16);
    if (g->pieces == NULL || g->ranks == NULL ||
        !mesh_order_parts(g->b, g->layer, g->out->radius > 0.0F, g->pieces)) {
        return false;
    }
    for (uint32_t i = 0; i < g->layer->parts.part_count; i++) {
        g->ranks[g->pieces[i].part] = i;
    }
    return true;
}

/* ---- Links ----------------------------------------------------------------------------------- */

static bool find_cuts(gathering *g) {
    const uint32_t *links = NULL;
    uint32_t count = space_links_of(g->b->space, g->layer->layer, &links), total = 0;
    for (uint32_t i = 0; i < count; i++) {
        total += g->b->link_points[links[i]].count;
    }
    g->cuts = arena_take(&g->b->level, ((size_t)total + 1) * sizeof *g->cuts, 16);
    link_cut *scratch = arena_take(&g->b->level, ((size_t)total + 1) * sizeof *scratch, 16);
    if (g->cuts == NULL || scratch == NULL) {
        return false;
    }
    g->cut_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const mesh_link_points *chain = &g->b->link_points[links[i]];
        for (uint32_t k = 0; k < chain->count; k++) {
            g->cuts[g->cut_count++] = (link_cut){
                mesh_find_point(g->layer->points, g->layer->point_count, chain->points[k]),
                links[i], k};
        }
    }
    sort_stable(g->cuts, scratch, g->cut_count, sizeof *scratch, cut_before);
    return true;
}

static uint32_t find_first_cut(const gathering *g, uint32_t point) {
    uint32_t low = 0, high = g->cut_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (g->cuts[middle].point < point) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Finds the link on which two points are consecutive cuts, and returns these cuts in `from` and
 * `to`. Returns false if there is no such link. */
static bool find_link_piece(const gathering *g, uint32_t p, uint32_t q, link_cut *from,
                            link_cut *to) {
    for (uint32_t i = find_first_cut(g, p); i < g->cut_count && g->cuts[i].point == p; i++) {
        for (uint32_t k = find_first_cut(g, q); k < g->cut_count && g->cuts[k].point == q; k++) {
            if (g->cuts[i].link == g->cuts[k].link && (g->cuts[i].index + 1 == g->cuts[k].index ||
                                                       g->cuts[k].index + 1 == g->cuts[i].index)) {
                *from = g->cuts[i];
                *to = g->cuts[k];
                return true;
            }
        }
    }
    return false;
}

static bool make_seams(gathering *g) {
    uint32_t links = g->b->space->link_count;
    for (uint32_t side = 0; side < 2; side++) {
        g->seams[side] = arena_take(&g->b->level, ((size_t)links + 1) * sizeof(void *), 16);
        for (uint32_t i = 0; i < links && g->seams[side] != NULL; i++) {
            size_t bytes = ((size_t)g->b->link_points[i].count + 1) * sizeof(uint32_t);
            g->seams[side][i] = arena_take(&g->b->level, bytes, 16);
            if (g->seams[side][i] == NULL) {
                return false;
            }
            memset(g->seams[side][i], 0xff, bytes);
        }
    }
    return g->seams[0] != NULL && g->seams[1] != NULL;
}

/* ---- Corners --------------------------------------------------------------------------------- */

static uint32_t vertex_of(gathering *g, uint32_t point) {
    navmesh_level *out = g->out;
    if (g->vertices[point] == NAVMESH_NONE) {
        grid_point p = g->layer->points[point];
        g->vertices[point] = out->vertex_count;
        if (!memory_grow(&g->b->heap, (void **)&out->vertices, sizeof *out->vertices,
                         &g->vertex_capacity, out->vertex_count + 1)) {
            g->b->geos.failed = true;
            return 0;
        }
        out->vertices[out->vertex_count++] =
            (wend_vec2){(float)(p.x * g->b->unit), (float)(p.y * g->b->unit)};
    }
    return g->vertices[point];
}

static void add_corner(gathering *g, uint32_t point, uint32_t neighbour) {
    navmesh_level *out = g->out;
    uint32_t vertex = vertex_of(g, point);
    if (!memory_grow(&g->b->heap, (void **)&out->corners, sizeof *out->corners, &g->corner_capacity,
                     out->corner_count + 1) ||
        !memory_grow(&g->b->heap, (void **)&out->neighbours, sizeof *out->neighbours,
                     &g->neighbour_capacity, out->corner_count + 1)) {
        g->b->geos.failed = true;
        return;
    }
    out->corners[out->corner_count] = vertex;
    out->neighbours[out->corner_count++] = neighbour;
}

/* Returns a measure of how far the point `at` lies from p towards q; suitable for comparisons only.
 * Returns 0 unless `at` lies strictly between p and q. */
static int64_t position_between(grid_point p, grid_point q, grid_point at) {
    int64_t x = (int64_t)q.x - p.x, y = (int64_t)q.y - p.y;
    int64_t u = (int64_t)at.x - p.x, v = (int64_t)at.y - p.y;
    int64_t ahead = u * x + v * y;
    return x * v - y * u == 0 && ahead > 0 && ahead < x * x + y * y ? ahead : 0;
}

/* Returns the first cut after `from` on the segment from p to q; q if there is none. */
static uint32_t find_next_cut(const gathering *g, uint32_t p, uint32_t from, uint32_t q) {
    const grid_point *points = g->layer->points;
    int64_t here = position_between(points[p], points[q], points[from]), least = INT64_MAX;
    uint32_t best = q;
    for (uint32_t i = 0; i < g->cut_count; i++) {
        int64_t ahead = position_between(points[p], points[q], points[g->cuts[i].point]);
        if (ahead > here && ahead < least) {
            least = ahead;
            best = g->cuts[i].point;
        }
    }
    return best;
}

/* Adds an outer edge of a polygon, split at the link cuts that lie on it. For each piece of a link,
 * records the polygon corner at which its edge starts. */
static void add_outer_edge(gathering *g, uint32_t p, uint32_t q) {
    for (uint32_t at = p; at != q && !g->b->geos.failed;) {
        uint32_t next = find_next_cut(g, p, at, q);
        link_cut here, there;
        if (find_link_piece(g, at, next, &here, &there)) {
            bool forward = here.index < there.index;
            uint32_t low = forward ? here.index : there.index;
            g->seams[forward ? 0 : 1][here.link][low] = g->out->corner_count;
        }
        add_corner(g, at, NAVMESH_NONE);
        at = next;
    }
}

/* Stores the type of terrain of the next polygon. */
static void add_type(gathering *g, uint32_t type) {
    navmesh_level *out = g->out;
    if (memory_grow(&g->b->heap, (void **)&out->types, sizeof *out->types, &g->type_capacity,
                    out->polygon_count + 1)) {
        out->types[out->polygon_count] = type;
    } else {
        g->b->geos.failed = true;
    }
}

static void add_polygon(gathering *g, const mesh_piece *from, uint32_t base) {
    const convex_parts *parts = &g->layer->parts;
    uint32_t start = parts->starts[from->part], count = parts->starts[from->part + 1] - start;
    navmesh_level *out = g->out;
    navmesh_polygon polygon = {.first = out->corner_count,
                               .layer = (uint16_t)g->layer->layer,
                               .set = (uint16_t)parts->regions[from->part]};
    for (uint32_t k = 0; k < count; k++) {
        uint32_t at = start + (from->first_corner + k) % count;
        uint32_t next = start + (from->first_corner + k + 1) % count;
        uint32_t beside = parts->neighbours[at];
        if (beside == TRIANGULATE_NONE) {
            add_outer_edge(g, parts->corners[at], parts->corners[next]);
        } else {
            add_corner(g, parts->corners[at], base + g->ranks[beside]);
        }
    }
    polygon.count = out->corner_count - polygon.first;
    if (!memory_grow(&g->b->heap, (void **)&out->polygons, sizeof *out->polygons,
                     &g->polygon_capacity, out->polygon_count + 1)) {
        g->b->geos.failed = true;
        return;
    }
    if (g->layer->part_types != NULL) {
        add_type(g, g->layer->part_types[from->part]);
    }
    out->polygons[out->polygon_count++] = polygon;
}

/* Makes room for the polygons of a layer. Cuts of links need more. */
static void reserve(gathering *g) {
    navmesh_level *out = g->out;
    memory *heap = &g->b->heap;
    const convex_parts *parts = &g->layer->parts;
    uint32_t corners = out->corner_count + parts->starts[parts->part_count] + 1;
    g->b->geos.failed |=
        !memory_grow(heap, (void **)&out->vertices, sizeof *out->vertices, &g->vertex_capacity,
                     out->vertex_count + g->layer->point_count + 1) ||
        !memory_grow(heap, (void **)&out->corners, sizeof *out->corners, &g->corner_capacity,
                     corners) ||
        !memory_grow(heap, (void **)&out->neighbours, sizeof *out->neighbours,
                     &g->neighbour_capacity, corners) ||
        !memory_grow(heap, (void **)&out->polygons, sizeof *out->polygons, &g->polygon_capacity,
                     out->polygon_count + parts->part_count + 1);
}

static bool gather_layer(gathering *g) {
    size_t bytes = ((size_t)g->layer->point_count + 1) * sizeof(uint32_t);
    g->vertices = arena_take(&g->b->level, bytes, 16);
    if (g->vertices == NULL || !order_pieces(g) || !find_cuts(g)) {
        return false;
    }
    memset(g->vertices, 0xff, bytes);
    uint32_t base = g->out->polygon_count;
    reserve(g);
    for (uint32_t i = 0;
         i < g->layer->parts.part_count && mesh_count(g->b, i, g->layer->parts.part_count); i++) {
        add_polygon(g, &g->pieces[i], base);
    }
    return !g->b->geos.failed;
}

/* ---- Joining --------------------------------------------------------------------------------- */

static uint32_t find_polygon_with(const navmesh_level *level, uint32_t corner) {
    uint32_t low = 0, high = level->polygon_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (level->polygons[middle].first <= corner) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Joins the polygons on both sides of every link. The left layer's ground lies to the left of the
 * link, so the edges of its polygons run along the link in forward direction. */
static void join_layers(gathering *g) {
    navmesh_level *out = g->out;
    for (uint32_t i = 0; i < g->b->space->link_count; i++) {
        for (uint32_t k = 0; k + 1 < g->b->link_points[i].count; k++) {
            uint32_t left = g->seams[0][i][k], right = g->seams[1][i][k];
            if (left != NAVMESH_NONE && right != NAVMESH_NONE) {
                out->neighbours[left] = find_polygon_with(out, right);
                out->neighbours[right] = find_polygon_with(out, left);
            }
        }
    }
}

/* Moves an array from the heap to the arena b->kept, with no spare capacity. */
static bool move_to_arena(gathering *g, void **array, size_t count, uint32_t capacity,
                          size_t size) {
    void *kept = arena_take(&g->b->kept, (count + 1) * size, 16);
    if (kept != NULL && count > 0) {
        memcpy(kept, *array, count * size);
    }
    memory_free(&g->b->heap, *array, capacity * size);
    *array = kept;
    return kept != NULL;
}

wend_result mesh_gather(mesh_builder *b, navmesh_level *level) {
    gathering g = {.b = b, .out = level};
    bool done = make_seams(&g);
    for (uint32_t i = 0; i < b->space->layer_count && done; i++) {
        g.layer = &b->layers[i];
        done = gather_layer(&g);
    }
    if (done) {
        join_layers(&g);
    }
    done &= move_to_arena(&g, (void **)&level->vertices, level->vertex_count, g.vertex_capacity,
                          sizeof *level->vertices);
    done &= move_to_arena(&g, (void **)&level->polygons, level->polygon_count, g.polygon_capacity,
                          sizeof *level->polygons);
    done &= move_to_arena(&g, (void **)&level->corners, level->corner_count, g.corner_capacity,
                          sizeof *level->corners);
    done &= move_to_arena(&g, (void **)&level->neighbours, level->corner_count,
                          g.neighbour_capacity, sizeof *level->neighbours);
    if (b->def->with_terrain) {
        done &= move_to_arena(&g, (void **)&level->types, level->polygon_count, g.type_capacity,
                              sizeof *level->types);
    }
    level->clearances =
        arena_take(&b->kept, ((size_t)level->corner_count + 1) * sizeof *level->clearances, 16);
    if (!done || level->clearances == NULL) {
        return error_no_memory(b->error, "a navigation mesh");
    }
    memset(level->clearances, 0, level->corner_count * sizeof *level->clearances);
    return WEND_OK;
}
