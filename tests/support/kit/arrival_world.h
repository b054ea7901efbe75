/* Random worlds for the arrival trial (docs/arrival.md): a space, goals, and agents that can all
 * arrive. A world is a function of its kind and its seed. Its first agents do not depend on the
 * number of agents, so worlds with one, two and twenty agents can be compared.
 *
 * Everything is generated here, without the library's geometry and planners. A separate oracle
 * (arrival_oracle.h) proves that a disc of the largest radius can move from the start of each agent
 * to each of its goals, and measures the distance. */
#ifndef SUPPORT_KIT_ARRIVAL_WORLD_H
#define SUPPORT_KIT_ARRIVAL_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <wend/base.h>

typedef enum arrival_kind {
    ARRIVAL_MIXED,  /* the seed chooses one of the kinds from ARRIVAL_DOOR to ARRIVAL_BLEND */
    ARRIVAL_CORNER, /* one agent that has to walk around a corner that it touches */
    ARRIVAL_PAIRS,  /* two agents that face each other beside a wall */
    ARRIVAL_DOOR,   /* two-way traffic at a narrow door */
    ARRIVAL_ROOMS,  /* rooms connected by doors, some of which are narrow */
    ARRIVAL_BLOCKS, /* rotated rectangles, triangles, L shapes and other polygons */
    ARRIVAL_PILLARS,
    ARRIVAL_WALLS, /* thin walls with corners, some of them cup-shaped */
    ARRIVAL_MAZE,
    ARRIVAL_STREETS,   /* a regular grid of equal blocks */
    ARRIVAL_BLEND,     /* blocks, pillars and thin walls on both sides of a narrow door */
    ARRIVAL_CARTS,     /* moving obstacles at rest, among other obstacles and in rooms */
    ARRIVAL_CORRIDORS, /* one corridor with doors and with turns of at most 90 degrees */
    ARRIVAL_KIND_COUNT
} arrival_kind;

/* "mixed", "corner" and so on */
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

/* A solid polygon or, if `open` is true, a thin wall along a polyline. */
typedef struct arrival_piece {
    uint32_t first, count;
    bool open;
    bool moving; /* true: a moving obstacle at rest; it is convex */
} arrival_piece;

/* The axis of a narrow passage, from one end to the other. */
typedef struct arrival_passage {
    wend_point from, to;
    double width; /* m */
} arrival_passage;

/* A box in local coordinates where agents may start and goals may lie. */
typedef struct arrival_region {
    wend_point low, high;
    uint32_t side; /* side of a narrow door on which the region lies: 0 or 1 */
} arrival_region;

typedef enum arrival_shape {
    ARRIVAL_POINT,
    ARRIVAL_DISC,
    ARRIVAL_SEGMENT,
    ARRIVAL_POLYGON
} arrival_shape;

typedef struct arrival_goal {
    arrival_shape shape;
    wend_point points[ARRIVAL_GOAL_POINTS]; /* the final points, if the goal moves */
    uint32_t point_count;
    double radius; /* m: radius of a disc */
    wend_point path[4];
    uint32_t path_count; /* 0: the goal is at rest */
    double path_speed;   /* m/s */
    bool loops;          /* the goal moves back and forth between two points that see each other */
    bool stop;           /* true: agents stay at the goal; false: they leave */
    uint32_t capacity;   /* the largest number of agents that are sent to the goal */
    uint32_t side;
} arrival_goal;

typedef struct arrival_agent {
    wend_point position, velocity;
    double radius, speed; /* in m and m/s */
    uint32_t goal; /* index of the agent's goal, or ARRIVAL_GOALS: the agent selects the nearest of
                      all goals */
    double length; /* m: length of the shortest path for the largest agent, found by the oracle */
    double free_time; /* s: travel time at the preferred speed, including the time until a moving
                         goal stops */
} arrival_agent;

