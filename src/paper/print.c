/* Prints the tables of a paper as text of at most PRINT_WIDTH columns.
 *
 * A table that is wider than that is printed in several blocks of columns below each other, each
 * with the names of the rows. Text in cells follows the blocks as remarks, one for each row. */
#include <math.h>
#include <string.h>
#include <wend/kit.h>

enum { PRINT_WIDTH = 100, CELL_SIZE = 80, MOST_COLUMNS = 32, GAP = 2, INDENT = 2 };

/* The columns of one table, in the order of their first appearance. */
typedef struct table_columns {
    const char *names[MOST_COLUMNS];
    const char *units[MOST_COLUMNS];
    bool mixed[MOST_COLUMNS]; /* cells have different units, so each cell states its own */
    bool words[MOST_COLUMNS]; /* cells hold text, which is printed below the table */
    int widths[MOST_COLUMNS];
    int row_width;
    uint32_t count;
} table_columns;

const char *wend_verdict_text(wend_verdict verdict) {
    switch (verdict) {
    case WEND_VERDICT_CONFIRMED:
        return "confirmed";
    case WEND_VERDICT_BETTER:
        return "better";
    case WEND_VERDICT_NOT_CONFIRMED:
        return "not confirmed";
    case WEND_VERDICT_OPEN:
    default:
        return "not judged";
    }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static void format_number(double value, char out[CELL_SIZE / 2]) {
    double size = fabs(value);
    if (isnan(value)) {
        snprintf(out, CELL_SIZE / 2, "-");
    } else if (value == floor(value) && size < 1e6) {
        snprintf(out, CELL_SIZE / 2, "%.0f", value);
    } else if (size < 0.0005 || size >= 1e6) {
        snprintf(out, CELL_SIZE / 2, "%.2g", value);
    } else {
        snprintf(out, CELL_SIZE / 2, "%.*f", size >= 10.0 ? 1 : size >= 1.0 ? 2 : 3, value);
    }
}

static bool has_unit(const char *unit) {
    return strcmp(unit, "1") != 0 && unit[0] != '\0';
}

static void format_cell(const wend_paper_value *value, bool with_unit, char out[2 * CELL_SIZE]) {
    char ours[CELL_SIZE / 2], theirs[CELL_SIZE / 2], brackets[CELL_SIZE] = "";
    format_number(value->measured, ours);
    format_number(value->published, theirs);
    if (!isnan(value->published)) {
        snprintf(brackets, sizeof brackets, " (%s)", theirs);
    }
    bool unit = with_unit && has_unit(value->unit);
    snprintf(out, 2 * CELL_SIZE, "%s%s%s%.8s", ours, brackets, unit ? " " : "",
             unit ? value->unit : "");
}

/* ---- Columns --------------------------------------------------------------------------------- */

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

static void note_units(const wend_paper_result *result, const char *table, table_columns *columns) {
    for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
        wend_paper_value value = wend_paper_value_at(result, i);
        if (strcmp(value.table, table) != 0) {
            continue;
        }
        uint32_t k = find_or_add_column(columns, &value);
        int row = (int)strlen(value.row);
        columns->row_width = row > columns->row_width ? row : columns->row_width;
        if (k < MOST_COLUMNS) {
            columns->words[k] = columns->words[k] || value.text != NULL;
            columns->mixed[k] = columns->mixed[k] || strcmp(columns->units[k], value.unit) != 0;
        }
    }
}

static table_columns find_columns(const wend_paper_result *result, const char *table) {
    table_columns columns = {.count = 0};
    note_units(result, table, &columns);
    for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
        wend_paper_value value = wend_paper_value_at(result, i);
        char cell[2 * CELL_SIZE];
        uint32_t k =
            strcmp(value.table, table) == 0 ? find_or_add_column(&columns, &value) : MOST_COLUMNS;
        if (k < MOST_COLUMNS) {
            format_cell(&value, columns.mixed[k], cell);
            int width = (int)strlen(cell);
            columns.widths[k] = width > columns.widths[k] ? width : columns.widths[k];
        }
    }
    return columns;
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* A line that is being built. */
typedef struct text_line {
    char text[4 * PRINT_WIDTH];
    size_t length;
} text_line;

/* Appends text, padded on the left to `width`. */
static void append(text_line *line, int width, const char *text) {
    int added =
        snprintf(line->text + line->length, sizeof line->text - line->length, "%*s", width, text);
    size_t length = line->length + (size_t)(added > 0 ? added : 0);
    line->length = length < sizeof line->text ? length : sizeof line->text - 1;
}

/* Prints the line without the spaces at its end; an empty line is not printed. */
static void print_line(const text_line *line, FILE *stream) {
    int length = (int)line->length;
    while (length > 0 && line->text[length - 1] == ' ') {
        length--;
    }
    if (length > 0) {
        fprintf(stream, "%.*s\n", length, line->text);
    }
}

/* Prints words after a head, and wraps them at PRINT_WIDTH; the lines after the first are indented.
 */
static void print_wrapped(FILE *stream, const char *head, const char *words) {
    int column = INDENT + (int)strlen(head);
    fprintf(stream, "%*s%s", INDENT, "", head);
    bool begins = true;
    while (*words != '\0') {
        int length = (int)strcspn(words, " ");
        if (!begins && column + 1 + length > PRINT_WIDTH) {
            fprintf(stream, "\n%*s", 2 * INDENT, "");
            column = 2 * INDENT;
            begins = true;
        }
        fprintf(stream, "%s%.*s", begins ? "" : " ", length, words);
        column += length + (begins ? 0 : 1);
        begins = false;
        words += length;
        words += strspn(words, " ");
    }
    fputc('\n', stream);
}

