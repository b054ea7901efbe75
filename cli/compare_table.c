/* Prints the results of `wend compare`. With several seeds, a value of a row is the mean over its
 * runs, or the largest value for the deepest overlap and the last arrival. */
#include "cli/compare_table.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 100, CELL_SIZE = 32, LEAST_TITLE = 6, MOST_TITLE = 36, INDENT = 2 };

typedef enum column_kind {
    COLUMN_ARRIVED, /* sum of the arrived agents of all runs */
    COLUMN_MEAN,
    COLUMN_LARGEST,
    COLUMN_INFEASIBLE /* infeasible choices per 100 agent-steps */
} column_kind;

typedef struct column {
    const char *name; /* the value in reports and JSON */
    const char *head, *unit;
    int width, decimals;
    column_kind kind;
    /* Compare the value only between choices with the most arrivals: the mean travel time is short
     * if only the nearest agents arrive. */
    bool needs_arrivals;
} column;

static const column columns[] = {
    {"arrived", "arrived", "", 9, 0, COLUMN_ARRIVED, false},
    {"max_overlap_m", "overlap", "m", 7, 3, COLUMN_LARGEST, false},
    {"mean_travel_s", "travel", "s", 7, 2, COLUMN_MEAN, true},
    {"last_arrival_s", "last", "s", 7, 1, COLUMN_LARGEST, true},
    {"mean_path_m", "path", "m", 7, 2, COLUMN_MEAN, true},
    {"mean_curvature", "turning", "rad/m", 7, 3, COLUMN_MEAN, false},
    {"infeasible_percent", "infeasible", "%", 10, 2, COLUMN_INFEASIBLE, false},
    {"us_per_agent_step", "cost", "us", 7, 3, COLUMN_MEAN, false},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* ---- Values ---------------------------------------------------------------------------------- */

static double find_number(const compare_run *run, const char *name) {
    const wend_report_value *value = wend_report_find(wend_summary_report(run->summary), name);
    if (value == NULL) {
        return NAN;
    }
    return value->kind == WEND_REPORT_INTEGER ? (double)value->integer : value->number;
}

static double sum_of(const compare_row *row, const char *name) {
    double sum = 0.0;
    for (uint32_t i = 0; i < row->run_count; i++) {
        sum += find_number(&row->runs[i], name);
    }
    return sum;
}

static double infeasible_percent(const compare_row *row) {
    uint64_t agent_steps = 0;
    for (uint32_t i = 0; i < row->run_count; i++) {
        agent_steps += row->runs[i].agent_steps;
    }
    return agent_steps > 0 ? 100.0 * sum_of(row, "infeasible_steps") / (double)agent_steps : NAN;
}

/* Returns the value of a column, or NAN if there is none. Runs without a value are left out. */
static double value_of(const compare_row *row, const column *c) {
    if (c->kind == COLUMN_ARRIVED) {
        return sum_of(row, c->name);
    }
    if (c->kind == COLUMN_INFEASIBLE) {
        return infeasible_percent(row);
    }
    double sum = 0.0, largest = NAN;
    uint32_t count = 0;
    for (uint32_t i = 0; i < row->run_count; i++) {
        double value = find_number(&row->runs[i], c->name);
        if (isfinite(value)) {
            sum += value;
            largest = fmax(largest, value);
            count++;
        }
    }
    return c->kind == COLUMN_LARGEST ? largest : count > 0 ? sum / count : NAN;
}

static void format_cell(const compare_row *row, const column *c, char out[CELL_SIZE]) {
    double value = value_of(row, c);
    if (c->kind == COLUMN_ARRIVED) {
        snprintf(out, CELL_SIZE, "%.0f/%.0f", value, sum_of(row, "agents"));
    } else if (isfinite(value)) {
        snprintf(out, CELL_SIZE, "%.*f", c->decimals, value);
    } else {
        snprintf(out, CELL_SIZE, "-");
    }
}

/* ---- The best of a column -------------------------------------------------------------------- */

/* Choices may differ in the number of their agents. */
static double arrived_share(const compare_row *row) {
    double agents = sum_of(row, "agents");
    return agents > 0.0 ? sum_of(row, "arrived") / agents : 0.0;
}

static double largest_share(const comparison *results) {
    double largest = 0.0;
    for (uint32_t i = 0; i < results->row_count; i++) {
        if (!results->rows[i].failed) {
            largest = fmax(largest, arrived_share(&results->rows[i]));
        }
    }
    return largest;
}

/* Returns how good a value is; the largest number is the best. NAN if it does not take part. The
 * value is rounded as it is printed, so that cells that look the same are equally good. */
static double merit_of(const compare_row *row, const column *c, double most_arrived) {
    char cell[CELL_SIZE];
    if (row->failed) {
        return NAN;
    }
    if (c->kind == COLUMN_ARRIVED) {
        return arrived_share(row);
    }
    if (!isfinite(value_of(row, c)) || (c->needs_arrivals && arrived_share(row) < most_arrived)) {
        return NAN;
    }
    format_cell(row, c, cell);
    return -strtod(cell, NULL);
}

/* Returns the merit to mark; NAN if no value of the column is better than another. */
static double find_best(const comparison *results, const column *c, double most_arrived) {
    double best = NAN, worst = NAN;
    for (uint32_t i = 0; i < results->row_count; i++) {
        double merit = merit_of(&results->rows[i], c, most_arrived);
        best = fmax(best, merit);
        worst = fmin(worst, merit);
    }
    return best > worst ? best : NAN;
}

/* ---- The table ------------------------------------------------------------------------------- */

static int title_width(const comparison *results) {
    int width = LEAST_TITLE;
    for (uint32_t i = 0; i < results->row_count; i++) {
        int length = (int)strlen(results->rows[i].choice->title);
        width = length > width ? length : width;
    }
    int table = INDENT;
    for (int k = 0; k < COLUMNS; k++) {
        table += columns[k].width + 1;
    }
    int room = LINE_WIDTH - table < MOST_TITLE ? LINE_WIDTH - table : MOST_TITLE;
    return width < room ? width : room;
}

/* Prints the title of a row. A title that does not fit has its own line. */
static void print_title(const char *title, int width, FILE *stream) {
    int length = (int)strlen(title);
    if (length > width) {
        fprintf(stream, "%*s%s\n%*s", INDENT, "", title, INDENT + width, "");
    } else {
        fprintf(stream, "%*s%-*s", INDENT, "", width, title);
    }
}

static void print_heads(int width, FILE *stream) {
    fprintf(stream, "%*s%-*s", INDENT, "", width, "choice");
    for (int k = 0; k < COLUMNS; k++) {
        fprintf(stream, "%*s", columns[k].width, columns[k].head);
        fputs(k + 1 < COLUMNS ? " " : "\n", stream);
    }
    fprintf(stream, "%*s", INDENT + width, "");
    for (int k = 0; k < COLUMNS; k++) {
        fprintf(stream, "%*s", columns[k].width, columns[k].unit);
        fputs(k + 1 < COLUMNS ? " " : "\n", stream);
    }
}

/* Prints text in lines of at most LINE_WIDTH characters, broken at spaces. The first line continues
 * a line that has `used` characters; the others are indented. */
static void print_wrapped(const char *text, int used, FILE *stream) {
    int at = used;
    while (*text != '\0') {
        int length = (int)strcspn(text, " ");
        if (at + length + 1 > LINE_WIDTH && at > 2 * INDENT) {
            fprintf(stream, "\n%*s", 2 * INDENT - 1, "");
            at = 2 * INDENT - 1;
        }
        fprintf(stream, " %.*s", length, text);
        at += length + 1;
        text += length + (text[length] == ' ');
    }
    fputc('\n', stream);
}

static void print_row(const comparison *results, const compare_row *row, int width,
                      double most_arrived, FILE *stream) {
    print_title(row->choice->title, width, stream);
    if (row->failed) {
        fputs("  cannot run:", stream);
        print_wrapped(row->reason, INDENT + width + 13, stream);
        return;
    }
    for (int k = 0; k < COLUMNS; k++) {
        const column *c = &columns[k];
        char cell[CELL_SIZE];
        double best = find_best(results, c, most_arrived);
        bool is_best = merit_of(row, c, most_arrived) >= best;
        format_cell(row, c, cell);
        fprintf(stream, "%*s", c->width, cell);
        fputs(is_best ? "*" : k + 1 < COLUMNS ? " " : "", stream);
    }
    fputc('\n', stream);
}

static void print_seeds(const compare_choices *choices, FILE *stream) {
    uint32_t count = choices->seed_count;
    if (count > 1) {
        fprintf(stream, ", %" PRIu32 " seeds from %s to %s", count, choices->seeds[0],
                choices->seeds[count - 1]);
    } else if (count == 1) {
        fprintf(stream, ", seed %s", choices->seeds[0]);
    }
}

void comparison_print(const comparison *results, FILE *stream) {
    uint32_t count = results->choices->count;
    fprintf(stream, "%s: ", results->scenario);
    if (results->is_interrupted) {
        fprintf(stream, "interrupted; %" PRIu32 " of ", results->row_count);
    }
    fprintf(stream, "%" PRIu32 " choice%s", count, count == 1 ? "" : "s");
    print_seeds(results->choices, stream);
    fputs("\n\n", stream);
    int width = title_width(results);
    double most_arrived = largest_share(results);
    print_heads(width, stream);
    for (uint32_t i = 0; i < results->row_count; i++) {
        print_row(results, &results->rows[i], width, most_arrived, stream);
    }
    fputs("\n  * best of its column; times and paths only among the choices with most arrivals.\n"
          "  overlap: deepest between agents; travel and path: mean; cost: per agent and step, "
          "noisy.\n",
          stream);
    if (results->choices->seed_count > 1) {
        fputs("  Over the seeds: arrived is the sum, overlap and last are the largest, others the "
              "mean.\n",
              stream);
    }
    for (uint32_t i = 0; i < results->output_count && !results->is_interrupted; i++) {
        fprintf(stream, "  wrote %s\n", results->outputs[i]);
    }
}

/* ---- CSV ------------------------------------------------------------------------------------- */

/* Returns the report of the first run; its names are the columns. NULL if all choices failed. */
static const wend_report *first_report(const comparison *results) {
    for (uint32_t i = 0; i < results->row_count; i++) {
        if (!results->rows[i].failed && results->rows[i].run_count > 0) {
            return wend_summary_report(results->rows[i].runs[0].summary);
        }
    }
    return NULL;
}

static void write_csv_text(const char *text, FILE *stream) {
    if (strpbrk(text, ",\"\n") == NULL) {
        fputs(text, stream);
        return;
    }
    fputc('"', stream);
    for (; *text != '\0'; text++) {
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, stream);
    }
    fputc('"', stream);
}

