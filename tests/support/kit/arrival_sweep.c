#include "support/kit/arrival_sweep.h"

#include <check.h>
#include <stdarg.h>
#include <string.h>

#include "support/kit/arrival_trial.h"

/* After the first second, overlaps above this fraction of the sum of the radii are too deep. */
static const double deep_overlap = 0.1;
/* m: many times the rounding error of single precision at 40 m. */
static const double wall_growth = 1e-4;

wend_registry *arrival_sweep_registry(void) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    ck_assert_int_eq(wend_kit_register(registry, NULL), WEND_OK);
    return registry;
}

static bool is_settled(const char *steer) {
    static const char *const names[] = {"orca", "orca_segment", "orca_arc", "hrvo", "gvo"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(steer, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

__attribute__((format(printf, 6, 7))) static void note(arrival_sweep *sweep,
                                                       const arrival_world *world, uint32_t agents,
                                                       const arrival_models *models,
                                                       uint32_t *counter, const char *format, ...) {
    size_t used = strlen(sweep->faults), left = sizeof sweep->faults - used;
    char what[100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(sweep->faults + used, left,
             "\n  --kind %s --seeds %llu --agents %u --plan %s "
             "--follow %s --steer %s: %s",
             arrival_kind_names[world->kind], (unsigned long long)world->seed, agents, models->plan,
             models->follow, models->steer, what);
    (*counter)++;
}

static void add_outcome(arrival_sweep *sweep, const arrival_world *world,
                        const arrival_models *models, const arrival_outcome *out,
                        const wend_steering *steering) {
    sweep->runs++;
    sweep->excused_runs += steering->may_not_arrive;
    if (out->in_time < out->agents && steering->may_not_arrive) {
        sweep->excused++;
    } else if (out->in_time < out->agents) {
        note(sweep, world, out->agents, models, &sweep->incomplete, "%u of %u arrived in time",
             out->in_time, out->agents);
    }
    if (steering->avoids_agents && out->overlap > deep_overlap) {
        note(sweep, world, out->agents, models, &sweep->deep, "overlap of %.3f of the radii",
             out->overlap);
    }
    if (out->wall_overlap > wall_growth) {
        note(sweep, world, out->agents, models, &sweep->in_walls, "%.4f m deeper in a wall",
             out->wall_overlap);
    }
}

/* Runs one combination of models. Returns false if the library refuses the combination because an
 * entry needs something that the others do not provide; any other refusal fails the test. */
static bool run_one(const wend_registry *registry, const arrival_world *world, uint32_t agents,
                    const wend_steering *steering, arrival_models models, arrival_sweep *sweep) {
    models.steer = steering->stage.entry.name;
    arrival_outcome out = arrival_run_world(registry, world, agents, &models);
    if (out.status == ARRIVAL_REFUSED) {
        ck_assert_msg(strstr(out.message, "needs") != NULL, "%s", out.message);
        return false;
    }
    ck_assert_msg(out.status == ARRIVAL_RAN, "%s", out.message);
    add_outcome(sweep, world, &models, &out, steering);
    return true;
}

/* Models that are not settled run with a third of the planners and followers in each world, so that
 * three worlds in a row run all of them: there are many of these models, and some are slow. */
static bool is_turn_of(const char *steer, uint32_t pair, uint64_t seed) {
    enum { TURNS = 3 };
    return is_settled(steer) || (pair + seed) % TURNS == 0;
}

static void run_world(const wend_registry *registry, const arrival_world *world, uint32_t agents,
                      bool settled, arrival_sweep *sweep) {
    uint32_t planners = wend_registry_count(registry, WEND_KIND_PLANNER);
    uint32_t followers = wend_registry_count(registry, WEND_KIND_FOLLOWER);
    uint32_t models = wend_registry_count(registry, WEND_KIND_STEERING), combinations = 0;
    for (uint32_t i = 0; i < planners * followers * models; i++) {
        const void *plan = wend_registry_get(registry, WEND_KIND_PLANNER, i / models / followers);
        const wend_planner *planner = plan;
        const void *steer = wend_registry_get(registry, WEND_KIND_STEERING, i % models);
        const wend_steering *steering = steer;
        const void *follow =
            wend_registry_get(registry, WEND_KIND_FOLLOWER, i / models % followers);
        const char *name = steering->stage.entry.name;
        /* The model `external` moves only if a program sets velocities. */
        if (!planner->routes_around_walls || strcmp(name, "external") == 0 ||
            ((const wend_follower *)follow)->needs_no_goal || (settled && !is_settled(name)) ||
            !is_turn_of(name, i / models, world->seed)) {
            continue;
        }
        arrival_models chosen = {.plan = planner->stage.entry.name,
                                 .follow = ((const wend_entry *)follow)->name};
        combinations += run_one(registry, world, agents, steering, chosen, sweep);
    }
    sweep->combinations = combinations;
}

void arrival_sweep_worlds(const wend_registry *registry, arrival_kind kind, uint64_t first,
                          uint32_t world_count, uint32_t agent_count, bool settled,
                          arrival_sweep *sweep) {
    for (uint64_t seed = first; seed < first + world_count; seed++) {
        arrival_world *world = arrival_world_create(kind, seed, agent_count);
        ck_assert_msg(world != NULL, "seed %llu", (unsigned long long)seed);
        run_world(registry, world, agent_count, settled, sweep);
        arrival_world_destroy(world);
    }
}
