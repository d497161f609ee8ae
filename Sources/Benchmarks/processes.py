"""The servers and the load generator, as processes that are started, asked and ended."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time

HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class Failure(Exception):
    """Something did not run as it should; the text is for the person at the terminal."""


def cores() -> tuple[int, int]:
    """One core for the server and one for the generator; the same for both where there is only one."""
    available = sorted(os.sched_getaffinity(0))
    return available[0], available[1 % len(available)]


def free_port() -> int:
    """Below the ephemeral ports, which the clients' own connections may occupy."""
    for port in range(20100, 32000):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise Failure("no free port between 20100 and 32000")


def answers(port: int) -> bool:
    """Whether a WebSocket handshake is answered."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(HANDSHAKE.format(port=port).encode())
            return connection.recv(100).startswith(b"HTTP/1.1 101")
    except ConnectionRefusedError:
        return False


class Running:
    """A server that answers, and how long it took to its first answer."""

    def __init__(self, process: subprocess.Popen, port: int, start: float):
        self.process = process
        self.port = port
        self.start = start


def end(process: subprocess.Popen) -> int:
    """Asks the process to end; its exit code."""
    process.terminate()
    try:
        return process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


@contextlib.contextmanager
def running(command: list[str]):
    """Starts `command` with a port added, in an empty directory; ends it by SIGTERM and looks at its exit code."""
    port = free_port()
    with tempfile.TemporaryDirectory() as directory, open(f"{directory}/log", "w+") as log:
        began = time.monotonic()
        process = subprocess.Popen(
            [*command, "--port", str(port)],
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=lambda: os.sched_setaffinity(0, {cores()[0]}),
        )
        try:
            while not answers(port):
                if process.poll() is not None or time.monotonic() - began > 10:
                    raise Failure(f"{command[0]} does not answer")
                time.sleep(0.0005)
            yield Running(process, port, time.monotonic() - began)
        finally:
            code = end(process)
            if code != 0:
                log.seek(0)
                print(f"bench: {command[0]} ended with {code}\n{log.read()}", file=sys.stderr)
        if code != 0:
            raise Failure(f"{command[0]} did not end as it should")


@contextlib.contextmanager
def redis():
    """A Redis server on the generator's core; its URL."""
    port = free_port()
    with tempfile.TemporaryDirectory() as directory:
        process = subprocess.Popen(
            ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", directory, "--appendonly", "yes"],
            stdout=subprocess.DEVNULL,
            preexec_fn=lambda: os.sched_setaffinity(0, {cores()[1]}),
        )
        try:
            while True:
                with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
                    break
                if process.poll() is not None:
                    raise Failure("redis-server does not answer")
                time.sleep(0.01)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            end(process)


@contextlib.contextmanager
def ended_well(generator: subprocess.Popen):
    """The generator ends with its input, and with 0 if every answer was right."""
    try:
        yield generator
    finally:
        generator.stdin.close()
        code = generator.wait(timeout=60)
        generator.stdout.close()
    if code != 0:
        raise Failure(f"the generator ended with {code}: {' '.join(generator.args)}")


def read_values(generator: subprocess.Popen) -> dict[str, float]:
    """The generator's lines up to an empty one or the end."""
    values = {}
    for line in generator.stdout:
        if line == "\n":
            break
        name, value, _ = line.split()
        values[name] = float(value)
    return values


def demand(generator: subprocess.Popen) -> dict[str, float]:
    """Lets the generator measure once; again if the machine stood still all the while."""
    for _ in range(10):
        generator.stdin.write("\n")
        generator.stdin.flush()
        values = read_values(generator)
        if "round_trips" in values:
            return values
    raise Failure(f"no round trips: {' '.join(generator.args)}")
