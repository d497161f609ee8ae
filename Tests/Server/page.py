"""A person at a page, over connections that fail: what protocol section 5 asks of a client, and nothing more."""

import contextlib
import random
import socket
import time

from wire import PATIENCE, Link, WebSocket, Refused

# How long one wait for a frame lasts before the connection is given up.
SILENCE = 8


class Expired(Exception):
    """The session is gone, which no fault may bring about."""


class Page:
    """Events wait until they are saved, and are sent again above `ack` after every new connection."""

    def __init__(self, ports, screen: str, choose: random.Random, is_durable=True):
        self._ports, self._open, self._random, self._is_durable = ports, screen, choose, is_durable
        self._socket = None
        self._frozen = []
        self.token = None
        self.screen, self.state, self.effects, self.errors = None, {}, [], []
        self.n = self.ack = self.saved = self.seen = 0
        self._waiting = []
        self._secrets = {}
        self.faults = 0

    # What a person does

    def set(self, **fields):
        self._event({"set": fields})

    def set_secret(self, **fields):
        self._secrets |= fields
        self._event({"set": fields})

    def tap(self, action: str):
        self._event({"tap": action})

    def press_return(self, field: str):
        self._event({"return": field})

    def wait_for(self, wanted):
        """Takes frames until `wanted(self)`."""
        self._reach(lambda: wanted(self))

    def settle(self):
        """Waits until every event is saved, and with it what it brought about."""
        self._reach(lambda: (self.saved if self._is_durable else self.ack) >= self.n
                    and not self.state.get("isLoading"))

    def look_anew(self):
        """Gets the whole state, accepted texts included, which the server never repeats."""
        self.cut()
        before = self.token
        self._reach(lambda: self.token != before)

    def close(self):
        for link in [self._socket, *self._frozen]:
            if link:
                link.close()

    # What happens to a connection

    def cut(self):
        """The connection ends without a word."""
        if self._socket:
            self._socket.reset()
            self._socket = None

    def freeze(self):
        """The connection stays, and nothing comes through any more: a new one takes over."""
        if self._socket:
            self._frozen.append(self._socket)
            self._socket = None

    # The wire

    def _event(self, message: dict):
        self.n += 1
        self._waiting.append(message | {"n": self.n})
        self._send(self._waiting[-1])

    def _send(self, message: dict):
        if self._socket:
            try:
                self._socket.say(message)
            except OSError:
                self._lose()

    def _lose(self):
        self._socket.close()
        self._socket = None

    def _reach(self, is_there):
        deadline = time.monotonic() + 4 * PATIENCE
        while not is_there():
            assert time.monotonic() < deadline, (
                f"not reached: {self.screen} {self.state} ack {self.ack} saved {self.saved} n {self.n} {self.errors}")
            if self._socket is None:
                self._connect()
            else:
                self._hear()

    def _connect(self):
        """Tries until a server answers; the waits are short, because the tests have no crowd to spread."""
        with contextlib.suppress(OSError, ConnectionError, Refused):
            link = WebSocket(self._random.choice(self._ports()))
            link.socket.settimeout(SILENCE)
            self._socket = link
            self._send({"resume": self.token, "seen": self.seen} if self.token else {"open": self._open})
            while self._socket and not self._hear():
                pass
            return
        time.sleep(0.02)

    def _hear(self) -> bool:
        """Takes a frame; true for the answer to `open` or `resume`."""
        try:
            frame = self._socket.hear()
        except (OSError, ConnectionError, AssertionError, socket.timeout):
            self._lose()
            return False
        self._merge(frame)
        if "session" not in frame:
            return False
        if frame["session"]["resumed"]:
            for message in self._waiting:
                if message["n"] > self.ack:
                    self._send(message)
            if self._secrets and self.screen == "registration":
                self._event({"set": dict(self._secrets)})
        else:
            assert self.token is None, "a session that was resumed is never a new one"
            for message in self._waiting:
                self._send(message)
        self.token = frame["session"]["token"]
        return True

    def _merge(self, frame: dict):
        for error in frame.get("errors", []):
            if error["code"] == "expired":
                raise Expired(self.token)
            self.errors.append(error)
        if "screen" in frame:
            self.screen, self.state = frame["screen"], {}
        self.state |= frame.get("set", {})
        assert frame.get("ack", self.ack) >= self.ack or "session" in frame, "ack falls"
        self.ack = frame.get("ack", self.ack)
        if "session" in frame:
            self.saved = 0
        self.saved = frame.get("saved", self.saved)
        assert self.saved <= self.ack, "saved above ack"
        safe = self.saved if self._is_durable else self.ack
        self._waiting = [message for message in self._waiting if message["n"] > safe]
        for effect in frame.get("do", []):
            if effect["id"] > self.seen:
                self.seen = effect["id"]
                self.effects.append({name: value for name, value in effect.items() if name != "id"})


__all__ = ["Expired", "Link", "Page"]
