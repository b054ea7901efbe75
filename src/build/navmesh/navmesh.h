/* build/navmesh/navmesh.h: declarations shared by the files that build navigation meshes.
 *
 * All coordinates are in units of the mesh's grid (build/rounding.h), relative to the space's
 * origin.
 */
#ifndef BUILD_NAVMESH_H
#define BUILD_NAVMESH_H

#include "clean/geos.h"
#include "geom/triangulate.h"
#include "map/navmesh/navmesh.h"
#include "space/space.h"
#include <math.h>
#include <wend/kit.h>

typedef struct mesh_segment {
    wend_point a, b;
} mesh_segment;

typedef struct mesh_segments {
    mesh_segment *items;
    uint32_t count, capacity;
} mesh_segments;

/* An area, with a spatial index for fast point tests (contains.c). */
typedef struct mesh_area {
    GEOSGeometry *area;
    GEOSSTRtree *tree;                  /* the boxes of its polygons; NULL if the area is empty */
    const GEOSPreparedGeometry **parts; /* per polygon: an index of its edges, or NULL */
    uint32_t part_count;
    bool by_parity; /* the area consists of the points inside an odd number of its polygons */
    wend_point low, high;
    uint32_t blocker; /* the blocker that covers this area, or NAVMESH_NONE */
} mesh_area;

/* A disc that must fit between walls: its radius (in grid units) is the distance to keep from them.
 * Its circle is approximated by a circumscribed polygon. */
typedef struct mesh_disc {
    double radius;
    double half_step; /* radians: half of the angle by which one piece of an arc turns */
} mesh_disc;

/* The arc of a corner fan that is left out of the triangulation, because nothing else lies within
 * its fan (arcs.c). Its vertices are `first` to `last` of a ring of outlines, counted modulo
 * `count`. */
typedef struct mesh_arc {
    grid_point tip;
    uint32_t line, count; /* the lines of the ring: index of the first one, and their number */
    uint32_t first, last;
    bool reversed; /* the ring is traversed against the order of its lines */
    /* Set by mesh_find_arcs: indices of the points at both ends of the arc, and of the tip. */
    uint32_t ends[2], tip_point;
    uint32_t beside[2]; /* set by mesh_add_arcs: the parts beside the two sides of the fan */
} mesh_arc;

/* One layer on one level. */
typedef struct mesh_layer {
    uint32_t layer;
    bool stale;        /* its links have been cut again */
    mesh_area ground;  /* ground without class-0 solids; consists of the points inside an odd number
                          of its rings */
    mesh_area walls;   /* the area that is too close to class-0 walls; empty on level 0 */
    mesh_area *blocks; /* areas that blockers cover */
    uint32_t block_count, block_capacity;
    mesh_segments lines; /* all outlines of the layer, except links */
    mesh_segments open;  /* free-standing class-0 walls; also in `lines` */
    grid_point *tips;    /* tips of corner fans; only sides of fans end there */
    uint32_t tip_count;
    uint32_t *ring_lines; /* per ring of `walls`: index of its first line, or NAVMESH_NONE */
    uint32_t ring_count, ring_capacity;
    mesh_arc *arcs; /* arcs that are left out of the triangulation */
    uint32_t arc_count;
    bool *is_hidden;    /* per line: part of such an arc; NULL if there are no such arcs */
    uint32_t *arc_at;   /* per point: the arc whose tip it is, or NAVMESH_NONE; NULL likewise */
    grid_point *points; /* sorted, without duplicates; mesh_add_arcs appends the vertices of arcs */
    uint32_t point_count;
    triangulation triangles;
    uint32_t *sets;  /* per triangle: its set of blockers; TRIANGULATE_NONE if not ground */
    uint32_t *types; /* per triangle: its type of terrain; 0 unless the map has terrain */
    bool *passable;  /* per fixed edge of a triangle: true if it is not a wall */
    convex_parts parts;
    uint32_t *part_types; /* per part: its type of terrain; NULL unless the map has terrain */
} mesh_layer;

