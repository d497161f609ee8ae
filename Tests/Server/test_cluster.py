"""Two servers on one Redis, behind HAProxy and nginx without stickiness, as the README sets them up."""

import json
import random
import re
import shutil
import subprocess
import threading
import time
from pathlib import Path
from signal import SIGKILL, SIGTERM

import pytest

from conftest import ROOT, Server
from page import Page
from people import reach_code, send_code
from wire import PATIENCE, Link, WebSocket, free_port


@pytest.fixture
def pair(tmp_path, redis):
    """Two servers that share everything."""
    flags = ["--store", redis.url, "--database", f"sqlite:{tmp_path / 'accounts.db'}", "--key-file",
             str(tmp_path / "key"), "--sms", f"file:{tmp_path / 'sms'}", "--trusted-proxy", "127.0.0.1",
             "--messages-per-address", "2"]
    servers = []
    for index in range(2):
        place = tmp_path / f"server{index}"
        place.mkdir()
        servers.append(Server(place, *flags))
    yield servers
    for server in servers:
        server.kill()


def readme(section: str) -> str:
    """A configuration as the README prints it."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    return next(block for block in blocks if f"{section} " in block and "pantograph serve" not in block)


class Proxy:
    """HAProxy or nginx with the README's own lines, but for names and ports."""

    def __init__(self, kind: str, servers, directory: Path):
        self.port = free_port()
        addresses = {f"10.0.0.{index + 1}:8081": f"127.0.0.1:{server.port}" for index, server in enumerate(servers)}
        text = readme("frontend" if kind == "haproxy" else "upstream")
        for name, address in addresses.items():
            text = text.replace(name, address)
        text = text.replace("bind :80", f"bind 127.0.0.1:{self.port}").replace("listen 80;", f"listen 127.0.0.1:{self.port};")
        path = directory / f"{kind}.conf"
        if kind == "haproxy":
            path.write_text(text)
            command = [tool("haproxy"), "-db", "-f", str(path)]
        else:
            path.write_text(f"daemon off; pid {directory}/pid; error_log stderr;\n"
                            f"events {{}}\nhttp {{ access_log off; {text} }}\n")
            command = [tool("nginx"), "-p", str(directory), "-c", str(path)]
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while not self._is_ready():
            assert time.monotonic() < deadline and self._process.poll() is None, f"{kind} has not started"
            time.sleep(0.05)

    def _is_ready(self):
        try:
            with Link(self.port) as link:
                return link.request("/health").status == 200
        except (OSError, ConnectionError):
            return False

    def stop(self):
        self._process.terminate()
        self._process.wait(PATIENCE)


def tool(name: str) -> str:
    return shutil.which(name) or f"/usr/sbin/{name}"


@pytest.fixture(params=["haproxy", "nginx"])
def proxy(request, pair, tmp_path):
    proxy = Proxy(request.param, pair, tmp_path)
    yield proxy
    proxy.stop()


def test_a_session_goes_on_on_whatever_server_the_proxy_picks(proxy, pair):
    with WebSocket(proxy.port) as socket:
        token = socket.open("counter")["session"]["token"]
    for number in range(1, 21):
        with WebSocket(proxy.port) as socket:
            state = socket.resume(token)
            assert state["set"]["counterText"] == str(number - 1)
            token = state["session"]["token"]
            socket.tap(number)
            socket.hear_until(lambda message: message.get("saved", 0) >= number)


def test_codes_are_counted_by_the_client_that_the_proxy_names(proxy):
    def answer(source: str, number: str, *headers: str) -> dict:
        with WebSocket(proxy.port, *headers, source=source) as socket:
            return send_code(socket, number)

    for last in "12":
        assert "do" in answer("127.0.0.2", f"0901234560{last}")
    assert "network" in answer("127.0.0.2", "09012345603", "X-Forwarded-For: 127.0.0.4")["set"]["errors"]
    assert "do" in answer("127.0.0.3", "09012345604")


