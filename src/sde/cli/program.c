/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/program.c -- opening what the user names as a program */
#include "cli/program.h"
#include "cli/cli.h"
#include "cli/place.h"
#include "cli/section.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/stat.h>

static bool is_elf (const char *path) {
  char mark[4] = {0};
  struct stat status;
  FILE *file = !stat (path, &status) && S_ISREG (status.st_mode) ? fopen (path, "rb") : NULL;
  if (!file)
    return false;
  size_t n = fread (mark, 1, sizeof mark, file);
  fclose (file);
  return n == sizeof mark && !memcmp (mark, "\177ELF", sizeof mark);
}

char *program_open (const char *path, bool trusted, SdeProgram **out) {
  if (!is_elf (path))
    return sde_program_load (path, trusted, out);
  char *folder = place_temporary ();
  if (!folder)
    return cli_format ("%s was not read", path);
  char *bitcode = cli_format ("%s/program.bc", folder), *message;
  const char *why = NULL;
  *out = NULL;
  if (section_extract (path, bitcode, &why))
    message = sde_program_load (bitcode, trusted, out);
  else
    message = cli_format ("%s: %s", path, why);
  free (bitcode);
  place_remove_folder (folder);
  return message;
}
