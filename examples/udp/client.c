/* SPDX-License-Identifier: GPL-2.0-only */
/* client.c -- sends a line to an echo server until it comes back: client ADDRESS PORT TEXT
 *
 * An ordinary program: nothing in it knows that it will be explored.  It runs on a real machine as well.
 */
#include <arpa/inet.h>
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

int main (int argc, char **argv) {
  struct sockaddr_in server = {.sin_family = AF_INET};
  char echo[512];
  if (argc != 4 || inet_pton (AF_INET, argv[1], &server.sin_addr) != 1)
    return 2;
  server.sin_port = htons ((uint16_t)atoi (argv[2]));
  const char *text = argv[3];
  size_t size = strlen (text);
  int fd = socket (AF_INET, SOCK_DGRAM, 0);
  if (fd < 0 || connect (fd, (struct sockaddr *)&server, sizeof server) != 0)
    return 2;
  for (int i = 1; i <= TRIES; i++) {
    if (send (fd, text, size, 0) != (ssize_t)size)
      break;
    ssize_t got = receive_echo (fd, echo, sizeof echo);
    if (got == (ssize_t)size && memcmp (echo, text, size) == 0) {
      printf ("echoed after %d %s\n", i, i == 1 ? "try" : "tries");
      close (fd);
      return 0;
    }
  }
  printf ("no echo\n");
  close (fd);
  return 1;
}
