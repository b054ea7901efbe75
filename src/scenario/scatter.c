/* Random places without overlap, as even as there is room for: blue noise.
 *
 * Darts first. A dart is kept when its centre is `apart` or more from every other of the group,
 * which starts at the distance that would cover DART_COVER of the free area with discs of that
 * diameter, and shrinks by SHRINK whenever DARTS_PER_DISTANCE darts in a row fail (relaxation dart
 * throwing: McCool and Fiume, "Hierarchical Poisson disk sampling distributions", 1992). Plain
 * darts jam when discs cover 0.547 of the plane (the limit of random sequential adsorption).
 *
 * Where that is near or they jam, darts keep the even distance alone, whatever the radii, and
 * overlaps are pushed apart: each pair that is too near is moved by half of what is missing, each
 * agent out of walls and back into the shape, round after round (projected Gauss-Seidel). This
 * reaches covers of about 0.8.
 *
 * Cost: O(n) for covers up to about 0.4; O(n rounds) with at most ROUNDS_MOST rounds above,
 * and WORK_MOST in all. */
#include "place/bins.h"
#include "scenario/fields.h"
#include "scenario/placing.h"
#include <math.h>
#include <string.h>
#include <wend/random.h>

#define PI 3.141592653589793

enum {
    DARTS_PER_DISTANCE = 40, /* before the distance shrinks */
    DARTS_LAST = 2000,       /* at the least distance, before the rest is pushed in */
    SAMPLES_LEAST = 64,      /* places that are looked at to learn the free area */
    SAMPLES_MOST = 4096,
    ROUNDS_MOST = 1500,
    WORK_MOST = 30000000, /* agents times rounds */
    REFUSED_EARLY = 1000, /* agents: of fewer, darts soon tell how many fit */
    SETTLINGS = 2, /* times that an agent is moved out of walls in a round: corners need two */
    PURPOSE_X = 0x6b697402,
    PURPOSE_Y = 0x6b697403,
    PURPOSE_SAMPLE_X = 0x6b697404,
    PURPOSE_SAMPLE_Y = 0x6b697405
};

#define DART_COVER  0.35
#define JAM_COVER   0.42 /* above it darts are pushed */
#define SHRINK      0.9
#define LEAST_APART 1e-3 /* m */
/* Beyond this cover nobody tries: the densest packing of equal discs is 0.9069. */
#define HOPELESS_COVER 0.9
#define DENSEST_COVER  0.9069
#define PUSH_SLACK     1.004 /* pairs are pushed a little farther than they must be */
#define WALL_SLACK     1e-4  /* m */

typedef struct scatter {
    placing *p;
    const scenario_group *group;
    wend_agent_def *agents; /* of the group */
    shape region;
    wend_point low, high;
    double apart;   /* least distance of centres now, m */
    double spacing; /* the one asked for, m */
    double largest; /* radius, m */
    bins near;      /* agents of the group by place */
    bool pushing;   /* darts may overlap: they are pushed apart afterwards */
} scatter;

/* ---- Where there is room --------------------------------------------------------------------- */

/* The least distance of two centres, whatever `apart` is. */
static double least_apart(const scatter *c, const wend_agent_def *a, const wend_agent_def *b) {
    double radii = c->p->s->allow_overlap || c->pushing ? 0.0 : a->radius + b->radius;
    return radii > c->spacing || c->pushing ? radii : c->spacing;
}

static bool is_clear_of_others(const scatter *c, const wend_agent_def *agent) {
    return c->p->s->allow_overlap || place_overlap(&c->p->grid, agent->position, agent->radius,
                                                   agent->layer, 0.0) == UINT32_MAX;
}

