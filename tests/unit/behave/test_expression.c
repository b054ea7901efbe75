/* Expressions: random ones against an evaluator that walks their trees, messages for wrong ones,
 * limits, and the values of variables in a world. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wend/behaviour.h>
#include <wend/view.h>

#include "behave/condition/expression/program.h"
#include "state/world.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

/* ---- Compiling ------------------------------------------------------------------------------- */

static bool find_two_areas(void *context, const char *name, wend_area *out, char *hint,
                           size_t size) {
    (void)context;
    uint64_t id = strcmp(name, "hall") == 0 ? 1 : strcmp(name, "main lobby") == 0 ? 2 : 0;
    *out = (wend_area){id};
    snprintf(hint, size, "; did you mean 'hall'?");
    return id != 0;
}

static const expression_areas two_areas = {find_two_areas, NULL};

static wend_result compile(const char *text, expression_program *out, wend_error *error) {
    return expression_compile(text, &two_areas, out, error);
}

/* ---- Random trees ---------------------------------------------------------------------------- */

/* The oracle has its own tree, and shares neither the tokens nor the steps of the compiler. */
typedef enum tree_kind {
    TREE_NUMBER,
    TREE_VARIABLE,
    TREE_POPULATION,
    TREE_MINUS,
    TREE_NOT,
    TREE_BINARY
} tree_kind;

typedef struct tree {
    tree_kind kind;
    double number;
    uint32_t variable;
    const char *sign; /* of a binary operator */
    int level;        /* how tightly it binds */
    struct tree *left, *right;
} tree;

enum { MOST_NODES = 400, MOST_TEXT = 8000, TREE_TIGHTEST = 8 };

static tree nodes[MOST_NODES];
static uint32_t node_count;
static uint64_t dice_state;

static uint32_t roll(uint32_t below) {
    dice_state = dice_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(dice_state >> 33) % below;
}

static tree *new_tree(tree_kind kind, int level) {
    ck_assert_uint_lt(node_count, MOST_NODES);
    tree *made = &nodes[node_count++];
    *made = (tree){.kind = kind, .level = level};
    return made;
}

static tree *new_binary(const char *sign, int level, tree *left, tree *right) {
    tree *made = new_tree(TREE_BINARY, level);
    made->sign = sign;
    made->left = left;
    made->right = right;
    return made;
}

static tree *random_number(uint32_t depth) {
    static const double some[] = {0, 1, 2, 0.5, 3.25, 1e300, 7, 10, 0.125, 100};
    uint32_t kind = depth == 0 ? roll(4) : roll(9);
    if (kind >= 8) {
        tree *made = new_tree(TREE_MINUS, 7);
        made->left = random_number(depth - 1);
        return made;
    }
    if (kind >= 4) {
        static const char *const signs[] = {"+", "-", "*", "/"};
        uint32_t k = roll(4);
        tree *left = random_number(depth - 1);
        return new_binary(signs[k], k < 2 ? 5 : 6, left, random_number(depth - 1));
    }
    tree *made = new_tree(kind < 2    ? TREE_NUMBER
                          : kind == 2 ? TREE_VARIABLE
                                      : (roll(3) ? TREE_VARIABLE : TREE_POPULATION),
                          TREE_TIGHTEST);
    made->number = some[roll(10)];
    made->variable = roll(made->kind == TREE_POPULATION ? 2 : EXPRESSION_VARIABLE_COUNT);
    return made;
}

static tree *random_condition(uint32_t depth) {
    uint32_t kind = depth == 0 ? 0 : roll(5);
    if (kind == 1) {
        tree *made = new_tree(TREE_NOT, 3);
        made->left = random_condition(depth - 1);
        return made;
    }
    if (kind >= 2) {
        bool both = roll(2) != 0;
        tree *left = random_condition(depth - 1);
        return new_binary(both ? "and" : "or", both ? 2 : 1, left, random_condition(depth - 1));
    }
    static const char *const signs[] = {"<", "<=", ">", ">=", "==", "!="};
    tree *left = random_number(depth ? depth - 1 : 0);
    return new_binary(signs[roll(6)], 4, left, random_number(depth ? depth - 1 : 0));
}

