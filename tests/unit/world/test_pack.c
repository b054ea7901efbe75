/* Agents that change worlds: when they are packed in one world and unpacked in an identical one,
 * they continue as if they had not changed worlds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/random.h>
#include <wend/snapshot.h>
#include <wend/world.h>

#include "base/hash.h"
#include "support/floors.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { CROWD = 120, MOST = 400, HEADER_SIZE = 24 };

/* ---- Worlds ---------------------------------------------------------------------------------- */

typedef struct scene {
    const char *steer, *follow, *plan, *select;
    wend_space *(*space)(void);
    uint32_t threads;
    uint64_t seed;
    bool limited; /* goals have a small capacity */
} scene;

static double chance(uint64_t key, uint32_t purpose, double low, double high) {
    return low + (high - low) * (double)(wend_random_bits(11, key, 0, purpose) >> 11) * 0x1p-53;
}

static wend_world *make_with(const scene *s, wend_allocator allocator) {
    wend_world_def def = wend_default_world_def();
    def.space = s->space ? s->space() : worlds_open();
    def.threads = s->threads ? s->threads : 1;
    def.seed = s->seed;
    def.allocator = allocator;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.steer.name = s->steer ? s->steer : "orca";
    profile.follow.name = s->follow ? s->follow : "waypoint";
    profile.plan.name = s->plan ? s->plan : "straight";
    profile.select.name = s->select ? s->select : "given";
    profile.preferred_speed = wend_uniform(0.8, 1.6);
    profile.max_acceleration = wend_constant(3.0);
    worlds_add_profile(world, &profile);
    wend_goal goals[4];
    for (int i = 0; i < 4; i++) {
        wend_goal_def goal = wend_default_goal_def();
        wend_point at = {i % 2 ? 15.0 : 1.0, i / 2 ? 10.0 : 1.5};
        goal.points = &at;
        goal.point_count = 1;
        goal.shape = WEND_GOAL_DISC;
        goal.radius = 0.5;
        goal.capacity = s->limited ? 3 : 0;
        goals[i] = worlds_add_goal(world, &goal);
    }
    wend_goal_set set;
    ck_assert_int_eq(wend_world_add_goal_set(world, goals, 4, &set, NULL), WEND_OK);
    wend_point points[] = {{4.0, 6.0}, {8.0, 2.0}, {10.0, 9.0}};
    wend_path path;
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, 3, &path, NULL), WEND_OK);
    wend_group group;
    ck_assert_int_eq(wend_world_add_group(world, "friends", &group, NULL), WEND_OK);
    return world;
}

static wend_world *make(const scene *s) {
    return make_with(s, (wend_allocator){0});
}

static wend_agent add(wend_world *world, const scene *s, uint64_t key) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position = (wend_point){chance(key, 1, 0.8, 15.0), chance(key, 2, 0.8, 11.0)};
    def.radius = chance(key, 3, 0.15, 0.3);
    def.goal_set = (wend_goal_set){(uint64_t)1 << 32};
    if (!s->select || strcmp(s->select, "given") == 0) {
        def.goal = (wend_goal){(uint64_t)1 << 32 | key % 4};
    }
    def.path = key % 3 ? (wend_path){0} : (wend_path){(uint64_t)1 << 32};
    def.group = key % 5 ? (wend_group){0} : (wend_group){(uint64_t)1 << 32};
    return worlds_add(world, &def);
}

static uint8_t bytes[1 << 16];

/* Moves an agent from one world to another. */
static wend_agent migrate(wend_world *from, wend_world *to, uint64_t key) {
    wend_agent agent = wend_world_find_agent(from, key), out = {0};
    size_t size = wend_world_pack_agent(from, agent, bytes, sizeof bytes);
    ck_assert_uint_gt(size, HEADER_SIZE);
    ck_assert_uint_le(size, sizeof bytes);
    wend_error error = {.message = ""};
    ck_assert_int_eq(wend_world_remove_agent(from, agent, NULL), WEND_OK);
    ck_assert_msg(wend_world_unpack_agent(to, bytes, size, &out, &error) == WEND_OK, "%s",
                  error.message);
    ck_assert_uint_ne(out.value, 0);
    return out;
}

