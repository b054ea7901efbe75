/* Measures people in a periodic corridor.
 *
 * The corridor of the world is longer than the period. People walk between x = 0 and RING_LENGTH,
 * towards a line beyond the end. A person that passes an end is removed and enters again one period
 * away, with the same velocity, speed and size, as part of the same step; it changes between two
 * keys, because a key cannot be used twice in a step, and the private state of its models is lost.
 * Ghosts continue the corridor beyond both ends, so that people see each other across the seam. */
#include "paper/models/ring.h"
#include "base/error.h"
#include <math.h>
#include <stdio.h>
#include <wend/attributes.h>

/* m: how far the corridor and its ghosts continue beyond the ends; at most half the period, so that
 * no person has two ghosts. Models look at most this far. */
static const double MARGIN = 10.0;
/* m: distance of the goals from the ends */
static const double GOAL_BEYOND = 12.0;
/* s: time between two samples of contacts, of lanes and of the seam */
static const double SAMPLE_INTERVAL = 0.5;
/* m: half the length of the seam */
static const double SEAM = 2.0;
/* m: half the width of a row, for the order of lanes */
static const double ROW = 0.2;
/* m: distance of goal lines and starts from walls */
static const double EDGE = 0.01;
/* m: largest offset of the starts in a single file, which is hardly wider than people. */
static const double FILE_JITTER = 0.005;

double ring_order(const ring_walker *walkers, uint32_t count) {
    double sum = 0.0, random = 0.0;
    uint32_t counted = 0;
    for (uint32_t i = 0; i < count; i++) {
        double same = 0.0, opposite = 0.0;
        for (uint32_t k = 0; k < count; k++) {
            bool near = k != i && fabs(walkers[k].y - walkers[i].y) <= ROW;
            same += near && walkers[k].left == walkers[i].left;
            opposite += near && walkers[k].left != walkers[i].left;
        }
        double others = same + opposite;
        if (others >= 2.0) {
            sum += (same - opposite) * (same - opposite) / (others * others);
            random += 1.0 / others;
            counted++;
        }
    }
    return counted > 0 ? (sum - random) / (counted - random) : NAN;
}

/* ---- People ---------------------------------------------------------------------------------- */

/* A person. Its key is index + 1 or index + 1 + people. */
typedef struct ring_person {
    double x;      /* m, within the period */
    double y;      /* m */
    double walked; /* m: forwards since the measurement began */
    wend_vec2 velocity;
    float radius;
    bool left, known;
} ring_person;

/* A run of the scene. */
typedef struct ring_run {
    const ring_scene *scene;
    models_crowd c;
    models_contacts contacts;
    ring_person *people;
    ring_walker *walkers;
    wend_ghost_def *ghosts;
    wend_goal goals[2]; /* to the right, to the left */
    wend_profile profile;
    double samples, order_sum, order_start;
    double seam_people, seam_speed, all_people, all_speed;
} ring_run;

enum { GROUPS_SIZE = 600 };

/* Writes the groups of a scenario's agents: in a file, or at random. */
static void write_groups(const ring_scene *s, char out[GROUPS_SIZE]) {
    uint32_t left = s->two_way ? s->people / 2 : 0;
    double gap = RING_LENGTH / s->people, low = EDGE, high = RING_LENGTH - EDGE;
    if (s->in_file) {
        snprintf(out, GROUPS_SIZE,
                 "{profile: walker, goal: right, key: 1, jitter: %g, grid: {origin: [%g, %g], "
                 "spacing: %g, count: [%u, 1]}}",
                 FILE_JITTER, gap / 2.0, s->width / 2.0, gap, s->people);
        return;
    }
    int used = snprintf(out, GROUPS_SIZE,
                        "{profile: walker, goal: right, key: 1, random: {count: %u, "
                        "box: [[%g, 0], [%g, %g]]}}",
                        s->people - left, low, high, s->width);
    if (left > 0) {
        snprintf(out + used, GROUPS_SIZE - (size_t)used,
                 ", {profile: walker, goal: left, random: {count: %u, box: [[%g, 0], [%g, %g]]}}",
                 left, low, high, s->width);
    }
}

