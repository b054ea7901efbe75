/* Tables of trajectories: each column may have any of several names, columns and rows may be in any
 * order, and errors are reported with their position. */
#include "unit/replay/tables.h"
#include <stdlib.h>

START_TEST(accepts_columns_in_any_order_and_with_alternative_names) {
    static const char expected[] = "0: 1(5,6) 2(7,-8.5)\n0.5: 1(5.5,6)\n";
    static const char *const all[] = {
        "time,agent,x,y\n0,1,5,6\n0,2,7,-8.5\n0.5,1,5.5,6\n",
        "y;x;id;t\n6;5;1;0\n-8.5;7;2;0\n6;5.5;1;0.5\n",
        "agent\ttime\tx/m\ty/m\tspeed\n1\t0\t5\t6\tnan\n2\t0\t7\t-8.5\t\n1\t.5\t5.5\t6\t1\n",
        "# framerate: 2 fps\nframe,ID,Pos_X,POS_Y\n0,1,5,6\n0,2,7,-8.5\n1,1,5.5,6\n",
        "\xef\xbb\xbf\"time\",\"id\",\"x\",\"y\"\r\n0,1,5,6\r\n0,2,7,-8.5\r\n5e-1,1,5.5,6",
        "time, agent , x ,y,\n\n 0 , 1 ,5,6,\n# between\n0,2.0,7,-8.5,x\n0.5,1,+5.5,6.0,\n\n",
        /* The first table is sorted by agent, the second by descending time. */
        "time,agent,x,y\n0,1,5,6\n0.5,1,5.5,6\n0,2,7,-8.5\n",
        "time,agent,x,y\n0.5,1,5.5,6\n0,1,5,6\n0,2,7,-8.5\n",
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        ck_assert_str_eq(frames_of("a.csv", all[i]), expected);
    }
}
END_TEST

START_TEST(velocity_is_read_or_derived_from_positions) {
    static const char *const texts[] = {
        "time,agent,x,y\n0,7,1,1\n1,7,2,3\n1,8,0,0\n3,7,2,4\n",
        "time,agent,x,y,vx,vy\n0,7,1,1,9,8\n1,7,2,3,7,6\n1,8,0,0,5,4\n3,7,2,4,3,2\n"};
    static const wend_vec2 expected[2][4] = {{{0, 0}, {1, 2}, {0, 0}, {0, 0.5F}},
                                             {{9, 8}, {7, 6}, {5, 4}, {3, 2}}};
    for (size_t i = 0; i < 2; i++) {
        write_text("a.csv", texts[i]);
        wend_trajectory *trajectory = NULL;
        const wend_frame *frame = NULL;
        uint32_t row = 0;
        ck_assert_int_eq(wend_trajectory_open(lab_registry, "a.csv", NULL, &trajectory, &lab_error),
                         WEND_OK);
        ck_assert_str_eq(wend_trajectory_recording(trajectory)->scenario, "a");
        while (wend_trajectory_next(trajectory, &frame, &lab_error) == WEND_OK && frame != NULL) {
            for (uint32_t k = 0; k < frame->agent_count; k++, row++) {
                ck_assert_float_eq(frame->agents[k].velocity.x, expected[i][row].x);
                ck_assert_float_eq(frame->agents[k].velocity.y, expected[i][row].y);
                ck_assert_float_eq(frame->agents[k].radius, 0.2F);
            }
        }
        ck_assert_uint_eq(row, 4);
        wend_trajectory_close(trajectory);
    }
    remove("a.csv");
}
END_TEST

