/* map/corridor/corridor.h: the explicit corridor map: the medial axis of the walkable ground, with
 * its clearance and nearest points on walls.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * sections 2 and 4.1. Each layer has the medial axis of its boundary and its obstacles of class 0.
 *
 * An edge is a chain of breakpoints (`corridor_breakpoint`) from one vertex to another. From one
 * breakpoint to the next, the nearest site on each side stays the same: a wall or a corner. The two
 * sites and the two breakpoints define that piece of the axis exactly: a straight line between two
 * walls or two corners, a parabola between a wall and a corner. Along a piece, the clearance either
 * only rises or only falls, because there is a breakpoint wherever the clearance has a minimum.
 *
 *     B[t], R[t]   position and clearance on the axis
 *
 * Edges that run into a corner of the ground (clearance 0) are kept and marked: no path leads
 * through them, but locations near such a corner retract onto them.
 *
 * An edge lies on one layer. Where the axis crosses a link, there is a vertex at which an edge of
 * one layer meets an edge of the other. */
#ifndef MAP_CORRIDOR_H
#define MAP_CORRIDOR_H

#include <wend/map.h>

#include "base/archive.h"
#include "base/memory.h"
#include "map/blocking.h"
#include "map/cells.h"

#define CORRIDOR_NONE UINT32_MAX

/* A site: a wall, or a corner of a wall (then `a` equals `b`). */
typedef struct corridor_site {
    wend_vec2 a, b;
} corridor_site;

typedef struct corridor_breakpoint {
    wend_vec2 position;
    uint32_t left_site, right_site; /* nearest sites between here and the next breakpoint, on the
                                       left and right of the edge's direction; CORRIDOR_NONE at the
                                       last breakpoint of an edge */
    /* Set by corridor_create. */
    wend_vec2 left, right; /* nearest points on walls, on the left and on the right */
    float clearance;       /* m: distance to each of these two points */
} corridor_breakpoint;

enum {
    CORRIDOR_DEAD_END = 1 << 0 /* the edge ends at a corner of the ground */
};

typedef struct corridor_edge {
    uint32_t from, to;     /* indices of vertices */
    uint32_t first, count; /* range of breakpoints: at least two; the first and last are at the
                              vertices */
    uint16_t layer, flags;
    /* Set by corridor_create. */
    float length;          /* m: length of the curve */
    float least_clearance; /* m: smallest clearance on the edge */
} corridor_edge;

typedef struct corridor_vertex {
    wend_vec2 position;
    uint32_t layer;
    /* Set by corridor_create. */
    float clearance;
    uint32_t first, count; /* range of the map's `ends` */
} corridor_vertex;

/* A piece whose cell extends across a link into another layer. */
typedef struct corridor_overlap {
    uint32_t breakpoint; /* the breakpoint that begins the piece */
    uint32_t layer;
} corridor_overlap;

typedef struct corridor {
    corridor_site *sites;
    corridor_vertex *vertices;
    corridor_edge *edges; /* in the order of their breakpoints, which follow each other without gaps
                           */
    corridor_breakpoint *breakpoints;
    corridor_overlap *overlaps; /* ascending by breakpoint, then layer */
    map_blocking blocking;      /* each part is an edge */
    uint32_t layer_count, site_count, vertex_count, edge_count, breakpoint_count, overlap_count;

    /* Set by corridor_create. */
    uint32_t cycles; /* number of independent cycles */
    uint32_t *ends;  /* grouped by vertex: `2 * edge` if the edge begins there, `2 * edge + 1` if it
                        ends there */
    map_cells *cells; /* one grid for each layer: its cells list pieces by the index of their first
                         breakpoint */
} corridor;

/* Verifies and copies a corridor map, and derives the members that a builder does not set. Fails
 * with WEND_ERROR_FORMAT and a message unless indices are in range, numbers are finite, both sites
 * are equally far away at each breakpoint, and the nearest points are continuous from piece to
 * piece. For builders and loaders. O(n log n). */
wend_result corridor_create(const corridor *parts, uint64_t space_hash,
                            const wend_allocator *allocator, wend_map **out, wend_error *error);

