// How an HTTP connection becomes a WebSocket (RFC 6455, section 4).

#ifndef UPGRADE_H
#define UPGRADE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { upgrade_request_room = 300 };

/// Writes the request to `text`, which has room for it; returns its length.
size_t upgrade_request(char *text, uint16_t port);

/// How long the server's consent is that `bytes` begin with: 0 when it is not complete, -1 when it is none.
ssize_t upgrade_consent(const unsigned char *bytes, size_t count);

#endif
