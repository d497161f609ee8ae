#define _GNU_SOURCE
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "failure.h"
#include "frame.h"
#include "upgrade.h"

enum {
    opening_at_once = 64,           // far below any listen backlog, so that no SYN is ever lost
    connections_an_address = 20000, // below the number of ephemeral ports
    events_at_once = 1024,
    patience_ms = 5000,
};

enum stage { upgrading, opening, quiet, waiting, leaving, gone };

struct connection {
    int socket;
    enum stage stage;
    uint32_t number;  // of the message that waits for its answer, or of the next one
    uint64_t sent_at;
    size_t received;
    unsigned char bytes[2048];
};

struct load {
    struct load_settings settings;
    int epoll;
    bool talking;
    uint32_t unfinished;  // connections that the phase still waits for
    struct frame messages[2];
    struct tally tally;
    struct connection connections[];
};

static uint64_t nanoseconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

double seconds_now(void) {
    return nanoseconds_now() / 1e9;
}

/// Shows what the server said, up to the end of its first line.
static _Noreturn void fail_with(const struct load *load, const struct connection *connection, const char *what,
                                const char *text, size_t length) {
    const char *end = memchr(text, '\r', length);
    int shown = (int)(end != NULL ? (size_t)(end - text) : length);
    fail("connection %td, message %u: %s %.*s", connection - load->connections, connection->number, what, shown, text);
}

static _Noreturn void fail_on(const struct load *load, const struct connection *connection, const char *what) {
    fail_with(load, connection, what, "", 0);
}

// MARK: sending

/// A client has one message under way at most, so the socket always takes all of it.
static void send_bytes(const struct load *load, struct connection *connection, const void *bytes, size_t length) {
    ssize_t sent = send(connection->socket, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent != (ssize_t)length) fail_on(load, connection, "the server takes no more");
}

static void send_frame(const struct load *load, struct connection *connection, const struct frame *frame) {
    send_bytes(load, connection, frame->bytes, frame->length);
}

static void say_next(struct load *load, struct connection *connection) {
    struct frame *message = &load->messages[connection->number % 2];
    frame_set_number(message, load->settings.scenario->digits, connection->number);
    connection->stage = waiting;
    connection->sent_at = nanoseconds_now();
    send_frame(load, connection, message);
}

static void open_screen(struct load *load, struct connection *connection) {
    char text[100];
    snprintf(text, sizeof text, "{\"open\":\"%s\"}", load->settings.scenario->screen);
    struct frame frame = frame_text(text);
    connection->stage = opening;
    send_frame(load, connection, &frame);
}

// MARK: receiving

static void finish(struct load *load, struct connection *connection, enum stage stage) {
    connection->stage = stage;
    load->unfinished--;
}

static void on_opened(struct load *load, struct connection *connection, const struct received_frame *frame) {
    if (memmem(frame->payload, frame->payload_length, "\"session\":{", 11) == NULL) {
        fail_with(load, connection, "no session:", frame->payload, frame->payload_length);
    }
    finish(load, connection, quiet);
}

static void count_round_trip(struct load *load, const struct connection *connection,
                             const struct received_frame *answer) {
    struct tally *tally = &load->tally;
    tally->round_trips++;
    tally->bytes_sent += load->messages[connection->number % 2].length;
    tally->bytes_received += answer->length;
    tally->payload_received += answer->payload_length;
    histogram_add(&tally->latencies, nanoseconds_now() - connection->sent_at);
}

static void on_answer(struct load *load, struct connection *connection, const struct received_frame *answer) {
    const struct scenario *scenario = load->settings.scenario;
    if (!scenario->is_answer(answer->payload, answer->payload_length, connection->number)) {
        fail_with(load, connection, "not the answer:", answer->payload, answer->payload_length);
    }
    if (connection->number >= scenario->first_measured) count_round_trip(load, connection, answer);
    bool is_last = connection->number == scenario->last;
    connection->number++;
    if (load->talking && !is_last && load->settings.pause == 0) {
        say_next(load, connection);
    } else {
        finish(load, connection, quiet);
    }
}