/* True if two agents have the same goal. A goal of their own may have another id in each world. */
static bool have_same_goal(const wend_world *one, wend_goal a, const wend_world *other, wend_goal b,
                           const char *selector) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    const void *entry = wend_registry_find(registry, WEND_KIND_SELECTOR, selector, NULL);
    bool is_own = entry && ((const wend_selector *)entry)->places_goals;
    wend_registry_destroy(registry);
    wend_point at = {0, 0}, there = {0, 0};
    return a.value == b.value || (is_own && wend_world_get_goal_position(one, a, &at, NULL) &&
                                  wend_world_get_goal_position(other, b, &there, NULL) &&
                                  at.x == there.x && at.y == there.y);
}

static void expect_equal(const wend_world *one, const wend_world *other, uint64_t key,
                         const char *what) {
    wend_agent a_id = wend_world_find_agent(one, key), b_id = wend_world_find_agent(other, key);
    ck_assert_msg((a_id.value == 0) == (b_id.value == 0), "%s: agent %llu", what,
                  (unsigned long long)key);
    if (a_id.value == 0) {
        return;
    }
    wend_agent_state a = worlds_state(one, a_id), b = worlds_state(other, b_id);
    ck_assert_msg(memcmp(&a.position, &b.position, sizeof a.position) == 0 &&
                      memcmp(&a.velocity, &b.velocity, sizeof a.velocity) == 0 &&
                      a.layer == b.layer && a.activity == b.activity && a.radius == b.radius &&
                      have_same_goal(one, a.goal, other, b.goal, what) &&
                      a.group.value == b.group.value && a.region == b.region &&
                      a.solve_status == b.solve_status,
                  "%s: agent %llu at (%g, %g) and (%g, %g), activities %d and %d", what,
                  (unsigned long long)key, a.position.x, a.position.y, b.position.x, b.position.y,
                  (int)a.activity, (int)b.activity);
}

/* ---- One agent ------------------------------------------------------------------------------- */

/* Moves the agent between two worlds every ten steps, and compares it with its counterpart, which
 * always stays in a third world. */
static void wander(const scene *s, const char *what) {
    wend_world *one = make(s), *pair[2] = {make(s), make(s)};
    int at = 0;
    add(one, s, 15);
    add(pair[0], s, 15);
    for (int step = 0; step < 70; step++) {
        worlds_step(one, 1);
        worlds_step(pair[0], 1);
        worlds_step(pair[1], 1);
        ck_assert_uint_eq(wend_world_agent_count(pair[1 - at]), 0);
        ck_assert_uint_eq(wend_world_agent_count(pair[at]), wend_world_agent_count(one));
        expect_equal(one, pair[at], 15, what);
        if (step % 10 == 3 && wend_world_agent_count(one) > 0) {
            migrate(pair[at], pair[1 - at], 15);
            at = 1 - at;
        }
    }
    wend_world_destroy(one);
    wend_world_destroy(pair[0]);
    wend_world_destroy(pair[1]);
}

/* test_pack_maps.c tests entries that need a map or a corridor. */
START_TEST(migrated_agent_continues_with_every_entry) {
    static const wend_kind kinds[] = {WEND_KIND_STEERING, WEND_KIND_FOLLOWER, WEND_KIND_PLANNER,
                                      WEND_KIND_SELECTOR};
    wend_registry *registry;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    uint32_t tried = 0;
    for (uint32_t k = 0; k < 4; k++) {
        for (uint32_t i = 0; i < wend_registry_count(registry, kinds[k]); i++) {
            const void *entry = wend_registry_get(registry, kinds[k], i);
            scene s = {.space = worlds_pillars};
            const char *name = ((const wend_entry *)entry)->name;
            if (kinds[k] == WEND_KIND_STEERING) {
                s.steer = name;
            } else if (kinds[k] == WEND_KIND_FOLLOWER) {
                s.follow = name;
            } else if (kinds[k] == WEND_KIND_PLANNER) {
                s.plan = name;
                bool guides = ((const wend_planner *)entry)->gives & WEND_ROUTE_FIELD;
                s.follow = guides ? "gradient" : NULL;
            } else {
                s.select = name;
            }
            bool needs = (s.steer && ((const wend_steering *)entry)->needs != 0) ||
                         (kinds[k] == WEND_KIND_FOLLOWER &&
                          (((const wend_follower *)entry)->needs &
                           ~(uint32_t)(WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS))) ||
                         (s.plan && ((const wend_planner *)entry)->map_count > 0);
            s.space = s.plan && strcmp(name, "auto") == 0 ? worlds_open : worlds_pillars;
            if (!needs) {
                wander(&s, name);
                tried++;
            }
        }
    }
    ck_assert_uint_ge(tried, 18);
    wend_registry_destroy(registry);
}
END_TEST

