"""Codes by an HTTP service."""

import json
import re
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class Service:
    """Answers every POST with one status and keeps what was posted."""

    def __init__(self, status=200, certificate=None):
        self.posts = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler):
                body = handler.rfile.read(int(handler.headers["Content-Length"]))
                self.posts.append((handler.path, dict(handler.headers), json.loads(body)))
                handler.send_response(self.status)
                handler.send_header("Content-Length", "0")
                handler.end_headers()

            def log_message(self, *_):
                pass

        self.status = status
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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


def send_code(server, number=("09012", "3456", "78")) -> dict:
    """The message that tells what came of it."""
    with server.connect() as socket:
        socket.open("phone-number")
        socket.say({"set": {f"phoneNumber{index + 1}": part for index, part in enumerate(number)}, "n": 1})
        socket.say({"tap": "sendCode", "n": 2})
        return socket.hear_until(lambda message: "do" in message or message.get("set", {}).get("errors"))[-1]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """Signed by itself."""
    path = tmp_path_factory.mktemp("tls") / "service.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", path, "-out", f"{path}.crt"],
        check=True, capture_output=True)
    path.write_text(path.read_text() + (path.parent / "service.pem.crt").read_text())
    return path


@pytest.mark.parametrize("prefix", ["http:", ""])
def test_a_code_is_posted_with_the_token_of_the_environment(start, prefix):
    with Service(202) as service:
        server = start("--sms", prefix + service.url, environment={"PANTOGRAPH_SMS_TOKEN": "t0ken"})

        assert send_code(server)["do"][0]["alert"]["title"] == "Success"

    [(path, headers, message)] = service.posts
    assert path == "/messages"
    assert headers["Authorization"] == "Bearer t0ken"
    assert message["to"] == "09012345678" and re.search(r"\b\d{6}\b", message["text"])


def test_a_refusal_is_told_to_the_person_and_to_the_log_and_uses_up_nothing(start):
    with Service(503) as service:
        server = start("--sms", f"http:{service.url}")

        assert "could not be sent" in send_code(server)["set"]["errors"]
        assert len(service.posts) == 1
        service.status = 200
        assert send_code(server)["do"]

    log = server.end()
    assert re.search(r"warning message not sent .*503", log)
    assert "09012345678" not in log and service.posts[0][2]["text"] not in log


def test_a_service_that_is_not_there_is_told(start):
    with Service() as service:
        pass
    server = start("--sms", f"http:{service.url}")

    assert "could not be sent" in send_code(server)["set"]["errors"]
    assert "no connection to the gateway" in server.end()


def test_a_certificate_that_nobody_vouches_for_is_refused(start, certificate):
    with Service(certificate=certificate) as service:
        server = start("--sms", f"http:{service.url}", environment={"PANTOGRAPH_SMS_TOKEN": "t0ken"})

        assert "could not be sent" in send_code(server)["set"]["errors"]

    assert service.posts == []
