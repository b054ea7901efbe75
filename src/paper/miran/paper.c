/* Reproduces "Real-time path planning in heterogeneous environments".
 *
 * Jaklin, Cook and Geraerts (2013) give the weights of terrain, sigma and d, the size of the
 * McKenna scene, the numbers of its polygons and their corners, and computation times. They do not
 * publish the plans, the indicative routes, the speed, the time step or the constants of the
 * forces. We drew scenes from their descriptions (scenarios/miran/) and chose the rest. The
 * reproduction therefore checks what the paper says about its figures: which parts of a route a
 * path winds around or skips, and which terrain it crosses. Lengths have no published counterpart.
 *
 * Where a scene was drawn so that such a statement can hold, its file says so, and the tables of
 * what other choices change show when the statement no longer holds. */
#include "paper/miran/parts.h"
#include "paper/trials.h"

const double miran_sigmas[MIRAN_SIGMAS] = {40.0, 100.0, 250.0, 300.0, 400.0, 1250.0};
const char *const miran_sigma_names[MIRAN_SIGMAS] = {"sigma 40 m",  "sigma 100 m", "sigma 250 m",
                                                     "sigma 300 m", "sigma 400 m", "sigma 1250 m"};

static wend_result run(wend_paper_call *call, wend_error *error) {
    static const paper_part parts[] = {{miran_count_scenes, miran_scenes},
                                       {miran_count_times, miran_times},
                                       {miran_count_crowd, miran_crowd},
                                       {miran_count_sensitivity, miran_sensitivity},
                                       {miran_count_figures, miran_figures}};
    return paper_run_parts(call, parts, sizeof parts / sizeof parts[0], error);
}

const wend_paper paper_miran = {
    .entry = {WEND_HEAD(wend_paper), .name = "miran",
              .summary = "indicative routes over weighted terrain: shortcuts, terrain and times",
              .citation = "Jaklin, Cook and Geraerts, Real-time path planning in heterogeneous "
                          "environments (2013)"},
    .run = run,
};
