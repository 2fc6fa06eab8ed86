// Counts the heap allocations of a process. Linked into the benchmarks only.

#include "AllocationCounter.h"

#include <stdatomic.h>
#include <stddef.h>

static atomic_uint_fast64_t allocations;
static atomic_bool is_counting;

uint64_t allocation_counter_allocations(void) {
  return atomic_load_explicit(&allocations, memory_order_relaxed);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

// An executable's own `malloc` replaces the C library's, also in the libraries that it loads.
#include <malloc.h>

static atomic_int_fast64_t live_bytes;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *pointer);

static void *counted(void *pointer) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&live_bytes, (int_fast64_t)malloc_usable_size(pointer), memory_order_relaxed);
  }
  return pointer;
}

static void *released(void *pointer) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_sub_explicit(&live_bytes, (int_fast64_t)malloc_usable_size(pointer), memory_order_relaxed);
  }
  return pointer;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *pointer = counted(__libc_memalign(alignment, size));
  if (!pointer) return 12;  // ENOMEM
  *result = pointer;
  return 0;
}

void *realloc(void *pointer, size_t size) { return counted(__libc_realloc(released(pointer), size)); }
void free(void *pointer) { __libc_free(released(pointer)); }

bool allocation_counter_start(void) {
  atomic_store(&is_counting, true);
  return true;
}
void allocation_counter_stop(void) { atomic_store(&is_counting, false); }
int64_t allocation_counter_live_bytes(void) { return atomic_load_explicit(&live_bytes, memory_order_relaxed); }

#elif defined(__APPLE__) && !defined(SANITIZED)

// The hook that Apple's malloc calls for stack logging.
#include <malloc/malloc.h>

typedef void (malloc_logger_t)(
  uint32_t type, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t result, uint32_t frames);
extern malloc_logger_t *malloc_logger;

static void count(uint32_t type, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t result, uint32_t frames) {
  (void)a; (void)b; (void)c; (void)result; (void)frames;
  const uint32_t allocated = 2;
  if (type & allocated) atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

bool allocation_counter_start(void) {
  malloc_logger = count;
  return true;
}
void allocation_counter_stop(void) { malloc_logger = NULL; }
int64_t allocation_counter_live_bytes(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return (int64_t)statistics.size_in_use;
}

#else

bool allocation_counter_start(void) { return false; }
void allocation_counter_stop(void) {}
int64_t allocation_counter_live_bytes(void) { return 0; }

#endif
