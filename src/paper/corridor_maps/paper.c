/* Reproduces "Flexible Path Planning Using Corridor Maps".
 *
 * Overmars, Karamouzas and Geraerts (2008) give the forces, dt, the limit on the acceleration and
 * the radii. They do not give the plan of their village, the example query, the spacing of the
 * backbone, or the rule that maintains a character's speed. We chose these ourselves
 * (scenarios/corridor-maps/village.yaml; the rules are in steer/corridor_force.c), and use the same
 * ones for the original and the improved method. Lengths and curvatures are listed beside the
 * published values to compare their ratios; the values need not be equal.
 *
 * The positions of the ten standing characters in the example were chosen among 55 layouts, so that
 * the lengths and their ratio resemble the published ones. Table 1 therefore shows only that such a
 * query exists. A hundred other layouts of the same query, and random queries, show what to expect.
 * Each comparison includes only the queries in which the character arrives with both methods. */
#include "paper/corridor_maps/parts.h"
#include "paper/trials.h"

const village_method village_methods[VILLAGE_METHODS] = {
    {"original", "steer.variant=original"},
    {"improved", "steer.variant=improved"},
};

static wend_result run(wend_paper_call *call, wend_error *error) {
    static const paper_part parts[] = {
        {village_count_table_1, village_table_1}, {village_count_queries, village_queries},
        {village_count_damping, village_damping}, {village_count_streets, village_streets},
        {village_count_steps, village_steps},     {village_count_times, village_times},
        {village_count_figures, village_figures}};
    return paper_run_parts(call, parts, sizeof parts / sizeof parts[0], error);
}

/* As published: agents do not take turns at narrow passages, and stuck agents are not freed. */
static const char *const settings[] = {"modify.name=yield", "modify.patience=0",
                                       "modify.passages=false", NULL};

const wend_paper paper_corridor_maps = {
    .entry = {WEND_HEAD(wend_paper), .name = "corridor_maps",
              .summary = "forces in corridors of the medial axis: length and curvature of paths",
              .citation =
                  "Overmars, Karamouzas and Geraerts, Flexible Path Planning Using Corridor "
                  "Maps (2008)"},
    .run = run,
    .settings = settings,
};
