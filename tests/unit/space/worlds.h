/* Random worlds for the space tests: small, with many coincident coordinates, and with several
 * layers. */
#ifndef TESTS_SPACE_WORLDS_H
#define TESTS_SPACE_WORLDS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/space.h>

enum {
    WORLD_LAYERS = 12,
    WORLD_RINGS = 160,
    WORLD_POINTS = 14,
    WORLD_LINKS = 40,
    WORLD_CLASSES = 3
};

typedef enum world_kind { WORLD_BOUNDARY, WORLD_SOLID, WORLD_OPEN } world_kind;

typedef struct world_ring {
    world_kind kind;
    uint32_t layer, obstacle_class, count;
    wend_point points[WORLD_POINTS];
} world_ring;

typedef struct world {
    uint32_t layer_count, ring_count, link_count;
    world_ring rings[WORLD_RINGS];
    wend_link_def links[WORLD_LINKS];
    wend_point origin;
    wend_space *space;
} world;

static uint64_t world_state;

static inline uint32_t world_draw(uint32_t below) {
    world_state = world_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((world_state >> 33) % below);
}

/* Creates the space of a world, after releasing the previous one. */
static inline wend_result world_create(world *w, wend_error *error) {
    static wend_layer_def layers[WORLD_LAYERS];
    static wend_ring boundaries[WORLD_RINGS];
    static wend_solid_def solids[WORLD_RINGS];
    static wend_open_wall_def open_walls[WORLD_RINGS];
    uint32_t boundary = 0, solid = 0, open_wall = 0;
    memset(layers, 0, sizeof layers);
    for (uint32_t l = 0; l < w->layer_count; l++) {
        layers[l].boundaries = &boundaries[boundary];
        layers[l].solids = &solids[solid];
        layers[l].open_walls = &open_walls[open_wall];
        for (uint32_t i = 0; i < w->ring_count; i++) {
            const world_ring *r = &w->rings[i];
            if (r->layer != l) {
                continue;
            }
            if (r->kind == WORLD_BOUNDARY) {
                boundaries[boundary++] = (wend_ring){r->points, r->count};
                layers[l].boundary_count++;
            } else if (r->kind == WORLD_SOLID) {
                solids[solid++] = (wend_solid_def){{r->points, r->count}, r->obstacle_class};
                layers[l].solid_count++;
            } else {
                open_walls[open_wall++] =
                    (wend_open_wall_def){r->points, r->count, r->obstacle_class};
                layers[l].open_wall_count++;
            }
        }
    }
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = w->layer_count;
    def.links = w->links;
    def.link_count = w->link_count;
    def.class_count = WORLD_CLASSES;
    def.has_origin = true;
    def.origin = w->origin;
    wend_space *space = NULL;
    wend_result result = wend_space_create(&def, &space, error);
    if (result == WEND_OK) {
        wend_space_release(w->space);
        w->space = space;
    }
    return result;
}

static inline void world_free(world *w) {
    wend_space_release(w->space);
    w->space = NULL;
}

static inline world_ring *world_add(world *w, world_kind kind, uint32_t layer,
                                    uint32_t obstacle_class) {
    world_ring *r = &w->rings[w->ring_count++];
    *r = (world_ring){.kind = kind, .layer = layer, .obstacle_class = obstacle_class};
    return r;
}

/* How coordinates are made from small lattice coordinates. */
typedef struct world_style {
    double scale, shift_x, shift_y;
    bool nudged; /* coordinates are moved by up to two ulps of a float */
} world_style;

static inline double world_number(double x, double shift, const world_style *style) {
    float value = (float)(x * style->scale + shift);
    for (uint32_t steps = style->nudged ? world_draw(3) : 0; steps > 0; steps--) {
        value = nextafterf(value, world_draw(2) != 0 ? 30000.0F : -30000.0F);
    }
    return (double)value;
}

static inline wend_point world_point(double x, double y, const world_style *style) {
    return (wend_point){world_number(x, style->shift_x, style),
                        world_number(y, style->shift_y, style)};
}

/* Adds a random ring or chain of lattice points in the square at (x, y). Returns false, and adds
 * nothing, if it is not valid. */
