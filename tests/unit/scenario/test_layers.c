/* Spaces of scenarios: forms of polygons, layers, links, and the positions at which faults are
 * reported. */
#include "scenario/scenario.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdio.h>

START_TEST(reads_all_forms_of_walkable_ground) {
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

START_TEST(reads_obstacles_walls_terrain_and_classes) {
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

/* The path to the upper layer does not depend on which end of a link is written first, or on which
 * layer is `from`. */
START_TEST(links_join_layers_regardless_of_notation) {
    char hash[40] = "";
    for (int i = 0; i < 16; i++) {
        char text[700];
        snprintf(text, sizeof text, stair, i & 1 ? "stair" : "low", i & 1 ? "low" : "stair",
                 i & 2 ? 4 : 0, i & 2 ? 0 : 4, i & 4 ? "high" : "stair", i & 4 ? "stair" : "high",
                 i & 8 ? 4 : 0, i & 8 ? 0 : 4);
        wend_summary *summary = lab_run(text);
        ck_assert_msg(lab_number(summary, "arrived") == 1, "case %d", i);
        /* The path is 9.45 m long: the agent touches the goal's disc after 10 - 0.3 - 0.25 m. */
        ck_assert_double_eq_tol(lab_number(summary, "mean_path_m"), 9.45, 0.2);
        ck_assert(hash[0] == '\0' || strcmp(hash, lab_text(summary, "state_hash")) == 0);
        strcpy(hash, lab_text(summary, "state_hash"));
        wend_summary_destroy(summary);
    }
}
END_TEST

START_TEST(link_side_considers_solids_and_open_ground) {
    /* Both layers cover the point to the left of the link. Layer a has a pillar there, so b must be
     * the layer on the left. */
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

START_TEST(reads_layers_of_goals_agents_paths_and_doors) {
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

/* Faults that cleaning cannot repair are reported with the position of the wall, layer or link. */
START_TEST(faults_report_their_position) {
    static const fault all[] = {
        {"space:\n  walls:\n    - [[0, 0], [1, 0]]\n    - [[5, 0]]\n", 4, 7},
        {"space:\n  walls:\n    - points: [[5, 0]]\n", 3, 15},
        /* A polygon without area; a layer that its obstacle covers completely. (Layers may have any
         * name.) */
        {"space:\n  walkable: [[0, 0], [4, 0], [8, 0]]\n", 2, 13},
        {"space:\n  layers:\n    - {name: a}\n    - name: \"x': solid 7\"\n"
         "      walkable: [[0, 0], [4, 0], [4, 4]]\n      obstacles: [[[-1, -1], [9, -1], [9, 9], "
         "[-1, 9]]]\n",
         4, 7},
        /* invalid links */
        {"space:\n  layers: [{name: a}, {name: b}]\n  links:\n"
         "    - {from: a, to: b, segment: [[0, 0], [1, 0]]}\n",
         4, 7},
        /* faults of the whole space are reported at the space */
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

typedef struct mended {
    const char *text;
    double area; /* m2: area of the first layer */
    const char *note;
    int line, column;
} mended;

/* Polygons that older versions refused are repaired, and a note reports the repair. */
START_TEST(repairs_polygons) {
    static const mended all[] = {
        {"space:\n  walkable: [[0, 0], [4, 4], [4, 0], [0, 4]]\n", 8.0,
         "1 of 1 walkable polygons crossed or touched themselves, or had no area: 0 m2 became 8 m2 "
         "(the first is here)",
         2, 13},
        {"space:\n  walkable:\n    - [[0, 0], [4, 0], [4, 4]]\n"
         "    - [[9, 0], [12, 4], [12, 0], [9, 4]]\n",
         14.0, "1 of 2 walkable polygons crossed", 4, 7},
        {"space:\n  walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]\n  obstacles:\n"
         "    - [[1, 1], [5, 1], [5, 5], [1, 5]]\n    - [[4, 4], [8, 4], [8, 8], [4, 8]]\n",
         81.0 - 31.0, "obstacle polygons overlap by 1 m2 in total and were merged", 2, 3},
        /* one obstacle extends beyond the ground, one lies outside it */
        {"space:\n  walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]\n"
         "  obstacles: [[[8, 1], [12, 1], [12, 2], [8, 2]], [[20, 20], [21, 20], [21, 21]]]\n",
         80.0, NULL, 0, 0},
        {"space:\n  obstacles: [[[0, 0], [9, 0], [9, 1], [0, 1]], [[0, 8], [9, 8], [9, 9], [0, "
         "9]],\n"
         "    [[0, 0], [1, 0], [1, 9], [0, 9]], [[8, 0], [9, 0], [9, 9], [8, 9]]]\n",
         INFINITY, "obstacle polygons overlap by 4 m2", 2, 3},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        wend_scenario *s = lab_load(all[i].text);
        double area = wend_space_area(wend_scenario_space(s), 0);
        ck_assert_msg(area == all[i].area || fabs(area - all[i].area) < 1e-5, "%s%.9g", all[i].text,
                      area);
        uint32_t notes = wend_scenario_warning_count(s);
        ck_assert_msg((notes > 0) == (all[i].note != NULL), "%s", all[i].text);
        if (notes > 0) {
            wend_warning note = wend_scenario_warning(s, 0);
            ck_assert(note.note);
            ck_assert_msg(strncmp(note.message, all[i].note, strlen(all[i].note)) == 0, "%s",
                          note.message);
            ck_assert_int_eq(note.line, all[i].line);
            ck_assert_int_eq(note.column, all[i].column);
        }
        wend_scenario_destroy(s);
    }
}
END_TEST

/* Four bars on open ground enclose a courtyard, which is filled. If the space has a margin, the
 * courtyard is not filled. */
START_TEST(courtyard_on_open_ground_is_filled) {
    static const char text[] =
        "space: {obstacles: [[[0, 0], [9, 0], [9, 1], [0, 1]], [[0, 8], [9, 8], [9, 9], [0, 9]],\n"
        "    [[0, 0], [1, 0], [1, 9], [0, 9]], [[8, 0], [9, 0], [9, 9], [8, 9]]]%s}\n";
    char all[400];
    snprintf(all, sizeof all, text, "");
    wend_scenario *s = lab_load(all);
    ck_assert_uint_eq(wend_space_wall_count(wend_scenario_space(s)), 12);
    ck_assert_uint_eq(wend_scenario_warning_count(s), 2);
    ck_assert_ptr_nonnull(strstr(wend_scenario_warning(s, 1).message, "49 m2"));
    wend_scenario_destroy(s);
    snprintf(all, sizeof all, text, ", margin: 2");
    s = lab_load(all);
    ck_assert_double_eq_tol(wend_space_area(wend_scenario_space(s), 0), 13 * 13 - 32, 1e-5);
    wend_scenario_destroy(s);
}
END_TEST

/* A link in the middle of an edge needs no corners at its ends, and corners along it do no harm. */
START_TEST(ends_of_links_need_not_be_corners) {
    static const char text[] =
        "space:\n  layers:\n"
        "    - {name: low, walkable: [[0, 0], [4, 0], [4, 4], [0, 4]]}\n"
        "    - {name: high, walkable: [[4, 0.5], [8, 0.5], [8, 3.5], [4, 3.5], [4, 2]]}\n"
        "  links: [{from: high, to: low, segment: [[4, 3], [4.0004, 1]]}]\n"
        "goals: {up: {point: [7, 2], layer: high}}\n"
        "agents: [{layer: low, at: [1, 2], goal: up, via: [{point: [6, 2], layer: high}]}]\n";
    wend_summary *summary = lab_run(text);
    ck_assert_double_eq(lab_number(summary, "arrived"), 1);
    wend_summary_destroy(summary);
    wend_scenario *s = lab_load(text);
    ck_assert_uint_eq(wend_space_link_count(wend_scenario_space(s)), 1);
    /* Each layer has 4 + 2 corners, and one of its edges is the link. */
    ck_assert_uint_eq(wend_space_wall_count(wend_scenario_space(s)), 5 + 5);
    wend_scenario_destroy(s);
}
END_TEST

/* Messages that name nothing, or name something that is not in the file, have no position. */
START_TEST(messages_that_name_no_item_in_the_file_have_no_position) {
    static const char *const messages[] = {"",     "no memory", "layer", "layer x: solid 0",
                                           "link", "link 3 is"};
    node_tree tree;
    node_tree_init(&tree, NULL);
    static const char text[] = "{obstacles: [[[0, 0], [1, 0], [1, 1]]], links: []}";
    ck_assert_int_eq(node_parse(&tree, "f", text, strlen(text), false, &tree.root, &lab_error),
                     WEND_OK);
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++) {
        const node *found = scenario_find_space_fault(tree.root, messages[i]);
        ck_assert_msg(found == NULL, "%s", messages[i]);
        ck_assert_ptr_null(scenario_find_space_fault(NULL, messages[i]));
    }
    ck_assert_ptr_nonnull(scenario_find_space_fault(tree.root, "layer 0: solid 0 is wrong"));
    node_tree_free(&tree);
}
END_TEST

LAB_MAIN("layers", reads_all_forms_of_walkable_ground, reads_obstacles_walls_terrain_and_classes,
         links_join_layers_regardless_of_notation, link_side_considers_solids_and_open_ground,
         reads_layers_of_goals_agents_paths_and_doors, faults_report_their_position,
         repairs_polygons, courtyard_on_open_ground_is_filled, ends_of_links_need_not_be_corners,
         messages_that_name_no_item_in_the_file_have_no_position)
