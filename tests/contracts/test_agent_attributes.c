/* Agent attributes are sampled from the profile when an agent enters. They belong to the agent from
 * then on, do not change when its profile changes, and have setters for one agent and for many. */
#include "contract.h"

static wend_agent_attributes attributes_of(const wend_world *world, wend_agent agent) {
    wend_agent_attributes out;
    memset(&out, 0, sizeof out);
    ck_assert(wend_world_get_agent_attributes(world, agent, &out));
    return out;
}

static wend_goal add_east_goal(wend_world *world) {
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_DIRECTION;
    return contract_add_goal(world, &def);
}

/* ---- From the profile ------------------------------------------------------------------------ */

static wend_profile_def sampled_profile(double low, double high) {
    wend_profile_def def = contract_profile_def("direct");
    def.radius = wend_uniform(low, high);
    def.preferred_speed = wend_uniform(low, high);
    def.max_speed = wend_uniform(high, 2.0 * high);
    def.max_acceleration = wend_uniform(low, high);
    def.max_turn_rate = wend_uniform(low, high);
    return def;
}

static void expect_range(wend_agent_attributes a, double low, double high) {
    float least = (float)low, most = (float)high;
    ck_assert(a.radius >= least && a.radius <= most);
    ck_assert(a.preferred_speed >= least && a.preferred_speed <= most);
    ck_assert(a.max_speed >= most && a.max_speed <= 2.0F * most);
    ck_assert(a.max_acceleration >= least && a.max_acceleration <= most);
    ck_assert(a.max_turn_rate >= least && a.max_turn_rate <= most);
}

/* Compares only the sampled fields, because padding bytes may differ and the heading turns. */
static bool has_same_numbers(wend_agent_attributes a, wend_agent_attributes b) {
    return a.radius == b.radius && a.preferred_speed == b.preferred_speed &&
           a.max_speed == b.max_speed && a.max_acceleration == b.max_acceleration &&
           a.max_turn_rate == b.max_turn_rate;
}

START_TEST(agents_keep_sampled_values_when_their_profile_changes) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_profile_def def = sampled_profile(0.2, 0.4);
    contract_add_profile(world, &def);
    def = sampled_profile(0.6, 0.8);
    wend_profile second = contract_add_profile(world, &def);
    wend_goal none = {0};
    wend_agent one = contract_agent(world, 1, 0, 0, none),
               two = contract_agent(world, 2, 5, 0, none);
    contract_step(world, 1);
    wend_agent_attributes first = attributes_of(world, one);
    expect_range(first, 0.2, 0.4);
    expect_range(attributes_of(world, two), 0.2, 0.4);
    ck_assert(!has_same_numbers(first, attributes_of(world, two)));
    CONTRACT_OK(wend_world_set_agent_profile(world, one, second, &contract_error));
    contract_step(world, 2);
    ck_assert_uint_eq(contract_state(world, one).profile.value, second.value);
    ck_assert(has_same_numbers(first, attributes_of(world, one)));
    CONTRACT_OK(wend_world_resample_agents(world, &one, 1, &contract_error));
    contract_step(world, 1);
    expect_range(attributes_of(world, one), 0.6, 0.8);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agent_def_overrides_profile) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    contract_profile(world, "direct");
    wend_agent_def def = wend_default_agent_def();
    def.radius = 0.5;
    def.preferred_speed = 0.75;
    def.max_speed = 1.25;
    def.max_acceleration = 8.0;
    def.max_turn_rate = 0.5;
    def.heading = 1.0;
    def.class_mask = 5;
    def.priority = -7;
    def.label = "guide";
    def.user = 0x123456789abcdefu;
    wend_agent agent = contract_add(world, &def);
    contract_step(world, 1);
    wend_agent_attributes a = attributes_of(world, agent);
    ck_assert(a.radius == 0.5F && a.preferred_speed == 0.75F && a.max_speed == 1.25F);
    ck_assert(a.max_acceleration == 8.0F && a.max_turn_rate == 0.5F && a.heading == 1.0F);
    ck_assert(a.class_mask == 5 && a.priority == -7 && a.user == 0x123456789abcdefu);
    ck_assert_str_eq(a.label, "guide");
    wend_world_destroy(world);
}
END_TEST

