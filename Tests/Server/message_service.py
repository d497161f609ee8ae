"""An HTTP service that takes messages, as `--sms http:URL` wants one."""

import json
import re
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from wire import PATIENCE


class Service:
    """Answers every POST with one status and keeps what was posted.

    `cuts` is how many posts to come are taken and left without an answer. While `may_answer` is not set, answers wait.
    One that `echoes` sends back what it got.
    """

    def __init__(self, status=200, certificate=None, echoes=False):
        self.posts = []
        self.status, self.cuts, self._echoes = status, 0, echoes
        self.may_answer = threading.Event()
        self.may_answer.set()
        self._arrived = threading.Semaphore(0)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler):
                body = handler.rfile.read(int(handler.headers["Content-Length"]))
                self.posts.append((handler.path, dict(handler.headers), json.loads(body)))
                self._arrived.release()
                self.may_answer.wait(PATIENCE)
                if self.cuts:
                    self.cuts -= 1
                    return
                answer = bytes(handler.headers) + body if self._echoes else b""
                handler.send_response(self.status)
                handler.send_header("Content-Length", str(len(answer)))
                handler.end_headers()
                handler.wfile.write(answer)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A handshake that fails is what one test is about.
        self._server.handle_error = lambda *_: None
        scheme = "http"
        if certificate:
            scheme = "https"
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.url = f"{scheme}://127.0.0.1:{self._server.server_port}/messages"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def wait_for_post(self):
        """Until one more has come than was waited for before."""
        assert self._arrived.acquire(timeout=PATIENCE), "no post"

    def codes(self, number: str) -> list[str]:
        """The codes that were posted for a number, refused ones too."""
        return [code_in(message) for _, _, message in self.posts if message["to"] == number]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


def code_in(message: dict) -> str:
    return re.search(r"\d{4,}", message["text"])[0]
