"""HTTP requests that are large, slow, broken or hostile. Whatever the answer, others notice nothing."""

import pytest

from wire import Link, TEXT, frame, request, upgrade_request


@pytest.fixture
def bystander(server):
    """Somebody who is served before and after."""
    with server.connect() as socket:
        socket.open()
        yield socket
        assert socket.tap(1)["set"] == {"counterText": "1"}
        with Link(server.port) as link:
            assert link.request("/counter").status == 200


@pytest.fixture
def link(server, bystander):
    with Link(server.port) as link:
        yield link


@pytest.mark.parametrize("data", [
    request("/", "X-Large: " + "x" * 100_000),
    upgrade_request("X-Large: " + "x" * 100_000),
    upgrade_request("Cookie: " + "x" * 100_000),
    upgrade_request(Origin="http://" + "x" * 100_000),
    upgrade_request(Sec_WebSocket_Protocol="pantograph.v1," * 10_000),
    request("/" + "x" * 100_000),
    request("/" + "%2e" * 30_000),
    request("/", *["X-Many: y"] * 10_000),
    request("/", *["Accept: y"] * 10_000),
    b"G" * 100_000,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9),
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(400),
    bytes(range(256)) * 100,
    frame(TEXT, '{"open":"counter"}'),
    b"GET * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET  HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /\0counter HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    request("/", "Transfer-Encoding: chunked", method="POST") + b"5\r\nhello\r\n0\r\n\r\n",
    request("/", "Content-Length: 99999999999999999999", method="POST"),
    request("/", "Content-Length: -1", method="POST") + b"hello",
], ids=lambda data: repr(data[:24]))
def test_a_request_that_cannot_be_served_is_refused(link, data):
    try:
        link.send(data)
    except ConnectionError:
        return

    answer = link.read_all()

    assert b" 101 " not in answer and b" 200 " not in answer


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_answered_with_405(link, method):
    answer = link.request("/counter", "Content-Length: 0", method=method)

    assert answer.status == 405
    assert answer.headers["allow"] == "GET, HEAD"


def test_connect_opens_no_tunnel(link):
    link.send(b"CONNECT other.example:80 HTTP/1.1\r\nHost: other.example\r\n\r\n")

    assert b" 200 " not in link.read_all()


@pytest.mark.parametrize("path", ["/%0d%0aX-Injected:%20yes", "/nothing%0d%0aX-Injected:%20yes%0d%0a%0d%0a<injected>"])
def test_an_answer_repeats_nothing_of_the_address(link, path):
    answer = link.send(request(path)).response()

    assert "x-injected" not in answer.headers
    assert b"injected" not in answer.body


def test_an_http_1_0_client_is_served_and_hung_up_on(link):
    link.send(request("/counter", version="HTTP/1.0"))

    head, _, body = link.read_all().partition(b"\r\n\r\n")

    assert b" 200 " in head.splitlines()[0]
    assert body.rstrip().endswith(b"</html>")


def test_requests_in_one_write_are_answered_in_order(link):
    link.send(request("/counter") + request("/nothing") + request("/style.css") + request("/counter", method="HEAD"))

    answers = [link.response(), link.response(), link.response(), link.response("HEAD")]

    assert [answer.status for answer in answers] == [200, 404, 200, 200]
    assert answers[2].headers["content-type"] == "text/css; charset=utf-8"


def test_an_upgrade_may_follow_a_page_on_the_same_connection(link):
    assert link.request("/counter").status == 200

    assert link.upgrade().status == 101


def test_many_unfinished_requests_hold_up_nobody(server, bystander):
    """The first bytes of requests whose rest never comes (a slow loris)."""
    unfinished = [
        b"", b"G", b"GET /counter HTTP/1.1\r\nHos", upgrade_request()[:-2],
        b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx",
    ]
    links = [Link(server.port).send(data) for data in unfinished * 60]

    for _ in range(20):
        with server.connect() as socket:
            socket.open()
            assert socket.tap(1)["ack"] == 1
        with Link(server.port) as link:
            assert link.request("/counter").status == 200

    for link in links:
        link.close()
