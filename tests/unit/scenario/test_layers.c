/* Spaces of scenarios: forms of polygons, layers, links, and the places of faults. */
#include "scenario/scenario.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdio.h>

START_TEST(forms_of_walkable_ground) {
    static const struct {
        const char *walkable;
        uint32_t boundaries, walls;
    } all[] = {{"[]", 0, 0},
               {"[[0, 0], [4, 0], [4, 4], [0, 4]]", 1, 4},
               {"[[[0, 0], [4, 0], [4, 4], [0, 4]]]", 1, 4},
               {"[[[0, 0], [4, 0], [4, 4]], [[9, 0], [12, 0], [12, 3], [9, 3]]]", 2, 7}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "space: {walkable: %s}", all[i].walkable);
        wend_scenario *s = lab_load(text);
        ck_assert_uint_eq(s->space_def.layers[0].boundary_count, all[i].boundaries);
        ck_assert_uint_eq(wend_space_wall_count(wend_scenario_space(s)), all[i].walls);
        wend_scenario_destroy(s);
    }
}
END_TEST

START_TEST(obstacles_walls_terrain_and_classes) {
    wend_scenario *s =
        lab_load("space:\n"
                 "  classes: [crates, gates]\n"
                 "  obstacles:\n"
                 "    - [[0, 0], [1, 0], [1, 1]]\n"
                 "    - {polygon: [[3, 0], [4, 0], [4, 1]]}\n"
                 "    - {polygon: [[6, 0], [7, 0], [7, 1]], class: gates}\n"
                 "  walls:\n"
                 "    - [[0, 5], [5, 5]]\n"
                 "    - {points: [[0, 7], [5, 7], [5, 9]], class: crates}\n"
                 "  terrain: [{polygon: [[10, 10], [14, 10], [14, 14]], type: 1000000}]\n");
    const wend_layer_def *layer = &s->space_def.layers[0];
    ck_assert_uint_eq(layer->solid_count, 3);
    ck_assert_uint_eq(layer->solids[0].obstacle_class, 0);
    ck_assert_uint_eq(layer->solids[1].obstacle_class, 0);
    ck_assert_uint_eq(layer->solids[2].obstacle_class, 2);
    ck_assert_uint_eq(layer->open_walls[0].count, 2);
    ck_assert_uint_eq(layer->open_walls[1].obstacle_class, 1);
    ck_assert_uint_eq(layer->terrains[0].type, 1000000);
    ck_assert_str_eq(s->space_def.class_names[0], "fixed");
    ck_assert_str_eq(s->space_def.class_names[2], "gates");
    wend_scenario_destroy(s);
}
END_TEST

static const char stair[] =
    "space:\n  layers:\n"
    "    - {name: low, walkable: [[0, 0], [4, 0], [4, 4], [0, 4]]}\n"
    "    - {name: stair, walkable: [[4, 0], [8, 0], [8, 4], [4, 4]]}\n"
    "    - {name: high, walkable: [[8, 0], [12, 0], [12, 4], [8, 4]]}\n"
    "  links:\n"
    "    - {from: %s, to: %s, segment: [[4, %d], [4, %d]]}\n"
    "    - {from: %s, to: %s, segment: [[8, %d], [8, %d]]}\n"
    "goals: {up: {disc: {centre: [11, 2], radius: 0.3}, layer: high}}\n"
    "agents: [{layer: low, at: [1, 2], goal: up, via: [{point: [6, 2], layer: stair}]}]\n";

/* Written either way round and named from either side, the way up is the same. */
START_TEST(links_join_layers_whichever_way_they_are_written) {
    char hash[40] = "";
    for (int i = 0; i < 16; i++) {
        char text[700];
        snprintf(text, sizeof text, stair, i & 1 ? "stair" : "low", i & 1 ? "low" : "stair",
                 i & 2 ? 4 : 0, i & 2 ? 0 : 4, i & 4 ? "high" : "stair", i & 4 ? "stair" : "high",
                 i & 8 ? 4 : 0, i & 8 ? 0 : 4);
        wend_summary *summary = lab_run(text);
        ck_assert_msg(lab_number(summary, "arrived") == 1, "case %d", i);
        /* 9.45 m of walk: the goal's disc is touched 10 - 0.3 - 0.25 m away. */
        ck_assert_double_eq_tol(lab_number(summary, "mean_path_m"), 9.45, 0.2);
        ck_assert(hash[0] == '\0' || strcmp(hash, lab_text(summary, "state_hash")) == 0);
        strcpy(hash, lab_text(summary, "state_hash"));
        wend_summary_destroy(summary);
    }
}
END_TEST

