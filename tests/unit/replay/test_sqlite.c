/* JuPedSim databases in the form in which other programs write them. The tests create them with SQL
 * statements; some of the databases are hostile. */
#include "unit/replay/tables.h"
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>

#define METADATA "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
#define META_2   METADATA "INSERT INTO metadata VALUES('version', '2'), ('fps', '10.0');"
#define ROWS                                                                                       \
    "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT "    \
    "NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
#define GEOMETRY "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
#define FRAMES   "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
#define ALL      META_2 ROWS GEOMETRY FRAMES

enum { PAGE = 4096 };

static void create_database(const char *statements) {
    sqlite3 *db = NULL;
    char *message = NULL;
    remove("a.sqlite");
    ck_assert_int_eq(sqlite3_open("a.sqlite", &db), SQLITE_OK);
    sqlite3_exec(db, statements, NULL, NULL, &message);
    ck_assert_msg(message == NULL, "%s", message);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

static const char *frames_of_statements(const char *statements) {
    create_database(statements);
    wend_result result = read_all("a.sqlite");
    ck_assert_msg(result == WEND_OK, "%s", lab_error.message);
    return tables_text;
}

START_TEST(reads_frames_with_and_without_agents) {
    ck_assert_str_eq(frames_of_statements(
                         ALL "INSERT INTO trajectory_data VALUES(0, 1, 5, 6, 1, 0), (0, 2, 7.5, "
                             "-8, 1, 0), (2, 1, 6, 6, 1, 0);"
                             "INSERT INTO frame_data VALUES(0, 1), (1, 1), (2, 1), (3, 1);"),
                     "0: 1(5,6) 2(7.5,-8)\n0.1:\n0.2: 1(6,6)\n0.3:\n");
    ck_assert_str_eq(frames_of_statements(ALL), "");
    /* Rows and frames are out of order, one frame is not listed, and one frame is listed twice. */
    ck_assert_str_eq(frames_of_statements(
                         ALL "INSERT INTO trajectory_data VALUES(2, 1, 6, 6, 1, 0), (0, 2, 7.5, "
                             "-8, 1, 0), (0, 1, 5, 6, 1, 0), (5, 1, 1, 1, 1, 0);"
                             "INSERT INTO frame_data VALUES(3, 1), (0, 1), (3, 1), (2, 1);"),
                     "0: 1(5,6) 2(7.5,-8)\n0.2: 1(6,6)\n0.3:\n0.5: 1(1,1)\n");
    remove("a.sqlite");
}
END_TEST

START_TEST(reads_version_1_without_list_of_frames) {
    ck_assert_str_eq(
        frames_of_statements(METADATA "INSERT INTO metadata VALUES('version', 1), ('fps', 4);" ROWS
                                      "CREATE TABLE geometry(wkt TEXT NOT NULL);"
                                      "INSERT INTO trajectory_data VALUES(0, 9, 5, 6, 1, 0), "
                                      "(2, 9, 7, 6, 1, 0);"),
        "0: 9(5,6)\n0.5: 9(7,6)\n");
    remove("a.sqlite");
}
END_TEST

/* Compares the area with values computed by hand: several rows form one ground, and overlaps count
 * once. */
START_TEST(geometry_becomes_the_space) {
    static const struct {
        const char *insert;
        double area;
        bool bounded;
    } all[] = {
        {"INSERT INTO geometry VALUES(1, 'POLYGON ((0 0, 10 0, 10 6, 0 6, 0 0), (4 2, 5 2, 5 4, 4 "
         "4, "
         "4 2))');",
         58, true},
        {"INSERT INTO geometry VALUES(1, 'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))'), (2, 'POLYGON ((2 "
         "0, 8 0, 8 4, 2 4, 2 0))');",
         32, true},
        {"INSERT INTO geometry VALUES(1, 'GEOMETRYCOLLECTION (POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0)), "
         "POLYGON ((5 0, 8 0, 8 4, 5 4, 5 0)))');",
         28, true},
        {"", 0, false}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char statements[2000];
        snprintf(statements, sizeof statements, "%s%s", ALL, all[i].insert);
        create_database(statements);
        wend_trajectory *trajectory = NULL;
        wend_result result =
            wend_trajectory_open(lab_registry, "a.sqlite", NULL, &trajectory, &lab_error);
        ck_assert_msg(result == WEND_OK, "%s", lab_error.message);
        const wend_recording *recording = wend_trajectory_recording(trajectory);
        double area = wend_space_area(recording->space, 0);
        ck_assert_int_eq(isfinite(area) != 0, all[i].bounded);
        if (all[i].bounded) {
            ck_assert_double_eq_tol(area, all[i].area, 1e-6);
        }
        ck_assert_uint_eq(recording->space_def->layer_count, 1);
        wend_trajectory_close(trajectory);
    }
    create_database(ALL "INSERT INTO geometry VALUES(1, 'POLYGON ((0 0, 4 0, x 4))');");
    ck_assert_int_ne(read_all("a.sqlite"), WEND_OK);
    ck_assert_str_eq(lab_error.path, "a.sqlite");
    ck_assert(lab_error.line == 1 && lab_error.column == 21);
    create_database(ALL "INSERT INTO geometry VALUES(1, x'00');");
    ck_assert_int_eq(read_all("a.sqlite"), WEND_ERROR_INVALID);
    ck_assert_str_eq(lab_error.message, "a geometry is not text: expected well-known text (WKT)");
    remove("a.sqlite");
}
END_TEST

START_TEST(reports_missing_tables_and_invalid_values) {
    static const char *const all[][2] = {
        {"CREATE TABLE t(a);", "there is no table 'metadata': expected a database of JuPedSim"},
        {METADATA, "table 'metadata' does not state 'version'"},
        {METADATA "INSERT INTO metadata VALUES('version', 'two');",
         "'version' of table 'metadata' is 'two': expected a number"},
        {METADATA "INSERT INTO metadata VALUES('version', '3');",
         "this database has JuPedSim version 3: expected 1 or 2"},
        {META_2, "there is no table 'trajectory_data': expected a database of JuPedSim"},
        {META_2 "CREATE TABLE trajectory_data(frame, id, pos_x);",
         "table 'trajectory_data' has no column 'pos_y': expected a database of JuPedSim"},
        {META_2 ROWS GEOMETRY, "there is no table 'frame_data': expected a database of JuPedSim"},
        {META_2 ROWS GEOMETRY FRAMES "UPDATE metadata SET value = '-1' WHERE key = 'fps';",
         "'fps' of table 'metadata' is -1: expected more than 0, at most 1e+06"},
        {META_2 ROWS GEOMETRY FRAMES "DELETE FROM metadata WHERE key = 'fps';",
         "table 'metadata' does not state 'fps'"},
        {ALL "INSERT INTO trajectory_data VALUES('x', 1, 5, 6, 1, 0);",
         "a frame of table 'trajectory_data' is not a whole number"},
        {ALL "INSERT INTO frame_data VALUES(1.5, 1);",
         "a frame of table 'frame_data' is not a whole number"},
        {ALL "INSERT INTO trajectory_data VALUES(2000000000000, 1, 5, 6, 1, 0);",
         "table 'trajectory_data' has a frame 2000000000000: expected a magnitude of at most "
         "1000000000000"},
        {ALL "INSERT INTO trajectory_data VALUES(3, 'a', 5, 6, 1, 0);",
         "frame 3 has an id that is not a whole number of 0 or more"},
        {ALL "INSERT INTO trajectory_data VALUES(3, 7, 'a', 6, 1, 0);",
         "agent 7 of frame 3 has no valid position: expected numbers with a magnitude of at most "
         "1e+09"},
        {ALL "INSERT INTO trajectory_data VALUES(3, 7, 1, 9e999, 1, 0);",
         "agent 7 of frame 3 has no valid position: expected numbers with a magnitude of at most "
         "1e+09"},
        {ALL "INSERT INTO trajectory_data VALUES(3, 7, 1, 2, 1, 0), (3, 7, 1, 2, 1, 0);",
         "agent 7 appears twice in frame 3"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        create_database(all[i][0]);
        wend_result result = read_all("a.sqlite");
        ck_assert_msg(result == WEND_ERROR_FORMAT || result == WEND_ERROR_INVALID, "case %zu", i);
        ck_assert_str_eq(lab_error.message, all[i][1]);
        ck_assert_str_eq(lab_error.path, "a.sqlite");
    }
    write_text("a.sqlite", "this is no database, however long it may be made to look to a reader");
    ck_assert_int_eq(read_all("a.sqlite"), WEND_ERROR_FORMAT);
    ck_assert_str_eq(lab_error.message, "this is not a SQLite database");
    write_text("a.sqlite", "");
    ck_assert_int_eq(read_all("a.sqlite"), WEND_ERROR_FORMAT);
    remove("a.sqlite");
    ck_assert_int_eq(read_all("a.sqlite"), WEND_ERROR_IO);
    ck_assert_str_eq(lab_error.message, "cannot open: No such file or directory");
}
END_TEST

/* The reader must not evaluate any expression that the file defines. */
START_TEST(views_and_computed_columns_are_refused) {
    static const char *const all[] = {
        META_2 GEOMETRY FRAMES
        "CREATE VIEW trajectory_data AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 "
        "FROM n) SELECT i AS frame, 1 AS id, 0.0 AS pos_x, 0.0 AS pos_y FROM n;",
        META_2 GEOMETRY FRAMES
        "CREATE TABLE trajectory_data(frame INTEGER, id INTEGER, pos_x REAL, pos_y REAL AS "
        "(length(hex(zeroblob(1000000)))));"
        "INSERT INTO trajectory_data VALUES(0, 1, 1);",
        "CREATE VIEW metadata AS SELECT 'version' AS key, '2' AS value;"};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        create_database(all[i]);
        ck_assert_int_eq(read_all("a.sqlite"), WEND_ERROR_FORMAT);
        ck_assert_ptr_nonnull(strstr(lab_error.message, "expected a database of JuPedSim"));
    }
    remove("a.sqlite");
}
END_TEST

/* A file that is truncated, or in which one page is overwritten, is either read or refused with an
 * error. */
START_TEST(refuses_damaged_databases) {
    create_database(
        ALL "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT "
            "INTO trajectory_data SELECT i, 1, i * 0.1, 0, 1, 0 FROM n;"
            "CREATE INDEX frame_id_idx ON trajectory_data(frame, id);");
    FILE *file = fopen("a.sqlite", "rb");
    static char bytes[400000], spoilt[400000];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    ck_assert(size > 20 * PAGE && size < sizeof bytes);
    uint32_t refusals = 0;
    for (size_t page = 1; page < size / PAGE; page++) {
        memcpy(spoilt, bytes, size);
        memset(spoilt + page * PAGE, page % 2 == 0 ? 0xff : 0x00, PAGE);
        write_file("a.sqlite", spoilt, size);
        refusals += read_all("a.sqlite") == WEND_ERROR_FORMAT;
    }
    ck_assert_uint_gt(refusals, 15);
    write_file("a.sqlite", bytes, size / 2);
    ck_assert_int_eq(read_all("a.sqlite"), WEND_ERROR_FORMAT);
    ck_assert_msg(strncmp(lab_error.message, "the database is damaged", 23) == 0, "%s",
                  lab_error.message);
    remove("a.sqlite");
}
END_TEST

static size_t read_number(const unsigned char *bytes, size_t count) {
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        number = number << 8 | bytes[i];
    }
    return number;
}