static void on_text(struct load *load, struct connection *connection, const struct received_frame *frame) {
    // What a durable server says between answers.
    if (frame->payload_length > 9 && memcmp(frame->payload, "{\"saved\":", 9) == 0) return;
    switch (connection->stage) {
    case opening: on_opened(load, connection, frame); break;
    case waiting: on_answer(load, connection, frame); break;
    default: fail_with(load, connection, "a frame nobody asked for:", frame->payload, frame->payload_length);
    }
}

static void on_close(struct load *load, struct connection *connection, const struct received_frame *frame) {
    const unsigned char *code = (const unsigned char *)frame->payload;
    int number = frame->payload_length >= 2 ? code[0] << 8 | code[1] : 0;
    if (connection->stage != leaving || number != 1000) {
        fail("connection %td: closed by the server with %d", connection - load->connections, number);
    }
    close(connection->socket);
    finish(load, connection, gone);
}

static void on_frame(struct load *load, struct connection *connection, const struct received_frame *frame) {
    struct frame pong;
    switch (frame->opcode) {
    case opcode_text: on_text(load, connection, frame); break;
    case opcode_close: on_close(load, connection, frame); break;
    case opcode_ping:
        pong = frame_make(opcode_pong, frame->payload, frame->payload_length);
        send_frame(load, connection, &pong);
        break;
    default: fail_on(load, connection, "an unexpected kind of frame");
    }
}

/// Returns how many bytes were taken; 0 when the answer is not complete.
static size_t take_upgrade(struct load *load, struct connection *connection, const unsigned char *bytes,
                           size_t count) {
    ssize_t length = upgrade_consent(bytes, count);
    if (length < 0) fail_with(load, connection, "handshake refused:", (const char *)bytes, count);
    if (length == 0) return 0;
    if (load->settings.scenario->screen == NULL) {
        finish(load, connection, quiet);
    } else {
        open_screen(load, connection);
    }
    return length;
}

static size_t take_frame(struct load *load, struct connection *connection, const unsigned char *bytes, size_t count) {
    struct received_frame frame;
    switch (frame_read(bytes, count, &frame)) {
    case reading_incomplete: return 0;
    case reading_complete: on_frame(load, connection, &frame); return frame.length;
    case reading_invalid: break;
    }
    fail_on(load, connection, "not a frame that a server may send");
}

static void take_all(struct load *load, struct connection *connection) {
    size_t taken = 0;
    for (size_t more = 1; more > 0 && taken < connection->received; taken += more) {
        const unsigned char *bytes = connection->bytes + taken;
        size_t count = connection->received - taken;
        more = connection->stage == upgrading ? take_upgrade(load, connection, bytes, count)
                                              : take_frame(load, connection, bytes, count);
    }
    connection->received -= taken;
    memmove(connection->bytes, connection->bytes + taken, connection->received);
}

/// Edge-triggered: reads until a read is short.
static void receive(struct load *load, struct connection *connection) {
    while (connection->stage != gone) {
        size_t room = sizeof connection->bytes - connection->received;
        if (room == 0) fail_on(load, connection, "a frame too long");
        ssize_t count = recv(connection->socket, connection->bytes + connection->received, room, MSG_DONTWAIT);
        if (count < 0 && errno == EAGAIN) return;
        if (count <= 0) fail_on(load, connection, "the connection dropped");
        connection->received += count;
        take_all(load, connection);
        if ((size_t)count < room) return;
    }
}

/// Returns how many connections had something to say within so many milliseconds.
static int turn(struct load *load, int timeout_ms) {
    struct epoll_event events[events_at_once];
    int count = epoll_wait(load->epoll, events, events_at_once, timeout_ms);
    if (count < 0 && errno != EINTR) fail("epoll_wait: %s", strerror(errno));
    for (int i = 0; i < count; i++) receive(load, events[i].data.ptr);
    return count;
}

/// A turn in which the server owes an answer.
static void expectant_turn(struct load *load) {
    if (turn(load, patience_ms) > 0) return;
    fail("no answer for %d s on %u connections", patience_ms / 1000, load->unfinished);
}

