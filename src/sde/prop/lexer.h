/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/lexer.h -- the words of an expression; private to the parser */
#ifndef SDE_PROP_LEXER_H
#define SDE_PROP_LEXER_H

#include "prop/ast.h"

typedef enum TokenKind {
  TOKEN_END,
  TOKEN_NUMBER,
  TOKEN_NAME, /* a word, or anything in quotes: then quoted */
  TOKEN_OPERATOR,
  TOKEN_MARK /* one of ( ) [ ] . , : */
} TokenKind;

typedef struct Token {
  TokenKind kind;
  size_t from, to;
  const char *name; /* NAME: without quotes */
  size_t length;
  bool quoted;
  int64_t number; /* NUMBER */
  char mark;
} Token;

/* The token at an offset, spaces before it left out. */
Status token_read (const char *text, size_t from, Token *out);

#endif