static bool find_value(const wend_paper_result *result, const wend_paper_value *row,
                       const char *column, wend_paper_value *out) {
    for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
        *out = wend_paper_value_at(result, i);
        if (strcmp(out->table, row->table) == 0 && strcmp(out->row, row->row) == 0 &&
            strcmp(out->column, column) == 0) {
            return true;
        }
    }
    return false;
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

/* Calls `print` for every row of a table. */
typedef void print_row_function(const wend_paper_result *result, const wend_paper_value *row,
                                const table_columns *columns, uint32_t begin, uint32_t end,
                                FILE *stream);

static void print_rows(const wend_paper_result *result, const char *table,
                       const table_columns *columns, uint32_t begin, uint32_t end,
                       print_row_function *print, FILE *stream) {
    for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
        wend_paper_value value = wend_paper_value_at(result, i);
        if (strcmp(value.table, table) == 0 && !is_repeated(result, i, true)) {
            print(result, &value, columns, begin, end, stream);
        }
    }
}

/* ---- Blocks of columns ----------------------------------------------------------------------- */

static void print_row(const wend_paper_result *result, const wend_paper_value *row,
                      const table_columns *columns, uint32_t begin, uint32_t end, FILE *stream) {
    text_line line = {.length = 0};
    append(&line, INDENT, "");
    append(&line, -columns->row_width, row->row);
    bool found = false;
    for (uint32_t k = begin; k < end; k++) {
        char cell[2 * CELL_SIZE] = "";
        wend_paper_value value;
        if (columns->words[k]) {
            continue;
        }
        if (find_value(result, row, columns->names[k], &value)) {
            format_cell(&value, columns->mixed[k], cell);
            found = true;
        }
        append(&line, GAP + columns->widths[k], cell);
    }
    if (found) { /* a row may have no values in this block */
        print_line(&line, stream);
    }
}

static void print_remarks(const wend_paper_result *result, const wend_paper_value *row,
                          const table_columns *columns, uint32_t begin, uint32_t end,
                          FILE *stream) {
    for (uint32_t k = begin; k < end; k++) {
        char head[2 * CELL_SIZE];
        wend_paper_value value;
        if (columns->words[k] && find_value(result, row, columns->names[k], &value) &&
            value.text != NULL) {
            snprintf(head, sizeof head, "%.60s, %.40s: ", row->row, columns->names[k]);
            print_wrapped(stream, head, value.text);
        }
    }
}

static void print_head(const table_columns *columns, uint32_t begin, uint32_t end, bool units,
                       FILE *stream) {
    text_line line = {.length = 0};
    append(&line, INDENT + columns->row_width, "");
    for (uint32_t k = begin; k < end; k++) {
        const char *unit =
            columns->mixed[k] || !has_unit(columns->units[k]) ? "" : columns->units[k];
        if (!columns->words[k]) {
            append(&line, GAP + columns->widths[k], units ? unit : columns->names[k]);
        }
    }
    print_line(&line, stream);
}

/* Returns the end of the block of columns that begins at `begin` and fits the width. */
static uint32_t find_block_end(const table_columns *columns, uint32_t begin) {
    int width = INDENT + columns->row_width;
    uint32_t end = begin;
    for (; end < columns->count; end++) {
        width += columns->words[end] ? 0 : GAP + columns->widths[end];
        if (width > PRINT_WIDTH && end > begin) {
            break;
        }
    }
    return end;
}

/* True if any of the columns holds numbers. */
static bool has_numbers(const table_columns *columns, uint32_t begin, uint32_t end) {
    bool found = false;
    for (uint32_t k = begin; k < end; k++) {
        found = found || !columns->words[k];
    }
    return found;
}

static void print_blocks(const wend_paper_result *result, const char *table,
                         const table_columns *columns, FILE *stream) {
    for (uint32_t begin = 0; begin < columns->count;) {
        uint32_t end = find_block_end(columns, begin);
        if (has_numbers(columns, begin, end)) {
            fputs(begin > 0 ? "\n" : "", stream);
            print_head(columns, begin, end, false, stream);
            print_head(columns, begin, end, true, stream);
            print_rows(result, table, columns, begin, end, print_row, stream);
        }
        begin = end;
    }
    print_rows(result, table, columns, 0, columns->count, print_remarks, stream);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void print_notes(const wend_paper_table *table, FILE *stream) {
    for (uint32_t i = 0; i < table->column_count; i++) {
        char head[2 * CELL_SIZE];
        snprintf(head, sizeof head, "  %.90s: ", table->columns[i].name);
        print_wrapped(stream, head, table->columns[i].meaning);
    }
    if (table->noisy) {
        print_wrapped(stream, "noisy: ",
                      "times depend on the machine and its load; compare them only within this "
                      "run, and trust counts more than times");
    }
    char head[CELL_SIZE];
    snprintf(head, sizeof head, "verdict: %s: ", wend_verdict_text(table->verdict));
    print_wrapped(stream, head, table->reason);
}

static void print_table(const wend_paper_result *result, const char *name, FILE *stream) {
    table_columns columns = find_columns(result, name);
    wend_paper_table table;
    bool described = wend_paper_find_table(result, name, &table);
    fprintf(stream, "%s\n", name);
    if (described) {
        print_wrapped(stream, "", table.caption);
    }
    print_blocks(result, name, &columns, stream);
    if (described) {
        print_notes(&table, stream);
    }
    fputc('\n', stream);
}

void wend_paper_print(const wend_paper_result *result, FILE *stream) {
    for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
        if (!is_repeated(result, i, false)) {
            print_table(result, wend_paper_value_at(result, i).table, stream);
        }
    }
}
