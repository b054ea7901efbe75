/* Prints the published and measured values of a paper as aligned tables, or writes them as JSON. */
#include "cli/tables.h"
#include <math.h>
#include <string.h>

enum { CELL_SIZE = 64, ROW_WIDTH = 14, MOST_COLUMNS = 32 };

/* The columns of one table, in the order of their first appearance. */
typedef struct table_columns {
    const char *names[MOST_COLUMNS];
    const char *units[MOST_COLUMNS];
    int widths[MOST_COLUMNS];
    uint32_t count;
} table_columns;

static void format_number(double value, char out[CELL_SIZE]) {
    if (isnan(value)) {
        snprintf(out, CELL_SIZE, "-");
    } else if (value == floor(value) && fabs(value) < 1e6) {
        snprintf(out, CELL_SIZE, "%.0f", value);
    } else {
        snprintf(out, CELL_SIZE, "%.*f",
                 fabs(value) >= 10.0  ? 1
                 : fabs(value) >= 1.0 ? 2
                                      : 3,
                 value);
    }
}

static void format_cell(const wend_paper_value *value, char out[2 * CELL_SIZE + 4]) {
    char ours[CELL_SIZE], theirs[CELL_SIZE];
    if (value->text != NULL) {
        snprintf(out, 2 * CELL_SIZE + 4, "%.*s", 2 * CELL_SIZE, value->text);
        return;
    }
    format_number(value->measured, ours);
    format_number(value->published, theirs);
    if (isnan(value->published)) {
        snprintf(out, 2 * CELL_SIZE + 4, "%s", ours);
    } else {
        snprintf(out, 2 * CELL_SIZE + 4, "%s (%s)", ours, theirs);
    }
}

static uint32_t find_or_add_column(table_columns *columns, const wend_paper_value *value) {
    for (uint32_t i = 0; i < columns->count; i++) {
        if (strcmp(columns->names[i], value->column) == 0) {
            return i;
        }
    }
    if (columns->count == MOST_COLUMNS) {
        return MOST_COLUMNS;
    }
    columns->names[columns->count] = value->column;
    columns->units[columns->count] = value->unit;
    columns->widths[columns->count] = (int)strlen(value->column);
    return columns->count++;
}

static table_columns find_columns(const wend_paper_result *result, const char *table) {
    table_columns columns = {.count = 0};
    for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
        wend_paper_value value = wend_paper_value_at(result, i);
        char cell[2 * CELL_SIZE + 4];
        if (strcmp(value.table, table) != 0) {
            continue;
        }
        uint32_t column = find_or_add_column(&columns, &value);
        format_cell(&value, cell);
        if (column < MOST_COLUMNS && (int)strlen(cell) > columns.widths[column]) {
            columns.widths[column] = (int)strlen(cell);
        }
    }
    return columns;
}

static void print_row(const wend_paper_result *result, const wend_paper_value *first,
                      const table_columns *columns, FILE *stream) {
    fprintf(stream, "  %-*s", ROW_WIDTH, first->row);
    for (uint32_t k = 0; k < columns->count; k++) {
        char cell[2 * CELL_SIZE + 4] = "";
        int side = 1; /* 1 aligns to the right (numbers), -1 to the left (words) */
        for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
            wend_paper_value value = wend_paper_value_at(result, i);
            if (strcmp(value.table, first->table) == 0 && strcmp(value.row, first->row) == 0 &&
                strcmp(value.column, columns->names[k]) == 0) {
                format_cell(&value, cell);
                side = value.text != NULL ? -1 : 1;
            }
        }
        /* Words in the last column are not padded, to avoid trailing spaces. */
        bool ends = side < 0 && k + 1 == columns->count;
        fprintf(stream, "  %*s", ends ? 0 : side * columns->widths[k], cell);
    }
    fputc('\n', stream);
}

/* True if an earlier value has the same table (and, if `by_row` is true, the same row). */
static bool is_repeated(const wend_paper_result *result, uint32_t index, bool by_row) {
    wend_paper_value value = wend_paper_value_at(result, index);
    for (uint32_t i = 0; i < index; i++) {
        wend_paper_value other = wend_paper_value_at(result, i);
        if (strcmp(other.table, value.table) == 0 &&
            (!by_row || strcmp(other.row, value.row) == 0)) {
            return true;
        }
    }
    return false;
}

static void print_table(const wend_paper_result *result, const char *table, FILE *stream) {
    table_columns columns = find_columns(result, table);
    fprintf(stream, "%s\n  %-*s", table, ROW_WIDTH, "");
    for (uint32_t k = 0; k < columns.count; k++) {
        fprintf(stream, "  %*s", columns.widths[k], columns.names[k]);
    }
    fprintf(stream, "\n  %-*s", ROW_WIDTH, "");
    for (uint32_t k = 0; k < columns.count; k++) {
        const char *unit = strcmp(columns.units[k], "1") == 0 ? "" : columns.units[k];
        fprintf(stream, "  %*s", columns.widths[k], unit);
    }
    fputc('\n', stream);
    for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
        wend_paper_value value = wend_paper_value_at(result, i);
        if (strcmp(value.table, table) == 0 && !is_repeated(result, i, true)) {
            print_row(result, &value, &columns, stream);
        }
    }
    fputc('\n', stream);
}

void tables_print(const wend_paper_result *result, FILE *stream) {
    for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
        if (!is_repeated(result, i, false)) {
            print_table(result, wend_paper_value_at(result, i).table, stream);
        }
    }
}

static void json_text(wend_json *json, const char *key, const char *text) {
    wend_json_write_key(json, key);
    wend_json_write_text(json, text);
}

void tables_write_json(const wend_paper_result *result, const char *paper, wend_json *json) {
    for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
        wend_paper_value value = wend_paper_value_at(result, i);
        wend_json_begin_object(json);
        json_text(json, "paper", paper);
        json_text(json, "table", value.table);
        json_text(json, "row", value.row);
        json_text(json, "column", value.column);
        json_text(json, "unit", value.unit);
        wend_json_write_key(json, "theirs");
        wend_json_write_number(json, value.published);
        wend_json_write_key(json, "ours");
        wend_json_write_number(json, value.measured);
        json_text(json, "words", value.text);
        wend_json_end_object(json);
    }
}
