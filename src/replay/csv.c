/* Reads trajectories from tables with a header: columns in any order, identified by name, separated
 * by commas, semicolons or tabs. Columns with other names are ignored. The second line may state
 * units.
 *
 * Known tables of other programs: Pathfinder writes at least t, id, x and y, with the units in the
 * second line; crowd:it writes at least pedID, time, posX and posY. Both facts are from the loaders
 * of PedPy (https://github.com/PedestrianDynamics/PedPy, pedpy/io). */
#include "base/error.h"
#include "replay/file/rows.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef enum column { TIME, FRAME, ID, X, Y, Z, LAYER, VX, VY, COLUMN_COUNT } column;

enum { MOST_NAMES = 11, NO_COLUMN = -1 };

/* Column names used by wend and by other programs; the first in each row is wend's own. */
static const char *const names[COLUMN_COUNT][MOST_NAMES] = {
    [TIME] = {"time", "t", "time/s", "t/s", "time_s", "timestamp", "seconds"},
    [FRAME] = {"frame", "frames", "frame_id", "frame_number", "fr"},
    [ID] = {"agent", "id", "agent_id", "person_id", "personid", "persid", "ped_id", "pedestrian_id",
            "pedid", "track_id"},
    [X] = {"x", "x/m", "x_m", "pos_x", "posx", "position_x", "x [m]"},
    [Y] = {"y", "y/m", "y_m", "pos_y", "posy", "position_y", "y [m]"},
    [Z] = {"z", "z/m", "z_m", "pos_z", "posz", "position_z", "z [m]"},
    [LAYER] = {"layer", "level", "floor"},
    [VX] = {"vx", "v_x", "vel_x", "velocity_x", "vx/(m/s)"},
    [VY] = {"vy", "v_y", "vel_y", "velocity_y", "vy/(m/s)"},
};

/* Units that the second line of a table may state, as Pathfinder's tables do. */
static const struct {
    const char *name;
    bool of_time;
    double scale; /* to s or m */
} units[] = {
    {"s", true, 1.0},    {"sec", true, 1.0},   {"seconds", true, 1.0}, {"ms", true, 0.001},
    {"min", true, 60.0}, {"m", false, 1.0},    {"meters", false, 1.0}, {"metres", false, 1.0},
    {"cm", false, 0.01}, {"mm", false, 0.001}, {"ft", false, 0.3048},  {"feet", false, 0.3048},
};

static const double MOST_SPEED = 1e6; /* m/s: a larger speed means that the file is damaged */

typedef struct csv_params {
    double fps;
} csv_params;

typedef struct csv {
    row_table table;
    line_reader lines;
    char separator;
    int column_of[COLUMN_COUNT]; /* index of each column in the file, or NO_COLUMN */
    uint32_t columns;
    bool has_units;                  /* a row of units has been read */
    double time_scale, length_scale; /* s and m per unit of the file */
} csv;

static const wend_param params_table[] = {
    {"fps", WEND_PARAM_NUMBER, offsetof(csv_params, fps), 0.0, 0.0, 1e6, "1/s",
     "frames per second, for tables that count frames; 0: as the file says", NULL},
};

/* ---- The header ------------------------------------------------------------------------------ */

static char guess_separator(const char *line) {
    static const char candidates[] = ",;\t";
    char best = ',';
    size_t most = 0;
    for (const char *c = candidates; *c != '\0'; c++) {
        size_t count = 0;
        for (const char *at = line; *at != '\0'; at++) {
            count += *at == *c;
        }
        if (count > most) {
            most = count;
            best = *c;
        }
    }
    return best;
}

static int find_column(const char *name) {
    for (int i = 0; i < COLUMN_COUNT; i++) {
        for (int k = 0; k < MOST_NAMES && names[i][k] != NULL; k++) {
            if (is_same_word(name, names[i][k])) {
                return i;
            }
        }
    }
    return NO_COLUMN;
}

static wend_result check_columns(const csv *c, wend_error *error) {
    static const column needed[] = {ID, X, Y};
    const char *missing = NULL;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (c->column_of[needed[i]] == NO_COLUMN) {
            missing = names[needed[i]][0];
            break;
        }
    }
    if (c->column_of[TIME] == NO_COLUMN && c->column_of[FRAME] == NO_COLUMN) {
        missing = "time";
    }
    if (missing != NULL) {
        return lines_fail(&c->lines, 1, WEND_ERROR_FORMAT, error,
                          "the header has no column '%s': expected at least time or frame, agent "
                          "(or id), x and y",
                          missing);
    }
    if (c->column_of[TIME] == NO_COLUMN && !(c->table.rate > 0.0)) {
        return lines_fail(
            &c->lines, 1, WEND_ERROR_FORMAT, error,
            "the table has frames but no frame rate: expected a comment like '# framerate: 25.00 "
            "fps' above the header, a column time, or the setting input.csv.fps");
    }
    return WEND_OK;
}