/* The subdivision of a link from one end to the other; its edges are the same on both layers. */
typedef struct mesh_link_points {
    grid_point *points;
    uint32_t count, capacity;
} mesh_link_points;

typedef struct mesh_builder {
    const wend_navmesh_def *def;
    const wend_space *space;
    memory heap;
    memory_arena kept;          /* holds the levels until the map is made */
    memory_arena level;         /* scratch memory for one level */
    memory_arena phase_scratch; /* scratch memory for one phase of a layer */
    geos geos;
    wend_error *error;
    watcher whole; /* progress of the whole build */
    watcher stage,
        phase;   /* progress of the current stage of a level, and of a phase of the stage */
    double unit; /* m: size of a grid unit */
    wend_point low, high; /* the box that the map covers where the ground is unbounded */
    double radii[WEND_MAX_LEVELS];
    uint32_t level_count, current_level;
    map_blocker *blockers; /* obstacle classes in use, then doors */
    uint32_t blocker_count;
    uint32_t class_blocker[WEND_MAX_CLASSES];
    uint32_t first_door;
    navmesh_set *sets;
    uint32_t set_count, set_capacity;
    uint32_t *members;
    uint32_t member_count, member_capacity;
    mesh_layer *layers;
    mesh_link_points *link_points; /* per link */
} mesh_builder;

/* Converts a local position (m) to grid units. */
static inline wend_point mesh_to_units(const mesh_builder *b, wend_vec2 local) {
    return (wend_point){(double)local.x / b->unit, (double)local.y / b->unit};
}

static inline wend_point mesh_rounded(wend_point p) {
    return (wend_point){floor(p.x + 0.5), floor(p.y + 0.5)};
}

/* Stores a failure of GEOS, or a lack of memory, in b->error. Returns the error code. */
wend_result mesh_failure(mesh_builder *b);
/* Starts a stage of the current level: the part of its work between two shares (progress.c). */
void mesh_start_stage(mesh_builder *b, double from, double to);
/* Starts a stage of one layer. The layers share the range of the stage equally. */
void mesh_start_layer_stage(mesh_builder *b, uint32_t layer, double from, double to);
/* Starts the last part of the work: the map is created from the levels. */
void mesh_start_creation(mesh_builder *b);
/* Starts a phase of the current stage: the part of the stage's work between two shares. */
void mesh_start_phase(mesh_builder *b, double from, double to);
/* Reports that a share of the current phase is done. If the build was cancelled, records a failure
 * and returns false. */
bool mesh_report(mesh_builder *b, double share);
/* Like mesh_report after `done` of `count` equal items, but for every 4096th item only. */
bool mesh_count(mesh_builder *b, uint32_t done, uint32_t count);
bool mesh_add_segment(mesh_builder *b, mesh_segments *list, wend_point from, wend_point to);

/* These functions add polygons to the list. Together they cover everything within the disc's radius
 * of the walls (widen.c). */
void mesh_widen_ring(mesh_builder *b, const space_ring *ring, mesh_disc disc, geos_list *out);
void mesh_widen_segment(mesh_builder *b, wend_point from, wend_point to, mesh_disc disc,
                        geos_list *out);
/* Returns the area that mesh_widen_ring covers around a convex solid, as one polygon with a hole.
 * Returns NULL if the ring is not the outline of a strictly convex solid without links, if the
 * solid is too thin, or after a failure. */
GEOSGeometry *mesh_make_band(mesh_builder *b, const space_ring *ring, mesh_disc disc);
/* Adds polygons that cover everything within the disc's radius of a layer's class-0 walls
 * (bands.c).
 */
void mesh_widen_walls(mesh_builder *b, uint32_t layer, mesh_disc disc, geos_list *out);
/* Widens the walls beyond a layer's links. The polygons added cover only those parts of the widened
 * walls that reach into the layer. */
void mesh_widen_across(mesh_builder *b, uint32_t layer, mesh_disc disc, geos_list *out);