static inline bool world_try_add(world *w, world_kind kind, uint32_t layer, uint32_t obstacle_class,
                                 double x, double y, uint32_t size, const world_style *style) {
    if (w->ring_count == WORLD_RINGS) {
        return false;
    }
    world_ring *r = world_add(w, kind, layer, obstacle_class);
    r->count = (kind == WORLD_OPEN ? 2 : 3) + world_draw(kind == WORLD_OPEN ? 5 : 4);
    for (uint32_t i = 0; i < r->count; i++) {
        r->points[i] = world_point(x + world_draw(size + 1), y + world_draw(size + 1), style);
    }
    if (kind == WORLD_OPEN && r->count > 3 && world_draw(4) == 0) {
        r->points[r->count - 1] = r->points[0];
    }
    if (world_create(w, NULL) != WEND_OK) {
        w->ring_count--;
        return false;
    }
    return true;
}

/* Makes one layer with one boundary or none, solids of all classes, and open walls. Class-0 solids
 * lie in neighbouring squares, so many of them touch; the others may lie anywhere. */
static inline void world_make_field(world *w, uint64_t seed, const world_style *style) {
    memset(w, 0, sizeof *w);
    world_state = seed;
    w->layer_count = 1;
    if (world_draw(4) != 0) {
        world_ring *r = world_add(w, WORLD_BOUNDARY, 0, 0);
        r->count = 5;
        r->points[0] = world_point(0, 0, style);
        r->points[1] = world_point(16, 0, style);
        r->points[2] = world_point(16, 12, style);
        r->points[3] = world_point(8, 12.0 - world_draw(3), style);
        r->points[4] = world_point(0, 12, style);
    }
    if (world_create(w, NULL) != WEND_OK) {
        abort();
    }
    for (uint32_t i = 0; i < 30; i++) {
        world_try_add(w, WORLD_SOLID, 0, 0, 4.0 * world_draw(4), 3.0 * world_draw(4), 4, style);
    }
    for (uint32_t i = 0; i < 5; i++) {
        world_try_add(w, WORLD_SOLID, 0, 1 + world_draw(2), world_draw(14), world_draw(10), 5,
                      style);
        world_try_add(w, WORLD_OPEN, 0, world_draw(3), world_draw(14), world_draw(10), 5, style);
    }
}

/* ---- Rooms ----------------------------------------------------------------------------------- */

/* A square room with sides of length 4. Each side may have a door in its middle or along its whole
 * length. */
typedef struct world_room {
    int x, y;      /* the low corner */
    int linked[4]; /* door in the east, north, west, south side: 0 none, 1 middle, 2 whole side */
} world_room;

