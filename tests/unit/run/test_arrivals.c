/* Checks that agents arrive at their goals: a single agent among convex obstacles, with every rule
 * for crossing portals, and a crowd around a corner. The worlds of the first test were found by
 * random sampling. In each of these worlds, an older version let an agent stand still forever:
 * beside a portal's end with a wall nearly along the portal, exactly on a portal's line, or at a
 * corner just before an inner corner. */
#include "unit/scenario/lab.h"

static const char *const worlds[] = {
    "    - [[6.008, 7.703], [4.77, 9.461], [2.142, 8.335], [3.38, 6.576]]\n"
    "    - [[15.429, 17.525], [14.616, 19.955], [12.139, 19.484], [12.951, 17.053]]\n"
    "    - [[3.213, 11.818], [3.197, 8.644], [5.178, 8.672], [5.194, 11.846]]\n"
    "    - [[15.621, 6.338], [17.985, 6.625], [17.102, 9.786], [14.738, 9.5]]\n"
    "    - [[11.274, 14.657], [9.486, 14.871], [9.114, 13.693], [10.672, 12.751], [12.007, "
    "13.347]]\n"
    "    - [[2.443, 4.89], [2.649, 4.585], [4.904, 5.696], [6.091, 6.688], [4.571, 6.19]]\n"
    "    - [[5.76, 2.344], [8.678, 2.159], [7.203, 2.957], [4.285, 3.142]]\n"
    "    - [[13.216, 15.47], [12.133, 13.586], [13.634, 12.699], [14.716, 14.584]]\n"
    "    - [[12.522, 4.895], [14.477, 8.442], [11.534, 6.482]]\n"
    "agents:\n"
    "  - {at: [0.66, 0.5], goal: {segment: [[18.97, 7.21], [19.97, 7.41]]}, radius: 0.3}\n"
    "  - {at: [15.29, 3.57], goal: {segment: [[7.65, 20.47], [8.65, 20.67]]}, radius: 0.25}\n"
    "  - {at: [1.34, 17.75], goal: {segment: [[0.43, 9.14], [1.43, 9.34]]}, radius: 0.3}\n",
    "    - [[10.209, 16.91], [10.654, 17.295], [10.324, 17.806], [9.549, 17.932], [9.105, "
    "17.547],\n"
    "       [9.435, 17.036]]\n"
    "    - [[18.635, 19.455], [19.641, 20.844], [19.12, 21.419], [17.592, 20.606],\n"
    "       [16.586, 19.217], [17.107, 18.642]]\n"
    "    - [[17.592, 18.146], [17.405, 18.872], [15.594, 18.174], [14.663, 17.016],\n"
    "       [15.897, 16.999]]\n"
    "    - [[20.847, 22.532], [19.519, 22.523], [18.829, 20.766], [19.732, 19.688],\n"
    "       [20.979, 20.78]]\n"
    "    - [[7.729, 21.55], [7.347, 21.23], [8.997, 20.218], [9.379, 20.538]]\n"
    "    - [[19.447, 19.801], [20.605, 19.997], [19.77, 20.843]]\n"
    "    - [[2.989, 12.051], [3.397, 11.264], [3.709, 12.739], [3.301, 13.526]]\n"
    "    - [[10.279, 1.235], [12.607, 1.65], [13.213, 4.21], [10.885, 3.794]]\n"
    "    - [[14.731, 14.343], [16.23, 15.305], [16.206, 16.64], [14.683, 17.013],\n"
    "       [13.185, 16.052], [13.209, 14.716]]\n"
    "agents:\n"
    "  - {at: [5.35, 0.48], goal: {segment: [[20.99, 2.01], [21.99, 2.21]]}, radius: 0.3}\n"
    "  - {at: [18.52, 22.81], goal: {disc: {centre: [7.66, 7.43], radius: 0.5}}, radius: 0.3}\n"
    "  - {at: [9.33, 1.55], goal: {disc: {centre: [19.02, 1.12], radius: 0.5}}, radius: 0.3}\n"
    "  - {at: [0.93, 23.24], goal: {point: [13.48, 20.89]}, radius: 0.25}\n",
    "    - [[7.879, 5.959], [6.819, 3.658], [9.396, 4.064]]\n"
    "    - [[3.702, 21.782], [3.222, 21.082], [6.314, 20.294]]\n"
    "    - [[19.588, 1.629], [21.116, 2.93], [20.851, 5.213], [19.058, 6.195], [17.53, 4.894],\n"
    "       [17.795, 2.611]]\n"
    "    - [[13.391, 12.513], [11.554, 11.87], [10.618, 9.164], [12.455, 9.806]]\n"
    "    - [[7.25, 19.402], [7.641, 21.939], [5.377, 22.765], [4.986, 20.228]]\n"
    "    - [[14.663, 19.044], [15.173, 20.897], [14.786, 22.476], [13.89, 22.203],\n"
    "       [13.38, 20.35], [13.767, 18.771]]\n"
    "    - [[5.456, 19.349], [6.206, 20.965], [4.017, 20.768]]\n"
    "    - [[16.279, 14.437], [15.998, 15.659], [14.984, 15.682], [14.25, 14.482],\n"
    "       [14.531, 13.26], [15.545, 13.237]]\n"
    "    - [[19.513, 4.471], [19.837, 6.089], [17.252, 5.604], [16.927, 3.986]]\n"
    "agents:\n"
    "  - {at: [1.94, 10.33], goal: {disc: {centre: [22.59, 13.44], radius: 0.5}}, radius: 0.2}\n"
    "  - {at: [16.22, 22.71], goal: {disc: {centre: [7.08, 11.01], radius: 0.5}}, radius: 0.2}\n"
    "  - {at: [17.37, 21.34], goal: {segment: [[4.61, 8.74], [5.61, 8.94]]}, radius: 0.2}\n",
    "    - [[5.888, 7.701], [6.575, 7.989], [7.038, 9.176], [6.816, 10.075], [6.129, 9.786], "
    "[5.666, 8.599]]\n"
    "    - [[2.455, 13.398], [4.093, 12.7], [5.505, 13.303], [5.28, 14.605], [3.642, 15.304], "
    "[2.229, 14.7]]\n"
    "    - [[6.352, 8.09], [4.724, 7.937], [5.55, 6.354]]\n"
    "    - [[21.376, 10.164], [24.268, 12.015], [22.566, 14.707], [19.674, 12.855]]\n"
    "    - [[4.567, 8.48], [1.548, 8.528], [-0.105, 7.186], [2.914, 7.137]]\n"
    "    - [[4.831, 12.94], [5.815, 13.357], [6.293, 14.311], [5.786, 14.847], [4.801, 14.43], "
    "[4.324, 13.477]]\n"
    "    - [[14.966, 12.066], [14.684, 12.82], [13.974, 12.982], [13.547, 12.389], [13.829, "
    "11.635], [14.539, 11.474]]\n"
    "    - [[10.429, 11.596], [12.031, 9.985], [12.965, 10.745], [11.363, 12.356]]\n"
    "    - [[5.118, 7.954], [6.238, 5.998], [8.586, 5.531], [7.465, 7.487]]\n"
    "agents:\n"
    "  - {at: [4.33, 5.49], goal: {disc: {centre: [10.81, 21.38], radius: 0.5}}, radius: 0.25}\n"
    "  - {at: [3.66, 5.79], goal: {disc: {centre: [8.88, 16.9], radius: 0.5}}, radius: 0.25}\n"
    "  - {at: [2.02, 2.19], goal: {segment: [[1.19, 16.73], [2.19, 16.93]]}, radius: 0.25}\n",
    "    - [[13.617, 4.194], [14.332, 5.204], [13.054, 5.845], [11.549, 5.231], [11.897, 4.21]]\n"
    "    - [[9.835, 11.634], [10.876, 10.25], [12.572, 10.78], [12.579, 12.491], [10.888, "
    "13.019]]\n"
    "    - [[2.782, 12.74], [3.247, 13.785], [2.129, 14.246], [0.975, 13.486], [1.378, 12.555]]\n"
    "    - [[7.69, 17.405], [4.675, 17.292], [8.654, 16.566]]\n"
    "    - [[13.988, 4.16], [15.076, 2.919], [15.767, 2.776], [15.369, 3.873], [14.281, 5.114], "
    "[13.59, 5.257]]\n"
    "    - [[15.427, 5.524], [15.706, 7.398], [13.894, 6.127], [13.616, 4.252]]\n"
    "    - [[3.479, 13.067], [2.039, 13.017], [0.871, 11.643]]\n"
    "    - [[19.231, 14.404], [17.777, 15.904], [16.385, 16.749], [16.447, 16.094], [17.901, "
    "14.594], [19.293, 13.75]]\n"
    "    - [[9.029, 13.06], [8.729, 10.994], [10.835, 9.494], [12.437, 10.632], [11.321, 12.836]]\n"
    "agents:\n"
    "  - {at: [3.54, 1.59], goal: {point: [22.98, 9.4]}, radius: 0.25}\n"
    "  - {at: [5.39, 1.91], goal: {disc: {centre: [20.97, 14.7], radius: 0.5}}, radius: 0.20}\n"
    "  - {at: [4.9, 3.01], goal: {disc: {centre: [21.12, 18.54], radius: 0.5}}, radius: 0.25}\n",
};

