#include "support/busy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check_result(wend_result result, const wend_error *error) {
    if (result != WEND_OK) {
        fprintf(stderr, "busy world: %s: %s\n", wend_result_text(result), error->message);
        abort();
    }
}

/* ---- Space ----------------------------------------------------------------------------------- */

wend_space *busy_space(void) {
    static const wend_point ground[] = {{-30, -20}, {30, -20}, {30, -2}, {34, -2},
                                        {34, 2},    {30, 2},   {30, 20}, {-30, 20}};
    static const wend_point upper[] = {{34, -2}, {60, -10}, {60, 10}, {34, 2}};
    static const wend_point pillar_a[] = {{-10, -10}, {-6, -10}, {-6, -6}, {-10, -6}};
    static const wend_point pillar_b[] = {{8, 5}, {12, 9}, {8, 13}, {4, 9}};
    static const wend_point partition[] = {{-1, 10}, {1, 10}, {1, 20}, {-1, 20}};
    static const wend_point fence[] = {{-20, 0}, {-16, 3}, {-12, 0}};
    static const wend_point mud[] = {{-30, -20}, {-20, -20}, {-20, -10}, {-30, -10}};
    wend_ring ground_ring = {ground, 8}, upper_ring = {upper, 4};
    wend_solid_def solids[] = {{{pillar_a, 4}, 0}, {{pillar_b, 4}, 0}, {{partition, 4}, 1}};
    wend_open_wall_def walls[] = {{fence, 3, 0}};
    wend_terrain_def terrains[] = {{.ring = {mud, 4}, .type = 1}};
    wend_layer_def layers[] = {
        {.name = "ground",
         .boundaries = &ground_ring,
         .boundary_count = 1,
         .solids = solids,
         .solid_count = 3,
         .open_walls = walls,
         .open_wall_count = 1,
         .terrains = terrains,
         .terrain_count = 1},
        {.name = "upper", .boundaries = &upper_ring, .boundary_count = 1},
    };
    /* The ground of layer 0 lies on the left of the link from (34, -2) to (34, 2). */
    wend_link_def link = {{34, -2}, {34, 2}, 0, 1};
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = 2;
    def.links = &link;
    def.link_count = 1;
    def.class_count = 2;
    wend_space *space = NULL;
    wend_error error;
    check_result(wend_space_create(&def, &space, &error), &error);
    return space;
}

/* ---- World ----------------------------------------------------------------------------------- */

static wend_goal add_goal(wend_world *world, wend_goal_def def) {
    wend_goal goal;
    wend_error error;
    check_result(wend_world_add_goal(world, &def, &goal, &error), &error);
    return goal;
}

enum {
    GOAL_EAST,
    GOAL_UP,
    GOAL_MOVING,
    GOAL_FEW,
    GOAL_LATE,
    GOAL_PATROL_A,
    GOAL_PATROL_B,
    GOAL_COURT, /* this goal and the next two form a set: an agent may choose any of them */
    GOAL_PLAYER,
    GOAL_BRIEF,
    GOALS
};

/* Adds a moving concave polygon, a disc around the player, and a point that soon closes. */
static void add_goals_at_once(wend_world *world, wend_goal goals[GOALS]) {
    static const wend_point court[] = {{-4, -6}, {4, -6}, {4, 0}, {3, 0}, {3, -5}, {-4, -5}};
    static const wend_point round[] = {{0, 0}, {6, 0}, {6, 6}, {0, 6}};
    static const wend_point here[] = {{0, 0}}, brief[] = {{-25, 5}};
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_POLYGON;
    def.points = court;
    def.point_count = 6;
    def.path = round;
    def.path_count = 4;
    def.path_speed = 0.7;
    def.path_loops = true;
    goals[GOAL_COURT] = add_goal(world, def);
    def = wend_default_goal_def();
    def.shape = WEND_GOAL_DISC;
    def.points = here;
    def.radius = 1.0;
    def.carrier = 1000;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    goals[GOAL_PLAYER] = add_goal(world, def);
    def = wend_default_goal_def();
    def.points = brief;
    def.closes = 3.0;
    goals[GOAL_BRIEF] = add_goal(world, def);
}