static wend_result open_corridor(models_crowd *c, const models_context *context,
                                 const ring_scene *s, wend_error *error) {
    double low = -GOAL_BEYOND - 1.0, high = RING_LENGTH + GOAL_BEYOND + 1.0;
    double right = RING_LENGTH + GOAL_BEYOND, left = -GOAL_BEYOND, top = s->width - EDGE;
    char groups[GROUPS_SIZE];
    write_groups(s, groups);
    return models_open(c, context, error,
                       "space: {walkable: [[%g, 0], [%g, 0], [%g, %g], [%g, %g]]}\n"
                       "goals: {right: {segment: [[%g, %g], [%g, %g]]}, "
                       "left: {segment: [[%g, %g], [%g, %g]]}}\n"
                       "allow_overlap: %s\nagents: [%s]\n",
                       low, high, high, s->width, low, s->width, right, EDGE, right, top, left,
                       EDGE, left, top, s->in_file ? "true" : "false", groups);
}

static wend_result allocate(ring_run *run, wend_error *error) {
    uint32_t people = run->scene->people;
    memory *heap = &run->c.heap;
    run->people = memory_get_zeroed(heap, people * sizeof *run->people);
    run->walkers = memory_get_zeroed(heap, people * sizeof *run->walkers);
    run->ghosts = memory_get_zeroed(heap, people * sizeof *run->ghosts);
    run->contacts.was_through = memory_get_zeroed(heap, 2 * (size_t)people);
    bool good = run->people != NULL && run->walkers != NULL && run->ghosts != NULL &&
                run->contacts.was_through != NULL;
    return good ? WEND_OK : error_no_memory(error, "the people in a corridor");
}

static void release(ring_run *run) {
    uint32_t people = run->scene->people;
    memory *heap = &run->c.heap;
    memory_free(heap, run->people, people * sizeof *run->people);
    memory_free(heap, run->walkers, people * sizeof *run->walkers);
    memory_free(heap, run->ghosts, people * sizeof *run->ghosts);
    memory_free(heap, run->contacts.was_through, 2 * (size_t)people);
    models_close(&run->c);
}

/* ---- The seam -------------------------------------------------------------------------------- */

/* Lets an agent that has passed an end enter again at the other one. */
static wend_result wrap(ring_run *run, const wend_agent_state *agent, wend_point to,
                        wend_error *error) {
    wend_agent_attributes attributes;
    uint64_t people = run->scene->people;
    if (!wend_world_get_agent_attributes(run->c.world, agent->agent, &attributes)) {
        return WEND_OK;
    }
    wend_agent_def def = wend_default_agent_def();
    def.key = agent->key <= people ? agent->key + people : agent->key - people;
    def.position = to;
    def.velocity = (wend_point){(double)agent->velocity.x, (double)agent->velocity.y};
    def.profile = agent->profile;
    def.radius = (double)agent->radius;
    def.goal = agent->goal;
    def.preferred_speed = (double)attributes.preferred_speed;
    def.max_speed = (double)attributes.max_speed;
    def.heading = (double)attributes.heading;
    wend_result result = wend_world_remove_agent(run->c.world, agent->agent, error);
    return result == WEND_OK ? wend_world_add_agents(run->c.world, &def, 1, NULL, error) : result;
}

/* True if the agent with this key walks to the left: the last half of the people does. */
static bool is_left(const ring_scene *scene, uint64_t key) {
    uint32_t right = scene->people - scene->people / 2;
    return scene->two_way && (key - 1) % scene->people >= right;
}

/* Follows an agent after a step, and wraps it if it has passed an end. */
static wend_result follow(ring_run *run, const wend_agent_state *agent, wend_error *error) {
    ring_person *person = &run->people[(agent->key - 1) % run->scene->people];
    wend_point at = agent->position;
    person->left = is_left(run->scene, agent->key);
    if (person->known) {
        person->walked += person->left ? person->x - at.x : at.x - person->x;
    }
    double turns = floor(at.x / RING_LENGTH);
    wend_point to = {at.x - turns * RING_LENGTH, at.y};
    person->known = true;
    person->x = to.x;
    person->y = to.y;
    person->velocity = agent->velocity;
    person->radius = agent->radius;
    run->profile = agent->profile;
    return turns != 0.0 ? wrap(run, agent, to, error) : WEND_OK;
}