/* ---- Setters --------------------------------------------------------------------------------- */

enum { COUNT = 3 };

/* The bit of class 0 is set in every mask, because class 0 always blocks. */
static void set_all(wend_world *w, const wend_agent *agents) {
    static const double numbers[COUNT] = {0.3, 0.4, 0.5};
    static const uint32_t masks[COUNT] = {0, 2, 4};
    static const int32_t priorities[COUNT] = {-5, 0, 5};
    static const char *const labels[COUNT] = {"a", "b", NULL};
    static const uint64_t users[COUNT] = {7, 8, UINT64_MAX};
    wend_error *e = &contract_error;
    CONTRACT_OK(wend_world_set_agent_radii(w, agents, numbers, COUNT, e));
    CONTRACT_OK(wend_world_set_agent_preferred_speeds(w, agents, numbers, COUNT, e));
    CONTRACT_OK(wend_world_set_agent_max_speeds(w, agents, numbers, COUNT, e));
    CONTRACT_OK(wend_world_set_agent_max_accelerations(w, agents, numbers, COUNT, e));
    CONTRACT_OK(wend_world_set_agent_headings(w, agents, numbers, COUNT, e));
    CONTRACT_OK(wend_world_set_agent_max_turn_rates(w, agents, numbers, COUNT, e));
    CONTRACT_OK(wend_world_set_agent_class_masks(w, agents, masks, COUNT, e));
    CONTRACT_OK(wend_world_set_agent_priorities(w, agents, priorities, COUNT, e));
    CONTRACT_OK(wend_world_set_agent_labels(w, agents, labels, COUNT, e));
    CONTRACT_OK(wend_world_set_agent_users(w, agents, users, COUNT, e));
}

static void set_one(wend_world *w, wend_agent agent, int i) {
    static const char *const labels[COUNT] = {"a", "b", NULL};
    static const uint64_t users[COUNT] = {7, 8, UINT64_MAX};
    double number = 0.3 + 0.1 * i;
    wend_error *e = &contract_error;
    CONTRACT_OK(wend_world_set_agent_radius(w, agent, number, e));
    CONTRACT_OK(wend_world_set_agent_preferred_speed(w, agent, number, e));
    CONTRACT_OK(wend_world_set_agent_max_speed(w, agent, number, e));
    CONTRACT_OK(wend_world_set_agent_max_acceleration(w, agent, number, e));
    CONTRACT_OK(wend_world_set_agent_heading(w, agent, number, e));
    CONTRACT_OK(wend_world_set_agent_max_turn_rate(w, agent, number, e));
    CONTRACT_OK(wend_world_set_agent_class_mask(w, agent, 2 * (uint32_t)i, e));
    CONTRACT_OK(wend_world_set_agent_priority(w, agent, 5 * (i - 1), e));
    CONTRACT_OK(wend_world_set_agent_label(w, agent, labels[i], e));
    CONTRACT_OK(wend_world_set_agent_user(w, agent, users[i], e));
}

START_TEST(single_and_bulk_setters_set_every_attribute) {
    for (int bulk = 0; bulk < 2; bulk++) {
        wend_world *world = contract_world(contract_open(), NULL, 1);
        contract_profile(world, "direct");
        wend_agent agents[COUNT];
        wend_goal none = {0};
        for (int i = 0; i < COUNT; i++) {
            agents[i] = contract_agent(world, (uint64_t)i + 1, 3.0 * i, 0, none);
        }
        contract_step(world, 1);
        for (int i = 0; i < COUNT && !bulk; i++) {
            set_one(world, agents[i], i);
        }
        if (bulk) {
            set_all(world, agents);
        }
        ck_assert(attributes_of(world, agents[0]).radius ==
                  0.25F); /* the setter has no effect before the step */
        contract_step(world, 1);
        for (int i = 0; i < COUNT; i++) {
            wend_agent_attributes a = attributes_of(world, agents[i]);
            float number = (float)(0.3 + 0.1 * i);
            ck_assert(a.radius == number && a.preferred_speed == number && a.max_speed == number);
            ck_assert(a.max_acceleration == number && a.max_turn_rate == number);
            ck_assert(a.heading == number && a.class_mask == (2 * (uint32_t)i | 1));
            ck_assert(a.priority == 5 * (i - 1) &&
                      a.user == (i == 2 ? UINT64_MAX : 7u + (uint64_t)i));
            ck_assert_str_eq(a.label, i == 0 ? "a" : i == 1 ? "b" : "");
        }
        wend_world_destroy(world);
    }
}
END_TEST

