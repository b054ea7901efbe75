/* Placing the groups of a scenario: those with given places and lattices first, then the random
 * ones in what is left. Sources place theirs while the run goes on. */
#include "scenario/placing.h"
#include "base/error.h"
#include "scenario/fields.h"
#include "scenario/lattice.h"
#include <math.h>
#include <wend/math.h>
#include <wend/random.h>

enum { PURPOSE_RADIUS = 0x6b697401, PURPOSE_JITTER = 0x6b697402 };

/* Overlaps deeper than this share of the smaller radius count; the same as in `measure`. */
#define OVERLAP_SHARE 0.01

double placing_radius(const wend_distribution *radius, uint64_t seed, uint64_t key) {
    const wend_distribution *d = radius;
    if (d->kind == WEND_UNIFORM) {
        return d->a + (d->b - d->a) * wend_random_uniform(seed, key, 0, PURPOSE_RADIUS);
    }
    if (d->kind == WEND_NORMAL) {
        double value = d->a + d->b * wend_random_normal(seed, key, 0, PURPOSE_RADIUS);
        return value < d->low ? d->low : value > d->high ? d->high : value;
    }
    return d->a;
}

wend_agent_def *placing_start(const placing *p, const scenario_group *group, uint32_t index) {
    wend_agent_def *agent = &p->s->agents[group->first + index];
    *agent = wend_default_agent_def();
    agent->key = group->first_key + index;
    agent->layer = group->layer;
    agent->profile = group->profile;
    agent->group = (uint32_t)(group - p->s->groups);
    agent->radius =
        placing_radius(&p->s->profiles[group->profile].def.radius, p->s->seed, agent->key);
    return agent;
}

void placing_keep(placing *p, const wend_agent_def *agent) {
    p->key_order[p->grid.count] = (uint32_t)(agent - p->s->agents);
    place_add(&p->grid, agent->position, agent->radius, agent->layer);
}

static bool is_in_range(const wend_scenario *s, wend_point position) {
    wend_point origin = wend_space_origin(s->space);
    return fabs(position.x - origin.x) <= WEND_MAX_EXTENT &&
           fabs(position.y - origin.y) <= WEND_MAX_EXTENT;
}

bool placing_is_too_far(placing *p, const wend_agent_def *agent, const node *at) {
    wend_point origin = wend_space_origin(p->s->space), position = agent->position;
    if (is_in_range(p->s, position)) {
        return false;
    }
    read_fail(p->r, at, WEND_ERROR_LIMIT,
              "agent %llu at (%.6g, %.6g) is farther than %d m from the origin (%.6g, %.6g)",
              (unsigned long long)agent->key, position.x, position.y, WEND_MAX_EXTENT, origin.x,
              origin.y);
    return true;
}

bool placing_is_clear(const wend_scenario *s, wend_point position, uint32_t layer, double radius) {
    wend_place place = {wend_space_to_local(s->space, position), layer};
    float least = (float)radius;
    return is_in_range(s, position) && wend_space_walkable(s->space, place, s->classes) &&
           wend_space_clearance(s->space, place, least, s->classes) >= least;
}

/* The whole space, for what has no shape. */
static bool space_box(const wend_space *space, wend_point *corners) {
    wend_vec2 low, high;
    if (!wend_space_bounds(space, &low, &high)) {
        return false;
    }
    corners[0] = wend_space_from_local(space, low);
    corners[1] = wend_space_from_local(space, high);
    return true;
}

bool placing_region(const wend_scenario *s, reader *r, const node *mapping,
                    const format_table *table, wend_point *corners, shape *out) {
    if (!shape_read(r, mapping, table, out) && reader_ok(r)) {
        *out = (shape){WEND_GOAL_BOX, corners, 2, 0.0, 0.0};
        if (!space_box(s->space, corners)) {
            read_fail(r, mapping, WEND_ERROR_INVALID,
                      "%s needs a shape (disc, box, oriented_box or polygon) in a space without "
                      "bounds",
                      table->what);
        }
    }
    return reader_ok(r);
}

