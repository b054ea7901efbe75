/* Runs the scenarios of "Way Portals" with different step lengths, and counts overlaps by depth and
 * by simulated time. */
#include "paper/trials.h"
#include "paper/way_portals/parts.h"
#include <math.h>
#include <string.h>

const double portal_depths[PORTAL_DEPTHS] = {0.0, 0.001, 0.01, 0.1};

/* Counts new overlaps by depth, and those that count as collisions in bins of simulated time. */
typedef struct overlap_watch {
    overlaps pairs[PORTAL_DEPTHS];
    uint64_t onsets_before; /* number of new overlaps in all previous steps */
    double onsets[PORTAL_BINS], agent_seconds[PORTAL_BINS];
    double last_time;
    bool begun;
} overlap_watch;

static wend_result observe_overlaps(void *observer, const wend_recording *recording,
                                    const wend_frame *frame, wend_error *error) {
    overlap_watch *w = observer;
    wend_result result = WEND_OK;
    bool begins = !w->begun;
    w->begun = true;
    for (int i = 0; i < PORTAL_DEPTHS && result == WEND_OK; i++) {
        result = begins ? overlaps_begin(&w->pairs[i], recording, portal_depths[i], frame, error)
                        : overlaps_step(&w->pairs[i], frame, error);
    }
    if (begins || result != WEND_OK) {
        return result;
    }
    double bin_position = frame->time / PORTAL_BIN_SECONDS;
    uint32_t bin = bin_position < PORTAL_BINS - 1 ? (uint32_t)bin_position : PORTAL_BINS - 1;
    uint64_t onsets = w->pairs[PORTAL_COUNTED].onsets;
    w->onsets[bin] += (double)(onsets - w->onsets_before);
    w->agent_seconds[bin] += frame->agent_count * (frame->time - w->last_time);
    w->onsets_before = onsets;
    w->last_time = frame->time;
    return WEND_OK;
}

uint32_t portal_count_seeds(const wend_paper_def *def) {
    return def->quick ? 1 : PORTAL_MOST_SEEDS;
}

static void add_run(portal_outcome *all, const overlap_watch *w, const wend_summary *summary,
                    double dt) {
    all->last[all->seeds++] = paper_find_number(summary, "last_arrival_s");
    all->missing += paper_find_number(summary, "agents") - paper_find_number(summary, "arrived");
    all->pushed += paper_find_number(summary, "wall_interventions_while_feasible");
    all->deepest = fmax(all->deepest, w->pairs[PORTAL_COUNTED].deepest);
    for (int i = 0; i < PORTAL_DEPTHS; i++) {
        all->new_overlaps[i] += (double)w->pairs[i].onsets;
        all->overlap_s[i] += (double)w->pairs[i].pair_steps * dt;
    }
    for (int i = 0; i < PORTAL_BINS; i++) {
        all->onsets[i] += w->onsets[i];
        all->agent_seconds[i] += w->agent_seconds[i];
        all->agent_s += w->agent_seconds[i];
    }
}

/* Runs a scenario with one seed. `*go_on` becomes false if the run was cancelled. */
static wend_result run_seed(wend_paper_call *call, const portal_scene *scene, const char *model,
                            double dt, uint32_t seed, portal_outcome *all, bool *go_on,
                            wend_error *error) {
    char step_text[40], seed_text[40];
    snprintf(step_text, sizeof step_text, "time.dt=%g", dt);
    snprintf(seed_text, sizeof seed_text, "seed=%u", seed);
    const char *settings[] = {step_text, seed_text};
    overlap_watch watch;
    memset(&watch, 0, sizeof watch);
    wend_paper_trial trial = {.scenario = scene->file,
                              .steer = model,
                              .settings = settings,
                              .setting_count = 2,
                              .observe = observe_overlaps,
                              .observer = &watch};
    wend_summary *summary;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    *go_on = result == WEND_OK && summary != NULL;
    if (*go_on) {
        add_run(all, &watch, summary, dt);
    }
    wend_summary_destroy(summary);
    for (int i = 0; i < PORTAL_DEPTHS && watch.begun; i++) {
        overlaps_end(&watch.pairs[i]);
    }
    return result;
}

wend_result portal_run_steps(wend_paper_call *call, const portal_scene *scene, const char *model,
                             portal_outcome outcomes[PORTAL_STEPS], bool *go_on,
                             wend_error *error) {
    wend_result result = WEND_OK;
    uint32_t seeds = portal_count_seeds(wend_paper_call_def(call));
    memset(outcomes, 0, PORTAL_STEPS * sizeof *outcomes);
    *go_on = true;
    for (uint32_t i = 0; i < PORTAL_STEPS * seeds && *go_on; i++) {
        uint32_t step = i / seeds;
        result = run_seed(call, scene, model, portal_steps[step], 1 + i % seeds, &outcomes[step],
                          go_on, error);
    }
    return result;
}

double portal_last_arrival(const portal_outcome *outcome) {
    double sorted[PORTAL_MOST_SEEDS];
    for (uint32_t i = 0; i < outcome->seeds; i++) {
        uint32_t at = i;
        for (; at > 0 && sorted[at - 1] > outcome->last[i]; at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = outcome->last[i];
    }
    return outcome->seeds == 0 ? NAN : sorted[outcome->seeds / 2];
}
