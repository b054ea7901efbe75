/* Computes the areas of a layer on one level of the mesh: its ground, the area too near to its
 * walls, and the areas that blockers cover. It also collects the outlines of these areas; the
 * ground is later cut along them.
 *
 * Doors and other lines have no area of their own. On level 0 they are widened by a millimetre, so
 * that closing a door blocks the polygons in which it lies.
 *
 * Cost: one union of boxes and fans, a few for each wall. It takes O(n log n) unless the distances
 * between walls are many times smaller than the radius. */
#include "build/navmesh/navmesh.h"
#include <wend/math.h>

static const double THIN = 1.0 / 1024.0; /* m: half the width given to a line on level 0 */
static const double ARC_ERROR =
    0.25e-3; /* m: how far a vertex of an approximated arc may lie outside the arc */
static const double SLACK = 1.0; /* units: exceeds the 0.71 by which rounding moves outlines */
static const double NEAR_LINK =
    4.0; /* units: distance within which a segment counts as near a link */

bool mesh_add_segment(mesh_builder *b, mesh_segments *list, wend_point from, wend_point to) {
    if (!memory_grow(&b->heap, (void **)&list->items, sizeof *list->items, &list->capacity,
                     list->count + 1)) {
        b->geos.failed = true;
        return false;
    }
    list->items[list->count++] = (mesh_segment){from, to};
    return true;
}

/* ---- Areas ----------------------------------------------------------------------------------- */

void mesh_free_areas(mesh_builder *b, mesh_layer *layer) {
    mesh_free_area(b, &layer->ground);
    mesh_free_area(b, &layer->walls);
    for (uint32_t i = 0; i < layer->block_count; i++) {
        mesh_free_area(b, &layer->blocks[i]);
    }
    memory_free(&b->heap, layer->blocks, layer->block_capacity * sizeof *layer->blocks);
    memory_free(&b->heap, layer->lines.items, layer->lines.capacity * sizeof *layer->lines.items);
    memory_free(&b->heap, layer->open.items, layer->open.capacity * sizeof *layer->open.items);
    layer->blocks = NULL;
    memory_free(&b->heap, layer->ring_lines, layer->ring_capacity * sizeof *layer->ring_lines);
    layer->ring_lines = NULL;
    layer->lines = layer->open = (mesh_segments){NULL, 0, 0};
    layer->block_count = layer->block_capacity = 0;
}

static GEOSGeometry *polygon_of(mesh_builder *b, const wend_vec2 *points, uint32_t count) {
    wend_point *positions = arena_take(&b->level, count * sizeof *positions, 16);
    if (positions == NULL) {
        return geos_checked(&b->geos, NULL);
    }
    for (uint32_t i = 0; i < count; i++) {
        positions[i] = mesh_to_units(b, points[i]);
    }
    shapes_ring ring = {positions, count};
    shapes_polygon polygon = {.rings = &ring, .ring_count = 1};
    bool shortened = false;
    return geos_polygon_as_given(&b->geos, &polygon, &shortened);
}

static bool is_ground_ring(const space_ring *ring) {
    return ring->kind != SPACE_OPEN_WALL && ring->obstacle_class == 0;
}

/* Writes the subdivision points of the link at edge `e`, in the direction of the edge and without
 * the last one. Returns the number of points. */
static uint32_t write_link_points(const mesh_builder *b, const space_edge *e, wend_point *out) {
    const mesh_link_points *chain = &b->link_points[e->link];
    wend_point start = mesh_rounded(mesh_to_units(b, e->a));
    bool forward = chain->points[0].x == (int32_t)start.x && chain->points[0].y == (int32_t)start.y;
    for (uint32_t i = 0; i + 1 < chain->count; i++) {
        grid_point p = chain->points[forward ? i : chain->count - 1 - i];
        out[i] = (wend_point){p.x, p.y};
    }
    return chain->count - 1;
}

/* Returns a ring in the form in which it is triangulated: rounded to the grid, and with its links
 * subdivided. */
