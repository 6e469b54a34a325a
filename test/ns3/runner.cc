/* SPDX-License-Identifier: GPL-2.0-only */
// sde-test-runner: the suites of this folder under ns-3's runner
#include "ns3/test.h"

int main (int argc, char *argv[]) { return ns3::TestRunner::Run (argc, argv); }
