#define _GNU_SOURCE
#include "scenario.h"

#include <string.h>

static bool contains(const char *text, size_t length, const char *part) {
    return memmem(text, length, part, strlen(part)) != NULL;
}

static bool has_number(const char *text, size_t length, const char *label, uint32_t expected) {
    const char *end = text + length;
    const char *at = memmem(text, length, label, strlen(label));
    if (at == NULL) return false;
    uint32_t number = 0;
    for (at += strlen(label); at < end && *at >= '0' && *at <= '9'; at++) number = number * 10 + (*at - '0');
    return number == expected;
}

/// The address turns invalid with every even number and valid again with every odd one.
static bool is_registration_answer(const char *text, size_t length, uint32_t number) {
    const char *output = number % 2 == 0 ? "\"invalidMail\":\"enter valid mail address\"" : "\"invalidMail\":\"\"";
    return has_number(text, length, "\"ack\":", number) && contains(text, length, output);
}

/// The tap with number 10 is the first one.
static bool is_counter_answer(const char *text, size_t length, uint32_t number) {
    return has_number(text, length, "\"ack\":", number) &&
           has_number(text, length, "\"counterText\":\"", number - 9);
}

static bool is_any_answer(const char *text, size_t length, uint32_t number) {
    (void)text, (void)length, (void)number;
    return true;
}

static const char half_typed[] = "{\"set\":{\"mail\":\"ann@example.o\"},\"n\":0000000}";
static const char typed[] = "{\"set\":{\"mail\":\"ann@example.or\"},\"n\":0000000}";
static const char tap[] = "{\"tap\":\"countUp\",\"n\":00}";

const struct scenario scenarios[] = {
    {.name = "registration",
     .about = "types an address whose last letter comes and goes: every change moves invalidMail",
     .screen = "registration",
     .messages = {half_typed, typed},
     .digits = 7,
     .first = 1000000,
     .is_answer = is_registration_answer},
    {.name = "counter",
     .about = "taps, from the moment that both count and n have two digits until one has three",
     .screen = "counter",
     .messages = {tap, tap},
     .digits = 2,
     .first = 10,
     .first_measured = 19,
     .last = 99,
     .is_answer = is_counter_answer},
    {.name = "echo",
     .about = "sends what registration sends to a server that answers each message by any one",
     .messages = {half_typed, typed},
     .digits = 7,
     .first = 1000000,
     .is_answer = is_any_answer},
};

const size_t scenario_count = sizeof scenarios / sizeof scenarios[0];

const struct scenario *scenario_named(const char *name) {
    for (size_t i = 0; i < scenario_count; i++) {
        if (strcmp(scenarios[i].name, name) == 0) return &scenarios[i];
    }
    return NULL;
}
