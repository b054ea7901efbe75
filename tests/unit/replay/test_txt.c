/* PedPy's text format, and the variants of it that data archives contain. */
#include "unit/replay/tables.h"

START_TEST(reads_variants_found_in_data_archives) {
    static const char expected[] = "4: 1(5,6) 2(7,-8.5)\n4.5: 1(5.5,6)\n";
    static const char *const all[] = {
        "# framerate: 2.00 fps\n# id frame x/m y/m z/m\n1 8 5 6 0\n2 8 7 -8.5 0\n1 9 5.5 6 0\n",
        /* sorted by id, separated by tabs, without z, with blanks around fields */
        "#framerate: 2\n1\t8\t5\t6\n1\t9\t5.5\t6\n  2 \t 8  7.0000 -8.5 \n",
        /* in centimetres, with numbers as numpy writes them */
        "# Framerate 2fps\n# X/cm\n1.0e+00 8.0e+00 5e+02 6e+02\n2 8 7e2 -8.50e2 1\n1 9 550 600\n",
        "# framerate: 2.00 fps\r\n1 8 5 6 0\r\n2 8 7 -8.5 0\r\n1 9 5.5 6 0\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        ck_assert_str_eq(frames_of("a.txt", all[i]), expected);
    }
    ck_assert_str_eq(frames_of("a.txt", "# framerate: 25 fps\n"), "");
    ck_assert_str_eq(frames_of("a.txt", "# framerate: 10\n7 -20 1 2\n7 30 3 4\n"),
                     "-2: 7(1,2)\n3: 7(3,4)\n");
}
END_TEST

START_TEST(frame_rate_can_be_set_by_parameter) {
    static const char *const settings[] = {"input.txt.fps=4"};
    const char *output = "b.txt";
    write_text("a.txt", "1 0 5 6\n1 1 7 8\n");
    wend_convert_def def = wend_default_convert_def();
    def.path = "a.txt";
    def.registry = lab_registry;
    def.outputs = &output;
    def.output_count = 1;
    def.settings = settings;
    def.setting_count = 1;
    wend_convert_result done;
    ck_assert_msg(wend_convert(&def, &done, &lab_error) == WEND_OK, "%s", lab_error.message);
    ck_assert(done.frames == 2 && done.positions == 2 && done.last_time == 0.25);
    ck_assert_int_eq(read_all("b.txt"), WEND_OK);
    ck_assert_str_eq(tables_text, "0: 1(5,6)\n0.25: 1(7,8)\n");
    remove("a.txt");
    remove("b.txt");
}
END_TEST

START_TEST(errors_state_their_position) {
    static const char missing[] = "1:1: the frame rate is missing: expected a comment like '# "
                                  "framerate: 25.00 fps', or the setting input.txt.fps";
    static const char *const all[][2] = {
        {"", missing},
        {"1 0 2 3\n", missing},
        {"# framerate: none\n1 0 2 3\n", missing},
        {"# framerate: 0\n1 0 2 3\n",
         "1:1: the frame rate is 0 per second: expected more than 0, at most 1e+06"},
        {"# framerate: 9\nid frame x y\n", "2:1: 'id' is not a whole number: expected id"},
        {"# framerate: 9\n1 0 2\n", "2:1: this row has 3 columns: expected id, frame, x and y"},
        {"# framerate: 9\n1 0.5 2 3\n", "2:3: '0.5' is not a whole number: expected frame"},
        {"# framerate: 9\n1 0 2 3\n1 1 2 NaN\n", "3:7: 'NaN' is not a number: expected y"},
        {"# framerate: 9\n1 2000000000000 2 3\n",
         "2:3: frame is 2000000000000: expected -1000000000000 to 1000000000000"},
        {"# framerate: 9\n1 3 2 3\n1 3 2 3\n", "3:1: agent 1 appears twice in frame 3"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        ck_assert_str_eq(error_of("a.txt", all[i][0]), all[i][1]);
    }
    /* The first rate in the file counts. */
    ck_assert_str_eq(frames_of("a.txt", "# framerate: 2\n1 1 2 3\n# framerate: 99999999\n"),
                     "0.5: 1(2,3)\n");
}
END_TEST

LAB_MAIN("txt", reads_variants_found_in_data_archives, frame_rate_can_be_set_by_parameter,
         errors_state_their_position)
