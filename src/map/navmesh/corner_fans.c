/* Finds corner fans. A corner fan is a fan of polygons between a tip and a vertex chain. The tip is
 * a vertex that touches no wall; the chain consists of walls and bulges towards the tip. A path
 * that enters the fan across one side leaves it across the other, or turns at the chain, so a
 * search can cross a corner fan in one step.
 *
 * A fan is found by going around its tip. Its polygons (fan triangles) have only walls between
 * their two edges at the tip. A part of a fan is a corner fan if
 *
 * - its chain, extended by the walls before and after it, turns right at every vertex,
 * - these turns add up to less than half a circle, and
 * - the tip lies to the left of those two walls.
 *
 * All checks are free of rounding errors.
 *
 * Cost: O(n). */
#include "map/navmesh/corner_fans.h"
#include "geom/point.h"
#include "geom/predicates.h"
#include <math.h>

enum { MAX_CHAIN_VERTICES = 4096 };

/* A fan, or part of one. */
typedef struct fan {
    uint32_t first;  /* index of the first polygon */
    uint32_t corner; /* the first polygon's corner at the tip */
    uint32_t last;   /* the last polygon's corner at the tip */
    uint32_t count;  /* number of vertices of the chain */
} fan;

static uint32_t next_corner(const navmesh_polygon *polygon, uint32_t corner) {
    return corner + 1 == polygon->first + polygon->count ? polygon->first : corner + 1;
}

static uint32_t previous_corner(const navmesh_polygon *polygon, uint32_t corner) {
    return corner == polygon->first ? polygon->first + polygon->count - 1 : corner - 1;
}

/* True if a polygon is a fan triangle with its tip at `corner`: all edges except the two at that
 * corner are walls. */
static bool is_fan_triangle(const navmesh_level *level, uint32_t index, uint32_t corner) {
    const navmesh_polygon *polygon = &level->polygons[index];
    uint32_t last = previous_corner(polygon, corner);
    if (polygon->set != 0 || level->neighbours[corner] == NAVMESH_NONE ||
        level->neighbours[last] == NAVMESH_NONE) {
        return false;
    }
    for (uint32_t i = next_corner(polygon, corner); i != last; i = next_corner(polygon, i)) {
        if (level->neighbours[i] != NAVMESH_NONE) {
            return false;
        }
    }
    return true;
}

/* True if the fan continues before a polygon: the polygon across the edge that leaves the tip is
 * also a fan triangle. */
static bool has_fan_triangle_before(const navmesh_level *level, uint32_t corner) {
    uint32_t index = level->neighbours[corner], twin = level->twins[corner];
    return is_fan_triangle(level, index, next_corner(&level->polygons[index], twin));
}

/* Goes around the tip, starting at the first polygon of a fan, and fills in `last` and `count`.
 * Returns false if no part of the fan can be a corner fan. */
static bool walk_around_tip(const navmesh_level *level, fan *f) {
    uint32_t polygon = f->first, corner = f->corner;
    f->count = 1;
    for (;;) {
        const navmesh_polygon *p = &level->polygons[polygon];
        uint32_t last = previous_corner(p, corner);
        f->count += p->count - 2;
        f->last = corner;
        uint32_t next = level->neighbours[last], twin = level->twins[last];
        if (f->count > MAX_CHAIN_VERTICES || p->layer != level->polygons[next].layer) {
            return false;
        }
        if (!is_fan_triangle(level, next, twin)) {
            return f->count > 2;
        }
        if (next == f->first) {
            return false;
        }
        polygon = next;
        corner = twin;
    }
}

/* Writes the vertices of a fan's chain, together with the vertex before and the vertex after it:
 * `count + 2` indices. */
static void write_chain(const navmesh_level *level, const fan *f, const wall_ends *ends,
                        uint32_t *out) {
    uint32_t polygon = f->first, corner = f->corner, count = 0;
    const navmesh_polygon *p = &level->polygons[polygon];
    uint32_t vertex = level->corners[next_corner(p, corner)];
    out[count++] = ends[vertex].before;
    out[count++] = vertex;
    for (;;) {
        uint32_t last = previous_corner(p, corner);
        for (uint32_t i = next_corner(p, next_corner(p, corner)); i != corner;
             i = next_corner(p, i)) {
            out[count++] = level->corners[i];
        }
        if (corner == f->last) {
            break;
        }
        polygon = level->neighbours[last];
        corner = level->twins[last];
        p = &level->polygons[polygon];
    }
    out[count] = ends[out[count - 1]].after;
}