static void fail_overlap(placing *p, const wend_agent_def *agent, uint32_t found, const node *at) {
    const wend_agent_def *other = &p->s->agents[p->key_order[found]];
    double x = agent->position.x - other->position.x, y = agent->position.y - other->position.y;
    read_fail(p->r, at, WEND_ERROR_INVALID,
              "agents %llu at (%.6g, %.6g) and %llu at (%.6g, %.6g) overlap: %.3g m apart, their "
              "radii are %.3g m and %.3g m (allow_overlap: true permits this)",
              (unsigned long long)other->key, other->position.x, other->position.y,
              (unsigned long long)agent->key, agent->position.x, agent->position.y,
              sqrt(x * x + y * y), other->radius, agent->radius);
}

/* A place of the disc of radius `jitter` around a place, each as likely as any other. */
static wend_point jittered(wend_point place, double jitter, uint64_t seed, uint64_t key) {
    if (jitter == 0.0) {
        return place;
    }
    static const double full_turn = 6.283185307179586;
    double away = jitter * sqrt(wend_random_uniform(seed, key, 0, PURPOSE_JITTER));
    double angle = full_turn * wend_random_uniform(seed, key, 1, PURPOSE_JITTER);
    return (wend_point){place.x + away * wend_cos(angle), place.y + away * wend_sin(angle)};
}

/* Puts an agent where the file says, unless it cannot stand there. */
static void put_agent(placing *p, const scenario_group *group, uint32_t index, wend_point position,
                      const node *at) {
    wend_scenario *s = p->s;
    wend_agent_def *agent = placing_start(p, group, index);
    position = jittered(position, group->jitter, s->seed, agent->key);
    agent->position = position;
    if (placing_is_too_far(p, agent, at)) {
        return;
    }
    wend_place place = {wend_space_to_local(s->space, position), agent->layer};
    if (!wend_space_walkable(s->space, place, 1u)) {
        read_fail(p->r, at, WEND_ERROR_GEOMETRY,
                  "agent %llu at (%.6g, %.6g) is not on walkable ground",
                  (unsigned long long)agent->key, position.x, position.y);
        return;
    }
    if (!s->allow_overlap) {
        uint32_t found =
            place_overlap(&p->grid, position, agent->radius, agent->layer, OVERLAP_SHARE);
        if (found != UINT32_MAX) {
            fail_overlap(p, agent, found, at);
            return;
        }
    }
    placing_keep(p, agent);
}

static void place_list(placing *p, const scenario_group *group, const node *at) {
    bool one = at->items[0]->kind == NODE_SCALAR;
    for (uint32_t i = 0; i < group->count && reader_ok(p->r); i++) {
        const node *item = one ? at : at->items[i];
        wend_point point = read_point(p->r, item, one ? "at" : "a place of 'at'");
        if (reader_ok(p->r)) {
            put_agent(p, group, i, point, item);
        }
    }
}

static void place_given(placing *p, const scenario_group *group) {
    if (group->way == SCENARIO_LIST) {
        place_list(p, group, group->places_at);
        return;
    }
    for (uint32_t i = 0; i < group->count && reader_ok(p->r); i++) {
        put_agent(p, group, i, lattice_place(group->lattice, i), group->places_at);
    }
}

static void place_all(placing *p) {
    for (int random = 0; random < 2; random++) {
        for (uint32_t i = 0; i < p->s->group_count && reader_ok(p->r); i++) {
            const scenario_group *group = &p->s->groups[i];
            if (group->way == SCENARIO_RANDOM && random != 0) {
                scatter_group(p, group, group->places_at);
            } else if ((group->way == SCENARIO_LIST || group->way == SCENARIO_LATTICE) &&
                       random == 0) {
                place_given(p, group);
            }
        }
    }
}

void scenario_place_agents(wend_scenario *s, reader *r) {
    s->agents = read_take(r, s->agent_count, sizeof *s->agents);
    placing p = {.s = s, .r = r};
    p.key_order = read_take(r, s->agent_count, sizeof *p.key_order);
    if (!reader_ok(r)) {
        return;
    }
    if (!place_init(&p.grid, s->agent_count, &s->tree.heap.allocator)) {
        r->result =
            error_set(r->error, WEND_ERROR_MEMORY, "out of memory for %u agents", s->agent_count);
        return;
    }
    place_all(&p);
    place_free(&p.grid);
}
