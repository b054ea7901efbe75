/* Measures the ground that crowds of force models use if the driving force aims at the middle of
 * each portal, and if it aims at the region: at the nearest point of each portal. The scenes are
 * those of Figs 2 and 3 of "Way Portals" (Curtis, Snape and Manocha, 2012), which names force
 * models as future work. */
#include "paper/models/parts.h"
#include "paper/space_use.h"
#include "paper/trials.h"
#include "paper/verdict.h"
#include <math.h>
#include <stdio.h>

static const char ground_table[] = "Ground used by force models (0.25 m cells)";

static const struct {
    const char *file, *name;
} scenes[] = {{"way-portals/16-blocks.yaml", "16 Blocks"},
              {"way-portals/infinity.yaml", "Infinity"}};
enum { SCENES = sizeof scenes / sizeof scenes[0], AIMS = 2 };

/* Both ways to aim: at centres and at regions. */
static const char *const aims[AIMS][2] = {{"follow.bias=centre", "follow.aim=preferred_point"},
                                          {"follow.bias=nearest", "follow.aim=nearest"}};

/* True if a setup is a model that moves agents by forces: it works in every step, and needs no
 * special route. */
static bool is_force_model(const models_jobs *jobs, const models_setup *setup) {
    const wend_steering *model = (const wend_steering *)wend_registry_find(
        jobs->def->registry, WEND_KIND_STEERING, setup->steer, NULL);
    return model != NULL && !setup->calibrated && setup->reason[0] == '\0' && model->every_step &&
           model->needs == 0 && model->propose == NULL && model->avoids_agents;
}

/* In a preview, only the first model and the first scene are measured. */
static int scene_count(const models_jobs *jobs) {
    return jobs->def->quick ? 1 : SCENES;
}

uint32_t models_count_ground(const models_jobs *jobs) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < jobs->setups->count; i++) {
        bool is_first = count == 0 || !jobs->def->quick;
        count += is_first && is_force_model(jobs, &jobs->setups->items[i]);
    }
    return count * (uint32_t)scene_count(jobs) * AIMS;
}

static wend_result measure(wend_paper_call *call, const char *steer, int scene, int aim,
                           space_use *use, bool *go_on, wend_error *error) {
    wend_paper_trial trial = {.scenario = scenes[scene].file,
                              .steer = steer,
                              .settings = aims[aim],
                              .setting_count = 2,
                              .observe = space_use_observe,
                              .observer = use};
    wend_summary *summary = NULL;
    wend_result result = wend_paper_run_trial(call, &trial, &summary, error);
    *go_on = result == WEND_OK && summary != NULL;
    wend_summary_destroy(summary);
    return result;
}

static wend_result draw(wend_paper_call *call, const char *steer, const space_use uses[AIMS],
                        wend_error *error) {
    static const char *const titles[3] = {"(a) centres", "(b) regions", "(c) used in (b), not (a)"};
    char file[80];
    snprintf(file, sizeof file, "ground-%s.png", steer);
    const char *path = wend_paper_add_file(call, file);
    return path != NULL ? space_use_draw(&uses[0], &uses[1], titles, path, error) : WEND_OK;
}

/* Adds both areas of a model and a scene to its row. */
static wend_result add_scene(paper_row *row, const char *steer, int scene, paper_claims *claims,
                             bool *go_on) {
    space_use uses[AIMS];
    double area[AIMS] = {NAN, NAN};
    wend_result result = WEND_OK;
    for (int i = 0; i < AIMS; i++) {
        space_use_init(&uses[i], &wend_paper_call_def(row->call)->allocator);
    }
    for (int i = 0; i < AIMS && result == WEND_OK && *go_on; i++) {
        result = measure(row->call, steer, scene, i, &uses[i], go_on, row->error);
        area[i] = space_use_area(&uses[i].centres);
    }
    if (result == WEND_OK && *go_on) {
        char column[60];
        snprintf(column, sizeof column, "%s centres", scenes[scene].name);
        paper_add_number(row, column, "m2", NAN, area[0]);
        snprintf(column, sizeof column, "%s regions", scenes[scene].name);
        paper_add_number(row, column, "m2", NAN, area[1]);
        snprintf(column, sizeof column, "%s ratio", scenes[scene].name);
        paper_add_number(row, column, "1", NAN, area[1] / area[0]);
        paper_claim(claims, paper_at_least(area[1] / area[0], 1.0, INFINITY), "%s, %s: %.2f", steer,
                    scenes[scene].name, area[1] / area[0]);
        result = row->result;
        result =
            result == WEND_OK && scene == 0 ? draw(row->call, steer, uses, row->error) : result;
    }
    for (int i = 0; i < AIMS; i++) {
        space_use_free(&uses[i]);
    }
    return result;
}

wend_result models_add_ground(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"* centres", "area visited if agents aim at the middle of each portal"},
        {"* regions", "area visited if agents aim at the nearest point of each portal"},
        {"* ratio", "regions divided by centres"}};
    const wend_paper_table table = {
        .name = ground_table,
        .caption = "The scenes of Figs 2 and 3 of Way Portals (Curtis et al. 2012), which leaves "
                   "force models to future work. Area of the cells that the centre of an agent "
                   "visits. Claim: as with velocity models, agents that aim at regions use more "
                   "ground. With --quick: one model and one scene.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    paper_claims claims = {0};
    wend_result result = WEND_OK;
    uint32_t count = 0;
    bool go_on = true;
    for (uint32_t i = 0; i < jobs->setups->count && result == WEND_OK && go_on; i++) {
        const models_setup *setup = &jobs->setups->items[i];
        paper_row row = {.call = call, .table = ground_table, .row = setup->name, .error = error};
        if (!is_force_model(jobs, setup) || (jobs->def->quick && count > 0)) {
            continue;
        }
        count++;
        for (int k = 0; k < scene_count(jobs) && result == WEND_OK && go_on; k++) {
            result = add_scene(&row, setup->steer, k, &claims, &go_on);
        }
    }
    bool judged = result == WEND_OK && go_on && count > 0;
    return judged ? paper_add_verdict(call, &table, &claims, error) : result;
}
