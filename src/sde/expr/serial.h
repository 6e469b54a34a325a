/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/serial.h -- expressions as bytes, and back
 *
 * A writer numbers expressions from 0 in the order in which they are first asked for, operands before what is
 * made of them, and hands them out in pieces.  A piece is a row of records:
 *
 *   kind (one byte), then varints:
 *   CONST    width, then (width + 7) / 8 bytes, lowest first
 *   SYM      number of the array, index in it
 *   EXTRACT  distance, offset, width        ZEXT, SEXT   distance, width
 *   others   a distance for each operand
 *
 * A distance is the record's own number minus the operand's, at least 1.  Arrays keep the numbers that they have in the
 * writer's pool.
 *
 * A reader rebuilds expressions through the constructors, in any pool and in any order.  It trusts nothing: a file that lies
 * about kinds, widths, operands or sizes gets a sentence.
 */
#ifndef SDE_EXPR_SERIAL_H
#define SDE_EXPR_SERIAL_H

#include "base/status.h"
#include "expr/expr.h"

enum { EXPR_PIECE = 4096 /* expressions of a piece, at most */ };

/* Expressions first .. first + count - 1; the bytes are the writer's or the file's. */
typedef struct ExprPiece {
  uint64_t first;
  uint32_t count;
  const uint8_t *bytes;
  size_t size;
} ExprPiece;

typedef struct ExprWriter ExprWriter;
typedef void (*ExprPieceFn) (void *data, const ExprPiece *piece);

/* Each piece goes to the function when it is full, the last one by expr_writer_flush. */
ExprWriter *expr_writer_new (Mem *mem, ExprPool *pool, ExprPieceFn piece, void *data);
void expr_writer_free (ExprWriter *writer);
/* The number of an expression of the pool; it and what it is made of are written when they are new. */
uint64_t expr_writer_number (ExprWriter *writer, Expr e);
void expr_writer_flush (ExprWriter *writer);

/* Where a reader gets its pieces and arrays; each answers false if there is no such thing. */
typedef struct ExprSource {
  /* The piece that holds this number; its bytes must live as long as the reader. */
  bool (*piece) (void *data, uint64_t number, ExprPiece *out);
  /* An array as it was; name as the pool's (in a network with the node's number). */
  bool (*array) (void *data, uint64_t array, ArrayInfo *out);
  void *data;
} ExprSource;

typedef struct ExprReader ExprReader;
ExprReader *expr_reader_new (Mem *mem, ExprPool *pool, const ExprSource *source);
void expr_reader_free (ExprReader *reader);
/* The expression of that number, made together with what it consists of. */
Status expr_reader_get (ExprReader *reader, uint64_t number, Expr *out);

#endif