/* An agent keeps its attributes and parameters when it moves into a world that has no attributes or
 * parameters yet. An agent without attributes can move into a world that has some. */
START_TEST(migrated_agent_keeps_attributes_and_parameters) {
    scene s = {.steer = "orca"};
    wend_world *one = make(&s), *pair[2] = {make(&s), make(&s)};
    wend_world *with[] = {one, pair[0]};
    for (int i = 0; i < 2; i++) {
        wend_world *w = with[i];
        wend_agent agent = add(w, &s, 7);
        add(w, &s, 8);
        wend_world_set_agent_radius(w, agent, 0.4, NULL);
        wend_world_set_agent_max_speed(w, agent, 1.1, NULL);
        wend_world_set_agent_priority(w, agent, -3, NULL);
        wend_world_set_agent_label(w, agent, "leader", NULL);
        wend_world_set_agent_user(w, agent, 99, NULL);
        ck_assert_int_eq(
            wend_world_set_agent_param(w, agent, WEND_KIND_STEERING, "horizon", 1.5, NULL),
            WEND_OK);
    }
    for (int step = 0; step < 60; step++) {
        worlds_step(one, 1);
        worlds_step(pair[0], 1);
        worlds_step(pair[1], 1);
        int at = step >= 10 && step < 30; /* the agents move to pair[1] and back */
        expect_equal(one, pair[at], 7, "attributes");
        expect_equal(one, pair[at], 8, "attributes");
        wend_agent_attributes a, b;
        ck_assert(wend_world_get_agent_attributes(one, wend_world_find_agent(one, 7), &a));
        ck_assert(
            wend_world_get_agent_attributes(pair[at], wend_world_find_agent(pair[at], 7), &b));
        ck_assert_str_eq(b.label, "leader");
        ck_assert(a.user == 99 && b.user == 99 && b.priority == -3 && a.max_speed == b.max_speed &&
                  a.preferred_speed == b.preferred_speed &&
                  a.max_acceleration == b.max_acceleration && a.class_mask == b.class_mask);
        if (step == 9 || step == 29) {
            migrate(pair[at], pair[1 - at],
                    step == 9 ? 8
                              : 7); /* on the first move, the agent without attributes goes first */
            migrate(pair[at], pair[1 - at], step == 9 ? 7 : 8);
        }
    }
    wend_world_destroy(one);
    wend_world_destroy(pair[0]);
    wend_world_destroy(pair[1]);
}
END_TEST

/* ---- A crowd in two worlds ------------------------------------------------------------------- */

static uint32_t ghosts_of(const wend_world *world, wend_ghost_def *out) {
    static wend_agent_state states[MOST];
    uint32_t count = wend_world_get_agents(world, states, MOST), found = 0;
    for (uint32_t i = 0; i < count; i++) {
        found += wend_world_get_agent_ghost(world, states[i].agent, &out[found]);
    }
    return found;
}

/* Moves agents that have crossed the border to the other world, then sets the agents of each world
 * as ghosts in the other. */
