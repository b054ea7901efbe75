/* Worlds for tests of snapshots: see saved_worlds.h. */
#include "support/kit/saved_worlds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static const char world_text[] =
    "seed: 5\n"
    "time: {end: 100, steer_every: 2}\n"
    "density: {cell: 2, period: 1}\n"
    "space:\n"
    "  layers:\n"
    "    - name: low\n"
    "      walkable: [[0, 0], [40, 0], [40, 20], [0, 20]]\n"
    "      walls: [[[20, 0], [20, 8]], {points: [[30, 0], [30, 5]], class: screen}]\n"
    "    - {name: high, walkable: [[0, 0], [40, 0], [40, 20], [0, 20]]}\n"
    "  connections:\n"
    "    - {from: [10, 3], to: [10, 3], from_layer: low, to_layer: high, duration: 2}\n"
    "  classes: [screen]\n"
    "plan: straight\n"
    "follow: waypoint\n"
    "steer: orca\n"
    "profiles:\n"
    "  walker: {speed: {normal: [1.3, 0.2], min: 0.8, max: 1.8}}\n"
    "  chooser: {select: {name: quickest, reconsider: 2}, max_acceleration: 2}\n"
    "goals:\n"
    "  hall: {disc: {centre: [12, 10], radius: 3}, capacity: 4}\n"
    "  gate: {segment: [[38, 6], [38, 9]], on_arrival: leave}\n"
    "  train: {box: [[36, 12], [39, 18]], velocity: [-0.1, 0], window: [1, 50]}\n"
    "  tour_a: {point: [5, 5], on_arrival: continue}\n"
    "  tour_b: {point: [8, 15], on_arrival: continue}\n"
    "  upstairs: {point: [12, 3], layer: high}\n"
    "goal_sets: {exits: [gate, train], tour: [tour_a, tour_b], counters: [counter, gate]}\n"
    "areas:\n"
    "  foyer: {box: [[0, 0], [15, 20]]}\n"
    "  corner: {disc: {centre: [38, 18], radius: 2}}\n"
    "queues:\n"
    "  counter: {line: [[18, 16], [10, 16]], spacing: 1, service: {uniform: [1, 2]}, then: gate}\n"
    "  platform: {area: [[24, 12], [30, 12], [30, 18], [24, 18]], spacing: 1, order: random}\n"
    "machines:\n"
    "  visitor:\n"
    "    states:\n"
    "      come:\n"
    "        goal: hall\n"
    "        enter:\n"
    "          - {scale_attribute: {attribute: preferred_speed, value: {uniform: [1, 1.2]}}}\n"
    "          - {block_class: {class: 1, blocks: false}}\n"
    "        exit: {fire: news}\n"
    "      look: {goals: tour, select: random, persistent: true, follow: portal}\n"
    "      again: {shares: look, modify: {name: scale, factor: {uniform: [0.5, 1]}}}\n"
    "      step_aside: {select: {name: offset, x: {uniform: [-1, 1]}, y: 1}}\n"
    "      wait: {queue: platform, enter: {set_door: {door: door, closed: true}}}\n"
    "      go: {goals: exits, select: quickest, final: true}\n"
    "    transitions:\n"
    "      - {from: come, to: {look: 2, step_aside: 1}, when: {or: [goal_reached, {timer: 4}]}}\n"
    "      - {from: look, to: again, when: {and: [x > 2, {timer: {uniform: [1, 3]}}]}}\n"
    "      - {from: [again, step_aside], to: previous, when: {timer: 1}}\n"
    "      - {from: [look, again], to: wait, when: {signal: news}}\n"
    "      - {from: wait, to: go, when: {not: {population: {area: foyer, at_least: 30}}}}\n"
    "      - {from: step_aside, to: go, when: {line: {a: [15, 0], b: [15, 20]}}}\n"
    "  guard:\n"
    "    states: {stand: {goal: none}, walk: {goals: tour, select: cycle}}\n"
    "    transitions:\n"
    "      - {from: stand, to: walk, when: {polygon: {points: [[0, 0], [9, 0], [9, 9]]}}}\n"
    "      - {from: walk, to: stand, when: speed > 1 and population(corner) == 0}\n"
    "signals:\n"
    "  news: {audience: {machine: visitor, not_in_state: go}}\n"
    "  bell:\n"
    "    triggers:\n"
    "      - {time: {at: 2, every: 3}}\n"
    "      - {population: {area: foyer, count: 8}}\n"
    "      - {door: {door: door, when: closed}}\n"
    "    audience: {group: guards, area: foyer, keys: [500, 501]}\n"
    "    responses: [{enter_state: {machine: guard, state: walk}},\n"
    "      {switch_class: {class: 1, on: false}}]\n"
    "obstacles:\n"
    "  - {name: door, door: [[20, 8], [20, 14]], closed: false}\n"
    "  - {name: cart, moving: [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]], position: [25, 3],\n"
    "     velocity: [0.3, 0], angular_velocity: 0.1}\n"
    "belts:\n"
    "  - {polygon: [[2, 16], [8, 16], [8, 19], [2, 19]], velocity: [0.3, 0]}\n"
    "agents:\n"
    "  - {name: visitors, grid: {origin: [3, 6], spacing: 1.5, count: [3, 3]}, profile: walker,\n"
    "     machine: visitor}\n"
    "  - {name: guards, at: [[4, 2], [6, 2]], key: 500, profile: walker, machine: guard}\n"
    "  - {name: buyers, at: [[6, 15], [7, 17], [5, 17]], profile: chooser, goals: counters}\n"
    "  - {name: climber, at: [8, 3], profile: walker, goal: upstairs, radius: 0.2}\n"
    "  - {name: late, at: [2, 2], profile: walker, via: [[3, 12]], goal: gate, delay: 6}\n"
    "  - {source: {box: [[1, 8], [2, 14]], poisson: 0.5, until: 40}, profile: walker,\n"
    "     machine: visitor}\n"
    "  - {source: {box: [[22, 8], [24, 11]], schedule: [[1, 3], [4, 2]]}, profile: chooser,\n"
    "     goals: exits, delay: {uniform: [0, 2]}}\n"
    "  - {source: {box: [[1, 8], [2, 14]], interval: {uniform: [1, 2]}, count: 9}, profile: "
    "walker,\n"
    "     queue: counter}\n";