static GEOSGeometry *ground_ring(mesh_builder *b, const space_ring *ring, bool with_link_points) {
    size_t most = ring->edge_count;
    for (uint32_t i = 0; i < ring->edge_count && with_link_points; i++) {
        const space_edge *e = &b->space->edges[ring->first_edge + i];
        most += e->link != SPACE_NONE ? b->link_points[e->link].count : 0;
    }
    wend_point *points = arena_take(&b->level, most * sizeof *points, 16);
    uint32_t count = 0;
    for (uint32_t i = 0; i < ring->edge_count && points != NULL; i++) {
        const space_edge *e = &b->space->edges[ring->first_edge + i];
        if (with_link_points && e->link != SPACE_NONE) {
            count += write_link_points(b, e, points + count);
        } else {
            points[count++] = mesh_rounded(mesh_to_units(b, e->a));
        }
    }
    if (points == NULL) {
        return geos_checked(&b->geos, NULL);
    }
    shapes_ring ring_points = {points, count};
    shapes_polygon polygon = {.rings = &ring_points, .ring_count = 1};
    bool shortened = false;
    return geos_polygon_as_given(&b->geos, &polygon, &shortened);
}

/* Makes the ground area as a plain list of all rings. This is not a valid geometry, but point tests
 * count the rings around a point. */
static void make_ground(mesh_builder *b, mesh_layer *layer, bool with_link_points) {
    const space_layer *from = &b->space->layers[layer->layer];
    geos_list rings = {NULL, 0, 0};
    for (uint32_t i = 0; i < from->ring_count && !b->geos.failed; i++) {
        const space_ring *ring = &b->space->rings[from->first_ring + i];
        if (is_ground_ring(ring)) {
            geos_list_take(&b->geos, &rings, ground_ring(b, ring, with_link_points));
        }
    }
    if (!from->bounded) {
        geos_list_take(&b->geos, &rings, geos_box(&b->geos, b->low, b->high));
    }
    mesh_index_area(b, &layer->ground, geos_list_end(&b->geos, &rings), NAVMESH_NONE);
    layer->ground.by_parity = true;
}

void mesh_rebuild_ground(mesh_builder *b, mesh_layer *layer) {
    const uint32_t *links = NULL;
    if (space_links_of(b->space, layer->layer, &links) > 0) {
        mesh_free_area(b, &layer->ground);
        make_ground(b, layer, true);
    }
}

/* ---- Outlines -------------------------------------------------------------------------------- */

static bool is_near_links(const mesh_builder *b, uint32_t layer, wend_point p, wend_point q) {
    const uint32_t *links = NULL;
    uint32_t count = space_links_of(b->space, layer, &links);
    bool near = false;
    for (uint32_t i = 0; i < count && !near; i++) {
        wend_link link = wend_space_link(b->space, links[i]);
        wend_point u = mesh_to_units(b, link.a), v = mesh_to_units(b, link.b);
        near = fmax(p.x, q.x) >= fmin(u.x, v.x) - NEAR_LINK &&
               fmin(p.x, q.x) <= fmax(u.x, v.x) + NEAR_LINK &&
               fmax(p.y, q.y) >= fmin(u.y, v.y) - NEAR_LINK &&
               fmin(p.y, q.y) <= fmax(u.y, v.y) + NEAR_LINK;
    }
    return near;
}

/* True if an outline segment cuts the ground. A segment that lies inside a solid cuts nothing. */
static bool cuts_ground(mesh_builder *b, const mesh_layer *layer, wend_point p, wend_point q) {
    return mesh_area_contains(b, &layer->ground, (p.x + q.x) / 2.0, (p.y + q.y) / 2.0) ||
           is_near_links(b, layer->layer, p, q);
}

/* True if each outline of the wall area lies either completely on the ground or completely outside
 * it. This holds if there are no links, because the wall area ends one radius away from every wall.
 */
static bool has_uniform_outlines(const mesh_builder *b, const mesh_layer *layer) {
    const uint32_t *links = NULL;
    return space_links_of(b->space, layer->layer, &links) == 0;
}

