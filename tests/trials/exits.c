/* exits: runs crowds that leave a hall (support/kit/exit_scenes.h), with planners that ignore
 * crowds and planners that avoid them, and prints evacuation times with 95 % confidence intervals:
 *
 *     exits SEEDS PLAN CROWD DENSITY MAP SCENE...
 *
 *     exits 20 grid 4 'period: 2' 'squares: {kind: grid, cell: 0.4}' near wide even
 *
 * PLAN is a planner, or a planner and its settings, as in 'roadmap, link: all'; DENSITY and MAP are
 * the contents of the keys `density` and `maps` of the scenario. For each scene and
 * the seeds 1 to SEEDS, the crowd is run with `crowd: 0` and with `crowd: CROWD`. All differences
 * are those of runs with the same seed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/kit/exit_scenes.h"

enum { MAX_SEEDS = 200, TEXT = 256 };

typedef struct sample {
    double values[MAX_SEEDS];
    uint32_t count;
} sample;

static double mean_of(const sample *s) {
    double sum = 0.0;
    for (uint32_t i = 0; i < s->count; i++) {
        sum += s->values[i];
    }
    return sum / s->count;
}

/* Returns half of the 95 % confidence interval of the mean: Student's t for 20 values, and the
 * normal distribution for more than 30. */
static double half_interval(const sample *s) {
    double mean = mean_of(s), sum = 0.0;
    for (uint32_t i = 0; i < s->count; i++) {
        sum += (s->values[i] - mean) * (s->values[i] - mean);
    }
    double t = s->count > 30 ? 1.96 : s->count >= 20 ? 2.093 : 12.71;
    return s->count > 1 ? t * sqrt(sum / (s->count - 1) / s->count) : (double)INFINITY;
}

static void run_scene(const exit_scene *scene, uint32_t seeds, const char *plan, double crowd,
                      const char *density, const char *map) {
    sample last[2] = {{.count = seeds}, {.count = seeds}}, gain = {.count = seeds};
    double mean[2] = {0.0, 0.0}, switches = 0.0, returns = 0.0, plans = 0.0;
    uint32_t most = 0, missing = 0, better = 0;
    uint64_t through[2][EXIT_SCENE_DOORS] = {{0}};
    for (uint32_t i = 0; i < seeds; i++) {
        for (int on = 0; on < 2; on++) {
            char choice[TEXT], more[TEXT];
            snprintf(choice, sizeof choice, "{name: %s, crowd: %g}", plan, on ? crowd : 0.0);
            snprintf(more, sizeof more, "density: {%s}\nmaps: {%s}\n", density, map);
            exit_run run = exit_scene_run(scene, choice, more, i + 1, 1);
            last[on].values[i] = run.last;
            mean[on] += run.mean / seeds;
            missing += scene->agents - run.arrived;
            for (int k = 0; k < EXIT_SCENE_DOORS; k++) {
                through[on][k] += run.through[k];
            }
            if (on) {
                switches += (double)run.switches / scene->agents / seeds;
                returns += (double)run.returns / scene->agents / seeds;
                plans += (double)run.plans / scene->agents / seeds;
                most = run.most > most ? run.most : most;
            }
        }
        gain.values[i] = last[0].values[i] - last[1].values[i];
        better += gain.values[i] > 0.0;
    }
    printf(
        "%-7s off %6.1f +- %4.1f s, on %6.1f +- %4.1f s, gain %6.1f +- %4.1f s (%.0f %%, %u of %u "
        "better); mean %5.1f -> %5.1f s; per agent %.2f switches (most %u), %.3f returns, "
        "%.1f plans; missing %u; doors",
        scene->name, mean_of(&last[0]), half_interval(&last[0]), mean_of(&last[1]),
        half_interval(&last[1]), mean_of(&gain), half_interval(&gain),
        100.0 * mean_of(&gain) / mean_of(&last[0]), better, seeds, mean[0], mean[1], switches, most,
        returns, plans, missing);
    for (int on = 0; on < 2; on++) {
        for (int k = 0; k < EXIT_SCENE_DOORS && scene->doors[k][1] > 0.0; k++) {
            printf("%s%.0f", k ? "/" : on ? " -> " : " ", (double)through[on][k] / seeds);
        }
    }
    printf("\n");
    fflush(stdout);
}

int main(int count, char **words) {
    uint32_t seeds = count > 6 ? (uint32_t)strtoul(words[1], NULL, 10) : 0;
    if (seeds < 1 || seeds > MAX_SEEDS) {
        fprintf(stderr, "usage: exits SEEDS PLAN CROWD DENSITY MAP SCENE...\n");
        return 2;
    }
    for (int i = 6; i < count; i++) {
        const exit_scene *scene = exit_scene_find(words[i]);
        if (scene == NULL) {
            fprintf(stderr, "exits: no scene '%s'\n", words[i]);
            return 2;
        }
        run_scene(scene, seeds, words[2], strtod(words[3], NULL), words[4], words[5]);
    }
    return 0;
}
