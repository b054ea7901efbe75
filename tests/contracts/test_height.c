/* Height: planes and grids define height and slope at every location. Agents walk as if layers were
 * flat, and the height of the ground under an agent is recorded as z. */
/* needs: kit */
#include "contract.h"

#include <stdio.h>
#include <wend/kit.h>

enum { COLUMNS = 5, ROWS = 4 };

static const double cell = 0.75; /* m: distance between grid points */

/* Fills in the heights of a grid that starts at (2, 1). Their values do not matter. */
static void fill_grid(float grid[COLUMNS * ROWS]) {
    for (uint32_t i = 0; i < COLUMNS * ROWS; i++) {
        grid[i] = (float)contract_random(i, 1, -1.0, 2.0);
    }
}

/* Returns the bilinearly interpolated height in double precision; outside the grid, the height at
 * its edge. */
static double grid_height(const float *grid, double x, double y) {
    double u = fmin(fmax((x - 2.0) / cell, 0.0), (double)(COLUMNS - 1));
    double v = fmin(fmax((y - 1.0) / cell, 0.0), (double)(ROWS - 1));
    int i = u >= COLUMNS - 1 ? COLUMNS - 2 : (int)u, k = v >= ROWS - 1 ? ROWS - 2 : (int)v;
    const float *at = grid + k * COLUMNS + i;
    double low = (double)at[0] + (u - i) * ((double)at[1] - (double)at[0]);
    double high = (double)at[COLUMNS] + (u - i) * ((double)at[COLUMNS + 1] - (double)at[COLUMNS]);
    return low + (v - k) * (high - low);
}

/* Makes a space with a plane everywhere, a ramp over it where 10 < x < 14, and a grid over both
 * where 2 < y < 3. */
static wend_space *make_hills(const float *grid) {
    static const wend_point ramp[4] = {{10, -5}, {14, -5}, {14, 5}, {10, 5}};
    static const wend_point bumpy[4] = {{0, 2}, {8, 2}, {8, 3}, {0, 3}};
    wend_height_def heights[3];
    memset(heights, 0, sizeof heights);
    heights[0].z = 1.5;
    heights[0].slope = contract_point(0.125, -0.25);
    heights[1].ring.points = ramp;
    heights[1].ring.count = 4;
    heights[1].z = -5.0;
    heights[1].slope = contract_point(0.5, 0.0);
    heights[2].ring.points = bumpy;
    heights[2].ring.count = 4;
    heights[2].z = 10.0;
    heights[2].grid = grid;
    heights[2].columns = COLUMNS;
    heights[2].rows = ROWS;
    heights[2].grid_low = contract_point(2, 1);
    heights[2].grid_cell = cell;
    wend_layer_def layer;
    memset(&layer, 0, sizeof layer);
    layer.heights = heights;
    layer.height_count = 3;
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    return contract_space(&def);
}

static double expected_height(const float *grid, double x, double y) {
    if (y > 2.0 && y < 3.0 && x > 0.0 && x < 8.0) {
        return 10.0 + grid_height(grid, x, y);
    }
    return x > 10.0 && x < 14.0 ? -5.0 + 0.5 * x : 1.5 + 0.125 * x - 0.25 * y;
}

START_TEST(heights_and_slopes_follow_planes_and_grids) {
    float grid[COLUMNS * ROWS];
    fill_grid(grid);
    wend_space *space = make_hills(grid);
    ck_assert(wend_space_has_height(space));
    for (uint64_t i = 0; i < 3000; i++) {
        double x = (double)(float)contract_random(i, 2, -1.0, 16.0);
        double y = (double)(float)contract_random(i, 3, -4.0, 4.0);
        wend_location at = contract_location((float)x, (float)y, 0);
        double z = expected_height(grid, x, y);
        ck_assert_double_eq_tol(wend_space_height(space, at), z, 1e-5);
        /* The gradient equals the difference quotient, except near edges, where it jumps. */
        double h = 1e-3, dx = expected_height(grid, x + h, y) - z;
        double dy = expected_height(grid, x, y + h) - z;
        double back_x = z - expected_height(grid, x - h, y);
        double back_y = z - expected_height(grid, x, y - h);
        if (fabs(dx - back_x) < 1e-7 && fabs(dy - back_y) < 1e-7) {
            wend_vec2 slope = wend_space_slope(space, at);
            ck_assert_double_eq_tol((double)slope.x, dx / h, 1e-4);
            ck_assert_double_eq_tol((double)slope.y, dy / h, 1e-4);
        }
    }
    ck_assert_double_eq(wend_space_height(space, contract_location(1, 1, 7)), 0.0);
    wend_space_release(space);
}
END_TEST

