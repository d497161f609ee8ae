#define _GNU_SOURCE
#include "process.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "failure.h"

static uint64_t time_used_by(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) {
        fail("there is no process %d", process);
    }
    return (uint64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static uint64_t time_waited_by(pid_t process, const char *thread) {
    char path[300];
    uint64_t waited = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", process, thread);
    FILE *file = fopen(path, "r");
    if (file == NULL) return 0;  // the thread has just ended
    if (fscanf(file, "%*u %" SCNu64, &waited) != 1) waited = 0;
    fclose(file);
    return waited;
}

struct processor_time processor_time_of(pid_t process) {
    struct processor_time time = {.used = time_used_by(process)};
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *threads = opendir(path);
    if (threads == NULL) fail("cannot read %s", path);
    for (struct dirent *entry; (entry = readdir(threads)) != NULL;) {
        if (entry->d_name[0] != '.') time.waiting += time_waited_by(process, entry->d_name);
    }
    closedir(threads);
    return time;
}

uint64_t resident_memory_of(pid_t process) {
    char path[64];
    char line[256];
    uint64_t kibibytes = 0;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
    FILE *file = fopen(path, "r");
    if (file == NULL) fail("cannot read %s", path);
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "Rss: %" SCNu64, &kibibytes) == 1) break;
    }
    fclose(file);
    return kibibytes * 1024;
}