/* Computes the areas and outlines of a layer on a level (area.c). */
bool mesh_outline(mesh_builder *b, mesh_layer *layer, uint32_t level);
/* Rebuilds the ground of a layer after its links have been cut. */
void mesh_rebuild_ground(mesh_builder *b, mesh_layer *layer);
/* Makes an index of an area, and takes ownership of the area. */
void mesh_index_area(mesh_builder *b, mesh_area *out, GEOSGeometry *area, uint32_t blocker);
void mesh_free_area(mesh_builder *b, mesh_area *area);
/* True if a point lies in an area or on its outline. */
bool mesh_area_contains(mesh_builder *b, const mesh_area *area, double x, double y);
void mesh_free_areas(mesh_builder *b, mesh_layer *layer);

/* Adds the sides of corner fans in front of the arcs of an inset level (corner_fans.c). */
bool mesh_add_corner_fans(mesh_builder *b, mesh_layer *layer, mesh_disc disc);

/* Records that the lines of the next ring of the wall area start at index `first` (arcs.c). */
void mesh_record_ring(mesh_builder *b, mesh_layer *layer, uint32_t first);
/* Hides the lines of a layer's arcs (arcs.c). The tips and the ends of arcs stay, because the sides
 * of fans end there. */
bool mesh_hide_arcs(mesh_builder *b, mesh_layer *layer);
/* Finds the ends and tips of arcs among the triangulated points. */
bool mesh_find_arcs(mesh_builder *b, mesh_layer *layer);
/* True if a triangle lies on that side of edge i on which the arc is: not on the ground. */
bool mesh_is_behind_arc(const mesh_layer *layer, const grid_triangle *triangle, uint32_t i);
/* Adds the fans of arcs to the convex parts. */
bool mesh_add_arcs(mesh_builder *b, mesh_layer *layer);

/* Returns the index of a point in a sorted list, or the index at which it would be inserted
 * (lines.c). */
uint32_t mesh_find_point(const grid_point *points, uint32_t count, grid_point p);
wend_result mesh_triangulate(mesh_builder *b, mesh_layer *layer);
/* Triangulates a layer again, with the given segments only. They lie on the grid and do not cross.
 */
wend_result mesh_triangulate_again(mesh_builder *b, mesh_layer *layer, const mesh_segments *lines);

/* Cuts links at the same points on both layers (links.c). */
bool mesh_cut_links(mesh_builder *b);
/* Traces the links in the triangulation. If the triangulation has cut a link further, updates
 * `link_points` and marks the layer across it as stale. Marks free-standing walls as not passable.
 */
bool mesh_trace_links(mesh_builder *b, mesh_layer *layer);

/* Determines which triangles are ground, and which set of blockers can cover each (faces.c). */
wend_result mesh_classify(mesh_builder *b, mesh_layer *layer);

/* Adds the borders of a layer's terrain to its outlines (terrain.c). */
void mesh_add_borders(mesh_builder *b, mesh_layer *layer);
/* Returns the type of terrain at the centroid of a triangle. */
uint32_t mesh_terrain_of(const mesh_builder *b, const mesh_layer *layer, uint32_t triangle);
/* Triangulates a classified layer again, without the borders that have the same type of terrain and
 * the same blockers on both sides. */
wend_result mesh_drop_borders(mesh_builder *b, mesh_layer *layer);
/* Makes each triangle on the ground a part of its own. */
bool mesh_take_triangles(mesh_builder *b, mesh_layer *layer);

/* A convex part, and the corner at which its polygon starts. */
typedef struct mesh_piece {
    uint32_t part, first_corner;
} mesh_piece;

/* Writes the parts of a layer to `out`, in the order in which they are stored (order.c). Returns
 * false if out of memory. */
bool mesh_order_parts(mesh_builder *b, const mesh_layer *layer, bool inset, mesh_piece *out);

/* Collects the polygons of all layers in one level (level.c). */
wend_result mesh_gather(mesh_builder *b, navmesh_level *level);

/* Computes the clearance of the portals of level 0 (clearance.c). Returns false if cancelled. */
bool mesh_measure_clearance(mesh_builder *b, navmesh_level *level);

#endif
