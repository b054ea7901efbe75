/* build/navmesh/navmesh.h: what the files that build navigation meshes share.
 *
 * All coordinates are counted in units of the mesh's grid (build/grid.h), relative to the space's
 * origin. */
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

/* An area, and an index that tells quickly whether a point lies in it. */
typedef struct mesh_area {
    GEOSGeometry *area;
    const GEOSPreparedGeometry *index;
    wend_point low, high;
    uint32_t blocker; /* that has this area; NAVMESH_NONE */
} mesh_area;

/* How far from walls one has to stay: a disc in units, its circle as a polygon around it. */
typedef struct mesh_disc {
    double radius;
    double half_step; /* radians: half of what one piece of an arc turns */
} mesh_disc;

/* One layer on one level. */
typedef struct mesh_layer {
    uint32_t layer;
    bool stale;        /* its links were cut anew */
    mesh_area ground;  /* free of class-0 solids: its rings, inside where their number is odd */
    mesh_area walls;   /* everything too near to class-0 walls; none on level 0 */
    mesh_area *blocks; /* what blockers cover */
    uint32_t block_count, block_capacity;
    mesh_segments lines; /* all of its outlines, but for links */
    mesh_segments open;  /* class-0 walls that stand free; also among the lines */
    grid_point *tips;    /* of kites: no other lines than their sides end there */
    uint32_t tip_count;
    grid_point *points; /* sorted, each once */
    uint32_t point_count;
    triangulation triangles;
    uint32_t *sets; /* of each triangle: its set of blockers; TRIANGULATE_NONE outside */
    bool *passable; /* of each edge of a triangle that is fixed: no wall */
    convex_parts parts;
} mesh_layer;

/* Where a link is cut, from end to end: its edges are the same on both layers. */
typedef struct mesh_chain {
    grid_point *points;
    uint32_t count, capacity;
} mesh_chain;

typedef struct mesh_builder {
    const wend_navmesh_def *def;
    const wend_space *space;
    memory heap;
    memory_arena kept;  /* the levels, until the map is made */
    memory_arena level; /* what one level needs */
    geos geos;
    wend_error *error;
    double unit;          /* m */
    wend_point low, high; /* of the ground to cover where it is unbounded */
    double radii[WEND_MAX_LEVELS];
    uint32_t level_count;
    map_blocker *blockers; /* classes that are somewhere, then doors */
    uint32_t blocker_count;
    uint32_t class_blocker[WEND_MAX_CLASSES];
    uint32_t first_door;
    navmesh_set *sets;
    uint32_t set_count, set_capacity;
    uint32_t *members;
    uint32_t member_count, member_capacity;
    mesh_layer *layers;
    mesh_chain *chains; /* of each link */
} mesh_builder;

/* A place of the space in units. */
static inline wend_point mesh_place(const mesh_builder *b, wend_vec2 local) {
    return (wend_point){(double)local.x / b->unit, (double)local.y / b->unit};
}

static inline wend_point mesh_rounded(wend_point p) {
    return (wend_point){floor(p.x + 0.5), floor(p.y + 0.5)};
}

/* The failure that is told by b->error, or by GEOS. */
wend_result mesh_failure(mesh_builder *b);
bool mesh_add_segment(mesh_builder *b, mesh_segments *list, wend_point from, wend_point to);

/* widen.c: what lies within a disc's radius of walls. Each adds polygons to the list. */
void mesh_widen_ring(mesh_builder *b, const space_ring *ring, mesh_disc disc, geos_list *out);
void mesh_widen_segment(mesh_builder *b, wend_point from, wend_point to, mesh_disc disc,
                        geos_list *out);
/* Walls of the layers across a layer's links, as far as they count there. */
void mesh_widen_across(mesh_builder *b, uint32_t layer, mesh_disc disc, geos_list *out);

/* area.c: areas and outlines of a layer on a level. */
bool mesh_outline(mesh_builder *b, mesh_layer *layer, uint32_t level);
/* Once links are cut: a layer's ground ends where they run now. */
void mesh_renew_ground(mesh_builder *b, mesh_layer *layer);
bool mesh_area_holds(mesh_builder *b, const mesh_area *area, double x, double y);
void mesh_free_areas(mesh_builder *b, mesh_layer *layer);

/* kites.c: edges in front of the arcs of a narrowed level. */
bool mesh_add_kites(mesh_builder *b, mesh_layer *layer, mesh_disc disc);

/* lines.c: points and edges of the triangulation. */
/* Where a point is among sorted ones, or would be. */
uint32_t mesh_find_point(const grid_point *points, uint32_t count, grid_point p);
wend_result mesh_triangulate(mesh_builder *b, mesh_layer *layer);

/* links.c: links, cut alike on both layers. */
bool mesh_cut_links(mesh_builder *b);
/* Looks how the chains came out; those of which a piece was cut are put into `chains`, and the
 * layer across is stale. Open walls are marked as not passable. */
bool mesh_follow_chains(mesh_builder *b, mesh_layer *layer);

/* faces.c: which triangles are ground, and for whom. */
wend_result mesh_classify(mesh_builder *b, mesh_layer *layer);

/* level.c: the polygons of all layers as one level. */
wend_result mesh_gather(mesh_builder *b, navmesh_level *level);

/* clearance.c: of the portals of level 0. */
void mesh_measure_clearance(mesh_builder *b, navmesh_level *level);

#endif
