#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Starts counting the allocations of all threads of this process; false if the platform does not support it.
bool allocation_counter_start(void);

/// Stops counting; later code runs at full speed.
void allocation_counter_stop(void);

/// The number of allocations while counting.
uint64_t allocation_counter_allocations(void);

/// The bytes allocated minus the bytes freed while counting. Only differences between two readings are meaningful.
int64_t allocation_counter_live_bytes(void);

#endif