static void add_goals(busy_world *busy, wend_goal goals[GOALS]) {
    static const wend_point east[] = {{29, -15}, {29, -8}};
    static const wend_point up[] = {{55, 0}};
    static const wend_point moving[] = {{-25, 15}, {-22, 15}, {-22, 18}};
    static const wend_point few[] = {{20, 15}};
    static const wend_point late[] = {{-5, -18}, {5, -16}};
    static const wend_point patrol_a[] = {{-25, -15}, {2, 1}};
    static const wend_point patrol_b[] = {{25, 12}};
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_SEGMENT;
    def.points = east;
    def.point_count = 2;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    goals[GOAL_EAST] = add_goal(busy->world, def);
    def.shape = WEND_GOAL_DISC;
    def.points = up;
    def.point_count = 1;
    def.radius = 2.0;
    def.layer = 1;
    def.arrive = WEND_ARRIVE_INSIDE;
    def.on_arrival = WEND_ON_ARRIVAL_STOP;
    goals[GOAL_UP] = add_goal(busy->world, def);
    def = wend_default_goal_def();
    def.shape = WEND_GOAL_POLYGON;
    def.points = moving;
    def.point_count = 3;
    def.velocity = (wend_point){0.4, -0.1};
    goals[GOAL_MOVING] = busy->moving = add_goal(busy->world, def);
    def = wend_default_goal_def();
    def.points = few;
    def.point_count = 1;
    def.capacity = 5;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    goals[GOAL_FEW] = add_goal(busy->world, def);
    def.shape = WEND_GOAL_BOX;
    def.points = late;
    def.point_count = 2;
    def.capacity = 12;
    def.opens = 6.0;
    def.closes = 30.0;
    def.on_arrival = WEND_ON_ARRIVAL_STOP;
    goals[GOAL_LATE] = add_goal(busy->world, def);
    def = wend_default_goal_def();
    def.shape = WEND_GOAL_ORIENTED_BOX;
    def.points = patrol_a;
    def.point_count = 2;
    def.angle = 0.5;
    def.on_arrival = WEND_ON_ARRIVAL_CONTINUE;
    goals[GOAL_PATROL_A] = add_goal(busy->world, def);
    def.shape = WEND_GOAL_POINT;
    def.points = patrol_b;
    def.point_count = 1;
    goals[GOAL_PATROL_B] = add_goal(busy->world, def);
    add_goals_at_once(busy->world, goals);
}

enum {
    PROFILE_WALKER,
    PROFILE_RUNNER,
    PROFILE_CHOOSER,
    PROFILE_PATROL,
    PROFILE_PLAYER,
    PROFILE_ANY,
    PROFILES
};

static void add_profiles(wend_world *world) {
    wend_setting advance = {"advance",
                            {.kind = WEND_VALUE_NUMBER,
                             .number = {.kind = WEND_DISTRIBUTION_UNIFORM, .a = 0.3, .b = 1.0}}};
    wend_setting nearest = {"aim", {.kind = WEND_VALUE_TEXT, .text = "nearest"}};
    wend_setting factor = {"factor",
                           {.kind = WEND_VALUE_NUMBER,
                            .number = {.kind = WEND_DISTRIBUTION_NORMAL, .a = 1.2, .b = 0.1}}};
    wend_profile_def defs[PROFILES];
    for (int i = 0; i < PROFILES; i++) {
        defs[i] = wend_default_profile_def();
        defs[i].plan.name = "straight";
        defs[i].follow.name = "waypoint";
        defs[i].steer.name = "direct";
    }
    defs[PROFILE_WALKER].radius =
        (wend_distribution){.kind = WEND_DISTRIBUTION_UNIFORM, .a = 0.2, .b = 0.35};
    defs[PROFILE_WALKER].preferred_speed = (wend_distribution){
        .kind = WEND_DISTRIBUTION_NORMAL, .a = 1.3, .b = 0.2, .low = 0.5, .high = 2.0};
    defs[PROFILE_WALKER].follow.settings = &advance;
    defs[PROFILE_WALKER].follow.setting_count = 1;
    defs[PROFILE_RUNNER].max_acceleration = wend_constant(1.5);
    defs[PROFILE_RUNNER].follow.settings = &nearest;
    defs[PROFILE_RUNNER].follow.setting_count = 1;
    defs[PROFILE_RUNNER].modify[0] = (wend_choice){"scale", &factor, 1};
    defs[PROFILE_RUNNER].modify_count = 1;
    defs[PROFILE_CHOOSER].select.name = "nearest";
    defs[PROFILE_PATROL].select.name = "cycle";
    defs[PROFILE_PLAYER].steer.name = "external";
    defs[PROFILE_ANY].select.name = "any";
    defs[PROFILE_ANY].follow.name = "portal";
    for (int i = 0; i < PROFILES; i++) {
        wend_error error;
        check_result(wend_world_add_profile(world, &defs[i], NULL, &error), &error);
    }
}

