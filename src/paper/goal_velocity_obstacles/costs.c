/* Measures Table 3 of "Goal Velocity Obstacles": the cost of a step. */
#include "paper/goal_velocity_obstacles/parts.h"
#include "paper/trials.h"
#include "paper/verdict.h"
#include <math.h>

#define COSTS "Table 3: cost per agent and step"

static const wend_paper_column columns[] = {
    {"GVO", "time per agent and step with goal velocity obstacles"},
    {"PV", "time per agent and step with preferred velocities"},
    {"GVO extra", "difference"},
    {"GVO extra, share", "difference as a share of the time with PV"},
};

static uint32_t count_rounds(const wend_paper_def *def) {
    return def->quick ? 1 : 9;
}

uint32_t gvo_count_costs(const wend_paper_def *def) {
    return GVO_SCENES * GVO_PUBLISHED * count_rounds(def);
}

/* Measures the cost of a scenario. The methods alternate, so that the load of the machine affects
 * both equally; the fastest round counts. */
static wend_result time_scene(wend_paper_call *call, const gvo_scene *scene,
                              double total[GVO_PUBLISHED], bool *go_on, wend_error *error) {
    double best[GVO_PUBLISHED] = {INFINITY, INFINITY}, theirs[GVO_PUBLISHED];
    for (uint32_t run = 0; run < GVO_PUBLISHED * count_rounds(wend_paper_call_def(call)); run++) {
        uint32_t m = run % GVO_PUBLISHED;
        wend_paper_trial trial = {.scenario = scene->file,
                                  .settings = gvo_methods[m].settings,
                                  .setting_count = gvo_methods[m].setting_count,
                                  .timed = true};
        wend_summary *summary;
        wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
        *go_on = result == WEND_OK && summary != NULL;
        if (!*go_on) {
            return result;
        }
        best[m] = fmin(best[m], paper_find_number(summary, "us_per_agent_step"));
        theirs[m] = scene->step_ms[m] * 1000.0 / scene->agents;
        wend_summary_destroy(summary);
    }
    paper_row row = {.call = call, .table = COSTS, .row = scene->row, .error = error};
    paper_add_number(&row, "GVO", "us", theirs[0], best[0]);
    paper_add_number(&row, "PV", "us", theirs[1], best[1]);
    paper_add_number(&row, "GVO extra", "us", theirs[0] - theirs[1], best[0] - best[1]);
    paper_add_number(&row, "GVO extra, share", "%", -gvo_percent_shorter(theirs[0], theirs[1]),
                     -gvo_percent_shorter(best[0], best[1]));
    total[0] += best[0];
    total[1] += best[1];
    return row.result;
}

wend_result gvo_costs(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    double total[GVO_PUBLISHED] = {0.0, 0.0};
    bool go_on = true;
    for (int i = 0; i < GVO_SCENES && result == WEND_OK && go_on; i++) {
        result = time_scene(call, &gvo_scenes[i], total, &go_on, error);
    }
    if (result != WEND_OK || !go_on) {
        return result;
    }
    paper_claims claims = {0};
    double extra = -gvo_percent_shorter(total[0], total[1]);
    paper_claim(&claims, paper_at_most(extra, 21.0, 2.0),
                "over all scenes, GVO takes %.0f %% %s than PV, published 2 to 21 %% longer",
                fabs(extra), extra < 0.0 ? "less" : "longer");
    wend_paper_table table = {
        .name = COSTS,
        .caption = "Time of a step, divided by the number of agents, on one thread; the best of "
                   "several rounds. The published times are divided by all agents, ours by those "
                   "that are still walking.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0],
        .noisy = true};
    return paper_add_verdict(call, &table, &claims, error);
}
