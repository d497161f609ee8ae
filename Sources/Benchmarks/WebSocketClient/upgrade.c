#define _GNU_SOURCE
#include "upgrade.h"

#include <stdio.h>
#include <string.h>

// Servers cannot tell a fixed key from a random one.
static const char key[] = "dGhlIHNhbXBsZSBub25jZQ==", accepted[] = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

size_t upgrade_request(char *text, uint16_t port) {
    return snprintf(text, upgrade_request_room,
                    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n"
                    "Sec-WebSocket-Protocol: pantograph.v1\r\n\r\n",
                    port, key);
}

ssize_t upgrade_consent(const unsigned char *bytes, size_t count) {
    const unsigned char *end = memmem(bytes, count, "\r\n\r\n", 4);
    if (end == NULL) return 0;
    size_t length = end + 4 - bytes;
    const char *parts[] = {"HTTP/1.1 101 ", accepted, "pantograph.v1"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (memmem(bytes, length, parts[i], strlen(parts[i])) == NULL) return -1;
    }
    return length;
}
