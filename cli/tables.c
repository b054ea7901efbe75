/* Writes the published and measured values of a paper as JSON. */
#include "cli/tables.h"
#include <math.h>

static void json_text(wend_json *json, const char *key, const char *text) {
    wend_json_write_key(json, key);
    wend_json_write_text(json, text);
}

static void write_value(const wend_paper_value *value, const char *paper, wend_json *json) {
    wend_json_begin_object(json);
    json_text(json, "paper", paper);
    json_text(json, "table", value->table);
    json_text(json, "row", value->row);
    json_text(json, "column", value->column);
    json_text(json, "unit", value->unit);
    wend_json_write_key(json, "theirs");
    wend_json_write_number(json, value->published);
    wend_json_write_key(json, "ours");
    wend_json_write_number(json, value->measured);
    json_text(json, "words", value->text);
    wend_json_end_object(json);
}

/* Writes the caption and the verdict of a table like values without a row. */
static void write_table(const wend_paper_table *table, const char *paper, wend_json *json) {
    const struct {
        const char *column, *words;
    } texts[] = {{"caption", table->caption},
                 {"verdict", wend_verdict_text(table->verdict)},
                 {"reason", table->reason}};
    wend_paper_value value = {
        .table = table->name, .row = "", .unit = "1", .published = NAN, .measured = NAN};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        value.column = texts[i].column;
        value.text = texts[i].words;
        write_value(&value, paper, json);
    }
}

void tables_write_json(const wend_paper_result *result, const char *paper, wend_json *json) {
    for (uint32_t i = 0; i < wend_paper_value_count(result); i++) {
        wend_paper_value value = wend_paper_value_at(result, i);
        write_value(&value, paper, json);
    }
    for (uint32_t i = 0; i < wend_paper_table_count(result); i++) {
        wend_paper_table table = wend_paper_table_at(result, i);
        write_table(&table, paper, json);
    }
}
