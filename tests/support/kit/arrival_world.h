/* Random worlds for the arrival trial (docs/arrival.md): a space, goals, and agents that can all
 * arrive. A world is a function of its kind and its seed. Its first agents do not depend on the
 * number of agents, so worlds of one, two and twenty agents can be compared.
 *
 * Everything is made here, without the library's geometry and planners. A separate oracle
 * (arrival_oracle.h) proves that a disc of the largest radius can move from each start to each of
 * its goals, and measures the distance. */
#ifndef SUPPORT_KIT_ARRIVAL_WORLD_H
#define SUPPORT_KIT_ARRIVAL_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <wend/base.h>

typedef enum arrival_kind {
    ARRIVAL_MIXED,  /* any from ARRIVAL_DOOR to ARRIVAL_BLEND, chosen by the seed */
    ARRIVAL_CORNER, /* one agent around a corner that it touches */
    ARRIVAL_PAIRS,  /* two agents face to face beside a wall */
    ARRIVAL_DOOR,   /* two-way traffic at a narrow door */
    ARRIVAL_ROOMS,  /* rooms that doors connect; some of the doors are narrow */
    ARRIVAL_BLOCKS, /* rotated rectangles, triangles, angles and polygons */
    ARRIVAL_PILLARS,
    ARRIVAL_WALLS, /* thin walls with corners, and cups */
    ARRIVAL_MAZE,
    ARRIVAL_STREETS,   /* a regular grid of equal blocks */
    ARRIVAL_BLEND,     /* blocks, pillars and thin walls on both sides of a narrow door */
    ARRIVAL_CARTS,     /* moving obstacles at rest, among others and in rooms */
    ARRIVAL_CORRIDORS, /* one corridor with turns of 90 degrees and less, and doors in it; not among
                          the mixed worlds */
    ARRIVAL_KIND_COUNT
} arrival_kind;

/* "mixed", "corner" etc. */
extern const char *const arrival_kind_names[ARRIVAL_KIND_COUNT];

enum {
    ARRIVAL_POINTS = 8192,
    ARRIVAL_PIECES = 512,
    ARRIVAL_PASSAGES = 128,
    ARRIVAL_REGIONS = 128,
    ARRIVAL_GOALS = 6,
    ARRIVAL_GOAL_POINTS = 8,
    ARRIVAL_AGENTS = 256,
    ARRIVAL_TEXT_SIZE = 1 << 18
};

/* A solid polygon or, if `open`, a thin wall along a chain of points. */
typedef struct arrival_piece {
    uint32_t first, count;
    bool open;
    bool moving; /* convex; a moving obstacle at rest */
} arrival_piece;

/* The axis of a narrow passage, from one mouth to the other. */
typedef struct arrival_passage {
    wend_point from, to;
    double width; /* m */
} arrival_passage;

/* A box in local coordinates where agents may start and goals may lie. */
typedef struct arrival_region {
    wend_point low, high;
    uint32_t side; /* of a narrow door: 0 or 1 */
} arrival_region;

typedef enum arrival_shape {
    ARRIVAL_POINT,
    ARRIVAL_DISC,
    ARRIVAL_SEGMENT,
    ARRIVAL_POLYGON
} arrival_shape;

typedef struct arrival_goal {
    arrival_shape shape;
    wend_point points[ARRIVAL_GOAL_POINTS]; /* final points if it moves */
    uint32_t point_count;
    double radius; /* m, of a disc */
    wend_point path[4];
    uint32_t path_count; /* 0: at rest */
    double path_speed;   /* m/s */
    bool loops;          /* moves back and forth between two points in line of sight */
    bool stop;           /* agents stay there; otherwise they leave */
    uint32_t capacity;   /* most agents that are sent there */
    uint32_t side;
} arrival_goal;

