/* Finds room for agents of sources: samples positions in a source's region until one is on walkable
 * ground, clear of walls, doors and moving obstacles, and free of agents.
 *
 * The agents in the world are found through the cells into which they are sorted anyway. Agents
 * that enter in the same step are in an index of their own. Positions are functions of the seed,
 * the agent's key and the number of the step.
 *
 * Cost: one sort of the bodies in a step in which an agent is due, which the step would otherwise
 * make later; then O(positions tried), each O(agents and walls near it). */
#include <math.h>

#include "base/sample.h"
#include "geom/segment.h"
#include "world/sources/sources.h"

enum {
    POSITIONS_TRIED = 16, /* per step, for the first waiting agent of a source */
    OVERSIZED_MOST = 32,  /* number of oversized agents that are compared with a position */
    ENTERING_LEAST = 64,  /* capacity of the index of agents that enter */
    ENTERING_KEPT = 4096, /* a larger index is freed when it is no longer needed */
    PURPOSE_X = 0x6b697407,
    PURPOSE_Y = 0x6b697408
};

static const float slack = 1e-3F; /* m: more than any rounding error of a position */

/* ---- Agents that enter in this step ---------------------------------------------------------- */

static void *take_memory(void *user, size_t size) {
    wend_world *world = user;
    return memory_get(&world->memory, size);
}

static void release_memory(void *user, void *block, size_t size) {
    wend_world *world = user;
    memory_free(&world->memory, block, size);
}

static bool make_index(wend_world *world) {
    disc_index *index = &world->sources.entering;
    if (index->capacity > ENTERING_KEPT && index->count < ENTERING_KEPT) {
        discs_free(index);
        index->capacity = 0;
    }
    if (index->capacity == 0) {
        wend_allocator allocator = {take_memory, release_memory, world};
        bool good = discs_init(index, ENTERING_LEAST, &allocator);
        index->capacity = good ? index->capacity : 0;
        return good;
    }
    discs_clear(index);
    return true;
}

bool room_take(wend_world *world, wend_point position, double radius, uint32_t layer) {
    disc_index *index = &world->sources.entering;
    if (index->count == index->capacity && !discs_grow(index)) {
        return false;
    }
    discs_add(index, position, radius, layer);
    return true;
}

/* Returns the radius (m) of a queued agent; the largest possible one if it is not sampled yet. */
static double radius_of(const wend_world *world, const command *what) {
    const profile *p = &world->profiles[what->index & 0xffffU];
    return what->radius > 0.0F ? (double)what->radius
                               : params_maximum(&p->numbers[ATTRIBUTE_RADIUS].number);
}

static bool take_queued(wend_world *world, const command *what) {
    if (what->kind == COMMAND_ADD) {
        return room_take(world, wend_space_from_local(world->space, what->a),
                         radius_of(world, what), what->index >> 16);
    }
    if (what->kind != COMMAND_UNPACK || world->arrivals[what->index].arc != WEND_NONE) {
        return true;
    }
    const wend_body *body = &world->arrivals[what->index].body;
    return room_take(world, wend_space_from_local(world->space, body->position),
                     (double)body->radius, wend_body_layer(body));
}

bool room_begin(wend_world *world) {
    bool good = world_refresh(world) && make_index(world);
    for (uint32_t i = 0; i < world->command_count && good; i++) {
        good = take_queued(world, &world->commands[i]);
    }
    return good;
}

/* ---- Agents in the world --------------------------------------------------------------------- */

/* A disc for which room is sought. */
typedef struct disc {
    wend_point centre; /* in the user's coordinates */
    wend_vec2 local;
    double radius; /* m */
    uint32_t layer;
} disc;

/* True if a body belongs to an agent of this world, or of another one, on the disc's layer. A ghost
 * across a link is not counted: its agent is on another layer. */
static bool overlaps(const wend_world *world, const disc *d, const wend_body *body) {
    bool is_copy = (wend_body_flags(body) & WEND_BODY_GHOST) && body->slot < world->cold.used;
    if (is_copy || wend_body_layer(body) != d->layer) {
        return false;
    }
    wend_point other = wend_space_from_local(world->space, body->position);
    double x = other.x - d->centre.x, y = other.y - d->centre.y;
    double least = (double)body->radius + d->radius;
    return x * x + y * y < least * least;
}

