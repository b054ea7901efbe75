/* behave/condition/expression/tokens.h: splits the text of an expression into tokens. */
#ifndef BEHAVE_CONDITION_EXPRESSION_TOKENS_H
#define BEHAVE_CONDITION_EXPRESSION_TOKENS_H

#include "behave/condition/expression/program.h"

typedef enum token_kind {
    TOKEN_NUMBER,
    TOKEN_WORD, /* a variable or `population` */
    TOKEN_SIGN, /* an operator */
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_END
} token_kind;

typedef struct token {
    token_kind kind;
    const char *text; /* in the expression */
    uint32_t size;    /* bytes */
    double number;
    uint32_t code; /* of an operator; `-` has EXPRESSION_SUBTRACT, also where it is a sign */
} token;

/* Reads a token at `at`, after blanks. Returns NULL, or a message that says what is wrong with the
 * token. */
const char *token_read(const char *at, token *out);

#endif