static uint32_t exchange(wend_world *halves[2], double border) {
    static wend_ghost_def ghosts[2][MOST];
    static wend_agent_state states[MOST];
    uint32_t counts[2], moved = 0;
    counts[0] = counts[1] = 0;
    for (int i = 0; i < 2; i++) {
        uint32_t count = ghosts_of(halves[i], ghosts[i]);
        for (uint32_t k = 0; k < count;
             k++) { /* from now on, agents that have crossed the border belong to the other world */
            int owner = ghosts[i][k].position.x < border ? 0 : 1;
            ghosts[i][counts[i]] = ghosts[i][k];
            counts[i] += owner == i;
        }
    }
    for (int i = 0; i < 2; i++) {
        uint32_t count = wend_world_get_agents(halves[i], states, MOST);
        for (uint32_t k = 0; k < count; k++) {
            if ((states[k].position.x < border ? 0 : 1) != i) {
                wend_ghost_def *ghost = &ghosts[1 - i][counts[1 - i]++];
                ck_assert(wend_world_get_agent_ghost(halves[i], states[k].agent, ghost));
                migrate(halves[i], halves[1 - i], states[k].key);
                moved++;
            }
        }
    }
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(wend_world_set_ghosts(halves[i], ghosts[1 - i], counts[1 - i], NULL),
                         WEND_OK);
    }
    return moved;
}

static const char *const models[] = {"direct", "orca", "orca_segment", "orca_arc", "vo",
                                     "rvo",    "hrvo", "gvo",          "relax"};
enum { MODELS = sizeof models / sizeof *models };

START_TEST(divided_crowd_with_migration_moves_as_in_one_world) {
    scene s = {.steer = models[_i], .space = worlds_pillars, .threads = 2};
    s.follow = _i % 2 ? "portal" : "waypoint";
    wend_world *one = make(&s), *halves[2] = {make(&s), make(&s)};
    uint32_t moved = 0;
    for (uint64_t key = 1; key <= CROWD; key++) {
        double x = chance(key, 1, 0.8, 15.0), y = chance(key, 2, 0.8, 11.0);
        bool in_pillar = fabs(fabs(x - 10.0) - 3.0) < 0.9 && fabs(fabs(y - 6.0) - 2.0) < 0.9;
        if (!in_pillar) {
            add(one, &s, key);
            add(halves[0], &s, key); /* those beyond the border move to halves[1] after step 1 */
        }
    }
    for (int step = 0; step < 60; step++) {
        worlds_step(one, 1);
        worlds_step(halves[0], 1);
        worlds_step(halves[1], 1);
        ck_assert_uint_eq(wend_world_agent_count(one),
                          wend_world_agent_count(halves[0]) + wend_world_agent_count(halves[1]));
        for (uint64_t key = 1; key <= CROWD; key++) {
            bool left = wend_world_find_agent(halves[0], key).value != 0;
            expect_equal(one, halves[left ? 0 : 1], key, s.steer);
        }
        moved += exchange(halves, 8.0);
        if (step % 9 == 5) { /* with queued agents, and with ghosts set */
            wend_world *loaded = worlds_reload(halves[step % 2], NULL);
            wend_world_destroy(halves[step % 2]);
            halves[step % 2] = loaded;
        }
    }
    ck_assert_uint_gt(moved, CROWD / 2);
    wend_world_destroy(one);
    wend_world_destroy(halves[0]);
    wend_world_destroy(halves[1]);
}
END_TEST

/* ---- Connections ----------------------------------------------------------------------------- */

/* An agent is packed while it is on a ladder, and leaves the ladder at the same time as without
 * packing. */
START_TEST(migrated_agent_leaves_connection_after_its_duration) {
    wend_connection_def ladder = floors_ladder(5, 5, 4.0);
    wend_world *worlds[3];
    for (int i = 0; i < 3; i++) {
        worlds[i] = floors_world(floors_space(2, false, &ladder, 1), "sight", "direct", 1);
        wend_point point = {9, 5};
        wend_goal_def def = wend_default_goal_def();
        def.points = &point;
        def.point_count = 1;
        def.layer = 1;
        wend_goal goal = worlds_add_goal(worlds[i], &def);
        wend_agent_def agent = wend_default_agent_def();
        agent.key = 9;
        agent.position = (wend_point){4.0, 5.0};
        agent.goal = goal;
        if (i < 2) {
            worlds_add(worlds[i], &agent);
        }
    }
    bool crossed = false;
    for (int step = 0; step < 120; step++) {
        for (int i = 0; i < 3; i++) {
            worlds_step(worlds[i], 1);
        }
        if (step == 20) {
            crossed = worlds_state(worlds[1], wend_world_find_agent(worlds[1], 9)).activity ==
                      WEND_ACTIVITY_CROSSING;
            migrate(worlds[1], worlds[2], 9);
        } else {
            expect_equal(worlds[0], worlds[step < 20 ? 1 : 2], 9, "ladder");
        }
    }
    ck_assert(crossed);
    ck_assert_uint_eq(wend_world_get_stats(worlds[2]).arrivals, 1);
    for (int i = 0; i < 3; i++) {
        wend_world_destroy(worlds[i]);
    }
}
END_TEST

