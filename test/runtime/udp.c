/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/udp.c -- an ordinary UDP server and client; nothing in it knows of the engine
 *
 *   udp server PORT COUNT      answers COUNT datagrams with their bytes turned around
 *   udp client HOST PORT TEXT  asks up to three times, half a second each, and prints the answer
 *   udp poller PORT COUNT      the server once more, by select and without blocking
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void check (int ok, const char *what) {
  if (!ok) {
    perror (what);
    exit (1);
  }
}

static void turn (char *text, ssize_t n) {
  for (ssize_t i = 0; i < n / 2; i++) {
    char c = text[i];
    text[i] = text[n - 1 - i];
    text[n - 1 - i] = c;
  }
}

static int open_server (const char *port) {
  struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons ((uint16_t)atoi (port))};
  int fd = socket (AF_INET, SOCK_DGRAM, 0), one = 1;
  check (fd >= 0, "socket");
  check (!setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one), "setsockopt");
  name.sin_addr.s_addr = htonl (INADDR_ANY);
  check (!bind (fd, (struct sockaddr *)&name, sizeof name), "bind");
  return fd;
}

static int answer (int fd) {
  char buffer[1500];
  struct sockaddr_in from;
  socklen_t size = sizeof from;
  ssize_t n = recvfrom (fd, buffer, sizeof buffer, 0, (struct sockaddr *)&from, &size);
  if (n < 0)
    return 0;
  printf ("%zd bytes from %s\n", n, inet_ntoa (from.sin_addr));
  turn (buffer, n);
  check (sendto (fd, buffer, (size_t)n, 0, (struct sockaddr *)&from, size) == n, "sendto");
  return 1;
}

static int server (const char *port, int count) {
  int fd = open_server (port);
  while (count)
    count -= answer (fd);
  close (fd);
  return 0;
}

static int poller (const char *port, int count) {
  int fd = open_server (port);
  check (!fcntl (fd, F_SETFL, fcntl (fd, F_GETFL) | O_NONBLOCK), "fcntl");
  while (count) {
    fd_set set;
    struct timeval second = {5, 0};
    FD_ZERO (&set);
    FD_SET (fd, &set);
    int n = select (fd + 1, &set, NULL, NULL, &second);
    check (n >= 0, "select");
    if (!n)
      return 3;
    check (n == 1 && FD_ISSET (fd, &set), "select says nothing");
    while (count && answer (fd))
      count--;
    check (!count || errno == EWOULDBLOCK, "recvfrom");
  }
  close (fd);
  return 0;
}

static int open_client (const char *host, const char *port) {
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM}, *found;
  struct timeval half = {0, 500000};
  int error = getaddrinfo (host, port, &hints, &found);
  if (error) {
    fprintf (stderr, "%s: %s\n", host, gai_strerror (error));
    exit (1);
  }
  int fd = socket (found->ai_family, found->ai_socktype, found->ai_protocol);
  check (fd >= 0, "socket");
  check (!connect (fd, found->ai_addr, found->ai_addrlen), "connect");
  check (!setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &half, sizeof half), "setsockopt");
  freeaddrinfo (found);
  return fd;
}

static int client (const char *host, const char *port, const char *text) {
  char buffer[1500];
  int fd = open_client (host, port);
  for (int i = 0; i < 3; i++) {
    check (send (fd, text, strlen (text), 0) == (ssize_t)strlen (text), "send");
    ssize_t n = recv (fd, buffer, sizeof buffer - 1, 0);
    if (n >= 0) {
      buffer[n] = 0;
      printf ("%s\n", buffer);
      return 0;
    }
    check (errno == EAGAIN || errno == ECONNREFUSED, "recv");
  }
  fprintf (stderr, "no answer\n");
  return 2;
}

int main (int argc, char **argv) {
  signal (SIGPIPE, SIG_IGN);
  srand ((unsigned)time (NULL));
  if (argc == 4 && !strcmp (argv[1], "server"))
    return server (argv[2], atoi (argv[3]));
  if (argc == 4 && !strcmp (argv[1], "poller"))
    return poller (argv[2], atoi (argv[3]));
  if (argc == 5 && !strcmp (argv[1], "client"))
    return client (argv[2], argv[3], argv[4]);
  return 64;
}
