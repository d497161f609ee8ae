"""Random people at random screens, while connections are cut and frozen, servers are killed and sessions move.

Every person does the same once more on a server that nothing happens to, and must come to the same end.
Usage: python3 chaos.py --faults 1000 [--store sqlite|redis] [--seed N]
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from signal import SIGKILL, SIGTERM

from conftest import Server
from page import Page
from redis import Redis
from wire import free_port

PEOPLE = 12


# What people do. Each is told by its own random numbers, so that it can be done again.

def count(page, choose, _):
    for _ in range(choose.randrange(20, 60)):
        page.tap(choose.choice(["countUp", "countUp", "countUp", "countDown", "countReset"]))
        page.pause()


def describe(page, choose, _):
    texts = {"name": "", "url": "", "desc": ""}
    for _ in range(choose.randrange(15, 40)):
        field = choose.choice(list(texts))
        texts[field] = edit(texts[field], choose)
        page.set(**{field: texts[field]})
        if choose.random() < 0.2:
            page.press_return(field)
        page.pause()
    page.set(name="Ada " + texts["name"])
    page.tap("save")


def edit(text, choose):
    """Inserts or removes something somewhere."""
    start = choose.randrange(len(text) + 1)
    end = min(len(text), start + choose.choice([0, 0, 0, 1, 3]))
    return text[:start] + choose.choice(["a", "é", "かな", " ", "https://", "\n", "0", ""]) + text[end:]


def register(page, choose, who):
    mail, password = f"{who}@example.co", f"päss {choose.random()}"
    for end in range(1, len(mail) + 1):
        page.set(mail=mail[:end])
        page.pause()
    page.set_secret(**{"pass": password})
    page.set_secret(retype=password)
    page.pause()
    page.tap("register")
    # One tap: whatever happens meanwhile, it counts once.
    page.wait_for(lambda page: page.effects and not page.state.get("isLoading"))


def sign_in(page, choose, who):
    number = f"090{who:08}" if isinstance(who, int) else who
    for field, digits in zip(("phoneNumber1", "phoneNumber2", "phoneNumber3"), (number[:5], number[5:9], number[9:])):
        for end in range(1, len(digits) + 1):
            page.set(**{field: digits[:end]})
            page.pause()
    page.tap("sendCode")
    page.wait_for(lambda page: page.effects)
    page.tap("continue")
    page.wait_for(lambda page: page.screen == "confirm-code")
    code = page.code(number)
    page.set(code="".join(str((int(digit) + 1) % 10) for digit in code))
    page.wait_for(lambda page: page.state.get("errors"))
    page.pause()
    page.set(code=code[:-1])
    page.set(code=code)
    page.wait_for(lambda page: page.screen == "profile")
    page.set(name=f"Person {choose.randrange(100)}")
    page.pause()
    page.tap("save")
    page.wait_for(lambda page: page.screen == "home")


SCRIPTS = {"counter": count, "profile": describe, "registration": register, "phone-number": sign_in}


class Person(Page):
    """A page that waits now and then, and to which things happen."""

    def __init__(self, ports, screen, seed, messages: Path, faults=None):
        super().__init__(ports, screen, random.Random(seed), is_durable=faults is not None)
        self._messages, self._faults = messages, faults

    def pause(self):
        if self._faults is None:
            return
        roll = self._faults.random()
        if roll < 0.04:
            self.faults += 1
            self.cut()
        elif roll < 0.06:
            self.faults += 1
            self.freeze()
        # A frame now and then, as a page hears while its person types.
        if roll < 0.4 and self.ack < self.n:
            before = self.ack
            self.wait_for(lambda page: page.ack > before or page.ack >= page.n)

    def code(self, number: str) -> str:
        lines = [json.loads(line) for line in self._messages.read_text().splitlines()]
        texts = [line["text"] for line in lines if line["to"] == number]
        return re.search(r"\d{6}", texts[-1])[0]


def live(ports, messages, seed, who, faults=None):
    """One person's whole life; returns the end that it must come to, and how many faults there were."""
    choose = random.Random(seed)
    screen = choose.choice(list(SCRIPTS))
    page = Person(ports, screen, seed, messages, faults)
    try:
        page.wait_for(lambda page: page.token)
        SCRIPTS[screen](page, choose, who)
        page.settle()
        page.look_anew()
        refused = [error for error in page.errors if error["code"] != "disabled" or screen != "profile"]
        state = {name: value for name, value in page.state.items() if name != "sharedCounterText"}
        return {"screen": page.screen, "state": state, "effects": page.effects, "errors": refused}, page.faults
    finally:
        page.close()