enum { WORLDS = sizeof worlds / sizeof *worlds, TEXT = 4096 };

static void check(int world, const char *bias, const char *model) {
    char text[TEXT];
    int length = snprintf(text, sizeof text,
                          "time: {end: 60}\nplan: navmesh\nfollow: {name: portal, bias: %s}\n"
                          "steer: {name: %s, neighbours: 0}\nallow_overlap: true\nspace:\n"
                          "  walkable: [[0, 0], [24, 0], [24, 24], [0, 24]]\n  obstacles:\n%s",
                          bias, model, worlds[world]);
    ck_assert_int_lt(length, TEXT);
    wend_scenario *scenario = lab_load(text);
    wend_run_def def = lab_run_def(scenario);
    wend_summary *summary = lab_run_from(&def);
    def.kernel = WEND_KERNEL_SCALAR;
    wend_summary *scalar = lab_run_from(&def);
    ck_assert_str_eq(lab_text(summary, "state_hash"), lab_text(scalar, "state_hash"));
    ck_assert_msg(lab_number(summary, "arrived") == lab_number(summary, "agents"),
                  "world %d, bias %s, %s: %g of %g arrive", world, bias, model,
                  lab_number(summary, "arrived"), lab_number(summary, "agents"));
    ck_assert_double_eq(lab_number(summary, "wall_interventions_while_feasible"), 0.0);
    wend_summary_destroy(scalar);
    wend_summary_destroy(summary);
    wend_scenario_destroy(scenario);
}

