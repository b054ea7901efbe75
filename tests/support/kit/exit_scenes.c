/* Crowds that leave a hall through doorways: see exit_scenes.h. */
#include "support/kit/exit_scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/kit.h>

/* m: the wall with the doors. */
static const double WALL = 20.0, THICKNESS = 0.4;
static const double LIMIT = 600.0; /* s */
enum { TEXT_SIZE = 8192, NO_DOOR = 255 };

const exit_scene exit_scenes[] = {
    {"near",
     "150 agents, for most of them the northern of two equal doors is nearer",
     {{3.0, 4.2}, {14.0, 15.2}},
     {6.0, 11.0, 18.0, 19.0},
     150},
    {"wide",
     "the same, but the farther door is twice as wide",
     {{2.4, 4.8}, {14.0, 15.2}},
     {6.0, 11.0, 18.0, 19.0},
     150},
    {"even",
     "150 agents between two equal doors, half of them nearer to each",
     {{3.0, 4.2}, {15.8, 17.0}},
     {6.0, 5.0, 18.0, 15.0},
     150},
    {"sparse",
     "10 agents, two doors: hardly a queue",
     {{3.0, 4.2}, {14.0, 15.2}},
     {6.0, 11.0, 18.0, 19.0},
     10},
    {"single",
     "150 agents and one door: nothing to choose",
     {{14.0, 15.2}},
     {6.0, 11.0, 18.0, 19.0},
     150},
    {"three",
     "300 agents, three doors, most of them nearest to the northern one",
     {{2.0, 3.2}, {9.0, 10.2}, {16.0, 17.2}},
     {2.0, 8.0, 18.0, 19.0},
     300},
};
const uint32_t exit_scene_count = sizeof exit_scenes / sizeof *exit_scenes;

const exit_scene *exit_scene_find(const char *name) {
    for (uint32_t i = 0; i < exit_scene_count; i++) {
        if (strcmp(exit_scenes[i].name, name) == 0) {
            return &exit_scenes[i];
        }
    }
    return NULL;
}

static void fail(const wend_error *error) {
    fprintf(stderr, "exit scene: %d:%d: %s\n", error->line, error->column, error->message);
    exit(1);
}

static void write_scene(const exit_scene *scene, const char *plan, const char *more, uint64_t seed,
                        char *text) {
    int at = snprintf(text, TEXT_SIZE,
                      "seed: %llu\nplan: %s\n"
                      "space:\n  walkable: [[0, 0], [28, 0], [28, 20], [0, 20]]\n  obstacles:\n",
                      (unsigned long long)seed, plan);
    double low = 0.0;
    for (uint32_t i = 0; i <= EXIT_SCENE_DOORS; i++) {
        bool is_last = i == EXIT_SCENE_DOORS || !(scene->doors[i][1] > 0.0);
        double high = is_last ? 20.0 : scene->doors[i][0], far = WALL + THICKNESS;
        at += snprintf(text + at, TEXT_SIZE - (size_t)at,
                       "    - [[%g, %g], [%g, %g], [%g, %g], [%g, %g]]\n", WALL, low, far, low, far,
                       high, WALL, high);
        if (is_last) {
            break;
        }
        low = scene->doors[i][1];
    }
    snprintf(text + at, TEXT_SIZE - (size_t)at,
             "goals: {outside: {box: [[26, 0.5], [27.5, 19.5]], on_arrival: leave}}\n"
             "agents: [{goal: outside, random: {box: [[%g, %g], [%g, %g]], count: %u}}]\n%s",
             scene->box[0], scene->box[1], scene->box[2], scene->box[3], scene->agents, more);
}

/* ---- Doors ----------------------------------------------------------------------------------- */

/* Returns the door through which a line crosses the wall, or NO_DOOR. */
static uint8_t door_of_line(const exit_scene *scene, wend_vec2 from, wend_vec2 to) {
    double middle = WALL + THICKNESS / 2.0;
    if (!((double)from.x < middle && (double)to.x >= middle)) {
        return NO_DOOR;
    }
    double share = (middle - (double)from.x) / ((double)to.x - (double)from.x);
    double y = (double)from.y + share * ((double)to.y - (double)from.y);
    for (uint8_t i = 0; i < EXIT_SCENE_DOORS; i++) {
        if (y >= scene->doors[i][0] && y <= scene->doors[i][1]) {
            return i;
        }
    }
    return NO_DOOR;
}

