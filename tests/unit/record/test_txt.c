/* PedPy's text format: the exact header, and rows compared with known positions. */
#include "unit/scenario/lab.h"
#include <stdlib.h>

static char content[8000];

static void write_and_read(const char *text, double fps) {
    static const char *const outputs[] = {"out.txt"};
    wend_scenario *s = lab_load(text);
    wend_run_def def = lab_run_def(s);
    def.outputs = outputs;
    def.output_count = 1;
    def.frames_per_second = fps;
    wend_summary_destroy(lab_run_from(&def));
    wend_scenario_destroy(s);
    FILE *file = fopen("out.txt", "rb");
    ck_assert_ptr_nonnull(file);
    content[fread(content, 1, sizeof content - 1, file)] = '\0';
    fclose(file);
    remove("out.txt");
}

START_TEST(header_matches_pedpy) {
    static const char text[] = "time: {dt: 0.01, end: 0.5}\nagents: [{at: [0, 0], goal: [99, 0]}]";
    static const struct {
        double fps;
        const char *head;
    } all[] = {{25, "# framerate: 25.00 fps\n# id frame x/m y/m z/m\n1 0 0 0 0\n"},
               {12.5, "# framerate: 12.50 fps\n# id frame x/m y/m z/m\n1 0 0 0 0\n"},
               {6.125, "# framerate: 6.125 fps\n# id frame x/m y/m z/m\n1 0 0 0 0\n"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        write_and_read(text, all[i].fps);
        ck_assert_msg(strncmp(content, all[i].head, strlen(all[i].head)) == 0, "%s", content);
    }
}
END_TEST

/* Without neighbours and without limits, agents with the steering model `direct` walk at their
 * preferred speed from the first step on. */
START_TEST(rows_contain_id_frame_and_position) {
    write_and_read("time: {dt: 0.5, end: 1}\nsteer: direct\nprofiles: {p: {speed: 1}}\n"
                   "agents: [{at: [[-2, 5], [3, -4.25]], goal: {direction: [1, 0]}, profile: p, "
                   "key: 40}]",
                   2);
    ck_assert_str_eq(content, "# framerate: 2.00 fps\n# id frame x/m y/m z/m\n"
                              "40 0 -2 5 0\n41 0 3 -4.25 0\n"
                              "40 1 -1.5 5 0\n41 1 3.5 -4.25 0\n"
                              "40 2 -1 5 0\n41 2 4 -4.25 0\n");
}
END_TEST

LAB_MAIN("txt", header_matches_pedpy, rows_contain_id_frame_and_position)
