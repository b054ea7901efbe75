/* Splits expressions into tokens: see tokens.h. */
#include "behave/condition/expression/tokens.h"

#include <string.h>

#include "base/text.h"

static const char digits[] = "0123456789";
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
static const char word_signs[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

typedef struct operator_text {
    const char *text;
    uint32_t code;
} operator_text;

/* A text that begins with another one comes first. */
static const operator_text signs[] = {
    {"<=", EXPRESSION_LESS_EQUAL}, {">=", EXPRESSION_GREATER_EQUAL}, {"==", EXPRESSION_EQUAL},
    {"!=", EXPRESSION_NOT_EQUAL},  {"<", EXPRESSION_LESS},           {">", EXPRESSION_GREATER},
    {"+", EXPRESSION_ADD},         {"-", EXPRESSION_SUBTRACT},       {"*", EXPRESSION_MULTIPLY},
    {"/", EXPRESSION_DIVIDE}};
static const operator_text words[] = {
    {"and", EXPRESSION_AND}, {"or", EXPRESSION_OR}, {"not", EXPRESSION_NOT}};
/* Operators of other languages, and what they are called here. */
static const char *const foreign[][2] = {{"&&", "expected 'and', found '&&'"},
                                         {"||", "expected 'or', found '||'"},
                                         {"=", "expected '==', found '='"},
                                         {"!", "expected 'not' or '!=', found '!'"}};

static const char *read_number(token *out) {
    const char *at = out->text;
    size_t size = strspn(at, digits);
    if (at[size] == '.') {
        size += 1 + strspn(at + size + 1, digits);
    }
    size_t sign = at[size] != '\0' && (at[size + 1] == '+' || at[size + 1] == '-') ? 2 : 1;
    if ((at[size] == 'e' || at[size] == 'E') && strspn(at + size + sign, digits) > 0) {
        size += sign + strspn(at + size + sign, digits);
    }
    char copy[EXPRESSION_MAX_NUMBER + 1];
    out->kind = TOKEN_NUMBER;
    out->size = (uint32_t)size;
    if (size > EXPRESSION_MAX_NUMBER) {
        return "a number has more than 63 digits";
    }
    memcpy(copy, at, size);
    copy[size] = '\0';
    return text_parse_double(copy, &out->number) ? NULL
                                                 : "expected a number that a double can hold";
}

static void read_word(token *out) {
    out->kind = TOKEN_WORD;
    out->size = (uint32_t)strspn(out->text, word_signs);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (out->size == strlen(words[i].text) &&
            memcmp(out->text, words[i].text, out->size) == 0) {
            out->kind = TOKEN_SIGN;
            out->code = words[i].code;
        }
    }
}

static const char *read_sign(token *out) {
    out->kind = TOKEN_SIGN;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t size = strlen(signs[i].text);
        if (strncmp(out->text, signs[i].text, size) == 0) {
            out->size = (uint32_t)size;
            out->code = signs[i].code;
            return NULL;
        }
    }
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        if (strncmp(out->text, foreign[i][0], strlen(foreign[i][0])) == 0) {
            return foreign[i][1];
        }
    }
    return "a character has no meaning here";
}

const char *token_read(const char *at, token *out) {
    at += strspn(at, " \t\r\n");
    *out = (token){.kind = TOKEN_END, .text = at, .size = 1};
    if (*at == '\0') {
        out->size = 0;
        return NULL;
    }
    if (*at == '(' || *at == ')') {
        out->kind = *at == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
        return NULL;
    }
    if (strchr(digits, *at) || (*at == '.' && at[1] != '\0' && strchr(digits, at[1]))) {
        return read_number(out);
    }
    if (strchr(letters, *at)) {
        read_word(out);
        return NULL;
    }
    return read_sign(out);
}