/* Returns the door to which the route of a body leads, or NO_DOOR. */
static uint8_t door_of_route(const exit_scene *scene, const wend_view *view, uint32_t index) {
    const wend_route *route = wend_view_route(view, index);
    uint8_t door = NO_DOOR;
    for (uint32_t i = 1; route != NULL && i < route->point_count && door == NO_DOOR; i++) {
        door = door_of_line(scene, route->points[i - 1].position, route->points[i].position);
    }
    if (door == NO_DOOR && route != NULL &&
        route->point_count > 0) { /* the last leg, to the goal */
        wend_vec2 last = route->points[route->point_count - 1].position;
        door = door_of_line(scene, last, (wend_vec2){26.0F, last.y});
    }
    return door;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

typedef struct agent_record {
    uint8_t door, visited; /* the door that it heads for; mask of those that it has headed for */
    uint32_t switches;
    wend_vec2 at;
} agent_record;

static void note_doors(const exit_scene *scene, wend_world *world, agent_record *records,
                       exit_run *out) {
    const wend_view *view = wend_world_view(world);
    for (uint32_t i = 0; i < view->body_count; i++) {
        uint32_t slot = view->bodies[i].slot;
        agent_record *record = &records[slot < EXIT_SCENE_AGENTS ? slot : 0];
        uint8_t passed = door_of_line(scene, record->at, view->bodies[i].position);
        record->at = view->bodies[i].position;
        if (passed != NO_DOOR) {
            out->through[passed]++;
        }
        uint8_t door = door_of_route(scene, view, i);
        if ((double)record->at.x >= WALL || door == NO_DOOR || door == record->door) {
            continue;
        }
        if (record->door != NO_DOOR) {
            record->switches++;
            out->switches++;
            out->returns += (record->visited >> door & 1U) != 0;
            out->most = record->switches > out->most ? record->switches : out->most;
        }
        record->visited |= (uint8_t)(1U << door);
        record->door = door;
    }
}

static void run_world(const exit_scene *scene, wend_world *world, exit_run *out) {
    static agent_record records[EXIT_SCENE_AGENTS];
    wend_error error = {0};
    double sum = 0.0;
    for (uint32_t i = 0; i < EXIT_SCENE_AGENTS; i++) {
        records[i] = (agent_record){.door = NO_DOOR, .at = {INFINITY, 0.0F}};
    }
    while (out->arrived < scene->agents && wend_world_time(world) < LIMIT) {
        if (wend_world_step(world, 1, &error) != WEND_OK) {
            fail(&error);
        }
        uint32_t arrived = (uint32_t)wend_world_get_stats(world).arrivals;
        sum += (arrived - out->arrived) * wend_world_time(world);
        out->last = arrived > out->arrived ? wend_world_time(world) : out->last;
        out->arrived = arrived;
        note_doors(scene, world, records, out);
    }
    wend_stats stats = wend_world_get_stats(world);
    out->mean = out->arrived > 0 ? sum / out->arrived : 0.0;
    out->reroutes = stats.reroutes;
    out->plans = stats.plans;
    out->hash = wend_world_hash(world);
}

exit_run exit_scene_run(const exit_scene *scene, const char *plan, const char *more, uint64_t seed,
                        uint32_t threads) {
    char text[TEXT_SIZE];
    wend_error error = {0};
    wend_registry *registry = NULL;
    wend_scenario *scenario = NULL;
    wend_world *world = NULL;
    exit_run out = {0};
    write_scene(scene, plan, more, seed, text);
    wend_scenario_def def = wend_default_scenario_def();
    def.path = "exits.yaml";
    def.text = text;
    def.text_size = strlen(text);
    if (wend_registry_create(NULL, &registry, &error) != WEND_OK ||
        wend_kit_register(registry, &error) != WEND_OK) {
        fail(&error);
    }
    def.registry = registry;
    if (wend_scenario_load(&def, &scenario, &error) != WEND_OK ||
        wend_scenario_create_world(scenario, registry, threads, NULL, &world, &error) != WEND_OK) {
        fail(&error);
    }
    run_world(scene, world, &out);
    wend_world_destroy(world);
    wend_scenario_destroy(scenario);
    wend_registry_destroy(registry);
    return out;
}
