/* Runs a scene with other choices than ours, one row of a table for each. */
#include "paper/miran/variants.h"
#include <stdio.h>
#include <string.h>

const char *const variant_sigmas[MIRAN_SIGMAS] = {"sigma_40",  "sigma_100", "sigma_250",
                                                  "sigma_300", "sigma_400", "sigma_1250"};

const variant variants_common[] = {
    {"ours", {NULL}, NULL, true},
    {"dt 0.02 s", {"time.dt=0.02"}, NULL, false},
    {"dt 0.05 s", {"time.dt=0.05"}, NULL, false},
    {"dt 0.2 s", {"time.dt=0.2"}, NULL, false},
    {"dt 0.5 s", {"time.dt=0.5"}, NULL, true},
    {"motion orca_arc", {"steer.name=orca_arc"}, NULL, true},
    {"motion by forces",
     {"steer.name=corridor_force", "steer.integration=euler", "steer.avoidance=forces"},
     NULL,
     true},
    {"d 5 m", {NULL}, "follow.d=5", false},
    {"d 10 m", {NULL}, "follow.d=10", false},
    {"d 20 m", {NULL}, "follow.d=20", false},
    {"d 40 m", {NULL}, "follow.d=40", true},
    {"vertices are candidates", {NULL}, "follow.vertices=on", false},
    {"radius 0.05 m", {NULL}, "radius=0.05", false},
    {"as printed", {NULL}, "follow.as_printed=on", false},
};
const uint32_t variants_common_count = sizeof variants_common / sizeof variants_common[0];

const variant variants_road[] = {
    {"sigma 20 m", {"profiles.miran.follow.sigma=20"}, NULL, false},
    {"sigma 80 m", {"profiles.miran.follow.sigma=80"}, NULL, false},
    {"no weights",
     {"profiles.miran.terrain.mud.weight=1", "profiles.miran.terrain.road.weight=1",
      "profiles.miran.terrain.sidewalk.weight=1"},
     NULL,
     true},
    {"mud beside the route",
     {"space.terrain.8.polygon=[[118, 104], [135, 104], [135, 144], [118, 144]]"},
     NULL,
     false},
    {"IRM window 50 m", {"profiles.irm.follow.window=50"}, NULL, true},
};
const uint32_t variants_road_count = sizeof variants_road / sizeof variants_road[0];

static bool is_run(const wend_paper_def *def, const variant *v) {
    return v->quick || !def->quick;
}

uint32_t variants_count(const wend_paper_def *def, const variant *variants, uint32_t count) {
    uint32_t runs = 0;
    for (uint32_t i = 0; i < count; i++) {
        runs += is_run(def, &variants[i]);
    }
    return runs;
}

/* A setup with the memory for the settings of its profiles. */
typedef struct variant_setup {
    miran_setup setup;
    char texts[MIRAN_MOST_WALKS][VARIANT_TEXT_SIZE];
} variant_setup;

static void make_setup(const variant_table *table, const variant *v, variant_setup *out) {
    out->setup = (miran_setup){.scenario = table->scenario};
    for (int i = 0; i < 3 && v->settings[i] != NULL; i++) {
        out->setup.settings[out->setup.setting_count++] = v->settings[i];
    }
    uint32_t profiles = table->profile_count > 0 ? table->profile_count : table->walks;
    for (uint32_t i = 0; i < profiles && v->profile_suffix != NULL; i++) {
        snprintf(out->texts[i], sizeof out->texts[i], "profiles.%s.%s", table->profiles[i],
                 v->profile_suffix);
        out->setup.settings[out->setup.setting_count++] = out->texts[i];
    }
}

static wend_result run_variant(wend_paper_call *call, variant_table *table, const variant *v,
                               bool *go_on, wend_error *error) {
    variant_setup made;
    miran_walks walks;
    wend_scenario *scenario = NULL;
    make_setup(table, v, &made);
    wend_result result = miran_load(wend_paper_call_def(call), &made.setup, &scenario, error);
    if (result != WEND_OK) {
        return result;
    }
    result = miran_walks_record(call, &made.setup, table->walks, &walks, go_on, error);
    if (result == WEND_OK && *go_on) {
        paper_row row = {.call = call, .table = table->table->name, .row = v->name, .error = error};
        variant_result found = {&walks, wend_scenario_space(scenario),
                                wend_scenario_space_def(scenario)};
        result = table->add(&found, &table->claims, &row);
    }
    miran_walks_free(&walks);
    wend_scenario_destroy(scenario);
    return result;
}

wend_result variants_run(wend_paper_call *call, variant_table *table, const variant *variants,
                         uint32_t count, bool *go_on, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK && *go_on; i++) {
        if (is_run(wend_paper_call_def(call), &variants[i])) {
            result = run_variant(call, table, &variants[i], go_on, error);
        }
    }
    return result;
}

wend_result variants_judge(wend_paper_call *call, const variant_table *table, wend_error *error) {
    return paper_add_verdict(call, table->table, &table->claims, error);
}

wend_result variants_show(wend_paper_call *call, variant_table *table, const variant *variants,
                          uint32_t count, bool *go_on, wend_error *error) {
    wend_result result = variants_run(call, table, variants, count, go_on, error);
    return result == WEND_OK && *go_on ? variants_judge(call, table, error) : result;
}
