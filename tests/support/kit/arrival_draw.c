/* Generates random worlds: chooses the kind, and makes the scene with its agents and goals. */
#include "support/kit/arrival_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/math.h>
#include <wend/random.h>

#include "support/kit/arrival_fill.h"

const char *const arrival_kind_names[ARRIVAL_KIND_COUNT] = {
    "mixed", "corner", "pairs",   "door",  "rooms", "blocks",   "pillars",
    "walls", "maze",   "streets", "blend", "carts", "corridors"};

/* Of 20 mixed worlds, 5 have a door, 4 have rooms (half of these with narrow doors), and 2 are
 * blends. Therefore 45 % of the worlds (5 + 2 + 2 of 20) have two-way traffic at a narrow door. */
static const arrival_kind mixture[20] = {
    ARRIVAL_DOOR,   ARRIVAL_DOOR,    ARRIVAL_DOOR,    ARRIVAL_DOOR,  ARRIVAL_DOOR,
    ARRIVAL_ROOMS,  ARRIVAL_ROOMS,   ARRIVAL_ROOMS,   ARRIVAL_ROOMS, ARRIVAL_BLEND,
    ARRIVAL_BLEND,  ARRIVAL_BLOCKS,  ARRIVAL_BLOCKS,  ARRIVAL_WALLS, ARRIVAL_WALLS,
    ARRIVAL_BLOCKS, ARRIVAL_PILLARS, ARRIVAL_STREETS, ARRIVAL_MAZE,  ARRIVAL_MAZE};

enum { PURPOSE = 0x61727276, KIND_KEY = 1000, ATTEMPTS = 50 };

double arrival_sample(arrival_stream *stream, double low, double high) {
    double u = wend_random_uniform(stream->seed, stream->key, stream->step++, PURPOSE);
    return low + (high - low) * u;
}

uint32_t arrival_pick(arrival_stream *stream, uint32_t count) {
    return (uint32_t)(wend_random_bits(stream->seed, stream->key, stream->step++, PURPOSE) % count);
}

bool arrival_chance(arrival_stream *stream, double share) {
    return arrival_sample(stream, 0, 1) < share;
}

arrival_stream arrival_stream_of(const arrival_world *world, uint64_t key) {
    return (arrival_stream){world->seed, key + ((uint64_t)world->attempt << 32), 0};
}

wend_point arrival_to_scenario(const arrival_world *world, double x, double y) {
    double c = wend_cos(world->angle), s = wend_sin(world->angle);
    return (wend_point){c * x - s * y, s * x + c * y};
}

static double to_millimetres(double value) {
    return floor(value * 1000 + 0.5) / 1000;
}

static void add_piece(arrival_world *world, const wend_point *points, uint32_t count, bool open) {
    if (world->point_count + count > ARRIVAL_POINTS || world->piece_count == ARRIVAL_PIECES) {
        abort(); /* the array is too small, which is a bug in the generator */
    }
    world->pieces[world->piece_count++] = (arrival_piece){world->point_count, count, open, false};
    for (uint32_t i = 0; i < count; i++) {
        wend_point at = arrival_to_scenario(world, points[i].x, points[i].y);
        world->points[world->point_count++] =
            (wend_point){to_millimetres(at.x), to_millimetres(at.y)};
    }
}

void arrival_add_polygon(arrival_world *world, const wend_point *points, uint32_t count) {
    add_piece(world, points, count, false);
}

void arrival_add_cart(arrival_world *world, const wend_point *points, uint32_t count) {
    add_piece(world, points, count, false);
    world->pieces[world->piece_count - 1].moving = true;
}

void arrival_add_chain(arrival_world *world, const wend_point *points, uint32_t count) {
    add_piece(world, points, count, true);
}

void arrival_add_box(arrival_world *world, double x0, double y0, double x1, double y1) {
    arrival_add_polygon(world, (wend_point[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

void arrival_add_region(arrival_world *world, double x0, double y0, double x1, double y1,
                        uint32_t side) {
    if (world->region_count == ARRIVAL_REGIONS) {
        abort();
    }
    world->regions[world->region_count++] = (arrival_region){{x0, y0}, {x1, y1}, side};
}

void arrival_add_passage(arrival_world *world, wend_point from, wend_point to, double width) {
    if (world->passage_count == ARRIVAL_PASSAGES) {
        abort();
    }
    world->passages[world->passage_count++] = (arrival_passage){
        arrival_to_scenario(world, from.x, from.y), arrival_to_scenario(world, to.x, to.y), width};
}

static void begin(arrival_world *world, arrival_kind kind, uint64_t seed, uint32_t attempt) {
    memset(world, 0, sizeof *world);
    world->seed = seed;
    arrival_stream kinds = arrival_stream_of(world, KIND_KEY);
    world->kind = kind == ARRIVAL_MIXED ? mixture[arrival_pick(&kinds, 20)] : kind;
    world->attempt = attempt;
    world->max_radius = 0.25;
    world->min_length = 5;
}

arrival_world *arrival_world_create(arrival_kind kind, uint64_t seed, uint32_t agent_count) {
    arrival_world *world = malloc(sizeof *world);
    for (uint32_t attempt = 0; world != NULL && attempt < ATTEMPTS; attempt++) {
        begin(world, kind, seed, attempt);
        if (world->kind == ARRIVAL_CORNER) {
            arrival_make_corner(world);
        } else if (world->kind == ARRIVAL_PAIRS) {
            arrival_make_pair(world);
        } else {
            arrival_make_space(world);
        }
        if (arrival_fill(world, agent_count)) {
            return world;
        }
    }
    free(world);
    return NULL;
}

void arrival_world_destroy(arrival_world *world) {
    free(world);
}

double arrival_limit(const arrival_agent *agent) {
    /* The constant covers the time that an agent needs to turn around, and to close the last gap if
     * its model approaches slowly. */
    return 10 * agent->free_time + 5;
}

bool random_scenario(uint64_t seed, uint32_t agent_count, char *text, size_t size) {
    arrival_world *world = arrival_world_create(ARRIVAL_MIXED, seed, agent_count);
    bool whole = world != NULL && arrival_world_write(world, agent_count, text, size);
    arrival_world_destroy(world);
    return whole;
}