static wend_result read_header(csv *c, char *line, wend_error *error) {
    line_field fields[LINES_FIELDS];
    c->separator = guess_separator(line);
    c->columns = lines_split(line, c->separator, fields);
    for (uint32_t i = 0; i < c->columns; i++) {
        int found = find_column(fields[i].text);
        if (found == NO_COLUMN) {
            continue;
        }
        if (c->column_of[found] != NO_COLUMN) {
            return lines_fail(&c->lines, fields[i].column, WEND_ERROR_FORMAT, error,
                              "column '%s' appears twice", names[found][0]);
        }
        c->column_of[found] = (int)i;
    }
    wend_result result = check_columns(c, error);
    if (c->column_of[TIME] != NO_COLUMN) {
        c->table.rate = 0.0;
    }
    c->table.has_height = c->column_of[Z] != NO_COLUMN;
    c->table.has_velocity = c->column_of[VX] != NO_COLUMN && c->column_of[VY] != NO_COLUMN;
    return result;
}

/* ---- The row of units ------------------------------------------------------------------------ */

/* Finds the scale of a unit that a field states. An empty field or "-" states none. */
static wend_result read_unit(const csv *c, const line_field *field, bool of_time, double *scale,
                             wend_error *error) {
    char name[20];
    snprintf(name, sizeof name, "%s", field->text + strspn(field->text, "(["));
    name[strcspn(name, ")]")] = '\0';
    if (name[0] == '\0' || strcmp(name, "-") == 0) {
        return WEND_OK;
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (units[i].of_time == of_time && is_same_word(name, units[i].name)) {
            *scale = units[i].scale;
            return WEND_OK;
        }
    }
    return lines_fail(&c->lines, field->column, WEND_ERROR_FORMAT, error,
                      "the unit of %s is '%.20s': expected %s", of_time ? "time" : "a position",
                      field->text, of_time ? "s, ms or min" : "m, cm, mm or ft");
}

/* True if the line after the header states units: no number in any column that is needed. */
static bool is_unit_row(const csv *c, const line_field *fields, uint32_t count) {
    static const column needed[] = {TIME, X, Y};
    double number = 0.0;
    if (c->table.count > 0 || count < c->columns || c->column_of[TIME] == NO_COLUMN) {
        return false;
    }
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        const char *text = fields[c->column_of[needed[i]]].text;
        if (field_parse_number(text, &number) || strlen(text) > 10) {
            return false;
        }
    }
    return true;
}

