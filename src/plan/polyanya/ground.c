/* Decides which polygons and edges of a level are open, with doors and obstacle classes as they are
 * now. Also finds the reachable point nearest to a location, O(polygons reached). */
#include <math.h>

#include <wend/density.h>

#include "geom/point.h"
#include "geom/predicates.h"
#include "geom/segment.h"
#include "map/cells.h"
#include "plan/polyanya/search.h"
#include "step/worker_buffers.h"

enum { MOST_TYPES = 64 /* terrain types on one line; lines with more count as forbidden */ };

/* m: a line may run over forbidden terrain for this length, because rounding may move it there. */
static const double TOUCH = 0.01;

/* Finds the closed sets of polygons. A door that is not part of the mesh does not close a set,
 * because it may stand inside a polygon. */
bool search_find_blockers(search_ground *ground) {
    const navmesh *mesh = ground->mesh;
    blocked_parts parts = {&mesh->blocking, mesh, mesh->set_count, NULL, NULL};
    return blocked_find(ground->view, ground->worker, &parts, false, &ground->now);
}

bool search_is_crossed(const search_ground *ground, uint32_t polygon, wend_point from,
                       wend_point to) {
    for (uint32_t i = 0; i < ground->now.door_count; i++) {
        const blocked_wall *door = &ground->now.doors[i];
        if (door->layer == ground->level->polygons[polygon].layer &&
            predicate_segments_meet(point_narrow(from), point_narrow(to), door->a, door->b)) {
            return true;
        }
    }
    return false;
}

/* True if a door that the mesh does not contain leaves no room at an edge, or separates the edge
 * from `from`. */
static bool is_blocked_by_door(const search_ground *ground, wend_point from, uint32_t corner) {
    const navmesh_level *level = ground->level;
    uint32_t twin = level->twins[corner]; /* the twin starts where the edge ends */
    uint32_t here = level->neighbours[twin], there = level->neighbours[corner];
    wend_vec2 a = level->points[corner], b = level->points[twin];
    wend_point middle = {0.5 * ((double)a.x + (double)b.x), 0.5 * ((double)a.y + (double)b.y)};
    for (uint32_t i = 0; i < ground->now.door_count; i++) {
        const blocked_wall *door = &ground->now.doors[i];
        bool near = door->layer == level->polygons[here].layer ||
                    door->layer == level->polygons[there].layer;
        if (near && segment_distance(a, b, door->a, door->b) < (double)ground->radius) {
            return true;
        }
    }
    return search_is_crossed(ground, here, from, middle);
}

bool search_is_open(const search_ground *ground, wend_point from, uint32_t corner) {
    uint32_t neighbour = ground->level->neighbours[corner];
    return neighbour != NAVMESH_NONE && !search_is_closed(ground, neighbour) &&
           (ground->now.door_count == 0 || !is_blocked_by_door(ground, from, corner));
}

bool search_is_forbidden(const search_ground *ground, wend_location from, wend_vec2 to) {
    wend_terrain_length lengths[MOST_TYPES];
    uint32_t count = ground->weights != NULL ? wend_space_segment_terrain(ground->view->space, from,
                                                                          to, lengths, MOST_TYPES)
                                             : 0;
    for (uint32_t i = 0; i < count && i < MOST_TYPES; i++) {
        uint32_t type = lengths[i].type;
        bool allowed = type >= ground->weight_count || ground->weights[type] < INFINITY;
        if (!allowed && lengths[i].length > TOUCH) {
            return true;
        }
    }
    return count > MOST_TYPES;
}

bool search_may_reach(const search_ground *ground, uint32_t polygon, const target *to) {
    const navmesh_level *level = ground->level;
    const map_cells *cells = &level->cells[to->layer];
    uint32_t island = level->islands[polygon];
    wend_point inside[TARGET_POINTS];
    if (to->polygon != NAVMESH_NONE) {
        return level->islands[to->polygon] == island;
    }
    if (cells->columns == 0) {
        return false;
    }
    uint32_t left = cells_column(cells, (float)to->low.x - 0.01F);
    uint32_t right = cells_column(cells, (float)to->high.x + 0.01F);
    uint32_t top = cells_row(cells, (float)to->high.y + 0.01F);
    for (uint32_t row = cells_row(cells, (float)to->low.y - 0.01F); row <= top; row++) {
        uint32_t begin = cells->starts[row * cells->columns + left];
        uint32_t end = cells->starts[row * cells->columns + right + 1];
        for (uint32_t i = begin; i < end; i++) {
            uint32_t at = cells->polygons[i];
            if (level->islands[at] == island && !search_is_closed(ground, at) &&
                target_in_polygon(to, level, at, inside) > 0) {
                return true;
            }
        }
    }
    return false;
}

