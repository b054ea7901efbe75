/* wend check: loads a scenario and creates its world, to find errors without running the scenario.
 */
#include "cli/ground.h"
#include "cli/load.h"
#include <inttypes.h>
#include <math.h>

static const char *plural(uint32_t count) {
    return count == 1 ? "" : "s";
}

/* Prints the extent and the area of the only layer, or of each layer and of all of them. */
static void print_ground(const wend_space_def *def) {
    double area = 0.0;
    bool bounded = true;
    for (uint32_t i = 0; i < def->layer_count; i++) {
        ground_extent extent = ground_measure(&def->layers[i]);
        const char *name = def->layers[i].name;
        area += extent.area;
        bounded = bounded && extent.bounded;
        if (def->layer_count == 1) {
            printf("  extent     ");
        } else if (name != NULL && name[0] != '\0') {
            printf("  layer %-4" PRIu32 " %s: ", i, name);
        } else {
            printf("  layer %-4" PRIu32 " ", i);
        }
        ground_print(&extent);
    }
    if (def->layer_count > 1 && bounded) {
        printf("  area       %.10g m2 walkable\n", round(area * 1e3) / 1e3);
    }
}

static void print_info(const char *path, const wend_scenario *scenario) {
    wend_scenario_info f = wend_scenario_get_info(scenario);
    printf("%s: valid\n", path);
    printf("  name       %s\n", f.name);
    printf("  agents     %" PRIu32 " in %" PRIu32 " group%s\n", f.agents, f.groups,
           plural(f.groups));
    printf("  profiles   %" PRIu32 "\n", f.profiles);
    printf("  goals      %" PRIu32 "\n", f.goals);
    printf("  obstacles  %" PRIu32 " that open or move\n", f.obstacles);
    if (f.belts > 0) {
        printf("  belts      %" PRIu32 "\n", f.belts);
    }
    const wend_space *space = wend_scenario_space(scenario);
    uint32_t connections = wend_space_connection_count(space);
    printf("  space      %" PRIu32 " layer%s, %" PRIu32 " walls", f.layers, plural(f.layers),
           wend_space_wall_count(space));
    if (connections > 0) {
        printf(", %" PRIu32 " connection%s", connections, plural(connections));
    }
    putchar('\n');
    print_ground(wend_scenario_space_def(scenario));
    ground_print_terrain(space);
    printf("  models     plan %s, follow %s, steer %s\n", f.plan, f.follow, f.steer);
    printf("  time       dt %g s, until %g s\n", f.dt, f.end);
}

static int run(const arguments *args, wend_registry *registry) {
    wend_scenario *scenario = NULL;
    int status = load_scenario(args, registry, false, &scenario);
    if (status != EXIT_DONE) {
        return status;
    }
    wend_world *world = NULL;
    wend_error error;
    wend_result result = wend_scenario_create_world(scenario, registry, 1, NULL, &world, &error);
    if (result == WEND_OK) {
        print_info(args->operands[0], scenario);
    } else {
        print_error(&error);
        status = result == WEND_ERROR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
    }
    wend_world_destroy(world);
    wend_scenario_destroy(scenario);
    return status;
}

static const option options[] = {LOAD_OPTIONS};

const command command_check = {
    .entry = {WEND_HEAD(command), .name = "check",
              .summary = "check a scenario and report errors and warnings"},
    .operands = "SCENARIO",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .option_count = LOAD_COUNT,
    .examples = "wend check scenario.yaml\nwend check scenario.yaml --set time.dt=0.05\n",
    .run = run,
};