typedef struct arrival_agent {
    wend_point position, velocity;
    double radius, speed; /* m, m/s */
    uint32_t goal;    /* ARRIVAL_GOALS: the set of all goals, from which the nearest is selected */
    double length;    /* m: shortest path for the largest agent, found by the oracle */
    double free_time; /* s: at the preferred speed; includes the time until a moving goal stops */
} arrival_agent;

typedef struct arrival_world {
    arrival_kind kind; /* never ARRIVAL_MIXED */
    uint64_t seed;
    uint32_t attempt; /* earlier attempts could not be filled with agents that can arrive */
    double angle;     /* radians: rotation of the whole world */
    wend_point points[ARRIVAL_POINTS];
    uint32_t point_count;
    arrival_piece pieces[ARRIVAL_PIECES]; /* the first is the edge of the ground */
    uint32_t piece_count;
    arrival_passage passages[ARRIVAL_PASSAGES];
    uint32_t passage_count;
    arrival_region regions[ARRIVAL_REGIONS];
    uint32_t region_count;
    wend_point size; /* m, local */
    bool two_way;    /* agents meet at a door of 1.1 to 1.5 diameters */
    bool mixed_radii, mixed_speeds;
    double max_radius; /* m */
    double min_length; /* m: shortest free path of an agent */
    arrival_goal goals[ARRIVAL_GOALS];
    uint32_t goal_count;
    arrival_agent agents[ARRIVAL_AGENTS];
    uint32_t agent_count;
} arrival_world;

/* A stream of random numbers that depend on the world, on their purpose and on how many were
 * sampled before. */
typedef struct arrival_stream {
    uint64_t seed, key, step;
} arrival_stream;

double arrival_sample(arrival_stream *stream, double low, double high);
/* Returns 0 to count - 1. */
uint32_t arrival_pick(arrival_stream *stream, uint32_t count);
bool arrival_chance(arrival_stream *stream, double share);
arrival_stream arrival_stream_of(const arrival_world *world, uint64_t key);

/* Converts local coordinates to those of the scenario. */
wend_point arrival_to_scenario(const arrival_world *world, double x, double y);

/* Adds geometry, in local coordinates. Corners are rounded to whole millimetres, as the scenario
 * reader does. */
void arrival_add_polygon(arrival_world *world, const wend_point *points, uint32_t count);
void arrival_add_cart(arrival_world *world, const wend_point *points, uint32_t count);
void arrival_add_chain(arrival_world *world, const wend_point *points, uint32_t count);
void arrival_add_box(arrival_world *world, double x0, double y0, double x1, double y1);
void arrival_add_region(arrival_world *world, double x0, double y0, double x1, double y1,
                        uint32_t side);
void arrival_add_passage(arrival_world *world, wend_point from, wend_point to, double width);

/* Makes the space of a world according to its kind; arrival_spaces.c. */
void arrival_make_space(arrival_world *world);
/* Make the scenes of corners and of pairs, including goals and agents. */
void arrival_make_corner(arrival_world *world);
void arrival_make_pair(arrival_world *world);

/* Creates the world of a seed with at least `agent_count` agents (up to ARRIVAL_AGENTS), each of
 * which can arrive. A corner has one agent, a pair two. Below 20 the count makes no difference. The
 * caller frees it with arrival_world_destroy. Returns NULL if out of memory, or if 50 attempts
 * found none. */
arrival_world *arrival_world_create(arrival_kind kind, uint64_t seed, uint32_t agent_count);
void arrival_world_destroy(arrival_world *world);

/* Returns the time in s by which the agent must arrive. */
double arrival_limit(const arrival_agent *agent);

/* Writes the scenario with its first `agent_count` agents as YAML, at most `size` bytes including
 * the final zero. Returns false if it does not fit. */
bool arrival_world_write(const arrival_world *world, uint32_t agent_count, char *text, size_t size);

/* Writes the scenario of a mixed world of a seed in one call. */
bool random_scenario(uint64_t seed, uint32_t agent_count, char *text, size_t size);

#endif
