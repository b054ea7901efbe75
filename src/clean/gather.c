/* Converts the input (polygons and lines of sources) to areas: repairs the items one by one and
 * unites them.
 *
 * The order of the input has no effect: before the polygons are passed to GEOS, their rings are
 * rotated to start at the lowest point, and the polygons are sorted. */
#include "base/error.h"
#include "base/sort.h"
#include "clean/cleaner.h"
#include "clean/crossings.h"
#include "clean/nest.h"
#include "geom/polygon.h"
#include <math.h>
#include <string.h>

/* A polygon or a wide line of the input, with the name of its file. */
typedef struct gathered {
    shapes_polygon polygon;
    const char *source;
    double width; /* m; 0 for a polygon */
} gathered;

/* ---- Order ----------------------------------------------------------------------------------- */

static int compare_rings(const shapes_ring *a, const shapes_ring *b) {
    return cleaner_compare_points(a->points, a->count, b->points, b->count);
}

static bool ring_before(const void *left, const void *right) {
    return compare_rings(left, right) < 0;
}

static bool gathered_before(const void *left, const void *right) {
    const gathered *a = left, *b = right;
    if (a->width != b->width) {
        return a->width < b->width;
    }
    uint32_t common = a->polygon.ring_count < b->polygon.ring_count ? a->polygon.ring_count
                                                                    : b->polygon.ring_count;
    for (uint32_t i = 0; i < common; i++) {
        int order = compare_rings(&a->polygon.rings[i], &b->polygon.rings[i]);
        if (order != 0) {
            return order < 0;
        }
    }
    return a->polygon.ring_count < b->polygon.ring_count;
}

/* Orders the points of a line so that it starts at its lower end. If the ends are equal, the points
 * next to them decide. */
static void order_line(shapes_ring *line) {
    int order = 0;
    for (uint32_t i = 0; i < line->count && order == 0; i++) {
        order = cleaner_compare_points(&line->points[i], 1, &line->points[line->count - 1 - i], 1);
    }
    for (uint32_t i = 0; i < line->count / 2 && order > 0; i++) {
        wend_point swapped = line->points[i];
        line->points[i] = line->points[line->count - 1 - i];
        line->points[line->count - 1 - i] = swapped;
    }
}

/* ---- Gathering ------------------------------------------------------------------------------- */

typedef struct gathering {
    gathered *items;
    uint32_t count;
} gathering;

static size_t count_parts(clean_sources sources, uint32_t tag, bool ring_by_ring) {
    size_t count = 0;
    for (uint32_t i = 0; i < sources.count; i++) {
        const clean_source *source = &sources.items[i];
        if (tag != ANY_TAG && source->tag != tag) {
            continue;
        }
        count += source->shapes->line_count;
        for (uint32_t k = 0; k < source->shapes->polygon_count; k++) {
            count += ring_by_ring ? source->shapes->polygons[k].ring_count : 1;
        }
    }
    return count;
}

static void add_polygon(cleaner *c, gathering *all, const clean_source *source,
                        const shapes_polygon *polygon) {
    shapes_ring *rings =
        cleaner_take(c, c->scratch, 2 * (size_t)polygon->ring_count, sizeof *rings);
    if (rings == NULL) {
        return;
    }
    uint32_t count = polygon->ring_count;
    for (uint32_t i = 0; i < count; i++) {
        rings[i] = polygon->rings[i];
        cleaner_order_ring(rings[i].points, rings[i].count);
    }
    if (count > 2) {
        sort_stable(rings + 1, rings + count, count - 1, sizeof *rings, ring_before);
    }
    gathered *made = &all->items[all->count++];
    *made = (gathered){*polygon, source->shapes->source, 0.0};
    made->polygon.rings = rings;
}

static void add_rings(cleaner *c, gathering *all, const clean_source *source,
                      const shapes_polygon *polygon) {
    for (uint32_t i = 0; i < polygon->ring_count; i++) {
        shapes_polygon one = *polygon;
        one.rings = &polygon->rings[i];
        one.ring_count = 1;
        add_polygon(c, all, source, &one);
    }
}

static void add_line(cleaner *c, gathering *all, const clean_source *source,
                     const shapes_line *line) {
    shapes_ring *chain = cleaner_take(c, c->scratch, 1, sizeof *chain);
    if (chain == NULL || line->count == 0) {
        return;
    }
    *chain = (shapes_ring){line->points, line->count};
    order_line(chain);
    shapes_polygon as_polygon = {
        .rings = chain, .ring_count = 1, .line = line->line, .column = line->column};
    all->items[all->count++] = (gathered){as_polygon, source->shapes->source, source->width};
}