/* The goal sets, path and group that agents share. */
typedef struct shared {
    wend_goal_set set, patrol, any;
    wend_path path;
    wend_group group;
} shared;

static wend_profile profile_of(const wend_world *world, uint32_t index) {
    return wend_world_profile_at(world, index);
}

static wend_agent_def agent_of(const wend_world *world, uint64_t key, const wend_goal goals[GOALS],
                               const shared *all) {
    wend_agent_def def = wend_default_agent_def();
    uint32_t i = (uint32_t)key - 1;
    double x = -28.0 + 2.9 * (double)(i % 20), y = -18.5 + 3.1 * (double)(i / 20);
    def.key = key;
    def.position = (wend_point){x + 0.3 * wend_random_uniform(7, key, 0, 1), y};
    def.goal = goals[i % 3];
    def.profile = profile_of(world, i % 3 == 1 ? PROFILE_RUNNER : PROFILE_WALKER);
    def.path = i % 3 == 1 ? all->path : (wend_path){0};
    def.group = i % 4 == 0 ? all->group : (wend_group){0};
    def.priority = (int32_t)(i % 3) - 1;
    def.label = i % 6 == 0 ? "visitor" : NULL;
    def.user = key * key;
    if (i % 5 == 4) {
        def.goal = (wend_goal){0};
        def.goal_set = i % 2 ? all->set : all->patrol;
        def.profile = profile_of(world, i % 2 ? PROFILE_CHOOSER : PROFILE_PATROL);
    } else if (i % 7 == 3) {
        def.goal = (wend_goal){0};
        def.goal_set = all->any;
        def.profile = profile_of(world, PROFILE_ANY);
        def.path = (wend_path){0};
    } else if (i % 11 == 5) {
        def.goal = goals[GOAL_BRIEF];
    }
    return def;
}

static void add_agents(busy_world *busy, const wend_goal goals[GOALS], uint32_t stride) {
    wend_world *world = busy->world;
    wend_error error;
    shared all;
    uint32_t count = 0;
    const wend_goal patrol_goals[] = {goals[GOAL_PATROL_A], goals[GOAL_PATROL_B]};
    const wend_point via[] = {{28, 0}, {33, 0}};
    check_result(wend_world_add_goal_set(world, &goals[GOAL_FEW], 2, &all.set, &error), &error);
    check_result(wend_world_add_goal_set(world, patrol_goals, 2, &all.patrol, &error), &error);
    check_result(wend_world_add_goal_set(world, &goals[GOAL_COURT], 3, &all.any, &error), &error);
    check_result(wend_world_add_path(world, via, NULL, 2, &all.path, &error), &error);
    check_result(wend_world_add_group(world, "friends", &all.group, &error), &error);
    for (uint32_t i = 0; i < BUSY_AGENTS; i++) {
        uint64_t key = 1 + (uint64_t)i * stride % BUSY_AGENTS;
        wend_agent_def def = agent_of(world, key, goals, &all);
        wend_location location = {wend_space_to_local(busy->space, def.position), 0};
        if (wend_space_is_walkable(busy->space, location, WEND_ALL_CLASSES)) {
            check_result(wend_world_add_agents(world, &def, 1, NULL, &error), &error);
            count++;
        }
    }
    wend_agent_def player = wend_default_agent_def();
    player.key = 1000;
    player.profile = profile_of(world, PROFILE_PLAYER);
    player.position = (wend_point){0.0, 0.0};
    check_result(wend_world_add_agents(world, &player, 1, &busy->player, &error), &error);
    check_result(count > BUSY_AGENTS / 2 ? WEND_OK : WEND_ERROR_INVALID, &error);
}

