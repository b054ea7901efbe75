/* Varies what "Goal Velocity Obstacles" does not state: the time step, the horizon, the neighbours,
 * our recovery of speed, and the sizes and speeds in the scenes. Each row compares goal velocity
 * obstacles with preferred velocities after one change. */
#include "paper/goal_velocity_obstacles/parts.h"
#include "paper/trials.h"
#include "paper/verdict.h"
#include <math.h>
#include <stdio.h>

/* One change: settings for both methods, and one for goal velocity obstacles only. */
typedef struct variation {
    const char *row;
    const char *both[2];
    const char *goals;
} variation;

typedef struct sensitivity_table {
    const char *name, *caption;
    const char *file;
    const variation *variations;
    uint32_t count, seeds;
    double least_shorter; /* %: the paper's claim on path lengths */
    double most_share;    /* %: the paper's claim on collisions, GVO in percent of PV */
} sensitivity_table;

#define OURS                                                                                       \
    {"as chosen", {NULL}, NULL}, {"dt 0.05 s", {"time.dt=0.05"}, NULL},                            \
        {"dt 0.1 s", {"time.dt=0.1"}, NULL}, {"dt 0.5 s", {"time.dt=0.5"}, NULL},                  \
        {"speed_recovery 0", {NULL}, "steer.speed_recovery=0"},                                    \
        {"speed_recovery 1", {NULL}, "steer.speed_recovery=1"},                                    \
        {"horizon 2 s", {"steer.horizon=2"}, NULL}, {"horizon 10 s", {"steer.horizon=10"}, NULL},  \
        {"radius 7.5 m", {"steer.neighbour_distance=7.5"}, NULL}, {                                \
        "radius 30 m", {"near.reach=30", "steer.neighbour_distance=30"}, NULL                      \
    }

static const variation one_static[] = {
    OURS,
    {"row 250 m", {"agents.0.grid.spacing=10.41667", "agents.0.grid.origin=[-125,0]"}, NULL},
    {"row 1000 m", {"agents.0.grid.spacing=41.66667", "agents.0.grid.origin=[-500,0]"}, NULL},
    {"goal 20 m", {"goals.exit.segment=[[-10,200],[10,200]]"}, NULL},
    {"goal 160 m", {"goals.exit.segment=[[-80,200],[80,200]]"}, NULL},
    {"100 m across", {"goals.exit.segment=[[-40,100],[40,100]]"}, NULL},
};

static const variation one_moving[] = {
    OURS,
    {"goal 0.6 m/s", {"goals.exit.velocity=[0.6,0]"}, NULL},
    {"goal 0.9 m/s", {"goals.exit.velocity=[0.9,0]"}, NULL},
    {"goal 1.4 m/s", {"goals.exit.velocity=[1.4,0]"}, NULL},
    {"goal 20 m", {"goals.exit.segment=[[-220,200],[-200,200]]"}, NULL},
    {"row 250 m", {"agents.0.grid.spacing=10.41667", "agents.0.grid.origin=[-125,0]"}, NULL},
};

static const variation dense[] = {
    OURS,
    {"goal 10 m", {"goals.exit.segment=[[-5,200],[5,200]]"}, NULL},
    {"goal 40 m", {"goals.exit.segment=[[-20,200],[20,200]]"}, NULL},
};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static const sensitivity_table tables[] = {
    {"Sensitivity: one static goal, 25 agents",
     "Experiment 1, one parameter changed in each row. None of these parameters is published; the "
     "scene was chosen to match Table 2.",
     "goal-velocity-obstacles/one-static-25.yaml", one_static, COUNT(one_static), 1, 5.0, NAN},
    {"Sensitivity: one moving goal, 25 agents",
     "Experiment 2, one parameter changed in each row. None of these parameters is published; the "
     "scene was chosen to match Table 2.",
     "goal-velocity-obstacles/one-moving-25.yaml", one_moving, COUNT(one_moving), 1, 10.0, NAN},
    {"Sensitivity: dense start, one static goal, 100 agents",
     "Experiment 1 from our dense start, one parameter changed in each row; sums over three seeds "
     "(--quick: one). "
     "None of these parameters, and no dense start, is published.",
     "goal-velocity-obstacles/dense-one-static-100.yaml", dense, COUNT(dense), 3, NAN, 45.0},
};
enum { TABLES = sizeof tables / sizeof tables[0] };

static const wend_paper_column columns[] = {
    {"GVO path", "mean path length with goal velocity obstacles"},
    {"PV path", "mean path length with preferred velocities to the middle of the goal"},
    {"shorter", "how much shorter the path is with GVO"},
    {"GVO travel", "mean travel time with GVO"},
    {"PV travel", "mean travel time with PV"},
    {"GVO pairs", "number of times that two agents began to overlap by more than 1 mm, with GVO"},
    {"PV pairs", "the same, with PV"},
    {"missing", "number of agents that did not arrive: GVO and PV together"},
};