// MARK: opening

/// Connecting blocks, for a few microseconds on a loopback interface: that paces it.
static int connect_to(uint16_t port, uint32_t index) {
    struct sockaddr_in server = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in own = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + index / connections_an_address)};
    int yes = 1;
    int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) fail("connection %u: %s", index, strerror(errno));
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(connection, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
    // Without it every bind takes a port for itself, whoever it is going to talk to.
    setsockopt(connection, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    if (bind(connection, (struct sockaddr *)&own, sizeof own) != 0 ||
        connect(connection, (struct sockaddr *)&server, sizeof server) != 0) {
        fail("connection %u to port %u: %s", index, port, strerror(errno));
    }
    return connection;
}

static void ask_for_upgrade(const struct load *load, struct connection *connection) {
    char request[upgrade_request_room];
    send_bytes(load, connection, request, upgrade_request(request, load->settings.port));
}

static void connect_one(struct load *load, uint32_t index) {
    struct connection *connection = &load->connections[index];
    connection->socket = connect_to(load->settings.port, index);
    connection->stage = upgrading;
    connection->number = load->settings.scenario->first;
    load->unfinished++;
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.ptr = connection};
    if (epoll_ctl(load->epoll, EPOLL_CTL_ADD, connection->socket, &event) != 0) fail("epoll: %s", strerror(errno));
    ask_for_upgrade(load, connection);
}

struct load *load_open(struct load_settings settings) {
    struct load *load = calloc(1, sizeof *load + settings.connections * sizeof load->connections[0]);
    if (load == NULL) fail("out of memory");
    load->settings = settings;
    load->epoll = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < 2; i++) load->messages[i] = frame_text(settings.scenario->messages[i]);

    for (uint32_t next = 0; next < settings.connections || load->unfinished > 0;) {
        while (next < settings.connections && load->unfinished < opening_at_once) connect_one(load, next++);
        expectant_turn(load);
    }
    return load;
}

// MARK: phases

static bool is_busy(const struct load_settings *settings, uint64_t index) {
    return index * settings->busy / settings->connections != (index + 1) * settings->busy / settings->connections;
}

/// Whoever talks, and is not waiting for an answer, says the next thing.
static void speak(struct load *load) {
    for (uint32_t i = 0; i < load->settings.connections; i++) {
        if (!is_busy(&load->settings, i) || load->connections[i].stage != quiet) continue;
        load->unfinished++;
        say_next(load, &load->connections[i]);
    }
}

void load_start(struct load *load) {
    load->talking = true;
    speak(load);
}

void load_run(struct load *load, double seconds) {
    double end = seconds_now() + seconds;
    double pause = load->settings.pause;
    double next = pause > 0 ? seconds_now() + pause : end;
    bool never_done = load->settings.busy == 0 || pause > 0;
    for (double left = seconds; left > 0 && (never_done || load->unfinished > 0); left = end - seconds_now()) {
        turn(load, 1 + (int)((left - (end - next)) * 1000));
        if (pause == 0 || seconds_now() < next) continue;
        speak(load);
        next += pause;
    }
}

const struct tally *load_tally(const struct load *load) {
    return &load->tally;
}

void load_reset_tally(struct load *load) {
    memset(&load->tally, 0, sizeof load->tally);
}

void load_stop(struct load *load) {
    load->talking = false;
    while (load->unfinished > 0) expectant_turn(load);
}

void load_leave(struct load *load) {
    struct frame leave = frame_text("{\"leave\":true}");
    for (uint32_t i = 0; i < load->settings.connections; i++) {
        load->connections[i].stage = leaving;
        load->unfinished++;
        send_frame(load, &load->connections[i], &leave);
    }
    while (load->unfinished > 0) expectant_turn(load);
}

void load_close(struct load *load) {
    for (uint32_t i = 0; i < load->settings.connections; i++) {
        if (load->connections[i].stage != gone) close(load->connections[i].socket);
    }
    close(load->epoll);
    free(load);
}
