"""What people entrust to the server is in no log, no metric, no file and no frame where it does not belong.

Two people do once all that could leak, while all fails that can; then all that came out is searched.
"""

import base64
import json
import unicodedata
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from signal import SIGKILL
from urllib.parse import quote

import pytest

from conftest import Server
from message_service import Service
from people import fill_registration, paste_number, send_code, tells
from postgresql import PostgreSQL
from test_command import run
from wire import TEXT, Link, WebSocket, frame

KEY = "5ec2e7" * 10 + "beef"
BEARER = "t0ken-of-the-gateway"
DATABASE_PASSWORD = "word-for-the-database"


@dataclass
class Person:
    name: str
    mail: str
    password: str
    number: str
    url: str
    # Of twelve digits, as all codes here: by chance these come about nowhere.
    wrong_code: str

    @property
    def secrets(self) -> list[str]:
        """What not even the accounts may have. The password was mistyped once."""
        return [self.password, self.password[::-1], self.wrong_code]

    @property
    def belongings(self) -> list[str]:
        """The number as far as it is the same in all spellings, and shown to nobody."""
        return [*self.secrets, self.name, self.mail, self.url, self.number[1:8]]


AIKO = Person("Aiko Sensitive", "aiko@private.example", "open sesame 1", "09012345678", "https://aiko.example/diary",
              "987654321012")
BEN = Person("Ben Confidential", "ben@hidden.example", "swordfish two", "08087654321", "https://ben.example/wishes",
             "876543210123")
PEOPLE = [AIKO, BEN]


class Wire(WebSocket):
    """Adds every text frame that comes to what its person has heard."""

    def __init__(self, port: int, heard: list[bytes]):
        self.heard, self._saved = heard, 0
        super().__init__(port)

    def read_frame(self):
        opcode, payload = super().read_frame()
        if opcode == TEXT:
            self.heard.append(payload)
            self._saved = json.loads(payload).get("saved", self._saved)
        return opcode, payload

    def until(self, wanted) -> dict:
        return self.hear_until(wanted)[-1]

    def wait_until_saved(self, number: int):
        while self._saved < number:
            self.hear()

    def until_acknowledged(self, number: int) -> list[dict]:
        return self.hear_until(lambda message: message.get("ack", 0) >= number)


