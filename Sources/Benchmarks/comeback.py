#!/usr/bin/env python3
"""A crowd whose server is restarted: how soon it is back, and how it spreads.

The server has one core and the crowd another. With `--passed` both servers get one listening socket, as from systemd, so
that whoever comes between them waits there. Prints one `name value unit` a line.
"""

import argparse
import collections
import os
import signal
import socket
import subprocess
import time


def start(command: list, core: int, listener: socket.socket | None = None, **options) -> subprocess.Popen:
    def prepare():
        os.sched_setaffinity(0, {core})
        if listener:
            os.dup2(listener.fileno(), 3)

    if listener:
        command = ["sh", "-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"', *command]
        options["pass_fds"] = (3,)
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=prepare, **options)


def serve(options, listener: socket.socket | None) -> subprocess.Popen:
    server = start([options.server, "serve", "--port", str(options.port), "--connections", "20000",
                    "--connections-per-address", "20000", "--store", "sqlite:sessions.db"],
                   options.core, listener, cwd=options.directory, stderr=subprocess.DEVNULL)
    assert "listens" in server.stdout.readline()
    return server


def stop(server: subprocess.Popen):
    server.send_signal(signal.SIGTERM)
    assert server.wait() == 0


def run(options):
    listener = socket.create_server(("127.0.0.1", options.port), backlog=4096) if options.passed else None
    name = "passed_comeback" if options.passed else "comeback"
    server = serve(options, listener)
    crowd = start([options.crowd, str(options.port), str(options.size)], 1 - options.core)
    if crowd.stdout.readline() != "settled\n":
        raise SystemExit("the crowd has not settled")
    stopped = time.monotonic()
    stop(server)
    gone = time.monotonic()
    server = serve(options, listener)
    ready = time.monotonic()
    times = sorted(float(line) - ready for line in crowd.stdout)
    if crowd.wait() != 0:
        raise SystemExit("the crowd has not come back")
    stop(server)
    shares = collections.Counter(int(moment * 10) for moment in times)
    print(f"{name}_drain {gone - stopped:.3f} s")
    print(f"{name}_restart {ready - stopped:.3f} s")
    print(f"{name}_of_999_in_1000 {times[int(len(times) * 0.999) - 1]:.3f} s")
    print(f"{name}_of_all {times[-1]:.3f} s")
    print(f"{name}_greatest_share_of_100_ms {100 * max(shares.values()) / len(times):.2f} %")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True)
    parser.add_argument("--crowd", required=True)
    parser.add_argument("--directory", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--passed", action="store_true")
    parser.add_argument("--core", type=int, default=0)
    run(parser.parse_args())
