/* A plug-in with a steering model whose second step takes ten minutes, for tests of interrupts.
 * When that step begins, it writes the file "slow" into the working directory. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <wend/plugin.h>
#include <wend/wend.h>

static void wait_ten_minutes(void) {
    FILE *file = fopen("slow", "w");
    if (file != NULL) {
        fputs("slow\n", file);
        fclose(file);
    }
    struct timespec left = {600, 0};
    while (nanosleep(&left, &left) != 0) { /* goes on after a signal */
    }
}

static void steer(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes) {
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_outcome *out = &outcomes[i - agents->first];
            memset(out, 0, sizeof *out);
            if (view->bodies[i].slot == 0 && view->step == 1) {
                wait_ten_minutes();
            }
            out->velocity.x = 1.0f;
            out->displacement.x = view->dt;
        }
    }
}

static const wend_steering slow_steering = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "slow",
                        .summary = "eastwards; the second step takes ten minutes"}},
    .steer = steer,
};

static const wend_plugin_item items[] = {{WEND_KIND_STEERING, &slow_steering.stage.entry}};

const wend_plugin_table wend_plugin_entries = {
    .size = sizeof(wend_plugin_table),
    .version = WEND_INTERFACE,
    .name = "slow",
    .items = items,
    .item_count = 1,
};
