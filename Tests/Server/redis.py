"""A Redis server of the tests' own."""

import socket
import subprocess
import time
from pathlib import Path

from wire import PATIENCE, free_port


class Redis:
    """Keeps what it was told, so that a kill loses nothing that it has acknowledged."""

    def __init__(self, directory: Path):
        self._directory = directory
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._start()

    def _start(self):
        self._process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._directory),
             "--appendonly", "yes", "--appendfsync", "always", "--save", ""], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while not self._is_ready():
            assert time.monotonic() < deadline and self._process.poll() is None, "Redis has not started"
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as link:
                link.sendall(b"PING\r\n")
                return link.recv(64) == b"+PONG\r\n"
        except OSError:
            return False

    def restart(self):
        self.stop()
        self._start()

    def stop(self):
        self._process.kill()
        self._process.wait()
