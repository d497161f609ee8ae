#pragma once
#include <libwebsockets.h>

/// LWS_PRE is a function-like macro underneath, which Swift cannot import.
enum { pantograph_lws_pre = LWS_PRE };