# Everybody here has the same.
ONE_ADDRESS = ["--messages-per-address", "1000000"]


class Chaos:
    """Servers that are killed and started again, and people who notice nothing."""

    def __init__(self, store: str, seed: int, directory: Path):
        self._random, self._directory = random.Random(seed), directory
        self._redis = Redis(directory) if store == "redis" else None
        self._flags = [
            "--sms", f"file:{directory / 'sms'}", "--database", f"sqlite:{directory / 'accounts.db'}",
            "--key-file", str(directory / "key"), *ONE_ADDRESS,
            "--store", self._redis.url if self._redis else f"sqlite:{directory / 'sessions.db'}",
        ]
        self._servers = {}
        self.faults = 0
        for index in range(2 if self._redis else 1):
            self._start(index, free_port())

    def _start(self, index: int, port: int):
        place = self._directory / f"server{index}"
        place.mkdir(exist_ok=True)
        self._servers[index] = Server(place, *self._flags, port=port)

    def ports(self):
        return [server.port for server in self._servers.values()]

    @property
    def messages(self):
        return self._directory / "sms"

    def strike(self):
        """One fault of a server or of the store."""
        self.faults += 1
        index = self._random.choice(list(self._servers))
        server = self._servers[index]
        if self._redis and self._random.random() < 0.1:
            self._redis.restart()
        elif self._random.random() < 0.25:
            server.signal(SIGTERM)
            server.process.wait(30)
            assert server.process.returncode == 0, server.said()
            self._start(index, server.port)
        else:
            server.process.send_signal(SIGKILL)
            server.process.wait()
            self._start(index, server.port)

    def end(self):
        for server in self._servers.values():
            server.kill()
        if self._redis:
            self._redis.stop()


def run(faults: int, store: str, seed: int, directory: Path) -> int:
    """Returns how many faults there were."""
    chaos = Chaos(store, seed, directory)
    still = directory / "still"
    still.mkdir()
    calm = Server(still, "--store", "memory", "--database", "memory", "--sms", f"file:{still / 'sms'}",
                  *ONE_ADDRESS)
    lives, failures, lock = [0], [], threading.Lock()
    total = [0]

    def people(number: int):
        while not failures and total[0] + chaos.faults < faults:
            with lock:
                lives[0] += 1
                life = lives[0]
            try:
                own = random.Random(f"{seed} {life} faults")
                end, count = live(chaos.ports, chaos.messages, f"{seed} {life}", life, own)
                expected, _ = live(lambda: [calm.port], still / "sms", f"{seed} {life}", life)
                assert end == expected, f"life {life}: {end} instead of {expected}"
                with lock:
                    total[0] += count
            except BaseException as failure:
                failures.append((life, failure))

    threads = [threading.Thread(target=people, args=[number]) for number in range(PEOPLE)]
    try:
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            chaos.strike()
            # So that people come to do something between two strikes, and to have it saved.
            time.sleep(chaos._random.uniform(0.1, 1.0))
        for life, failure in failures:
            raise AssertionError(f"seed {seed}, life {life}: {failure!r}") from failure
        # A message that was under way at a kill goes out again, the same as before; a file cannot know that it has it.
        sent = set(chaos.messages.read_text().splitlines())
        assert len(sent) == len({json.loads(line)["to"] for line in sent}), "a number got two messages"
        print(f"{total[0] + chaos.faults} faults ({chaos.faults} of servers), {lives[0]} lives, store {store}")
        return total[0] + chaos.faults
    finally:
        for thread in threads:
            thread.join(120)
        calm.kill()
        chaos.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=1000)
    parser.add_argument("--store", choices=["sqlite", "redis"], default="redis")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        run(arguments.faults, arguments.store, arguments.seed, Path(folder))
    sys.exit(0)