/* The agent starts at 1 m/s to the east. With 0.5 m/s^2 it gains 0.05 m/s in each step, up to the
 * new speed. */
START_TEST(speed_and_acceleration_limits_apply) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    contract_profile(world, "direct");
    wend_agent agent = contract_agent(world, 1, 0, 0, add_east_goal(world));
    contract_step(world, 2);
    ck_assert_double_eq_tol((double)contract_state(world, agent).velocity.x, 1.0, 1e-6);
    CONTRACT_OK(wend_world_set_agent_max_acceleration(world, agent, 0.5, &contract_error));
    CONTRACT_OK(wend_world_set_agent_preferred_speed(world, agent, 1.2, &contract_error));
    for (int i = 1; i <= 6; i++) {
        contract_step(world, 1);
        double expected = i < 4 ? 1.0 + 0.05 * i : 1.2;
        ck_assert_double_eq_tol((double)contract_state(world, agent).velocity.x, expected, 1e-5);
    }
    wend_world_destroy(world);
}
END_TEST

/* The heading turns at 0.5 rad/s, that is, by 0.05 rad in each 0.1 s step. */
START_TEST(the_heading_turns_at_the_turn_rate) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    contract_profile(world, "direct");
    wend_agent agent = contract_agent(world, 1, 0, 0, add_east_goal(world));
    CONTRACT_OK(wend_world_set_agent_max_turn_rate(world, agent, 0.5, &contract_error));
    CONTRACT_OK(wend_world_set_agent_heading(world, agent, 1.0, &contract_error));
    for (int i = 1; i < 25; i++) {
        contract_step(world, 1);
        double expected = fmax(0.0, 1.0 - 0.05 * i);
        ck_assert_double_eq_tol((double)attributes_of(world, agent).heading, expected, 1e-5);
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(class_mask_disables_walls_of_a_class) {
    static const wend_point bar[4] = {{4, 0.5}, {5, 0.5}, {5, 3.5}, {4, 3.5}};
    wend_solid_def solid = {{bar, 4}, 1};
    wend_world *world = contract_world(contract_room(9, 4, &solid, 1), NULL, 1);
    contract_profile(world, "direct");
    wend_goal east = add_east_goal(world);
    wend_agent masked = contract_agent(world, 1, 1, 1.5, east);
    wend_agent other = contract_agent(world, 2, 1, 2.5, east);
    CONTRACT_OK(wend_world_set_agent_class_mask(world, masked, 1, &contract_error));
    contract_step(world, 60);
    ck_assert_double_eq_tol(contract_state(world, masked).position.x, 7.0, 1e-3);
    ck_assert_double_eq_tol(contract_state(world, other).position.x, 3.75, 1e-3);
    wend_world_destroy(world);
}
END_TEST

/* ---- Model parameters, memory ---------------------------------------------------------------- */

typedef struct pace_params {
    wend_column pace;
} pace_params;

static void steer_by_pace(const wend_view *view, const wend_agents *agents,
                          const wend_intent *intents, wend_outcome *outcomes) {
    const pace_params *params = (const pace_params *)agents->params;
    (void)intents;
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        wend_vec2 velocity = {wend_column_at(params->pace, view->bodies[i].slot), 0.0F};
        outcomes[i - agents->first] = contract_outcome(view, velocity);
    }
}

