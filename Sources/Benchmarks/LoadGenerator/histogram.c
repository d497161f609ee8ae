#include "histogram.h"

enum { step_bits = 6 };

/// The power of two picks a row of 64 buckets, the 6 bits after the leading one pick the bucket.
static unsigned bucket_of(uint64_t value) {
    if (value < histogram_steps) return value;
    unsigned shift = 63 - __builtin_clzll(value) - step_bits;
    return (shift + 1) * histogram_steps + (value >> shift) % histogram_steps;
}

static uint64_t highest_of(unsigned bucket) {
    if (bucket < histogram_steps) return bucket;
    unsigned shift = bucket / histogram_steps - 1;
    return ((uint64_t)(histogram_steps + bucket % histogram_steps + 1) << shift) - 1;
}

void histogram_add(struct histogram *histogram, uint64_t value) {
    histogram->total++;
    histogram->counts[bucket_of(value)]++;
}

uint64_t histogram_quantile(const struct histogram *histogram, double share) {
    uint64_t seen = 0;
    for (unsigned bucket = 0; bucket < histogram_buckets; bucket++) {
        seen += histogram->counts[bucket];
        if (seen > 0 && seen >= share * histogram->total) return highest_of(bucket);
    }
    return 0;
}
