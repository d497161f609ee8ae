// What libwebsockets and libuv cost by themselves: a WebSocket echo that answers at once, on one
// libuv loop of our own. `make bench` holds the server against it.

#include <getopt.h>
#include <libwebsockets.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uv.h>

/// The longest text that is handed over or sent in one piece. Every connection owns a buffer of this
/// size, so it also sets what an idle one weighs.
enum { longest_piece = 1024 };

static const char usage[] =
    "usage: BareEcho --port P [--reply-bytes N]\n"
    "\n"
    "  --port P         the port on 127.0.0.1\n"
    "  --reply-bytes N  answer every message with N bytes (0 to 1024) instead of its own text,\n"
    "                   so that the frames are as long as those of the server it is compared with\n"
    "\n"
    "Any path is accepted, with the subprotocol pantograph.v1 or none. SIGTERM and SIGINT end it.\n";

struct settings {
    int port;
    int reply_bytes;  // negative: as many as came
};

static struct settings settings = {.port = 0, .reply_bytes = -1};

/// An answer that has to wait, because the socket has not taken the one before. Allocated for that
/// moment only, so that it does not count in the memory of an idle connection.
struct client {
    unsigned char *waiting;  // LWS_PRE bytes of headroom, then the text
    size_t waiting_length;
    enum lws_write_protocol waiting_kind;
};

/// Reads nothing more from this client until the answer has left: one answer waits at most.
static int send_later(struct lws *connection, struct client *client, const unsigned char *text, size_t length,
                      enum lws_write_protocol kind) {
    client->waiting = malloc(LWS_PRE + length);
    if (client->waiting == NULL) return -1;
    memcpy(client->waiting + LWS_PRE, text, length);
    client->waiting_length = length;
    client->waiting_kind = kind;
    lws_rx_flow_control(connection, 0);
    return lws_callback_on_writable(connection) < 0 ? -1 : 0;
}

static int send_waiting(struct lws *connection, struct client *client) {
    if (client->waiting == NULL) return 0;
    int sent = lws_write(connection, client->waiting + LWS_PRE, client->waiting_length, client->waiting_kind);
    free(client->waiting);
    client->waiting = NULL;
    lws_rx_flow_control(connection, 1);
    return sent < 0 ? -1 : 0;
}

/// Writing at once does twice the round trips of asking for WRITEABLE first.
static int send_now(struct lws *connection, struct client *client, unsigned char *text, size_t length,
                    enum lws_write_protocol kind) {
    if (lws_partial_buffered(connection)) return send_later(connection, client, text, length, kind);
    return lws_write(connection, text, length, kind) < 0 ? -1 : 0;
}

/// A message that arrives in pieces goes back in pieces, or gets its answer after the last one.
static int on_piece(struct lws *connection, struct client *client, const void *piece, size_t length) {
    static unsigned char frame[LWS_PRE + longest_piece];
    unsigned char *text = frame + LWS_PRE;
    bool is_first = lws_is_first_fragment(connection);
    bool is_last = lws_is_final_fragment(connection) && lws_remaining_packet_payload(connection) == 0;

    if (settings.reply_bytes < 0) {
        memcpy(text, piece, length);
        return send_now(connection, client, text, length, lws_write_ws_flags(LWS_WRITE_TEXT, is_first, is_last));
    }
    if (!is_last) return 0;
    memset(text, '.', (size_t)settings.reply_bytes);
    return send_now(connection, client, text, (size_t)settings.reply_bytes, LWS_WRITE_TEXT);
}

static int on_event(struct lws *connection, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    struct client *client = user;
    switch (reason) {
    case LWS_CALLBACK_RECEIVE:
        return on_piece(connection, client, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_waiting(connection, client);
    case LWS_CALLBACK_CLOSED:
        free(client->waiting);
        client->waiting = NULL;
        return 0;
    default:
        return lws_callback_http_dummy(connection, reason, user, in, length);
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "pantograph.v1",
     .callback = on_event,
     .per_session_data_size = sizeof(struct client),
     .rx_buffer_size = longest_piece},
    {0},
};

static struct lws_context *make_context(uv_loop_t *loop) {
    void *loops[] = {loop};
    struct lws_context_creation_info info = {
        .port = settings.port,
        .iface = "127.0.0.1",
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV,
        .foreign_loops = loops,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
    };
    lws_set_log_level(LLL_ERR, NULL);
    return lws_create_context(&info);
}

static void on_signal(uv_signal_t *signal, int number) {
    (void)number;
    uv_stop(signal->loop);
}

static void watch_signal(uv_loop_t *loop, uv_signal_t *signal, int number) {
    uv_signal_init(loop, signal);
    uv_signal_start(signal, on_signal, number);
}

/// The loop is ours, so libwebsockets closes its handles on it and leaves the rest to us: the
/// handles need turns of the loop to be gone before the second call frees the context.
static void destroy_context(struct lws_context *context, uv_loop_t *loop) {
    lws_context_destroy(context);
    uv_run(loop, UV_RUN_DEFAULT);
    lws_context_destroy(context);
}

static void raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static int number_between(const char *text, int lowest, int highest) {
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || number < lowest || number > highest) {
        fprintf(stderr, "BareEcho: %s is not a number from %d to %d\n", text, lowest, highest);
        exit(64);
    }
    return (int)number;
}

static void read_settings(int count, char **arguments) {
    static const struct option options[] = {
        {"port", required_argument, NULL, 'p'},
        {"reply-bytes", required_argument, NULL, 'r'},
        {"help", no_argument, NULL, 'h'},
        {0},
    };
    for (int option; (option = getopt_long(count, arguments, "", options, NULL)) != -1;) {
        switch (option) {
        case 'p': settings.port = number_between(optarg, 1, 65535); break;
        case 'r': settings.reply_bytes = number_between(optarg, 0, longest_piece); break;
        case 'h': fputs(usage, stdout); exit(0);
        default: fputs(usage, stderr); exit(64);
        }
    }
    if (settings.port == 0 || optind != count) {
        fputs(usage, stderr);
        exit(64);
    }
}

int main(int count, char **arguments) {
    read_settings(count, arguments);
    raise_descriptor_limit();

    uv_loop_t loop;
    uv_loop_init(&loop);
    struct lws_context *context = make_context(&loop);
    if (context == NULL) {
        fprintf(stderr, "BareEcho: cannot listen on port %d\n", settings.port);
        return 1;
    }
    uv_signal_t terminate, interrupt;
    watch_signal(&loop, &terminate, SIGTERM);
    watch_signal(&loop, &interrupt, SIGINT);

    uv_run(&loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&terminate, NULL);
    uv_close((uv_handle_t *)&interrupt, NULL);
    destroy_context(context, &loop);
    uv_loop_close(&loop);
    return 0;
}
