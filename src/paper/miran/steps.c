/* Draws Figs 2 to 5 of "Real-time path planning in heterogeneous environments": single steps of
 * characters in our scenes. */
#include "draw/canvas/theme.h"
#include "geom/point.h"
#include "paper/miran/choices.h"
#include "paper/miran/figures.h"
#include "paper/miran/sheet.h"
#include <math.h>
#include <stdio.h>

/* A step of a character. */
typedef struct shown_step {
    const char *file, *title, *line;
    const char *scenario;
    uint64_t key;
    double time; /* s */
    paper_extent extent;
} shown_step;

/* Times at which a step shows what the figure is about, in our scenes. */
static const shown_step shown_steps[] = {
    {"fig2-reference-point.png",
     "Fig 2: the reference point",
     "the closest point c of the whole route would skip the loop; r_i does not",
     MIRAN_MCKENNA,
     1,
     182.5,
     {{20.0, 72.0}, {92.0, 112.0}}},
    {"fig3-visible-parts.png",
     "Fig 3: visible parts of the route",
     "seen from x_i, up to sigma = 250 ahead of r_i",
     MIRAN_MCKENNA,
     3,
     212.0,
     {{30.0, 0.0}, {150.0, 105.0}}},
    {"fig4-candidates.png",
     "Fig 4: candidate attraction points and their weights",
     "ends of visible parts, and samples d = 20 apart; the smallest weight is chosen",
     MIRAN_MCKENNA,
     3,
     212.0,
     {{30.0, 0.0}, {150.0, 105.0}}},
};
enum { SHOWN_STEPS = sizeof shown_steps / sizeof shown_steps[0] };

/* The data of a figure while it is drawn. */
typedef struct step_job {
    wend_paper_call *call;
    const shown_step *step;
    wend_scenario *scenario;
    miran_line route;
    miran_choice choice;
    paper_sheet sheet;
    wend_error *error;
} step_job;

static const double DOT = 6.0, SMALL_DOT = 4.5; /* px */

/* ---- Fig 2 ----------------------------------------------------------------------------------- */

/* Returns the distance along a line of the point of the line that is nearest to `at`. */
static double find_nearest(const miran_line *line, wend_point at) {
    double length = miran_line_length(line), best = INFINITY, found = 0.0;
    for (double s = 0.0; s <= length; s += 0.05) {
        double distance = point_distance(miran_line_at(line, s), at);
        if (distance < best) {
            best = distance;
            found = s;
        }
    }
    return found;
}

static void draw_part(step_job *job, double from, double to, uint32_t colour, double width) {
    miran_line part = {.heap = job->route.heap};
    bool good = true;
    for (double s = from; s < to && good; s += 0.5) {
        good = miran_line_add(&part, miran_line_at(&job->route, s));
    }
    if (good && miran_line_add(&part, miran_line_at(&job->route, to))) {
        miran_draw_line(&job->sheet, &part, "from r to alpha", colour, width, false);
    }
    miran_line_free(&part);
}

static void draw_reference(step_job *job) {
    const miran_choice *c = &job->choice;
    const choice_candidate *chosen = miran_chosen(c);
    double r = find_nearest(&job->route, c->reference), any = find_nearest(&job->route, c->x);
    char label[64];
    draw_part(job, r, r + (chosen != NULL ? chosen->distance : 0.0), MIRAN_PATH, 4.0);
    miran_draw_segment(&job->sheet, c->x, c->reference, MIRAN_LINE, 1.5, false);
    miran_draw_segment(&job->sheet, c->x, miran_line_at(&job->route, any), MIRAN_LINE, 1.5, false);
    miran_draw_dot(&job->sheet, miran_line_at(&job->route, any), DOT, MIRAN_OTHER, "c");
    snprintf(label, sizeof label, "%.0f m farther along the route than r_i", any - r);
    miran_draw_label(&job->sheet, miran_line_at(&job->route, any), 12.0, 22.0, MIRAN_OTHER, label);
    miran_draw_dot(&job->sheet, c->reference, DOT, MIRAN_PATH, "r_i");
    miran_draw_dot(&job->sheet, c->attraction, DOT, MIRAN_PATH, "alpha");
}

/* ---- Figs 3 and 4 ---------------------------------------------------------------------------- */

static void draw_visible(step_job *job) {
    const miran_choice *c = &job->choice;
    for (uint32_t i = 0; i < c->visible_count; i++) {
        miran_draw_segment(&job->sheet, c->x, c->visible[i][0], MIRAN_LINE, 0.8, false);
        miran_draw_segment(&job->sheet, c->x, c->visible[i][1], MIRAN_LINE, 0.8, false);
    }
    for (uint32_t i = 0; i < c->visible_count; i++) {
        miran_draw_segment(&job->sheet, c->visible[i][0], c->visible[i][1], MIRAN_VISIBLE, 5.0,
                           false);
    }
    flow_line(&job->sheet.legend, "visible parts", MIRAN_VISIBLE, 5.0, false);
    miran_draw_dot(&job->sheet, c->reference, DOT, MIRAN_PATH, "r_i");
}

/* m: candidates this near to the chosen one have no label, because it would cover that of the
 * chosen one */
static const double LABEL_DISTANCE = 6.0;

