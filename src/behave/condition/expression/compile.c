/* Compiles expressions by operator precedence (E. W. Dijkstra, "Algol 60 translation", 1961): the
 * steps of operands are written at once, operators wait on a stack until one that binds less
 * tightly follows. Nothing recurses. The types of all values that the program will have on its
 * stack are tracked, so that a program never adds conditions or combines numbers with `and`.
 *
 * Cost: O(tokens). */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "behave/condition/expression/tokens.h"

const char *const expression_variable_names[EXPRESSION_VARIABLE_COUNT] = {
    [EXPRESSION_TIME] = "time",
    [EXPRESSION_TIME_IN_STATE] = "time_in_state",
    [EXPRESSION_X] = "x",
    [EXPRESSION_Y] = "y",
    [EXPRESSION_SPEED] = "speed",
    [EXPRESSION_PREFERRED_SPEED] = "preferred_speed",
    [EXPRESSION_MAX_SPEED] = "max_speed",
    [EXPRESSION_RADIUS] = "radius",
    [EXPRESSION_HEADING] = "heading",
    [EXPRESSION_PRIORITY] = "priority",
    [EXPRESSION_LAYER] = "layer",
    [EXPRESSION_DISTANCE] = "distance"};

enum {
    CODE_OPEN = EXPRESSION_OR + 1, /* an open parenthesis on the stack of operators */
    SHOWN_TEXT = 200,              /* bytes of the expression in messages */
    SHOWN_TOKEN = 40
};

/* An operator that waits for its operands. */
typedef struct waiting {
    uint32_t code, column;
} waiting;

typedef struct compiler {
    const char *text;
    const expression_areas *areas;
    expression_program *out;
    wend_error *error;
    wend_result result;
    token next;
    uint32_t token_count;
    waiting stack[EXPRESSION_MAX_TOKENS];
    uint32_t waiting_count;
    bool is_condition[EXPRESSION_MAX_TOKENS]; /* types of the values on the program's stack */
    uint32_t value_count;
} compiler;

/* ---- Messages -------------------------------------------------------------------------------- */

static void fail(compiler *c, wend_result code, uint32_t column, const char *wrong) {
    if (c->result == WEND_OK) {
        c->result = error_set(c->error, code, "expression '%.*s', column %u: %s", SHOWN_TEXT,
                              c->text, column, wrong);
    }
}

static uint32_t column_of(const compiler *c) {
    return (uint32_t)(c->next.text - c->text) + 1;
}

/* Reports that the next token is not what was expected. */
static void fail_next(compiler *c, const char *expected) {
    char wrong[160], found[SHOWN_TOKEN + 3] = "the end";
    if (c->next.kind != TOKEN_END) {
        uint32_t shown = c->next.size < SHOWN_TOKEN ? c->next.size : SHOWN_TOKEN;
        snprintf(found, sizeof found, "'%.*s'", (int)shown, c->next.text);
    }
    snprintf(wrong, sizeof wrong, "expected %s, found %s", expected, found);
    fail(c, WEND_ERROR_SYNTAX, column_of(c), wrong);
}

