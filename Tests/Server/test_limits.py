"""Message rates and places for connections: protocol section 6."""

import select
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import ROOT
from wire import CLOSE, PATIENCE, PING, TEXT, Link, Refused, WebSocket, frame, message, upgrade_request

TAPS = 5_000


# Message rate


def test_nothing_is_dropped_above_the_message_rate(start):
    server = start("--message-rate", "2000")
    with server.connect() as socket, server.connect() as bystander:
        socket.open()
        bystander.open()
        socket.send(b"".join(message({"tap": "countUp", "n": number}) for number in range(1, TAPS + 1)))
        # Somebody else does not wait.
        assert bystander.tap(1)["set"] == {"counterText": "1"}

        heard = socket.hear_until(lambda heard: heard.get("ack") == TAPS)

    assert heard[-1]["set"] == {"counterText": str(TAPS)}
    counts = [int(frame["set"]["counterText"]) for frame in heard if "set" in frame]
    assert counts == sorted(counts)


def test_a_burst_is_answered_at_once(server):
    with server.connect() as socket:
        socket.open()
        socket.send(b"".join(message({"tap": "countUp", "n": number}) for number in range(1, 1_001)))
        assert socket.hear_until(lambda heard: heard.get("ack") == 1_000)[-1]["set"] == {"counterText": "1000"}


def test_frames_do_not_wait_for_each_other_in_the_network(server):
    with server.connect() as socket:
        socket.open()
        gaps = []
        for number in range(60):
            socket.send(message({"ping": number}) + message({"ping": number}))
            socket.hear()
            began = time.monotonic()
            socket.hear()
            gaps.append(time.monotonic() - began)

    # Without TCP_NODELAY the second one waits 40 ms for the delayed acknowledgement of the first.
    assert sorted(gaps)[len(gaps) // 2] < 0.03


def keep_pushing(server) -> int:
    """Taps without a rest until the server has enough."""
    with server.connect() as socket:
        socket.open()
        taps = message({"tap": "countUp"}) * 100
        socket.socket.setblocking(False)
        pending = b""
        deadline = time.monotonic() + 60 + PATIENCE
        while time.monotonic() < deadline:
            readable, writable, _ = select.select([socket.socket], [socket.socket], [], 1)
            try:
                if readable:
                    socket._fill()
                if b"\x88\x02" in socket._unread[-200:]:
                    break
                if writable:
                    pending = (pending or taps)
                    pending = pending[socket.socket.send(pending):]
            except BlockingIOError:
                pass
            except ConnectionError:
                break
        socket.socket.settimeout(PATIENCE)
        return socket.close_code()


@pytest.mark.long(wait=keep_pushing)
def test_a_client_that_pushes_without_a_rest_is_closed_with_4004(waits):
    assert waits["test_a_client_that_pushes_without_a_rest_is_closed_with_4004"].result() == 4004


# Places


def refused(server) -> bool:
    try:
        server.connect().close()
    except Refused as refusal:
        assert refusal.answer.status == 503
        assert int(refusal.answer.headers["retry-after"]) > 0
        return True
    return False


def take_places(server, count: int) -> list[WebSocket]:
    """Waits for places whose last holders have just ended."""
    sockets = []
    deadline = time.monotonic() + PATIENCE
    while len(sockets) < count:
        try:
            sockets.append(server.connect())
        except Refused:
            assert time.monotonic() < deadline, f"{count - len(sockets)} places were never freed"
    return sockets


def leave(link):
    link.send(message({"open": "counter"}) + message({"leave": True})).read_all()


def close(link):
    link.send(frame(CLOSE)).read_all()


def violate(link):
    link.send(frame(TEXT, reserved=1))
    assert link.close_code() == 1002
    link.close()


def fill(link):
    link.send(b"".join(frame(PING, b"x" * 125) for _ in range(100)) + message({"open": "counter"}))
    link.reset()


ENDS = {
    "a leave": leave, "a close": close, "a cut": Link.close, "a reset": Link.reset, "a violation": violate,
    "a reset with answers under way": fill,
}


@pytest.mark.parametrize("flag", ["--connections", "--connections-per-address"])
@pytest.mark.parametrize("end", ENDS)
def test_places_are_freed_after(start, flag, end):
    server = start(flag, "3", "--loops", "2")

    for _ in range(3):
        sockets = take_places(server, 3)
        assert refused(server)
        for socket in sockets:
            ENDS[end](socket)


def test_refused_and_unfinished_upgrades_take_no_places(start):
    server = start("--connections", "2", "--loops", "2")

    for _ in range(10):
        for changed in (
            {"path": "/nothing"}, {"method": "POST"}, {"Origin": "null"}, {"Sec_WebSocket_Protocol": "other"},
            {"Upgrade": "foo"}, {"Connection": None}, {"Sec_WebSocket_Key": None}, {"Sec_WebSocket_Key": "x" * 400},
        ):
            with Link(server.port) as link:
                link.send(upgrade_request(**changed)).read_all()
    unfinished = [Link(server.port).send(upgrade_request()[:-2]) for _ in range(10)]

    sockets = take_places(server, 2)

    assert refused(server)
    for link in [*unfinished, *sockets]:
        link.close()


def test_pages_are_served_when_all_places_are_taken(start):
    server = start("--connections", "1", "--web", str(ROOT / "web"))

    with server.connect(), Link(server.port) as link:
        assert refused(server)
        assert link.request("/counter").status == 200


def test_a_place_is_given_when_another_session_lets_go(start):
    server = start("--connections", "1")
    socket, = take_places(server, 1)
    token = socket.open()["session"]["token"]
    socket.tap(1)
    socket.reset()

    socket, = take_places(server, 1)

    assert socket.resume(token)["set"]["counterText"] == "1"


def test_sessions_that_are_used_and_dropped_leave_no_memory(start):
    """Fifty thousand of them: what remains once all have expired is what remained after the first few thousand."""
    server = start("--keep", "1", "--loops", "2", "--metrics", "--log-level", "warning")
    levels = []
    for _ in range(10):
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: use_and_drop(server, 625), range(8)))
        deadline = time.monotonic() + PATIENCE
        while "pantograph_sessions 0\n" not in metrics(server):
            assert time.monotonic() < deadline, "sessions do not expire"
            time.sleep(0.1)
        levels.append(server.memory())
    plateau = max(levels[1:4])
    assert levels[-1] <= plateau * 1.1, levels


def metrics(server) -> str:
    with Link(server.port) as link:
        return link.request("/metrics").body.decode()


def use_and_drop(server, count: int):
    for _ in range(count):
        with server.connect() as socket:
            socket.open("registration")
            socket.say({"set": {"mail": "a@example.co"}, "n": 1})
            socket.hear()