static int turn_at(const navmesh_level *level, uint32_t a, uint32_t b, uint32_t c) {
    return predicate_orient(level->vertices[a], level->vertices[b], level->vertices[c]);
}

/* True if the chain bulges at a vertex: exactly two walls meet there, and they turn right. */
static bool bulges_at(const navmesh_level *level, const uint32_t *chain, uint32_t i,
                      const wall_ends *ends) {
    const wall_ends *at = &ends[chain[i]];
    return at->in == 1 && at->out == 1 && turn_at(level, chain[i - 1], chain[i], chain[i + 1]) < 0;
}

/* True if the chain between two of its vertices, extended by the walls before and after it, turns
 * by less than half a circle in total. */
static bool turns_less_than_half(const navmesh_level *level, const uint32_t *chain, uint32_t first,
                                 uint32_t last) {
    wend_vec2 a = level->vertices[chain[first - 1]], b = level->vertices[chain[first]];
    wend_vec2 c = level->vertices[chain[last]], d = level->vertices[chain[last + 1]];
    double in_x = (double)b.x - (double)a.x, in_y = (double)b.y - (double)a.y;
    double out_x = (double)d.x - (double)c.x, out_y = (double)d.y - (double)c.y;
    return in_x * out_y - in_y * out_x < 0.0;
}

/* Returns the part of a fan between two vertices of its chain. Each of the two must be shared by
 * two polygons of the fan, or be an end of the chain. */
static fan cut_fan(const navmesh_level *level, const fan *f, uint32_t first, uint32_t last) {
    fan part = {.first = NAVMESH_NONE, .count = last - first + 1};
    uint32_t polygon = f->first, corner = f->corner;
    for (uint32_t at = 1; at < last;) {
        const navmesh_polygon *p = &level->polygons[polygon];
        if (at >= first && part.first == NAVMESH_NONE) {
            part.first = polygon;
            part.corner = corner;
        }
        part.last = corner;
        at += p->count - 2;
        uint32_t edge = previous_corner(p, corner);
        polygon = level->neighbours[edge];
        corner = level->twins[edge];
    }
    return part;
}

static void add_corner_fan(navmesh_level *level, const fan *f, const uint32_t *chain,
                           uint32_t *used) {
    const navmesh_polygon *last = NULL;
    uint32_t index = level->fan_count++, corner = f->corner, polygon = f->first;
    navmesh_corner_fan *corner_fan = &level->corner_fans[index];
    *corner_fan = (navmesh_corner_fan){.first = *used + 1, .count = f->count};
    for (uint32_t i = 0; i < f->count + 2; i++) {
        level->chain_points[*used + i] = level->vertices[chain[i]];
        level->chain_lengths[*used + i] =
            i < 2 ? 0.0
                  : level->chain_lengths[*used + i - 1] +
                        wide_distance(level->vertices[chain[i - 1]], level->vertices[chain[i]]);
    }
    *used += f->count + 2;
    corner_fan->sides[0] = corner;
    for (;;) {
        last = &level->polygons[polygon];
        level->fan_of[polygon] = index;
        if (corner == f->last) {
            break;
        }
        uint32_t edge = previous_corner(last, corner);
        polygon = level->neighbours[edge];
        corner = level->twins[edge];
    }
    corner_fan->sides[1] = previous_corner(last, corner);
    corner_fan->tip = level->points[corner_fan->sides[0]];
    for (uint32_t i = 0; i < 2; i++) {
        corner_fan->across[i] = level->twins[corner_fan->sides[i]];
        corner_fan->beyond[i] = level->neighbours[corner_fan->sides[i]];
    }
}

