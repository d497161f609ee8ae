"""Sessions on several event loops: protocol section 5. Which loop accepts a connection is the kernel's choice."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import Server
from wire import CLOSE, TEXT, frame, message


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("loops"), "--loops", "4", "--message-rate", "100000") as server:
        yield server


class Client:
    """A person with one session and many connections, who checks every frame."""

    def __init__(self, server):
        self.server = server
        self.taps = 0
        self.socket = server.connect()
        self.token = self.socket.open()["session"]["token"]

    def tap(self, times=1):
        """Taps in one write, and waits for the last answer. The count in between never falls."""
        first, self.taps = self.taps + 1, self.taps + times
        self.socket.send(b"".join(message({"tap": "countUp", "n": number}) for number in range(first, self.taps + 1)))
        return self.check(self.socket.hear_until(lambda heard: heard.get("ack", 0) >= self.taps))

    def check(self, heard: list[dict]):
        acks = [frame["ack"] for frame in heard if "ack" in frame]
        assert acks == sorted(acks)
        assert acks[-1] == self.taps
        for frame in heard:
            # The number of the last tap is the count, in every frame.
            if "set" in frame:
                assert frame["set"]["counterText"] == str(frame["ack"])
        return heard

    def resume(self):
        """Comes back on a new connection, which sends again what was not acknowledged."""
        self.socket = self.server.connect()
        resumed = self.socket.resume(self.token)
        assert "errors" not in resumed, resumed
        assert resumed["session"]["resumed"] is True
        assert resumed["set"]["counterText"] == str(resumed["ack"])
        assert resumed["ack"] <= self.taps
        self.token = resumed["session"]["token"]
        missing = range(resumed["ack"] + 1, self.taps + 1)
        if missing:
            self.socket.send(b"".join(message({"tap": "countUp", "n": number}) for number in missing))
            self.check(self.socket.hear_until(lambda heard: heard.get("ack", 0) >= self.taps))
        return resumed


@pytest.fixture
def client(server):
    return Client(server)


# With 4 loops all of 60 connections come to the session's own loop once in 10^36 runs.
OFTEN = 60


def test_a_session_goes_on_whatever_loop_accepts(client):
    for _ in range(OFTEN):
        client.socket.close()
        client.resume()
        client.tap()

    assert client.resume()["set"]["counterText"] == str(OFTEN)


def test_a_burst_is_answered_in_order_on_whatever_loop(client):
    for _ in range(OFTEN):
        client.socket.close()
        client.resume()
        client.tap(50)


def test_whoever_resumes_takes_over_from_whatever_loop(client):
    for _ in range(OFTEN):
        old = client.socket
        client.resume()
        client.tap()

        assert old.close_code() == 4001


def test_two_who_take_over_at_once_leave_one_session_with_one_connection(client):
    for _ in range(OFTEN // 3):
        sockets = [client.server.connect() for _ in range(3)]
        with ThreadPoolExecutor(len(sockets)) as pool:
            answers = list(pool.map(lambda socket: claim(socket, client.token), sockets))

        living = [(socket, token) for socket, token in zip(sockets, answers) if token and is_heard(socket)]
        assert len(living) == 1
        client.socket, client.token = living[0]
        client.tap()


def claim(socket, token) -> str | None:
    try:
        return socket.resume(token)["session"]["token"]
    except (AssertionError, ConnectionError, KeyError):
        return None


def is_heard(socket) -> bool:
    try:
        socket.say({"ping": 7})
        return socket.hear_until(lambda heard: "pong" in heard)[-1]["pong"] == 7
    except (AssertionError, ConnectionError):
        return False


def test_taps_that_were_under_way_when_the_connection_was_cut_count_once(client):
    for round in range(OFTEN):
        times = random.randint(1, 30)
        numbers = range(client.taps + 1, client.taps + times + 1)
        client.socket.send(b"".join(message({"tap": "countUp", "n": number}) for number in numbers))
        client.taps += times
        client.socket.reset() if round % 2 else client.socket.close()
        client.resume()


def test_a_large_state_hops_whole(server):
    client = server.connect()
    token = client.open("profile")["session"]["token"]
    text = "あ😀\u0000\"\\" * 600
    client.say({"set": {"name": text, "desc": text}, "n": 1})
    client.hear_until(lambda heard: heard.get("ack") == 1)

    for _ in range(OFTEN // 2):
        client = server.connect()
        resumed = client.resume(token)
        token = resumed["session"]["token"]
        assert resumed["set"]["name"] == resumed["set"]["desc"] == text


def test_a_slow_reader_on_another_loop_gets_every_frame_in_order(client):
    for _ in range(5):
        client.socket = client.server.connect(receive_buffer=4_096)
        token = client.socket.resume(client.token)["session"]["token"]
        client.token = token
        pings = [{"ping": [number, "x" * 30_000]} for number in range(40)]
        sender = threading.Thread(target=client.socket.send, args=(b"".join(map(message, pings)),))
        sender.start()

        heard = [client.socket.hear()["pong"][0] for _ in pings]

        sender.join()
        assert heard == list(range(40))


def test_a_storm_of_clients_loses_no_tap_and_counts_none_twice(start):
    """For some seconds: connecting, tapping, resuming, taking over, cutting, resetting, violating, leaving."""
    server = start("--loops", "4", "--message-rate", "100000")
    deadline = time.monotonic() + 8

    def live(seed: int) -> int:
        chance = random.Random(seed)
        client = Client(server)
        while time.monotonic() < deadline:
            for _ in range(chance.randint(0, 3)):
                client.tap(chance.choice([1, 2, 100]))
            if chance.random() < 0.5:
                times = chance.randint(1, 20)
                numbers = range(client.taps + 1, client.taps + times + 1)
                client.socket.send(b"".join(message({"tap": "countUp", "n": number}) for number in numbers))
                client.taps += times
            chance.choice([
                client.socket.close, client.socket.reset, lambda: None,
                lambda: client.socket.send(frame(CLOSE)), lambda: client.socket.send(frame(TEXT, reserved=1)),
            ])()
            client.resume()
            if chance.random() < 0.05:
                client.socket.say({"leave": True})
                assert client.socket.close_code() == 1000
                client = Client(server)
        return client.taps

    with ThreadPoolExecutor(16) as pool:
        assert all(taps >= 0 for taps in pool.map(live, range(16)))
    with server.connect() as bystander:
        bystander.open()
        assert bystander.tap(1)["set"] == {"counterText": "1"}
