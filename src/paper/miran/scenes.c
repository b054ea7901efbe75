/* Measures the paths of Figs 1, 7 and 8 of "Real-time path planning in heterogeneous
 * environments". */
#include "paper/miran/parts.h"
#include "paper/trials.h"
#include <math.h>
#include <stdio.h>

uint32_t miran_count_scenes(const wend_paper_def *def) {
    (void)def;
    return 3;
}

/* Adds the values that all tables of paths have. */
static void add_path(paper_row *row, const miran_walk *walk) {
    wend_path_measures found = wend_path_meter_get(&walk->meter);
    paper_add_number(row, "length", "m", NAN, found.length);
    paper_add_number(row, "turning", "1/m", NAN, found.mean_curvature);
    paper_add_number(row, "clearance", "m", NAN, walk->clearance);
    paper_add_number(row, "steps", "1", NAN, miran_walk_steps(walk));
    paper_add_number(row, "arrived", "1", NAN, walk->arrived);
}

#define PATH_COLUMNS                                                                               \
    {"length", "length of the path"},                                                              \
        {"turning", "mean curvature: sum of all turns divided by the length"},                     \
        {"clearance", "smallest distance from the character's centre to a wall"},                  \
        {"steps", "number of steps of 0.1 s"}, {                                                   \
        "arrived", "1 if the character arrives"                                                    \
    }

static double length_of(const miran_walk *walk) {
    return wend_path_meter_get(&walk->meter).length;
}

static wend_verdict holds(bool true_in_our_runs) {
    return true_in_our_runs ? WEND_VERDICT_CONFIRMED : WEND_VERDICT_NOT_CONFIRMED;
}

/* ---- Fig 7 ----------------------------------------------------------------------------------- */

static const char loop_table[] = "Fig 7: paths in the McKenna scene by sigma";

static void claim_loop(const miran_walks *walks, const int *winds, int route_winds,
                       paper_claims *claims) {
    double route = miran_line_length(&walks->items[0].route);
    const double *sigma = miran_sigmas;
    bool follows = true;
    for (int i = 1; i < MIRAN_SIGMAS; i++) {
        follows = follows && length_of(&walks->items[i]) < length_of(&walks->items[i - 1]);
    }
    paper_claim(claims, holds(winds[0] == route_winds),
                "sigma %.0f winds around %d of %d buildings in the loop, as the route does (%d)",
                sigma[0], winds[0], MIRAN_LOOP, route_winds);
    paper_claim(claims, holds(2 * winds[1] > MIRAN_LOOP && winds[1] <= winds[0]),
                "sigma %.0f around %d of them", sigma[1], winds[1]);
    paper_claim(claims, holds(winds[4] == 0 && winds[5] == 0),
                "sigma %.0f and %.0f around %d and %d", sigma[4], sigma[5], winds[4], winds[5]);
    double longer = length_of(&walks->items[3]) - length_of(&walks->items[4]);
    paper_claim(claims, holds(winds[3] == 0 && longer > 0.0),
                "sigma %.0f enters the loop and turns back: around %d, and %.1f m longer than with "
                "sigma %.0f",
                sigma[3], winds[3], longer, sigma[4]);
    paper_claim(claims, holds(follows), "the smaller sigma, the longer the path");
    double share = length_of(&walks->items[5]) / route;
    paper_claim(claims, paper_at_most(share, 0.5, -INFINITY),
                "with sigma %.0f, the path is %.2f times as long as the route", sigma[5], share);
}

