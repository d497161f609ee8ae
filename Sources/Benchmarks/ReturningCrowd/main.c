// People whose server is restarted: each opens a counter, taps a few times, and comes back when it must, waiting as
// protocol section 5 says: 0 to 1 s, then doubling to 30 s. Prints "settled" once all is saved, then the moment
// (CLOCK_MONOTONIC, seconds) at which each one has its session again with the state that it had, one a line. Exits
// with 1 as soon as anything is not as it was.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "failure.h"
#include "frame.h"
#include "upgrade.h"

enum {
    opening_at_once = 64,
    longest_wait = 30000,
    wheel_size = 32768, // milliseconds, more than the longest wait
    events_at_once = 1024,
    patience = 60000,
};

enum stage { away, connecting, upgrading, greeting, present };

struct person {
    int socket;
    enum stage stage;
    bool is_settled;
    int taps;
    int attempt;
    char token[100];
    struct person *next; // who wakes in the same millisecond
    size_t received;
    unsigned char bytes[2048];
};

static uint16_t port;
static uint32_t size, opening, settled, back;
static bool was_settled;
static int epoll;
static struct person *people, *wheel[wheel_size];
static uint64_t now; // milliseconds
static double *moments;

static double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

// MARK: Waiting

static void come_back_later(struct person *person) {
    if (person->socket >= 0) close(person->socket);
    person->socket = -1;
    person->stage = away;
    uint32_t range = person->attempt < 5 ? 1000u << person->attempt : longest_wait;
    person->attempt++;
    struct person **place = &wheel[(now + 1 + random() % range) % wheel_size];
    person->next = *place;
    *place = person;
}

// MARK: Speaking

static void say(struct person *person, const void *bytes, size_t length) {
    // A connection that has ended tells so when it is read.
    (void)!send(person->socket, bytes, length, MSG_NOSIGNAL);
}

static void say_text(struct person *person, const char *text) {
    struct frame frame = frame_text(text);
    say(person, frame.bytes, frame.length);
}

static void ask_for_upgrade(struct person *person) {
    char request[upgrade_request_room];
    person->stage = upgrading;
    say(person, request, upgrade_request(request, port));
}

static void greet(struct person *person) {
    char text[126] = "{\"open\":\"counter\"}";
    if (person->token[0] != '\0') snprintf(text, sizeof text, "{\"resume\":\"%s\"}", person->token);
    person->stage = greeting;
    say_text(person, text);
}

static void visit(struct person *person) {
    struct sockaddr_in server = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int yes = 1;
    person->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (person->socket < 0) fail("person %td: %s", person - people, strerror(errno));
    setsockopt(person->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    person->stage = connecting;
    person->received = 0;
    if (connect(person->socket, (struct sockaddr *)&server, sizeof server) != 0 && errno != EINPROGRESS) {
        return come_back_later(person);
    }
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = person};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, person->socket, &event) != 0) fail("epoll: %s", strerror(errno));
}

// MARK: Hearing

/// The text after `label` up to the next quote or comma; empty if there is none.
static void find(const struct received_frame *frame, const char *label, char *value, size_t room) {
    const char *end = frame->payload + frame->payload_length;
    const char *at = memmem(frame->payload, frame->payload_length, label, strlen(label));
    size_t length = 0;
    if (at != NULL) {
        for (at += strlen(label); at < end && strchr("\",}", *at) == NULL && length + 1 < room; at++) {
            value[length++] = *at;
        }
    }
    value[length] = '\0';
}

static void settle(struct person *person) {
    if (person->is_settled) return;
    person->is_settled = true;
    opening--;
    settled++;
}

static void take_session(struct person *person, const struct received_frame *frame) {
    char count[12], resumed[8], token[sizeof person->token];
    find(frame, "\"token\":\"", token, sizeof token);
    find(frame, "\"resumed\":", resumed, sizeof resumed);
    find(frame, "\"counterText\":\"", count, sizeof count);
    bool is_new = person->token[0] == '\0';
    if (token[0] == '\0' || (strcmp(resumed, "true") == 0) == is_new || atoi(count) != (is_new ? 0 : person->taps)) {
        fail("person %td after %d taps: %.*s", person - people, person->taps, (int)frame->payload_length,
             frame->payload);
    }
    strcpy(person->token, token);
    person->stage = present;
    person->attempt = 0;
    if (!is_new) {
        if (!was_settled) fail("person %td was thrown out", person - people);
        moments[back++] = seconds_now();
        return;
    }
    for (int n = 1; n <= person->taps; n++) {
        char text[50];
        snprintf(text, sizeof text, "{\"tap\":\"countUp\",\"n\":%d}", n);
        say_text(person, text);
    }
    if (person->taps == 0) settle(person);
}

