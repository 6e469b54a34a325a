#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""terminal.py COLUMNS TEXT COMMAND... -- run a command on a terminal of that many columns

Standard error is the terminal; standard output is this program's own.  Ctrl-C is typed when the
terminal has shown TEXT (a regular expression; empty: never).  All that the terminal has got goes to the file
screen.  Ends with the command's status, 128 + N when a signal ended it.
"""
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

LIMIT = 120  # seconds


def start(columns, command):
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    pid = os.fork()
    if pid:
        os.close(slave)
        return pid, master
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    os.dup2(slave, 0)
    os.dup2(slave, 2)
    os.execvp(command[0], command)


def watch(master, text):
    """What the terminal gets until nobody writes to it any more."""
    screen, typed, end = b"", not text, time.monotonic() + LIMIT
    while time.monotonic() < end:
        if not select.select([master], [], [], 1)[0]:
            continue
        try:
            piece = os.read(master, 65536)
        except OSError:  # the last one has closed it
            break
        screen += piece
        if not typed and re.search(text, screen.decode(errors="replace")):
            os.write(master, b"\x03")
            typed = True
    else:
        sys.exit(f"it did not end within {LIMIT} seconds")
    return screen


def main():
    pid, master = start(int(sys.argv[1]), sys.argv[3:])
    screen = watch(master, sys.argv[2])
    with open("screen", "wb") as file:
        file.write(screen)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    sys.exit(status if status >= 0 else 128 - status)


main()