static gathering gather(cleaner *c, clean_sources sources, uint32_t tag, bool ring_by_ring) {
    gathering all = {NULL, 0};
    size_t most = count_parts(sources, tag, ring_by_ring);
    all.items = cleaner_take(c, c->scratch, 2 * most, sizeof *all.items);
    for (uint32_t i = 0; i < sources.count && cleaner_ok(c); i++) {
        const clean_source *source = &sources.items[i];
        if (tag != ANY_TAG && source->tag != tag) {
            continue;
        }
        for (uint32_t k = 0; k < source->shapes->polygon_count && cleaner_ok(c); k++) {
            (ring_by_ring ? add_rings : add_polygon)(c, &all, source, &source->shapes->polygons[k]);
        }
        for (uint32_t k = 0; k < source->shapes->line_count && cleaner_ok(c); k++) {
            if (source->width > 0.0) {
                add_line(c, &all, source, &source->shapes->lines[k]);
            } else {
                c->report->lines_left_out++;
            }
        }
    }
    if (cleaner_ok(c)) {
        sort_stable(all.items, all.items + most, all.count, sizeof *all.items, gathered_before);
    }
    return all;
}

/* ---- Areas ----------------------------------------------------------------------------------- */

static double ring_area(const shapes_ring *ring) {
    return fabs(polygon_area_wide(ring->points, ring->count));
}

static double given_area(const shapes_polygon *polygon) {
    double area = polygon->ring_count > 0 ? ring_area(&polygon->rings[0]) : 0.0;
    for (uint32_t i = 1; i < polygon->ring_count; i++) {
        area -= ring_area(&polygon->rings[i]);
    }
    return fmax(area, 0.0);
}

static GEOSGeometry *make_area(cleaner *c, const gathered *item, clean_tally *tally) {
    bool repaired = false;
    if (item->width > 0.0) {
        const shapes_ring *line = &item->polygon.rings[0];
        wend_point twice[2] = {line->points[0], line->points[0]};
        GEOSGeometry *chain = line->count > 1 ? geos_chain(&c->g, line->points, line->count, false)
                                              : geos_chain(&c->g, twice, 2, false);
        return geos_widen(&c->g, chain, item->width);
    }
    GEOSGeometry *area = geos_polygon(&c->g, &item->polygon, &repaired);
    tally->polygons++;
    tally->given += given_area(&item->polygon);
    tally->kept += geos_area(&c->g, area);
    if (repaired && tally->repaired++ == 0) {
        tally->source = item->source;
        tally->line = item->polygon.line;
        tally->column = item->polygon.column;
    }
    bool is_obstacle = tally == &c->report->tallies[CLEAN_OBSTACLES];
    bool is_ground = tally == &c->report->tallies[CLEAN_GROUND];
    area = is_obstacle ? cleaner_bound(c, area) : area;
    return is_ground ? cleaner_bound_holes(c, area) : area;
}

static GEOSGeometry **make_areas(cleaner *c, const gathering *all, clean_tally *tally) {
    GEOSGeometry **areas = cleaner_ok(c) ? geos_array(&c->g, all->count) : NULL;
    for (uint32_t i = 0; i < all->count && areas != NULL; i++) {
        areas[i] = cleaner_ok(c) ? make_area(c, &all->items[i], tally) : NULL;
    }
    return areas;
}

GEOSGeometry *cleaner_gather(cleaner *c, clean_sources sources, uint32_t tag, clean_tally *tally) {
    gathering all = gather(c, sources, tag, false);
    GEOSGeometry **areas = make_areas(c, &all, tally);
    if (areas == NULL) {
        return NULL;
    }
    GEOSGeometry *united = geos_unite_all(&c->g, areas, all.count);
    geos_free_array(&c->g, areas, all.count);
    tally->united += geos_area(&c->g, united);
    return united;
}

/* Returns the union of the areas with a given depth, and removes them from the array. */
static GEOSGeometry *unite_level(cleaner *c, GEOSGeometry **areas, const uint32_t *depths,
                                 uint32_t count, uint32_t level) {
    GEOSGeometry **chosen = geos_array(&c->g, count);
    if (chosen == NULL) {
        return NULL;
    }
    uint32_t number = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (depths[i] == level && areas[i] != NULL) {
            chosen[number++] = level % 2 == 1 ? cleaner_bound(c, areas[i]) : areas[i];
            areas[i] = NULL;
        }
    }
    GEOSGeometry *united = geos_unite_all(&c->g, chosen, number);
    geos_free_array(&c->g, chosen, count);
    return united;
}

/* Returns the ground: areas of even depth add ground, areas of odd depth remove it. */
static GEOSGeometry *unite_alternately(cleaner *c, GEOSGeometry **areas, const uint32_t *depths,
                                       uint32_t count) {
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < count; i++) {
        deepest = depths[i] > deepest ? depths[i] : deepest;
    }
    GEOSGeometry *ground = geos_empty(&c->g);
    for (uint32_t level = 0; level <= deepest; level++) {
        GEOSGeometry *part = unite_level(c, areas, depths, count, level);
        ground = (level % 2 == 0 ? geos_unite : geos_subtract)(&c->g, ground, part);
    }
    return ground;
}

