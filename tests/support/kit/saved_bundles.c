/* Bundles for tests: see saved_bundles.h. */
#include "support/kit/saved_bundles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "space/wmap.h"
#include "support/kit/saved_worlds.h"

static const char scenario_text[] =
    "name: everything\n"
    "time: {end: 100}\n"
    "space:\n"
    "  layers:\n"
    "    - name: low\n"
    "      walkable: [[0, 0], [20, 0], [20, 10], [0, 10]]\n"
    "      walls: [{points: [[10, 0], [10, 3]], class: screen}]\n"
    "      obstacles: [[[5, 4], [6, 4], [6, 5], [5, 5]]]\n"
    "      terrain:\n"
    "        - {type: grass, polygon: [[12, 1], [18, 1], [18, 4], [12, 4]],\n"
    "           holes: [[[14, 2], [15, 2], [15, 3], [14, 3]]]}\n"
    "      height:\n"
    "        - {polygon: [[0, 0], [9, 0], [9, 9], [0, 9]], z: 1, slope: [0.1, 0]}\n"
    "        - {polygon: [[0, 0], [20, 0], [20, 10], [0, 10]],\n"
    "           field: {low: [0, 0], cell: 10, rows: [[0, 1, 2], [0, 1, 1]]}}\n"
    "    - {name: high, walkable: [[0, 0], [20, 0], [20, 10], [0, 10]]}\n"
    "  connections:\n"
    "    - {name: lift, from: [2, 9], to: [3, 9], from_layer: low, to_layer: high, duration: 2}\n"
    "  classes: [screen]\n"
    "maps:\n"
    "  mesh: {kind: navmesh}\n"
    "  axis: {kind: corridor}\n"
    "  network: {kind: roadmap, lines: [[[1, 1], [1, 8]], [[1, 8], [19, 8]]]}\n"
    "  ground: {kind: terrain}\n"
    "  cells: {kind: grid, cell: 1}\n"
    "  arrows: {kind: guidance, cell: 2, lines: [[[1, 7], [19, 7]]]}\n"
    "obstacles:\n"
    "  - {name: door, door: [[10, 3], [10, 6]], times: [{at: 2, closed: true}, {at: 4, closed: "
    "false}]}\n"
    "  - {name: cart, moving: [[0, 0], [0.5, 0], [0.5, 0.5]], position: [16, 6], velocity: [-0.1, "
    "0]}\n"
    "belts:\n"
    "  - {polygon: [[12, 6], [18, 6], [18, 7], [12, 7]], velocity: [0.5, 0]}\n"
    "switch: [{at: 1, class: screen, on: false}]\n"
    "profiles:\n"
    "  meshed: {plan: navmesh}\n"
    "  guided: {plan: guidance, follow: gradient}\n"
    "  routed: {plan: roadmap, follow: waypoint}\n"
    "goals:\n"
    "  exit: {segment: [[19.5, 6], [19.5, 8]], on_arrival: leave}\n"
    "  upstairs: {point: [15, 5], layer: high}\n"
    "queues:\n"
    "  counter: {line: [[18, 2], [13, 2]], spacing: 1, service: 2, then: exit}\n"
    "machines:\n"
    "  visitor:\n"
    "    states: {look: {goal: upstairs}, go: {goal: exit, final: true}}\n"
    "    transitions: [{from: look, to: go, when: {timer: 3}}]\n"
    "agents:\n"
    "  - {name: few, random: {box: [[1, 6], [4, 8]], count: 3}, goal: exit, profile: guided}\n"
    "  - {name: up, at: [1, 9], goal: upstairs, profile: meshed}\n"
    "  - {name: wait, at: [8, 1], queue: counter, profile: meshed}\n"
    "  - {name: curious, at: [3, 2], machine: visitor, profile: meshed}\n"
    "  - {name: far, at: [1.5, 1.5], goal: exit, profile: routed}\n"
    "  - {source: {box: [[1, 1], [2, 5]], interval: {uniform: [1, 2]}, until: 9}, goal: exit,\n"
    "     profile: meshed}\n";

static void check_result(wend_result result, const wend_error *error) {
    if (result != WEND_OK) {
        fprintf(stderr, "saved bundle: %d:%d: %s\n", error->line, error->column, error->message);
        abort();
    }
}

wend_scenario *saved_bundle_scenario(const wend_registry *registry, uint64_t seed) {
    wend_error error = {.message = ""};
    wend_scenario_def def = wend_default_scenario_def();
    char setting[40];
    const char *settings[] = {setting};
    wend_scenario *scenario = NULL;
    snprintf(setting, sizeof setting, "seed=%llu", (unsigned long long)seed);
    def.path = "everything.yaml";
    def.text = scenario_text;
    def.text_size = sizeof scenario_text - 1;
    def.settings = settings;
    def.setting_count = 1;
    def.registry = registry;
    check_result(wend_scenario_load(&def, &scenario, &error), &error);
    return scenario;
}