static void write_csv_value(const wend_report_value *value, FILE *stream) {
    if (value == NULL) {
        return;
    }
    if (value->kind == WEND_REPORT_INTEGER) {
        fprintf(stream, "%" PRId64, value->integer);
    } else if (value->kind == WEND_REPORT_NUMBER && isfinite(value->number)) {
        fprintf(stream, "%.9g", value->number);
    } else if (value->kind == WEND_REPORT_TEXT && value->text != NULL) {
        write_csv_text(value->text, stream);
    }
}

/* Writes the line of a run; of a choice that failed if `run` is NULL; of the names of the columns
 * if `row` is NULL too. */
static void write_csv_line(const compare_row *row, const compare_run *run, const wend_report *names,
                           FILE *stream) {
    write_csv_text(row != NULL ? row->choice->title : "choice", stream);
    for (uint32_t i = 0; names != NULL && i < wend_report_count(names); i++) {
        const wend_report_value *named = wend_report_at(names, i);
        if (named->kind == WEND_REPORT_LIST) {
            continue;
        }
        fputc(',', stream);
        if (row == NULL) {
            fputs(named->name, stream);
        } else if (run != NULL) {
            write_csv_value(wend_report_find(wend_summary_report(run->summary), named->name),
                            stream);
        }
    }
    fputc(',', stream);
    write_csv_text(row == NULL ? "error" : run == NULL ? row->reason : "", stream);
    fputc('\n', stream);
}

