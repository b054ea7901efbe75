/* map/corridor/corridor.h: the medial axis of the walkable ground with clearance and nearest places
 * on walls: the explicit corridor map.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * sections 2 and 4.1; the axis is that of obstacle edges and boundary of each layer (class 0).
 *
 * An edge is a chain of events, from one vertex to another. From one event to the next, one thing
 * is nearest on each hand: a wall, or a corner. So that piece of the axis is known exactly by these
 * two and its ends: a straight line between two walls or two corners, a parabola between a wall
 * and a corner. The clearance does not change from falling to rising within a piece: there is an
 * event where it is least.
 *
 *     B[t], R[t]   position and clearance on the axis
 *
 * Edges that run into a corner of the ground (clearance 0) are kept and marked: no way leads
 * through them, but whoever stands there retracts onto them.
 *
 * An edge lies on one layer. Where the axis leads through a link there is a vertex at which an edge
 * of the one layer meets one of the other. */
#ifndef MAP_CORRIDOR_H
#define MAP_CORRIDOR_H

#include <wend/map.h>

#include "base/archive.h"
#include "base/memory.h"
#include "map/blocking.h"
#include "map/cells.h"

#define CORRIDOR_NONE UINT32_MAX

/* Something that can be nearest: a wall, or a corner of one (a equals b). */
typedef struct corridor_site {
    wend_vec2 a, b;
} corridor_site;

typedef struct corridor_event {
    wend_vec2 position;
    uint32_t left_site, right_site; /* nearest from here to the next event, as one walks along the
                                       edge; CORRIDOR_NONE at the last event of an edge */
    /* Made by corridor_create. */
    wend_vec2 left, right; /* nearest places on walls */
    float clearance;       /* m: distance to both */
} corridor_event;

enum {
    CORRIDOR_DEAD_END = 1 << 0 /* runs into a corner of the ground at its last event */
};

typedef struct corridor_edge {
    uint32_t from, to;     /* vertices */
    uint32_t first, count; /* events: at least two, at the vertices the first and last */
    uint16_t layer, flags;
    /* Made by corridor_create. */
    float length; /* m, of the curve */
    float least;  /* m: smallest clearance on it */
} corridor_edge;

typedef struct corridor_vertex {
    wend_vec2 position;
    uint32_t layer;
    /* Made by corridor_create. */
    float clearance;
    uint32_t first, count; /* of `ends` */
} corridor_vertex;

/* A piece whose cell reaches over a link into another layer. */
typedef struct corridor_reach {
    uint32_t event; /* that begins it */
    uint32_t layer;
} corridor_reach;

typedef struct corridor {
    corridor_site *sites;
    corridor_vertex *vertices;
    corridor_edge *edges; /* their events follow each other without gaps */
    corridor_event *events;
    corridor_reach *reaches; /* ascending by event, then layer */
    map_blocking blocking;   /* its parts are edges */
    uint32_t layer_count, site_count, vertex_count, edge_count, event_count, reach_count;

    /* Made by corridor_create. */
    uint32_t cycles;  /* independent ones */
    uint32_t *ends;   /* at each vertex: 2 * edge for one that leaves, + 1 for one that comes */
    map_cells *cells; /* of each layer: which pieces, told by their first events, come near */
} corridor;

/* Copies and verifies a corridor map, and makes what a builder leaves out. WEND_ERROR_FORMAT tells
 * what is not right: indices in range, numbers finite, both things as far away as each other at
 * each event, and nearest places that go on from piece to piece. For builders and loaders.
 * O(n log n). */
wend_result corridor_create(const corridor *parts, uint64_t space_hash,
                            const wend_allocator *allocator, wend_map **out, wend_error *error);

/* The map's data; NULL if it is of another kind. */
const corridor *corridor_of(const wend_map *map);

/* What the descriptor needs: see map/kind.h. */
extern const struct map_kind map_kind_corridor;
const char *corridor_verify(const void *draft);
bool corridor_copy(wend_map *map, const void *draft);
wend_result corridor_finish(wend_map *map, wend_error *error);
uint64_t corridor_hash(const void *data, uint64_t hash);
void corridor_archive(archive *ar, void *draft, memory_arena *from);

/* ---- Pieces, told by the event that begins them ---------------------------------------------- */

/* At t from 0 to 1; t is even along the straight way between the ends. */
wend_corridor_sample corridor_at(const corridor *map, uint32_t event, double t);

/* m, of the curve: of all of it, and from its beginning to t. */
double corridor_length(const corridor *map, uint32_t event);
double corridor_length_to(const corridor *map, uint32_t event, double t);

/* A curve between a wall and a corner, and its ends, the lower one first. */
typedef struct corridor_parabola {
    wend_point focus;
    wend_point along; /* unit vector along the wall, to the side that the piece lies on */
    wend_point away;  /* unit vector from the wall's line to the focus */
    double d;
    double x, h;   /* of the lower end */
    double p, q;   /* the chord's direction, neither negative */
    double length; /* of the chord */
    bool reversed; /* the lower end is the last one */
} corridor_parabola;

/* All that is needed to look at several places of a piece. */
typedef struct corridor_piece {
    wend_point from, to;
    const corridor_site *left, *right;
    bool curved;
    bool focus_left;
    corridor_parabola curve;
} corridor_piece;

corridor_piece corridor_piece_of(const corridor *map, uint32_t event);
wend_corridor_sample corridor_piece_at(const corridor_piece *p, double t);

/* How long a piece is, and what helps to find places of it by their length. */
typedef struct corridor_gauge {
    double first, last; /* X at its ends */
    double begin;       /* m: of the curve, from X = 0 to its first end */
    double length;      /* m */
} corridor_gauge;

corridor_gauge corridor_measure(const corridor_piece *p);
/* The t to which the curve has a length. */
double corridor_at_length(const corridor_piece *p, const corridor_gauge *gauge, double length);

/* Looks at part of a piece as chords that are a tenth of a millimetre off it at most, in their
 * order; `look` returns false to stop, and then so does this. */
typedef bool (*corridor_look)(void *context, const wend_corridor_sample *a,
                              const wend_corridor_sample *b);
bool corridor_flatten(const corridor_piece *p, double from, double to, corridor_look look,
                      void *context);

/* Where a piece is met by who walks away from the nearest wall, to t from 0 to 1; `place` lies in
 * the ground of which the piece is the axis, and `left` tells on which hand. */
double corridor_retract_to(const corridor *map, uint32_t event, bool left, wend_vec2 place);

bool corridor_is_corner(const corridor_site *site);
/* The place of a site that is nearest to p. */
wend_point corridor_foot(const corridor_site *site, wend_point p);
double corridor_site_distance(const corridor_site *site, wend_point p);

/* Makes `cells` in the arena; false without memory. */
bool corridor_index(corridor *map, memory_arena *arena, memory *heap);

/* Where a place retracts to; false outside the ground. */
bool corridor_retract(const corridor *map, wend_location place, wend_corridor_projection *out);

#endif