/* ---- Claims of an agent ---------------------------------------------------------------------- */

START_TEST(unpacked_agent_claims_free_capacity) {
    scene s = {.steer = "direct", .limited = true};
    wend_world *from = make(&s), *to = make(&s);
    const uint64_t own[] = {4, 8}, other[] = {12, 16}; /* all have goal 0, which has room for 3 */
    add(from, &s, own[0]);
    add(from, &s, own[1]);
    add(to, &s, other[0]);
    add(to, &s, other[1]);
    worlds_step(from, 2);
    worlds_step(to, 2);
    const wend_view *view = wend_world_view(to);
    ck_assert_uint_eq(wend_view_goal_capacity_left(view, 0), 1);
    migrate(from, to, own[0]);
    migrate(from, to, own[1]);
    ck_assert_uint_eq(wend_view_goal_capacity_left(wend_world_view(to), 0),
                      0); /* the first agent takes the last capacity immediately */
    worlds_step(to, 1);
    worlds_step(from, 1);
    ck_assert_uint_eq(wend_view_goal_capacity_left(wend_world_view(from), 0), 3);
    wend_agent_state first = worlds_state(to, wend_world_find_agent(to, own[0]));
    wend_agent_state second = worlds_state(to, wend_world_find_agent(to, own[1]));
    ck_assert_int_eq(first.activity, WEND_ACTIVITY_WALKING);
    ck_assert(second.activity != WEND_ACTIVITY_WALKING ||
              second.goal.value != first.goal.value); /* the second waits, or takes another goal */
    wend_world_destroy(from);
    wend_world_destroy(to);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

static void refuse(wend_world *world, size_t size, wend_result code, const char *text) {
    wend_error error = {.message = ""};
    wend_agent out = {0};
    uint64_t hash = wend_world_hash(world);
    ck_assert_int_eq(wend_world_unpack_agent(world, bytes, size, &out, &error), code);
    ck_assert_msg(strstr(error.message, text) != NULL, "%s", error.message);
    ck_assert_uint_eq(out.value, 0);
    ck_assert_uint_eq(wend_world_hash(world), hash);
}

START_TEST(refuses_agent_of_a_different_world) {
    scene s = {0};
    wend_world *from = make(&s);
    wend_agent agent = add(from, &s, 15);
    ck_assert_uint_eq(wend_world_pack_agent(from, agent, NULL, 0), 0); /* still queued */
    ck_assert_uint_eq(wend_world_pack_agent(from, (wend_agent){0}, NULL, 0), 0);
    worlds_step(from, 5);
    size_t size = wend_world_pack_agent(from, agent, NULL, 0);
    memset(bytes, 0x5a, sizeof bytes);
    ck_assert_uint_eq(wend_world_pack_agent(from, agent, bytes, size - 1), size);
    ck_assert_uint_eq(bytes[0], 0x5a); /* if the array is too small, nothing is written */
    ck_assert_uint_eq(wend_world_pack_agent(from, agent, bytes, sizeof bytes), size);
    refuse(from, size, WEND_ERROR_NAME, "its key 15 is in use");
    const scene others[] = {
        {.seed = 5}, {.space = worlds_pillars}, {.steer = "rvo"}, {.limited = true}};
    const char *const texts[] = {"the seed", "the space", "profile", "goal"};
    for (int i = 0; i < 4; i++) {
        wend_world *to = make(&others[i]);
        refuse(to, size, WEND_ERROR_NAME, texts[i]);
        worlds_step(to, 2);
        wend_world_destroy(to);
    }
    wend_world *empty = worlds_make(worlds_open(), NULL);
    refuse(empty, size, WEND_ERROR_NAME, "profile");
    wend_world_destroy(empty);
    wend_world_destroy(from);
}
END_TEST

START_TEST(refuses_truncated_bytes_and_any_damaged_byte) {
    scene s = {.follow = "portal"};
    wend_world *from = make(&s), *to = make(&s);
    add(from, &s, 15);
    worlds_step(from, 5);
    size_t size = wend_world_pack_agent(from, wend_world_find_agent(from, 15), bytes, sizeof bytes);
    for (size_t cut = 0; cut < size; cut++) {
        refuse(to, cut, WEND_ERROR_FORMAT, "packed agent");
    }
    for (size_t at = 0; at < size; at++) {
        bytes[at] ^= 0x10;
        refuse(to, size, WEND_ERROR_FORMAT, "packed agent");
        bytes[at] ^= 0x10;
    }
    ck_assert_int_eq(wend_world_unpack_agent(to, bytes, size, NULL, NULL), WEND_OK);
    worlds_step(to, 3);
    wend_world_destroy(from);
    wend_world_destroy(to);
}
END_TEST

/* If the checksum matches, validation must detect the damage, or the damage must do no harm. */
START_TEST(survives_damage_with_a_matching_checksum) {
    scene s = {.select = "nearest", .limited = true};
    wend_world *from = make(&s), *to = make(&s);
    add(from, &s, 15);
    worlds_step(from, 12);
    wend_agent agent = wend_world_find_agent(from, 15);
    size_t size = wend_world_pack_agent(from, agent, bytes, sizeof bytes);
    uint8_t *whole = malloc(size);
    memcpy(whole, bytes, size);
    uint32_t refused = 0, taken = 0;
    for (uint64_t round = 0; round < 4000; round++) {
        memcpy(bytes, whole, size);
        size_t length = size;
        for (uint32_t k = 0; k <= round % 3; k++) {
            uint64_t bits = wend_random_bits(5, round, k, 0);
            bytes[HEADER_SIZE + bits % (size - HEADER_SIZE)] = (uint8_t)(bits >> 56);
        }
        if (round % 11 == 6) {
            length = HEADER_SIZE + wend_random_bits(6, round, 0, 0) % (size - HEADER_SIZE);
        }
        uint32_t version; /* of the format */
        memcpy(&version, bytes + 8, sizeof version);
        uint64_t checksum = hash_bytes(bytes + HEADER_SIZE, length - HEADER_SIZE, version);
        memcpy(bytes + 16, &checksum, sizeof checksum);
        wend_error error = {0};
        wend_agent out;
        wend_result result = wend_world_unpack_agent(to, bytes, length, &out, &error);
        ck_assert(result == WEND_OK || result == WEND_ERROR_FORMAT || result == WEND_ERROR_NAME);
        if (result == WEND_OK) {
            taken++;
            wend_result stepped = wend_world_step(to, 2, &error);
            ck_assert(stepped == WEND_OK || stepped == WEND_ERROR_NUMBER);
            ck_assert_int_eq(wend_world_remove_agent(to, out, NULL), WEND_OK);
            wend_world_step(to, 1, &error);
            if (stepped != WEND_OK) { /* the damaged velocity leads too far */
                wend_world_destroy(to);
                to = make(&s);
            }
        } else {
            refused++;
            ck_assert_uint_gt(strlen(error.message), 10);
        }
    }
    ck_assert_uint_gt(refused, 400);
    ck_assert_uint_gt(taken, 200);
    free(whole);
    wend_world_destroy(from);
    wend_world_destroy(to);
}
END_TEST

/* Keys that a world chose are also kept, and new keys continue after them. */
START_TEST(automatic_keys_stay_unique) {
    scene s = {0};
    wend_world *from = make(&s), *to = make(&s);
    for (int i = 0; i < 3; i++) {
        add(from, &s, 0);
    }
    add(to, &s, 0);
    worlds_step(from, 1);
    worlds_step(to, 1);
    wend_agent_state states[5];
    ck_assert_uint_eq(wend_world_get_agents(from, states, 5), 3);
    size_t size = wend_world_pack_agent(from, states[0].agent, bytes, sizeof bytes);
    refuse(to, size, WEND_ERROR_NAME, "is in use");
    size = wend_world_pack_agent(from, states[2].agent, bytes, sizeof bytes);
    ck_assert_int_eq(wend_world_unpack_agent(to, bytes, size, NULL, NULL), WEND_OK);
    refuse(to, size, WEND_ERROR_NAME, "is in use"); /* queued */
    add(to, &s, 0);
    worlds_step(to, 1);
    uint32_t count = wend_world_get_agents(to, states, 5);
    ck_assert_uint_eq(count, 3);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            ck_assert_uint_ne(states[i].key, states[k].key);
        }
    }
    wend_world_destroy(from);
    wend_world_destroy(to);
}
END_TEST