void comparison_write_csv(FILE *stream, const void *of) {
    const comparison *results = of;
    const wend_report *names = first_report(results);
    write_csv_line(NULL, NULL, names, stream);
    for (uint32_t i = 0; i < results->row_count; i++) {
        const compare_row *row = &results->rows[i];
        for (uint32_t k = 0; k < row->run_count && !row->failed; k++) {
            write_csv_line(row, &row->runs[k], names, stream);
        }
        if (row->failed) {
            write_csv_line(row, NULL, names, stream);
        }
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_text(wend_json *json, const char *key, const char *text) {
    wend_json_write_key(json, key);
    wend_json_write_text(json, text);
}

static void json_texts(wend_json *json, const char *key, const char *const *texts, uint32_t count) {
    wend_json_write_key(json, key);
    wend_json_begin_array(json);
    for (uint32_t i = 0; i < count; i++) {
        wend_json_write_text(json, texts[i]);
    }
    wend_json_end_array(json);
}

/* Writes a value with the 12 significant digits that reports have; null for a choice that failed.
 */
static void json_value(wend_json *json, const compare_row *row, const char *key, double value) {
    char text[CELL_SIZE];
    snprintf(text, sizeof text, "%.12g", value);
    wend_json_write_key(json, key);
    wend_json_write_number(json, row->failed ? (double)NAN : strtod(text, NULL));
}

static void json_row(wend_json *json, const compare_row *row, uint32_t setting_count) {
    wend_json_begin_object(json);
    json_text(json, "choice", row->choice->title);
    json_text(json, "plan", row->choice->plan);
    json_text(json, "follow", row->choice->follow);
    json_text(json, "steer", row->choice->steer);
    json_texts(json, "settings", row->choice->settings, setting_count);
    json_text(json, "error", row->failed ? row->reason : NULL);
    json_value(json, row, "agents", sum_of(row, "agents"));
    for (int k = 0; k < COLUMNS; k++) {
        json_value(json, row, columns[k].name, value_of(row, &columns[k]));
    }
    wend_json_write_key(json, "runs");
    wend_json_begin_array(json);
    for (uint32_t i = 0; i < row->run_count && !row->failed; i++) {
        wend_report_write_json(wend_summary_report(row->runs[i].summary), json);
    }
    wend_json_end_array(json);
    wend_json_end_object(json);
}

void comparison_write_json(const comparison *results, wend_json *json) {
    wend_json_begin_object(json);
    json_text(json, "scenario", results->scenario);
    wend_json_write_key(json, "choices");
    wend_json_begin_array(json);
    for (uint32_t i = 0; i < results->row_count; i++) {
        json_row(json, &results->rows[i], results->choices->setting_count);
    }
    wend_json_end_array(json);
    wend_json_write_key(json, "interrupted");
    wend_json_write_bool(json, results->is_interrupted);
    json_texts(json, "outputs", results->outputs,
               results->is_interrupted ? 0 : results->output_count);
    wend_json_end_object(json);
}
