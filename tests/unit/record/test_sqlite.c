/* JuPedSim databases: the exact schema, rows that match the state of the world, and geometry with
 * the right area. */
#define _XOPEN_SOURCE 700
#include "unit/scenario/lab.h"
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const one[] = {"out.sqlite"};

static wend_result run(const char *text, double fps) {
    wend_scenario *s = lab_load(text);
    wend_run_def def = lab_run_def(s);
    def.outputs = one;
    def.output_count = 1;
    def.frames_per_second = fps;
    wend_summary *summary = NULL;
    wend_result result = wend_run_scenario(&def, &summary, &lab_error);
    wend_summary_destroy(summary);
    wend_scenario_destroy(s);
    return result;
}

/* Returns all columns of all rows of a query result as text; '|' separates columns and '\n'
 * separates rows. */
static const char *query_text(const char *query) {
    static char answer[20000];
    size_t used = 0;
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    ck_assert_int_eq(sqlite3_open_v2("out.sqlite", &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    ck_assert_msg(sqlite3_prepare_v2(db, query, -1, &statement, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(db));
    answer[0] = '\0';
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *text = (const char *)sqlite3_column_text(statement, i);
            used += (size_t)snprintf(answer + used, sizeof answer - used, "%s%s",
                                     i > 0 ? "|" : (used > 0 ? "\n" : ""), text ? text : "NULL");
            ck_assert_uint_lt(used, sizeof answer);
        }
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return answer;
}

static bool exists(const char *name) {
    struct stat found;
    return lstat(name, &found) == 0;
}

static const char room[] = "time: {end: 2}\nspace: {walkable: [[0, 0], [10, 0], [10, 6], [0, 6]],\n"
                           "  obstacles: [[[4, 2], [5, 2], [5, 4], [4, 4]]]}\n"
                           "agents: [{at: [[1, 1], [1, 3], [1, 5]], goal: [9, 3], key: 700}]\n";

START_TEST(schema_matches_jupedsim) {
    ck_assert_msg(run(room, 0) == WEND_OK, "%s", lab_error.message);
    ck_assert_str_eq(
        query_text("SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT LIKE "
                   "'sqlite_%' ORDER BY type DESC, name"),
        "table|frame_data|frame_data\ntable|geometry|geometry\n"
        "table|metadata|metadata\ntable|trajectory_data|trajectory_data\n"
        "table|wend_layer|wend_layer\ntable|wend_space|wend_space\n"
        "index|frame_id_idx|trajectory_data\nindex|geometry_hash|geometry");
    /* name, type, NOT NULL, default, index in the primary key */
    static const char columns[] = "SELECT name, type, \"notnull\", dflt_value, pk FROM "
                                  "pragma_table_info('%s') ORDER BY cid";
    static const char *const expected[][2] = {
        {"trajectory_data", "frame|INTEGER|1|NULL|0\nid|INTEGER|1|NULL|0\npos_x|REAL|1|NULL|0\n"
                            "pos_y|REAL|1|NULL|0\nori_x|REAL|1|NULL|0\nori_y|REAL|1|NULL|0"},
        {"metadata", "key|TEXT|1|NULL|1\nvalue|TEXT|1|NULL|0"},
        {"geometry", "hash|INTEGER|1|NULL|0\nwkt|TEXT|1|NULL|0"},
        {"frame_data", "frame|INTEGER|1|NULL|0\ngeometry_hash|INTEGER|1|NULL|0"}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char query[200];
        snprintf(query, sizeof query, columns, expected[i][0]);
        ck_assert_str_eq(query_text(query), expected[i][1]);
    }
    ck_assert_str_eq(query_text("SELECT name, \"unique\", origin, partial FROM "
                                "pragma_index_list('geometry')"),
                     "geometry_hash|1|c|0");
    ck_assert_str_eq(query_text("SELECT name FROM pragma_index_info('geometry_hash')"), "hash");
    ck_assert_str_eq(query_text("SELECT name, \"unique\", origin, partial FROM "
                                "pragma_index_list('trajectory_data')"),
                     "frame_id_idx|0|c|0");
    ck_assert_str_eq(
        query_text("SELECT name FROM pragma_index_info('frame_id_idx') ORDER BY seqno"),
        "frame\nid");
    ck_assert_str_eq(query_text("SELECT \"unique\", origin FROM pragma_index_list('metadata')"),
                     "1|pk");
    ck_assert_str_eq(query_text("PRAGMA integrity_check"), "ok");
    remove("out.sqlite");
}
END_TEST

START_TEST(writes_metadata_frames_and_ids) {
    ck_assert_int_eq(run(room, 0), WEND_OK);
    ck_assert_str_eq(query_text("SELECT key, value, typeof(value) FROM metadata ORDER BY key"),
                     "fps|10|text\nversion|2|text\nxmax|10|text\nxmin|0|text\nymax|6|text\n"
                     "ymin|0|text");
    ck_assert_str_eq(
        query_text("SELECT count(*), min(frame), max(frame), count(DISTINCT frame) FROM "
                   "frame_data"),
        "21|0|20|21");
    ck_assert_str_eq(query_text("SELECT DISTINCT id FROM trajectory_data ORDER BY id"), "1\n2\n3");
    ck_assert_str_eq(
        query_text("SELECT frame, id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data WHERE "
                   "frame = 0 ORDER BY id"),
        "0|1|1.0|1.0|1.0|0.0\n0|2|1.0|3.0|1.0|0.0\n0|3|1.0|5.0|1.0|0.0");
    ck_assert_str_eq(query_text("SELECT count(*) FROM trajectory_data WHERE "
                                "abs(ori_x*ori_x + ori_y*ori_y - 1) > 1e-6"),
                     "0");
    ck_assert_str_eq(query_text("SELECT count(*) FROM frame_data f JOIN geometry g ON g.hash = "
                                "f.geometry_hash"),
                     "21");
    ck_assert_str_eq(
        query_text("SELECT typeof(frame), typeof(id), typeof(pos_x), typeof(ori_y) FROM "
                   "trajectory_data GROUP BY 1, 2, 3, 4"),
        "integer|integer|real|real");
    remove("out.sqlite");
}
END_TEST

/* An agent that stands still keeps the direction in which it last walked. */
START_TEST(orientation_is_last_walking_direction) {
    ck_assert_int_eq(run("time: {end: 6}\nagents: [{at: [[0, 0], [9, 9]], goal: [0, -3]}, "
                         "{at: [20, 20], goal: [90, 20]}]",
                         0),
                     WEND_OK);
    ck_assert_str_eq(
        query_text("SELECT round(ori_x, 3), round(ori_y, 3) FROM trajectory_data WHERE id = 1 "
                   "AND frame IN (5, 59, 60) ORDER BY frame"),
        "0.0|-1.0\n0.0|-1.0\n0.0|-1.0");
    ck_assert_str_eq(
        query_text("SELECT max(abs(a.pos_y - b.pos_y)) < 1e-6 FROM trajectory_data a, "
                   "trajectory_data b WHERE a.id = 1 AND b.id = 1 AND a.frame = 59 AND "
                   "b.frame = 60"),
        "1");
    remove("out.sqlite");
}
END_TEST

/* If the end of a run does not fall on a multiple of the frame interval, the last state is left
 * out, and no frame number is used twice. */
START_TEST(frame_numbers_follow_a_constant_rate) {
    ck_assert_int_eq(run("time: {dt: 0.1, end: 2.3}\nagents: [{at: [0, 0], goal: [99, 0]}]", 2),
                     WEND_OK);
    ck_assert_str_eq(query_text("SELECT value FROM metadata WHERE key = 'fps'"), "2");
    ck_assert_str_eq(query_text("SELECT group_concat(frame) FROM frame_data"), "0,1,2,3,4,5");
    ck_assert_int_eq(run("time: {dt: 0.1, end: 2.1}\nagents: [{at: [0, 0], goal: [99, 0]}]", 2),
                     WEND_OK);
    ck_assert_str_eq(query_text("SELECT group_concat(frame) FROM frame_data"), "0,1,2,3,4");
    remove("out.sqlite");
}
END_TEST

START_TEST(frames_without_agents_are_listed) {
    ck_assert_int_eq(run("time: {end: 5}\ngoals: {g: {point: [1, 0], on_arrival: leave}}\n"
                         "agents: [{at: [0, 0], goal: g}]",
                         0),
                     WEND_OK);
    ck_assert_str_eq(
        query_text("SELECT count(*) > 0 FROM frame_data WHERE frame NOT IN (SELECT frame "
                   "FROM trajectory_data)"),
        "1");
    ck_assert_str_eq(query_text("SELECT count(*) = max(frame) + 1 FROM frame_data"), "1");
    remove("out.sqlite");
}
END_TEST

START_TEST(geometry_is_the_ground_without_solids) {
    static const char agents[] = "\ntime: {end: 0.2}\nagents: [{at: [1, 1], goal: [2, 1]}]\n";
    static const struct {
        const char *space, *wkt;
    } all[] = {
        /* a solid in a room */
        {"space: {walkable: [[0, 0], [10, 0], [10, 6], [0, 6]], obstacles: [[[4, 2], [5, 2], "
         "[5, 4], [4, 4]]]}",
         "POLYGON ((0 0, 0 6, 10 6, 10 0, 0 0), (4 2, 5 2, 5 4, 4 4, 4 2))"},
        /* open ground: the bounding box of all positions, with a margin of one metre */
        {"", "POLYGON ((0 0, 0 2, 3 2, 3 0, 0 0))"},
        /* two adjacent layers become one polygon */
        {"space: {layers: [{name: a, walkable: [[0, 0], [4, 0], [4, 4], [0, 4]]}, {name: b, "
         "walkable: [[4, 0], [8, 0], [8, 4], [4, 4]]}], links: [{from: a, to: b, segment: "
         "[[4, 0], [4, 4]]}]}",
         "POLYGON ((0 0, 0 4, 4 4, 8 4, 8 0, 4 0, 0 0))"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[800];
        snprintf(text, sizeof text, "%s%s", all[i].space,
                 i == 2 ? "\ntime: {end: 0.2}\nagents: [{at: [1, 1], goal: [2, 1], layer: a}]\n"
                        : agents);
        ck_assert_msg(run(text, 0) == WEND_OK, "%s", lab_error.message);
        ck_assert_str_eq(query_text("SELECT wkt FROM geometry"), all[i].wkt);
    }
    remove("out.sqlite");
}
END_TEST

/* A limit on the size of files simulates a full disk. */
START_TEST(full_disk_leaves_no_file) {
    static const char text[] = "time: {end: 20}\nagents: [{grid: {origin: [0, 0], spacing: 1, "
                               "count: [40, 40]}, goal: [90, 0]}]";
    remove("out.sqlite");
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, small = {200000, 200000};
    getrlimit(RLIMIT_FSIZE, &before);
    small.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &small);
    wend_result result = run(text, 0);
    setrlimit(RLIMIT_FSIZE, &before);
    ck_assert_int_eq(result, WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.path, "out.sqlite");
    ck_assert_msg(strncmp(lab_error.message, "cannot write: ", 14) == 0, "%s", lab_error.message);
    ck_assert(!exists("out.sqlite") && !exists("out.sqlite.part"));
    ck_assert_int_eq(symlink("/dev/full", "out.sqlite.part"), 0);
    ck_assert_int_eq(run(text, 0), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.message, "cannot write: No space left on device");
    ck_assert(!exists("out.sqlite") && !exists("out.sqlite.part"));
}
END_TEST

/* An agent that turns by at most 0.5 rad/s first walks sideways; one without a limit never does. */
START_TEST(orientation_is_the_heading_of_agents_that_turn_slowly) {
    ck_assert_int_eq(run("time: {end: 4}\nprofiles: {slow: {max_turn_rate: 0.5}, free: {}}\n"
                         "agents: [{at: [0, 0], goal: [0, 90], velocity: [1.3, 0], profile: slow}, "
                         "{at: [20, 0], goal: [20, 90], velocity: [1.3, 0], profile: free}]",
                         0),
                     WEND_OK);
    ck_assert_str_eq(query_text("SELECT round(ori_x, 3), round(ori_y, 3) FROM trajectory_data "
                                "WHERE id = 1 AND frame IN (10, 20, 40) ORDER BY frame"),
                     "0.878|0.479\n0.54|0.841\n0.0|1.0");
    ck_assert_str_eq(query_text("SELECT count(*) FROM trajectory_data WHERE id = 2 AND frame > 0 "
                                "AND abs(ori_y - 1) > 1e-3"),
                     "0");
    ck_assert_str_eq(query_text("SELECT count(*) FROM trajectory_data WHERE "
                                "abs(ori_x*ori_x + ori_y*ori_y - 1) > 1e-6"),
                     "0");
    remove("out.sqlite");
}
END_TEST

LAB_MAIN("sqlite", schema_matches_jupedsim, writes_metadata_frames_and_ids,
         orientation_is_last_walking_direction,
         orientation_is_the_heading_of_agents_that_turn_slowly,
         frame_numbers_follow_a_constant_rate, frames_without_agents_are_listed,
         geometry_is_the_ground_without_solids, full_disk_leaves_no_file)
