/* Runs a social-force model for the agents of a call.
 *
 * Forces may be too weak to keep agents apart, or the agents may start in a heap. So the step is
 * finally changed such that the cores of agents, discs with `core` times their radii, do not
 * overlap after it, whatever the forces are: see solve/planes/core.c, which also limits overlap for
 * the models that use half-planes.
 *
 * Cost: a neighbour search for each step, and O(neighbours + walls) for each part of the step. */
#include "steer/solve/social/model.h"

#include <math.h>

#include "steer/solve/planes/active.h"
#include "steer/solve/planes/core.h"
#include "steer/solve/social/gather.h"
#include "steer/solve/social/motion.h"
#include "steer/solve/social/stuck.h"
#include "steer/solve/social/target.h"
#include "step/internals.h"

/* Agents that wait until SIMD code moves them together. */
typedef struct social_batch {
    uint32_t count, parts;
    social_scene scenes[SOCIAL_LANES];
    active_neighbours others[SOCIAL_LANES];
} social_batch;

/* What the agents of a call have in common. */
typedef struct social_call {
    const social_model *model;
    social_move_lanes move_lanes; /* NULL: agents are processed one by one */
    const wend_intent *intents;
    wend_outcome *outcomes;
    planes_params search; /* how neighbours are searched, and cores kept apart */
    planes_call planes;
    social_batch *batch;
} social_call;

static void begin_call(const social_model *model, const wend_view *view, const wend_agents *agents,
                       social_call *call) {
    const social_params *p = agents->params;
    call->model = model;
    call->move_lanes = model->move_lanes[view->internals->kernel];
    call->search = (planes_params){.neighbours = p->neighbours,
                                   .neighbour_distance = p->neighbour_distance,
                                   .horizon = {&view->dt, 0},
                                   .wall_horizon = {&view->dt, 0},
                                   .squeeze = 1.0 - p->core};
    call->planes = planes_begin(view, agents, &call->search);
}

/* Sets the scene of body `index`. */
static void set_scene(const social_call *call, uint32_t index, const wend_intent *intent,
                      const active_neighbours *others, social_scene *scene) {
    const wend_view *view = call->planes.view;
    const wend_agents *agents = call->planes.agents;
    const wend_body *body = &view->bodies[index];
    const social_params *p = agents->params;
    scene->view = view;
    scene->agents = agents;
    scene->intent = intent;
    scene->params = p;
    scene->index = index;
    scene->radius = body->radius;
    scene->speed = intent->speed;
    scene->max_speed = wend_column_at(agents->max_speed, body->slot);
    scene->relaxation_time = wend_column_at(p->relaxation_time, body->slot);
    scene->patience = (float)p->patience;
    scene->max_force = (float)p->max_force;
    scene->wall_grip = 0.0F;
    scene->reach = INFINITY;
    scene->priority = wend_view_priority(view, index);
    if (call->model->begin) {
        call->model->begin(scene);
    }
    float wall_distance = call->model->wall_distance(p, body);
    social_gather(scene, others, wall_distance);
    social_find_target(scene);
    social_free_stuck(scene, wend_agents_state(agents, body->slot), wall_distance);
}

/* True if a wall is so near that the straight line along a displacement might touch it. */
static bool is_near_wall(const social_scene *scene, wend_vec2 displacement) {
    float near = scene->walls.radius + vec_length(displacement);
    return scene->walls.count > 0 && scene->walls.walls[0].distance_squared < near * near;
}

/* Changes the mean velocity of an agent such that the straight line along it avoids the walls, too:
 * its path may lead around a corner. Walls at rest that it overlaps do not push it away. */
static wend_solve_status straighten(const social_call *call, uint32_t index, wend_vec2 *mean) {
    velocity_plane planes[PLANES_MOST];
    velocity_program program = planes_hard(&call->planes, index, planes);
    program.count = program.hard = program.walls;
    for (uint32_t i = 0; i < program.walls && !core_walls_push(&call->planes); i++) {
        planes[i].offset = fminf(planes[i].offset, 0.0F);
    }
    program.preferred_velocity = *mean;
    return program_solve(&program, mean);
}

static uint32_t part_count(const social_call *call, const social_scene *scene) {
    const social_params *p = call->planes.agents->params;
    return social_part_count(scene, (float)p->max_step);
}

static social_motion move_one(const social_call *call, social_scene *scene) {
    return social_move(scene, call->model->forces, part_count(call, scene));
}

