/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/section.c -- taking bitcode out of the native files that carry it
 *
 * The file may be anything: every offset is compared with its length before use.
 */
#include "cli/section.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Image {
  const unsigned char *data;
  size_t size;
} Image;

static bool fits (const Image *image, uint64_t offset, uint64_t size) {
  return offset <= image->size && size <= image->size - offset;
}

static bool read_section (const Image *image, const Elf64_Ehdr *head, unsigned number, Elf64_Shdr *out) {
  uint64_t offset = head->e_shoff + (uint64_t)number * sizeof *out;
  if (head->e_shoff > image->size || !fits (image, offset, sizeof *out))
    return false;
  memcpy (out, image->data + offset, sizeof *out);
  return out->sh_type == SHT_NOBITS || fits (image, out->sh_offset, out->sh_size);
}

/* Where the section's bytes are, or NULL. */
static const unsigned char *find (const Image *image, const char *wanted, size_t *size) {
  Elf64_Ehdr head;
  Elf64_Shdr names, section;
  if (image->size < sizeof head)
    return NULL;
  memcpy (&head, image->data, sizeof head);
  if (memcmp (head.e_ident, ELFMAG, SELFMAG) || head.e_ident[EI_CLASS] != ELFCLASS64 ||
      head.e_shentsize != sizeof section || !read_section (image, &head, head.e_shstrndx, &names))
    return NULL;
  size_t length = strlen (wanted) + 1;
  for (unsigned i = 0; i < head.e_shnum; i++) {
    if (!read_section (image, &head, i, &section) || section.sh_name > names.sh_size ||
        names.sh_size - section.sh_name < length)
      continue;
    if (section.sh_type != SHT_NOBITS &&
        !memcmp (image->data + names.sh_offset + section.sh_name, wanted, length)) {
      *size = section.sh_size;
      return image->data + section.sh_offset;
    }
  }
  return NULL;
}

static bool copy (const Image *image, const char *to, const char **why) {
  size_t size = 0;
  const unsigned char *bytes = find (image, ".sde.bc", &size);
  *why = "it carries no bitcode: compile it with `sde cc`";
  if (!bytes)
    return false;
  *why = "the bitcode cannot be written";
  FILE *file = fopen (to, "wb");
  if (!file)
    return false;
  size_t written = fwrite (bytes, 1, size, file);
  return (fclose (file) == 0) & (written == size);
}

bool section_extract (const char *from, const char *to, const char **why) {
  struct stat status;
  int fd = open (from, O_RDONLY | O_CLOEXEC);
  *why = "it cannot be read";
  if (fd < 0)
    return false;
  bool ok = false;
  if (!fstat (fd, &status) && S_ISREG (status.st_mode) && status.st_size > 0) {
    Image image = {NULL, (size_t)status.st_size};
    void *map = mmap (NULL, image.size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map != MAP_FAILED) {
      image.data = map;
      ok = copy (&image, to, why);
      munmap (map, image.size);
    }
  }
  close (fd);
  return ok;
}
