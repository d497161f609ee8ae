"""Where clients are, which limits count by."""

import json

import pytest

from people import send_code
from test_command import assert_refused, run
from wire import Refused


def answer(server, number: str, *headers: str) -> str:
    """What the person reads of errors: nothing if the message has left."""
    with server.connect(*headers) as socket:
        return send_code(socket, number).get("set", {}).get("errors", "")


def sent_to(server) -> list[str]:
    return [json.loads(line)["to"] for line in (server.directory / "messages").read_text().splitlines()]


@pytest.fixture
def start_sending(start):
    return lambda *flags: start("--sms", "file:messages", "--messages-per-address", "2", *flags)


def test_an_address_gets_so_many_codes_whatever_it_says_of_itself(start_sending):
    server = start_sending()

    said = [answer(server, f"0901234567{index}", f"X-Forwarded-For: 203.0.113.{index}") for index in range(4)]

    assert said[:2] == ["", ""]
    assert all("network" in text for text in said[2:])
    assert sent_to(server) == ["09012345670", "09012345671"]
    assert "an address has asked for too many" in server.end()


def test_clients_of_a_trusted_proxy_are_told_apart(start_sending):
    server = start_sending("--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "127.0.0.1")

    for client in range(2):
        header = f"X-Forwarded-For: 198.51.100.7, 203.0.113.{client}"
        assert answer(server, f"0901234560{client}", header) == ""
        # As two headers it is the same.
        assert answer(server, f"0901234561{client}", "X-Forwarded-For: 198.51.100.8", header) == ""
        assert "network" in answer(server, f"0901234562{client}", header)
    assert len(sent_to(server)) == 4


def test_the_count_outlives_the_server(start_sending):
    first = start_sending()
    for last in "12":
        answer(first, f"0901234567{last}")
    first.end()

    second = start_sending("--store", f"sqlite:{first.directory}/pantograph-sessions.db", "--key-file",
                           f"{first.directory}/pantograph.key")

    assert "network" in answer(second, "09012345673")


def test_connections_are_counted_by_the_client_behind_a_proxy(start):
    server = start("--trusted-proxy", "127.0.0.1", "--connections-per-address", "1")

    with server.connect("X-Forwarded-For: 203.0.113.1") as first, server.connect("X-Forwarded-For: 203.0.113.2"):
        first.open()
        with pytest.raises(Refused) as refusal:
            server.connect("X-Forwarded-For: 203.0.113.1")
    assert refusal.value.answer.status == 503


@pytest.mark.parametrize("proxy", ["localhost", "10.0.0.0/33"])
def test_a_proxy_that_is_no_address_is_a_clear_line(proxy):
    assert_refused(run("serve", "--port", "0", "--trusted-proxy", proxy), 1, proxy)