/* The agent walks at 1 m/s over ground that rises by 0.5 m per metre. Its speed is measured in the
 * plane, not along the slope. */
START_TEST(layers_stay_flat_and_agents_have_z) {
    float grid[COLUMNS * ROWS];
    fill_grid(grid);
    wend_world *world = contract_world(make_hills(grid), NULL, 1);
    contract_profile(world, "direct");
    wend_goal goal = contract_goal(world, 20, 0.5, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_agent(world, 1, 8, 0.5, goal);
    for (int i = 1; i <= 100; i++) {
        contract_step(world, 1);
        wend_agent_state state = contract_state(world, agent);
        double x = state.position.x;
        ck_assert_double_eq_tol(x, 8.0 + 0.1 * i, 1e-4);
        if (fabs(x - 10.0) > 1e-3 && fabs(x - 14.0) > 1e-3) {
            ck_assert_double_eq_tol(state.z, expected_height(grid, x, 0.5), 1e-5);
        }
        wend_location at = contract_location((float)x, 0.5F, 0);
        ck_assert_double_eq(wend_view_height(wend_world_view(world), at), state.z);
    }
    wend_world_destroy(world);
}
END_TEST

/* Writes a scenario file, which gets its heights from the file of a space. */
static void write_scenario(void) {
    wend_height_def height;
    wend_layer_def layer;
    memset(&height, 0, sizeof height);
    memset(&layer, 0, sizeof layer);
    height.z = 2.0;
    height.slope = contract_point(0.5, 0.25);
    layer.heights = &height;
    layer.height_count = 1;
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    CONTRACT_OK(wend_space_def_save_file(&def, "ramp.wmap", &contract_error));
    FILE *file = fopen("ramp.yaml", "w");
    ck_assert_ptr_nonnull(file);
    fputs("space: {file: ramp.wmap}\n"
          "agents: [{at: [0, 0], goal: [6, 3]}]\n"
          "time: {end: 3}\n",
          file);
    fclose(file);
}

/* A trajectory has a column z, which is a function of the columns x and y. */
START_TEST(trajectories_record_z) {
    write_scenario();
    wend_registry *registry = contract_registry();
    wend_scenario *scenario = NULL;
    wend_summary *summary = NULL;
    wend_scenario_def def = wend_default_scenario_def();
    wend_run_def run = wend_default_run_def();
    const char *outputs[1] = {"ramp.csv"};
    CONTRACT_OK(wend_kit_register(registry, &contract_error));
    def.path = "ramp.yaml";
    def.registry = registry;
    CONTRACT_OK(wend_scenario_load(&def, &scenario, &contract_error));
    run.scenario = scenario;
    run.registry = registry;
    run.outputs = outputs;
    run.output_count = 1;
    CONTRACT_OK(wend_run_scenario(&run, &summary, &contract_error));
    wend_summary_destroy(summary);
    wend_scenario_destroy(scenario);
    wend_registry_destroy(registry);
    char line[256];
    uint32_t rows = 0;
    FILE *file = fopen("ramp.csv", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    ck_assert_str_eq(line, "time,agent,x,y,layer,vx,vy,z\n");
    for (; fgets(line, sizeof line, file); rows++) {
        double v[8];
        ck_assert_int_eq(sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &v[0], &v[1], &v[2], &v[3],
                                &v[4], &v[5], &v[6], &v[7]),
                         8);
        ck_assert_double_eq_tol(v[7], 2.0 + 0.5 * v[2] + 0.25 * v[3], 2e-3);
    }
    fclose(file);
    ck_assert_uint_ge(rows, 30);
}
END_TEST

START_TEST(height_is_zero_in_spaces_without_heights) {
    wend_space *space = contract_open();
    wend_vec2 slope = wend_space_slope(space, contract_location(3, 4, 0));
    ck_assert(!wend_space_has_height(space));
    ck_assert_double_eq(wend_space_height(space, contract_location(3, 4, 0)), 0.0);
    ck_assert(slope.x == 0.0F && slope.y == 0.0F);
    wend_space_release(space);
}
END_TEST

int main(void) {
    CONTRACT("contracts/height", heights_and_slopes_follow_planes_and_grids,
             layers_stay_flat_and_agents_have_z, trajectories_record_z,
             height_is_zero_in_spaces_without_heights);
}
