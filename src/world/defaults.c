/* The default values of the world's defs. */
#include <math.h>

#include <wend/queue.h>
#include <wend/source.h>

#include "base/def.h"
#include "base/default_models.h"

void wend_world_def_init(wend_world_def *def, size_t size) {
    const wend_world_def defaults = {.dt = 0.1,
                                     .steer_every = 1,
                                     .classes = WEND_ALL_CLASSES,
                                     .reach = 10.0F,
                                     .obstacle_rest_time = 3.0,
                                     .threads = 1,
                                     .density_period = 2.0,
                                     .density_gain = 0.2};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_profile_def_init(wend_profile_def *def, size_t size) {
    const wend_profile_def defaults = {.radius = wend_constant(0.25),
                                       .preferred_speed = wend_constant(1.3),
                                       .max_speed = wend_constant(2.0),
                                       .max_acceleration = wend_constant(INFINITY),
                                       .max_turn_rate = wend_constant(INFINITY),
                                       .select = {.name = DEFAULT_SELECTOR},
                                       .plan = {.name = DEFAULT_PLANNER},
                                       .follow = {.name = DEFAULT_FOLLOWER},
                                       .steer = {.name = DEFAULT_STEERING}};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_goal_def_init(wend_goal_def *def, size_t size) {
    static const wend_point origin = {0.0, 0.0};
    const wend_goal_def defaults = {.shape = WEND_GOAL_POINT,
                                    .points = &origin,
                                    .point_count = 1,
                                    .opens = -INFINITY,
                                    .closes = INFINITY,
                                    .bias = 0.5,
                                    .arrive = WEND_ARRIVE_TOUCH,
                                    .tolerance = 0.05,
                                    .on_arrival = WEND_ON_ARRIVAL_STOP,
                                    .weight = 1.0};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_obstacle_def_init(wend_obstacle_def *def, size_t size) {
    const wend_obstacle_def defaults = {.kind = WEND_OBSTACLE_DOOR, .closed = true};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_belt_def_init(wend_belt_def *def, size_t size) {
    const wend_belt_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_area_def_init(wend_area_def *def, size_t size) {
    const wend_area_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_source_def_init(wend_source_def *def, size_t size) {
    const wend_source_def defaults = {.shape = WEND_GOAL_DISC,
                                      .delay = wend_constant(0.0),
                                      .until = INFINITY,
                                      .timing = WEND_SOURCE_RATE,
                                      .rate = 1.0,
                                      .interval = wend_constant(1.0)};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_queue_def_init(wend_queue_def *def, size_t size) {
    const wend_queue_def defaults = {.spacing = 0.8,
                                     .radius = 0.25,
                                     .servers = 1,
                                     .join_distance = (double)NAN,
                                     .tolerance = 0.15};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_agent_def_init(wend_agent_def *def, size_t size) {
    const wend_agent_def defaults = {.preferred_speed = (double)NAN,
                                     .max_speed = (double)NAN,
                                     .max_acceleration = (double)NAN,
                                     .max_turn_rate = (double)NAN,
                                     .heading = (double)NAN,
                                     .class_mask = WEND_ALL_CLASSES};
    def_fill(def, size, &defaults, sizeof defaults);
}
