/* Reproduces "Goal Velocity Obstacles for Spatial Navigation of Multiple Autonomous Robots or
 * Virtual Agents".
 *
 * Snape and Manocha give the radius, the speeds and the numbers of agents. They do not give the
 * size of the field or of the goals, the goal's speed, the step length, or which neighbours are
 * considered. We found values for these by trial, to match Table 2
 * (scenarios/goal-velocity-obstacles). Their counts of collisions are all even, so pairs were
 * probably counted twice; our tables count pairs once. Agents that start as far apart as Table 2
 * requires hardly ever collide. The same experiments are therefore also run from a dense start,
 * with several seeds. */
#include "paper/goal_velocity_obstacles/parts.h"
#include "paper/trials.h"
#include <math.h>

const gvo_method gvo_methods[GVO_METHODS] = {
    {"GVO", {NULL}, 0},
    {"PV", {"steer.name=hrvo", "select=nearest"}, 2},
    {"nearest", {"steer.name=hrvo", "select=nearest", "follow.aim=nearest"}, 3},
    {"intercepted",
     {"steer.name=hrvo", "select=nearest", "follow.aim=nearest", "follow.intercept=on"},
     4},
    {"GVO as printed", {"steer.speed_recovery=0"}, 1},
    {"GVO bisect", {"steer.goal_direction=bisect"}, 1},
};

#define SCENE(name) "goal-velocity-obstacles/" name ".yaml"

const gvo_scene gvo_scenes[GVO_SCENES] = {
    {SCENE("one-static-25"), "1 static 25", 25, false, {0, 56}, {229.0, 243.3}, {0.58, 0.51}},
    {SCENE("one-static-50"), "1 static 50", 50, false, {10, 62}, {245.5, 266.2}, {1.53, 1.46}},
    {SCENE("one-static-100"), "1 static 100", 100, false, {24, 80}, {307.6, 339.8}, {3.26, 3.08}},
    {SCENE("one-static-200"), "1 static 200", 200, false, {46, 106}, {404.2, 441.2}, {6.59, 6.44}},
    {SCENE("one-moving-25"), "2 moving 25", 25, true, {4, 144}, {239.4, 323.3}, {2.90, 2.41}},
    {SCENE("one-moving-50"), "2 moving 50", 50, true, {2, 132}, {240.5, 340.9}, {4.87, 4.78}},
    {SCENE("one-moving-100"), "2 moving 100", 100, true, {2, 166}, {301.3, 406.9}, {7.33, 6.86}},
    {SCENE("one-moving-200"), "2 moving 200", 200, true, {0, 218}, {405.1, 454.6}, {9.68, 9.05}},
    {SCENE("two-static-25"), "3 two 25", 25, false, {4, 348}, {205.7, 217.4}, {0.36, 0.32}},
    {SCENE("two-static-50"), "3 two 50", 50, false, {10, 498}, {227.0, 241.3}, {1.12, 1.04}},
    {SCENE("two-static-100"), "3 two 100", 100, false, {28, 778}, {295.8, 314.8}, {2.26, 1.97}},
    {SCENE("two-static-200"), "3 two 200", 200, false, {94, 996}, {406.9, 427.8}, {4.12, 4.01}},
};

#define UNKNOWN                                                                                    \
    {NAN, NAN}, {                                                                                  \
        NAN, NAN                                                                                   \
    }

const gvo_scene gvo_dense_scenes[GVO_DENSE_SCENES] = {
    {SCENE("dense-one-static-50"), "1 static 50", 50, false, {10, 62}, UNKNOWN},
    {SCENE("dense-one-static-100"), "1 static 100", 100, false, {24, 80}, UNKNOWN},
    {SCENE("dense-one-static-200"), "1 static 200", 200, false, {46, 106}, UNKNOWN},
    {SCENE("dense-one-moving-50"), "2 moving 50", 50, true, {2, 132}, UNKNOWN},
    {SCENE("dense-one-moving-100"), "2 moving 100", 100, true, {2, 166}, UNKNOWN},
    {SCENE("dense-one-moving-200"), "2 moving 200", 200, true, {0, 218}, UNKNOWN},
    {SCENE("dense-two-static-50"), "3 two 50", 50, false, {10, 498}, UNKNOWN},
    {SCENE("dense-two-static-100"), "3 two 100", 100, false, {28, 778}, UNKNOWN},
    {SCENE("dense-two-static-200"), "3 two 200", 200, false, {94, 996}, UNKNOWN},
};

static wend_result run(wend_paper_call *call, wend_error *error) {
    static const paper_part parts[] = {
        {gvo_count_sparse, gvo_sparse}, {gvo_count_dense, gvo_dense},
        {gvo_count_use, gvo_use},       {gvo_count_sensitivity, gvo_sensitivity},
        {gvo_count_costs, gvo_costs},   {gvo_count_figures, gvo_figures}};
    return paper_run_parts(call, parts, sizeof parts / sizeof parts[0], error);
}

/* As published: agents may overlap in a dense crowd, and do not take turns at narrow passages. */
static const char *const settings[] = {"steer.squeeze=1", "modify.name=yield", "modify.patience=0",
                                       "modify.passages=false", NULL};

const wend_paper paper_goal_velocity_obstacles = {
    .entry = {WEND_HEAD(wend_paper), .name = "goal_velocity_obstacles",
              .summary = "regions as goals in velocity space: collisions, paths, cost",
              .citation = "Snape and Manocha, Goal Velocity Obstacles for Spatial Navigation of "
                          "Multiple Autonomous Robots or Virtual Agents"},
    .run = run,
    .settings = settings,
};
