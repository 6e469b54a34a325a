/* SPDX-License-Identifier: GPL-2.0-only */
/* a program that the network files of this folder can name; none of them is run */
int main (void) { return 0; }
