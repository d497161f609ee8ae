// Loads a server with WebSocket clients and prints what a round trip costs it, one `name value unit`
// a line. Exits with 1 as soon as an answer is not the right one.

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "failure.h"
#include "load.h"
#include "process.h"

static const char usage[] =
    "usage: LoadGenerator --port P --scenario NAME [options]\n"
    "\n"
    "  --port P         the server's port on 127.0.0.1\n"
    "  --scenario NAME  what the clients do:\n"
    "%s"
    "  --connections N  how many clients (default 1)\n"
    "  --busy M         how many of them talk; the others stay connected and idle (default: all)\n"
    "  --pause MS       from one message of a client to its next at least (default 0: as soon as it is answered)\n"
    "  --seconds S      how long to measure (default 5)\n"
    "  --warm-up S      how long to talk before that (default 1)\n"
    "  --server-pid PID the server's process: prints its processor time and memory too\n"
    "  --on-demand      measure once for each line on standard input, and end with it; an empty line follows\n"
    "                   the opening and each measurement. So two servers can be measured by turns\n"
    "  --vanish         end as a phone does that loses its network, so that the server keeps the sessions\n";

struct settings {
    struct load_settings load;
    double seconds;
    double warm_up;
    pid_t server;  // 0: not known
    bool on_demand;
    bool vanish;
};

struct processor_times {
    double at;
    struct processor_time server;
    struct processor_time generator;
};

static struct processor_times processor_times_now(pid_t server) {
    struct processor_times times = {.at = seconds_now(), .generator = processor_time_of(getpid())};
    if (server != 0) times.server = processor_time_of(server);
    return times;
}

static void print(const char *name, double value, int decimals, const char *unit) {
    printf("%s %.*f %s\n", name, decimals, value, unit);
}

static void print_traffic(const struct tally *tally, double seconds) {
    double round_trips = tally->round_trips;
    print("round_trips", round_trips, 0, "count");
    print("round_trips_per_second", round_trips / seconds, 0, "1/s");
    print("latency_p50", histogram_quantile(&tally->latencies, 0.50) / 1e3, 1, "us");
    print("latency_p99", histogram_quantile(&tally->latencies, 0.99) / 1e3, 1, "us");
    print("sent_per_round_trip", tally->bytes_sent / round_trips, 2, "bytes");
    print("received_per_round_trip", tally->bytes_received / round_trips, 2, "bytes");
    print("answer_payload", tally->payload_received / round_trips, 2, "bytes");
}

/// The generator is not the bottleneck while the server has, or waits for, its core all the time and
/// the generator has time to spare.
static void print_processor(const struct processor_times *start, const struct processor_times *end,
                            double round_trips, bool has_server) {
    double wall = (end->at - start->at) * 1e9;
    double server = end->server.used - start->server.used;
    double generator = end->generator.used - start->generator.used;
    if (has_server) {
        print("server_busy", 100 * server / wall, 1, "%");
        print("server_waiting_for_core", 100 * (end->server.waiting - start->server.waiting) / wall, 1, "%");
    }
    print("generator_busy", 100 * generator / wall, 1, "%");
    print("generator_waiting_for_core", 100 * (end->generator.waiting - start->generator.waiting) / wall, 1, "%");
    if (round_trips == 0) return;
    print("generator_cpu_per_round_trip", generator / round_trips / 1e3, 3, "us");
    if (!has_server) return;
    print("server_cpu_per_round_trip", server / round_trips / 1e3, 3, "us");
    print("round_trips_per_server_cpu_second", round_trips / (server / 1e9), 0, "1/s");
}

static void print_memory(uint64_t before, uint64_t after, uint32_t connections) {
    print("memory_before", before / 1024.0, 0, "KiB");
    print("memory_after", after / 1024.0, 0, "KiB");
    print("memory_per_connection", ((double)after - before) / connections, 0, "bytes");
}

/// A scenario that ends by itself has its own beginning that is not measured.
static void warm_up(struct load *load, const struct settings *settings) {
    load_start(load);
    if (settings->load.scenario->last > 0) return;
    load_run(load, settings->warm_up);
    load_reset_tally(load);
}

