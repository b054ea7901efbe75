/* steer/solve/social/model.h: runs a social-force model; see scene.h for how to write one. */
#ifndef STEER_SOLVE_SOCIAL_MODEL_H
#define STEER_SOLVE_SOCIAL_MODEL_H

#include "steer/solve/social/scene.h"
#include "steer/solve/social/stuck.h"

/* Parameters that every model of the family has: the first field of its parameter struct. */
typedef struct social_params {
    wend_column relaxation_time, neighbour_distance;
    double max_step, max_force, core, patience;
    int64_t neighbours;
} social_params;

/* The first rows of these models' parameter tables. `tau` (s), `range` (m), `step` (s) and `most`
 * (m/s^2) are the defaults of relaxation_time, neighbour_distance, max_step and max_force. */
#define SOCIAL_ROWS(tau, range, step, most) SOCIAL_ROWS_WITH_CORE(tau, range, step, most, 0.5)

/* The same with the default of `core`. */
#define SOCIAL_ROWS_WITH_CORE(tau, range, step, most, core_share)                                  \
    {"relaxation_time",                                                                            \
     WEND_PARAM_SAMPLED,                                                                           \
     offsetof(social_params, relaxation_time),                                                     \
     tau,                                                                                          \
     0.01,                                                                                         \
     60.0,                                                                                         \
     "s",                                                                                          \
     "time in which the driving force reduces a deviation from the preferred velocity to 1/e",     \
     NULL},                                                                                        \
        {"neighbour_distance",                                                                     \
         WEND_PARAM_SAMPLED,                                                                       \
         offsetof(social_params, neighbour_distance),                                              \
         range,                                                                                    \
         0.0,                                                                                      \
         1000.0,                                                                                   \
         "m",                                                                                      \
         "distance within which neighbours act (at most near.reach)",                              \
         NULL},                                                                                    \
        {"neighbours",                                                                             \
         WEND_PARAM_INTEGER,                                                                       \
         offsetof(social_params, neighbours),                                                      \
         64.0,                                                                                     \
         0.0,                                                                                      \
         PLANES_MOST_NEIGHBOURS,                                                                   \
         "1",                                                                                      \
         "largest number of neighbours that act, nearest first",                                   \
         NULL},                                                                                    \
        {"max_step",                                                                               \
         WEND_PARAM_NUMBER,                                                                        \
         offsetof(social_params, max_step),                                                        \
         step,                                                                                     \
         1e-4,                                                                                     \
         1.0,                                                                                      \
         "s",                                                                                      \
         "longest part of the integration; longer steps are divided",                              \
         NULL},                                                                                    \
        {"max_force",                                                                              \
         WEND_PARAM_NUMBER,                                                                        \
         offsetof(social_params, max_force),                                                       \
         most,                                                                                     \
         0.01,                                                                                     \
         1e6,                                                                                      \
         "m/s2",                                                                                   \
         "largest acceleration by all forces together",                                            \
         NULL},                                                                                    \
        {"patience",                                                                               \
         WEND_PARAM_NUMBER,                                                                        \
         offsetof(social_params, patience),                                                        \
         1.0,                                                                                      \
         0.0,                                                                                      \
         1000.0,                                                                                   \
         "s",                                                                                      \
         "time after which an agent that is stuck steps aside; 0: never, as published",            \
         NULL},                                                                                    \
    {                                                                                              \
        "core", WEND_PARAM_NUMBER, offsetof(social_params, core), core_share, 0.0, 1.0, "1",       \
            "part of their radii within which agents never overlap; 0: no limit", NULL             \
    }

/* The number of agents that SIMD code processes at a time. */
enum { SOCIAL_LANES = 8 };

/* Moves eight agents for a step that is divided into `parts`, as social_move does. The scenes have
 * no walls; the same scene may be given several times. */
typedef void (*social_move_lanes)(social_scene *const scenes[SOCIAL_LANES], uint32_t parts,
                                  social_motion out[SOCIAL_LANES]);

/* A model. */
typedef struct social_model {
    social_forces forces;
    /* Returns the distance (m) from an agent's surface within which walls act. */
    float (*wall_distance)(const void *params, const wend_body *body);
    /* Called for each agent and step before its neighbours and walls are found. It may lower
     * max_speed, and set wall_grip, reach and prepared. May be NULL. */
    void (*begin)(social_scene *scene);
    /* SIMD versions of `forces` for agents without walls nearby, or NULL. They process the agents
     * for which `is_simple` is true. */
    bool (*is_simple)(const social_scene *scene);
    social_move_lanes move_lanes[WEND_KERNEL_COUNT];
} social_model;

/* For wend_steering.steer and wend_stage.explain of a model. The parameter struct of `agents` must
 * begin with social_params, and the state of an agent with social_state: set wend_stage.state_size.
 */
void social_steer(const social_model *model, const wend_view *view, const wend_agents *agents,
                  const wend_intent *intents, wend_outcome *outcomes);
void social_explain(const social_model *model, const wend_view *view, const wend_agents *agents,
                    uint32_t index, const wend_intent *intent, wend_sketch *sketch);

#endif
