// WebSocket frames (RFC 6455) as a client sends and reads them.

#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum opcode { opcode_text = 1, opcode_close = 8, opcode_ping = 9, opcode_pong = 10 };

/// A frame ready to be sent: masked, with at most 125 bytes of payload.
struct frame {
    unsigned char bytes[2 + 4 + 125];
    size_t length;
};

struct frame frame_make(enum opcode opcode, const void *payload, size_t length);
struct frame frame_text(const char *text);

/// Replaces the last `digits` bytes before the final one, a closing brace, by a number. Nothing else
/// changes from message to message, so this is all the work that a message costs.
void frame_set_number(struct frame *frame, int digits, uint32_t number);

struct received_frame {
    enum opcode opcode;
    const char *payload;
    size_t payload_length;
    size_t length;  // with the header
};

enum reading { reading_incomplete, reading_complete, reading_invalid };

/// Reads the frame that `bytes` begin with. A server that fragments or masks is invalid here.
enum reading frame_read(const unsigned char *bytes, size_t count, struct received_frame *frame);

#endif
