/* "When do you advance the target waypoint?" and "what if you lose sight of the target waypoint?":
 * the answers that the slides name, in scenes in which they differ. */
#include "paper/global_planners/parts.h"
#include <math.h>
#include <stdio.h>

typedef struct answer {
    const char *scene, *name, *file, *setting;
} answer;

static const answer answers[] = {
    {"swept past", "distance", "waypoints/swept.yaml", "follow.advance_by=distance"},
    {"swept past", "passing", "waypoints/swept.yaml", "follow.advance_by=passing"},
    {"swept past", "visibility", "waypoints/swept.yaml", "follow.advance_by=visibility"},
    {"occupied", "distance", "waypoints/occupied.yaml", "follow.advance_by=distance"},
    {"occupied", "passing", "waypoints/occupied.yaml", "follow.advance_by=passing"},
    {"occupied", "visibility", "waypoints/occupied.yaml", "follow.advance_by=visibility"},
    {"threshold", "D 0.02 m", "waypoints/threshold.yaml", "follow.advance=0.02"},
    {"threshold", "D 0.5 m", "waypoints/threshold.yaml", "follow.advance=0.5"},
    {"threshold", "D 6 m", "waypoints/threshold.yaml", "follow.advance=6"},
    {"pushed off", "replan", "waypoints/pushed.yaml", "follow.when_lost=replan"},
    {"pushed off", "rewind", "waypoints/pushed.yaml", "follow.when_lost=rewind"},
    {"pushed off", "remember", "waypoints/pushed.yaml", "follow.when_lost=remember"},
};
enum { ANSWERS = sizeof answers / sizeof answers[0], D_SMALL = 6, D_GOOD = 7, D_LARGE = 8 };

static const char table_name[] = "Target waypoints: when to advance, what to do when lost";

uint32_t planners_count_waypoints(const wend_paper_def *def) {
    (void)def;
    return ANSWERS;
}

typedef struct score {
    double share, travel, path; /* of the agents that walk; s; m */
} score;

static wend_result run_once(wend_paper_call *call, const answer *a, score *out, bool *go_on,
                            wend_error *error) {
    wend_paper_trial trial = {.scenario = a->file, .settings = &a->setting, .setting_count = 1};
    wend_summary *summary = NULL;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    *go_on = summary != NULL;
    if (summary != NULL) {
        out->share = paper_find_number(summary, "arrived") / paper_find_number(summary, "agents");
        out->travel = paper_find_number(summary, "mean_travel_s");
        out->path = paper_find_number(summary, "mean_path_m");
    }
    wend_summary_destroy(summary);
    return result;
}

static wend_result judge(wend_paper_call *call, const score scores[ANSWERS], wend_error *error) {
    static const wend_paper_column columns[] = {
        {"arrived", "share of the agents that arrive within the time of the scene; in the scene "
                    "'occupied', 7 of 17 stand at their goal from the start"},
        {"travel", "mean travel time of those that arrive"},
        {"path", "mean length of the paths"}};
    static const wend_paper_table table = {
        .name = table_name,
        .caption =
            "The slides: D must be big enough to be robust, and small enough that the next "
            "waypoint is reachable; what if the crowd keeps me from the waypoint, or sweeps me "
            "past it? Set the target to the most advanced visible waypoint. What if it is lost: "
            "replan, rewind or remember. The scenes are ours.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    paper_claims claims = {0};
    paper_claim(&claims, paper_at_most(scores[0].share, 0.99, -INFINITY),
                "by distance, %.0f %% of the agents that are swept past a waypoint arrive",
                100.0 * scores[0].share);
    paper_claim(&claims, paper_at_least(fmin(scores[2].share, scores[5].share), 1.0, INFINITY),
                "by visibility, %.0f %% do", 100.0 * fmin(scores[2].share, scores[5].share));
    paper_claim(
        &claims,
        paper_at_least(scores[D_GOOD].share - fmax(scores[D_SMALL].share, scores[D_LARGE].share),
                       0.5, INFINITY),
        "D of 0.02, 0.5 and 6 m: %.0f, %.0f and %.0f %% arrive", 100.0 * scores[D_SMALL].share,
        100.0 * scores[D_GOOD].share, 100.0 * scores[D_LARGE].share);
    paper_claim(&claims,
                paper_at_least(fmin(scores[9].share, fmin(scores[10].share, scores[11].share)), 1.0,
                               INFINITY),
                "replan, rewind and remember all bring lost agents back");
    return paper_add_verdict(call, &table, &claims, error);
}

wend_result planners_waypoints(wend_paper_call *call, wend_error *error) {
    score scores[ANSWERS];
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < ANSWERS && result == WEND_OK; i++) {
        bool go_on = true;
        char name[64];
        result = run_once(call, &answers[i], &scores[i], &go_on, error);
        if (!go_on) {
            return result;
        }
        snprintf(name, sizeof name, "%s, %s", answers[i].scene, answers[i].name);
        paper_row row = {.call = call, .table = table_name, .row = name, .error = error};
        paper_add_number(&row, "arrived", "%", NAN, 100.0 * scores[i].share);
        paper_add_number(&row, "travel", "s", NAN, scores[i].travel);
        paper_add_number(&row, "path", "m", NAN, scores[i].path);
        result = result == WEND_OK ? row.result : result;
    }
    return result == WEND_OK ? judge(call, scores, error) : result;
}
