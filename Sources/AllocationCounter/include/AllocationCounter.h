#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Starts counting what all threads of this process allocate; false where that can't be done.
bool allocation_counter_start(void);

/// Stops counting: what follows runs at full speed.
void allocation_counter_stop(void);

/// How often memory was allocated while counting.
uint64_t allocation_counter_allocations(void);

/// How many more bytes were allocated than freed while counting. Only differences mean something.
int64_t allocation_counter_live_bytes(void);

#endif
