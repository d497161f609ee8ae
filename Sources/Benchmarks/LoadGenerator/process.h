// What a process uses, as the kernel counts it.

#ifndef PROCESS_H
#define PROCESS_H

#include <stdint.h>
#include <sys/types.h>

struct processor_time {
    uint64_t used;     // nanoseconds, user and system, all threads
    uint64_t waiting;  // nanoseconds in which it could have run, but another had the core
};

struct processor_time processor_time_of(pid_t process);

/// Resident memory in bytes, counted page by page: VmRSS lags behind by up to a megabyte.
uint64_t resident_memory_of(pid_t process);

#endif