void saved_bundle_worlds(const wend_registry *registry, wend_world *out[SAVED_BUNDLE_STARTS]) {
    wend_error error = {.message = ""};
    for (uint32_t i = 0; i < SAVED_BUNDLE_STARTS; i++) {
        wend_scenario *scenario = saved_bundle_scenario(registry, i + 1);
        check_result(wend_scenario_create_world(scenario, registry, 1, NULL, &out[i], &error),
                     &error);
        wend_scenario_destroy(scenario);
    }
}

uint8_t *saved_bundle_bytes(const wend_bundle_def *def, size_t *size) {
    wend_error error = {.message = ""};
    check_result(wend_bundle_save(def, NULL, 0, size, &error), &error);
    uint8_t *bytes = malloc(*size);
    if (bytes == NULL) {
        abort();
    }
    check_result(wend_bundle_save(def, bytes, *size, size, &error), &error);
    return bytes;
}

uint8_t *saved_bundle_make(const wend_registry *registry, size_t *size) {
    wend_scenario *scenario = saved_bundle_scenario(registry, 1);
    wend_world *worlds[SAVED_BUNDLE_STARTS];
    saved_bundle_worlds(registry, worlds);
    wend_bundle_def def = wend_default_bundle_def();
    def.space_def = wend_scenario_space_def(scenario);
    def.starts = worlds;
    def.start_count = SAVED_BUNDLE_STARTS;
    def.title = "everything";
    def.text = "# a text\n";
    def.end = 100;
    uint8_t *bytes = saved_bundle_bytes(&def, size);
    for (uint32_t i = 0; i < SAVED_BUNDLE_STARTS; i++) {
        wend_world_destroy(worlds[i]);
    }
    wend_scenario_destroy(scenario);
    return bytes;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static uint32_t read_number(const uint8_t *bytes, size_t *at) {
    uint32_t value;
    memcpy(&value, bytes + *at, sizeof value);
    *at += sizeof value;
    return value;
}

static saved_bundle_part read_part(const uint8_t *bytes, size_t *at) {
    uint32_t size = read_number(bytes, at);
    saved_bundle_part part = {*at, size};
    *at += size;
    return part;
}

uint32_t saved_bundle_parts(const uint8_t *bytes, saved_bundle_part out[SAVED_BUNDLE_PARTS]) {
    size_t at = 24; /* layout: bundle/bundle.h */
    uint32_t count = 0;
    at += 24;              /* end, step and hash */
    read_part(bytes, &at); /* the title */
    read_part(bytes, &at); /* the text */
    out[count++] = read_part(bytes, &at);
    for (uint32_t maps = read_number(bytes, &at); maps > 0; maps--) {
        read_part(bytes, &at); /* the name */
        out[count++] = read_part(bytes, &at);
    }
    for (uint32_t starts = read_number(bytes, &at); starts > 0; starts--) {
        out[count++] = read_part(bytes, &at);
    }
    return count;
}

void saved_bundle_seal_part(uint8_t *bytes, size_t size) {
    if (size < WMAP_HEADER_SIZE) {
        return;
    }
    if (memcmp(bytes, "WENDMAP", 8) == 0) {
        uint32_t tag;
        memcpy(&tag, bytes + 12, sizeof tag);
        wmap_seal(bytes, size, tag);
    } else {
        saved_bytes_seal(bytes, size);
    }
}

void saved_bundle_seal(uint8_t *bytes, size_t size) {
    saved_bytes_seal(bytes, size);
}

/* ---- Use ------------------------------------------------------------------------------------- */

static void check_again(const wend_bundle *bundle, const wend_world_def *def, wend_world *world) {
    wend_error error = {.message = ""};
    wend_world *again = NULL;
    size_t size;
    if (wend_world_step(world, 2, &error) != WEND_OK) {
        return; /* the damaged world needs a map that it does not have */
    }
    uint8_t *bytes = saved_world_bytes(world, &size);
    check_result(wend_bundle_load_world(bundle, def, bytes, size, &again, &error), &error);
    if (wend_world_hash(again) != wend_world_hash(world)) {
        fprintf(stderr, "a world that was saved and loaded has another hash\n");
        abort();
    }
    wend_world_destroy(again);
    free(bytes);
}

wend_result saved_bundle_use(const uint8_t *bytes, size_t size, const wend_registry *registry,
                             wend_error *error) {
    wend_bundle *bundle = NULL;
    wend_result result = wend_bundle_load(bytes, size, NULL, &bundle, error);
    uint32_t starts = result == WEND_OK ? wend_bundle_get_info(bundle).start_count : 0;
    wend_world_def def = wend_default_world_def();
    def.registry = registry;
    for (uint32_t i = 0; i < starts; i++) {
        wend_world *world = NULL;
        wend_result made = wend_bundle_create_world(bundle, &def, i, &world, error);
        if (made == WEND_OK) {
            check_again(bundle, &def, world);
            wend_world_destroy(world);
        }
        result = result == WEND_OK ? made : result;
    }
    wend_bundle_destroy(bundle);
    return result;
}