START_TEST(frame_interval_is_derived_from_times) {
    static const struct {
        const char *text;
        double interval;
    } all[] = {
        {"time,id,x,y\n0,1,0,0\n0.2,1,0,0\n0.4,1,0,0\n0.5,1,0,0\n", 0.2},
        {"time,id,x,y\n0,1,0,0\n0.033333,1,0,0\n0.066667,1,0,0\n", 1.0 / 30.0},
        {"time,id,x,y\n0.1,1,0,0\n0.2,1,0,0\n0.30000000001,1,0,0\n", 0.1},
        {"time,id,x,y\n0,1,0,0\n2.5,1,0,0\n", 2.5},
        {"#framerate 10\nframe,id,x,y\n-5,1,0,0\n5,1,0,0\n35,1,0,0\n", 1.0},
        /* The median would give two frames the same number. */
        {"t,id,x,y\n0,1,0,0\n.12,1,0,0\n.2,1,0,0\n.32,1,0,0\n.4,1,0,0\n.52,1,0,0\n.6,1,0,0\n",
         0.04},
        {"t,id,x,y\n0,1,0,0\n.3,1,0,0\n.6,1,0,0\n.613,1,0,0\n.9,1,0,0\n1.2,1,0,0\n", 0.013},
        {"t,id,x,y\n0,1,0,0\n1,1,0,0\n2,1,0,0\n2.0005,1,0,0\n3,1,0,0\n4,1,0,0\n", 1.0},
        {"t,id,x,y\n-9e11,1,0,0\n0,1,0,0\n1e11,1,0,0\n2e11,1,0,0\n9e11,1,0,0\n", 1e11},
        {"time,id,x,y\n3,1,0,0\n", 0.0},
        {"time,id,x,y\n", 0.0}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        write_text("a.csv", all[i].text);
        wend_trajectory *trajectory = NULL;
        wend_result result =
            wend_trajectory_open(lab_registry, "a.csv", NULL, &trajectory, &lab_error);
        ck_assert_msg(result == WEND_OK, "%s", lab_error.message);
        ck_assert_double_eq_tol(wend_trajectory_recording(trajectory)->frame_interval,
                                all[i].interval, 1e-12);
        wend_trajectory_close(trajectory);
    }
    remove("a.csv");
}
END_TEST

START_TEST(space_has_all_layers_up_to_the_highest_in_the_file) {
    write_text("a.csv", "time,id,x,y,layer\n0,1,0,0,0\n0,2,1,1,3\n");
    wend_trajectory *trajectory = NULL;
    const wend_frame *frame = NULL;
    ck_assert_int_eq(wend_trajectory_open(lab_registry, "a.csv", NULL, &trajectory, &lab_error),
                     WEND_OK);
    const wend_recording *recording = wend_trajectory_recording(trajectory);
    ck_assert_uint_eq(wend_space_layer_count(recording->space), 4);
    ck_assert_uint_eq(recording->space_def->layer_count, 4);
    ck_assert_int_eq(wend_trajectory_next(trajectory, &frame, &lab_error), WEND_OK);
    ck_assert_uint_eq(frame->agents[0].layer, 0);
    ck_assert_uint_eq(frame->agents[1].layer, 3);
    wend_trajectory_close(trajectory);
    remove("a.csv");
}
END_TEST