static double values[EXPRESSION_VARIABLE_COUNT], populations[2];

static double evaluate(const tree *of) {
    switch (of->kind) {
    case TREE_NUMBER:
        return of->number;
    case TREE_VARIABLE:
        return values[of->variable];
    case TREE_POPULATION:
        return populations[of->variable];
    case TREE_MINUS:
        return -evaluate(of->left);
    case TREE_NOT:
        return evaluate(of->left) != 0 ? 0 : 1;
    default:
        break;
    }
    double a = evaluate(of->left), b = evaluate(of->right);
    const char *sign = of->sign;
    if (of->level == 4 && (isnan(a) || isnan(b))) {
        return 0;
    }
    return strcmp(sign, "and") == 0  ? a + b == 2
           : strcmp(sign, "or") == 0 ? a + b >= 1
           : strcmp(sign, "<") == 0  ? a < b
           : strcmp(sign, "<=") == 0 ? !(a > b)
           : strcmp(sign, ">") == 0  ? b < a
           : strcmp(sign, ">=") == 0 ? !(a < b)
           : strcmp(sign, "==") == 0 ? !(a < b) && !(b < a)
           : strcmp(sign, "!=") == 0 ? a < b || b < a
           : sign[0] == '+'          ? a + b
           : sign[0] == '-'          ? a - b
           : sign[0] == '*'          ? a * b
                                     : a / b;
}

/* ---- Texts of trees -------------------------------------------------------------------------- */

static char text[MOST_TEXT];
static size_t text_size;
static uint32_t token_count;

static void put(const char *word) {
    static const char *const blanks[] = {" ", " ", "  ", "\t", " \n"};
    text_size += (size_t)snprintf(text + text_size, MOST_TEXT - text_size, "%s%s",
                                  text_size ? blanks[roll(5)] : "", word);
    token_count++;
}

/* Writes a tree, in parentheses if it binds less tightly than `least`, and sometimes anyway. */
static void write_tree(const tree *of, int least) {
    static const char *const areas[] = {"population(hall)", "population ( main lobby )"};
    char number[40];
    bool enclosed = of->level < least || roll(12) == 0;
    if (enclosed) {
        put("(");
    }
    if (of->kind == TREE_NUMBER) {
        snprintf(number, sizeof number, roll(2) ? "%.17g" : "%.4e", of->number);
        put(number);
    } else if (of->kind == TREE_VARIABLE) {
        put(expression_variable_names[of->variable]);
    } else if (of->kind == TREE_POPULATION) {
        put(areas[of->variable]);
        token_count += 3;
    } else if (of->kind == TREE_BINARY) {
        write_tree(of->left, of->level + (of->level == 4));
        put(of->sign);
        write_tree(of->right, of->level + 1);
    } else {
        put(of->kind == TREE_NOT ? "not" : "-");
        write_tree(of->left, of->level);
    }
    if (enclosed) {
        put(")");
    }
}

static double random_value(void) {
    static const double odd[] = {0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 2, 0.5, 1e308};
    return roll(3) == 0 ? odd[roll(10)] : (double)roll(2000) / 100 - 10;
}

/* Lets a program read the values, and sets those that it does not read to another value. */
static bool run(const expression_program *program) {
    double given[EXPRESSION_VALUES];
    for (uint32_t i = 0; i < EXPRESSION_VALUES; i++) {
        given[i] = -777;
        if (i < EXPRESSION_VARIABLE_COUNT && program->variables & 1u << i) {
            given[i] = values[i];
        }
    }
    for (uint32_t i = 0; i < program->area_count; i++) {
        given[EXPRESSION_VARIABLE_COUNT + i] = populations[program->areas[i].value - 1];
    }
    return expression_holds(program, given);
}

