#include <hiredis/hiredis.h>

// An array within a struct, which Swift imports as a tuple of 128.
static inline const char *pantograph_redis_error(const redisContext *context) { return context->errstr; }
