/* Migration: a crowd is divided between two worlds at a border. Agents are packed and unpacked when
 * they cross it, and each world sees the agents of the other as ghosts. The crowd moves exactly as
 * in one world. */
/* label: threads */
#include <wend/snapshot.h>

#include "contract.h"

enum { CROWD = 80, STEPS = 60, MOST_BYTES = 1 << 14 };

static const double border = 8.0; /* m: the first world owns the ground where x is less than this */

/* ---- Worlds ---------------------------------------------------------------------------------- */

static wend_world *make_world(const char *steer, uint32_t threads, uint64_t seed) {
    wend_world_def def = wend_default_world_def();
    wend_world *world = NULL;
    def.space = contract_room(16, 12, NULL, 0);
    def.seed = seed;
    def.threads = threads;
    CONTRACT_OK(wend_world_create(&def, &world, &contract_error));
    wend_space_release(def.space);
    wend_profile_def profile = contract_profile_def(steer);
    profile.preferred_speed = wend_uniform(0.8, 1.6);
    profile.max_acceleration = wend_constant(4.0);
    contract_add_profile(world, &profile);
    return world;
}

static void add_goals(wend_world *world, wend_goal goals[4]) {
    for (int i = 0; i < 4; i++) {
        double x = i % 2 ? 15.0 : 1.0, y = i / 2 ? 11.0 : 1.0;
        goals[i] = contract_goal(world, x, y, 0, WEND_ON_ARRIVAL_LEAVE);
    }
}

static wend_agent add_agent(wend_world *world, uint64_t key, const wend_goal goals[4]) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position.x = contract_random(key, 1, 0.5, 15.5);
    def.position.y = contract_random(key, 2, 0.5, 11.5);
    def.radius = contract_random(key, 3, 0.15, 0.3);
    def.goal = goals[key % 4];
    return contract_add(world, &def);
}

/* Moves an agent to another world. */
static void migrate(wend_world *from, wend_world *to, wend_agent agent) {
    unsigned char bytes[MOST_BYTES];
    size_t size = wend_world_pack_agent(from, agent, NULL, 0);
    ck_assert_uint_gt(size, 0);
    ck_assert_uint_le(size, sizeof bytes);
    ck_assert_uint_eq(wend_world_pack_agent(from, agent, bytes, sizeof bytes), size);
    wend_agent out = {0};
    CONTRACT_OK(wend_world_unpack_agent(to, bytes, size, &out, &contract_error));
    ck_assert_uint_ne(out.value, 0);
    CONTRACT_OK(wend_world_remove_agent(from, agent, &contract_error));
}

/* Called before each step. Moves every agent to the world that owns its position, and gives the
 * other world a ghost of it. Returns how many agents moved to another world. */
static uint32_t exchange(wend_world *const halves[2]) {
    static wend_agent_state states[CROWD];
    static wend_ghost_def ghosts[2][CROWD];
    uint32_t counts[2] = {0, 0}, moved = 0;
    for (int i = 0; i < 2; i++) {
        uint32_t count = wend_world_get_agents(halves[i], states, CROWD);
        for (uint32_t k = 0; k < count; k++) {
            int owner = states[k].position.x < border ? 0 : 1;
            wend_ghost_def *ghost = &ghosts[1 - owner][counts[1 - owner]++];
            ck_assert(wend_world_get_agent_ghost(halves[i], states[k].agent, ghost));
            if (owner != i) {
                migrate(halves[i], halves[owner], states[k].agent);
                moved++;
            }
        }
    }
    for (int i = 0; i < 2; i++) {
        CONTRACT_OK(wend_world_set_ghosts(halves[i], ghosts[i], counts[i], &contract_error));
    }
    return moved;
}

static void expect_equal(const wend_world *whole, wend_world *const halves[2], const char *what) {
    for (uint64_t key = 1; key <= CROWD; key++) {
        wend_agent one = wend_world_find_agent(whole, key);
        int half = wend_world_find_agent(halves[0], key).value ? 0 : 1;
        wend_agent other = wend_world_find_agent(halves[half], key);
        ck_assert_int_eq(one.value != 0, other.value != 0);
        if (one.value != 0) {
            wend_agent_state a = contract_state(whole, one);
            wend_agent_state b = contract_state(halves[half], other);
            ck_assert_msg(memcmp(&a.position, &b.position, sizeof a.position) == 0 &&
                              memcmp(&a.velocity, &b.velocity, sizeof a.velocity) == 0 &&
                              a.activity == b.activity && a.radius == b.radius,
                          "%s: agent %d at (%g, %g) and (%g, %g)", what, (int)key, a.position.x,
                          a.position.y, b.position.x, b.position.y);
        }
    }
}

/* ---- Tests ----------------------------------------------------------------------------------- */

START_TEST(crowd_divided_between_worlds_moves_as_in_one_world) {
    static const char *const models[3] = {"orca", "rvo", "gvo"};
    for (uint32_t m = 0; m < 3; m++) {
        wend_world *whole = make_world(models[m], 1, 3);
        wend_world *halves[2] = {make_world(models[m], 2, 3), make_world(models[m], 1, 3)};
        wend_goal goals[4];
        uint32_t moved = 0;
        add_goals(halves[1], goals);
        add_goals(halves[0], goals);
        add_goals(whole, goals);
        for (uint64_t key = 1; key <= CROWD; key++) {
            add_agent(whole, key, goals);
            add_agent(halves[0], key,
                      goals); /* all agents start here, and are divided after the first step */
        }
        for (int step = 0; step < STEPS; step++) {
            contract_step(whole, 1);
            contract_step(halves[0], 1);
            contract_step(halves[1], 1);
            ck_assert_uint_eq(wend_world_agent_count(whole), wend_world_agent_count(halves[0]) +
                                                                 wend_world_agent_count(halves[1]));
            expect_equal(whole, halves, models[m]);
            moved += exchange(halves);
        }
        ck_assert_uint_gt(moved,
                          CROWD / 2 + 10); /* agents also moved after the crowd was divided */
        ck_assert_uint_lt(wend_world_agent_count(whole), CROWD);
        wend_world_destroy(whole);
        wend_world_destroy(halves[0]);
        wend_world_destroy(halves[1]);
    }
}
END_TEST