/* Finds the first corner fan within a fan, searching from vertex `*first` of the chain. Sets
 * `*first` and `*last` to the chain vertices at the ends of the corner fan. A corner fan begins and
 * ends between polygons, because a polygon with more than one wall has a vertex that does not
 * bulge. Returns false if there is no corner fan. */
static bool find_corner_fan(const navmesh_level *level, const fan *f, const uint32_t *chain,
                            const wall_ends *ends, uint32_t *first, uint32_t *last) {
    uint32_t tip = level->corners[f->corner];
    for (uint32_t i = *first; i < f->count; i++) {
        bool begins =
            bulges_at(level, chain, i, ends) && turn_at(level, chain[i - 1], chain[i], tip) > 0;
        *last = i;
        while (begins && *last < f->count && bulges_at(level, chain, *last + 1, ends) &&
               turn_at(level, tip, chain[*last + 1], chain[*last + 2]) > 0 &&
               turns_less_than_half(level, chain, i, *last + 1)) {
            *last += 1;
        }
        if (*last >= i + 2) {
            *first = i;
            return true;
        }
    }
    return false;
}

/* The number of corner fans of a level, and the number of their chain points. */
typedef struct tally {
    uint32_t corner_fans, vertices;
} tally;

/* Visits each fan once, at its first polygon, and finds the corner fans that it contains. If
 * `store` is true, stores them; otherwise only counts them. */
static tally visit_fans(navmesh_level *level, const wall_ends *ends, bool store) {
    uint32_t chain[MAX_CHAIN_VERTICES + 2];
    tally sum = {0, 0};
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const navmesh_polygon *polygon = &level->polygons[i];
        for (uint32_t k = polygon->first; k < polygon->first + polygon->count; k++) {
            uint32_t tip = level->corners[k];
            fan f = {.first = i, .corner = k};
            if (level->turning[tip] || ends[tip].in > 0 || ends[tip].out > 0 ||
                !is_fan_triangle(level, i, k) || has_fan_triangle_before(level, k) ||
                !walk_around_tip(level, &f)) {
                continue;
            }
            write_chain(level, &f, ends, chain);
            for (uint32_t first = 1, last; find_corner_fan(level, &f, chain, ends, &first, &last);
                 first = last) {
                fan part = cut_fan(level, &f, first, last);
                if (store) {
                    add_corner_fan(level, &part, chain + first - 1, &sum.vertices);
                } else {
                    sum.vertices += part.count + 2;
                }
                sum.corner_fans++;
            }
        }
    }
    return sum;
}

static bool is_in_any_fan(const navmesh_level *level, uint32_t index) {
    const navmesh_polygon *polygon = &level->polygons[index];
    bool in_fan = false;
    for (uint32_t i = polygon->first; i < polygon->first + polygon->count && !in_fan; i++) {
        in_fan = is_fan_triangle(level, index, i);
    }
    return in_fan;
}

/* Finds the first corner that belongs to a fan triangle. Builders put fan triangles after all other
 * polygons. */
static void find_first_fan_corner(navmesh_level *level) {
    level->first_fan_corner = level->corner_count;
    for (uint32_t i = level->polygon_count; i > 0 && is_in_any_fan(level, i - 1); i--) {
        level->first_fan_corner = level->polygons[i - 1].first;
    }
}

bool corner_fans_find(navmesh_level *level, const wall_ends *ends, memory_arena *arena) {
    tally needed = visit_fans(level, ends, false);
    level->corner_fans =
        arena_take(arena, (needed.corner_fans + (size_t)1) * sizeof *level->corner_fans, 16);
    level->chain_points =
        arena_take(arena, (needed.vertices + (size_t)1) * sizeof *level->chain_points, 16);
    level->chain_lengths =
        arena_take(arena, (needed.vertices + (size_t)1) * sizeof *level->chain_lengths, 16);
    level->fan_of =
        arena_take(arena, (level->polygon_count + (size_t)1) * sizeof *level->fan_of, 16);
    if (!level->corner_fans || !level->chain_points || !level->chain_lengths || !level->fan_of) {
        return false;
    }
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        level->fan_of[i] = NAVMESH_NONE;
    }
    level->fan_count = 0;
    visit_fans(level, ends, true);
    find_first_fan_corner(level);
    return true;
}
