/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/diff_socket.c -- sockets, poll and select on the loopback address, against the kernel's
 *
 * Not compared: ICMP errors, which the runtime does not know; they are cleared at the kernel's
 * socket before each step.
 */
#include "diff.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

RT (socket);
RT (bind);
RT (connect);
RT (close);
RT (read);
RT (write);
RT (send);
RT (sendto);
RT (sendmsg);
RT (recv);
RT (recvfrom);
RT (recvmsg);
RT (shutdown);
RT (getsockname);
RT (getpeername);
RT (setsockopt);
RT (getsockopt);
RT (fcntl);
RT (ioctl);
RT (poll);
RT (select);
RT (getaddrinfo);
RT (freeaddrinfo);
RT (getnameinfo);
RT (gethostname);
RT (gethostbyname);
RT (clock_gettime);
RT (gettimeofday);
RT (time);
RT (nanosleep);
RT (usleep);
RT (sigemptyset);
RT (sigaddset);
RT (sigismember);
RT (signal);

enum { SOCKETS = 5, LONGEST = 400 };

/* The same socket on both sides: index 0 is the kernel's. */
typedef struct Pair {
  int fd[2];
  struct sockaddr_in name;
  unsigned sent; /* to it, at most, and not yet received */
} Pair;

static Pair pairs[SOCKETS];