static uint32_t count_runs(const sensitivity_table *table, const wend_paper_def *def) {
    return GVO_PUBLISHED * (def->quick ? 1 : table->seeds);
}

uint32_t gvo_count_sensitivity(const wend_paper_def *def) {
    uint32_t count = 0;
    for (int i = 0; i < TABLES; i++) {
        count += tables[i].count * count_runs(&tables[i], def);
    }
    return count;
}

static gvo_method vary(const gvo_method *from, const variation *change, bool is_goals) {
    gvo_method method = *from;
    for (int i = 0; i < 2 && change->both[i] != NULL; i++) {
        method.settings[method.setting_count++] = change->both[i];
    }
    if (is_goals && change->goals != NULL) {
        method.settings[method.setting_count++] = change->goals;
    }
    return method;
}

/* Counts the rows in which the claims of the paper hold. */
typedef struct row_count {
    uint32_t all, shorter, fewer, judged;
} row_count;

static wend_result add_row(wend_paper_call *call, const sensitivity_table *table, const char *name,
                           const gvo_outcome outcomes[GVO_PUBLISHED], row_count *count,
                           wend_error *error) {
    const gvo_outcome *goals = &outcomes[GVO_GOALS], *preferred = &outcomes[GVO_PREFERRED];
    paper_row row = {.call = call, .table = table->name, .row = name, .error = error};
    double runs = goals->runs, shorter = gvo_percent_shorter(goals->path_m, preferred->path_m);
    paper_add_number(&row, "GVO path", "m", NAN, goals->path_m / runs);
    paper_add_number(&row, "PV path", "m", NAN, preferred->path_m / runs);
    paper_add_number(&row, "shorter", "%", NAN, shorter);
    paper_add_number(&row, "GVO travel", "s", NAN, goals->travel_s / runs);
    paper_add_number(&row, "PV travel", "s", NAN, preferred->travel_s / runs);
    paper_add_number(&row, "GVO pairs", "1", NAN, goals->touches);
    paper_add_number(&row, "PV pairs", "1", NAN, preferred->touches);
    paper_add_number(&row, "missing", "1", NAN, goals->missing + preferred->missing);
    count->all++;
    count->shorter += shorter >= table->least_shorter;
    count->judged += preferred->touches > 0.0;
    count->fewer += preferred->touches > 0.0 &&
                    goals->touches <= table->most_share / 100.0 * preferred->touches;
    return row.result;
}

static wend_result add_claims(wend_paper_call *call, const sensitivity_table *table,
                              const row_count *count, wend_error *error) {
    paper_claims claims = {0};
    if (!isnan(table->least_shorter)) {
        paper_claim(&claims, paper_at_least(count->shorter, count->all, INFINITY),
                    "paths are at least %.0f %% shorter in %u of %u rows", table->least_shorter,
                    count->shorter, count->all);
    }
    if (!isnan(table->most_share)) {
        paper_claim(&claims,
                    count->judged > 0 ? paper_at_least(count->fewer, count->judged, INFINITY)
                                      : WEND_VERDICT_OPEN,
                    "there are at least %.0f %% fewer collisions in %u of the %u rows in which PV "
                    "has any",
                    100.0 - table->most_share, count->fewer, count->judged);
    }
    wend_paper_table out = {.name = table->name,
                            .caption = table->caption,
                            .columns = columns,
                            .column_count = COUNT(columns)};
    return paper_add_verdict(call, &out, &claims, error);
}

static wend_result run_table(wend_paper_call *call, const sensitivity_table *table, bool *go_on,
                             wend_error *error) {
    row_count count = {0};
    uint32_t runs = count_runs(table, wend_paper_call_def(call));
    for (uint32_t i = 0; i < table->count; i++) {
        gvo_outcome outcomes[GVO_PUBLISHED] = {{0}};
        for (uint32_t run = 0; run < runs; run++) {
            uint32_t m = run % GVO_PUBLISHED;
            gvo_method method = vary(&gvo_methods[m], &table->variations[i], m == GVO_GOALS);
            gvo_run one = {table->file, &method, 1 + run / GVO_PUBLISHED, 0.0};
            wend_result result = gvo_run_once(call, &one, &outcomes[m], go_on, error);
            if (!*go_on) {
                return result;
            }
        }
        wend_result result =
            add_row(call, table, table->variations[i].row, outcomes, &count, error);
        if (result != WEND_OK) {
            return result;
        }
    }
    return add_claims(call, table, &count, error);
}

wend_result gvo_sensitivity(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    bool go_on = true;
    for (int i = 0; i < TABLES && result == WEND_OK && go_on; i++) {
        result = run_table(call, &tables[i], &go_on, error);
    }
    return result;
}