/* Returns the map's data, or NULL if the map is of another kind. */
const corridor *corridor_of(const wend_map *map);

/* The descriptor and its functions: see map/kind.h. */
extern const struct map_kind map_kind_corridor;
const char *corridor_verify(const void *draft);
bool corridor_copy(wend_map *map, const void *draft);
wend_result corridor_finish(wend_map *map, wend_error *error);
uint64_t corridor_hash(const void *data, uint64_t hash);
void corridor_archive(archive *ar, void *draft, memory_arena *arena);

/* ---- Pieces, identified by their first breakpoints ------------------------------------------- */

/* Returns the point of a piece at t. From the beginning of the piece to its end, t runs from 0 to
 * 1, in proportion to the distance along the straight line between the two ends. */
wend_corridor_sample corridor_piece_sample(const corridor *map, uint32_t breakpoint, double t);

/* Return lengths along the curve, in m. corridor_length returns the length of the whole piece, and
 * corridor_length_to returns the length from the beginning of the piece to t. */
double corridor_length(const corridor *map, uint32_t breakpoint);
double corridor_length_to(const corridor *map, uint32_t breakpoint, double t);

/* The curve between a wall and a corner, in the coordinates X and H of curve.c, and its ends. The
 * lower end has the smaller X and H. */
typedef struct corridor_parabola {
    wend_point focus;
    wend_point along; /* unit vector along the wall; points from the projection of the focus towards
                         the piece */
    wend_point away;  /* unit vector from the wall's line to the focus */
    double d;
    double x, h; /* X and H of the lower end, in m */
    double p, q; /* unit vector of the chord, from the lower end to the upper; neither component is
                    negative */
    double length; /* m: length of the chord */
    bool reversed; /* true if the piece ends at its lower end */
} corridor_parabola;

/* One piece, prepared for repeated evaluation. */
typedef struct corridor_piece {
    wend_point from, to;
    const corridor_site *left, *right;
    bool curved;
    bool focus_left;
    corridor_parabola curve;
} corridor_piece;

corridor_piece corridor_piece_of(const corridor *map, uint32_t breakpoint);
wend_corridor_sample corridor_piece_at(const corridor_piece *p, double t);

/* The length of a piece, and what is needed to find its points by their distance along the curve.
 */
typedef struct corridor_arc_length {
    double first, last; /* if curved: X at the start and at the end of the piece, in m */
    double begin;       /* m: if curved, length from X = 0 to the start of the piece */
    double length;      /* m: length of the piece */
} corridor_arc_length;

corridor_arc_length corridor_measure_piece(const corridor_piece *p);
/* Returns the t of the point that lies `length` metres along the curve from the beginning of the
 * piece. */
double corridor_t_at_length(const corridor_piece *p, const corridor_arc_length *arc_length,
                            double length);

/* Approximates the part of a piece between two values of t by chords that deviate from it by at
 * most a tenth of a millimetre. Calls `visit` for each chord in order. Stops and returns false as
 * soon as `visit` returns false. */
typedef bool (*corridor_chord_visitor)(void *context, const wend_corridor_sample *a,
                                       const wend_corridor_sample *b);
bool corridor_flatten(const corridor_piece *p, double from, double to, corridor_chord_visitor visit,
                      void *context);

/* Retracts a position that lies in the cell of a piece: returns the t, from 0 to 1, at which the
 * line from the nearest wall through `position` meets the piece. `left` is true if the nearest wall
 * is on the left. */
double corridor_retract_to(const corridor *map, uint32_t breakpoint, bool left, wend_vec2 position);

bool corridor_is_corner(const corridor_site *site);
/* Returns the point of a site that is nearest to p. */
wend_point corridor_foot(const corridor_site *site, wend_point p);
double corridor_site_distance(const corridor_site *site, wend_point p);

/* Builds `cells` in the arena. Returns false when out of memory. */
bool corridor_build_index(corridor *map, memory_arena *arena, memory *heap);

/* Finds the point of the axis that a location retracts to. Returns false if the location is off the
 * ground. */
bool corridor_retract(const corridor *map, wend_location location, wend_corridor_projection *out);

#endif