static void add_chain(mesh_builder *b, mesh_layer *layer, const GEOSGeometry *ring, bool all) {
    uint32_t count = 0;
    const wend_point *points = geos_points(&b->geos, ring, true, &b->phase_scratch, &count);
    if (points != NULL && count > 1 && !all && has_uniform_outlines(b, layer)) {
        if (!cuts_ground(b, layer, points[0], points[1])) {
            return;
        }
        all = true;
    }
    for (uint32_t i = 0; points != NULL && i < count; i++) {
        wend_point p = points[i], q = points[i + 1 < count ? i + 1 : 0];
        if (all || cuts_ground(b, layer, p, q)) {
            mesh_add_segment(b, &layer->lines, p, q);
        }
    }
}

static void add_ring(mesh_builder *b, mesh_layer *layer, const GEOSGeometry *ring, bool all) {
    uint32_t first = layer->lines.count;
    add_chain(b, layer, ring, all);
    if (!all) {
        mesh_record_ring(b, layer, first);
    }
}

static void add_outline(mesh_builder *b, mesh_layer *layer, const GEOSGeometry *area, bool all) {
    GEOSContextHandle_t handle = b->geos.handle;
    int parts = area != NULL ? GEOSGetNumGeometries_r(handle, area) : 0;
    for (int i = 0; i < parts && !b->geos.failed; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(handle, area, i);
        if (GEOSGeomTypeId_r(handle, part) != GEOS_POLYGON || geos_is_empty(&b->geos, part)) {
            continue;
        }
        add_ring(b, layer, GEOSGetExteriorRing_r(handle, part), all);
        int holes = GEOSGetNumInteriorRings_r(handle, part);
        for (int k = 0; k < holes && !b->geos.failed; k++) {
            add_ring(b, layer, GEOSGetInteriorRingN_r(handle, part, k), all);
        }
    }
}

/* ---- Blockers -------------------------------------------------------------------------------- */

static void add_block(mesh_builder *b, mesh_layer *layer, geos_list *parts, uint32_t blocker) {
    GEOSGeometry *area = geos_unite_all(&b->geos, parts->items, parts->count);
    memory_free(b->geos.heap, parts->items, parts->capacity * sizeof(void *));
    if (area == NULL || !memory_grow(&b->heap, (void **)&layer->blocks, sizeof *layer->blocks,
                                     &layer->block_capacity, layer->block_count + 1)) {
        geos_free(&b->geos, area);
        b->geos.failed = true;
        return;
    }
    mesh_index_area(b, &layer->blocks[layer->block_count++], area, blocker);
    add_outline(b, layer, area, true);
}

/* Adds one area that covers everything in the layer that belongs to an obstacle class. */
static void block_by_class(mesh_builder *b, mesh_layer *layer, uint32_t obstacle_class,
                           mesh_disc disc, bool widened) {
    const space_layer *from = &b->space->layers[layer->layer];
    geos_list parts = {NULL, 0, 0};
    for (uint32_t i = 0; i < from->ring_count && !b->geos.failed; i++) {
        const space_ring *ring = &b->space->rings[from->first_ring + i];
        if (ring->obstacle_class != obstacle_class) {
            continue;
        }
        if (ring->kind == SPACE_SOLID) {
            geos_list_take(&b->geos, &parts, polygon_of(b, ring->points, ring->count));
        }
        if (widened || ring->kind != SPACE_SOLID) {
            mesh_widen_ring(b, ring, disc, &parts);
        }
    }
    add_block(b, layer, &parts, b->class_blocker[obstacle_class]);
}

static void block_by_door(mesh_builder *b, mesh_layer *layer, uint32_t blocker, mesh_disc disc) {
    const map_blocker *door = &b->blockers[blocker];
    geos_list parts = {NULL, 0, 0};
    for (uint32_t i = 0; i + 1 < door->point_count; i++) {
        wend_point p = mesh_to_units(b, door->points[i]), q = mesh_to_units(b, door->points[i + 1]);
        if (p.x != q.x || p.y != q.y) {
            mesh_widen_segment(b, p, q, disc, &parts);
        }
    }
    add_block(b, layer, &parts, blocker);
}

