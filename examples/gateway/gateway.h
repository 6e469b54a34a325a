/* SPDX-License-Identifier: GPL-2.0-only */
/* gateway.h -- what a sensor, a gateway and a monitor say to each other
 *
 *   sensor ----> gateway        the sensor's reading goes to both;
 *      \            |           the gateway tells the monitor what it makes of it
 *       `------> monitor
 */
#ifndef GATEWAY_H
#define GATEWAY_H

#include <sde/node.h>

enum { WARM = 60, HOT = 80 }; /* degrees: the gateway looks for WARM, the monitor for HOT */

enum { READING, VERDICT };

typedef struct Frame {
  uint8_t kind;
  uint8_t warm;        /* VERDICT: was the reading at least WARM? */
  uint8_t temperature; /* the reading itself, in both kinds */
} Frame;

#endif
