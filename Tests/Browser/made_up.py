"""A screen of the tests' own, with everything that a field can be, and a small server for it."""

import asyncio
import mimetypes
import secrets
import threading
from http import HTTPStatus
from json import dumps, loads
from pathlib import Path

from websockets.asyncio.server import serve
from websockets.datastructures import Headers
from websockets.http11 import Response

WEB = Path(__file__).resolve().parents[2] / "web"

MAIN = """
<main data-screen="made-up">
  <h1 tabindex="-1">Made up</h1>
  <form>
    <input data-field="word" type="text" aria-describedby="problem">
    <p id="problem" class="error" data-text="problem" aria-live="polite"></p>
    <input data-field="code" type="text" inputmode="numeric" autocomplete="one-time-code">
    <input data-field="secret" type="password">
    <input data-field="mail" type="email">
    <input data-field="phone" type="tel">
    <input data-field="site" type="url">
    <input data-field="age" type="number">
    <textarea data-field="note"></textarea>
    <label><input data-field="agreed" type="checkbox">agreed</label>
    <label><input data-field="size" type="radio" name="size" value="s">s</label>
    <label><input data-field="size" type="radio" name="size" value="m">m</label>
    <select data-field="colour"><option value="">choose</option><option>red</option><option>blue</option></select>
    <button type="button" data-tap="go">Go</button>
    <p data-show="problem" hidden>Comes and goes</p>
    <p><span role="timer" data-countdown="deadline" data-over="over"></span></p>
  </form>
</main>
"""

FIELDS = {
    "word": "", "code": "", "mail": "", "phone": "", "site": "", "age": "", "note": "",
    "agreed": False, "size": "", "colour": "",
}


class MadeUp:
    """Leaves "x" out of `word`, as `problem` tells; all else stays as it came."""

    def __init__(self):
        self.messages: list[dict] = []
        # Those of them that were not repeats.
        self.events: list[dict] = []
        self.opened = 0
        self.state = {**FIELDS, "problem": "", "deadline": None}
        # What a `return` in a field or a `tap` brings about.
        self.effects: dict[str, dict] = {}
        self._token = ""
        self._ack = 0
        self._saved = (0, {**self.state}, 0)
        self._connection = None
        self._held: dict | None = None
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._server = self._call(self._listen())
        self.port = self._server.sockets[0].getsockname()[1]

    def values(self, name: str) -> list:
        """What a field was set to, one after another."""
        return [event["set"][name] for event in self.events if name in event.get("set", {})]

    def taps(self) -> list:
        return [event["tap"] for event in self.events if "tap" in event]

    def tell(self, do=(), **changes):
        """Changes of the server's own accord."""
        self.state |= changes
        frame = {"set": changes, "ack": self._ack}
        self._call(self._send(frame | ({"do": list(do)} if do else {})))

    def say(self, frame: dict):
        """A frame as it stands."""
        self._call(self._send(frame))

    def expire(self):
        """Forgets the session, as after its time."""
        self._token, self._ack = "gone", 0
        self.state |= FIELDS
        self._call(self._drop())

    def save(self):
        """What came so far survives a crash from now on."""
        self._call(self._save())

    def hold(self):
        """Answers nothing until `let_go`, and then all at once."""
        self._held = {}

    def let_go(self):
        frame, self._held = self._held, None
        self.say(frame)

    def count_on(self, n: int):
        """As if the session had been used elsewhere too."""
        self._ack = n

    def forget_saved(self):
        """Breaks its word: a test of what the page keeps."""
        self._saved = (0, {**self.state, **FIELDS}, 0)

    def crash(self):
        """Forgets what was not saved."""
        self._call(self._crash())

    def stop(self):
        self._call(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _listen(self):
        return await serve(
            self._follow, "127.0.0.1", 0, process_request=self._page, subprotocols=["pantograph.v1"], compression=None
        )

    async def _end(self):
        self._server.close()
        await self._server.wait_closed()

    async def _send(self, frame):
        await self._connection.send(dumps(frame))

    async def _save(self):
        self._saved = (self._ack, {**self.state}, len(self.events))
        await self._send({"saved": self._ack})

    async def _crash(self):
        self._ack, state, count = self._saved
        self.state = {**state}
        del self.events[count:]
        connection, self._connection = self._connection, None
        connection.transport.abort()

    async def _drop(self):
        if self._connection:
            await self._connection.close(1001)

    def _page(self, _, request):
        path = request.path.lstrip("/")
        if path == "ws":
            return None
        if path == "made-up":
            # The frame is that of any other page.
            head, rest = (WEB / "counter.html").read_text().split("<main", 1)
            return answer((head + MAIN + rest.split("</main>", 1)[1]).encode(), "text/html")
        file = WEB / path
        if not file.is_file():
            return Response(404, "Not Found", Headers())
        return answer(file.read_bytes(), mimetypes.guess_type(path)[0] or "text/plain")

    async def _follow(self, connection):
        async for text in connection:
            message = loads(text)
            if "ping" in message:
                await connection.send(dumps({"pong": message["ping"]}))
            elif "open" in message:
                self.opened += 1
                await self._begin(connection, False)
            elif "resume" in message:
                if message["resume"] != self._token:
                    await connection.send(dumps({"errors": [{"code": "expired", "message": "expired"}]}))
                else:
                    await self._begin(connection, True)
            elif connection is self._connection:
                self.messages.append(message)
                frame = self._handle(message)
                if self._held is None:
                    await connection.send(dumps(frame))
                else:
                    joint = {"set": self._held.get("set", {}) | frame.get("set", {})}
                    self._held = self._held | frame | joint

    async def _begin(self, connection, is_resumed):
        self._connection = connection
        self._token = secrets.token_hex(16)
        if not is_resumed:
            self._ack = 0
            self.state |= FIELDS
        session = {"token": self._token, "resumed": is_resumed}
        frame = {"session": session, "screen": "made-up", "set": self.state, "ack": self._ack}
        await connection.send(dumps(frame))

    def _handle(self, message):
        if message["n"] <= self._ack:
            return {"ack": self._ack}
        self._ack = message["n"]
        self.events.append(message)
        changes = {}
        for name, value in message.get("set", {}).items():
            if name == "secret":
                continue
            self.state[name] = value
            if name == "word":
                self.state["word"] = value.replace("x", "").replace("ㅋ", "")
                problem = "no x" if self.state["word"] != value else ""
                if self.state["word"] != value:
                    changes["word"] = self.state["word"]
                if problem != self.state["problem"]:
                    changes["problem"] = self.state["problem"] = problem
        effect = self.effects.get(message.get("return", message.get("tap")))
        return {"ack": self._ack} | ({"set": changes} if changes else {}) | ({"do": [effect]} if effect else {})


def answer(body: bytes, kind: str) -> Response:
    headers = Headers({
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        "Connection": "close",
        "Content-Security-Policy": "default-src 'self'; object-src 'none'",
    })
    return Response(HTTPStatus.OK, "OK", headers, body)
