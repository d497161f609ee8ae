"""Raw sockets that speak HTTP and WebSocket byte by byte, so that tests can also say what no library would."""

import base64
import contextlib
import json
import os
import socket
import struct
from dataclasses import dataclass

# A deadline for what must happen, not a measure of how fast it does.
PATIENCE = 30

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def frame(opcode: int, payload: bytes | str = b"", *, fin=True, reserved=0, masked=True) -> bytes:
    """One frame of RFC 6455 section 5.2, as a client sends it."""
    payload = payload.encode() if isinstance(payload, str) else payload
    mask = os.urandom(4) if masked else b""
    size = len(payload)
    if size < 126:
        length = bytes([masked << 7 | size])
    elif size < 1 << 16:
        length = bytes([masked << 7 | 126]) + struct.pack(">H", size)
    else:
        length = bytes([masked << 7 | 127]) + struct.pack(">Q", size)
    return bytes([fin << 7 | reserved << 4 | opcode]) + length + mask + (xor(payload, mask) if masked else payload)


def xor(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    stream = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")).to_bytes(size, "big")


def message(verb: dict) -> bytes:
    return frame(TEXT, json.dumps(verb))


@dataclass
class Response:
    """The answer to an HTTP request."""

    status: int
    headers: dict[str, str]
    body: bytes


class Link:
    """A TCP connection."""

    def __init__(self, port: int, *, receive_buffer: int | None = None, host="127.0.0.1",
                 source: str | None = None):
        self.socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        if source:
            self.socket.bind((source, 0))
        self.socket.connect((host, port))
        self._port = port
        self._unread = b""

    def send(self, data: bytes | str):
        self.socket.sendall(data.encode("latin-1") if isinstance(data, str) else data)
        return self

    def read(self, count: int) -> bytes:
        while len(self._unread) < count:
            self._fill()
        data, self._unread = self._unread[:count], self._unread[count:]
        return data

    def read_until(self, end: bytes) -> bytes:
        while end not in self._unread:
            self._fill()
        head, _, self._unread = self._unread.partition(end)
        return head

    def read_all(self) -> bytes:
        """Everything up to the end of the connection, an abrupt one included."""
        with contextlib.suppress(ConnectionError):
            while True:
                self._fill()
        data, self._unread = self._unread, b""
        return data

    def _fill(self):
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError("the server has ended the connection")
        self._unread += data

    def request(self, path: str, *headers: str, method="GET", version="HTTP/1.1", host: str | None = "") -> Response:
        self.send(request(path, *headers, method=method, version=version, host=self._host(host)))
        return self.response(method)

    def response(self, method="GET") -> Response:
        start, *lines = self.read_until(b"\r\n\r\n").decode().split("\r\n")
        headers = {}
        for name, value in (line.split(":", 1) for line in lines):
            assert name.lower() not in headers, f"{name} came twice"
            headers[name.lower()] = value.strip()
        status = int(start.split()[1])
        has_body = method != "HEAD" and status not in (101, 204, 304)
        return Response(status, headers, self.read(int(headers.get("content-length", 0))) if has_body else b"")

    def upgrade(self, *headers: str, path="/ws", host: str | None = "", **changed: str | None) -> Response:
        """Asks for a WebSocket. `changed` replaces or, by None, leaves out headers of a proper request."""
        return self.send(upgrade_request(*headers, path=path, host=self._host(host), **changed)).response()

    def _host(self, host):
        return f"127.0.0.1:{self._port}" if host == "" else host

    def reset(self):
        """Ends with RST instead of FIN."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def request(path: str, *headers: str, method="GET", version="HTTP/1.1", host: str | None = "localhost") -> bytes:
    lines = [f"{method} {path} {version}", *([] if host is None else [f"Host: {host}"]), *headers]
    return "".join(line + "\r\n" for line in [*lines, ""]).encode("latin-1")


def upgrade_request(*headers: str, path="/ws", host: str | None = "localhost", method="GET", version="HTTP/1.1",
                    **changed: str | None) -> bytes:
    proper = {
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": base64.b64encode(os.urandom(16)).decode(),
    } | changed
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in proper.items() if value is not None]
    return request(path, *lines, *headers, method=method, version=version, host=host)


class Refused(Exception):
    """The server does not upgrade."""

    def __init__(self, answer: Response):
        super().__init__(f"refused with {answer.status}")
        self.answer = answer


class WebSocket(Link):
    """A WebSocket whose every byte the test decides."""

    def __init__(self, port: int, *headers: str, **link):
        super().__init__(port, **link)
        answer = self.upgrade(*headers)
        if answer.status != 101:
            self.close()
            raise Refused(answer)

    def read_frame(self) -> tuple[int, bytes]:
        """The next frame: its opcode and payload. The server sends whole, unmasked frames."""
        first, second = self.read(2)
        assert first & 0xF0 == 0x80, "not a whole frame without reserved bits"
        assert second & 0x80 == 0, "a server must not mask"
        size = second & 0x7F
        if size == 126:
            size, = struct.unpack(">H", self.read(2))
        elif size == 127:
            size, = struct.unpack(">Q", self.read(8))
        return first & 0x0F, self.read(size)

    def say(self, verb: dict):
        return self.send(message(verb))

    def hear(self) -> dict:
        """The next message; pings on the way are left unanswered."""
        while True:
            opcode, payload = self.read_frame()
            if opcode == TEXT:
                return json.loads(payload)
            assert opcode in (PING, PONG), f"opcode {opcode}, payload {payload!r}"

    def hear_until(self, wanted) -> list[dict]:
        """The messages up to the first that is wanted."""
        heard = [self.hear()]
        while not wanted(heard[-1]):
            heard.append(self.hear())
        return heard

    def open(self, screen="counter") -> dict:
        self.say({"open": screen})
        return self.hear_until(lambda message: "session" in message)[-1]

    def resume(self, token: str) -> dict:
        self.say({"resume": token})
        return self.hear_until(lambda message: "session" in message or "errors" in message)[-1]

    def tap(self, number: int, action="countUp") -> dict:
        self.say({"tap": action, "n": number})
        return self.hear_until(lambda message: message.get("ack", 0) >= number)[-1]

    def close_code(self) -> int:
        """The code by which the server closes: 1005 for none, 1006 for an end without a close frame."""
        try:
            while True:
                opcode, payload = self.read_frame()
                if opcode == CLOSE:
                    return struct.unpack(">H", payload[:2])[0] if payload else 1005
        except ConnectionError:
            return 1006
