/* All defaults of the world's defs. */
#include <math.h>

#include <wend/world.h>

wend_world_def wend_default_world_def(void) {
    return (wend_world_def){.dt = 0.1,
                            .steer_every = 1,
                            .classes = WEND_ALL_CLASSES,
                            .reach = 10.0F,
                            .standing_after = 3.0,
                            .threads = 1};
}

wend_profile_def wend_default_profile_def(void) {
    return (wend_profile_def){.radius = wend_constant(0.25),
                              .preferred_speed = wend_constant(1.3),
                              .max_speed = wend_constant(2.0),
                              .max_acceleration = wend_constant(INFINITY),
                              .select = {.name = "given"},
                              .plan = {.name = "auto"},
                              .follow = {.name = "waypoint"},
                              .steer = {.name = "direct"}};
}

wend_goal_def wend_default_goal_def(void) {
    static const wend_point origin = {0.0, 0.0};
    return (wend_goal_def){.shape = WEND_GOAL_POINT,
                           .points = &origin,
                           .point_count = 1,
                           .opens = -INFINITY,
                           .closes = INFINITY,
                           .bias = 0.5,
                           .arrive = WEND_ARRIVE_TOUCH,
                           .tolerance = 0.05,
                           .on_arrival = WEND_ON_ARRIVAL_STOP};
}

wend_obstacle_def wend_default_obstacle_def(void) {
    return (wend_obstacle_def){.kind = WEND_OBSTACLE_DOOR, .closed = true};
}

wend_agent_def wend_default_agent_def(void) {
    return (wend_agent_def){0};
}
