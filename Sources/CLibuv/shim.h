#include <uv.h>

// Of the system, which the Glibc module lacks.
#include <sys/eventfd.h>
