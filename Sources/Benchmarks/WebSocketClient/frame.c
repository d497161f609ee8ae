#include "frame.h"

#include <assert.h>
#include <string.h>

// A server cannot tell a fixed key from a random one, and masking costs it the same.
static const unsigned char mask[4] = {0x5a, 0x17, 0xc3, 0x6e};

enum { header_length = 6 };

struct frame frame_make(enum opcode opcode, const void *payload, size_t length) {
    assert(length <= 125);
    struct frame frame = {.bytes = {0x80 | opcode, 0x80 | length}, .length = header_length + length};
    memcpy(frame.bytes + 2, mask, sizeof mask);
    for (size_t i = 0; i < length; i++) {
        frame.bytes[header_length + i] = ((const unsigned char *)payload)[i] ^ mask[i % 4];
    }
    return frame;
}

struct frame frame_text(const char *text) {
    return frame_make(opcode_text, text, strlen(text));
}

void frame_set_number(struct frame *frame, int digits, uint32_t number) {
    size_t last = frame->length - 2;
    for (size_t at = last; at > last - digits; at--, number /= 10) {
        frame->bytes[at] = ('0' + number % 10) ^ mask[(at - header_length) % 4];
    }
}

enum reading frame_read(const unsigned char *bytes, size_t count, struct received_frame *frame) {
    if (count < 2) return reading_incomplete;
    size_t header = 2;
    size_t length = bytes[1];
    if ((bytes[0] & 0xf0) != 0x80 || length > 126) return reading_invalid;
    if (length == 126) {
        header = 4;
        if (count < header) return reading_incomplete;
        length = (size_t)bytes[2] << 8 | bytes[3];
    }
    if (count < header + length) return reading_incomplete;
    *frame = (struct received_frame){
        .opcode = bytes[0] & 0x0f,
        .payload = (const char *)bytes + header,
        .payload_length = length,
        .length = header + length,
    };
    return reading_complete;
}