typedef struct arrival_world {
    arrival_kind kind; /* never ARRIVAL_MIXED */
    uint64_t seed;
    uint32_t attempt; /* number of the attempt; in earlier attempts not all agents could arrive */
    double angle;     /* radians: rotation of the whole world */
    wend_point points[ARRIVAL_POINTS];
    uint32_t point_count;
    arrival_piece pieces[ARRIVAL_PIECES]; /* the first piece is the edge of the ground */
    uint32_t piece_count;
    arrival_passage passages[ARRIVAL_PASSAGES];
    uint32_t passage_count;
    arrival_region regions[ARRIVAL_REGIONS];
    uint32_t region_count;
    wend_point size; /* m: size of the ground in local coordinates */
    bool two_way;    /* agents from both sides meet at a door 1.1 to 1.5 diameters wide */
    bool mixed_radii, mixed_speeds;
    double max_radius; /* m: the largest radius of an agent */
    double min_length; /* m: each agent's shortest path must be at least this long */
    arrival_goal goals[ARRIVAL_GOALS];
    uint32_t goal_count;
    arrival_agent agents[ARRIVAL_AGENTS];
    uint32_t agent_count;
} arrival_world;

/* A stream of random numbers. Each number depends on the world, on the purpose of the stream and on
 * how many numbers were sampled before. */
typedef struct arrival_stream {
    uint64_t seed, key, step;
} arrival_stream;

double arrival_sample(arrival_stream *stream, double low, double high);
/* Returns a random integer from 0 to count - 1. */
uint32_t arrival_pick(arrival_stream *stream, uint32_t count);
bool arrival_chance(arrival_stream *stream, double share);
arrival_stream arrival_stream_of(const arrival_world *world, uint64_t key);

/* Converts local coordinates to the coordinates of the scenario. */
wend_point arrival_to_scenario(const arrival_world *world, double x, double y);

/* Add geometry, given in local coordinates. Corners are rounded to whole millimetres, as the
 * scenario reader does. */
void arrival_add_polygon(arrival_world *world, const wend_point *points, uint32_t count);
void arrival_add_cart(arrival_world *world, const wend_point *points, uint32_t count);
void arrival_add_chain(arrival_world *world, const wend_point *points, uint32_t count);
void arrival_add_box(arrival_world *world, double x0, double y0, double x1, double y1);
void arrival_add_region(arrival_world *world, double x0, double y0, double x1, double y1,
                        uint32_t side);
void arrival_add_passage(arrival_world *world, wend_point from, wend_point to, double width);

/* Makes the space of a world according to its kind; defined in arrival_spaces.c. */
void arrival_make_space(arrival_world *world);
/* Make the worlds of the kinds `corner` and `pairs`, including goals and agents. */
void arrival_make_corner(arrival_world *world);
void arrival_make_pair(arrival_world *world);

/* Creates the world of a seed with at least `agent_count` agents (up to ARRIVAL_AGENTS), each of
 * which can arrive. At least 20 agents are made, so all smaller counts give the same world.
 * Exceptions: a world of kind `corner` has one agent, and one of kind `pairs` has two. The caller
 * frees the world with arrival_world_destroy. Returns NULL if out of memory, or if 50 attempts
 * failed. */
arrival_world *arrival_world_create(arrival_kind kind, uint64_t seed, uint32_t agent_count);
void arrival_world_destroy(arrival_world *world);

/* Returns the time in s by which the agent must arrive. */
double arrival_limit(const arrival_agent *agent);

/* Writes the scenario with its first `agent_count` agents as YAML, at most `size` bytes including
 * the terminating zero. Returns false if it does not fit. */
bool arrival_world_write(const arrival_world *world, uint32_t agent_count, char *text, size_t size);

/* Creates the mixed world of a seed and writes it as a scenario, in one call. */
bool random_scenario(uint64_t seed, uint32_t agent_count, char *text, size_t size);

#endif
