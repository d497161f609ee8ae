// Durations, counted in buckets that are never wider than 1/64 of their value.

#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdint.h>

enum { histogram_steps = 64, histogram_buckets = 64 * histogram_steps };

struct histogram {
    uint64_t total;
    uint64_t counts[histogram_buckets];
};

void histogram_add(struct histogram *histogram, uint64_t value);

/// The value that the given share (0 to 1) of all values does not exceed; 0 without values.
uint64_t histogram_quantile(const struct histogram *histogram, double share);

#endif