/* ---- Memory ---------------------------------------------------------------------------------- */

START_TEST(running_out_of_memory_changes_nothing) {
    scene s = {.select = "nearest", .limited = true};
    wend_world *from = make(&s);
    for (uint64_t key = 1; key <= 40; key++) {
        add(from, &s, key);
    }
    worlds_step(from, 6);
    uint64_t expected = 0;
    bool failed = true;
    for (unsigned long at = 0; failed; at++) {
        worlds_heap heap = {0};
        wend_world *to = make_with(&s, worlds_allocator(&heap));
        add(to, &s, 77);
        worlds_step(to, 6);
        heap.fails_at = at ? heap.calls + at : 0;
        failed = at == 0;
        for (uint64_t key = 1; key <= 40;) {
            size_t size =
                wend_world_pack_agent(from, wend_world_find_agent(from, key), bytes, sizeof bytes);
            wend_result result = wend_world_unpack_agent(to, bytes, size, NULL, NULL);
            ck_assert(result == WEND_OK || result == WEND_ERROR_MEMORY);
            failed = failed || result != WEND_OK;
            key += result == WEND_OK;
        }
        ck_assert_uint_lt(at, 300);
        heap.fails_at = 0;
        worlds_step(to, 4);
        expected = at ? expected : wend_world_hash(to);
        ck_assert_uint_eq(wend_world_hash(to), expected);
        wend_world_destroy(to);
        ck_assert_uint_eq(heap.held, 0);
    }
    wend_world_destroy(from);
}
END_TEST

