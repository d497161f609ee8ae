#ifndef FAILURE_H
#define FAILURE_H

/// A benchmark whose answers are not right measures nothing: says why on one line and exits with 1.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