busy_world busy_create(uint32_t threads, uint32_t stride) {
    busy_world busy = {.space = busy_space()};
    wend_error error;
    wend_world_def def = wend_default_world_def();
    def.space = busy.space;
    def.seed = 42;
    def.threads = threads;
    def.steer_every = 2;
    def.dt = 0.05;
    check_result(wend_world_create(&def, &busy.world, &error), &error);
    add_profiles(busy.world);
    wend_goal goals[GOALS];
    add_goals(&busy, goals);
    static const wend_point door[] = {{30, -2}, {30, 2}};
    static const wend_point cart[] = {{-1, -0.5}, {1, -0.5}, {1, 0.5}, {-1, 0.5}};
    wend_obstacle_def obstacle = wend_default_obstacle_def();
    obstacle.name = "stair door";
    obstacle.points = door;
    obstacle.point_count = 2;
    check_result(wend_world_add_obstacle(busy.world, &obstacle, &busy.door, &error), &error);
    obstacle.name = "cart";
    obstacle.kind = WEND_OBSTACLE_MOVING;
    obstacle.points = cart;
    obstacle.point_count = 4;
    obstacle.position = (wend_point){-15, -14};
    obstacle.velocity = (wend_point){0.7, 0.05};
    obstacle.angular_velocity = 0.3;
    check_result(wend_world_add_obstacle(busy.world, &obstacle, &busy.cart, &error), &error);
    check_result(wend_world_add_map_object(busy.world, "plan", 99, &busy.map, &busy.map, &error),
                 &error);
    add_agents(&busy, goals, stride);
    return busy;
}

void busy_command(busy_world *busy, uint64_t step) {
    wend_world *world = busy->world;
    wend_error error;
    if (step % 60 == 20) {
        check_result(wend_world_set_obstacle_closed(world, busy->door, step % 120 != 20, &error),
                     &error);
    }
    if (step % 40 == 10) {
        check_result(wend_world_set_class_enabled(world, 1, step % 80 != 10, &error), &error);
    }
    if (step % 25 == 5) {
        double turn = 0.1 * (double)step;
        check_result(wend_world_set_agent_velocity(
                         world, busy->player, (wend_point){wend_cos(turn), wend_sin(turn)}, &error),
                     &error);
    }
    if (step == 70) {
        check_result(wend_world_teleport_agent(world, busy->player, (wend_point){50, 0}, 1, &error),
                     &error);
        wend_point at = {0};
        uint32_t layer = 0;
        check_result(wend_world_get_goal_position(world, busy->moving, &at, &layer)
                         ? WEND_OK
                         : WEND_ERROR_NAME,
                     &error);
        check_result(wend_world_set_goal_position(world, busy->moving, (wend_point){at.x + 3, at.y},
                                                  layer, (wend_point){0, 0.2}, &error),
                     &error);
    }
    if (step % 30 == 15) {
        wend_agent one = wend_world_find_agent(world, 1 + step % BUSY_AGENTS);
        wend_agent other = wend_world_find_agent(world, 1 + (step * 7) % BUSY_AGENTS);
        wend_agent_def fresh = wend_default_agent_def();
        fresh.key = 2000 + step;
        fresh.position = (wend_point){-28, 18};
        fresh.goal = busy->moving;
        check_result(wend_world_remove_agent(world, one, &error), &error);
        check_result(
            wend_world_set_agent_profile(world, other, profile_of(world, PROFILE_RUNNER), &error),
            &error);
        check_result(wend_world_set_agent_label(world, other, "runner", &error), &error);
        check_result(wend_world_set_agent_max_turn_rate(world, other, 0.7, &error), &error);
        check_result(wend_world_set_agent_preferred_speed(world, other, 1.7, &error), &error);
        check_result(
            wend_world_set_agent_param(world, other, WEND_KIND_MODIFIER, "factor", 1.1, &error),
            &error);
        check_result(wend_world_add_agents(world, &fresh, 1, NULL, &error), &error);
    }
}

void busy_destroy(busy_world *busy) {
    wend_world_destroy(busy->world);
    wend_space_release(busy->space);
}
