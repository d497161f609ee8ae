"""The real server, a real chromium, and between them a link that tests can spoil."""

import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from made_up import MadeUp
from proxy import Proxy

ROOT = Path(__file__).resolve().parents[2]
# What the server needs beside it is the same for both kinds of tests. Last, because each has a conftest.
sys.path.append(str(ROOT / "Tests" / "Server"))
PATIENCE = 30
RESEND_AFTER = 4

expect.set_options(timeout=PATIENCE * 1_000)


def pytest_configure(config):
    config.addinivalue_line("markers", "typing: those that `make typing` runs again and again")


class Server:
    """`pantograph serve` in a directory of its own."""

    def __init__(self, directory: Path, *flags: str):
        self.port = free_port()
        self._directory = directory
        self._messages = directory / "messages.jsonl"
        self._log = open(directory / "log", "ab")
        self._command = [
            command(), "serve", "--host", "127.0.0.1", "--port", str(self.port), "--web", str(ROOT / "web"),
            "--sms", f"file:{self._messages}", "--resend-after", str(RESEND_AFTER),
            "--messages-per-address", "100000", *flags,
        ]
        self.start()

    def start(self):
        self._process = subprocess.Popen(self._command, cwd=self._directory, stdout=self._log, stderr=self._log)
        wait_until(self._answers, "the server does not listen")

    def stop(self) -> int:
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)

    def code(self, number: str, count: int = 1) -> str:
        """The code in the message to a number that is the count's."""
        wait_until(lambda: len(self._texts(number)) >= count, f"no message to {number}")
        return re.search(r"\d{4,}", self._texts(number)[-1]).group()

    def _texts(self, number):
        if not self._messages.exists():
            return []
        messages = map(json.loads, self._messages.read_text().splitlines())
        return [message["text"] for message in messages if message["to"] == number]

    def _answers(self):
        if self._process.poll() is not None:
            raise RuntimeError((self._directory / "log").read_text())
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


def command() -> str:
    choices = [ROOT / ".build" / kind / "pantograph" for kind in ("release", "debug")]
    return os.environ.get("PANTOGRAPH") or str(next((path for path in choices if path.exists()), choices[0]))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, message):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(message)
        time.sleep(0.02)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="session")
def launch():
    """Starts a chromium, without some of the flags that tests usually have."""
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        yield lambda **options: playwright.chromium.launch(executable_path=path, args=["--no-sandbox"], **options)


@pytest.fixture(scope="session")
def browser(launch):
    browser = launch()
    yield browser
    browser.close()


@pytest.fixture
def link(server):
    link = Proxy(server.port)
    yield link
    link.stop()


class Tab:
    """A page, with what it sent, received and complained about."""

    def __init__(self, context, base: str):
        self.page = context.new_page()
        self.base = base
        self.sent: list[dict] = []
        self.received: list[dict] = []
        self.problems: list[str] = []
        self.page.on("websocket", self._follow)
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def open(self, screen: str):
        self.page.goto(f"{self.base}/{screen}")
        return self.wait_online()

    def open_before_script(self, screen: str):
        """The page as it is before its script runs; what is returned lets the script run."""
        held = []
        self.page.route("**/pantograph/main.js", lambda route: held.append(route))
        self.page.goto(f"{self.base}/{screen}", wait_until="commit")
        self.wait_until(lambda: held, "the script was not asked for")
        return held[0].continue_

    def wait_online(self):
        return self.wait_for("online")

    def wait_for(self, connection: str):
        expect(self.page.locator("html")).to_have_attribute("data-connection", connection)
        return self

    def field(self, name: str):
        return self.page.locator(f"[data-field={name}]")

    def button(self, action: str):
        return self.page.locator(f"[data-tap={action}]")

    def text(self, output: str):
        return self.page.locator(f"[data-text={output}]")

    def value(self, name: str) -> str:
        return self.field(name).input_value()

    def caret(self, name: str) -> int:
        return self.field(name).evaluate("input => input.selectionStart")

    def wait_acknowledged(self):
        """Until the server has answered all that was sent."""
        self.wait_until(lambda: self._known() >= max((m.get("n", 0) for m in self.sent), default=0), "unanswered")
        return self

    def wait_until(self, condition, message):
        deadline = time.monotonic() + PATIENCE
        while True:
            # Lets in what the browser has to tell.
            self.page.evaluate("new Promise(resolve => setTimeout(resolve, 20))")
            if condition():
                return
            assert time.monotonic() < deadline, message

    def events(self, verb: str) -> list:
        return [message[verb] for message in self.sent if verb in message]

    def _known(self):
        return max((frame.get("ack", 0) for frame in self.received), default=0)

    def _follow(self, socket):
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))
        socket.on("framereceived", lambda frame: self.received.append(json.loads(frame)))

    def _listen(self, message):
        # A lost connection is what some tests are about.
        is_connection = re.search("WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE", message.text)
        if message.type == "error" and not is_connection:
            self.problems.append(message.text)


@pytest.fixture
def context(browser):
    context = browser.new_context(locale="en-US")
    yield context
    context.close()


@pytest.fixture
def tab(context, link):
    tab = Tab(context, f"http://127.0.0.1:{link.port}")
    yield tab
    assert tab.problems == []


@pytest.fixture
def made_up():
    made_up = MadeUp()
    yield made_up
    made_up.stop()


@pytest.fixture
def made_up_link(made_up):
    link = Proxy(made_up.port)
    yield link
    link.stop()


@pytest.fixture
def form(context, made_up_link):
    """A tab on the made-up screen."""
    form = Tab(context, f"http://127.0.0.1:{made_up_link.port}")
    form.open("made-up")
    yield form
    assert form.problems == []


@pytest.fixture(scope="session")
def numbers():
    """Phone numbers that nobody used before."""
    start = time.time_ns() % 10**8
    return (f"090{(start + step) % 10**8:08}" for step in itertools.count())


@pytest.fixture
def number(numbers):
    return next(numbers)


@pytest.fixture
def mail():
    return f"person{time.time_ns()}@example.com"
