/* Computes Fig 6 of "Way Portals": the rate of collisions for each step length, and how it depends
 * on what counts as a collision. */
#include "paper/chart.h"
#include "paper/trials.h"
#include "paper/way_portals/parts.h"
#include <math.h>
#include <string.h>

enum { TITLE_SIZE = 96 };

static void name_rates(const char *table, int model, char name[TITLE_SIZE]) {
    snprintf(name, TITLE_SIZE, "Fig 6: %s, %s", table, portal_models[model]);
}

static const char onset_table[] = "new overlaps per agent and second";
static const char share_table[] = "share of time in an overlap";
static const char depth_table[] = "deepest overlap";
static const char rule_table[] = "frames in an overlap by counting rule";

/* Adds a row to the table of a quantity, with one value for each step length. */
static wend_result add_row(wend_paper_call *call, const char *name, const char *row_name,
                           const char *unit, const double values[PORTAL_STEPS], wend_error *error) {
    paper_row row = {.call = call, .table = name, .row = row_name, .error = error};
    for (int i = 0; i < PORTAL_STEPS; i++) {
        char column[40];
        snprintf(column, sizeof column, "dt %g s", portal_steps[i]);
        paper_add_number(&row, column, unit, NAN, values[i]);
    }
    return row.result;
}

/* Claims that the values do not rise with the step length: "larger time steps produce collisions at
 * a lower rate". */
static void claim_fall(paper_claims *claims, const char *scene, const char *what,
                       const double values[PORTAL_STEPS]) {
    double first = values[0], last = values[PORTAL_STEPS - 1];
    wend_verdict outcome = first == 0.0 && last == 0.0 ? WEND_VERDICT_OPEN
                           : last < first              ? WEND_VERDICT_CONFIRMED
                                                       : WEND_VERDICT_NOT_CONFIRMED;
    paper_claim(claims, outcome, "%s: %s %.2g at dt 0.01 s, %.2g at dt 0.2 s", scene, what, first,
                last);
}

/* Draws the rate over time in a chart, with one line for each step length. */
static wend_result draw_rates(wend_paper_call *call, const portal_scene *scene, const char *model,
                              const portal_outcome *outcomes, wend_error *error) {
    char file[120], title[160], names[PORTAL_STEPS][24];
    double x[PORTAL_BINS], y[PORTAL_STEPS][PORTAL_BINS];
    chart_line lines[PORTAL_STEPS];
    const char *begin = strrchr(scene->file, '/') + 1;
    int length = (int)strcspn(begin, ".");
    snprintf(file, sizeof file, "fig6-%.*s-%s.png", length, begin, model);
    const char *path = wend_paper_add_file(call, file);
    if (path == NULL) {
        return WEND_OK;
    }
    for (int i = 0; i < PORTAL_STEPS; i++) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < PORTAL_BINS; k++) {
            double time = outcomes[i].agent_seconds[k];
            x[k] = (k + 0.5) * PORTAL_BIN_SECONDS;
            y[i][k] = time > 0.0 ? outcomes[i].onsets[k] / time : 0.0;
            count = time > 0.0 ? k + 1 : count;
        }
        snprintf(names[i], sizeof names[i], "dt %g s", portal_steps[i]);
        lines[i] = (chart_line){names[i], x, y[i], count};
    }
    snprintf(title, sizeof title, "%s, %s: new overlaps deeper than 1 %% of the radius",
             scene->name, model);
    chart c = {title, "simulated time (s)", "per agent and second, in bins of 5 s", lines,
               PORTAL_STEPS};
    return chart_write(&c, path, error);
}

