/* build/corridor/corridor.h: declarations shared by the files that build corridor maps.
 *
 * Walls lie on a grid that single precision represents exactly (see build/rounding.h). Coordinates
 * are in metres from the space's origin, or in units of the grid for the Voronoi diagram. */
#ifndef BUILD_CORRIDOR_H
#define BUILD_CORRIDOR_H

#include "base/watch.h"
#include "build/finder.h"
#include "build/noding.h"
#include "build/shim/voronoi.h"
#include "map/corridor/corridor.h"
#include "space/space.h"
#include <wend/kit.h>

/* The walls of a layer after noding: they meet only at common ends. */
typedef noding_segments corridor_walls;

/* A link, snapped to the grid. */
typedef struct corridor_link {
    wend_vec2 a, b;
    uint32_t left, right;   /* layers; the ground of `left` lies left of a -> b */
    uint32_t last_crossing; /* the last crossing added; CORRIDOR_NONE if none */
} corridor_link;

enum { CORRIDOR_LEFT = 1, CORRIDOR_RIGHT = 2, CORRIDOR_BOTH = 3 };

/* A point where the axis crosses a link. */
typedef struct corridor_crossing {
    uint32_t link, vertex;
    uint32_t sides;  /* sides on which the crossing was found: CORRIDOR_LEFT, CORRIDOR_RIGHT */
    uint32_t before; /* the previous crossing of the same link, or CORRIDOR_NONE */
} corridor_crossing;

typedef struct corridor_builder {
    const wend_corridor_def *def;
    const wend_space *space;
    wend_error *error;
    watcher progress;
    memory heap;
    memory_arena kept;    /* memory kept until the map is made */
    memory_arena scratch; /* scratch memory for one layer */
    double unit;          /* m: size of a grid unit, a power of two */
    wend_vec2 low, high;  /* the box that the map covers where the ground is unbounded; its corners
                             are on the grid */
    corridor parts;       /* the map so far; its arrays can grow */
    uint32_t site_capacity, vertex_capacity, edge_capacity, breakpoint_capacity;
    uint32_t reach_capacity;
    corridor_link *links; /* per link */
    finder near_links;    /* index of links; link i has entries `2 * i` (left layer) and `2 * i + 1`
                             (right layer) */
    finder near_walls;    /* index of the walls of all layers; used only if there are links */
    uint32_t *wall_edges; /* per wall in near_walls: its edge in the space */
    corridor_crossing *crossings;
    uint32_t crossing_count, crossing_capacity;
} corridor_builder;

/* Returns the nearest point on the grid, in m. */
wend_vec2 corridor_snap(const corridor_builder *b, double x, double y);

/* Adds a wall unless its length is zero (walls.c). Returns false if out of memory. */
bool corridor_add_wall(corridor_builder *b, corridor_walls *out, wend_vec2 p, wend_vec2 q);

/* Gathers the class-0 walls of a layer, and cuts them so that they meet only at common ends
 * (walls.c). */
wend_result corridor_gather_walls(corridor_builder *b, uint32_t layer, corridor_walls *out);

/* Snaps the links to the grid, then indexes and checks them (links.c). */
wend_result corridor_prepare_links(corridor_builder *b);
/* Adds the walls beyond a layer's links that can be the nearest wall to a point on the layer. */
bool corridor_add_walls_across(corridor_builder *b, uint32_t layer, corridor_walls *out);
/* Returns the distance (m) from a link's line to a point: positive on the layer's own side of the
 * link, negative on the other side. */
double corridor_own_side(const corridor_link *link, uint32_t layer, wend_point p);
/* Returns the distance (m) along a link, from its start to the projection of a point onto it. */
double corridor_distance_along(const corridor_link *link, wend_point p);
/* Returns the length (m) of a link. */
double corridor_link_length(const corridor_link *link);
/* Finds the links of a layer that meet a box, and returns the number of links. b->near_links.found
 * then holds, in ascending order, `2 * i` or `2 * i + 1` for each link `i`. */
uint32_t corridor_find_links(corridor_builder *b, uint32_t layer, wend_point low, wend_point high);
/* Finds or adds the map vertex at a point on a link; both layers share this vertex. */
bool corridor_add_crossing(corridor_builder *b, uint32_t link, uint32_t sides, wend_point p,
                           uint32_t *vertex);
/* Call this after all layers are done. Checks that the axis continues across every link, and finds
 * the pieces that have their nearest walls on the other side of a link. */
wend_result corridor_finish_links(corridor_builder *b);

/* Sets an error that names the link and says why it is rejected. Returns WEND_ERROR_GEOMETRY. */
wend_result corridor_reject_link(corridor_builder *b, const corridor_link *link, const char *why);

/* Removes edges that rounding produced on only one side of a link (prune.c). */
wend_result corridor_prune(corridor_builder *b);

/* Cuts the edges of a diagram where they cross links (cut.c). `marks` receives, for each vertex,
 * the link on which it lies, or CORRIDOR_NONE. */
bool corridor_cut_edges(corridor_builder *b, uint32_t layer, const corridor_walls *walls,
                        voronoi_diagram *diagram, uint32_t **marks);
/* Returns the geometry of a site: a wall, or one of its ends. */
corridor_site corridor_site_of(const corridor_walls *walls, voronoi_site site);
/* Returns the midpoint of an edge. */
wend_point corridor_edge_middle(const corridor_builder *b, const corridor_walls *walls,
                                const voronoi_diagram *diagram, const voronoi_edge *e);

/* Appends the axis of a layer to the parts (axis.c). */
wend_result corridor_add_axis(corridor_builder *b, uint32_t layer, const corridor_walls *walls);

/* Finds the clearance limits that doors and obstacle classes impose on the edges (blockers.c). */
wend_result corridor_find_limits(corridor_builder *b);

#endif