/* Makes all child pointers of an interior page refer to the same page. */
static void set_all_children(unsigned char *page, size_t child) {
    const unsigned char number[4] = {(unsigned char)(child >> 24), (unsigned char)(child >> 16),
                                     (unsigned char)(child >> 8), (unsigned char)child};
    size_t cells = read_number(page + 3, 2);
    ck_assert_uint_eq(page[0], 5); /* 5 means an interior page of a table */
    ck_assert_uint_gt(cells, 100);
    memcpy(page + 8, number, 4);
    for (size_t i = 0; i < cells; i++) {
        memcpy(page + read_number(page + 12 + 2 * i, 2), number, 4);
    }
}

/* A few pages form a sequence in which each page refers to the next one several hundred times.
 * Together they contain more rows than can ever be read. */
START_TEST(refuses_small_file_with_endless_rows) {
    create_database(
        ALL "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) "
            "INSERT INTO trajectory_data SELECT 1, i, i * 0.1, 0, 1, 0 FROM n;");
    static unsigned char bytes[2000000];
    FILE *file = fopen("a.sqlite", "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    size_t root = 0;
    for (size_t page = 2; page <= size / PAGE && root == 0; page++) {
        root = bytes[(page - 1) * PAGE] == 5 ? page : 0;
    }
    ck_assert_uint_gt(root, 0);
    unsigned char *top = bytes + (root - 1) * PAGE;
    size_t children[3];
    for (size_t i = 0; i < 3; i++) {
        children[i] = read_number(top + read_number(top + 12 + 2 * i, 2), 4);
    }
    for (size_t i = 0; i < 2; i++) {
        unsigned char *copy = bytes + (children[i] - 1) * PAGE;
        memcpy(copy, top, PAGE);
        set_all_children(copy, children[i + 1]);
    }
    set_all_children(top, children[0]);
    write_file("a.sqlite", (const char *)bytes, size);
    ck_assert_int_eq(read_all("a.sqlite"), WEND_ERROR_FORMAT);
    ck_assert_str_eq(lab_error.message,
                     "the database is damaged: it takes more work to read than its size allows");
    remove("a.sqlite");
}
END_TEST

LAB_MAIN("sqlite", reads_frames_with_and_without_agents, reads_version_1_without_list_of_frames,
         geometry_becomes_the_space, reports_missing_tables_and_invalid_values,
         views_and_computed_columns_are_refused, refuses_damaged_databases,
         refuses_small_file_with_endless_rows)