static void draw_candidate(step_job *job, const choice_candidate *candidate,
                           const choice_candidate *chosen) {
    char label[32];
    snprintf(label, sizeof label, "%.2f", candidate->weight);
    bool is_near = chosen != NULL && point_distance(candidate->at, chosen->at) < LABEL_DISTANCE;
    miran_draw_segment(&job->sheet, job->choice.x, candidate->at,
                       candidate->chosen ? MIRAN_PATH : MIRAN_LINE, candidate->chosen ? 2.5 : 0.8,
                       false);
    miran_draw_dot(&job->sheet, candidate->at, candidate->chosen ? DOT : SMALL_DOT,
                   candidate->chosen ? MIRAN_PATH : MIRAN_VISIBLE,
                   candidate->distance == 0.0 ? "r_i"
                   : is_near                  ? NULL
                                              : label);
    if (candidate->chosen) {
        miran_draw_label(&job->sheet, candidate->at, -40.0, 24.0, MIRAN_PATH, label);
    }
}

static void draw_candidates(step_job *job) {
    const miran_choice *c = &job->choice;
    for (uint32_t i = 0; i < c->candidate_count; i++) {
        draw_candidate(job, &c->candidates[i], miran_chosen(c));
    }
    flow_line(&job->sheet.legend, "to the candidate with the smallest weight", MIRAN_PATH, 2.5,
              false);
}

/* ---- Fig 5 ----------------------------------------------------------------------------------- */

static const shown_step falling_step = {
    "fig5-weight.png",
    "Fig 5: the weight falls as the character moves",
    "the character with sigma 300 approaches its attraction point; r hardly moves",
    MIRAN_MCKENNA,
    4,
    183.0,
    {{0.0, 5.0}, {100.0, 98.0}}};
/* s: the two steps that are shown are this far apart, so that both can be seen */
static const double FALLING_TIME = 6.0;

static wend_result draw_falling(step_job *job) {
    const choice_candidate *chosen = miran_chosen(&job->choice);
    miran_choice later;
    char label[64];
    wend_result result = miran_explain(job->call, job->scenario, job->step->key,
                                       job->step->time + FALLING_TIME, &later, job->error);
    const choice_candidate *next = miran_chosen(&later);
    if (result != WEND_OK || chosen == NULL || next == NULL) {
        return result;
    }
    miran_draw_segment(&job->sheet, job->choice.x, chosen->at, MIRAN_PATH, 2.5, false);
    miran_draw_segment(&job->sheet, later.x, next->at, MIRAN_PATH, 1.5, true);
    miran_draw_dot(&job->sheet, next->at, SMALL_DOT, MIRAN_PATH, "alpha, later");
    snprintf(label, sizeof label, "x_j, weight %.4f", chosen->weight);
    miran_draw_dot(&job->sheet, job->choice.x, DOT, THEME_TEXT, label);
    miran_draw_dot(&job->sheet, later.x, DOT, THEME_TEXT, NULL);
    snprintf(label, sizeof label, "x, %.0f s later, weight %.4f", FALLING_TIME, next->weight);
    miran_draw_label(&job->sheet, later.x, 12.0, 6.0, THEME_TEXT, label);
    miran_draw_dot(&job->sheet, chosen->at, DOT, MIRAN_PATH, "alpha_j");
    miran_draw_dot(&job->sheet, job->choice.reference, DOT, MIRAN_VISIBLE, "r");
    miran_draw_dot(&job->sheet, later.reference, SMALL_DOT, MIRAN_VISIBLE, NULL);
    return WEND_OK;
}

/* ---- All steps ------------------------------------------------------------------------------- */

static wend_result draw_on_sheet(step_job *job, int number) {
    const char *path = wend_paper_add_file(job->call, job->step->file);
    if (path == NULL) {
        return WEND_OK;
    }
    wend_result result = paper_sheet_open(&job->sheet, job->scenario, &job->step->extent, path,
                                          job->step->title, job->step->line, job->error);
    if (result != WEND_OK) {
        return result;
    }
    miran_draw_line(&job->sheet, &job->route, "indicative route", MIRAN_ROUTE, 1.6, true);
    if (number == 0) {
        draw_reference(job);
    } else if (number == 1) {
        draw_visible(job);
    } else if (number == 2) {
        draw_candidates(job);
    } else {
        result = draw_falling(job);
    }
    if (number < SHOWN_STEPS) {
        miran_draw_dot(&job->sheet, job->choice.x, DOT, THEME_TEXT, NULL);
        miran_draw_label(&job->sheet, job->choice.x, -32.0, -9.0, THEME_TEXT, "x_i");
    }
    return paper_sheet_close(&job->sheet, result, job->error);
}

static wend_result draw_step(wend_paper_call *call, const shown_step *step, int number,
                             wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    step_job job = {.call = call, .step = step, .error = error};
    miran_setup setup = {.scenario = step->scenario};
    miran_ground ground;
    memory_init(&job.route.heap, &def->allocator);
    wend_result result = miran_ground_open(&ground, def, &setup, error);
    job.scenario = ground.scenario;
    result =
        result == WEND_OK ? miran_ground_get_route(&ground, step->key, &job.route, error) : result;
    result = result == WEND_OK
                 ? miran_explain(call, job.scenario, step->key, step->time, &job.choice, error)
                 : result;
    result = result == WEND_OK ? draw_on_sheet(&job, number) : result;
    miran_line_free(&job.route);
    miran_ground_close(&ground);
    return result;
}

wend_result miran_draw_steps(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    for (int i = 0; i < SHOWN_STEPS && result == WEND_OK; i++) {
        result = draw_step(call, &shown_steps[i], i, error);
    }
    return result == WEND_OK ? draw_step(call, &falling_step, SHOWN_STEPS, error) : result;
}