def test_a_rolling_restart_under_load_is_not_noticed(proxy, pair, tmp_path):
    pages = [Page(lambda: [proxy.port], "counter", random.Random(index)) for index in range(8)]
    stop, failures = threading.Event(), []

    def use(page):
        try:
            while not stop.is_set():
                page.tap("countUp")
                page.wait_for(lambda page: page.ack == page.n)
            page.settle()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=use, args=[page]) for page in pages]
    for thread in threads:
        thread.start()
    try:
        for index, server in enumerate(pair):
            server.signal(SIGTERM)
            assert server.process.wait(PATIENCE) == 0
            place = tmp_path / f"server{index}"
            pair[index] = Server(place, *server.flags, port=server.port)
            # Until the proxy has seen it.
            with WebSocket(pair[index].port) as socket:
                socket.open()
            for page in pages:
                before = page.n
                deadline = time.monotonic() + PATIENCE
                while page.n < before + 5 and not failures:
                    assert time.monotonic() < deadline, "a page stands still"
                    time.sleep(0.02)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert not failures, failures[0]
    for page in pages:
        assert page.state["counterText"] == str(page.n)
        page.close()


def test_the_loser_of_a_take_over_closes_within_a_second(pair):
    with WebSocket(pair[0].port) as first, WebSocket(pair[1].port) as second:
        token = first.open("counter")["session"]["token"]
        second.resume(token)
        start = time.monotonic()
        assert first.close_code() == 4001
        assert time.monotonic() - start < PATIENCE


def test_everybodys_count_is_seen_on_all_servers(pair):
    with WebSocket(pair[0].port) as first, WebSocket(pair[1].port) as second:
        first.open("counter")
        second.open("counter")
        first.say({"tap": "sharedCountUp", "n": 1})
        second.hear_until(lambda message: message.get("set", {}).get("sharedCounterText") == "1")
    with WebSocket(pair[1].port) as late:
        assert late.open("counter")["set"]["sharedCounterText"] == "1"


def test_a_number_gets_no_more_by_switching_servers(pair, tmp_path):
    for server in pair:
        with server.connect() as socket:
            assert "do" in send_code(socket)
    assert len((tmp_path / "sms").read_text().splitlines()) == 1


def test_guesses_are_shared_by_all_servers(pair, tmp_path):
    sockets = [reach_code(server.connect()) for server in pair]
    code = re.search(r"\d{6}", json.loads((tmp_path / "sms").read_text())["text"])[0]
    wrong = "".join(str((int(digit) + 1) % 10) for digit in code)
    texts = []
    for number in range(4, 16, 2):
        for socket in sockets:
            socket.say({"set": {"code": ""}, "n": number})
            socket.say({"set": {"code": wrong}, "n": number + 1})
            texts.append(socket.hear_until(
                lambda message: message.get("set", {}).get("errors"))[-1]["set"]["errors"])
    assert len({text for text in texts[:5]}) == 1 and len({text for text in texts[5:]}) == 1
    assert texts[4] != texts[5], "the sixth guess is told that there are none left"


def test_a_server_that_stops_is_unready(pair):
    with Link(pair[0].port) as kept, WebSocket(pair[0].port) as socket:
        assert kept.request("/health").status == 200
        socket.open("registration")
        pair[0].signal(SIGTERM)
        assert socket.close_code() == 1001
    assert pair[0].process.wait(PATIENCE) == 0


def test_a_session_outlives_its_server(pair):
    with WebSocket(pair[0].port) as socket:
        token = socket.open("counter")["session"]["token"]
        socket.tap(1)
        socket.hear_until(lambda message: message.get("saved") == 1)
        pair[0].process.send_signal(SIGKILL)
        pair[0].process.wait()
    with WebSocket(pair[1].port) as socket:
        assert socket.resume(token)["set"]["counterText"] == "1"