/* Returns the outcome of the agent of a scene, which forces have moved. */
static wend_outcome outcome_of(const social_call *call, const social_scene *scene,
                               const active_neighbours *others, social_motion motion) {
    const social_params *p = call->planes.agents->params;
    float dt = scene->view->dt;
    wend_vec2 mean = vec_scale(motion.displacement, 1.0F / dt);
    wend_solve_status status = WEND_SOLVE_FREE;
    if (is_near_wall(scene, motion.displacement)) {
        status = straighten(call, scene->index, &mean);
        motion.displacement = vec_scale(mean, dt);
    }
    wend_solve_status kept =
        p->core > 0.0 ? core_planes_keep(&call->planes, scene->index, others, NULL, &mean)
                      : WEND_SOLVE_FREE;
    if (kept != WEND_SOLVE_FREE) {
        motion.displacement = vec_scale(mean, dt);
        motion.velocity = mean;
    }
    return (wend_outcome){.velocity = motion.velocity,
                          .displacement = motion.displacement,
                          .solve_status = (uint8_t)core_worse(status, kept)};
}

static void finish(const social_call *call, const social_scene *scene,
                   const active_neighbours *others, social_motion motion) {
    const wend_body *body = &call->planes.view->bodies[scene->index];
    wend_outcome *outcome = &call->outcomes[scene->index - call->planes.agents->first];
    *outcome = outcome_of(call, scene, others, motion);
    social_note_motion(scene, outcome->displacement,
                       wend_agents_state(call->planes.agents, body->slot));
}

/* Moves the agents of the batch. Lanes without an agent repeat the first one. */
static void move_batch(const social_call *call) {
    social_batch *batch = call->batch;
    social_scene *scenes[SOCIAL_LANES];
    social_motion motions[SOCIAL_LANES];
    for (uint32_t i = 0; i < SOCIAL_LANES; i++) {
        scenes[i] = &batch->scenes[i < batch->count ? i : 0];
    }
    call->move_lanes(scenes, batch->parts, motions);
    for (uint32_t i = 0; i < batch->count; i++) {
        finish(call, scenes[i], &batch->others[i], motions[i]);
    }
    batch->count = 0;
}

/* True if an agent can be moved together with those of the batch. */
static bool fits_batch(const social_call *call, const social_scene *scene) {
    const social_batch *batch = call->batch;
    return call->move_lanes != NULL && scene->walls.count == 0 && call->model->is_simple(scene) &&
           (batch->count == 0 || part_count(call, scene) == batch->parts);
}

static void steer_one(void *context, uint32_t index, const active_neighbours *others) {
    const social_call *call = context;
    social_batch *batch = call->batch;
    social_scene *scene = &batch->scenes[batch->count];
    set_scene(call, index, &call->intents[index - call->planes.agents->first], others, scene);
    if (!fits_batch(call, scene)) {
        finish(call, scene, others, move_one(call, scene));
        return;
    }
    batch->parts = part_count(call, scene);
    batch->others[batch->count++] = *others;
    if (batch->count == SOCIAL_LANES) {
        move_batch(call);
    }
}

void social_steer(const social_model *model, const wend_view *view, const wend_agents *agents,
                  const wend_intent *intents, wend_outcome *outcomes) {
    social_batch batch;
    social_call call = {.intents = intents, .outcomes = outcomes, .batch = &batch};
    batch.count = 0;
    begin_call(model, view, agents, &call);
    find_neighbours_all(&call.planes, steer_one, &call);
    if (batch.count > 0) {
        move_batch(&call);
    }
}

void social_explain(const social_model *model, const wend_view *view, const wend_agents *agents,
                    uint32_t index, const wend_intent *intent, wend_sketch *sketch) {
    social_call call = {0};
    begin_call(model, view, agents, &call);
    active_neighbours others;
    planes_find_neighbours(&call.planes, index, &others);
    social_scene scene;
    set_scene(&call, index, intent, &others, &scene);
    social_moment now;
    social_begin_moment(&scene, view->dt, &now);
    wend_sketch_add(sketch,
                    (wend_mark){.kind = WEND_MARK_PREFERRED,
                                .b = now.desired,
                                .subject = wend_view_region_subject(view, &intent->region)});
    social_sum sum = {.sketch = sketch};
    social_mark(&sum, social_drive(now.desired, now.velocity, scene.relaxation_time),
                "driving force", (wend_subject){0});
    model->forces(&scene, &now, &sum);
    set_scene(&call, index, intent, &others, &scene);
    wend_outcome outcome = outcome_of(&call, &scene, &others, move_one(&call, &scene));
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = outcome.velocity});
}