static wend_result read_units(csv *c, const line_field *fields, wend_error *error) {
    double y_scale = 1.0;
    wend_result result = read_unit(c, &fields[c->column_of[TIME]], true, &c->time_scale, error);
    if (result == WEND_OK) {
        result = read_unit(c, &fields[c->column_of[X]], false, &c->length_scale, error);
    }
    if (result == WEND_OK) {
        y_scale = c->length_scale;
        result = read_unit(c, &fields[c->column_of[Y]], false, &y_scale, error);
    }
    if (result == WEND_OK && y_scale != c->length_scale) {
        result = lines_fail(&c->lines, fields[c->column_of[Y]].column, WEND_ERROR_FORMAT, error,
                            "x and y have different units");
    }
    return result;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static wend_result read_time(const csv *c, const line_field *fields, double *out,
                             wend_error *error) {
    if (c->column_of[TIME] != NO_COLUMN) {
        wend_result result = rows_read_number(&c->lines, &fields[c->column_of[TIME]], "time",
                                              ROWS_LATEST, out, error);
        *out *= c->time_scale;
        return result;
    }
    int64_t frame = 0;
    wend_result result =
        rows_read_integer(&c->lines, &fields[c->column_of[FRAME]], "frame", -(int64_t)ROWS_LATEST,
                          (int64_t)ROWS_LATEST, &frame, error);
    *out = (double)frame;
    return result;
}

static wend_result read_layer(const csv *c, const line_field *fields, uint32_t *out,
                              wend_error *error) {
    int64_t layer = 0;
    wend_result result = WEND_OK;
    if (c->column_of[LAYER] != NO_COLUMN) {
        result = rows_read_integer(&c->lines, &fields[c->column_of[LAYER]], "layer", 0,
                                   WEND_MAX_LAYERS - 1, &layer, error);
    }
    *out = (uint32_t)layer;
    return result;
}

static wend_result read_velocity(const csv *c, const line_field *fields, wend_vec2 *out,
                                 wend_error *error) {
    double x = 0.0, y = 0.0;
    wend_result result = WEND_OK;
    if (c->table.has_velocity) {
        result =
            rows_read_number(&c->lines, &fields[c->column_of[VX]], "vx", MOST_SPEED, &x, error);
        if (result == WEND_OK) {
            result =
                rows_read_number(&c->lines, &fields[c->column_of[VY]], "vy", MOST_SPEED, &y, error);
        }
    }
    double scale = c->length_scale / c->time_scale;
    *out = (wend_vec2){(float)(x * scale), (float)(y * scale)};
    return result;
}

static wend_result read_coordinate(const csv *c, const line_field *fields, column which,
                                   double *out, wend_error *error) {
    if (c->column_of[which] == NO_COLUMN) {
        return WEND_OK;
    }
    wend_result result = rows_read_number(&c->lines, &fields[c->column_of[which]], names[which][0],
                                          ROWS_FARTHEST, out, error);
    *out *= c->length_scale;
    return result;
}

static wend_result read_position(const csv *c, const line_field *fields, table_row *row,
                                 wend_error *error) {
    wend_result result = read_coordinate(c, fields, X, &row->position.x, error);
    if (result == WEND_OK) {
        result = read_coordinate(c, fields, Y, &row->position.y, error);
    }
    if (result == WEND_OK) {
        result = read_coordinate(c, fields, Z, &row->z, error);
    }
    return result;
}

static wend_result read_row(csv *c, char *line, wend_error *error) {
    line_field fields[LINES_FIELDS];
    uint32_t count = lines_split(line, c->separator, fields);
    if (count < c->columns) {
        return lines_fail(&c->lines, 1, WEND_ERROR_SYNTAX, error,
                          "this row has %u columns, but the header has %u", count, c->columns);
    }
    if (!c->has_units && is_unit_row(c, fields, count)) {
        c->has_units = true;
        return read_units(c, fields, error);
    }
    table_row row = {.time = 0.0};
    int64_t key = 0;
    wend_result result = read_time(c, fields, &row.time, error);
    if (result == WEND_OK) {
        result = rows_read_integer(&c->lines, &fields[c->column_of[ID]], "agent", 0, INT64_MAX,
                                   &key, error);
    }
    if (result == WEND_OK) {
        result = read_position(c, fields, &row, error);
    }
    if (result == WEND_OK) {
        result = read_layer(c, fields, &row.layer, error);
    }
    if (result == WEND_OK) {
        result = read_velocity(c, fields, &row.velocity, error);
    }
    return result == WEND_OK ? rows_add(&c->table, &c->lines, row, (uint64_t)key, error) : result;
}

static wend_result read_line(csv *c, char *line, wend_error *error) {
    double rate = 0.0;
    size_t blanks = strspn(line, " \t");
    if (line[blanks] == '\0') {
        return WEND_OK;
    }
    if (line[blanks] == '#') {
        if (!(c->table.rate > 0.0) && c->columns == 0 && comment_find_rate(line, &rate)) {
            c->table.rate = rate <= 1e6 ? rate : 0.0;
        }
        return WEND_OK;
    }
    return c->columns == 0 ? read_header(c, line, error) : read_row(c, line, error);
}

static wend_result read_file(csv *c, wend_error *error) {
    char *line = NULL;
    wend_result result = lines_open(&c->lines, c->table.path, &c->table.heap, error);
    while (result == WEND_OK) {
        result = lines_next(&c->lines, &line, error);
        if (result != WEND_OK || line == NULL) {
            break;
        }
        result = read_line(c, line, error);
    }
    if (result == WEND_OK && c->columns == 0) {
        c->lines.line = 1;
        result = lines_fail(&c->lines, 1, WEND_ERROR_FORMAT, error,
                            "the file is empty: expected a header like time,agent,x,y");
    }
    result = rows_accept_cut_off(&c->table, &c->lines, result, error);
    lines_close(&c->lines);
    return result;
}

/* ---- The input ------------------------------------------------------------------------------- */

static wend_result begin(void *state, const void *params, void *user, const char *path,
                         const wend_allocator *allocator, wend_recording *recording,
                         wend_error *error) {
    (void)user;
    csv *c = state;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        c->column_of[i] = NO_COLUMN;
    }
    c->time_scale = c->length_scale = 1.0;
    wend_result result = rows_init(&c->table, path, allocator, error);
    c->table.rate = ((const csv_params *)params)->fps;
    if (result == WEND_OK) {
        result = read_file(c, error);
    }
    return result == WEND_OK ? rows_finish(&c->table, recording, error) : result;
}

const wend_input input_csv = {
    .entry = {WEND_HEAD(wend_input), .name = "csv",
              .summary = "trajectories as a table: time or frame, agent, x, y, and more",
              .params = params_table, .param_count = 1, .params_size = sizeof(csv_params)},
    .extension = ".csv",
    .state_size = sizeof(csv),
    .begin = begin,
    .frame = rows_frame,
    .end = rows_end,
    .done = rows_done,
};
