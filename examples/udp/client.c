/* SPDX-License-Identifier: GPL-2.0-only */
/* client.c -- sends a line to an echo server until it comes back: client ADDRESS PORT TEXT
 *
 * An ordinary program: nothing in it knows that it will be explored.  It runs on a real machine as well.
 */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TRIES = 3, TIMEOUT_MS = 500 };

/* Waits for the echo; its size, or -1 when none comes in time. */
static ssize_t receive_echo (int fd, char *buffer, size_t size) {
  struct pollfd waiting = {.fd = fd, .events = POLLIN};
  if (poll (&waiting, 1, TIMEOUT_MS) != 1)
    return -1;
  return recv (fd, buffer, size, 0);
}

/* How many tries it took until the text came back; 0: it never did. */
static int ask (int fd, const char *text, size_t size) {
  char echo[512];
  for (int i = 1; i <= TRIES; i++) {
    if (send (fd, text, size, 0) != (ssize_t)size)
      return 0;
    ssize_t got = receive_echo (fd, echo, sizeof echo);
    if (got == (ssize_t)size && memcmp (echo, text, size) == 0)
      return i;
  }
  return 0;
}

int main (int argc, char **argv) {
  struct sockaddr_in server = {.sin_family = AF_INET};
  if (argc != 4 || inet_pton (AF_INET, argv[1], &server.sin_addr) != 1)
    return 2;
  server.sin_port = htons ((uint16_t)atoi (argv[2]));
  int fd = socket (AF_INET, SOCK_DGRAM, 0);
  if (fd < 0 || connect (fd, (struct sockaddr *)&server, sizeof server) != 0)
    return 2;
  int tries = ask (fd, argv[3], strlen (argv[3]));
  assert (tries > 0); /* three tries are always enough, or are they? */
  printf ("echoed after %d %s\n", tries, tries == 1 ? "try" : "tries");
  close (fd);
  return 0;
}
