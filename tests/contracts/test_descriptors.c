/* Descriptors and defs begin with their size and version, so they can grow without breaking
 * programs that were compiled earlier. test_descriptor_user.c checks that `user` is passed to all
 * functions. */
#include "contract.h"

/* ---- Defs ------------------------------------------------------------------------------------ */

START_TEST(default_defs_begin_with_their_size) {
    const uint32_t sizes[9][2] = {{wend_default_world_def().size, sizeof(wend_world_def)},
                                  {wend_default_profile_def().size, sizeof(wend_profile_def)},
                                  {wend_default_goal_def().size, sizeof(wend_goal_def)},
                                  {wend_default_obstacle_def().size, sizeof(wend_obstacle_def)},
                                  {wend_default_agent_def().size, sizeof(wend_agent_def)},
                                  {wend_default_ghost_def().size, sizeof(wend_ghost_def)},
                                  {wend_default_belt_def().size, sizeof(wend_belt_def)},
                                  {wend_default_space_def().size, sizeof(wend_space_def)},
                                  {wend_default_path_def().size, sizeof(wend_path_def)}};
    for (int i = 0; i < 9; i++) {
        ck_assert_uint_eq(sizes[i][0], sizes[i][1]);
    }
    ck_assert_uint_eq(wend_interface(), WEND_INTERFACE);
}
END_TEST

START_TEST(refuses_defs_without_a_size_or_from_newer_headers) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_goal_def goal = wend_default_goal_def();
    wend_profile_def profile = wend_default_profile_def();
    wend_goal id = {0};
    goal.size = 0;
    CONTRACT_REFUSED(wend_world_add_goal(world, &goal, &id, &contract_error), WEND_ERROR_INVALID,
                     "wend_default_goal_def()");
    goal.size = (uint32_t)sizeof goal + 8;
    CONTRACT_REFUSED(wend_world_add_goal(world, &goal, &id, &contract_error), WEND_ERROR_INVALID,
                     "wend_goal_def");
    profile.size = 3;
    CONTRACT_REFUSED(wend_world_add_profile(world, &profile, NULL, &contract_error),
                     WEND_ERROR_INVALID, "wend_default_profile_def()");
    ck_assert_uint_eq(id.value, 0);
    wend_world_destroy(world);
}
END_TEST

/* Uses two defs like those of a program that was compiled before wend_agent_def had the attributes.
 * The memory ends where these defs end, so that the address sanitizer detects any read beyond them.
 */
START_TEST(fills_missing_fields_of_smaller_defs_with_defaults) {
    const size_t size = offsetof(wend_agent_def, preferred_speed);
    wend_world *world = contract_world(contract_open(), NULL, 1);
    contract_profile(world, "direct");
    char *bytes = (char *)malloc(2 * size);
    for (int i = 0; i < 2; i++) {
        wend_agent_def def;
        wend_agent_def_init(&def, size);
        ck_assert_uint_eq(def.size, size);
        def.key = (uint64_t)i + 5;
        def.position = contract_point(3.0 * i, 1);
        memcpy(bytes + (size_t)i * size, &def, size);
    }
    ck_assert_ptr_eq(wend_def_at(bytes, 1), bytes + size);
    wend_agent agents[2];
    CONTRACT_OK(wend_world_add_agents(world, (const wend_agent_def *)(const void *)bytes, 2, agents,
                                      &contract_error));
    free(bytes);
    contract_step(world, 1);
    for (int i = 0; i < 2; i++) {
        wend_agent_attributes a;
        ck_assert(wend_world_get_agent_attributes(world, agents[i], &a));
        ck_assert_uint_eq(contract_state(world, agents[i]).key, (uint64_t)i + 5);
        ck_assert_double_eq(contract_state(world, agents[i]).position.x, 3.0 * i);
        ck_assert(a.preferred_speed == 1.0F && a.class_mask == WEND_ALL_CLASSES && a.user == 0);
    }
    wend_world_destroy(world);
}
END_TEST

/* ---- Descriptors ----------------------------------------------------------------------------- */

static void steer_east(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes) {
    (void)intents;
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        outcomes[i - agents->first] = contract_outcome(view, contract_vec(1.0F, 0.0F));
    }
}

static wend_steering make_steering(const char *name) {
    wend_steering model;
    memset(&model, 0, sizeof model);
    contract_head(&model.stage.entry, sizeof model, name);
    model.steer = steer_east;
    return model;
}

START_TEST(refuses_descriptors_of_another_interface_or_size) {
    wend_registry *registry = contract_registry();
    wend_steering model = make_steering("east");
    uint32_t before = wend_registry_count(registry, WEND_KIND_STEERING);
    model.stage.entry.version = WEND_INTERFACE + 1;
    CONTRACT_REFUSED(
        wend_registry_add(registry, WEND_KIND_STEERING, &model.stage.entry, &contract_error),
        WEND_ERROR_INVALID, "interface");
    model.stage.entry.version = WEND_INTERFACE;
    model.stage.entry.size = (uint32_t)sizeof model + 8;
    CONTRACT_REFUSED(
        wend_registry_add(registry, WEND_KIND_STEERING, &model.stage.entry, &contract_error),
        WEND_ERROR_INVALID, "east");
    model.stage.entry.size = 0;
    CONTRACT_REFUSED(
        wend_registry_add(registry, WEND_KIND_STEERING, &model.stage.entry, &contract_error),
        WEND_ERROR_INVALID, "");
    ck_assert_uint_eq(wend_registry_count(registry, WEND_KIND_STEERING), before);
    wend_registry_destroy(registry);
}
END_TEST

/* Uses a descriptor like that of a plug-in that was compiled before wend_steering had `propose`.
 * The memory ends where the descriptor ends. */
START_TEST(fills_missing_fields_of_smaller_descriptors_with_zeros) {
    const size_t size = offsetof(wend_steering, propose);
    wend_steering model = make_steering("east");
    void *cut = malloc(size);
    wend_registry *registry = contract_registry();
    model.stage.entry.size = (uint32_t)size;
    memcpy(cut, &model, size);
    contract_register(registry, WEND_KIND_STEERING, (const wend_entry *)cut);
    wend_world *world = contract_world(contract_open(), registry, 1);
    contract_profile(world, "east");
    wend_goal none = {0};
    wend_agent agent = contract_agent(world, 1, 0, 0, none);
    contract_step(world, 10);
    ck_assert_double_eq_tol(contract_state(world, agent).position.x, 1.0, 1e-5);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
    free(cut);
}
END_TEST

int main(void) {
    CONTRACT("contracts/descriptors", default_defs_begin_with_their_size,
             refuses_defs_without_a_size_or_from_newer_headers,
             fills_missing_fields_of_smaller_defs_with_defaults,
             refuses_descriptors_of_another_interface_or_size,
             fills_missing_fields_of_smaller_descriptors_with_zeros);
}
