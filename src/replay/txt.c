/* Reads trajectories from text files of PedPy and of JuPedSim's data archive: comments, one of
 * which gives the frame rate, then rows `id frame x y` in any order. If a comment names the
 * columns, `z` and `layer` are read too. Further columns are ignored. */
#include "base/error.h"
#include "replay/file/rows.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <wend/space.h>

enum { COLUMNS = 4 };

static const double MOST_RATE = 1e6; /* largest frame rate, frames per second */

typedef struct txt_params {
    double fps;
} txt_params;

typedef struct txt {
    row_table table;
    line_reader lines;
    double scale;                    /* metres per length unit of the file */
    uint32_t z_column, layer_column; /* 0 if there is no such column */
} txt;

static const wend_param params_table[] = {
    {"fps", WEND_PARAM_NUMBER, offsetof(txt_params, fps), 0.0, 0.0, 1e6, "1/s",
     "frames per second, for files that do not state it; 0: as the file says", NULL},
};

/* True if a comment contains a word, ignoring the case of ASCII letters. */
static bool mentions(const char *comment, const char *word) {
    size_t length = strlen(word);
    for (const char *at = comment; *at != '\0'; at++) {
        if (strncasecmp(at, word, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Finds the columns of heights and layers in a comment like "# id frame x/m y/m z/m layer". */
static void find_columns(txt *t, const char *comment) {
    static const char *const first[COLUMNS] = {"id", "frame", "x", "y"};
    char words[256];
    line_field fields[LINES_FIELDS];
    snprintf(words, sizeof words, "%s", comment + strspn(comment, "# \t"));
    uint32_t count = lines_split(words, ' ', fields);
    for (uint32_t i = 0; i < count; i++) {
        fields[i].text[strcspn(fields[i].text, "/")] = '\0'; /* the unit */
        if (i < COLUMNS && strcasecmp(fields[i].text, first[i]) != 0) {
            return;
        }
        if (i >= COLUMNS && strcasecmp(fields[i].text, "z") == 0) {
            t->z_column = i;
        } else if (i >= COLUMNS && strcasecmp(fields[i].text, "layer") == 0) {
            t->layer_column = i;
        }
    }
}

static wend_result read_comment(txt *t, const char *comment, wend_error *error) {
    double rate = 0.0;
    if (t->table.count == 0) {
        find_columns(t, comment);
    }
    if (mentions(comment, "x/cm") || mentions(comment, "in cm")) {
        t->scale = 0.01;
    }
    if (t->table.rate > 0.0 || !comment_find_rate(comment, &rate)) {
        return WEND_OK;
    }
    if (!(rate > 0.0 && rate <= MOST_RATE)) {
        return lines_fail(&t->lines, 1, WEND_ERROR_INVALID, error,
                          "the frame rate is %g per second: expected more than 0, at most %g", rate,
                          MOST_RATE);
    }
    t->table.rate = rate;
    return WEND_OK;
}

/* Reads the height and the layer of a row, if the file has them. */
static wend_result read_storey(txt *t, const line_field *fields, uint32_t count, table_row *row,
                               wend_error *error) {
    int64_t layer = 0;
    wend_result result = WEND_OK;
    uint32_t last = t->z_column > t->layer_column ? t->z_column : t->layer_column;
    if (count <= last) {
        return lines_fail(&t->lines, 1, WEND_ERROR_SYNTAX, error,
                          "this row has %u columns, but the comment above names %u", count,
                          last + 1);
    }
    if (t->z_column > 0) {
        t->table.has_height = true;
        result =
            rows_read_number(&t->lines, &fields[t->z_column], "z", ROWS_FARTHEST, &row->z, error);
        row->z *= t->scale;
    }
    if (t->layer_column > 0 && result == WEND_OK) {
        result = rows_read_integer(&t->lines, &fields[t->layer_column], "layer", 0,
                                   WEND_MAX_LAYERS - 1, &layer, error);
        row->layer = (uint32_t)layer;
    }
    return result;
}

static wend_result read_row(txt *t, char *line, wend_error *error) {
    line_field fields[LINES_FIELDS];
    uint32_t count = lines_split(line, ' ', fields);
    if (count == 0) {
        return WEND_OK;
    }
    if (count < COLUMNS) {
        return lines_fail(&t->lines, 1, WEND_ERROR_SYNTAX, error,
                          "this row has %u columns: expected id, frame, x and y", count);
    }
    const line_reader *r = &t->lines;
    table_row row = {.time = 0.0};
    int64_t key = 0, frame = 0;
    wend_result result = rows_read_integer(r, &fields[0], "id", 0, INT64_MAX, &key, error);
    if (result == WEND_OK) {
        result = rows_read_integer(r, &fields[1], "frame", -(int64_t)ROWS_LATEST,
                                   (int64_t)ROWS_LATEST, &frame, error);
    }
    if (result == WEND_OK) {
        result = rows_read_number(r, &fields[2], "x", ROWS_FARTHEST, &row.position.x, error);
    }
    if (result == WEND_OK) {
        result = rows_read_number(r, &fields[3], "y", ROWS_FARTHEST, &row.position.y, error);
    }
    if (result == WEND_OK) {
        result = read_storey(t, fields, count, &row, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    row.time = (double)frame;
    row.position.x *= t->scale;
    row.position.y *= t->scale;
    return rows_add(&t->table, r, row, (uint64_t)key, error);
}

static wend_result read_lines(txt *t, wend_error *error) {
    char *line = NULL;
    wend_result result = lines_next(&t->lines, &line, error);
    while (result == WEND_OK && line != NULL) {
        char *start = line + strspn(line, " \t");
        result = *start == '#' ? read_comment(t, start, error) : read_row(t, line, error);
        if (result == WEND_OK) {
            result = lines_next(&t->lines, &line, error);
        }
    }
    return rows_accept_cut_off(&t->table, &t->lines, result, error);
}

static wend_result read_file(txt *t, wend_error *error) {
    wend_result result = lines_open(&t->lines, t->table.path, &t->table.heap, error);
    if (result == WEND_OK) {
        result = read_lines(t, error);
    }
    if (result == WEND_OK && !(t->table.rate > 0.0)) {
        t->lines.line = 1;
        result = lines_fail(&t->lines, 1, WEND_ERROR_FORMAT, error,
                            "the frame rate is missing: expected a comment like '# framerate: "
                            "25.00 fps', or the setting input.txt.fps");
    }
    lines_close(&t->lines);
    return result;
}

static wend_result begin(void *state, const void *params, void *user, const char *path,
                         const wend_allocator *allocator, wend_recording *recording,
                         wend_error *error) {
    (void)user;
    txt *t = state;
    t->scale = 1.0;
    wend_result result = rows_init(&t->table, path, allocator, error);
    t->table.rate = ((const txt_params *)params)->fps;
    if (result == WEND_OK) {
        result = read_file(t, error);
    }
    return result == WEND_OK ? rows_finish(&t->table, recording, error) : result;
}

const wend_input input_txt = {
    .entry = {WEND_HEAD(wend_input), .name = "txt",
              .summary = "trajectories as PedPy's text: id, frame, x, y", .params = params_table,
              .param_count = 1, .params_size = sizeof(txt_params)},
    .extension = ".txt",
    .state_size = sizeof(txt),
    .begin = begin,
    .frame = rows_frame,
    .end = rows_end,
    .done = rows_done,
};
