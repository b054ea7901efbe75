/* needs: kit */
/* Runs 1,000 random worlds with one agent and with two agents, and with every combination of
 * models. All agents must arrive in every run. Also runs the same worlds with twenty agents, and
 * with the models for which arrival is required in a crowd. All agents must arrive in at least 99 %
 * of these runs. */
#include <stdio.h>

#include "support/kit/arrival_sweep.h"
#include "support/suite.h"

enum { PARTS = 20, WORLDS = 50 };

START_TEST(agents_arrive_in_random_worlds) {
    wend_registry *registry = arrival_sweep_registry();
    uint64_t first = 1 + (uint64_t)_i * WORLDS;
    arrival_sweep few = {0}, many = {0};
    arrival_sweep_worlds(registry, ARRIVAL_MIXED, first, WORLDS, 1, false, &few);
    arrival_sweep_worlds(registry, ARRIVAL_MIXED, first, WORLDS, 2, false, &few);
    arrival_sweep_worlds(registry, ARRIVAL_MIXED, first, WORLDS, 20, true, &many);
    printf("seeds %llu and on: %u of %u runs of few and %u of %u of twenty not complete\n",
           (unsigned long long)first, few.incomplete, few.runs, many.incomplete, many.runs);
    ck_assert_msg(few.incomplete == 0 && few.deep == 0 && few.in_walls == 0,
                  "of %u runs %u not complete, %u with deep overlaps, %u deeper in walls:%s",
                  few.runs, few.incomplete, few.deep, few.in_walls, few.faults);
    ck_assert_msg(many.incomplete * 100 <= many.runs && many.deep == 0 && many.in_walls == 0,
                  "of %u runs %u not complete, %u with deep overlaps, %u deeper in walls:%s",
                  many.runs, many.incomplete, many.deep, many.in_walls, many.faults);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    return suite_run_soak("arrivals soak", agents_arrive_in_random_worlds, PARTS);
}