START_TEST(programs_agree_with_trees) {
    uint32_t count = trials(10000), good = 0, true_count = 0, long_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        dice_state = 1000 + i;
        node_count = token_count = 0;
        text_size = 0;
        const tree *made = random_condition(roll(5));
        write_tree(made, 0);
        expression_program program;
        wend_error error = {0};
        wend_result result = compile(text, &program, &error);
        if (token_count > EXPRESSION_MAX_TOKENS) {
            ck_assert_msg(result == WEND_ERROR_LIMIT, "seed %u: %s", i, text);
            long_count++;
            continue;
        }
        ck_assert_msg(result == WEND_OK, "seed %u: %s: %s", i, text, error.message);
        good++;
        for (int round = 0; round < 4; round++) {
            for (uint32_t k = 0; k < EXPRESSION_VARIABLE_COUNT; k++) {
                values[k] = random_value();
            }
            populations[0] = roll(20);
            populations[1] = roll(20);
            bool expected = evaluate(made) != 0;
            ck_assert_msg(run(&program) == expected, "seed %u: %s", i, text);
            true_count += expected;
        }
    }
    ck_assert_uint_ge(good, trials_bound(8000));
    ck_assert_uint_ge(long_count, trials_bound(100));
    ck_assert_uint_ge(true_count, trials_bound(10000));
    ck_assert_uint_le(true_count, good * 3);
}
END_TEST

/* ---- Single cases ---------------------------------------------------------------------------- */

static bool holds(const char *of) {
    expression_program program;
    wend_error error = {0};
    ck_assert_msg(compile(of, &program, &error) == WEND_OK, "%s", error.message);
    memset(values, 0, sizeof values);
    values[EXPRESSION_SPEED] = 2;
    values[EXPRESSION_X] = 4;
    values[EXPRESSION_TIME_IN_STATE] = 6;
    populations[0] = 3;
    populations[1] = 5;
    return run(&program);
}

START_TEST(operators_bind_as_documented) {
    ck_assert(holds("speed > 1 and (time_in_state > 5 or x < 3.5)"));
    ck_assert(holds("1 + 2 * 3 == 7"));
    ck_assert(holds("8 - 4 - 2 == 2"));
    ck_assert(holds("8 / 4 / 2 == 1"));
    ck_assert(holds("-2 * -3 == 6"));
    ck_assert(holds("- - 2 == 2"));
    ck_assert(holds("2 - -2 == 4"));
    ck_assert(holds("not 1 > 2"));
    ck_assert(holds("1 > 0 or 1 > 0 and 1 < 0"));
    ck_assert(!holds("not 1 > 2 and 1 > 2"));
    ck_assert(holds("not not speed == 2"));
    ck_assert(holds("speed>1and x<5"));
    ck_assert(holds(".5 + 5. + 1e0 == 6.5"));
    ck_assert(holds("population(hall) + population( main lobby ) == 8"));
}
END_TEST

START_TEST(division_by_zero_is_infinite_and_nan_compares_false) {
    ck_assert(holds("1 / 0 > 1e308"));
    ck_assert(holds("-1 / 0 < -1e308"));
    static const char *const signs[] = {"<", "<=", ">", ">=", "==", "!="};
    for (int i = 0; i < 6; i++) {
        char of[60];
        snprintf(of, sizeof of, "0 / 0 %s 0 / 0", signs[i]);
        ck_assert_msg(!holds(of), "%s", of);
        snprintf(of, sizeof of, "not 0 / 0 %s 1", signs[i]);
        ck_assert_msg(holds(of), "%s", of);
    }
}
END_TEST

