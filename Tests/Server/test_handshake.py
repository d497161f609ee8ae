"""The opening handshake: RFC 6455 section 4.2 and protocol section 1."""

import pytest

from wire import CLOSE, Link, frame, message, request, upgrade_request


@pytest.fixture
def link(server):
    with Link(server.port) as link:
        yield link


def test_the_answer_proves_that_the_key_was_read(link):
    answer = link.upgrade(Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==")

    # The example of RFC 6455 section 1.3.
    assert answer.status == 101
    assert answer.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    assert answer.headers["upgrade"].lower() == "websocket"
    assert answer.headers["connection"].lower() == "upgrade"


@pytest.mark.parametrize("headers", [
    {"Upgrade": "WebSocket"}, {"Connection": "keep-alive, Upgrade"}, {"Connection": "upgrade"},
], ids=str)
def test_names_are_compared_without_case(link, headers):
    assert link.upgrade(**headers).status == 101


def test_messages_may_come_in_one_piece_with_the_handshake(link):
    link.send(upgrade_request() + message({"ping": 7}) + frame(CLOSE))

    assert link.response().status == 101
    assert b'{"pong":7}' in link.read_all()


def test_a_long_but_rightful_request_is_taken(link):
    assert link.upgrade("Cookie: " + "x" * 3_000, *[f"X-Header-{number}: value" for number in range(20)]).status == 101


# What is no proper handshake


def test_another_version_is_answered_with_the_right_one(link):
    answer = link.upgrade(Sec_WebSocket_Version="8")

    assert answer.status == 426
    assert answer.headers["sec-websocket-version"] == "13"


@pytest.mark.parametrize("changed", [
    {"Sec_WebSocket_Version": None}, {"Sec_WebSocket_Key": None}, {"Sec_WebSocket_Key": "short"},
    {"Sec_WebSocket_Key": "x" * 400}, {"Connection": None}, {"Connection": "close"},
], ids=str)
def test_an_incomplete_handshake_opens_nothing(link, changed):
    link.send(upgrade_request(**changed))

    assert not link.read_all().startswith(b"HTTP/1.1 101")


@pytest.mark.parametrize("method", ["POST", "PUT", "HEAD", "OPTIONS", "DELETE", "PATCH"])
def test_only_get_upgrades(link, method):
    link.send(upgrade_request(method=method))

    assert link.read_all().startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("path", ["/", "/counter", "/ws/", "/WS", "/ws/x", "/wss"])
def test_only_ws_upgrades(link, path):
    assert link.upgrade(path=path).status == 404


# Subprotocols


def test_the_subprotocol_is_named_when_it_was_offered(link):
    answer = link.upgrade(Sec_WebSocket_Protocol="chat, pantograph.v1")

    assert answer.headers["sec-websocket-protocol"] == "pantograph.v1"


def test_no_subprotocol_is_named_when_none_was_offered(link):
    assert "sec-websocket-protocol" not in link.upgrade().headers


@pytest.mark.parametrize("offered", ["chat", "pantograph.v2", "pantograph.v10", "Pantograph.V1", "x" * 3_000])
def test_other_subprotocols_alone_are_refused(link, offered):
    assert link.upgrade(Sec_WebSocket_Protocol=offered).status == 400


def test_compression_is_never_agreed_to(link):
    answer = link.upgrade(Sec_WebSocket_Extensions="permessage-deflate; client_max_window_bits, x-webkit-deflate-frame")

    assert answer.status == 101
    assert "sec-websocket-extensions" not in answer.headers


# Other upgrades. libwebsockets 4.1.6 goes on with freed memory after one that it does not know.

OTHERS = ["foo", "h2c", "websocket, foo", "foo, websocket", "h2c, websocket", "TLS/1.0", "w", "websocket2", "x" * 500]


@pytest.mark.parametrize("upgrade", OTHERS)
@pytest.mark.parametrize("path", ["/ws", "/"])
def test_another_upgrade_is_refused(link, upgrade, path):
    link.send(upgrade_request("HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA", path=path, Upgrade=upgrade))

    assert b" 101 " not in link.read_all()


def test_a_storm_of_other_upgrades_harms_nobody(server):
    with server.connect() as bystander:
        bystander.open()
        for round in range(20):
            links = [Link(server.port) for _ in OTHERS]
            for link, upgrade in zip(links, OTHERS):
                # Alone, followed by more of the kind, and followed by a proper request.
                link.send(upgrade_request(Upgrade=upgrade) * (round % 3 + 1) + request("/counter"))
            for link in links:
                link.read_all()
                link.close()

        assert bystander.tap(1)["set"] == {"counterText": "1"}


def test_another_upgrade_after_a_proper_request_is_refused(link):
    assert link.request("/nothing").status == 404

    link.send(upgrade_request(Upgrade="foo"))

    assert b" 101 " not in link.read_all()