GEOSGeometry *cleaner_gather_rings(cleaner *c, clean_sources sources, clean_tally *tally) {
    gathering all = gather(c, sources, ANY_TAG, true);
    GEOSGeometry **areas = make_areas(c, &all, tally);
    uint32_t *depths = cleaner_take(c, c->scratch, all.count, sizeof *depths);
    GEOSGeometry *ground = NULL;
    if (areas != NULL && cleaner_ok(c)) {
        nest_result nested = nest_depths(&c->g, areas, all.count, depths);
        if (nested == NEST_TOO_DEEP) {
            cleaner_fail(c, WEND_ERROR_LIMIT, "the rings are nested more than %d deep",
                         NEST_MAX_DEPTH);
        } else if (nested == NEST_DONE) {
            ground = unite_alternately(c, areas, depths, all.count);
        }
    }
    for (uint32_t i = 0; areas != NULL && i < all.count; i++) {
        geos_free(&c->g, areas[i]);
    }
    if (areas != NULL) {
        geos_free_array(&c->g, areas, all.count);
    }
    /* Nesting always makes rings overlap, so their overlaps are not reported. */
    tally->united = tally->kept;
    return ground;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void add_chain(cleaner *c, GEOSGeometry **lines, uint32_t *count, wend_point *points,
                      uint32_t number, bool closed) {
    if (number >= 2 && cleaner_ok(c)) {
        shapes_ring chain = {points, number};
        if (closed) {
            cleaner_order_ring(points, number);
        } else {
            order_line(&chain);
        }
        lines[(*count)++] = geos_chain(&c->g, points, number, closed);
    }
}

GEOSGeometry *cleaner_gather_lines(cleaner *c, clean_sources sources, uint32_t tag,
                                   const GEOSGeometry *within) {
    size_t most = count_parts(sources, tag, true);
    GEOSGeometry **lines = most < UINT32_MAX ? geos_array(&c->g, (uint32_t)most) : NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < sources.count && lines != NULL; i++) {
        const shapes_list *shapes = sources.items[i].shapes;
        if (sources.items[i].tag != tag) {
            continue;
        }
        for (uint32_t k = 0; k < shapes->line_count; k++) {
            add_chain(c, lines, &count, shapes->lines[k].points, shapes->lines[k].count, false);
        }
        for (uint32_t k = 0; k < shapes->polygon_count; k++) {
            for (uint32_t r = 0; r < shapes->polygons[k].ring_count; r++) {
                const shapes_ring *ring = &shapes->polygons[k].rings[r];
                add_chain(c, lines, &count, ring->points, ring->count, true);
            }
        }
    }
    if (lines == NULL) {
        return NULL;
    }
    GEOSGeometry *snapped = geos_snap_lines(&c->g, lines, count, within);
    geos_free_array(&c->g, lines, (uint32_t)most);
    return snapped;
}

/* ---- Excessive intersection ------------------------------------------------------------------ */

typedef struct segment_list {
    crossings_segment *segments;
    uint32_t count;
} segment_list;

static void add_segments(segment_list *list, const wend_point *points, uint32_t count,
                         bool closed) {
    for (uint32_t i = 0; i + (closed ? 0 : 1) < count; i++) {
        list->segments[list->count++] =
            (crossings_segment){points[i], points[i + 1 < count ? i + 1 : 0]};
    }
}

static void add_source_segments(segment_list *list, const shapes_list *shapes) {
    for (uint32_t i = 0; i < shapes->polygon_count; i++) {
        for (uint32_t r = 0; r < shapes->polygons[i].ring_count; r++) {
            const shapes_ring *ring = &shapes->polygons[i].rings[r];
            add_segments(list, ring->points, ring->count, true);
        }
    }
    for (uint32_t i = 0; i < shapes->line_count; i++) {
        add_segments(list, shapes->lines[i].points, shapes->lines[i].count, false);
    }
}

void cleaner_check_crossings(cleaner *c, const clean_sources *lists, uint32_t list_count) {
    size_t most = 0;
    for (uint32_t l = 0; l < list_count; l++) {
        for (uint32_t i = 0; i < lists[l].count; i++) {
            most += lists[l].items[i].shapes->vertex_count;
        }
    }
    if (most == 0 || !cleaner_ok(c)) {
        return;
    }
    memory *heap = c->g.heap;
    segment_list all = {memory_get_array(heap, most, sizeof *all.segments), 0};
    if (all.segments == NULL) {
        c->result = error_no_memory(c->error, "polygons");
        return;
    }
    for (uint32_t l = 0; l < list_count; l++) {
        for (uint32_t i = 0; i < lists[l].count; i++) {
            add_source_segments(&all, lists[l].items[i].shapes);
        }
    }
    crossings_verdict verdict = crossings_check(all.segments, all.count, heap);
    memory_free(heap, all.segments, most * sizeof *all.segments);
    if (verdict == CROSSINGS_NO_MEMORY) {
        c->result = error_no_memory(c->error, "polygons");
    } else if (verdict == CROSSINGS_TOO_MANY) {
        cleaner_fail(c, WEND_ERROR_LIMIT,
                     "the %u edges cross or nearly touch too often to be cleaned", all.count);
    }
}
