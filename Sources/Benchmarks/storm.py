#!/usr/bin/env python3
"""Keeps so many registrations in flight on a server, each of an address of its own, until standard input ends.

Prints a line once all of them are, and at the end how many accounts were made in how many seconds.
"""

import argparse
import asyncio
import itertools
import json
import os
import time

HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def frame(message: dict) -> bytes:
    """A text frame below 126 bytes, masked by zeros."""
    payload = json.dumps(message).encode()
    return bytes([0x81, 0x80 | len(payload), 0, 0, 0, 0]) + payload


class Storm:
    def __init__(self, port: int, size: int):
        self.port = port
        self.size = size
        self.made = 0
        self.numbers = itertools.count()
        self.under_way = asyncio.Event()
        self.writers = set()

    async def register(self):
        """One person's registration, from the connection to the alert."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers.add(writer)
        number = next(self.numbers)
        writer.write(HANDSHAKE.format(port=self.port).encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frame({"open": "registration"}))
        mail = f"{os.getpid()}.{time.time_ns()}.{number}@example.jp"
        writer.write(frame({"set": {"mail": mail, "pass": "x", "retype": "x"}, "n": 1}))
        writer.write(frame({"tap": "register", "n": 2}))
        if number + 1 == self.size:
            self.under_way.set()
        await reader.readuntil(b'"do":[')
        self.made += b"You are registered." in await reader.readuntil(b"]")
        self.leave(writer)

    def leave(self, writer: asyncio.StreamWriter):
        self.writers.discard(writer)
        writer.write(frame({"leave": True}))
        writer.close()

    async def person(self):
        while True:
            await self.register()

    async def run(self):
        persons = [asyncio.create_task(self.person()) for _ in range(self.size)]
        await self.under_way.wait()
        print("under way", flush=True)
        began, made = time.monotonic(), self.made
        end = asyncio.get_running_loop().run_in_executor(None, input)
        await asyncio.wait([*persons, asyncio.ensure_future(end)], return_when=asyncio.FIRST_COMPLETED)
        for person in persons:
            if person.done():
                person.result()
        print(f"{self.made - made} {time.monotonic() - began:.3f}", flush=True)
        # Whoever leaves needs no hash any more.
        for person in persons:
            person.cancel()
        closing = list(self.writers)
        for writer in closing:
            self.leave(writer)
        await asyncio.gather(*(writer.wait_closed() for writer in closing), return_exceptions=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--size", type=int, required=True)
    options = parser.parse_args()
    asyncio.run(Storm(options.port, options.size).run())
