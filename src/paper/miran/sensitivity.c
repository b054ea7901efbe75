/* Varies what the paper does not give, or what we chose so that its statements can hold: the time
 * step, the motion, d, the radius, sigma and the weights. */
#include "paper/miran/parts.h"
#include "paper/miran/variants.h"
#include "paper/trials.h"
#include <math.h>
#include <stdio.h>

static double length_of(const miran_walk *walk) {
    return wend_path_meter_get(&walk->meter).length;
}

static uint32_t count_arrived(const miran_walks *walks) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < walks->count; i++) {
        count += walks->items[i].arrived;
    }
    return count;
}

static wend_verdict holds(bool true_in_our_runs) {
    return true_in_our_runs ? WEND_VERDICT_CONFIRMED : WEND_VERDICT_NOT_CONFIRMED;
}

/* ---- Fig 7 ----------------------------------------------------------------------------------- */

static const char loop_table[] = "Fig 7 with other choices";

static wend_result add_loop(const variant_result *found, paper_claims *claims, paper_row *row) {
    const miran_walks *walks = found->walks;
    int winds[MIRAN_SIGMAS];
    for (int i = 0; i < MIRAN_SIGMAS; i++) {
        char column[32];
        winds[i] = miran_count_loop(&walks->items[i].path, found->space_def);
        snprintf(column, sizeof column, "winds %.0f", miran_sigmas[i]);
        paper_add_number(row, column, "1", NAN, winds[i]);
    }
    double longer = length_of(&walks->items[3]) - length_of(&walks->items[4]);
    double share = length_of(&walks->items[5]) / miran_line_length(&walks->items[5].route);
    uint32_t arrived = count_arrived(walks);
    paper_add_number(row, "300 over 400", "m", NAN, longer);
    paper_add_number(row, "1250 of route", "1", NAN, share);
    paper_add_number(row, "arrived", "1", NAN, arrived);
    bool all = winds[0] == MIRAN_LOOP && 2 * winds[1] > MIRAN_LOOP && winds[3] == 0 &&
               winds[4] == 0 && winds[5] == 0 && longer > 0.0 && share < 0.5 &&
               arrived == MIRAN_SIGMAS;
    paper_claim(claims, holds(all), "%s", row->row);
    return row->result;
}

static wend_result show_loop(wend_paper_call *call, bool *go_on, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"winds *", "buildings inside the loop around which the path with this sigma winds, of 5"},
        {"300 over 400", "by how much the path with sigma 300 is longer than that with 400"},
        {"1250 of route", "length of the path with sigma 1250 divided by that of the route"},
        {"arrived", "characters that arrive, of 6"}};
    static const wend_paper_table table = {
        .name = loop_table,
        .caption =
            "The same scene and route. 'Ours' is dt = 0.1 s, motion straight towards the "
            "attraction point, d = 20 and a radius of 0.3 m. 'Motion by forces' is the paper's: "
            "section 3.4 with Euler integration, where the walls are the boundary, because "
            "shortcuts leave the corridor of the route. A row counts as confirmed if all "
            "statements about Fig 7 hold.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    variant_table all = {.table = &table,
                         .scenario = MIRAN_MCKENNA,
                         .walks = MIRAN_SIGMAS,
                         .profiles = variant_sigmas,
                         .add = add_loop};
    return variants_show(call, &all, variants_common, variants_common_count, go_on, error);
}

/* ---- More values of sigma -------------------------------------------------------------------- */

static const char sigma_table[] = "Fig 7: more values of sigma";

enum { MORE_SIGMAS = 12 };
static const double more_sigmas[MORE_SIGMAS] = {60.0,  80.0,  150.0, 200.0, 275.0, 325.0,
                                                340.0, 350.0, 360.0, 375.0, 500.0, 800.0};
/* m, length of the loop of the route */
static const double LOOP_LENGTH = 348.0;

/* Runs MIRAN_SIGMAS values of sigma at once. */
static wend_result run_sigmas(wend_paper_call *call, const double *sigmas, miran_walks *walks,
                              bool *go_on, wend_error *error) {
    char texts[MIRAN_SIGMAS][VARIANT_TEXT_SIZE];
    miran_setup setup = {.scenario = MIRAN_MCKENNA};
    for (int i = 0; i < MIRAN_SIGMAS; i++) {
        snprintf(texts[i], sizeof texts[i], "profiles.%s.follow.sigma=%g", variant_sigmas[i],
                 sigmas[i]);
        setup.settings[setup.setting_count++] = texts[i];
    }
    return miran_walks_record(call, &setup, MIRAN_SIGMAS, walks, go_on, error);
}