START_TEST(the_side_of_a_link_heeds_solids_and_open_ground) {
    /* Both layers cover the place; the pillar of `a` on its left says that b lies there. */
    wend_scenario *s = lab_load("space:\n  layers:\n"
                                "    - {name: a, walkable: [[-5, -5], [5, -5], [5, 5], [-5, 5]],\n"
                                "       obstacles: [[[-1, 0], [0, 0], [0, 1], [-1, 1]]]}\n"
                                "    - {name: b, walkable: [[-1, 0], [0, 0], [0, 1], [-1, 1]]}\n"
                                "  links: [{from: a, to: b, segment: [[0, 0], [0, 1]]}]\n");
    ck_assert_uint_eq(s->space_def.links[0].left_layer, 1);
    ck_assert_uint_eq(s->space_def.links[0].right_layer, 0);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(layers_of_goals_agents_ways_and_doors) {
    wend_scenario *s =
        lab_load("space: {layers: [{name: a}, {name: b}, {name: c}]}\n"
                 "goals: {g: {point: [1, 1], layer: c}, h: [0, 0]}\n"
                 "agents:\n"
                 "  - {at: [0, 0], layer: b, via: [[1, 1], {point: [2, 2], layer: c}], goal: g}\n"
                 "  - {at: [0, 0], goal: {point: [0, 1], layer: b}}\n"
                 "obstacles: [{door: [[0, 0], [0, 1]], layer: c}]\n");
    ck_assert_uint_eq(s->goals[0].def.layer, 2);
    ck_assert_uint_eq(s->goals[1].def.layer, 0);
    ck_assert_uint_eq(s->goals[2].def.layer, 1);
    ck_assert_uint_eq(s->agents[0].layer, 1);
    ck_assert_uint_eq(s->agents[1].layer, 0);
    ck_assert_uint_eq(s->paths[0].layers[0], 1);
    ck_assert_uint_eq(s->paths[0].layers[1], 2);
    ck_assert_uint_eq(s->obstacles[0].def.layer, 2);
    wend_run_def def = lab_run_def(s);
    wend_summary *summary = lab_run_from(&def);
    ck_assert_str_eq(wend_summary_layer_name(summary, 1), "b");
    ck_assert_uint_eq(wend_summary_straggler(summary, 0).layer, 1);
    wend_scenario_destroy(s);
    ck_assert_str_eq(wend_summary_layer_name(summary, 2), "c");
    wend_summary_destroy(summary);
}
END_TEST

typedef struct fault {
    const char *text;
    int line, column;
} fault;

/* The place of a fault is that of its polygon, in all forms of the lists. */
START_TEST(faults_point_at_the_polygon) {
    static const fault all[] = {
        /* crosses itself, as the only polygon and as one of several */
        {"space:\n  walkable: [[0, 0], [4, 4], [4, 0], [0, 4]]\n", 2, 13},
        {"space:\n  walkable:\n    - [[0, 0], [4, 0], [4, 4]]\n"
         "    - [[9, 0], [12, 4], [12, 0], [9, 4]]\n",
         4, 7},
        {"space:\n  obstacles:\n    - [[0, 0], [1, 0], [1, 1]]\n"
         "    - [[5, 0], [9, 4], [9, 0], [5, 4]]\n",
         4, 7},
        {"space:\n  obstacles:\n    - [[0, 0], [1, 0], [1, 1]]\n"
         "    - class: fixed\n      polygon: [[5, 0], [9, 4], [9, 0], [5, 4]]\n",
         5, 16},
        {"space:\n  walls:\n    - [[0, 0], [1, 0]]\n    - [[5, 0], [5, 0]]\n", 4, 7},
        {"space:\n  walls:\n    - points: [[5, 0], [5, 0]]\n", 3, 15},
        /* an obstacle outside the ground, and two that cross */
        {"space:\n  walkable: [[0, 0], [9, 0], [9, 9]]\n"
         "  obstacles: [[[20, 20], [21, 20], [21, 21]]]\n",
         3, 15},
        {"space:\n  walkable: [[0, 0], [9, 0], [9, 9]]\n  obstacles:\n"
         "    - [[6, 1], [8, 1], [8, 3]]\n    - [[7, 2], [8.5, 2], [8.5, 2.5]]\n",
         4, 7},
        /* on a layer, whatever its name says */
        {"space:\n  layers:\n    - {name: a}\n    - name: \"x': solid 7\"\n"
         "      walkable: [[0, 0], [4, 4], [4, 0], [0, 4]]\n",
         5, 17},
        {"space:\n  layers:\n    - {name: a}\n"
         "    - {name: a name that is longer than sixty-four bytes so that messages must cut it,\n"
         "       walkable: [[0, 0], [4, 4], [4, 0], [0, 4]]}\n",
         5, 18},
        /* links */
        {"space:\n  layers: [{name: a}, {name: b}]\n  links:\n"
         "    - {from: a, to: b, segment: [[0, 0], [1, 0]]}\n",
         4, 7},
        /* what is of the whole space stays there */
        {"space:\n  walkable: [[0, 0], [9000, 0], [9000, 9]]\n", 2, 3},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        ck_assert_msg(lab_try(all[i].text) != WEND_OK, "%s", all[i].text);
        ck_assert_msg(lab_error.line == all[i].line && lab_error.column == all[i].column,
                      "%s%d:%d: %s", all[i].text, lab_error.line, lab_error.column,
                      lab_error.message);
    }
}
END_TEST

/* Messages that name nothing, or what the file does not hold, have no place of their own. */
START_TEST(messages_that_name_nothing) {
    static const char *const messages[] = {
        "",        "no memory", "layer",          "layer x: solid 0",
        "layer 0", "layer 0:",  "layer 0: solid", "layer 0: solid 9",

        "link",    "link 3 is", "layer 0: roof 1"};
    node_tree tree;
    node_tree_init(&tree, NULL);
    static const char text[] = "{obstacles: [[[0, 0], [1, 0], [1, 1]]], links: []}";
    ck_assert_int_eq(node_parse(&tree, "f", text, strlen(text), false, &tree.root, &lab_error),
                     WEND_OK);
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++) {
        const node *found = scenario_space_fault(tree.root, messages[i]);
        ck_assert_msg(found == NULL, "%s", messages[i]);
        ck_assert_ptr_null(scenario_space_fault(NULL, messages[i]));
    }
    ck_assert_ptr_nonnull(scenario_space_fault(tree.root, "layer 0: solid 0 is wrong"));
    node_tree_free(&tree);
}
END_TEST

LAB_MAIN("layers", forms_of_walkable_ground, obstacles_walls_terrain_and_classes,
         links_join_layers_whichever_way_they_are_written,
         the_side_of_a_link_heeds_solids_and_open_ground, layers_of_goals_agents_ways_and_doors,
         faults_point_at_the_polygon, messages_that_name_nothing)