/* Agents that move back and forth do not increase memory use. */
START_TEST(migration_does_not_leak) {
    scene s = {.steer = "direct"};
    wend_world *pair[2] = {make(&s), make(&s)};
    for (uint64_t key = 1; key <= 40; key += 3) {
        add(pair[0], &s, key);
    }
    worlds_step(pair[0], 1);
    worlds_step(pair[1], 1);
    size_t held = 0;
    for (int round = 0; round < 400; round++) {
        for (uint64_t key = 1; key <= 40; key += 3) {
            migrate(pair[round % 2], pair[1 - round % 2], key);
        }
        worlds_step(pair[0], 1);
        worlds_step(pair[1], 1);
        size_t now =
            wend_world_get_memory_use(pair[0]).held + wend_world_get_memory_use(pair[1]).held;
        held = round == 300 ? now : held; /* all have arrived: the grid no longer changes */
    }
    ck_assert_uint_eq(
        wend_world_get_memory_use(pair[0]).held + wend_world_get_memory_use(pair[1]).held, held);
    wend_world_destroy(pair[0]);
    wend_world_destroy(pair[1]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("world/pack");
    TCase *tests = tcase_create("pack");
    tcase_set_timeout(tests, SUITE_TIMEOUT);
    tcase_add_test(tests, migrated_agent_continues_with_every_entry);
    tcase_add_test(tests, migrated_agent_keeps_attributes_and_parameters);
    tcase_add_loop_test(tests, divided_crowd_with_migration_moves_as_in_one_world, 0, MODELS);
    tcase_add_test(tests, migrated_agent_leaves_connection_after_its_duration);
    tcase_add_test(tests, unpacked_agent_claims_free_capacity);
    tcase_add_test(tests, refuses_agent_of_a_different_world);
    tcase_add_test(tests, refuses_truncated_bytes_and_any_damaged_byte);
    tcase_add_test(tests, survives_damage_with_a_matching_checksum);
    tcase_add_test(tests, automatic_keys_stay_unique);
    tcase_add_test(tests, running_out_of_memory_changes_nothing);
    tcase_add_test(tests, migration_does_not_leak);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