static wend_point centre_of(const navmesh_level *level, const navmesh_polygon *polygon) {
    wend_point centre = {0.0, 0.0};
    for (uint32_t i = 0; i < polygon->count; i++) {
        centre.x += (double)level->points[polygon->first + i].x / polygon->count;
        centre.y += (double)level->points[polygon->first + i].y / polygon->count;
    }
    return centre;
}

/* Returns the mean delay on a triangle, at the centroids of MEAN_PARTS * MEAN_PARTS equal parts. */
static double mean_delay(const search_ground *ground, const navmesh_polygon *of) {
    enum { MEAN_PARTS = 6 };
    const wend_vec2 *p = &ground->level->points[of->first];
    wend_point a = point_wide(p[0]), b = point_wide(p[1]), c = point_wide(p[of->count - 1]);
    double sum = 0.0;
    for (int i = 0; i < MEAN_PARTS; i++) {
        for (int k = 0; k < 2 * (MEAN_PARTS - i) - 1; k++) {
            /* Along a-b and a-c, upright parts have their centroids at 1/3, others at 2/3. */
            double third = k % 2 == 0 ? 1.0 / 3.0 : 2.0 / 3.0;
            int half = k / 2;
            double u = (half + third) / MEAN_PARTS, v = (i + third) / MEAN_PARTS;
            wend_point at = {a.x + u * (b.x - a.x) + v * (c.x - a.x),
                             a.y + u * (b.y - a.y) + v * (c.y - a.y)};
            sum +=
                (double)wend_view_delay(ground->view, (wend_location){point_narrow(at), of->layer});
        }
    }
    return sum / (MEAN_PARTS * MEAN_PARTS);
}

float search_full_weight(const search_ground *ground, uint32_t polygon) {
    const navmesh_level *level = ground->level;
    const navmesh_polygon *of = &level->polygons[polygon];
    float weight = search_terrain_weight(ground, polygon);
    if (ground->has_slopes) {
        wend_location centroid = {point_narrow(centre_of(level, of)), of->layer};
        wend_vec2 slope = wend_space_slope(ground->view->space, centroid);
        weight = wend_view_ground_weight(ground->view, ground->body, level->types[polygon],
                                         (float)wide_length(slope));
    }
    return ground->crowd > 0.0 ? weight * (float)(1.0 + ground->crowd * mean_delay(ground, of))
                               : weight;
}

/* ---- Nearest reachable point ----------------------------------------------------------------- */

typedef struct nearest {
    double distance;
    wend_vec2 point;
    uint32_t polygon;
} nearest;

static void try_polygon(const navmesh_level *level, uint32_t index, wend_vec2 goal, nearest *best) {
    const navmesh_polygon *polygon = &level->polygons[index];
    const wend_vec2 *points = &level->points[polygon->first];
    wend_vec2 a = points[polygon->count - 1];
    for (uint32_t i = 0; i < polygon->count; i++) {
        double distance = segment_point_distance(goal, a, points[i]);
        if (distance < best->distance) {
            *best = (nearest){distance, segment_closest(goal, a, points[i]), index};
        }
        a = points[i];
    }
    if (best->distance > 0.0 && navmesh_contains(level, index, goal)) {
        *best = (nearest){0.0, goal, index};
    }
}

search_outcome search_nearest(const search_ground *ground, search_start from, wend_location goal,
                              wend_vec2 *out, uint32_t *polygon) {
    const navmesh_level *level = ground->level;
    uint64_t stamp = 0;
    search_mark *marks = search_marks(ground->view, ground->worker, level->polygon_count, &stamp);
    uint32_t *queue = worker_buffer_take(ground->view, ground->worker, BUFFER_HEAP,
                                         (size_t)level->polygon_count * sizeof *queue);
    if (marks == NULL || queue == NULL) {
        return SEARCH_NO_MEMORY;
    }
    nearest best = {(double)INFINITY, goal.position, NAVMESH_NONE};
    uint32_t count = 1;
    queue[0] = from.polygon;
    marks[from.polygon].stamp = stamp;
    for (uint32_t i = 0; i < count; i++) {
        const navmesh_polygon *at = &level->polygons[queue[i]];
        wend_point centre = centre_of(level, at);
        if (at->layer == goal.layer) {
            try_polygon(level, queue[i], goal.position, &best);
        }
        for (uint32_t k = 0; k < at->count; k++) {
            uint32_t next = level->neighbours[at->first + k];
            if (next != NAVMESH_NONE && marks[next].stamp != stamp &&
                search_is_open(ground, centre, at->first + k)) {
                marks[next].stamp = stamp;
                queue[count++] = next;
            }
        }
    }
    wend_view_count_nodes(ground->view, ground->worker, count);
    *out = best.point;
    *polygon = best.polygon;
    return best.polygon != NAVMESH_NONE ? SEARCH_FOUND : SEARCH_NONE;
}