START_TEST(wrong_expressions_are_refused_with_their_column) {
    static const struct {
        const char *text;
        wend_result code;
        uint32_t column;
        const char *says;
    } wrong[] = {
        {"", WEND_ERROR_SYNTAX, 1, "expected a number, a variable, 'not' or '(', found the end"},
        {"speed", WEND_ERROR_SYNTAX, 1, "expected a comparison, found a number"},
        {"1 + (2 < 3)", WEND_ERROR_SYNTAX, 3, "expected numbers, found a comparison"},
        {"-(1 < 2) < 3", WEND_ERROR_SYNTAX, 1, "expected numbers, found a comparison"},
        {"speed and x > 1", WEND_ERROR_SYNTAX, 7, "expected comparisons to combine"},
        {"not speed", WEND_ERROR_SYNTAX, 1, "expected comparisons to combine, found a number"},
        {"1 < 2 < 3", WEND_ERROR_SYNTAX, 7, "expected 'and' between two comparisons, found '<'"},
        {"1 < not 2 < 3", WEND_ERROR_SYNTAX, 3, "expected numbers, found a comparison"},
        {"(speed > 1", WEND_ERROR_SYNTAX, 11, "expected ')' or an operator, found the end"},
        {"speed > 1)", WEND_ERROR_SYNTAX, 10, "expected an operator, found ')'"},
        {"speed > )", WEND_ERROR_SYNTAX, 9, "found ')'"},
        {"speed > 1 x", WEND_ERROR_SYNTAX, 11, "expected an operator such as"},
        {"speed > 1 not x > 1", WEND_ERROR_SYNTAX, 11, "found 'not'"},
        {"spede > 1", WEND_ERROR_NAME, 1, "there is no variable 'spede'; did you mean 'speed'?"},
        {"x > 1 and Time > 2", WEND_ERROR_NAME, 11, "did you mean 'time'?"},
        {"x = 1", WEND_ERROR_SYNTAX, 3, "expected '==', found '='"},
        {"x > 1 && y > 1", WEND_ERROR_SYNTAX, 7, "expected 'and', found '&&'"},
        {"x > 1 || y > 1", WEND_ERROR_SYNTAX, 7, "expected 'or', found '||'"},
        {"! x > 1", WEND_ERROR_SYNTAX, 1, "expected 'not' or '!=', found '!'"},
        {"x > 1 ?", WEND_ERROR_SYNTAX, 7, "a character has no meaning here"},
        {"x > 1e999", WEND_ERROR_SYNTAX, 5, "a double can hold"},
        {"population > 1", WEND_ERROR_SYNTAX, 12, "expected '(' and the name of an area"},
        {"population(", WEND_ERROR_SYNTAX, 12, "expected the name of an area and ')'"},
        {"population() > 1", WEND_ERROR_SYNTAX, 12, "expected the name of an area and ')'"},
        {"1 < population(hal)", WEND_ERROR_NAME, 16,
         "there is no area 'hal'; did you mean 'hall'?"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        expression_program program;
        wend_error error = {0};
        char place[20];
        snprintf(place, sizeof place, "column %u:", wrong[i].column);
        ck_assert_msg(compile(wrong[i].text, &program, &error) == wrong[i].code, "%s: %s",
                      wrong[i].text, error.message);
        ck_assert_msg(strstr(error.message, place) && strstr(error.message, wrong[i].says), "%s",
                      error.message);
        ck_assert_int_eq(compile(wrong[i].text, &program, NULL), wrong[i].code);
    }
}
END_TEST

/* Writes `count` signs and then a comparison of 3 tokens, or nested parentheses around it. */
static void write_nested(char *out, const char *before, uint32_t count, const char *after) {
    out[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        strcat(out, before);
    }
    strcat(out, "1 < 2");
    for (uint32_t i = 0; i < count; i++) {
        strcat(out, after);
    }
}

START_TEST(expressions_have_at_most_64_tokens) {
    char of[2000];
    expression_program program;
    wend_error error = {0};
    write_nested(of, "- ", 61, "");
    ck_assert_int_eq(compile(of, &program, NULL), WEND_OK);
    write_nested(of, "- ", 62, "");
    ck_assert_int_eq(compile(of, &program, &error), WEND_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(error.message, "at most 64 tokens"));
    write_nested(of, "(", 30, ")");
    ck_assert_int_eq(compile(of, &program, NULL), WEND_OK);
    write_nested(of, "(", 31, ")");
    ck_assert_int_eq(compile(of, &program, NULL), WEND_ERROR_LIMIT);
    write_nested(of, "not ", 61, "");
    ck_assert_int_eq(compile(of, &program, NULL), WEND_OK);
    of[0] = '\0';
    for (int i = 0; i < 13; i++) { /* 13 x 4 + 12 + 2 tokens */
        strcat(of, i ? " + population(hall)" : "population(hall)");
    }
    strcat(of, " < 9");
    ck_assert_int_eq(compile(of, &program, NULL), WEND_ERROR_LIMIT);
    ck_assert_int_eq(compile(of + strlen("population(hall) + "), &program, NULL), WEND_OK);
    memset(of, '9', 100);
    strcpy(of + 100, " > 1");
    ck_assert_int_eq(compile(of, &program, NULL), WEND_ERROR_SYNTAX);
}
END_TEST

/* ---- Variables in a world -------------------------------------------------------------------- */

extern const wend_condition wend_condition_expression;

static wend_world *busy;
static wend_agent walker;

/* Evaluates an expression for the agent, in the world as it is between two steps. */
static bool is_true(const char *of) {
    expression_program program;
    wend_error error = {0};
    ck_assert_msg(compile(of, &program, &error) == WEND_OK, "%s", error.message);
    program.areas[0] = wend_world_find_area(busy, "hall");
    const expression_params params = {of, &program};
    wend_view view = busy->view;
    view.time = wend_world_time(busy);
    const wend_condition_call call = {
        .view = &view, .world = busy, .agent = walker, .entered = 0.25, .params = &params};
    return wend_condition_expression.holds(&call);
}

/* The agent stands at (3, 4) when it enters, and walks to a goal at (13, 4). */
static void make_walker(void) {
    static const wend_point square[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}}, there = {13, 4};
    busy = worlds_make(worlds_open(), NULL);
    worlds_profile(busy, "direct");
    wend_area_def area = wend_default_area_def();
    area.points = square;
    area.point_count = 4;
    area.name = "hall";
    ck_assert_int_eq(wend_world_add_area(busy, &area, NULL, NULL), WEND_OK);
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &there;
    goal.tolerance = 0.01;
    wend_agent_def def = wend_default_agent_def();
    ck_assert_int_eq(wend_world_add_goal(busy, &goal, &def.goal, NULL), WEND_OK);
    def.position = (wend_point){3, 4};
    def.radius = 0.375;
    def.preferred_speed = 1.25;
    def.max_speed = 1.75;
    def.priority = 7;
    ck_assert_int_eq(wend_world_add_agents(busy, &def, 1, &walker, NULL), WEND_OK);
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(wend_world_step(busy, 1, NULL), WEND_OK);
    }
}