static void add_sigma(paper_row *row, double sigma, const miran_walk *walk,
                      const wend_space_def *space, paper_claims *claims) {
    int winds = miran_count_loop(&walk->path, space);
    double skipped = miran_longest_stretch(walk->skipped, walk->skipped_count);
    paper_add_number(row, "length", "m", NAN, length_of(walk));
    paper_add_number(row, "winds around", "1", NAN, winds);
    paper_add_number(row, "longest skipped", "m", NAN, skipped);
    if (sigma > LOOP_LENGTH) {
        paper_claim(claims, holds(winds == 0), "sigma %.0f: around %d", sigma, winds);
    }
}

static wend_result judge_sigmas(wend_paper_call *call, const paper_claims *claims,
                                wend_error *error) {
    static const wend_paper_column columns[] = {
        {"length", "length of the path"},
        {"winds around", "buildings inside the loop around which it winds, of 5"},
        {"longest skipped", "longest part of the route that no position comes within 5 m of"}};
    static const wend_paper_table table = {
        .name = sigma_table,
        .caption = "The loop is 348 m long. With a sigma larger than that, the path skips it. A "
                   "character with a smaller sigma does not see the end of the loop early enough "
                   "and enters it; how far depends on sigma.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    return paper_add_verdict(call, &table, claims, error);
}

static wend_result show_sigmas(wend_paper_call *call, bool *go_on, wend_error *error) {
    miran_setup plain = {.scenario = MIRAN_MCKENNA};
    wend_scenario *scenario = NULL;
    paper_claims claims = {0};
    paper_row row = {.call = call, .table = sigma_table, .error = error};
    wend_result result = miran_load(wend_paper_call_def(call), &plain, &scenario, error);
    for (int i = 0; i < MORE_SIGMAS && result == WEND_OK && *go_on; i += MIRAN_SIGMAS) {
        miran_walks walks;
        result = run_sigmas(call, &more_sigmas[i], &walks, go_on, error);
        for (int k = 0; k < MIRAN_SIGMAS && result == WEND_OK && *go_on; k++) {
            char name[32];
            snprintf(name, sizeof name, "sigma %.0f m", more_sigmas[i + k]);
            row.row = name;
            add_sigma(&row, more_sigmas[i + k], &walks.items[k], wend_scenario_space_def(scenario),
                      &claims);
        }
        result = result == WEND_OK ? row.result : result;
        miran_walks_free(&walks);
    }
    wend_scenario_destroy(scenario);
    return result == WEND_OK && *go_on ? judge_sigmas(call, &claims, error) : result;
}

/* ---- Fig 8 ----------------------------------------------------------------------------------- */

static const char road_table[] = "Fig 8 with other choices";
static const char *const road_profiles[] = {"miran"};
/* m: a path that grazes a corner of the mud by at most this much counts as avoiding it */
static const double GRAZE = 0.01;

static wend_result add_road(const variant_result *found, paper_claims *claims, paper_row *row) {
    const miran_walk *ours = &found->walks->items[0], *irm = &found->walks->items[1];
    double mud = miran_walk_on(ours, found->space, "mud");
    double their_mud = miran_walk_on(irm, found->space, "mud");
    double side = 100.0 * miran_walk_on(ours, found->space, "sidewalk") / length_of(ours);
    double their_side = 100.0 * miran_walk_on(irm, found->space, "sidewalk") / length_of(irm);
    double longest = miran_longest_stretch(ours->skipped, ours->skipped_count);
    double skipped = miran_sum_stretches(irm->skipped, irm->skipped_count);
    uint32_t arrived = count_arrived(found->walks);
    paper_add_number(row, "mud, MIRAN", "m", NAN, mud);
    paper_add_number(row, "mud, IRM", "m", NAN, their_mud);
    paper_add_number(row, "sidewalk, MIRAN", "%", NAN, side);
    paper_add_number(row, "sidewalk, IRM", "%", NAN, their_side);
    paper_add_number(row, "longest skipped, MIRAN", "m", NAN, longest);
    paper_add_number(row, "skipped, IRM", "m", NAN, skipped);
    paper_add_number(row, "arrived", "1", NAN, arrived);
    bool all = mud <= GRAZE && their_mud >= 5.0 && side > their_side && skipped >= 80.0 &&
               arrived == MIRAN_ROAD_WALKS;
    paper_claim(claims, holds(all), "%s", row->row);
    return row->result;
}

static wend_result show_road(wend_paper_call *call, bool *go_on, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"mud, *", "length of the path on mud"},
        {"sidewalk, *", "share of the path on sidewalks"},
        {"longest skipped, MIRAN", "longest part of the route that MIRAN skips"},
        {"skipped, IRM", "length of the route that IRM skips"},
        {"arrived", "characters that arrive, of 2"}};
    static const wend_paper_table table = {
        .name = road_table,
        .caption = "The same scene and route. 'Ours' is as in the table above, with d = 10. With "
                   "'no weights', all terrain has the weight 1. With 'mud beside the route', the "
                   "mud begins 1 m instead of 4 m from the route. 'IRM window 50 m' searches only "
                   "50 m of the route for a return into the disc. A row counts as confirmed if the "
                   "statements about Fig 8 hold; up to 1 cm of mud is a graze of its corner.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    variant_table all = {.table = &table,
                         .scenario = MIRAN_ROAD,
                         .walks = MIRAN_ROAD_WALKS,
                         .profiles = road_profiles,
                         .add = add_road,
                         .profile_count = 1};
    wend_result result =
        variants_run(call, &all, variants_common, variants_common_count, go_on, error);
    if (result == WEND_OK && *go_on) {
        result = variants_run(call, &all, variants_road, variants_road_count, go_on, error);
    }
    return result == WEND_OK && *go_on ? variants_judge(call, &all, error) : result;
}