START_TEST(single_agent_arrives) {
    static const char *const biases[] = {"centre", "lookahead", "visibility", "shortest"};
    static const char *const models[] = {"orca", "orca_segment", "orca_arc"};
    for (int world = 0; world < WORLDS; world++) {
        for (int bias = 0; bias < 4; bias++) {
            for (int model = 0; model < 3; model++) {
                check(world, biases[bias], models[model]);
            }
        }
    }
}
END_TEST

/* 54 agents head for a wide goal and stop there. In half of the runs they aim at its middle, in the
 * others at its nearest point. */
START_TEST(a_crowd_finds_room_at_a_wide_goal) {
    static const char *const goals[] = {"segment: [[27, 2], [27, 10]]", "box: [[24, 3], [27, 9]]"};
    static const char *const models[] = {"orca", "orca_segment", "orca_arc"};
    static const char *const aims[] = {"preferred_point", "nearest"};
    for (int i = 0; i < 12; i++) {
        char text[TEXT];
        snprintf(text, sizeof text,
                 "time: {end: 100}\nspace: {walkable: [[0, 0], [30, 0], [30, 12], [0, 12]]}\n"
                 "follow: {aim: %s}\nsteer: %s\nagents:\n  - goal: {%s}\n"
                 "    grid: {origin: [1, 2], spacing: 1, count: [6, 9]}\n",
                 aims[i / 6], models[i % 3], goals[i / 3 % 2]);
        wend_summary *summary = lab_run(text);
        ck_assert_msg(lab_number(summary, "arrived") == 54.0, "%s\n%g arrive", text,
                      lab_number(summary, "arrived"));
        wend_summary_destroy(summary);
    }
}
END_TEST