/* Whether an agent is far enough from those of its own group that are in the bins. */
static bool is_apart(const scatter *c, const wend_agent_def *agent) {
    bins_span span = bins_around(&c->near, agent->position);
    for (uint32_t row = span.row_begin; row < span.row_end; row++) {
        for (uint32_t column = span.column_begin; column < span.column_end; column++) {
            for (uint32_t i = bins_first(&c->near, column, row); i != BINS_END;
                 i = c->near.next[i]) {
                const wend_agent_def *other = &c->agents[i];
                double least = least_apart(c, agent, other);
                least = least > c->apart ? least : c->apart;
                double x = other->position.x - agent->position.x;
                double y = other->position.y - agent->position.y;
                if (other != agent && x * x + y * y < least * least) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool is_room(const scatter *c, const wend_agent_def *agent) {
    return shape_contains(&c->region, agent->position) && is_clear_of_others(c, agent) &&
           placing_is_clear(c->p->s, agent->position, agent->layer, agent->radius);
}

/* Areas in m2: ground where nobody stands yet, and places that could hold a centre. */
typedef struct free_area {
    double ground, centres;
} free_area;

static free_area survey(const scatter *c, uint32_t samples) {
    const placing *p = c->p;
    wend_agent_def probe = c->agents[0];
    uint32_t ground = 0, centres = 0;
    double wide = c->high.x - c->low.x, tall = c->high.y - c->low.y;
    for (uint32_t i = 0; i < samples; i++) {
        probe.position.x =
            c->low.x + wide * wend_random_uniform(p->s->seed, probe.key, i, PURPOSE_SAMPLE_X);
        probe.position.y =
            c->low.y + tall * wend_random_uniform(p->s->seed, probe.key, i, PURPOSE_SAMPLE_Y);
        probe.radius = 0.0;
        if (!is_room(c, &probe)) {
            continue;
        }
        ground++;
        probe.radius = c->agents[i % c->group->count].radius;
        centres += is_room(c, &probe);
    }
    double each = wide * tall / samples;
    return (free_area){ground * each, centres * each};
}

/* What the agents of the group cover, m2; discs of the spacing's diameter where that is wider. */
static double covered(const scatter *c) {
    double area = 0.0;
    for (uint32_t i = 0; i < c->group->count; i++) {
        double radius = c->agents[i].radius;
        radius = radius > c->spacing / 2.0 ? radius : c->spacing / 2.0;
        area += PI * radius * radius;
    }
    return area;
}

/* ---- Darts ----------------------------------------------------------------------------------- */

static void throw_at(const scatter *c, wend_agent_def *agent, uint64_t dart) {
    uint64_t seed = c->p->s->seed;
    agent->position.x =
        c->low.x + (c->high.x - c->low.x) * wend_random_uniform(seed, agent->key, dart, PURPOSE_X);
    agent->position.y =
        c->low.y + (c->high.y - c->low.y) * wend_random_uniform(seed, agent->key, dart, PURPOSE_Y);
}

/* Throws darts for one agent, with less and less distance; false when none hit. */
static bool throw_darts(scatter *c, wend_agent_def *agent) {
    uint64_t dart = 0;
    for (;;) {
        bool last = c->apart <= 0.0;
        for (uint32_t i = 0; i < (last ? DARTS_LAST : DARTS_PER_DISTANCE); i++) {
            throw_at(c, agent, dart++);
            if (is_apart(c, agent) && is_room(c, agent)) {
                return true;
            }
        }
        if (last) {
            return false;
        }
        c->apart *= SHRINK;
        bool least = c->apart < 2.0 * agent->radius || c->apart < c->spacing;
        if (c->pushing ? c->apart < LEAST_APART : least) {
            c->apart = 0.0;
        }
    }
}

static uint32_t throw_all(scatter *c) {
    uint32_t count = c->group->count;
    for (uint32_t i = 0; i < count; i++) {
        if (!throw_darts(c, &c->agents[i])) {
            return i;
        }
        bins_add(&c->near, i, c->agents[i].position);
    }
    return count;
}

/* ---- Pushing --------------------------------------------------------------------------------- */

/* Moves a pair that is too near apart, each by half; returns whether it was nearer than allowed. */
static bool push_pair(const scatter *c, uint32_t first, uint32_t second) {
    wend_agent_def *a = &c->agents[first], *b = &c->agents[second];
    double x = b->position.x - a->position.x, y = b->position.y - a->position.y;
    double least = least_apart(c, a, b), wanted = least * PUSH_SLACK, squared = x * x + y * y;
    if (squared >= wanted * wanted) {
        return false;
    }
    double distance = sqrt(squared);
    if (distance < 1e-9) { /* one on the other: any way will do */
        x = 1.0;
        y = 0.0;
        distance = 1.0;
        squared = 0.0;
    }
    double half = (wanted - sqrt(squared)) / 2.0 / distance;
    a->position.x -= x * half;
    a->position.y -= y * half;
    b->position.x += x * half;
    b->position.y += y * half;
    return squared < least * least;
}

static uint32_t push_around(const scatter *c, uint32_t agent) {
    uint32_t found = 0;
    bins_span span = bins_around(&c->near, c->agents[agent].position);
    for (uint32_t row = span.row_begin; row < span.row_end; row++) {
        for (uint32_t column = span.column_begin; column < span.column_end; column++) {
            for (uint32_t i = bins_first(&c->near, column, row); i != BINS_END;
                 i = c->near.next[i]) {
                found += i > agent && push_pair(c, agent, i);
            }
        }
    }
    return found;
}

/* Out of those who were placed before. */
static bool push_off_others(const scatter *c, wend_agent_def *agent) {
    uint32_t found = c->p->s->allow_overlap ? UINT32_MAX
                                            : place_overlap(&c->p->grid, agent->position,
                                                            agent->radius, agent->layer, 0.0);
    if (found == UINT32_MAX) {
        return false;
    }
    const place_disc *other = &c->p->grid.discs[found];
    double x = agent->position.x - other->centre.x, y = agent->position.y - other->centre.y;
    double distance = sqrt(x * x + y * y), wanted = (agent->radius + other->radius) * PUSH_SLACK;
    if (distance < 1e-9) {
        x = 1.0;
        y = 0.0;
        distance = 1.0;
    }
    agent->position.x = other->centre.x + x / distance * wanted;
    agent->position.y = other->centre.y + y / distance * wanted;
    return true;
}

/* Out of the nearest wall. */
static bool push_off_wall(const scatter *c, wend_agent_def *agent) {
    const wend_scenario *s = c->p->s;
    wend_place place = {wend_space_to_local(s->space, agent->position), agent->layer};
    float radius = (float)agent->radius;
    wend_wall_hit hit = wend_space_closest_wall(s->space, place, radius, s->classes);
    if (hit.wall == WEND_NO_WALL || hit.distance >= radius || hit.distance <= 0.0F) {
        return false;
    }
    double x = (double)place.position.x - (double)hit.point.x;
    double y = (double)place.position.y - (double)hit.point.y;
    double missing = (agent->radius + WALL_SLACK - (double)hit.distance) / (double)hit.distance;
    agent->position.x += x * missing;
    agent->position.y += y * missing;
    return true;
}

/* Brings an agent back to where it may stand; true if it had to be moved. Off the ground it goes
 * back to `home`, where it could stand last. */
static bool settle(const scatter *c, wend_agent_def *agent, wend_point *home) {
    if (agent->position.x == home->x && agent->position.y == home->y) {
        return false;
    }
    bool moved = push_off_others(c, agent);
    for (uint32_t i = 0; i < SETTLINGS; i++) {
        moved |= push_off_wall(c, agent);
    }
    if (!shape_contains(&c->region, agent->position)) {
        agent->position = shape_nearest(&c->region, agent->position);
        moved = true;
    }
    const wend_scenario *s = c->p->s;
    wend_place place = {wend_space_to_local(s->space, agent->position), agent->layer};
    if (!wend_space_walkable(s->space, place, s->classes)) {
        agent->position = *home;
        return true;
    }
    if (!moved) {
        *home = agent->position;
    }
    return moved;
}

/* Pushes until nobody is too near, or it takes too long. */
static void push_all(scatter *c, wend_point *homes) {
    uint32_t count = c->group->count, rounds = WORK_MOST / (count + 1);
    rounds = rounds < ROUNDS_MOST ? rounds : ROUNDS_MOST;
    for (uint32_t round = 0; round < rounds; round++) {
        bins_clear(&c->near);
        for (uint32_t i = 0; i < count; i++) {
            bins_add(&c->near, i, c->agents[i].position);
        }
        uint32_t faults = 0;
        for (uint32_t i = 0; i < count; i++) {
            faults += push_around(c, i);
        }
        for (uint32_t i = 0; i < count; i++) {
            faults += settle(c, &c->agents[i], &homes[i]);
        }
        if (faults == 0) {
            return;
        }
    }
}

/* How many agents stand where they may, each looked at in turn. */
static uint32_t count_good(scatter *c) {
    uint32_t good = 0;
    bins_clear(&c->near);
    c->apart = 0.0;
    for (uint32_t i = 0; i < c->group->count; i++) {
        if (is_apart(c, &c->agents[i]) && is_room(c, &c->agents[i])) {
            bins_add(&c->near, i, c->agents[i].position);
            good++;
        }
    }
    return good;
}

/* ---- A group --------------------------------------------------------------------------------- */

/* Whether even the densest packing of discs, with centres anywhere in the box around the shape,
 * would not hold them. */
static bool is_beyond_packing(const scatter *c) {
    double wide = c->high.x - c->low.x + 2.0 * c->largest + c->spacing;
    double tall = c->high.y - c->low.y + 2.0 * c->largest + c->spacing;
    bool alone = c->p->s->allow_overlap && c->spacing <= 0.0;
    return !alone && c->group->count >= REFUSED_EARLY && covered(c) > DENSEST_COVER * wide * tall;
}

static void fail_to_fit(scatter *c, const node *random, uint32_t fitted) {
    free_area area = survey(c, SAMPLES_MOST);
    c->agents[0].position = c->low;
    if (area.ground <= 0.0 && placing_is_too_far(c->p, &c->agents[0], random)) {
        return;
    }
    if (is_beyond_packing(c)) {
        read_fail(
            c->p->r, random, WEND_ERROR_LIMIT,
            "%u agents have no room: %.3g m2 of walkable ground are free here, and they cover "
            "%.3g m2%s",
            c->group->count, area.ground, covered(c),
            c->spacing > 0.0 ? " with their spacing" : "");
        return;
    }
    read_fail(c->p->r, random, WEND_ERROR_LIMIT,
              "only %u of %u agents found room: %.3g m2 of walkable ground are free here, and they "
              "cover %.3g m2%s",
              fitted, c->group->count, area.ground, covered(c),
              c->spacing > 0.0 ? " with their spacing" : "");
}

/* How much of the room is covered: the shape is taken as a square that discs may stick out of. */
static double cover_of(const scatter *c, const free_area *area) {
    double side = sqrt(area->centres) + 2.0 * c->largest;
    return covered(c) / (side * side);
}

/* Darts that keep their distance; how many hit. */
static uint32_t throw_apart(scatter *c, const free_area *area) {
    double even = sqrt(4.0 * DART_COVER * area->centres / (PI * c->group->count));
    c->apart = even > c->spacing || c->pushing ? even : c->spacing;
    bins_clear(&c->near);
    return throw_all(c);
}

/* Darts that need not, pushed apart; how many stand well then. */
static uint32_t push_apart(scatter *c, const free_area *area) {
    uint32_t count = c->group->count;
    wend_point *homes = read_take(c->p->r, count, sizeof *homes);
    c->pushing = true;
    uint32_t hits = homes != NULL ? throw_apart(c, area) : 0;
    c->pushing = false;
    if (hits < count) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        homes[i] = c->agents[i].position;
    }
    push_all(c, homes);
    return count_good(c);
}

static void place_all(scatter *c, const node *random, const free_area *area) {
    double cover = c->p->s->allow_overlap && c->spacing <= 0.0 ? 0.0 : cover_of(c, area);
    uint32_t fitted = 0, count = c->group->count;
    if (area->centres > 0.0 && cover > JAM_COVER && cover < HOPELESS_COVER) {
        fitted = push_apart(c, area);
    }
    if (fitted < count) {
        uint32_t hits = throw_apart(c, area);
        fitted = hits > fitted ? hits : fitted;
        if (hits < count) {
            fail_to_fit(c, random, fitted);
        }
    }
    for (uint32_t i = 0; i < count && reader_ok(c->p->r); i++) {
        placing_keep(c->p, &c->agents[i]);
    }
}

static void find_room(scatter *c, const node *random) {
    uint32_t count = c->group->count;
    uint32_t samples = count < SAMPLES_MOST / 4 ? 4 * count : SAMPLES_MOST;
    free_area area = survey(c, samples < SAMPLES_LEAST ? SAMPLES_LEAST : samples);
    double cell = sqrt(4.0 * DART_COVER * area.centres / (PI * count));
    cell = fmax(fmax(cell, c->spacing), 2.0 * c->largest);
    if (!bins_init(&c->near, c->low, c->high, cell * PUSH_SLACK * PUSH_SLACK, count,
                   &c->p->s->tree.heap.allocator)) {
        read_fail(c->p->r, random, WEND_ERROR_MEMORY, "out of memory for %u agents", count);
        return;
    }
    place_all(c, random, &area);
    bins_free(&c->near);
}

void scatter_group(placing *p, const scenario_group *group, const node *random) {
    wend_point corners[2];
    scatter c = {.p = p, .group = group, .agents = &p->s->agents[group->first]};
    if (!placing_region(p->s, p->r, random, &format_random, corners, &c.region)) {
        return;
    }
    c.spacing = member_number(p->r, random, &format_random, "spacing", 0.0);
    shape_bounds(&c.region, &c.low, &c.high);
    for (uint32_t i = 0; i < group->count; i++) {
        double radius = placing_start(p, group, i)->radius;
        c.largest = radius > c.largest ? radius : c.largest;
    }
    if (reader_ok(p->r) && is_beyond_packing(&c)) {
        fail_to_fit(&c, random, 0);
    } else if (reader_ok(p->r)) {
        find_room(&c, random);
    }
}
