"""Codes by an HTTP service."""

import re
import subprocess

import pytest

from message_service import Service
from people import send_code


def send(server) -> dict:
    """The message that tells what came of it."""
    with server.connect() as socket:
        return send_code(socket)


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

        assert send(server)["do"][0]["alert"]["title"] == "Success"

    [(path, headers, message)] = service.posts
    assert path == "/messages"
    assert headers["Authorization"] == "Bearer t0ken"
    assert message["to"] == "09012345678" and re.search(r"\b\d{6}\b", message["text"])


def test_a_refusal_is_told_to_the_person_and_to_the_log_and_uses_up_nothing(start):
    with Service(503) as service:
        server = start("--sms", f"http:{service.url}")

        assert "could not be sent" in send(server)["set"]["errors"]
        assert len(service.posts) == 1
        service.status = 200
        assert send(server)["do"]

    log = server.end()
    assert re.search(r"warning message not sent .*503", log)
    assert "09012345678" not in log and service.posts[0][2]["text"] not in log


def test_a_service_that_is_not_there_is_told(start):
    with Service() as service:
        pass
    server = start("--sms", f"http:{service.url}")

    assert "could not be sent" in send(server)["set"]["errors"]
    assert "no connection to the gateway" in server.end()


def test_a_certificate_that_nobody_vouches_for_is_refused(start, certificate):
    with Service(certificate=certificate) as service:
        server = start("--sms", f"http:{service.url}", environment={"PANTOGRAPH_SMS_TOKEN": "t0ken"})

        assert "could not be sent" in send(server)["set"]["errors"]

    assert service.posts == []