/* ---- Fig 1 ----------------------------------------------------------------------------------- */

static const char forest_table[] = "Fig 1 with other choices";
static const char *const forest_profiles[] = {"adult", "child"};

static wend_result add_forest(const variant_result *found, paper_claims *claims, paper_row *row) {
    static const char *const terrains[] = {"puddle", "fallen tree", "panoramic view", "forest"};
    double on[MIRAN_FOREST_WALKS][4];
    for (int i = 0; i < MIRAN_FOREST_WALKS; i++) {
        for (int k = 0; k < 4; k++) {
            char column[48];
            on[i][k] = miran_walk_on(&found->walks->items[i], found->space, terrains[k]);
            snprintf(column, sizeof column, "%s: %s", forest_profiles[i], terrains[k]);
            paper_add_number(row, column, "m", NAN, on[i][k]);
        }
    }
    uint32_t arrived = count_arrived(found->walks);
    paper_add_number(row, "arrived", "1", NAN, arrived);
    bool all = on[0][0] == 0.0 && on[0][1] == 0.0 && on[0][2] > 0.0 && on[1][0] > 0.0 &&
               on[1][1] > 0.0 && on[1][2] == 0.0 && arrived == MIRAN_FOREST_WALKS;
    paper_claim(claims, holds(all), "%s", row->row);
    return row->result;
}

static wend_result show_forest(wend_paper_call *call, bool *go_on, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"adult: *", "length of the adult's path on this terrain"},
        {"child: *", "length of the child's path on this terrain"},
        {"arrived", "characters that arrive, of 2"}};
    static const wend_paper_table table = {
        .name = forest_table,
        .caption =
            "The same scene and routes. 'Ours' is as in the tables above, with d = 20. A row "
            "counts as confirmed if the statements about Fig 1 hold.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    variant_table all = {.table = &table,
                         .scenario = MIRAN_FOREST,
                         .walks = MIRAN_FOREST_WALKS,
                         .profiles = forest_profiles,
                         .add = add_forest};
    return variants_show(call, &all, variants_common, variants_common_count, go_on, error);
}

/* ---- All ------------------------------------------------------------------------------------- */

uint32_t miran_count_sensitivity(const wend_paper_def *def) {
    return 3 * variants_count(def, variants_common, variants_common_count) +
           variants_count(def, variants_road, variants_road_count) + MORE_SIGMAS / MIRAN_SIGMAS;
}

wend_result miran_sensitivity(wend_paper_call *call, wend_error *error) {
    bool go_on = true;
    wend_result result = show_sigmas(call, &go_on, error);
    result = result == WEND_OK && go_on ? show_loop(call, &go_on, error) : result;
    result = result == WEND_OK && go_on ? show_road(call, &go_on, error) : result;
    return result == WEND_OK && go_on ? show_forest(call, &go_on, error) : result;
}