static void check_result(wend_result result, const wend_error *error) {
    if (result != WEND_OK) {
        fprintf(stderr, "saved world: %d: %s\n", error->line, error->message);
        abort();
    }
}

wend_world *saved_world_create(const wend_registry *registry, uint64_t steps) {
    wend_error error = {.message = ""};
    wend_scenario_def def = wend_default_scenario_def();
    def.path = "saved.yaml";
    def.text = world_text;
    def.text_size = sizeof world_text - 1;
    def.registry = registry;
    wend_scenario *scenario = NULL;
    wend_world *world = NULL;
    check_result(wend_scenario_load(&def, &scenario, &error), &error);
    check_result(wend_scenario_create_world(scenario, registry, 1, NULL, &world, &error), &error);
    wend_scenario_destroy(scenario);
    check_result(wend_world_step(world, (uint32_t)steps, &error), &error);
    return world;
}

wend_world_def saved_world_def(const wend_world *world, const wend_registry *registry) {
    wend_world_def def = wend_default_world_def();
    def.space = (wend_space *)(uintptr_t)wend_world_space(world);
    def.registry = registry;
    return def;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

uint8_t *saved_world_bytes(const wend_world *world, size_t *size) {
    *size = wend_world_save(world, NULL, 0);
    uint8_t *bytes = malloc(*size);
    if (bytes == NULL || wend_world_save(world, bytes, *size) != *size) {
        abort();
    }
    return bytes;
}

uint8_t *saved_agent_bytes(const wend_world *world, wend_agent agent, size_t *size) {
    *size = wend_world_pack_agent(world, agent, NULL, 0);
    uint8_t *bytes = malloc(*size);
    if (bytes == NULL || wend_world_pack_agent(world, agent, bytes, *size) != *size) {
        abort();
    }
    return bytes;
}

void saved_bytes_seal(uint8_t *bytes, size_t size) {
    enum { VERSION = 8, CHECKSUM = 16, CONTENTS = 24 }; /* world/snapshot/seal.h */
    uint32_t version;
    memcpy(&version, bytes + VERSION, sizeof version);
    uint64_t checksum = hash_bytes(bytes + CONTENTS, size - CONTENTS, version);
    memcpy(bytes + CHECKSUM, &checksum, sizeof checksum);
}

/* ---- Use ------------------------------------------------------------------------------------- */

void saved_world_use(const wend_world_def *def, wend_world *world) {
    wend_error error = {.message = ""};
    if (wend_world_step(world, 2, &error) != WEND_OK) {
        return; /* the damaged world needs a map that it does not have */
    }
    size_t size;
    uint8_t *bytes = saved_world_bytes(world, &size);
    wend_world *again = NULL;
    if (wend_world_load(def, bytes, size, &again, &error) != WEND_OK ||
        wend_world_hash(again) != wend_world_hash(world)) {
        fprintf(stderr, "a world that has loaded does not load again: %s\n", error.message);
        abort();
    }
    wend_world_destroy(again);
    free(bytes);
}