class Life:
    """Two people, two servers one after the other, every misfortune; and all that came out, by where it did."""

    def __init__(self, directory: Path):
        self.outputs: dict[str, bytes] = {}
        self.heard: dict[str, list[bytes]] = {person.name: [] for person in PEOPLE}
        self._directory, self._store = directory, directory / "sessions.db"
        with ExitStack() as self._ends, Service(status=500, echoes=True) as self._service:
            self._postgresql = PostgreSQL()
            self._ends.callback(self._postgresql.remove)
            tokens = self._live_until_the_crash()
            self._live_after_it(tokens)
            self._try_other_keys()
            self.codes = {person.name: self._service.codes(person.number) for person in PEOPLE}
            self.posts = repr(self._service.posts).encode()
            self.accounts = self._postgresql.dump()

    def tokens(self, person: Person) -> list[str]:
        frames = map(json.loads, self.heard[person.name])
        return [frame["session"]["token"] for frame in frames if "session" in frame]

    def entrusted(self, person: Person) -> list[str]:
        """What the server was given by a person, or gave to it alone."""
        # The first half of a token names the session, which is no secret.
        halves = [token[len(token) // 2:] for token in self.tokens(person)]
        return [*person.belongings, *self.codes[person.name], *self.tokens(person), *halves]

    def _live_until_the_crash(self) -> list[str]:
        server = self._start("--log", "json")
        for person in PEOPLE:
            self._register(server, person)
            self._talk_nonsense(server, person)
            self._guess_wrong(server, person)
        tokens = [self._resume(server, person) for person in PEOPLE]
        self._take(server, "before the crash")
        server.process.send_signal(SIGKILL)
        server.process.wait()
        self._keep("output of the first server", server.said().encode() + server.process.stdout.read())
        self._take_files("after the crash")
        return tokens

    def _live_after_it(self, tokens: list[str]):
        server = self._start("--log", "text")
        for person, token in zip(PEOPLE, tokens):
            self._make_profile(server, person, token)
        self._postgresql.stop()
        for person in PEOPLE:
            self._register_in_vain(server, person)
        self._postgresql.start()
        self._take(server, "before the end")
        self._keep("output of the second server", server.end().encode())
        self._take_files("after the end")

    def _try_other_keys(self):
        for key in (KEY[:-1], KEY[::-1]):
            refused = run("serve", "--port", "0", "--store", f"sqlite:{self._store}",
                          environment={"PANTOGRAPH_KEY": key})
            assert refused.returncode != 0
            self._keep(f"refusal of a key of {len(key)} digits", (refused.stdout + refused.stderr).encode())

    def _start(self, *flags: str) -> Server:
        place = self._directory / f"server {flags}"
        place.mkdir()
        # PostgreSQL trusts everybody here, and ignores it.
        database = self._postgresql.url.replace("test@", f"test:{DATABASE_PASSWORD}@")
        server = Server(
            place, "--store", f"sqlite:{self._store}", "--database", database, "--code-length", "12",
            "--sms", f"http:{self._service.url}", "--metrics", "--log-level", "debug", *flags,
            environment={"PANTOGRAPH_KEY": KEY, "PANTOGRAPH_SMS_TOKEN": BEARER})
        self._ends.callback(server.kill)
        return server

    # What comes out

    def _keep(self, name: str, output: bytes):
        self.outputs[name] = output

    def _take(self, server: Server, when: str):
        with Link(server.port) as link:
            answer = link.request("/metrics")
        assert answer.status == 200
        self._keep(f"metrics {when}", answer.body)
        self._take_files(when)

    def _take_files(self, when: str):
        for path in self._directory.glob("sessions.db*"):
            self._keep(f"{path.name} {when}", path.read_bytes())

    # What people do

    def _connect(self, server: Server, person: Person) -> Wire:
        return Wire(server.port, self.heard[person.name])

    def _register(self, server: Server, person: Person):
        """Mistypes, taps twice, and does it all again."""
        with self._connect(server, person) as wire:
            wire.open("registration")
            wire.say({"set": {"mail": person.mail, "pass": person.password, "retype": person.password[::-1]}, "n": 1})
            wire.say({"set": {"retype": person.password}, "n": 2})
            for number in (3, 4):
                wire.say({"tap": "register", "n": number})
            wire.until(lambda message: "do" in message)
        with self._connect(server, person) as wire:
            fill_registration(wire, person.mail, person.password).say({"tap": "register", "n": 2})
            wire.until(lambda message: message.get("set", {}).get("invalidMail") == "already registered")

    def _talk_nonsense(self, server: Server, person: Person):
        """What is refused may hold the same secrets."""
        with self._connect(server, person) as wire:
            fill_registration(wire, person.mail, person.password)
            wire.say({"set": {"pass": [person.password], "mail": {person.mail: person.number}}, "n": 2})
            wire.say({"set": {"pass": person.password * 1_000}, "n": 3})
            errors = [error["code"] for message in wire.until_acknowledged(3) for error in message.get("errors", [])]
            assert errors == ["wrong-type", "wrong-type", "too-long"]
            for _ in range(20):
                wire.send(frame(TEXT, json.dumps({"set": person.belongings})[:-1]))
            assert wire.close_code() == 1008

    def _guess_wrong(self, server: Server, person: Person):
        """After a message that could not be sent, and one that could."""
        with self._connect(server, person) as wire:
            self._service.status = 500
            paste_number(wire, person.number).say({"tap": "sendCode", "n": 2})
            assert wire.until(tells)["set"]["errors"]
            self._service.status = 200
            wire.say({"tap": "sendCode", "n": 3})
            wire.until(lambda message: "do" in message)
            wire.say({"tap": "continue", "n": 4})
            wire.until(lambda message: message.get("screen") == "confirm-code")
            wire.say({"set": {"code": int(person.wrong_code)}, "n": 5})
            wire.say({"set": {"code": person.wrong_code}, "n": 6})
            wire.until(tells)
            wire.say({"ping": person.mail})
            wire.wait_until_saved(6)

    def _resume(self, server: Server, person: Person) -> str:
        with self._connect(server, person) as wire:
            return wire.resume(self.tokens(person)[-1])["session"]["token"]

    def _make_profile(self, server: Server, person: Person, token: str):
        with self._connect(server, person) as wire:
            assert wire.resume(token)["session"]["resumed"]
            wire.say({"set": {"code": self._service.codes(person.number)[-1]}, "n": 7})
            wire.until(lambda message: message.get("screen") == "profile")
            wire.say({"set": {"name": person.name, "url": f"javascript:{person.url}", "desc": person.url}, "n": 8})
            wire.say({"set": {"url": person.url}, "n": 9})
            wire.wait_until_saved(9)
            wire.say({"tap": "save", "n": 10})
            wire.until(lambda message: message.get("screen") == "home")

    def _register_in_vain(self, server: Server, person: Person):
        with self._connect(server, person) as wire:
            fill_registration(wire, f"2.{person.mail}", person.password).say({"tap": "register", "n": 2})
            assert wire.until(lambda message: "errors" in message)["errors"][0]["code"] == "failed"


@pytest.fixture(scope="module")
def life(tmp_path_factory):
    return Life(tmp_path_factory.mktemp("life"))


# The search


def is_in(secret: str | bytes, data: bytes) -> bool:
    """Whether a secret is there, as it is or in another spelling, width or coding."""
    secret = secret.encode() if isinstance(secret, str) else secret
    codings = {secret, secret.hex().encode(), secret.hex().upper().encode(), quote(secret, safe="").encode(),
               *(code(secret).rstrip(b"=") for code in (base64.b64encode, base64.urlsafe_b64encode))}
    return any(coding in data for coding in codings) or compact(secret) in compact(data)


@cache
def compact(data: bytes) -> bytes:
    """Without what groups digits, and in one width."""
    text = unicodedata.normalize("NFKC", data.decode(errors="replace"))
    return "".join(letter for letter in text if letter not in " -().\"',").encode()


def leaks(secrets: list, places: dict[str, bytes]) -> list[tuple]:
    return [(secret, name) for secret in secrets for name, data in places.items() if is_in(secret, data)]


def spoken(life: Life) -> dict[str, bytes]:
    """All frames to each person."""
    return {name: b"\n".join(frames) for name, frames in life.heard.items()}


@pytest.mark.parametrize("spelling", [
    "09012345678", "+819012345678", "+81 90-1234-5678", "090 (1234) 5678", "０９０１２３４５６７８",
    "\"090\", \"1234\", \"5678\"",
])
def test_the_search_knows_every_spelling_of_a_number(spelling):
    assert is_in(AIKO.number[1:8], f"number={spelling}".encode())


@pytest.mark.parametrize("coding", [base64.b64encode, bytes.hex, quote, lambda data: data.decode()])
def test_the_search_knows_every_coding_of_a_password(coding):
    coded = coding(AIKO.password.encode())

    assert is_in(AIKO.password, b"\0..." + (coded if isinstance(coded, bytes) else coded.encode()))


def test_the_search_finds_what_a_server_does_print(start):
    # The gateway that is for trying only prints what no other may.
    server = start("--code-length", "12")
    with server.connect() as socket:
        send_code(socket, AIKO.number)

    printed = {"output": server.end().encode()}

    assert leaks([AIKO.number[1:8], "Your code is"], printed) == [
        (AIKO.number[1:8], "output"), ("Your code is", "output")]


def test_the_search_would_find_what_the_servers_said(life):
    said = {name: output for name, output in life.outputs.items() if name.startswith("output")}

    # What went wrong with a secret at hand is in the logs, so these have seen it all.
    for event in ["message not sent", "the gateway answered 500"]:
        assert is_in(event, said["output of the first server"])
    assert is_in("screen failed", said["output of the second server"])
    assert leaks(["server started"], said) == [("server started", name) for name in said]
    for word, name in [("pantograph_connections", "metrics before the end"),
                       ("SQLite format 3", "sessions.db after the crash"), ("session:", "sessions.db-wal after the crash")]:
        assert is_in(word, life.outputs[name])


# What came out


@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.name)
def test_nothing_of_a_person_is_in_any_log_metric_or_session_file(life, person):
    assert len(life.codes[person.name]) == 2 and len(life.tokens(person)) >= 7

    assert leaks(life.entrusted(person), life.outputs) == []


def test_no_key_of_the_server_is_in_any_log_metric_session_file_or_frame(life):
    secrets = [KEY, KEY[:-1], KEY[::-1], bytes.fromhex(KEY), BEARER, DATABASE_PASSWORD]

    assert leaks(secrets, life.outputs | spoken(life)) == []


def test_the_accounts_know_who_it_is_and_no_password_code_or_token(life):
    for person in PEOPLE:
        assert leaks([person.mail, person.name, person.url, person.number], {"accounts": life.accounts})
        secrets = [*person.secrets, *life.codes[person.name], *life.tokens(person)]
        assert leaks(secrets, {"accounts": life.accounts}) == []


def test_the_gateway_is_told_the_number_and_the_code_and_no_more(life):
    for person in PEOPLE:
        assert len(leaks([person.number, *life.codes[person.name], BEARER], {"posts": life.posts})) == 4
        mine = {person.number[1:8], *life.codes[person.name]}
        assert leaks([secret for secret in life.entrusted(person) if secret not in mine], {"posts": life.posts}) == []


def test_no_frame_has_a_password_or_a_code_that_was_sent(life):
    for person in PEOPLE:
        secrets = [person.password, person.password[::-1], *life.codes[person.name]]
        assert leaks(secrets, spoken(life)) == []


def test_nobody_hears_of_another(life):
    spoken_to = spoken(life)
    for person, other in [PEOPLE, PEOPLE[::-1]]:
        assert is_in(person.name, spoken_to[person.name]), "each hears of itself"
        assert leaks(life.entrusted(person), {other.name: spoken_to[other.name]}) == []