/* Twenty agents climb a ramp and turn back sharply at its end. If an agent is pushed past that
 * corner, back onto the ramp, it still arrives. */
START_TEST(agent_pushed_past_corner_arrives) {
    wend_summary *summary =
        lab_run("time: {end: 90}\nplan: navmesh\nfollow: {name: waypoint, aim: nearest}\nspace:\n"
                "  layers:\n"
                "    - name: ground\n"
                "      walkable: [[0, 0], [20, 0], [20, 4], [20, 6], [20, 10], [0, 10]]\n"
                "      obstacles: [[[7, 0.5], [9, 0.5], [9, 5], [7, 5]]]\n"
                "    - {name: ramp, walkable: [[20, 4], [26, 4], [26, 6], [20, 6]]}\n"
                "    - name: upstairs\n"
                "      walkable: [[26, 4], [30, 4], [30, 12], [4, 12], [4, 6], [26, 6]]\n"
                "  links:\n"
                "    - {from: ground, to: ramp, segment: [[20, 4], [20, 6]]}\n"
                "    - {from: ramp, to: upstairs, segment: [[26, 4], [26, 6]]}\n"
                "goals: {window: {box: [[4.5, 7], [7, 11]], layer: upstairs}}\n"
                "agents:\n"
                "  - {layer: ground, goal: window,\n"
                "     grid: {origin: [1.5, 2], spacing: [1, 1.2], count: [4, 5]}}\n");
    ck_assert_double_eq(lab_number(summary, "arrived"), 20.0);
    wend_summary_destroy(summary);
}
END_TEST

/* Thin walls on a grid: points of routes lie exactly on edges of the mesh. Rescues are off, so the
 * agent can only follow its route. */
START_TEST(single_agent_arrives_on_regular_ground) {
    static const double radii[] = {0.2, 0.22, 0.25, 0.3};
    for (int i = 0; i < 4 * 16; i++) {
        char text[TEXT];
        double radius = radii[i % 4], x = 0.8 + 1.6 * (i / 4 % 4), y = 0.8 + 1.6 * (i / 16);
        snprintf(text, sizeof text,
                 "time: {end: 40}\nmodify: {name: yield, patience: 0}\nspace:\n"
                 "  walkable: [[0, 0], [8, 0], [8, 8], [0, 8]]\n"
                 "  walls:\n"
                 "    - [[1.6, 1.6], [3.2, 1.6], [3.2, 3.2], [4.8, 3.2]]\n"
                 "    - [[4.8, 1.6], [6.4, 1.6], [6.4, 0]]\n"
                 "    - [[1.6, 3.2], [1.6, 6.4]]\n"
                 "    - [[3.2, 4.8], [4.8, 4.8], [4.8, 6.4]]\n"
                 "    - [[6.4, 3.2], [6.4, 6.4]]\n"
                 "    - [[3.2, 6.4], [3.2, 8]]\n"
                 "agents:\n"
                 "  - {at: [%g, %g], radius: %g, goal: {segment: [[0.8, 5], [0.8, 6]]}}\n",
                 x, y, radius);
        wend_summary *summary = lab_run(text);
        ck_assert_msg(lab_number(summary, "arrived") == 1.0, "from (%g, %g), radius %g", x, y,
                      radius);
        wend_summary_destroy(summary);
    }
}
END_TEST

LAB_MAIN("scenario/arrivals", single_agent_arrives, a_crowd_finds_room_at_a_wide_goal,
         agent_pushed_past_corner_arrives, single_agent_arrives_on_regular_ground)
