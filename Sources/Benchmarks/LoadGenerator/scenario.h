// What the clients say, and what they must be told.

#ifndef SCENARIO_H
#define SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scenario {
    const char *name;
    const char *about;
    const char *screen;       // the screen that every connection opens; NULL: the server has none
    const char *messages[2];  // sent in turn, the zeros before the last brace replaced by the number
    int digits;               // how many zeros: every frame of a scenario has the same length
    uint32_t first;           // the first message's number
    uint32_t first_measured;  // earlier ones lead up to what is measured
    uint32_t last;            // the last message's number; 0: talk until the time is over
    bool (*is_answer)(const char *text, size_t length, uint32_t number);
};

/// NULL when there is none of that name.
const struct scenario *scenario_named(const char *name);

extern const struct scenario scenarios[];
extern const size_t scenario_count;

#endif
