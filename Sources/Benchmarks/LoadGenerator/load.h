// Many WebSocket clients on one epoll: opened a few at a time, then each says something, waits for
// its answer, and says the next thing. Anything unexpected ends the program by fail().

#ifndef LOAD_H
#define LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "histogram.h"
#include "scenario.h"

struct tally {
    uint64_t round_trips;
    uint64_t bytes_sent;      // frames with their headers
    uint64_t bytes_received;  // the same
    uint64_t payload_received;
    struct histogram latencies;  // nanoseconds
};

struct load_settings {
    const struct scenario *scenario;
    uint16_t port;
    uint32_t connections;
    uint32_t busy;  // how many of them talk, spread evenly over all
    double pause;   // seconds from one message to the next at least; 0: the next follows the answer
};

struct load;

/// Returns when every connection is accepted and shows the scenario's screen.
struct load *load_open(struct load_settings settings);

/// Lets the busy connections talk.
void load_start(struct load *load);

/// Runs for so long, or until everything is said.
void load_run(struct load *load, double seconds);

/// What was counted since the last reset.
const struct tally *load_tally(const struct load *load);
void load_reset_tally(struct load *load);

/// Lets the busy connections fall silent; returns when every message is answered.
void load_stop(struct load *load);

/// Ends every session; returns when the server has closed every connection.
void load_leave(struct load *load);

/// Drops the connections that are left, without a word, and frees the load.
void load_close(struct load *load);

/// Seconds on a clock that never jumps.
double seconds_now(void);

#endif
