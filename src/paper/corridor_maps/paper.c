/* Flexible Path Planning Using Corridor Maps, run again.
 *
 * Overmars, Karamouzas and Geraerts (2008) give the forces, dt, the cap of the acceleration and the
 * radii, but neither the plan of their village nor the example query, the spacing of the backbone,
 * or what keeps the speed of a character: these are ours (scenarios/corridor-maps/village.yaml; the
 * rules are in steer/corridor_force.c). Both methods have the same in all that does not tell them
 * apart. Lengths and curvatures stand beside theirs for their ratio, not to be equal.
 *
 * The ten who stand in the example were chosen among 55 layouts for lengths and a ratio like
 * theirs. So Table 1 shows that there is such a query; what is to be expected is told by a hundred
 * other layouts of the same query and by random queries, each with those who arrive by both. */
#include "paper/corridor_maps/parts.h"
#include "paper/trials.h"

const village_method village_methods[VILLAGE_METHODS] = {
    {"original", "steer.variant=original"},
    {"improved", "steer.variant=improved"},
};

static wend_result run(wend_paper_call *call, wend_error *error) {
    static const paper_part parts[] = {{village_count_table_1, village_table_1},
                                       {village_count_queries, village_queries},
                                       {village_count_steps, village_steps},
                                       {village_count_times, village_times},
                                       {village_count_figures, village_figures}};
    return paper_run_parts(call, parts, sizeof parts / sizeof parts[0], error);
}

/* As published: agents take no turns, and nobody frees those that are stuck. */
static const char *const settings[] = {"modify.name=yield", "modify.patience=0",
                                       "modify.passages=false", NULL};

const wend_paper paper_corridor_maps = {
    .entry = {WEND_HEAD(wend_paper), .name = "corridor_maps",
              .summary = "forces in corridors of the medial axis: lengths and bends of paths",
              .citation =
                  "Overmars, Karamouzas and Geraerts, Flexible Path Planning Using Corridor "
                  "Maps (2008)"},
    .run = run,
    .settings = settings,
};