static inline void world_room_ring(world *w, uint32_t layer, const world_room *room,
                                   const world_style *style) {
    static const int corner[4][2] = {{4, 0}, {4, 4}, {0, 4}, {0, 0}};
    static const int step[4][2] = {{0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    world_ring *r = world_add(w, WORLD_BOUNDARY, layer, 0);
    for (int side = 0; side < 4; side++) {
        int x = room->x + corner[side][0], y = room->y + corner[side][1];
        r->points[r->count++] = world_point(x, y, style);
        if (room->linked[side] == 1) {
            r->points[r->count++] = world_point(x + step[side][0], y + step[side][1], style);
            r->points[r->count++] =
                world_point(x + 3 * step[side][0], y + 3 * step[side][1], style);
        }
    }
}

/* Makes a tree of rooms, each on its own layer. Rooms may lie over each other; in some worlds, a
 * further link closes a loop. */
static inline void world_make_rooms(world *w, uint64_t seed, const world_style *style) {
    static const int step[4][2] = {{4, 0}, {0, 4}, {-4, 0}, {0, -4}};
    static const int from[4][2] = {{4, 0}, {4, 4}, {0, 4}, {0, 0}};
    static const int along[4][2] = {{0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    memset(w, 0, sizeof *w);
    world_state = seed;
    world_room rooms[WORLD_LAYERS] = {{0}};
    uint32_t wanted = 2 + world_draw(WORLD_LAYERS - 1), count = 1;
    for (uint32_t tries = 0; tries < 200 && w->link_count < WORLD_LINKS; tries++) {
        uint32_t base = world_draw(count), side = world_draw(4), other = count;
        int x = rooms[base].x + step[side][0], y = rooms[base].y + step[side][1];
        for (uint32_t i = 0; i < count && world_draw(3) == 0; i++) {
            other = rooms[i].x == x && rooms[i].y == y ? i : other;
        }
        bool possible = rooms[base].linked[side] == 0 && other < wanted &&
                        (other == count || rooms[other].linked[(side + 2) % 4] == 0);
        if (!possible) {
            continue;
        }
        if (other == count) {
            rooms[count++] = (world_room){x, y, {0, 0, 0, 0}};
        }
        int kind = 1 + (int)world_draw(2);
        rooms[base].linked[side] = kind;
        rooms[other].linked[(side + 2) % 4] = kind;
        int low = kind == 1 ? 1 : 0;
        int ax = rooms[base].x + from[side][0], ay = rooms[base].y + from[side][1];
        wend_link_def link = {
            world_point(ax + low * along[side][0], ay + low * along[side][1], style),
            world_point(ax + (4 - low) * along[side][0], ay + (4 - low) * along[side][1], style),
            base, other};
        wend_link_def turned = {link.b, link.a, other, base};
        w->links[w->link_count++] = world_draw(2) != 0 ? link : turned;
    }
    w->layer_count = count;
    for (uint32_t i = 0; i < count; i++) {
        world_room_ring(w, i, &rooms[i], style);
    }
    if (world_create(w, NULL) != WEND_OK) {
        abort();
    }
    for (uint32_t i = 0; i < 2 * count; i++) {
        uint32_t layer = world_draw(count), kind = world_draw(3);
        world_try_add(w, kind == 0 ? WORLD_OPEN : WORLD_SOLID, layer, kind == 2 ? 0 : world_draw(3),
                      rooms[layer].x + (int)world_draw(3), rooms[layer].y + (int)world_draw(3),
                      kind == 2 ? 2 : 3, style);
    }
}

/* Converts a point to local coordinates. */
static inline wend_vec2 world_local(const world *w, wend_point p) {
    return (wend_vec2){(float)(p.x - w->origin.x), (float)(p.y - w->origin.y)};
}

/* ---- Queries at random ----------------------------------------------------------------------- */

/* Returns a random vertex, or a random point derived from one or two vertices. */
static inline wend_vec2 world_random_point(const world *w, const world_style *style,
                                           uint32_t layer) {
    const world_ring *r = &w->rings[world_draw(w->ring_count)];
    for (uint32_t i = 0; i < 8 && r->layer != layer; i++) {
        r = &w->rings[world_draw(w->ring_count)];
    }
    wend_vec2 at = world_local(w, r->points[world_draw(r->count)]);
    float step = (float)style->scale;
    switch (world_draw(4)) {
    case 0: /* a vertex */
        return at;
    case 1: /* a lattice point near a vertex */
        return (wend_vec2){at.x + step * ((float)world_draw(9) - 4.0F),
                           at.y + step * ((float)world_draw(9) - 4.0F)};
    case 2: /* the midpoint of an edge or of two other vertices */ {
        wend_vec2 b = world_local(w, r->points[world_draw(r->count)]);
        return (wend_vec2){0.5F * (at.x + b.x), 0.5F * (at.y + b.y)};
    }
    default:
        return (wend_vec2){at.x + step * ((float)world_draw(4096) / 512.0F - 4.0F),
                           at.y + step * ((float)world_draw(4096) / 512.0F - 4.0F)};
    }
}

static const world_style WORLD_STYLES[] = {
    {1.0, 0.0, 0.0, false},                /* integers */
    {1.0, 0.0, 0.0, true},                 /* nudged by up to two ulps */
    {0.7310585786300049, 0.1, 0.2, false}, /* non-integer values */
    {1.0, 7000.0, -8000.0, false},         /* far from the origin */
    {0.001, 0.0, 0.0, false},              /* millimetres */
};

#endif
