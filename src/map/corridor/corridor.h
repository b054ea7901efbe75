/* map/corridor/corridor.h: the explicit corridor map: the medial axis of the walkable ground, with
 * its clearance and nearest points on walls.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * sections 2 and 4.1. Each layer has the medial axis of its boundary and its obstacles of class 0.
 *
 * An edge is a chain of breakpoints (`corridor_breakpoint`) from one vertex to another. From one
 * breakpoint to the next, the nearest site on each side stays the same: a wall or a corner. The two
 * sites and the two breakpoints define that piece of the axis exactly: a straight line between two
 * walls or two corners, a parabola between a wall and a corner. Along a piece the clearance either
 * rises or falls: there is a breakpoint wherever it is least.
 *
 *     B[t], R[t]   position and clearance on the axis
 *
 * Edges that run into a corner of the ground (clearance 0) are kept and marked: no path leads
 * through them, but locations there retract onto them.
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

/* A site: a wall, or a corner of one (a equals b). */
typedef struct corridor_site {
    wend_vec2 a, b;
} corridor_site;

typedef struct corridor_breakpoint {
    wend_vec2 position;
    uint32_t left_site, right_site; /* nearest from here to the next breakpoint, in the direction of
                                       the edge; CORRIDOR_NONE at the last breakpoint of an edge */
    /* Set by corridor_create. */
    wend_vec2 left, right; /* nearest points on walls */
    float clearance;       /* m: distance to both */
} corridor_breakpoint;

enum {
    CORRIDOR_DEAD_END = 1 << 0 /* ends in a corner of the ground */
};

typedef struct corridor_edge {
    uint32_t from, to;     /* vertices */
    uint32_t first, count; /* breakpoints: at least two; the first and last are at the vertices */
    uint16_t layer, flags;
    /* Set by corridor_create. */
    float length;          /* m: of the curve */
    float least_clearance; /* m: smallest clearance on it */
} corridor_edge;

typedef struct corridor_vertex {
    wend_vec2 position;
    uint32_t layer;
    /* Set by corridor_create. */
    float clearance;
    uint32_t first, count; /* range of `ends` */
} corridor_vertex;

/* A piece whose cell extends across a link into another layer. */
typedef struct corridor_overlap {
    uint32_t breakpoint; /* the breakpoint that begins the piece */
    uint32_t layer;
} corridor_overlap;

typedef struct corridor {
    corridor_site *sites;
    corridor_vertex *vertices;
    corridor_edge *edges; /* their breakpoints follow each other without gaps */
    corridor_breakpoint *breakpoints;
    corridor_overlap *overlaps; /* ascending by breakpoint, then layer */
    map_blocking blocking;      /* its parts are edges */
    uint32_t layer_count, site_count, vertex_count, edge_count, breakpoint_count, overlap_count;

    /* Set by corridor_create. */
    uint32_t cycles;  /* number of independent cycles */
    uint32_t *ends;   /* by vertex: 2 * edge if the edge begins there, + 1 if it ends there */
    map_cells *cells; /* by layer: the nearby pieces, as indices of their first breakpoints */
} corridor;

/* Copies and verifies a corridor map, and derives what a builder does not set. Fails with
 * WEND_ERROR_FORMAT and a message unless indices are in range, numbers are finite, both sites are
 * equally far away at each breakpoint, and the nearest points are continuous from piece to piece.
 * For builders and loaders. O(n log n). */
wend_result corridor_create(const corridor *parts, uint64_t space_hash,
                            const wend_allocator *allocator, wend_map **out, wend_error *error);

/* Returns the map's data; NULL if it is of another kind. */
const corridor *corridor_of(const wend_map *map);

/* Functions of the descriptor: see map/kind.h. */
extern const struct map_kind map_kind_corridor;
const char *corridor_verify(const void *draft);
bool corridor_copy(wend_map *map, const void *draft);
wend_result corridor_finish(wend_map *map, wend_error *error);
uint64_t corridor_hash(const void *data, uint64_t hash);
void corridor_archive(archive *ar, void *draft, memory_arena *arena);

/* ---- Pieces, identified by their first breakpoints ------------------------------------------- */

/* Returns the sample at t from 0 to 1; t is uniform along the straight line between the ends. */
wend_corridor_sample corridor_piece_sample(const corridor *map, uint32_t breakpoint, double t);

/* Return the length of the curve, m: of the whole piece, and from its beginning to t. */
double corridor_length(const corridor *map, uint32_t breakpoint);
double corridor_length_to(const corridor *map, uint32_t breakpoint, double t);

/* A curve between a wall and a corner, and its ends. The lower end has the smaller X and H. */
typedef struct corridor_parabola {
    wend_point focus;
    wend_point along; /* unit vector along the wall, to the side that the piece lies on */
    wend_point away;  /* unit vector from the wall's line to the focus */
    double d;
    double x, h;   /* of the lower end */
    double p, q;   /* unit vector of the chord; neither is negative */
    double length; /* m: of the chord */
    bool reversed; /* the lower end is the last one */
} corridor_parabola;

/* The data for several evaluations of one piece. */
typedef struct corridor_piece {
    wend_point from, to;
    const corridor_site *left, *right;
    bool curved;
    bool focus_left;
    corridor_parabola curve;
} corridor_piece;

corridor_piece corridor_piece_of(const corridor *map, uint32_t breakpoint);
wend_corridor_sample corridor_piece_at(const corridor_piece *p, double t);

/* The length of a piece, and data for finding its points by length. */
typedef struct corridor_arc_length {
    double first, last; /* X at its ends */
    double begin;       /* m: of the curve, from X = 0 to its first end */
    double length;      /* m */
} corridor_arc_length;

corridor_arc_length corridor_measure_piece(const corridor_piece *p);
/* Returns the t at a length along the curve from the beginning of the piece, m. */
double corridor_t_at_length(const corridor_piece *p, const corridor_arc_length *arc_length,
                            double length);

/* Approximates part of a piece by chords, at most a tenth of a millimetre off, and calls `visit`
 * for each in order. Stops and returns false when `visit` does. */
typedef bool (*corridor_chord_visitor)(void *context, const wend_corridor_sample *a,
                                       const wend_corridor_sample *b);
bool corridor_flatten(const corridor_piece *p, double from, double to, corridor_chord_visitor visit,
                      void *context);

/* Returns t, from 0 to 1, where the line away from the nearest wall meets a piece. `position` lies
 * in the cell of the piece; `left` is true if the nearest wall is on the left. */
double corridor_retract_to(const corridor *map, uint32_t breakpoint, bool left, wend_vec2 position);

bool corridor_is_corner(const corridor_site *site);
/* Returns the point of a site nearest to p. */
wend_point corridor_foot(const corridor_site *site, wend_point p);
double corridor_site_distance(const corridor_site *site, wend_point p);

/* Builds `cells` in the arena. Returns false when out of memory. */
bool corridor_build_index(corridor *map, memory_arena *arena, memory *heap);

/* Finds where a location retracts to. Returns false off the ground. */
bool corridor_retract(const corridor *map, wend_location location, wend_corridor_projection *out);

#endif