static void take_text(struct person *person, const struct received_frame *frame) {
    char saved[12];
    if (person->stage == greeting) return take_session(person, frame);
    find(frame, "\"saved\":", saved, sizeof saved);
    if (saved[0] != '\0' && atoi(saved) == person->taps) settle(person);
}

static void take_frame(struct person *person, const struct received_frame *frame) {
    struct frame answer;
    switch (frame->opcode) {
    case opcode_text: return take_text(person, frame);
    case opcode_ping: answer = frame_make(opcode_pong, frame->payload, frame->payload_length); break;
    // The server ends the connection when it has this.
    case opcode_close: answer = frame_make(opcode_close, frame->payload, frame->payload_length < 2 ? 0 : 2); break;
    default: fail("person %td: an unexpected kind of frame", person - people);
    }
    say(person, answer.bytes, answer.length);
}

/// Returns how many bytes were taken; 0 when more must come.
static size_t take(struct person *person, const unsigned char *bytes, size_t count) {
    if (person->stage == upgrading) {
        ssize_t length = upgrade_consent(bytes, count);
        if (length < 0) fail("no upgrade: %.*s", (int)count, (const char *)bytes);
        if (length > 0) greet(person);
        return length;
    }
    struct received_frame frame;
    switch (frame_read(bytes, count, &frame)) {
    case reading_incomplete: return 0;
    case reading_complete: take_frame(person, &frame); return frame.length;
    case reading_invalid: break;
    }
    fail("person %td: not a frame that a server may send", person - people);
}

/// Edge-triggered: reads until there is no more.
static void hear(struct person *person) {
    while (true) {
        size_t room = sizeof person->bytes - person->received;
        if (room == 0) fail("person %td: a frame too long", person - people);
        ssize_t count = recv(person->socket, person->bytes + person->received, room, 0);
        if (count < 0 && errno == EAGAIN) return;
        if (count <= 0) return come_back_later(person);
        person->received += count;
        size_t taken = 0;
        for (size_t more = 1; more > 0 && taken < person->received; taken += more) {
            more = take(person, person->bytes + taken, person->received - taken);
        }
        person->received -= taken;
        memmove(person->bytes, person->bytes + taken, person->received);
    }
}

// MARK: Time

static void wake(void) {
    uint64_t until = seconds_now() * 1000;
    for (; now < until; now++) {
        struct person **place = &wheel[now % wheel_size];
        while (*place != NULL) {
            struct person *person = *place;
            *place = person->next;
            visit(person);
        }
    }
}

static void turn(void) {
    struct epoll_event events[events_at_once];
    int count = epoll_wait(epoll, events, events_at_once, 1);
    if (count < 0 && errno != EINTR) fail("epoll_wait: %s", strerror(errno));
    for (int i = 0; i < count; i++) {
        struct person *person = events[i].data.ptr;
        if (person->stage == connecting) {
            if (events[i].events & (EPOLLERR | EPOLLHUP)) {
                come_back_later(person);
                continue;
            }
            ask_for_upgrade(person);
        }
        hear(person);
    }
    wake();
}

static void wait_for(const uint32_t *count, const char *what) {
    double end = seconds_now() + patience / 1000;
    while (*count < size) {
        if (seconds_now() > end) fail("%u of %u %s after %d s", *count, size, what, patience / 1000);
        turn();
    }
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: ReturningCrowd PORT SIZE\n");
        return 64;
    }
    port = atoi(arguments[1]);
    size = atoi(arguments[2]);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    people = calloc(size, sizeof *people);
    moments = calloc(size, sizeof *moments);
    if (people == NULL || moments == NULL) fail("out of memory");
    now = seconds_now() * 1000;
    srandom(now);

    for (uint32_t next = 0; next < size;) {
        while (next < size && opening < opening_at_once) {
            people[next].taps = next % 5;
            opening++;
            visit(&people[next++]);
        }
        turn();
    }
    wait_for(&settled, "saved");
    was_settled = true;
    printf("settled\n");
    fflush(stdout);
    wait_for(&back, "back");
    for (uint32_t i = 0; i < size; i++) printf("%.6f\n", moments[i]);
    return 0;
}