static void measure(struct load *load, const struct settings *settings, uint64_t memory_before) {
    warm_up(load, settings);
    struct processor_times start = processor_times_now(settings->server);
    load_run(load, settings->seconds);
    struct processor_times end = processor_times_now(settings->server);
    struct tally tally = *load_tally(load);
    load_stop(load);

    if (tally.round_trips > 0) print_traffic(&tally, end.at - start.at);
    print_processor(&start, &end, tally.round_trips, settings->server != 0);
    if (settings->server == 0) return;
    print_memory(memory_before, resident_memory_of(settings->server), settings->load.connections);
}

static bool next_demand(void) {
    printf("\n");
    fflush(stdout);
    int character = getchar();
    while (character != EOF && character != '\n') character = getchar();
    return character != EOF;
}

static void run(const struct settings *settings) {
    uint64_t memory_before = settings->server ? resident_memory_of(settings->server) : 0;
    double opened_at = seconds_now();
    struct load *load = load_open(settings->load);
    print("connections", settings->load.connections, 0, "count");
    print("busy", settings->load.busy, 0, "count");
    print("opening", seconds_now() - opened_at, 3, "s");

    if (settings->on_demand) {
        while (next_demand()) measure(load, settings, memory_before);
    } else {
        measure(load, settings, memory_before);
    }
    if (settings->load.scenario->screen != NULL && !settings->vanish) load_leave(load);
    load_close(load);
}

static void raise_descriptor_limit(uint32_t connections) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (connections + 16 > limit.rlim_max) {
        fail("%u connections need more descriptors than the limit of %ju", connections, (uintmax_t)limit.rlim_max);
    }
}

// MARK: command line

static void print_usage(FILE *file) {
    char names[600] = "";
    for (size_t i = 0, at = 0; i < scenario_count; i++) {
        at += snprintf(names + at, sizeof names - at, "      %-14s %s\n", scenarios[i].name, scenarios[i].about);
    }
    fprintf(file, usage, names);
}

static _Noreturn void fail_usage(void) {
    print_usage(stderr);
    exit(64);
}

static double number_between(const char *text, double lowest, double highest) {
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || !(number >= lowest && number <= highest)) {
        fprintf(stderr, "LoadGenerator: %s is not a number from %.0f to %.0f\n", text, lowest, highest);
        exit(64);
    }
    return number;
}

static struct settings read_settings(int count, char **arguments) {
    static const struct option options[] = {
        {"port", required_argument, NULL, 'p'},       {"scenario", required_argument, NULL, 's'},
        {"connections", required_argument, NULL, 'c'}, {"busy", required_argument, NULL, 'b'},
        {"seconds", required_argument, NULL, 't'},    {"warm-up", required_argument, NULL, 'w'},
        {"server-pid", required_argument, NULL, 'i'}, {"vanish", no_argument, NULL, 'v'},
        {"pause", required_argument, NULL, 'u'},
        {"on-demand", no_argument, NULL, 'd'},        {"help", no_argument, NULL, 'h'},
        {0},
    };
    struct settings settings = {.load = {.connections = 1, .busy = UINT32_MAX}, .seconds = 5, .warm_up = 1};
    for (int option; (option = getopt_long(count, arguments, "", options, NULL)) != -1;) {
        switch (option) {
        case 'p': settings.load.port = number_between(optarg, 1, 65535); break;
        case 's': settings.load.scenario = scenario_named(optarg); break;
        case 'c': settings.load.connections = number_between(optarg, 1, 1000000); break;
        case 'b': settings.load.busy = number_between(optarg, 0, 1000000); break;
        case 'u': settings.load.pause = number_between(optarg, 0, 60000) / 1e3; break;
        case 't': settings.seconds = number_between(optarg, 0, 3600); break;
        case 'w': settings.warm_up = number_between(optarg, 0, 3600); break;
        case 'i': settings.server = number_between(optarg, 1, INT32_MAX); break;
        case 'd': settings.on_demand = true; break;
        case 'v': settings.vanish = true; break;
        case 'h': print_usage(stdout); exit(0);
        default: fail_usage();
        }
    }
    if (settings.load.port == 0 || settings.load.scenario == NULL || optind != count) fail_usage();
    if (settings.load.busy > settings.load.connections) settings.load.busy = settings.load.connections;
    return settings;
}

int main(int count, char **arguments) {
    struct settings settings = read_settings(count, arguments);
    raise_descriptor_limit(settings.load.connections);
    run(&settings);
    return 0;
}
