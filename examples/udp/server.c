/* SPDX-License-Identifier: GPL-2.0-only */
/* server.c -- sends back whatever it receives: server PORT
 *
 * An ordinary program: nothing in it knows that it will be explored.  It runs on a real machine as well.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int main (int argc, char **argv) {
  struct sockaddr_in address = {.sin_family = AF_INET}, from;
  char buffer[512];
  int fd = socket (AF_INET, SOCK_DGRAM, 0);
  if (argc != 2 || fd < 0)
    return 2;
  address.sin_addr.s_addr = htonl (INADDR_ANY);
  address.sin_port = htons ((uint16_t)atoi (argv[1]));
  if (bind (fd, (struct sockaddr *)&address, sizeof address) != 0)
    return 2;
  for (;;) {
    socklen_t length = sizeof from;
    ssize_t size = recvfrom (fd, buffer, sizeof buffer, 0, (struct sockaddr *)&from, &length);
    if (size < 0)
      break;
    sendto (fd, buffer, (size_t)size, 0, (struct sockaddr *)&from, length);
  }
  close (fd);
  return 1;
}
