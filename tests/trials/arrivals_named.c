/* Runs the fixed scenes and prints the table of their outcomes. */
#include <stdio.h>

#include "support/kit/arrival_named.h"
#include "trials/arrivals.h"

static void run(const wend_registry *registry, const arrival_scene *scene,
                const arrival_models *models) {
    double limits[ARRIVAL_AGENTS];
    for (uint32_t i = 0; i < scene->agents; i++) {
        limits[i] = scene->limit;
    }
    arrival_outcome out = arrival_run(registry, scene->text, models, limits, scene->agents);
    char rescues[32] = "-";
    if (out.rescues >= 0) {
        snprintf(rescues, sizeof rescues, "%lld", (long long)out.rescues);
    }
    printf("| %s | %s | %s | %s ", scene->name, models->plan, models->follow, models->steer);
    if (out.status != ARRIVAL_RAN) {
        printf("| %s | | | | | |\n", out.message);
        return;
    }
    printf("| %u / %u | %.1f | %.3f | %.3f | %.4f | %s |\n", out.in_time, out.agents,
           out.last_arrival, out.overlap_m, out.overlap, out.wall_overlap, rescues);
    fflush(stdout);
}

void arrivals_run_named(const arrivals_options *options, const wend_registry *registry) {
    printf("| scene | plan | follow | steer | in time | last arrival, s | overlap, m | of radii "
           "| wall growth, m | rescues |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < arrival_scene_count; i++) {
        for (uint32_t m = 0; m < arrivals_model_count(options); m++) {
            arrival_models models = arrivals_model(options, m);
            run(registry, &arrival_scenes[i], &models);
        }
    }
}
