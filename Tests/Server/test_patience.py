"""How long the server waits for clients that say nothing or read nothing: protocol sections 1 and 6."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from wire import PATIENCE, PING, WebSocket, frame, message


# Time


def say_nothing(server) -> int:
    return WebSocket(server.port).close_code()


def say_everything_but_open(server) -> int:
    socket = WebSocket(server.port)
    socket.socket.settimeout(1)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            socket.send(frame(PING) + message({"ping": 1}) + message({"resume": "A" * 22}) + message({"no": "verb"}))
            return socket.close_code()
        except TimeoutError:
            pass
    return 0


def hear_pings(server) -> int:
    """Seconds until an idle client is pinged."""
    socket = WebSocket(server.port)
    socket.open()
    socket.socket.settimeout(25 + PATIENCE)
    began = time.monotonic()
    assert socket.read_frame() == (PING, b"")
    return time.monotonic() - began


def fall_silent(server) -> float:
    """Seconds until a client that answers no pings is hung up on."""
    socket = WebSocket(server.port)
    socket.open()
    began = time.monotonic()
    socket.socket.settimeout(60 + PATIENCE)
    socket.read_all()
    return time.monotonic() - began


def live_on_pings(server) -> dict:
    """A client that only pings is not silent."""
    socket = WebSocket(server.port)
    socket.open()
    socket.socket.settimeout(10)
    began = time.monotonic()
    while time.monotonic() < began + 65:
        socket.send(frame(PING, b"alive"))
        try:
            while True:
                socket.read_frame()
        except TimeoutError:
            pass
    socket.socket.settimeout(PATIENCE)
    return socket.tap(1)


@pytest.mark.long(wait=say_nothing)
def test_a_connection_that_opens_nothing_is_closed_with_4003(waits):
    assert waits["test_a_connection_that_opens_nothing_is_closed_with_4003"].result() == 4003


@pytest.mark.long(wait=say_everything_but_open)
def test_nothing_but_a_session_stops_the_clock_of_4003(waits):
    assert waits["test_nothing_but_a_session_stops_the_clock_of_4003"].result() == 4003


@pytest.mark.long(wait=hear_pings)
def test_an_idle_client_is_pinged_after_25_seconds(waits):
    assert waits["test_an_idle_client_is_pinged_after_25_seconds"].result() > 23


@pytest.mark.long(wait=fall_silent)
def test_a_client_that_is_silent_for_a_minute_is_hung_up_on(waits):
    assert waits["test_a_client_that_is_silent_for_a_minute_is_hung_up_on"].result() > 58


@pytest.mark.long(wait=live_on_pings)
def test_a_client_that_only_pings_is_not_silent(waits):
    assert waits["test_a_client_that_only_pings_is_not_silent"].result()["set"] == {"counterText": "1"}


# Readers that do not read


def push_until_refused(socket, data: bytes, most: int) -> int:
    """Sends until the other side takes no more; how much it took."""
    sent = 0
    socket.socket.settimeout(1)
    try:
        while sent < most:
            sent += socket.socket.send(data[sent % len(data):])
    except (TimeoutError, ConnectionError):
        pass
    return sent


PONGS = message({"ping": "x" * 60_000})

ANSWERED = {
    "large pings": PONGS, "ping frames": frame(PING, b"x" * 125), "taps": message({"tap": "countUp"}),
    "refused taps": message({"tap": "no"}), "large refused names": message({"set": {"unknown" * 1_000: 1}}),
}


@pytest.mark.parametrize("kind", ANSWERED)
def test_a_client_that_does_not_read_costs_little_memory(start, kind):
    server = start("--message-rate", "1000000")
    before = server.memory()
    sockets = [server.connect(receive_buffer=4_096) for _ in range(8)]
    for socket in sockets[::2]:
        socket.open()

    data = ANSWERED[kind] * (200_000 // len(ANSWERED[kind]) + 1)
    with ThreadPoolExecutor(len(sockets)) as pool:
        sent = sum(pool.map(lambda socket: push_until_refused(socket, data, 10_000_000), sockets))

    with server.connect() as bystander:
        bystander.open()
        assert bystander.tap(1)["ack"] == 1
    # What waits is in the kernel's buffers; the server keeps no copy of all that was said.
    assert server.memory() - before < 20_000_000, f"after {sent} bytes"
    for socket in sockets:
        socket.reset()


def stop_reading(server) -> float:
    """Seconds until the server gives a client up that asks and never reads."""
    socket = server.connect(receive_buffer=4_096)
    socket.open()
    began = time.monotonic()
    push_until_refused(socket, PONGS, 20_000_000)
    # The end shows as a reset of what is written, because nothing is read.
    socket.socket.settimeout(2)
    while time.monotonic() < began + 60 + PATIENCE:
        try:
            socket.socket.send(b"\0")
        except TimeoutError:
            pass
        except ConnectionError:
            break
    return time.monotonic() - began


@pytest.mark.long(wait=stop_reading)
def test_a_client_that_does_not_read_for_30_seconds_is_given_up(waits):
    assert 28 < waits["test_a_client_that_does_not_read_for_30_seconds_is_given_up"].result() < 90
