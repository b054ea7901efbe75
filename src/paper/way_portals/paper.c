/* Reproduces "Way Portals: Efficient Multi-Agent Navigation with Line-Segment Goals".
 *
 * Curtis, Snape and Manocha (2012) give no geometry and few parameters. The scenarios are our own,
 * based on the text and captions of the paper (scenarios/way-portals). Our times and costs are
 * listed next to the published ones, to compare order and trend; the values need not be equal. The
 * model orca represents point goals: it uses the same follower, and heads for the bias point of
 * each portal. The model orca_segment represents segments, and orca_arc represents arcs. */
#include "paper/trials.h"
#include "paper/way_portals/parts.h"
#include <math.h>

const portal_scene portal_scenes[PORTAL_SCENES] = {
    {"way-portals/16-blocks.yaml",
     "16 Blocks",
     240.0 / 85.0,
     3.3,
     {104.6, 105.4, 107.7, 110.3, 114.8}},
    {"way-portals/infinity.yaml",
     "Infinity",
     260.0 / 119.0,
     3.0,
     {210.7, 211.4, 212.3, 214.0, 215.6}},
    {"way-portals/dungeon.yaml", "Dungeon", 280.0 / 97.0, 3.3, {138.0, 137.8, 138.7, 140.3, 139.8}},
    {"way-portals/castle.yaml", "Castle", 1460.0 / 713.0, 2.2, {NAN, NAN, NAN, NAN, NAN}},
};

const double portal_steps[PORTAL_STEPS] = {0.01, 0.02, 0.05, 0.1, 0.2};

const char *const portal_models[PORTAL_MODELS] = {"orca", "orca_segment", "orca_arc"};

static wend_result run(wend_paper_call *call, wend_error *error) {
    static const paper_part parts[] = {{portal_count_table_1, portal_table_1},
                                       {portal_count_table_2, portal_table_2},
                                       {portal_count_space, portal_space},
                                       {portal_count_bias, portal_bias},
                                       {portal_count_sensitivity, portal_sensitivity},
                                       {portal_count_pictures, portal_pictures}};
    return paper_run_parts(call, parts, sizeof parts / sizeof parts[0], error);
}

/* As published: agents may overlap in a dense crowd, and do not take turns at narrow passages. */
static const char *const settings[] = {"steer.squeeze=1", "modify.name=yield", "modify.patience=0",
                                       "modify.passages=false", NULL};

const wend_paper paper_way_portals = {
    .entry = {WEND_HEAD(wend_paper), .name = "way_portals",
              .summary = "segments instead of points as goals: cost, stability, use of space",
              .citation =
                  "Curtis, Snape and Manocha, Way Portals: Efficient Multi-Agent Navigation "
                  "with Line-Segment Goals (2012)"},
    .run = run,
    .settings = settings,
};