START_TEST(each_agent_has_its_own_sampled_model_parameters) {
    static const wend_param rows[1] = {{"pace", WEND_PARAM_SAMPLED, offsetof(pace_params, pace),
                                        0.5, 0.0, 2.0, "m/s", "speed", NULL}};
    wend_steering model;
    wend_registry *registry = contract_registry();
    memset(&model, 0, sizeof model);
    contract_head(&model.stage.entry, sizeof model, "pace");
    model.stage.entry.params = rows;
    model.stage.entry.param_count = 1;
    model.stage.entry.params_size = sizeof(pace_params);
    model.steer = steer_by_pace;
    contract_register(registry, WEND_KIND_STEERING, &model.stage.entry);
    wend_world *world = contract_world(contract_open(), registry, 1);
    contract_profile(world, "pace");
    wend_profile second = contract_profile(world, "pace");
    wend_goal none = {0};
    wend_agent agents[2] = {contract_agent(world, 1, 0, 0, none),
                            contract_agent(world, 2, 0, 5, none)};
    CONTRACT_OK(wend_world_set_agent_param(world, agents[1], WEND_KIND_STEERING, "pace", 1.25,
                                           &contract_error));
    CONTRACT_OK(wend_world_set_agent_profile(world, agents[1], second, &contract_error));
    contract_step(world, 1);
    ck_assert(contract_state(world, agents[0]).velocity.x == 0.5F);
    ck_assert(contract_state(world, agents[1]).velocity.x == 1.25F);
    const double paces[2] = {1.5, 0.0};
    CONTRACT_OK(wend_world_set_agent_params(world, agents, WEND_KIND_STEERING, "pace", paces, 2,
                                            &contract_error));
    contract_step(world, 1);
    ck_assert(contract_state(world, agents[0]).velocity.x == 1.5F);
    ck_assert(contract_state(world, agents[1]).velocity.x == 0.0F);
    CONTRACT_REFUSED(wend_world_set_agent_param(world, agents[0], WEND_KIND_STEERING, "pace", 2.5,
                                                &contract_error),
                     WEND_ERROR_INVALID, "2.5");
    CONTRACT_REFUSED(wend_world_set_agent_param(world, agents[0], WEND_KIND_STEERING, "path", 1,
                                                &contract_error),
                     WEND_ERROR_NAME, "path");
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* The first label allocates 4 bytes for each agent, plus up to an eighth of spare capacity; the
 * first user data allocates 8 bytes for each agent. Until then, neither takes memory. */
START_TEST(optional_attributes_allocate_on_first_use) {
    enum { CROWD = 2000 };
    wend_world *world = contract_world(contract_open(), NULL, 1);
    contract_profile(world, "direct");
    wend_goal none = {0};
    wend_agent agent = {0};
    for (uint64_t key = 1; key <= CROWD; key++) {
        agent =
            contract_agent(world, key, 2.0 * (double)(key % 50), 2.0 * (double)(key / 50), none);
    }
    contract_step(world, 3);
    size_t bare = wend_world_get_memory_use(world).held;
    CONTRACT_OK(wend_world_set_agent_user(
        world, agent, 0, &contract_error)); /* setting the default value 0 changes nothing */
    contract_step(world, 1);
    ck_assert_uint_eq(wend_world_get_memory_use(world).held, bare);
    CONTRACT_OK(wend_world_set_agent_user(world, agent, 3, &contract_error));
    contract_step(world, 1);
    size_t more = wend_world_get_memory_use(world).held - bare;
    ck_assert_uint_ge(more, 8 * CROWD);
    ck_assert_uint_le(more, 9 * CROWD + 1024);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    CONTRACT("contracts/agent_attributes", agents_keep_sampled_values_when_their_profile_changes,
             agent_def_overrides_profile, single_and_bulk_setters_set_every_attribute,
             speed_and_acceleration_limits_apply, the_heading_turns_at_the_turn_rate,
             class_mask_disables_walls_of_a_class, each_agent_has_its_own_sampled_model_parameters,
             optional_attributes_allocate_on_first_use);
}
