/* wend/roadmap.h: builds roadmaps (library wend-kit).
 *
 * A roadmap is a graph of points and straight edges, each with its clearance, that leads agents of
 * all sizes through a space. It comes from lines that a designer has drawn, from a graph file, from
 * random points, from the corners of obstacles or from the medial axis. wend/map.h has the
 * functions that read its vertices and edges. */
#ifndef WEND_ROADMAP_H
#define WEND_ROADMAP_H

#include <signal.h>
#include <wend/base.h>
#include <wend/entry.h>
#include <wend/map.h>
#include <wend/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where the vertices and edges of a roadmap come from. */
typedef enum wend_roadmap_source {
    WEND_ROADMAP_AUTO,  /* lines if there are any, else a graph file if given, else PRM */
    WEND_ROADMAP_LINES, /* lines drawn by a designer, joined where they meet or cross */
    WEND_ROADMAP_GRAPH, /* a graph file in the format of Menge; edges that cross stay apart */
    WEND_ROADMAP_PRM,   /* a probabilistic roadmap: random points, each linked to its nearest */
    WEND_ROADMAP_VISIBILITY, /* corners of obstacles, linked where agents can turn around them */
    WEND_ROADMAP_SKELETON    /* the medial axis of the ground, as in a corridor map */
} wend_roadmap_source;

/* How the points of a probabilistic roadmap are chosen. */
typedef enum wend_roadmap_sampler {
    WEND_SAMPLER_UNIFORM,    /* everywhere with the same density */
    WEND_SAMPLER_HALTON,     /* evenly: the Halton sequence in bases 2 and 3 */
    WEND_SAMPLER_GAUSSIAN,   /* near obstacles: one of a pair of close points is free */
    WEND_SAMPLER_BRIDGE,     /* in narrow passages: between two points that are not free */
    WEND_SAMPLER_MEDIAL_AXIS /* on the medial axis: points retracted from their nearest walls */
} wend_roadmap_sampler;

/* The definition of a roadmap. */
typedef struct wend_roadmap_def {
    uint32_t size;                  /* set by wend_default_roadmap_def */
    wend_space *space;              /* required */
    const wend_line *lines;         /* lines that agents may follow in both directions */
    uint32_t line_count;            /* with WEND_ROADMAP_LINES and 0 lines, the map has no edges */
    const wend_obstacle_def *doors; /* doors that may be closed; other obstacles are ignored */
    uint32_t door_count;
    wend_allocator allocator; /* if zeroed, the C heap is used */
    wend_roadmap_source source;
    const char *graph; /* path of a graph file; NULL or "" for none */
    /* m: radii of the agents; none means 0. Vertices and edges of a PRM have at least the smallest
     * radius as their clearance. A visibility graph has vertices for each radius. */
    const double *radii;
    uint32_t radius_count;
    uint32_t samples;    /* of a PRM: n, the number of points; 1 to WEND_MAX_ROADMAP_SAMPLES */
    uint32_t neighbours; /* of a PRM: k, the number of nearest points to which each point may be
                            linked; 1 to WEND_MAX_ROADMAP_NEIGHBOURS */
    wend_roadmap_sampler sampler;
    uint64_t seed; /* of a PRM; the same seed gives the same map on every system */
    /* Fraction of the points that the samplers GAUSSIAN, BRIDGE and MEDIAL_AXIS spread evenly over
     * the ground (from the Halton sequence), 0 to 1. */
    double uniform_share;
    /* m: standard deviation of the distance between the two points of the samplers GAUSSIAN and
     * BRIDGE; 0: six times the radius, at least 0.5 m. */
    double spread;
    wend_point low, high; /* on unbounded ground: a box that the map covers in addition to
                             everything in the space */
    void (*progress)(void *user, double done); /* receives the fraction done, 0 to 1; may be NULL */
    void *user;
    const volatile sig_atomic_t *cancel; /* set `*cancel` to nonzero to stop; may be NULL */
} wend_roadmap_def;

enum {
    WEND_MAX_ROADMAP_POINTS = 1 << 16,  /* the largest number of points in all lines of a roadmap */
    WEND_MAX_ROADMAP_SAMPLES = 1000000, /* the largest number of points of a PRM */
    WEND_MAX_ROADMAP_NEIGHBOURS = 1 << 8 /* the largest number of neighbours in a PRM */
};

/* Writes the defaults of wend_default_roadmap_def to a def of `size` bytes. */
WEND_API void wend_roadmap_def_init(wend_roadmap_def *def, size_t size);
/* Returns a def with 2,000 samples of the Halton sequence, 10 neighbours, seed 1 and a uniform
 * share of 0.5. The caller must fill in the space. */
static inline wend_roadmap_def wend_default_roadmap_def(void) {
    wend_roadmap_def def;
    wend_roadmap_def_init(&def, sizeof def);
    return def;
}

/* Builds a roadmap. Each edge gets its exact clearance to the walls of class 0. A line or an edge
 * of a graph file that crosses a wall or leaves the ground is refused, and the message gives the
 * position. Fails with WEND_ERROR_INVALID, WEND_ERROR_LIMIT, WEND_ERROR_GEOMETRY,
 * WEND_ERROR_SYNTAX (a graph file), WEND_ERROR_IO, WEND_ERROR_MEMORY or WEND_ERROR_CANCELLED. The
 * caller owns one reference. */
WEND_API wend_result wend_roadmap_build(const wend_roadmap_def *def, wend_map **out,
                                        wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