static wend_result judge_loop(wend_paper_call *call, const miran_walks *walks, const int *winds,
                              int route_winds, wend_error *error) {
    static const wend_paper_column columns[] = {
        PATH_COLUMNS,
        {"of the route", "length of the path divided by that of the route"},
        {"winds around",
         "buildings inside the loop of the route around which the path winds, of 5"},
        {"skipped", "length of the route that no position comes within 5 m of"}};
    static const wend_paper_table table = {
        .name = loop_table,
        .caption = "Six characters follow the same route of 1254 m with a loop of 348 m; d = 20. "
                   "The paper publishes pictures, not values: with small sigma, the path follows "
                   "the route closely; with sigma = 300, it 'neither follows the loop nor skips it "
                   "entirely'. Winding numbers are those of the path closed by a straight line. "
                   "We chose a loop of between 300 m and 400 m, so that this can happen; see the "
                   "table 'Fig 7: more values of sigma'. " MIRAN_CHOSEN,
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    paper_claims claims = {0};
    claim_loop(walks, winds, route_winds, &claims);
    return paper_add_verdict(call, &table, &claims, error);
}

static wend_result add_loop(wend_paper_call *call, const miran_walks *walks,
                            const wend_space_def *space, wend_error *error) {
    paper_row row = {.call = call, .table = loop_table, .error = error};
    int winds[MIRAN_SIGMAS], route_winds = miran_count_loop(&walks->items[0].route, space);
    for (int i = 0; i < MIRAN_SIGMAS; i++) {
        const miran_walk *walk = &walks->items[i];
        winds[i] = miran_count_loop(&walk->path, space);
        row.row = miran_sigma_names[i];
        add_path(&row, walk);
        paper_add_number(&row, "of the route", "1", NAN,
                         length_of(walk) / miran_line_length(&walk->route));
        paper_add_number(&row, "winds around", "1", NAN, winds[i]);
        paper_add_number(&row, "skipped", "m", NAN,
                         miran_sum_stretches(walk->skipped, walk->skipped_count));
    }
    row.row = "the route";
    paper_add_number(&row, "length", "m", NAN, miran_line_length(&walks->items[0].route));
    paper_add_number(&row, "winds around", "1", NAN, route_winds);
    return row.result == WEND_OK ? judge_loop(call, walks, winds, route_winds, error) : row.result;
}

/* ---- Fig 8 ----------------------------------------------------------------------------------- */

static const char road_table[] = "Fig 8: MIRAN and IRM in McKenna + Road";
static const char skipped_table[] = "Fig 8: skipped parts of the route";

static const char *const road_names[MIRAN_ROAD_WALKS] = {"MIRAN", "IRM"};
/* m, the value of sigma in Fig 8 */
static const double ROAD_SIGMA = 40.0;
/* m: the difference between the methods is visible if IRM crosses this much mud, and skips this
 * much of the route */
static const double LEAST_MUD = 5.0, LEAST_SKIPPED = 80.0;

static double longest_skipped(const miran_walk *walk) {
    return miran_longest_stretch(walk->skipped, walk->skipped_count);
}

static double sum_skipped(const miran_walk *walk) {
    return miran_sum_stretches(walk->skipped, walk->skipped_count);
}

/* True if the last skipped part reaches to where the character comes near the goal. */
static bool skips_last_part(const miran_walk *walk) {
    double end = miran_line_length(&walk->route) - 2.0 * MIRAN_SKIPPED_BEYOND;
    return walk->skipped_count > 0 && walk->skipped[walk->skipped_count - 1].to >= end;
}

static void claim_road(const miran_walk *ours, const miran_walk *irm, const wend_space *space,
                       paper_claims *claims) {
    double mud = miran_walk_on(ours, space, "mud"), their_mud = miran_walk_on(irm, space, "mud");
    double side = miran_walk_on(ours, space, "sidewalk") / length_of(ours);
    double their_side = miran_walk_on(irm, space, "sidewalk") / length_of(irm);
    double road = miran_walk_on(ours, space, "road"),
           their_road = miran_walk_on(irm, space, "road");
    paper_claim(claims, holds(mud == 0.0), "MIRAN walks %.1f m through mud", mud);
    paper_claim(claims, paper_at_least(their_mud, LEAST_MUD, INFINITY), "IRM %.1f m", their_mud);
    paper_claim(claims, holds(side > their_side),
                "MIRAN walks %.0f %% of its path on the sidewalk, IRM %.0f %%", 100.0 * side,
                100.0 * their_side);
    paper_claim(claims, holds(their_road > road), "IRM walks %.1f m on the road, MIRAN %.1f m",
                their_road, road);
    paper_claim(claims, paper_at_most(longest_skipped(ours), ROAD_SIGMA, -INFINITY),
                "the longest part that MIRAN skips is %.1f m", longest_skipped(ours));
    paper_claim(claims, paper_at_least(sum_skipped(irm), LEAST_SKIPPED, INFINITY),
                "IRM skips %.1f m", sum_skipped(irm));
    paper_claim(claims, holds(skips_last_part(irm)), "IRM skips the last part");
}

static wend_result judge_road(wend_paper_call *call, const miran_walks *walks,
                              const wend_space *space, wend_error *error) {
    static const wend_paper_column columns[] = {
        PATH_COLUMNS,
        {"sidewalk", "length of the path on sidewalks (weight 0.5)"},
        {"road", "on the road (weight 4)"},
        {"mud", "on mud (weight 40)"},
        {"elsewhere", "on other ground (weight 1)"},
        {"skipped", "length of the route that no position comes within 5 m of"},
        {"longest", "longest such part"}};
    static const wend_paper_table table = {
        .name = road_table,
        .caption = "Two characters follow the same route of 253 m; sigma = 40 and d = 10. The "
                   "paper: MIRAN 'lets the character stay on the sidewalk as long as possible. Mud "
                   "is completely avoided, and no larger parts of the route are skipped'; IRM "
                   "'lets the character stay on the road for a long time, crosses the mud, and "
                   "always skips the last part'. We drew a wide square with the route around it, "
                   "so that this can happen. " MIRAN_CHOSEN,
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    paper_claims claims = {0};
    claim_road(&walks->items[0], &walks->items[1], space, &claims);
    return paper_add_verdict(call, &table, &claims, error);
}

static wend_result add_skipped(wend_paper_call *call, const miran_walks *walks, wend_error *error) {
    static const wend_paper_column columns[] = {{"from", "distance from the start along the route"},
                                                {"to", "distance from the start along the route"},
                                                {"length", "length of the part"}};
    static const wend_paper_table table = {
        .name = skipped_table,
        .caption = "Parts of the route that no position comes within 5 m of, measured every 0.25 m "
                   "along the route. The paper gives no values.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    paper_row row = {.call = call, .table = skipped_table, .error = error};
    paper_claims claims = {0};
    for (uint32_t i = 0; i < MIRAN_ROAD_WALKS; i++) {
        const miran_walk *walk = &walks->items[i];
        for (uint32_t k = 0; k < walk->skipped_count; k++) {
            char name[32];
            snprintf(name, sizeof name, "%s, part %u", road_names[i], k + 1);
            row.row = name;
            paper_add_number(&row, "from", "m", NAN, walk->skipped[k].from);
            paper_add_number(&row, "to", "m", NAN, walk->skipped[k].to);
            paper_add_number(&row, "length", "m", NAN, walk->skipped[k].to - walk->skipped[k].from);
        }
    }
    paper_claim(&claims,
                holds(longest_skipped(&walks->items[0]) < longest_skipped(&walks->items[1])),
                "the longest part: MIRAN %.1f m, IRM %.1f m", longest_skipped(&walks->items[0]),
                longest_skipped(&walks->items[1]));
    return row.result == WEND_OK ? paper_add_verdict(call, &table, &claims, error) : row.result;
}

static wend_result add_road(wend_paper_call *call, const miran_walks *walks,
                            const wend_space *space, wend_error *error) {
    static const char *const terrains[] = {"sidewalk", "road", "mud"};
    paper_row row = {.call = call, .table = road_table, .error = error};
    for (uint32_t i = 0; i < MIRAN_ROAD_WALKS; i++) {
        const miran_walk *walk = &walks->items[i];
        double elsewhere = length_of(walk);
        row.row = road_names[i];
        add_path(&row, walk);
        for (int k = 0; k < 3; k++) {
            double length = miran_walk_on(walk, space, terrains[k]);
            paper_add_number(&row, terrains[k], "m", NAN, length);
            elsewhere -= length;
        }
        paper_add_number(&row, "elsewhere", "m", NAN, elsewhere);
        paper_add_number(&row, "skipped", "m", NAN, sum_skipped(walk));
        paper_add_number(&row, "longest", "m", NAN, longest_skipped(walk));
    }
    wend_result result = row.result;
    result = result == WEND_OK ? judge_road(call, walks, space, error) : result;
    return result == WEND_OK ? add_skipped(call, walks, error) : result;
}

/* ---- Fig 1 ----------------------------------------------------------------------------------- */

static const char forest_table[] = "Fig 1: an adult and a child in the forest";

static wend_result judge_forest(wend_paper_call *call, const double on[2][5], wend_error *error) {
    static const wend_paper_column columns[] = {
        PATH_COLUMNS,
        {"path", "length of the walk on the path (weights 2 and 2)"},
        {"puddle", "through puddles (adult 10, child 1)"},
        {"fallen tree", "over fallen trees (adult 30, child 1)"},
        {"panoramic view", "on the spot with the view (adult 1, child 10)"},
        {"forest", "off the path (30 and 30)"}};
    static const wend_paper_table table = {
        .name = forest_table,
        .caption = "Routes from A* on a grid of 0.5 m. The adult has sigma = 80, the child "
                   "sigma = 100; d = 20. The paper: the adult 'avoids puddles and fallen trees and "
                   "is attracted to the spot with the panoramic view'; the child 'prefers to walk "
                   "through puddles, climbs over the trees and is not interested in the panoramic "
                   "view'. The path forks, so that each can choose; it is 12 m wide, because with "
                   "d = 20 characters leave narrower paths in bends. " MIRAN_CHOSEN,
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    paper_claims claims = {0};
    const double *adult = on[0], *child = on[1];
    paper_claim(&claims, holds(adult[1] == 0.0 && adult[2] == 0.0),
                "the adult walks %.1f m through puddles and %.1f m over trees", adult[1], adult[2]);
    paper_claim(&claims, holds(adult[3] > 0.0), "and %.1f m on the spot with the view", adult[3]);
    paper_claim(&claims, holds(child[1] > 0.0 && child[2] > 0.0),
                "the child walks %.1f m through puddles and %.1f m over trees", child[1], child[2]);
    paper_claim(&claims, holds(child[3] == 0.0), "and %.1f m on the spot with the view", child[3]);
    return paper_add_verdict(call, &table, &claims, error);
}

static wend_result add_forest(wend_paper_call *call, const miran_walks *walks,
                              const wend_space *space, wend_error *error) {
    static const char *const names[MIRAN_FOREST_WALKS] = {"adult", "child"};
    static const char *const terrains[] = {"path", "puddle", "fallen tree", "panoramic view",
                                           "forest"};
    double on[MIRAN_FOREST_WALKS][5];
    paper_row row = {.call = call, .table = forest_table, .error = error};
    for (uint32_t i = 0; i < MIRAN_FOREST_WALKS; i++) {
        row.row = names[i];
        add_path(&row, &walks->items[i]);
        for (int k = 0; k < 5; k++) {
            on[i][k] = miran_walk_on(&walks->items[i], space, terrains[k]);
            paper_add_number(&row, terrains[k], "m", NAN, on[i][k]);
        }
    }
    return row.result == WEND_OK ? judge_forest(call, on, error) : row.result;
}

/* ---- All scenes ------------------------------------------------------------------------------ */

/* A scene, and the number of its characters. */
typedef struct scene {
    const char *file;
    uint32_t walks;
} scene;

static const scene scenes[] = {{MIRAN_MCKENNA, MIRAN_SIGMAS},
                               {MIRAN_ROAD, MIRAN_ROAD_WALKS},
                               {MIRAN_FOREST, MIRAN_FOREST_WALKS}};

wend_result miran_scenes(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    bool go_on = true;
    for (int i = 0; i < 3 && result == WEND_OK && go_on; i++) {
        miran_setup setup = {.scenario = scenes[i].file};
        miran_walks walks;
        wend_scenario *scenario = NULL;
        result = miran_load(wend_paper_call_def(call), &setup, &scenario, error);
        if (result == WEND_OK) {
            result = miran_walks_record(call, &setup, scenes[i].walks, &walks, &go_on, error);
            const wend_space *space = wend_scenario_space(scenario);
            if (result == WEND_OK && go_on) {
                result = i == 0   ? add_loop(call, &walks, wend_scenario_space_def(scenario), error)
                         : i == 1 ? add_road(call, &walks, space, error)
                                  : add_forest(call, &walks, space, error);
            }
            miran_walks_free(&walks);
        }
        wend_scenario_destroy(scenario);
    }
    return result;
}