/* Continues the corridor beyond its ends. */
static wend_result set_ghosts(ring_run *run, wend_error *error) {
    uint32_t count = 0, people = run->scene->people;
    for (uint32_t i = 0; i < people; i++) {
        const ring_person *person = &run->people[i];
        bool first = person->x<MARGIN, last = person->x> RING_LENGTH - MARGIN;
        if (!person->known || (!first && !last)) {
            continue;
        }
        wend_ghost_def ghost = wend_default_ghost_def();
        ghost.key = 2 * (uint64_t)people + 1 + i;
        ghost.position = (wend_point){person->x + (first ? RING_LENGTH : -RING_LENGTH), person->y};
        ghost.velocity = (wend_point){(double)person->velocity.x, (double)person->velocity.y};
        ghost.radius = (double)person->radius;
        ghost.profile = run->profile;
        run->ghosts[count++] = ghost;
    }
    return wend_world_set_ghosts(run->c.world, run->ghosts, count, error);
}

static wend_result step(ring_run *run, wend_error *error) {
    wend_result result = models_step(&run->c, error);
    for (uint32_t i = 0; i < run->c.agent_count && result == WEND_OK; i++) {
        result = follow(run, &run->c.agents[i], error);
    }
    return result == WEND_OK ? set_ghosts(run, error) : result;
}

/* ---- Samples --------------------------------------------------------------------------------- */

static double order_now(ring_run *run) {
    for (uint32_t i = 0; i < run->scene->people; i++) {
        run->walkers[i] = (ring_walker){run->people[i].y, run->people[i].left};
    }
    return ring_order(run->walkers, run->scene->people);
}

static void sample_seam(ring_run *run) {
    for (uint32_t i = 0; i < run->scene->people; i++) {
        const ring_person *person = &run->people[i];
        double speed = (double)(person->left ? -person->velocity.x : person->velocity.x);
        bool near = person->x < SEAM || person->x > RING_LENGTH - SEAM;
        run->seam_people += near;
        run->seam_speed += near ? speed : 0.0;
        run->all_people += 1.0;
        run->all_speed += speed;
    }
}

static wend_result sample(ring_run *run, wend_error *error) {
    run->samples += 1.0;
    if (run->scene->two_way) {
        run->order_sum += order_now(run);
    }
    sample_seam(run);
    return models_measure_contacts(&run->c, &run->contacts, 2 * run->scene->people, error);
}

static wend_result relax(ring_run *run, wend_error *error) {
    wend_result result = step(run, error);
    run->order_start = run->scene->two_way ? order_now(run) : NAN;
    while (result == WEND_OK && !models_is_cancelled(&run->c) &&
           wend_world_time(run->c.world) < run->scene->relaxation) {
        result = step(run, error);
    }
    for (uint32_t i = 0; i < run->scene->people; i++) {
        run->people[i].walked = 0.0;
    }
    return result;
}

static wend_result measure(ring_run *run, wend_error *error) {
    uint64_t steps = (uint64_t)round(run->scene->measure / run->c.context->dt);
    uint64_t each = (uint64_t)fmax(round(SAMPLE_INTERVAL / run->c.context->dt), 1.0);
    wend_result result = WEND_OK;
    for (uint64_t i = 0; i < steps && result == WEND_OK && !models_is_cancelled(&run->c); i++) {
        result = step(run, error);
        result = result == WEND_OK && i % each == 0 ? sample(run, error) : result;
    }
    return result;
}

static ring_outcome conclude(const ring_run *run) {
    double walked = 0.0, people = run->scene->people;
    for (uint32_t i = 0; i < run->scene->people; i++) {
        walked += run->people[i].walked;
    }
    double mean_speed = run->all_speed / run->all_people;
    return (ring_outcome){
        .speed = walked / people / run->scene->measure,
        .seam_density = run->seam_people / run->all_people / (2.0 * SEAM / RING_LENGTH),
        .seam_speed =
            run->seam_people > 0.0 ? run->seam_speed / run->seam_people / mean_speed : NAN,
        .order_start = run->order_start,
        .order = run->scene->two_way ? run->order_sum / run->samples : NAN,
        .clearance = run->contacts.begun ? run->contacts.clearance : NAN,
        .through = run->contacts.through};
}

wend_result ring_measure(const models_context *context, const ring_scene *scene, ring_outcome *out,
                         wend_error *error) {
    ring_run run = {.scene = scene};
    wend_result result = open_corridor(&run.c, context, scene, error);
    result = result == WEND_OK ? allocate(&run, error) : result;
    result = result == WEND_OK ? relax(&run, error) : result;
    result = result == WEND_OK ? measure(&run, error) : result;
    if (result == WEND_OK) {
        *out = conclude(&run);
    }
    release(&run);
    return result;
}
