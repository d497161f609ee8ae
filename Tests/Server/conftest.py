"""The real server, each time in a directory of its own."""

import os
import re
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from signal import SIGTERM

import pytest

from postgresql import PostgreSQL
from redis import Redis
from wire import PATIENCE, WebSocket

ROOT = Path(__file__).resolve().parents[2]


def command() -> str:
    choices = [ROOT / ".build" / kind / "pantograph" for kind in ("release", "debug")]
    return os.environ.get("PANTOGRAPH") or str(next((path for path in choices if path.exists()), choices[0]))


def passing(listener: socket.socket | None) -> dict:
    """Options of Popen with which a command gets a listening socket as systemd would pass it."""
    if listener is None:
        return {}
    return {"preexec_fn": lambda: os.dup2(listener.fileno(), 3), "pass_fds": (3,)}


# The process that is meant is known once it runs.
PASSED = ["sh", "-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"']


class Server:
    """`pantograph serve` on a free port, or on a socket that is passed to it."""

    def __init__(self, directory: Path, *flags: str, environment: dict[str, str] | None = None, port=0,
                 listener: socket.socket | None = None):
        self.directory, self.flags = directory, flags
        self._said = ""
        self._is_ending = False
        self.is_killed = False
        self._log = directory / "log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*(PASSED if listener else []), command(), "serve", "--port", str(port), *flags], cwd=directory,
                env=os.environ | (environment or {}), stdout=subprocess.PIPE, stderr=log, bufsize=0,
                **passing(listener))
        # It prints its address once it listens.
        while (address := re.search(r"listens on http://\S+:(\d+)/", self._said)) is None:
            line = self.process.stdout.readline().decode()
            assert line, f"the server has not started: {self._said}{self._log.read_text()}"
            self._said += line
        self.port = int(address[1])

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        try:
            if not failure:
                self.end()
        finally:
            self.kill()

    def connect(self, *headers: str, **link) -> WebSocket:
        return WebSocket(self.port, *headers, **link)

    def memory(self) -> int:
        """Resident bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) << 10

    def signal(self, number=SIGTERM):
        self._is_ending = True
        self.process.send_signal(number)

    def end(self) -> str:
        """Stops in order unless a signal was sent already, and returns all that the server has printed."""
        if not self._is_ending:
            self.signal()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self._said += self.process.stdout.read().decode()
        printed = self._said + self._log.read_text()
        assert self.process.returncode == 0, printed
        assert not re.search("fatal error|sanitizer|runtime error", printed, re.IGNORECASE), printed
        return printed

    def said(self) -> str:
        """What a server that has ended has printed and logged."""
        return f"status {self.process.returncode}: {self._said}{self._log.read_text()}"

    def kill(self):
        self.is_killed = True
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for all tests that need no flags and leave no trace."""
    with Server(tmp_path_factory.mktemp("server"), "--web", str(ROOT / "web"), "--loops", "2") as server:
        yield server


@pytest.fixture
def start(tmp_path):
    """Starts servers with flags of the test's own."""
    servers = []

    def start(*flags: str, **options) -> Server:
        directory = tmp_path / f"server{len(servers)}"
        directory.mkdir()
        servers.append(Server(directory, *flags, **options))
        return servers[-1]

    yield start
    try:
        for server in servers:
            if not server.is_killed:
                server.end()
    finally:
        for server in servers:
            server.kill()


@pytest.fixture
def redis(tmp_path):
    redis = Redis(tmp_path)
    yield redis
    redis.stop()


@pytest.fixture(scope="session")
def postgresql():
    """One for all tests that leave it running."""
    server = PostgreSQL()
    yield server
    server.remove()


@pytest.fixture
def mail(request):
    """Another one for each test, because a database may be shared."""
    name = "".join(letter if letter.isalnum() and letter.isascii() else "." for letter in request.node.name)
    return f"{name[-60:]}@example.jp"


def pytest_configure(config):
    config.addinivalue_line("markers", "long: waits for limits of up to a minute; all of them wait at the same time")


def pytest_collection_modifyitems(items):
    # Last, so that what they wait for happens while the others run.
    items.sort(key=lambda item: "long" in item.keywords)


@pytest.fixture(scope="session", autouse=True)
def waits(request, tmp_path_factory):
    """What the long tests wait for, begun together at the start: futures by the tests' names."""
    waits = {item.originalname: item.get_closest_marker("long") for item in request.session.items}
    waits = {name: marker.kwargs["wait"] for name, marker in waits.items() if marker}
    if not waits:
        yield {}
        return
    with Server(tmp_path_factory.mktemp("waits"), "--loops", "2") as server, ThreadPoolExecutor(len(waits)) as pool:
        yield {name: pool.submit(wait, server) for name, wait in waits.items()}