static void advance(compiler *c) {
    if (c->result != WEND_OK) {
        return;
    }
    const char *wrong = token_read(c->next.text + c->next.size, &c->next);
    if (wrong) {
        fail(c, WEND_ERROR_SYNTAX, column_of(c), wrong);
    } else if (c->next.kind != TOKEN_END && ++c->token_count > EXPRESSION_MAX_TOKENS) {
        fail(c, WEND_ERROR_LIMIT, column_of(c), "an expression can have at most 64 tokens");
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void add_step(compiler *c, expression_step step) {
    if (c->result == WEND_OK) {
        WEND_ASSERT(c->out->step_count < EXPRESSION_MAX_TOKENS);
        c->out->steps[c->out->step_count++] = step;
    }
}

static void add_operand(compiler *c, expression_step step) {
    add_step(c, step);
    c->is_condition[c->value_count++] = false;
}

static bool is_logical(uint32_t code) {
    return code == EXPRESSION_NOT || code == EXPRESSION_AND || code == EXPRESSION_OR;
}

static bool is_comparison(uint32_t code) {
    return code >= EXPRESSION_LESS && code <= EXPRESSION_NOT_EQUAL;
}

/* Writes the operator on top of the stack, whose operands are complete. */
static void add_operator(compiler *c) {
    waiting top = c->stack[--c->waiting_count];
    uint32_t operands = top.code >= EXPRESSION_ADD ? 2 : 1;
    bool logical = is_logical(top.code);
    WEND_ASSERT(c->value_count >= operands);
    c->value_count -= operands;
    for (uint32_t i = 0; i < operands; i++) {
        if (c->is_condition[c->value_count + i] != logical) {
            fail(c, WEND_ERROR_SYNTAX, top.column,
                 logical ? "expected comparisons to combine, found a number"
                         : "expected numbers, found a comparison");
        }
    }
    c->is_condition[c->value_count++] = logical || is_comparison(top.code);
    add_step(c, (expression_step){.code = top.code});
}

static uint32_t precedence_of(uint32_t code) {
    static const uint32_t of[] = {[EXPRESSION_OR] = 1,
                                  [EXPRESSION_AND] = 2,
                                  [EXPRESSION_NOT] = 3,
                                  [EXPRESSION_LESS] = 4,
                                  [EXPRESSION_LESS_EQUAL] = 4,
                                  [EXPRESSION_GREATER] = 4,
                                  [EXPRESSION_GREATER_EQUAL] = 4,
                                  [EXPRESSION_EQUAL] = 4,
                                  [EXPRESSION_NOT_EQUAL] = 4,
                                  [EXPRESSION_ADD] = 5,
                                  [EXPRESSION_SUBTRACT] = 5,
                                  [EXPRESSION_MULTIPLY] = 6,
                                  [EXPRESSION_DIVIDE] = 6,
                                  [EXPRESSION_NEGATE] = 7,
                                  [CODE_OPEN] = 0};
    return of[code];
}

static void push(compiler *c, uint32_t code) {
    if (c->result == WEND_OK) {
        c->stack[c->waiting_count++] = (waiting){code, column_of(c)};
    }
}

/* Writes the waiting operators that bind at least as tightly as `least`, up to a parenthesis. */
static void add_waiting(compiler *c, uint32_t least) {
    while (c->result == WEND_OK && c->waiting_count > 0 &&
           precedence_of(c->stack[c->waiting_count - 1].code) >= least) {
        add_operator(c);
    }
}

/* ---- Operands -------------------------------------------------------------------------------- */

/* Reads `population(NAME)` from its parenthesis on. The name is anything but a parenthesis. */
static void read_population(compiler *c) {
    char name[WEND_MAX_NAME + 1], hint[256], wrong[640];
    advance(c);
    if (c->result == WEND_OK && c->next.kind != TOKEN_OPEN) {
        fail_next(c, "'(' and the name of an area after 'population'");
    }
    if (c->result != WEND_OK) {
        return;
    }
    const char *first = c->next.text + 1 + strspn(c->next.text + 1, " \t\r\n");
    size_t size = strcspn(first, ")");
    const char *end = first + size;
    while (size > 0 && strchr(" \t\r\n", first[size - 1])) {
        size--;
    }
    c->next = (token){.kind = TOKEN_WORD, .text = first, .size = (uint32_t)size};
    c->token_count += 2;
    if (*end == '\0' || size == 0 || size > WEND_MAX_NAME) {
        fail(c, WEND_ERROR_SYNTAX, column_of(c), "expected the name of an area and ')'");
        return;
    }
    memcpy(name, first, size);
    name[size] = '\0';
    uint32_t index = c->out->area_count;
    if (index == EXPRESSION_MAX_AREAS || c->token_count > EXPRESSION_MAX_TOKENS) {
        fail(c, WEND_ERROR_LIMIT, column_of(c), "an expression can have at most 64 tokens");
    } else if (!c->areas->find(c->areas->context, name, &c->out->areas[index], hint, sizeof hint)) {
        snprintf(wrong, sizeof wrong, "there is no area '%s'%s", name, hint);
        fail(c, WEND_ERROR_NAME, column_of(c), wrong);
    }
    c->out->area_count++;
    c->next = (token){.kind = TOKEN_CLOSE, .text = end, .size = 1};
    add_operand(c, (expression_step){.code = EXPRESSION_VARIABLE,
                                     .index = EXPRESSION_VARIABLE_COUNT + index});
}

static void read_variable(compiler *c) {
    const char *names[EXPRESSION_VARIABLE_COUNT + 1];
    memcpy(names, expression_variable_names, sizeof expression_variable_names);
    names[EXPRESSION_VARIABLE_COUNT] = "population";
    uint32_t index = 0;
    while (index <= EXPRESSION_VARIABLE_COUNT &&
           (strlen(names[index]) != c->next.size ||
            memcmp(names[index], c->next.text, c->next.size) != 0)) {
        index++;
    }
    if (index == EXPRESSION_VARIABLE_COUNT) {
        read_population(c);
    } else if (index < EXPRESSION_VARIABLE_COUNT) {
        c->out->variables |= 1U << index;
        add_operand(c, (expression_step){.code = EXPRESSION_VARIABLE, .index = index});
    } else {
        char word[SHOWN_TOKEN + 1], hint[256], wrong[400];
        snprintf(word, sizeof word, "%.*s",
                 (int)(c->next.size < SHOWN_TOKEN ? c->next.size : SHOWN_TOKEN), c->next.text);
        snprintf(wrong, sizeof wrong, "there is no variable '%s'%s", word,
                 text_suggest(word, names, EXPRESSION_VARIABLE_COUNT + 1, hint, sizeof hint));
        fail(c, WEND_ERROR_NAME, column_of(c), wrong);
    }
}

/* Reads signs, `not` and open parentheses, then an operand. */
static void read_operand(compiler *c) {
    static const char expected[] = "a number, a variable, 'not' or '('";
    for (;; advance(c)) {
        bool sign = c->next.kind == TOKEN_SIGN && c->next.code == EXPRESSION_SUBTRACT;
        bool inverts = c->next.kind == TOKEN_SIGN && c->next.code == EXPRESSION_NOT;
        if (c->result != WEND_OK || !(sign || inverts || c->next.kind == TOKEN_OPEN)) {
            break;
        }
        push(c, sign ? EXPRESSION_NEGATE : inverts ? EXPRESSION_NOT : CODE_OPEN);
    }
    if (c->result != WEND_OK) {
        return;
    }
    if (c->next.kind == TOKEN_NUMBER) {
        add_operand(c, (expression_step){.code = EXPRESSION_NUMBER, .number = c->next.number});
    } else if (c->next.kind == TOKEN_WORD) {
        read_variable(c);
    } else {
        fail_next(c, expected);
    }
    advance(c);
}

/* ---- Operators ------------------------------------------------------------------------------- */

/* Reads closing parentheses after an operand. */
static void read_closing(compiler *c) {
    while (c->result == WEND_OK && c->next.kind == TOKEN_CLOSE) {
        add_waiting(c, 1);
        if (c->result == WEND_OK && c->waiting_count == 0) {
            fail_next(c, "an operator");
        } else if (c->result == WEND_OK) {
            c->waiting_count--;
            advance(c);
        }
    }
}

/* Reads an operator between two operands. Returns false at the end of the expression. */
static bool read_operator(compiler *c) {
    if (c->result != WEND_OK || c->next.kind == TOKEN_END) {
        return false;
    }
    if (c->next.kind != TOKEN_SIGN || c->next.code == EXPRESSION_NOT) {
        fail_next(c, "an operator such as '+', '<' or 'and'");
        return false;
    }
    uint32_t code = c->next.code, precedence = precedence_of(code);
    add_waiting(c, precedence + is_comparison(code));
    if (c->result == WEND_OK && is_comparison(code) && c->waiting_count > 0 &&
        is_comparison(c->stack[c->waiting_count - 1].code)) {
        fail_next(c, "'and' between two comparisons");
    }
    push(c, code);
    advance(c);
    return c->result == WEND_OK;
}

wend_result expression_compile(const char *text, const expression_areas *areas,
                               expression_program *out, wend_error *error) {
    compiler c = {.text = text, .areas = areas, .out = out, .error = error};
    *out = (expression_program){.step_count = 0};
    c.next.text = text;
    advance(&c);
    do {
        read_operand(&c);
        read_closing(&c);
    } while (read_operator(&c));
    add_waiting(&c, 1);
    if (c.result == WEND_OK && c.waiting_count > 0) {
        fail_next(&c, "')' or an operator");
    }
    if (c.result == WEND_OK && !c.is_condition[0]) {
        fail(&c, WEND_ERROR_SYNTAX, 1, "expected a comparison, found a number");
    }
    return c.result;
}