/* Adds rows with the number of frames in an overlap, for each depth. */
static wend_result add_rules(wend_paper_call *call, const portal_scene *scene, int model,
                             const portal_outcome *outcomes, paper_claims *claims,
                             wend_error *error) {
    char name[TITLE_SIZE];
    wend_result result = WEND_OK;
    name_rates(rule_table, model, name);
    for (int d = 0; d < PORTAL_DEPTHS && result == WEND_OK; d++) {
        char row[80], what[60];
        double frames[PORTAL_STEPS];
        for (int i = 0; i < PORTAL_STEPS; i++) {
            /* pair-frames for each agent-frame, in parts per thousand */
            frames[i] = 1000.0 * outcomes[i].overlap_s[d] / outcomes[i].agent_s;
        }
        snprintf(row, sizeof row, "%s, > %g r", scene->name, portal_depths[d]);
        snprintf(what, sizeof what, "deeper than %g r:", portal_depths[d]);
        result = add_row(call, name, row, "1/1000", frames, error);
        if (d == PORTAL_ANY_DEPTH || d == PORTAL_COUNTED) {
            claim_fall(claims, scene->name, what, frames);
        }
    }
    return result;
}

wend_result portal_add_rates(wend_paper_call *call, const portal_scene *scene, int model,
                             const portal_outcome *outcomes, portal_rate_claims *claims,
                             wend_error *error) {
    double onsets[PORTAL_STEPS], shares[PORTAL_STEPS], depths[PORTAL_STEPS];
    char name[TITLE_SIZE];
    for (int i = 0; i < PORTAL_STEPS; i++) {
        const portal_outcome *all = &outcomes[i];
        onsets[i] = all->new_overlaps[PORTAL_COUNTED] / all->agent_s;
        shares[i] = all->overlap_s[PORTAL_COUNTED] / all->agent_s;
        depths[i] = all->deepest;
    }
    claim_fall(&claims->onsets, scene->name, "rate", onsets);
    claim_fall(&claims->shares, scene->name, "share", shares);
    claim_fall(&claims->depths, scene->name, "depth in m", depths);
    name_rates(onset_table, model, name);
    wend_result result = add_row(call, name, scene->name, "1/s", onsets, error);
    name_rates(share_table, model, name);
    result = result == WEND_OK ? add_row(call, name, scene->name, "1", shares, error) : result;
    name_rates(depth_table, model, name);
    result = result == WEND_OK ? add_row(call, name, scene->name, "m", depths, error) : result;
    result =
        result == WEND_OK ? add_rules(call, scene, model, outcomes, &claims->rules, error) : result;
    return result == WEND_OK ? draw_rates(call, scene, portal_models[model], outcomes, error)
                             : result;
}

wend_result portal_judge_rates(wend_paper_call *call, int model, const portal_rate_claims *claims,
                               wend_error *error) {
    static const wend_paper_column columns[] = {{"dt *", "the value with this step length"}};
    const struct {
        const char *table, *caption;
        const paper_claims *claims;
    } judged[] = {
        {onset_table,
         "How often a pair of agents begins to overlap by more than 1 % of the radius. The paper "
         "states that larger steps produce collisions at a lower rate. The table 'frames in an "
         "overlap by counting rule' shows why ours do not. " PORTAL_CHOSEN,
         &claims->onsets},
        {share_table,
         "Time that pairs spend in an overlap of more than 1 % of the radius, per agent and time "
         "in the world.",
         &claims->shares},
        {depth_table, "The deepest overlap of any two agents in the run (radius 0.25 m).",
         &claims->depths},
        {rule_table,
         "Pairs that overlap, per agent and frame, in parts per thousand, by the depth (in radii) "
         "from which an overlap counts. The paper counts collisions per frame and agent and states "
         "no depth. If every touch counts (> 0 r), segments in 16 Blocks have most overlaps with "
         "short steps; nearly all of them are shallower than 0.1 % of the radius. Deeper overlaps "
         "become more frequent with longer steps.",
         &claims->rules},
    };
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof judged / sizeof judged[0] && result == WEND_OK; i++) {
        char name[TITLE_SIZE];
        name_rates(judged[i].table, model, name);
        wend_paper_table table = {
            .name = name, .caption = judged[i].caption, .columns = columns, .column_count = 1};
        result = paper_add_verdict(call, &table, judged[i].claims, error);
    }
    return result;
}