START_TEST(errors_state_their_position) {
    static const char *const all[][2] = {
        {"", "1:1: the file is empty: expected a header like time,agent,x,y"},
        {"\n\n", "1:1: the file is empty: expected a header like time,agent,x,y"},
        {"time,agent,x\n0,1,2\n", "1:1: the header has no column 'y': expected at least time or "
                                  "frame, agent (or id), x and y"},
        {"agent,x,y\n", "1:1: the header has no column 'time': expected at least time or frame, "
                        "agent (or id), x and y"},
        {"frame,id,x,y\n0,1,2,3\n",
         "1:1: the table has frames but no frame rate: expected a comment like '# "
         "framerate: 25.00 fps' above the header, a column time, or the setting input.csv.fps"},
        {"time,id,x,y,x\n", "1:13: column 'x' appears twice"},
        {"time,id,x,y\n0,1,2\n", "2:1: this row has 3 columns, but the header has 4"},
        {"time,id,x,y\n0,1,2,3\n0,2,abc,3\n", "3:5: 'abc' is not a number: expected x"},
        {"time,id,x,y\n0,1,2,nan\n", "2:7: 'nan' is not a number: expected y"},
        {"time,id,x,y\n0,1,inf,1\n", "2:5: 'inf' is not a number: expected x"},
        {"time,id,x,y\n0,1,2;5,1\n", "2:5: '2;5' is not a number: expected x"},
        {"time,id,x,y\n0,1,2e9,1\n", "2:5: x is 2e9: expected a magnitude of at most 1e+09"},
        {"time,id,x,y\n0,1.5,2,1\n", "2:3: '1.5' is not a whole number: expected agent"},
        {"time,id,x,y\n0,-1,2,1\n", "2:3: agent is -1: expected 0 to 9223372036854775807"},
        {"time,id,x,y,layer\n0,1,2,1,256\n", "2:9: layer is 256: expected 0 to 255"},
        {"time,id,x,y\n0,1,2,1\n1,1,2,1\n0,1,2,1\n", "4:1: agent 1 appears twice at time 0"},
        {"#framerate: 2\nframe,id,x,y\n4,1,2,1\n4,1,2,1\n",
         "4:1: agent 1 appears twice in frame 4"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        ck_assert_str_eq(error_of("a.csv", all[i][0]), all[i][1]);
    }
    write_file("a.csv", "time,id,x,y\n0,1,\0,3\n", 21);
    ck_assert_int_eq(read_all("a.csv"), WEND_ERROR_SYNTAX);
    ck_assert_str_eq(lab_error.message, "a zero byte: this is not a text file");
    ck_assert(lab_error.line == 2 && lab_error.column == 5);
    remove("a.csv");
    ck_assert_int_eq(read_all("none.csv"), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.message, "cannot open: No such file or directory");
}
END_TEST

/* The reader returns the frames before the truncated frame, then the error. */
START_TEST(reads_truncated_file_up_to_last_complete_frame) {
    ck_assert_str_eq(error_of("a.csv", "time,id,x,y\n0,1,2,3\n0,2,4,5\n1,1,2,3\n1,2,4"),
                     "5:1: this row has 3 columns, but the header has 4");
    ck_assert_str_eq(tables_text, "0: 1(2,3) 2(4,5)\n");
    /* Here the incomplete last line ends with a newline. It is therefore invalid, not truncated,
     * and no frame is read. */
    error_of("a.csv", "time,id,x,y\n0,1,2,3\n0,2,4,5\n1,1,2,3\n1,2,4\n");
    ck_assert_str_eq(tables_text, "");
    ck_assert_str_eq(frames_of("a.csv", "time,id,x,y\n0,1,2,3\n1,1,2,3.25"),
                     "0: 1(2,3)\n1: 1(2,3.25)\n");
}
END_TEST

/* Reads lines that cross every buffer boundary, a line of the maximum length, and a line that is
 * longer than that. */
START_TEST(reads_long_files_and_refuses_overlong_lines) {
    enum { ROWS = 40000 };
    char *text = malloc(ROWS * 40 + 200000);
    size_t used = (size_t)sprintf(text, "time,id,x,y,comment\n");
    for (uint32_t i = 0; i < ROWS; i++) {
        used += (size_t)sprintf(text + used, "%u,1,%u.5,-%u.25,%.*s\n", i, i, i, (int)(i % 7),
                                "abcdefg");
    }
    write_file("a.csv", text, used);
    wend_trajectory *trajectory = NULL;
    const wend_frame *frame = NULL;
    ck_assert_int_eq(wend_trajectory_open(lab_registry, "a.csv", NULL, &trajectory, &lab_error),
                     WEND_OK);
    for (uint32_t i = 0; i < ROWS; i++) {
        ck_assert_int_eq(wend_trajectory_next(trajectory, &frame, &lab_error), WEND_OK);
        ck_assert(frame->time == i && frame->agents[0].position.x == i + 0.5 &&
                  frame->agents[0].position.y == -(i + 0.25));
    }
    wend_trajectory_close(trajectory);
    memset(text, ' ', 65536);
    memcpy(text, "time,id,x,y,", 12);
    memcpy(text + 65536, "\n0,1,2,3,\n", 11);
    ck_assert_str_eq(frames_of("a.csv", text), "0: 1(2,3)\n");
    memcpy(text + 65536, " \n0,1,2,3,\n", 12);
    ck_assert_str_eq(error_of("a.csv", text), "1:1: the line is longer than 65536 bytes");
    free(text);
}
END_TEST

LAB_MAIN("csv", accepts_columns_in_any_order_and_with_alternative_names,
         velocity_is_read_or_derived_from_positions, frame_interval_is_derived_from_times,
         space_has_all_layers_up_to_the_highest_in_the_file, errors_state_their_position,
         reads_truncated_file_up_to_last_complete_frame,
         reads_long_files_and_refuses_overlong_lines)