static bool overlaps_oversized(const wend_world *world, const disc *d) {
    wend_neighbour found[OVERSIZED_MOST];
    wend_location at = {d->local, d->layer};
    uint32_t count =
        world->near.grid.oversized_count == 0
            ? 0
            : near_find_oversized(&world->view, at, (float)d->radius, slack, found, OVERSIZED_MOST);
    bool any = false;
    for (uint32_t i = 0; i < count && !any; i++) {
        any = overlaps(world, d, &world->bodies[found[i].index]);
    }
    return any;
}

static bool overlaps_agents(const wend_world *world, const disc *d) {
    const near_grid *grid = &world->near.grid;
    const near_layer *cells = &grid->layers[d->layer];
    float usual = grid->largest < grid->oversized_radius ? grid->largest : grid->oversized_radius;
    float reach = (float)d->radius + usual + slack;
    reach += 1e-6F * (fabsf(d->local.x) + fabsf(d->local.y));
    wend_vec2 corners[2] = {{d->local.x - reach, d->local.y - reach},
                            {d->local.x + reach, d->local.y + reach}};
    uint32_t low = near_cell(cells, corners[0]), high = near_cell(cells, corners[1]);
    uint32_t width =
        (high - cells->first_cell) % cells->bins - (low - cells->first_cell) % cells->bins;
    for (uint32_t first = low; first <= high; first += cells->bins) {
        for (uint32_t i = grid->starts[first]; i < grid->starts[first + width + 1]; i++) {
            if (overlaps(world, d, &world->bodies[i])) {
                return true;
            }
        }
    }
    return overlaps_oversized(world, d);
}

/* ---- Ground ---------------------------------------------------------------------------------- */

static bool is_on_clear_ground(const wend_world *world, const disc *d, uint32_t classes) {
    wend_location at = {d->local, d->layer};
    float least = (float)d->radius;
    return world_is_near(d->centre, wend_space_origin(world->space)) &&
           wend_space_is_walkable(world->space, at, classes) &&
           wend_space_clearance(world->space, at, least, classes) >= least;
}

/* True if a disc is clear of doors and moving obstacles. */
static bool is_clear_of_overlay(const wend_world *world, const disc *d) {
    const overlay *over = &world->overlay;
    float reach = (float)d->radius + slack;
    wend_vec2 low = {d->local.x - reach, d->local.y - reach},
              high = {d->local.x + reach, d->local.y + reach};
    uint32_t cursor = 0;
    const overlay_obstacle *obstacle = NULL;
    while ((obstacle = overlay_next(over, low, high, &cursor)) != NULL) {
        for (uint32_t i = 0; i < obstacle->wall_count && obstacle->layer == d->layer; i++) {
            const overlay_wall *wall = &over->walls[obstacle->first_wall + i];
            if (segment_point_distance(d->local, wall->a, wall->b) < d->radius) {
                return false;
            }
        }
    }
    return !wend_world_is_in_obstacle(world, d->centre, d->layer);
}

bool room_find(const wend_world *world, const source_record *record, wend_agent_def *agent) {
    static const uint32_t purposes[2] = {PURPOSE_X, PURPOSE_Y};
    shape region = source_region(record);
    wend_point low, high;
    shape_bounds(&region, &low, &high);
    for (uint32_t i = 0; i < POSITIONS_TRIED; i++) {
        uint64_t sample_index = world->step * POSITIONS_TRIED + i;
        wend_point p = sample_box(low, high, world->seed, agent->key, sample_index, purposes);
        disc d = {p, wend_space_to_local(world->space, p), agent->radius, agent->layer};
        if (shape_contains(&region, p) &&
            discs_find_overlap(&world->sources.entering, p, d.radius, d.layer, 0.0) == UINT32_MAX &&
            !overlaps_agents(world, &d) &&
            is_on_clear_ground(world, &d, world->classes & (agent->class_mask | 1U)) &&
            is_clear_of_overlay(world, &d)) {
            agent->position = p;
            return true;
        }
    }
    return false;
}