START_TEST(variables_describe_the_agent) {
    make_walker();
    ck_assert(is_true("time > 0.49 and time < 0.51"));
    ck_assert(is_true("time_in_state > 0.24 and time_in_state < 0.26"));
    ck_assert(is_true("x > 3 and x < 4 and y == 4"));
    ck_assert(is_true("speed > 1.24 and speed < 1.26"));
    ck_assert(is_true("preferred_speed == 1.25 and max_speed == 1.75"));
    ck_assert(is_true("radius == 0.375 and priority == 7"));
    ck_assert(is_true("heading == 0 and layer == 0"));
    ck_assert(is_true("x + distance > 12.99 and x + distance < 13.01"));
    ck_assert(is_true("population(hall) == 1"));
    wend_world_destroy(busy);
}
END_TEST

START_TEST(distance_without_a_goal_is_infinite) {
    make_walker();
    ck_assert_int_eq(wend_world_set_agent_goal(busy, walker, (wend_goal){0}, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_step(busy, 1, NULL), WEND_OK);
    ck_assert(is_true("distance > 1e300"));
    wend_world_destroy(busy);
}
END_TEST

int main(void) {
    SUITE("behave/expression", programs_agree_with_trees, operators_bind_as_documented,
          division_by_zero_is_infinite_and_nan_compares_false,
          wrong_expressions_are_refused_with_their_column, expressions_have_at_most_64_tokens,
          variables_describe_the_agent, distance_without_a_goal_is_infinite);
}