/* Both results and errors are the same. */
static void same (long host, int host_error, long rt, const char *what, int line) {
  if (host != rt || (host < 0 && host_error != rt_errno))
    diff_fail (__FILE__, line, "%s: %ld (%s) natively, %ld (%s) here", what, host,
               host < 0 ? strerror (host_error) : "fine", rt, rt < 0 ? strerror (rt_errno) : "fine");
}
#define SAME(call, ...)                                                                                      \
  do {                                                                                                       \
    errno = rt_errno = 0;                                                                                    \
    long host_ = (long)call (__VA_ARGS__);                                                                   \
    int error_ = errno;                                                                                      \
    same (host_, error_, (long)rt_##call (__VA_ARGS__), #call " (" #__VA_ARGS__ ")", __LINE__);              \
  } while (0)
/* The same with a descriptor that differs. */
#define SAME_FD(call, p, ...)                                                                                \
  do {                                                                                                       \
    errno = rt_errno = 0;                                                                                    \
    long host_ = (long)call ((p)->fd[0], ##__VA_ARGS__);                                                     \
    int error_ = errno;                                                                                      \
    same (host_, error_, (long)rt_##call ((p)->fd[1], ##__VA_ARGS__), #call " (" #__VA_ARGS__ ")",           \
          __LINE__);                                                                                         \
  } while (0)

static void clear_error (const Pair *p) {
  int error;
  socklen_t size = sizeof error;
  getsockopt (p->fd[0], SOL_SOCKET, SO_ERROR, &error, &size);
}

static struct sockaddr *name_of (Pair *p) { return (struct sockaddr *)&p->name; }

/* A port that is free in the kernel, to be asked for by number. */
static void find_port (Pair *p) {
  socklen_t size = sizeof p->name;
  int fd = socket (AF_INET, SOCK_DGRAM, 0);
  p->name = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr = {htonl (INADDR_LOOPBACK)}};
  CHECK (!bind (fd, name_of (p), size) && !getsockname (fd, name_of (p), &size), "bind");
  close (fd);
}

static void open_pair (Pair *p, int flags) {
  socklen_t size = sizeof p->name;
  *p = (Pair){.fd = {socket (AF_INET, SOCK_DGRAM | flags, 0), rt_socket (AF_INET, SOCK_DGRAM | flags, 0)}};
  CHECK (p->fd[0] >= 0 && p->fd[1] >= 3, "socket");
  do
    find_port (p);
  while (bind (p->fd[0], name_of (p), size));
  CHECK (!rt_bind (p->fd[1], name_of (p), size), "bind");
}

static void close_pair (Pair *p) {
  SAME_FD (close, p);
  SAME_FD (close, p);
}

/* --- random steps --- */

static void step_send (void) {
  Pair *from = &pairs[diff_random (SOCKETS)], *to = &pairs[diff_random (SOCKETS)];
  char data[LONGEST];
  size_t n = diff_random (sizeof data), cut = diff_random (n + 1);
  if (to->sent > 40)
    return;
  for (size_t i = 0; i < n; i++)
    data[i] = (char)diff_random (256);
  for (unsigned i = 0; i < SOCKETS; i++) /* whoever it reaches when the socket is connected */
    pairs[i].sent++;
  struct iovec pieces[2] = {{data, cut}, {data + cut, n - cut}};
  struct msghdr message = {
      .msg_name = name_of (to), .msg_namelen = sizeof to->name, .msg_iov = pieces, .msg_iovlen = 2};
  switch (diff_random (4)) {
  case 0: SAME_FD (sendto, from, data, n, 0, name_of (to), sizeof to->name); break;
  case 1: SAME_FD (send, from, data, n, MSG_NOSIGNAL); break;
  case 2: SAME_FD (sendmsg, from, &message, 0); break;
  default: SAME_FD (write, from, data, n);
  }
}

static void step_receive (void) {
  static const int flags[] = {0, MSG_PEEK, MSG_TRUNC, MSG_PEEK | MSG_TRUNC};
  Pair *p = &pairs[diff_random (SOCKETS)];
  char data[2][LONGEST];
  struct sockaddr_in from[2];
  socklen_t size[2] = {sizeof *from, sizeof *from};
  int f = flags[diff_random (4)] | MSG_DONTWAIT;
  size_t room = diff_random (2) ? sizeof *data : diff_random (50);
  memset (data, 0, sizeof data);
  memset (from, 0, sizeof from);
  errno = rt_errno = 0;
  long n = recvfrom (p->fd[0], data[0], room, f, (struct sockaddr *)&from[0], &size[0]);
  int error = errno;
  same (n, error, rt_recvfrom (p->fd[1], data[1], room, f, (struct sockaddr *)&from[1], &size[1]), "recvfrom",
        __LINE__);
  CHECK (!memcmp (data[0], data[1], sizeof *data), "recvfrom gives other bytes");
  CHECK (n < 0 || !memcmp (&from[0], &from[1], sizeof *from), "recvfrom names another sender");
  CHECK (size[0] == size[1], "recvfrom: %u and %u", size[0], size[1]);
  if (n < 0)
    p->sent = 0;
}

static void step_recvmsg (void) {
  Pair *p = &pairs[diff_random (SOCKETS)];
  char data[2][LONGEST];
  size_t cut = diff_random (100), rest = diff_random (100);
  long n[2];
  int error[2], truncated[2];
  memset (data, 0, sizeof data);
  for (unsigned k = 0; k < 2; k++) {
    struct iovec pieces[3] = {{data[k], cut}, {NULL, 0}, {data[k] + cut, rest}};
    struct msghdr message = {.msg_iov = pieces, .msg_iovlen = 3};
    errno = rt_errno = 0;
    n[k] = (k ? rt_recvmsg : recvmsg) (p->fd[k], &message, MSG_DONTWAIT);
    error[k] = k ? rt_errno : errno;
    truncated[k] = n[k] >= 0 && (message.msg_flags & MSG_TRUNC);
  }
  CHECK (n[0] == n[1] && error[0] == error[1] && truncated[0] == truncated[1], "recvmsg: %ld and %ld", n[0],
         n[1]);
  CHECK (!memcmp (data[0], data[1], sizeof *data), "recvmsg gives other bytes");
}

static void step_connect (void) {
  Pair *p = &pairs[diff_random (SOCKETS)], *to = &pairs[diff_random (SOCKETS)];
  struct sockaddr none = {.sa_family = AF_UNSPEC};
  struct sockaddr_in name[2];
  socklen_t size[2] = {sizeof *name, sizeof *name};
  if (diff_random (2))
    SAME_FD (connect, p, name_of (to), sizeof to->name);
  else
    SAME_FD (connect, p, &none, sizeof none);
  memset (name, 0, sizeof name);
  int host = getpeername (p->fd[0], (struct sockaddr *)&name[0], &size[0]);
  same (host, errno, rt_getpeername (p->fd[1], (struct sockaddr *)&name[1], &size[1]), "getpeername",
        __LINE__);
  CHECK (!memcmp (&name[0], &name[1], sizeof *name), "another peer");
  host = getsockname (p->fd[0], (struct sockaddr *)&name[0], &size[0]);
  same (host, errno, rt_getsockname (p->fd[1], (struct sockaddr *)&name[1], &size[1]), "getsockname",
        __LINE__);
  CHECK (!memcmp (&name[0], &name[1], sizeof *name), "another name");
}

static void step_poll (void) {
  struct pollfd fds[2][SOCKETS];
  for (unsigned i = 0; i < SOCKETS; i++) {
    short events = (short)diff_random (8);
    for (unsigned k = 0; k < 2; k++)
      fds[k][i] = (struct pollfd){diff_random (8) ? pairs[i].fd[k] : -1, events, 99};
    if (fds[0][i].fd < 0 || fds[1][i].fd < 0)
      fds[0][i].fd = fds[1][i].fd = -1;
  }
  same (poll (fds[0], SOCKETS, 0), errno, rt_poll (fds[1], SOCKETS, 0), "poll", __LINE__);
  for (unsigned i = 0; i < SOCKETS; i++)
    CHECK (fds[0][i].revents == fds[1][i].revents, "poll (%d): %d and %d", fds[0][i].events,
           fds[0][i].revents, fds[1][i].revents);
}

static void step_select (void) {
  fd_set sets[2][3];
  struct timeval none[2] = {{0, 0}, {0, 0}};
  int top = 0;
  memset (sets, 0, sizeof sets);
  for (unsigned i = 0; i < SOCKETS; i++)
    for (unsigned j = 0; j < 3; j++)
      if (diff_random (2))
        for (unsigned k = 0; k < 2; k++) {
          FD_SET (pairs[i].fd[k], &sets[k][j]);
          top = pairs[i].fd[k] >= top ? pairs[i].fd[k] + 1 : top;
        }
  same (select (top, &sets[0][0], &sets[0][1], &sets[0][2], &none[0]), errno,
        rt_select (top, &sets[1][0], &sets[1][1], &sets[1][2], &none[1]), "select", __LINE__);
  for (unsigned i = 0; i < SOCKETS; i++)
    for (unsigned j = 0; j < 3; j++)
      CHECK (!FD_ISSET (pairs[i].fd[0], &sets[0][j]) == !FD_ISSET (pairs[i].fd[1], &sets[1][j]),
             "select, set %u", j);
}

static void step_look (void) {
  Pair *p = &pairs[diff_random (SOCKETS)];
  int n[2] = {-1, -1};
  same (ioctl (p->fd[0], FIONREAD, &n[0]), errno, rt_ioctl (p->fd[1], FIONREAD, &n[1]), "FIONREAD", __LINE__);
  CHECK (n[0] == n[1], "FIONREAD: %d and %d", n[0], n[1]);
  SAME_FD (fcntl, p, F_GETFL);
}

static void random_steps (void) {
  static void (*const steps[]) (void) = {step_send,    step_send, step_send,   step_receive, step_receive,
                                         step_recvmsg, step_poll, step_select, step_look,    step_connect};
  for (unsigned i = 0; i < SOCKETS; i++)
    open_pair (&pairs[i], diff_random (2) ? SOCK_NONBLOCK : 0);
  for (unsigned i = 0; i < 400; i++) {
    for (unsigned k = 0; k < SOCKETS; k++)
      clear_error (&pairs[k]);
    steps[diff_random (sizeof steps / sizeof *steps)]();
  }
  for (unsigned i = 0; i < SOCKETS; i++)
    close_pair (&pairs[i]);
}

/* --- errors and options, one by one --- */

static void wrong_calls (void) {
  static char data[70000];
  Pair *p = &pairs[0];
  struct sockaddr_in far = {.sin_family = AF_INET, .sin_port = htons (9), .sin_addr = {htonl (0xc0000201)}};
  struct sockaddr_in all = {.sin_family = AF_INET, .sin_port = htons (9), .sin_addr = {INADDR_BROADCAST}};
  struct sockaddr_in other = {.sin_family = AF_UNIX};
  open_pair (p, 0);
  SAME (socket, 77, SOCK_DGRAM, 0);
  SAME (socket, AF_INET, SOCK_DGRAM, IPPROTO_TCP);
  SAME_FD (send, p, data, 1, 0);
  SAME_FD (sendto, p, data, 65508, 0, name_of (p), sizeof p->name);
  SAME_FD (sendto, p, data, 70000, 0, name_of (p), sizeof p->name);
  SAME_FD (sendto, p, data, 1, 0, name_of (p), 4);
  SAME_FD (sendto, p, data, 1, 0, (struct sockaddr *)&other, sizeof other);
  SAME_FD (sendto, p, data, 1, MSG_OOB, name_of (p), sizeof p->name);
  SAME_FD (bind, p, name_of (p), sizeof p->name);
  SAME_FD (bind, p, name_of (p), 7);
  SAME_FD (connect, p, name_of (p), 7);
  SAME_FD (connect, p, (struct sockaddr *)&other, sizeof other);
  SAME_FD (shutdown, p, SHUT_RD);
  SAME_FD (shutdown, p, 9);
  SAME_FD (recv, p, data, 1, MSG_DONTWAIT);
  SAME_FD (recv, p, data, 1, MSG_DONTWAIT | MSG_OOB);
  SAME_FD (setsockopt, p, SOL_SOCKET, 9999, data, 4);
  SAME_FD (setsockopt, p, SOL_SOCKET, SO_BROADCAST, data, 2);
  SAME_FD (setsockopt, p, 9999, 1, data, 4);
  all.sin_port = 0;
  SAME_FD (sendto, p, data, 1, 0, (struct sockaddr *)&all, sizeof all);
  close_pair (p);
  p->fd[0] = p->fd[1] = -1;
  SAME_FD (send, p, data, 1, 0);
  SAME_FD (bind, p, name_of (p), sizeof p->name);
  p->fd[0] = p->fd[1] = socket (AF_INET, SOCK_DGRAM, 0);
  int made = rt_socket (AF_INET, SOCK_DGRAM, 0);
  int host = bind (p->fd[0], (struct sockaddr *)&far, sizeof far), error = errno;
  same (host, error, rt_bind (made, (struct sockaddr *)&far, sizeof far), "bind to a far address", __LINE__);
  rt_close (made);
  close (p->fd[0]);
}

/* Two sockets of one port: the latest gets it. */
static void shared_port (void) {
  Pair a = {.fd = {socket (AF_INET, SOCK_DGRAM, 0), rt_socket (AF_INET, SOCK_DGRAM, 0)}}, b = a;
  int one = 1;
  char text[4];
  socklen_t size = sizeof a.name;
  b.fd[0] = socket (AF_INET, SOCK_DGRAM, 0), b.fd[1] = rt_socket (AF_INET, SOCK_DGRAM, 0);
  find_port (&a);
  SAME_FD (setsockopt, &a, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  SAME_FD (bind, &a, name_of (&a), size);
  SAME_FD (bind, &b, name_of (&a), size);
  SAME_FD (setsockopt, &b, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  SAME_FD (bind, &b, name_of (&a), size);
  SAME_FD (sendto, &a, "x", 1, 0, name_of (&a), size);
  SAME_FD (recv, &a, text, 4, MSG_DONTWAIT);
  SAME_FD (recv, &b, text, 4, MSG_DONTWAIT);
  SAME_FD (recv, &b, text, 4, MSG_DONTWAIT);
  close_pair (&a);
  close_pair (&b);
}

static void same_option (const Pair *p, int level, int option) {
  char value[2][32] = {{0}, {0}};
  socklen_t size[2] = {sizeof *value, sizeof *value};
  int host = getsockopt (p->fd[0], level, option, value[0], &size[0]);
  same (host, errno, rt_getsockopt (p->fd[1], level, option, value[1], &size[1]), "getsockopt", __LINE__);
  CHECK (size[0] == size[1] && !memcmp (value[0], value[1], sizeof *value), "option %d is another", option);
}

static void options (void) {
  static const int read_all[] = {SO_TYPE,      SO_ERROR,     SO_DOMAIN,   SO_PROTOCOL, SO_ACCEPTCONN,
                                 SO_REUSEADDR, SO_BROADCAST, SO_RCVTIMEO, 9999};
  struct timeval t = {1, 500000}, wrong = {1, 1000000};
  Pair *p = &pairs[0];
  int on = 7, ttl = 9;
  open_pair (p, 0);
  for (unsigned round = 0; round < 2; round++) {
    for (unsigned i = 0; i < sizeof read_all / sizeof *read_all; i++)
      same_option (p, SOL_SOCKET, read_all[i]);
    same_option (p, IPPROTO_IP, IP_TTL);
    same_option (p, IPPROTO_IP, IP_TOS);
    SAME_FD (setsockopt, p, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    SAME_FD (setsockopt, p, SOL_SOCKET, SO_BROADCAST, &on, sizeof on);
    SAME_FD (setsockopt, p, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
    SAME_FD (setsockopt, p, SOL_SOCKET, SO_RCVTIMEO, &wrong, sizeof wrong);
    SAME_FD (setsockopt, p, SOL_SOCKET, SO_RCVTIMEO, &t, 3);
    SAME_FD (setsockopt, p, IPPROTO_IP, IP_TTL, &ttl, sizeof ttl);
    SAME_FD (fcntl, p, F_SETFL, O_NONBLOCK);
    SAME_FD (fcntl, p, F_GETFL);
    SAME_FD (fcntl, p, 9999);
  }
  close_pair (p);
}

/* --- names and time --- */

static void same_host (const char *host, const char *service, int flags) {
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM, .ai_flags = flags};
  struct addrinfo *found[2] = {NULL, NULL};
  int a = getaddrinfo (host, service, &hints, &found[0]),
      b = rt_getaddrinfo (host, service, &hints, &found[1]);
  CHECK (a == b, "getaddrinfo (%s, %s): %s and %s", host, service, gai_strerror (a), gai_strerror (b));
  if (a)
    return;
  CHECK (found[0]->ai_addrlen == found[1]->ai_addrlen, "another length");
  CHECK (!memcmp (found[0]->ai_addr, found[1]->ai_addr, found[0]->ai_addrlen), "getaddrinfo (%s) differs",
         host);
  char name[2][2][50];
  for (unsigned k = 0; k < 2; k++)
    CHECK (!(k ? rt_getnameinfo : getnameinfo) (found[k]->ai_addr, found[k]->ai_addrlen, name[k][0], 50,
                                                name[k][1], 50, NI_NUMERICHOST | NI_NUMERICSERV),
           "getnameinfo");
  CHECK (!strcmp (name[0][0], name[1][0]) && !strcmp (name[0][1], name[1][1]), "getnameinfo: %s", name[1][0]);
  freeaddrinfo (found[0]);
  rt_freeaddrinfo (found[1]);
}

static void names (void) {
  same_host ("127.0.0.1", "7", 0);
  same_host ("10.1.2.3", "65535", AI_NUMERICHOST);
  same_host ("0x7f.1", "0", 0);
  same_host (NULL, "99", AI_PASSIVE);
  same_host (NULL, "99", 0);
  same_host (NULL, NULL, 0);
  same_host ("no.such", "7", AI_NUMERICHOST);
  same_host ("127.0.0.1", "seven", AI_NUMERICSERV);
  struct addrinfo *found;
  char name[8];
  CHECK (!rt_getaddrinfo ("node8", "1", NULL, &found), "node8");
  CHECK (((struct sockaddr_in *)found->ai_addr)->sin_addr.s_addr == inet_addr ("10.0.0.9"),
         "node8 is elsewhere");
  rt_freeaddrinfo (found);
  CHECK (rt_getaddrinfo ("node9", "1", NULL, &found) == EAI_NONAME, "node9");
  CHECK (!rt_gethostname (name, 8) && !strcmp (name, "node4"), "gethostname: %s", name);
  CHECK (rt_gethostname (name, 3) == -1 && rt_errno == ENAMETOOLONG, "gethostname");
  CHECK (*(uint32_t *)(void *)rt_gethostbyname ("node1")->h_addr_list[0] == inet_addr ("10.0.0.2"), "node1");
}

static void times (void) {
  struct timespec t, half = {0, 500000000}, wrong = {0, 1000000000};
  struct timeval v;
  CHECK (!rt_clock_gettime (CLOCK_MONOTONIC, &t), "monotonic");
  long before = t.tv_sec * 1000000000 + t.tv_nsec;
  CHECK (!rt_nanosleep (&half, NULL) && !rt_usleep (250000), "nanosleep");
  CHECK (rt_nanosleep (&wrong, NULL) == -1 && rt_errno == EINVAL, "nanosleep");
  rt_clock_gettime (CLOCK_MONOTONIC, &t);
  CHECK (t.tv_sec * 1000000000 + t.tv_nsec - before == 750000000, "slept for another time");
  rt_clock_gettime (CLOCK_REALTIME, &t);
  rt_gettimeofday (&v, NULL);
  CHECK (v.tv_sec == t.tv_sec && v.tv_usec == t.tv_nsec / 1000 && rt_time (NULL) == t.tv_sec,
         "clocks differ");
  CHECK (t.tv_sec >= 946684800 && t.tv_sec < 946684800 + 86400, "2000");
  SAME (clock_gettime, 77, &t);
}

static void waits (void) {
  Pair *p = &pairs[0];
  struct timeval t = {1, 250000}, rest = {2, 0};
  struct pollfd fd;
  fd_set set;
  open_pair (p, 0);
  fd = (struct pollfd){.fd = p->fd[1], .events = POLLIN};
  long begin = rt_time (NULL);
  rt_setsockopt (p->fd[1], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
  CHECK (rt_recv (p->fd[1], &t, 1, 0) == -1 && rt_errno == EAGAIN, "recv does not time out");
  CHECK (!rt_poll (&fd, 1, 750), "poll does not time out");
  FD_ZERO (&set);
  FD_SET (p->fd[1], &set);
  CHECK (!rt_select (p->fd[1] + 1, &set, NULL, NULL, &rest), "select does not time out");
  CHECK (!FD_ISSET (p->fd[1], &set) && !rest.tv_sec && !rest.tv_usec, "select");
  CHECK (rt_time (NULL) - begin == 4, "waited for another time");
  close_pair (p);
}

static void signals (void) {
  sigset_t set;
  rt_sigemptyset (&set);
  CHECK (!rt_sigaddset (&set, SIGTERM) && rt_sigismember (&set, SIGTERM) == 1, "sigaddset");
  CHECK (!rt_sigismember (&set, SIGINT) && sigismember (&set, SIGTERM) == 1, "sigismember");
  CHECK (rt_signal (SIGINT, SIG_IGN) == SIG_DFL && rt_signal (SIGINT, SIG_DFL) == SIG_IGN, "signal");
  CHECK (rt_signal (SIGKILL, SIG_IGN) == SIG_ERR, "signal");
}

static int has_loopback (void) {
  Pair p;
  char c;
  open_pair (&p, 0);
  int sent = sendto (p.fd[0], "x", 1, 0, name_of (&p), sizeof p.name) == 1 && recv (p.fd[0], &c, 1, 0) == 1;
  close_pair (&p);
  return sent;
}

void diff_run (void) {
  if (!has_loopback ()) {
    printf ("the loopback interface is down: sockets are not compared\n");
    return;
  }
  wrong_calls ();
  options ();
  shared_port ();
  names ();
  times ();
  waits ();
  signals ();
  for (unsigned i = 0; i < diff_rounds (30); i++)
    random_steps ();
}