static void add_blockers(mesh_builder *b, mesh_layer *layer, mesh_disc disc, bool widened) {
    for (uint32_t i = 0; i < b->first_door && !b->geos.failed; i++) {
        block_by_class(b, layer, b->blockers[i].obstacle_class, disc, widened);
    }
    for (uint32_t i = b->first_door; i < b->blocker_count && !b->geos.failed; i++) {
        if (b->blockers[i].layer == layer->layer) {
            block_by_door(b, layer, i, disc);
        }
    }
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static void add_box(mesh_builder *b, mesh_layer *layer) {
    wend_point corners[4] = {b->low, {b->high.x, b->low.y}, b->high, {b->low.x, b->high.y}};
    for (uint32_t i = 0; i < 4; i++) {
        mesh_add_segment(b, &layer->lines, corners[i], corners[(i + 1) % 4]);
    }
}

/* Adds the outlines of level 0: the walls themselves. */
static void outline_walls(mesh_builder *b, mesh_layer *layer) {
    const space_layer *from = &b->space->layers[layer->layer];
    for (uint32_t i = 0; i < from->edge_count && !b->geos.failed; i++) {
        const space_edge *e = &b->space->edges[from->first_edge + i];
        wend_point p = mesh_rounded(mesh_to_units(b, e->a)),
                   q = mesh_rounded(mesh_to_units(b, e->b));
        if (e->obstacle_class != 0 || e->link != SPACE_NONE) {
            continue;
        }
        mesh_add_segment(b, &layer->lines, p, q);
        if (!e->one_sided) {
            mesh_add_segment(b, &layer->open, p, q);
        }
    }
}

/* Makes room for the outlines of the wall area, and for the sides of their corner fans. */
static void reserve_lines(mesh_builder *b, mesh_layer *layer, const GEOSGeometry *walls) {
    enum { LINES_PER_SIDE = 8 }; /* fewer than the pieces of an arc per side of its fan */
    int points = walls != NULL ? GEOSGetNumCoordinates_r(b->geos.handle, walls) : 0;
    uint32_t count = layer->lines.count + (points > 0 ? (uint32_t)points : 0);
    b->geos.failed |=
        !memory_grow(&b->heap, (void **)&layer->lines.items, sizeof *layer->lines.items,
                     &layer->lines.capacity, count + count / LINES_PER_SIDE + 1);
}

static void outline_wall_area(mesh_builder *b, mesh_layer *layer, mesh_disc disc) {
    geos_list parts = {NULL, 0, 0};
    mesh_start_phase(b, 0.0, 0.2);
    mesh_widen_walls(b, layer->layer, disc, &parts);
    mesh_start_phase(b, 0.2, 0.5);
    mesh_widen_across(b, layer->layer, disc, &parts);
    GEOSGeometry *all = geos_unite_all(&b->geos, parts.items, parts.count);
    memory_free(b->geos.heap, parts.items, parts.capacity * sizeof(void *));
    mesh_index_area(b, &layer->walls, all, NAVMESH_NONE);
    reserve_lines(b, layer, all);
    add_outline(b, layer, all, false);
    arena_free(&b->phase_scratch);
}

static mesh_disc disc_of(const mesh_builder *b, uint32_t level) {
    double radius = b->radii[level];
    if (level == 0) {
        return (mesh_disc){fmax(THIN / b->unit, 2.0), WEND_PI / 4.0};
    }
    double pieces = b->def->arc_pieces > 0 ? b->def->arc_pieces
                                           : ceil(WEND_PI / 4.0 / sqrt(2.0 * ARC_ERROR / radius));
    pieces = pieces < 2.0 ? 2.0 : pieces > 64.0 ? 64.0 : pieces;
    return (mesh_disc){radius / b->unit + SLACK, WEND_PI / 4.0 / pieces};
}

bool mesh_outline(mesh_builder *b, mesh_layer *layer, uint32_t level) {
    mesh_disc disc = disc_of(b, level);
    make_ground(b, layer, false);
    if (level == 0) {
        outline_walls(b, layer);
    } else {
        outline_wall_area(b, layer, disc);
    }
    if (!b->space->layers[layer->layer].bounded) {
        add_box(b, layer);
    }
    add_blockers(b, layer, disc, level > 0);
    mesh_start_phase(b, 0.6, 1.0);
    if (b->def->with_terrain) {
        mesh_add_borders(b, layer);
        return mesh_report(b, 0.0);
    }
    return mesh_report(b, 0.0) && (level == 0 || mesh_add_corner_fans(b, layer, disc));
}