/* Without ghosts of the agents in the other world, the same crowd moves differently. */
START_TEST(ghosts_are_avoided_but_not_counted) {
    uint64_t hashes[2];
    for (int with = 0; with < 2; with++) {
        wend_world *world = make_world("orca", 1, 3);
        wend_goal goals[4];
        add_goals(world, goals);
        wend_agent_def def = wend_default_agent_def();
        def.key = 1;
        def.position = contract_point(3, 1);
        def.goal = goals[1];
        contract_add(world, &def);
        wend_ghost_def ghost = wend_default_ghost_def();
        ghost.key = 2;
        ghost.position = contract_point(6, 1.05);
        ghost.velocity = contract_point(-1, 0);
        CONTRACT_OK(wend_world_set_ghosts(world, &ghost, (uint32_t)with, &contract_error));
        contract_step(world, 15);
        wend_agent found[4];
        ck_assert_uint_eq(wend_world_agent_count(world), 1);
        ck_assert_uint_eq(wend_world_find_agents_in_disc(world, ghost.position, 0.01, 0, found, 4),
                          0);
        ck_assert_uint_eq(wend_world_view(world)->body_count, 1 + (uint32_t)with);
        hashes[with] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    ck_assert_uint_ne(hashes[0], hashes[1]);
}
END_TEST

/* An agent moves from one otherwise empty world to another, and keeps everything that was set for
 * it. */
START_TEST(a_packed_agent_keeps_key_goal_and_attributes) {
    wend_world *from = make_world("orca", 1, 3), *to = make_world("orca", 1, 3);
    wend_goal goals[4];
    add_goals(to, goals);
    add_goals(from, goals);
    wend_agent agent = add_agent(from, 5, goals);
    CONTRACT_OK(wend_world_set_agent_label(from, agent, "guide", &contract_error));
    CONTRACT_OK(wend_world_set_agent_user(from, agent, 99, &contract_error));
    CONTRACT_OK(wend_world_set_agent_max_speed(from, agent, 1.125, &contract_error));
    contract_step(from, 5);
    wend_agent_state before = contract_state(from, agent);
    contract_step(to, 5);
    migrate(from, to, agent);
    contract_step(from, 1);
    contract_step(to, 1);
    ck_assert_uint_eq(wend_world_agent_count(from), 0);
    wend_agent there = wend_world_find_agent(to, 5);
    wend_agent_state after = contract_state(to, there);
    wend_agent_attributes attributes;
    ck_assert(wend_world_get_agent_attributes(to, there, &attributes));
    ck_assert_str_eq(attributes.label, "guide");
    ck_assert(attributes.user == 99 && attributes.max_speed == 1.125F);
    ck_assert_uint_eq(after.goal.value, goals[1].value);
    ck_assert(hypot(after.position.x - before.position.x, after.position.y - before.position.y) <
              0.2);
    wend_world_destroy(from);
    wend_world_destroy(to);
}
END_TEST

START_TEST(refuses_damaged_bytes_and_different_worlds) {
    wend_world *from = make_world("orca", 1, 3), *other = make_world("orca", 1, 4);
    wend_world *bare = make_world("orca", 1, 3);
    wend_goal goals[4];
    unsigned char bytes[MOST_BYTES];
    add_goals(other, goals);
    add_goals(from, goals);
    wend_agent agent = add_agent(from, 5, goals), out = {0};
    ck_assert_uint_eq(wend_world_pack_agent(from, agent, bytes, sizeof bytes),
                      0); /* the agent is still queued */
    contract_step(from, 1);
    size_t size = wend_world_pack_agent(from, agent, bytes, sizeof bytes);
    CONTRACT_REFUSED(wend_world_unpack_agent(other, bytes, size, &out, &contract_error),
                     WEND_ERROR_NAME, "seed");
    CONTRACT_REFUSED(wend_world_unpack_agent(bare, bytes, size, &out, &contract_error),
                     WEND_ERROR_NAME, "goal");
    CONTRACT_REFUSED(wend_world_unpack_agent(from, bytes, size, &out, &contract_error),
                     WEND_ERROR_NAME, "5"); /* the agent's key is in use */
    for (size_t at = 0; at < size; at += 7) {
        bytes[at] ^= 0x10;
        ck_assert_int_eq(wend_world_unpack_agent(from, bytes, size, &out, NULL), WEND_ERROR_FORMAT);
        bytes[at] ^= 0x10;
    }
    ck_assert_int_eq(wend_world_unpack_agent(from, bytes, size - 1, &out, NULL), WEND_ERROR_FORMAT);
    ck_assert_uint_eq(out.value, 0);
    wend_world_destroy(from);
    wend_world_destroy(other);
    wend_world_destroy(bare);
}
END_TEST

int main(void) {
    CONTRACT("contracts/migration", crowd_divided_between_worlds_moves_as_in_one_world,
             ghosts_are_avoided_but_not_counted, a_packed_agent_keeps_key_goal_and_attributes,
             refuses_damaged_bytes_and_different_worlds);
}
