#!/usr/bin/env python3
"""Ten thousand people whose server is restarted: how soon they are back, and how they spread.

Each waits as protocol section 5 says (0 to 1 s, then doubling), resumes, and looks whether its state is what it was.
Prints one `name value unit` a line.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import struct
import subprocess
import time

MASK = b"\0\0\0\0"


def text(message: dict) -> bytes:
    payload = json.dumps(message).encode()
    head = bytes([0x81, 0x80 | len(payload)]) if len(payload) < 126 else b"\x81\xfe" + struct.pack(">H", len(payload))
    return head + MASK + payload


class Person(asyncio.Protocol):
    """One page: opens, counts a little, and comes back when it must."""

    def __init__(self, crowd, number: int):
        self.crowd, self.number = crowd, number
        self.token = self.transport = None
        self.count, self.saved, self.attempt = "0", 0, 0
        self.back_at = None

    async def connect(self):
        while True:
            try:
                await self.crowd.loop.create_connection(lambda: self, "127.0.0.1", self.crowd.port)
                return
            except OSError:
                await self.wait()

    async def wait(self):
        limit = min(30, 2 ** self.attempt)
        self.attempt += 1
        await asyncio.sleep(random.uniform(0, limit))

    def connection_made(self, transport):
        self.transport, self.bytes, self.is_open = transport, b"", False
        transport.write((
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{self.crowd.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())

    def data_received(self, data):
        self.bytes += data
        if not self.is_open:
            head, end, rest = self.bytes.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.is_open, self.bytes = True, rest
            self.transport.write(text({"resume": self.token} if self.token else {"open": "counter"}))
        while len(self.bytes) >= 2:
            size, start = self.bytes[1] & 127, 2
            if size == 126:
                if len(self.bytes) < 4:
                    return
                size, start = struct.unpack(">H", self.bytes[2:4])[0], 4
            if len(self.bytes) < start + size:
                return
            opcode, payload, self.bytes = self.bytes[0] & 15, self.bytes[start:start + size], self.bytes[start + size:]
            if opcode == 1:
                self.take(json.loads(payload))
            elif opcode == 8:
                self.transport.write(b"\x88\x82" + MASK + payload[:2])

    def take(self, frame: dict):
        assert "errors" not in frame, frame
        if "session" in frame:
            self.token, self.attempt = frame["session"]["token"], 0
            count = frame["set"]["counterText"]
            if frame["session"]["resumed"]:
                assert count == self.count, f"{count} instead of {self.count}"
                self.back_at = time.monotonic()
                self.crowd.came()
            else:
                for n in range(1, 1 + self.number % 5):
                    self.transport.write(text({"tap": "countUp", "n": n}))
        self.count = frame.get("set", {}).get("counterText", self.count)
        self.saved = frame.get("saved", self.saved)
        if not self.back_at and self.saved == self.number % 5:
            self.crowd.settle(self)

    def connection_lost(self, _):
        if not self.crowd.is_over:
            self.crowd.loop.create_task(self.come_back())

    async def come_back(self):
        await self.wait()
        await self.connect()


class Crowd:
    def __init__(self, size: int, port: int):
        self.port, self.size = port, size
        self.loop = asyncio.get_running_loop()
        self.people = [Person(self, number) for number in range(size)]
        self.settled, self.left = set(), size
        self.all_settled, self.all_back = asyncio.Event(), asyncio.Event()
        self.is_over = False

    def settle(self, person):
        self.settled.add(person.number)
        if len(self.settled) == self.size:
            self.all_settled.set()

    def came(self):
        self.left -= 1
        if self.left == 0:
            self.all_back.set()


def start(command: list[str], directory: str, core: int) -> subprocess.Popen:
    server = subprocess.Popen(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              preexec_fn=lambda: os.sched_setaffinity(0, {core}))
    assert b"listens" in server.stdout.readline()
    return server


async def run(options):
    command = [options.server, "serve", "--port", str(options.port), "--connections", "20000",
               "--connections-per-address", "20000", "--store", "sqlite:sessions.db"]
    server = start(command, options.directory, options.core)
    crowd = Crowd(options.size, options.port)
    for first in range(0, options.size, 200):
        await asyncio.gather(*(person.connect() for person in crowd.people[first:first + 200]))
    await asyncio.wait_for(crowd.all_settled.wait(), 60)
    stopped = time.monotonic()
    server.send_signal(signal.SIGTERM)
    status = await asyncio.to_thread(server.wait)
    assert status == 0, status
    server = await asyncio.to_thread(start, command, options.directory, options.core)
    ready = time.monotonic()
    await asyncio.wait_for(crowd.all_back.wait(), 60)
    crowd.is_over = True
    times = sorted(person.back_at - ready for person in crowd.people)
    shares = {}
    for moment in times:
        shares[int(moment * 10)] = shares.get(int(moment * 10), 0) + 1
    print(f"comeback_restart {ready - stopped:.3f} s")
    print(f"comeback_of_999_in_1000 {times[int(len(times) * 0.999) - 1]:.3f} s")
    print(f"comeback_of_all {times[-1]:.3f} s")
    print(f"comeback_greatest_share_of_100_ms {100 * max(shares.values()) / len(times):.2f} %")
    for person in crowd.people:
        person.transport.abort()
    server.send_signal(signal.SIGTERM)
    await asyncio.to_thread(server.wait)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True)
    parser.add_argument("--directory", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--core", type=int, default=0)
    asyncio.run(run(parser.parse_args()))
