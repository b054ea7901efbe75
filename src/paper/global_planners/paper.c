/* Answers the questions that the lecture "Menge and global planners" leaves to its students.
 *
 * S. Narang's slides (2017) ask how roadmaps compare with grids and navigation meshes, how much
 * detail a plan needs, when a waypoint is reached and what to do when it is lost, what happens to
 * agents of varying size on a roadmap, and how cost, stability and efficiency of simulations
 * compare. They publish no numbers: every table here holds our own measurements, and a verdict says
 * whether a statement of the slides holds in them. */
#include "paper/global_planners/parts.h"

static wend_result run(wend_paper_call *call, wend_error *error) {
    static const paper_part parts[] = {{planners_count_none, planners_queries},
                                       {planners_count_none, planners_detail},
                                       {planners_count_none, planners_clearance},
                                       {planners_count_waypoints, planners_waypoints},
                                       {planners_count_stability, planners_stability},
                                       {planners_count_none, planners_figures}};
    return paper_run_parts(call, parts, sizeof parts / sizeof parts[0], error);
}

const wend_paper paper_global_planners = {
    .entry = {WEND_HEAD(wend_paper), .name = "global_planners",
              .summary =
                  "roadmaps, grids and meshes; levels of detail; cost, stability, efficiency",
              .citation = "S. Narang, Menge and Global Planners (lecture, UNC Chapel Hill, 2017)"},
    .run = run,
};
