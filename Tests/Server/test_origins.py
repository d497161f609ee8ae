"""Who may connect: the Origin rules of protocol section 1."""

import pytest

from conftest import Server
from wire import Link


def status(server, *headers: str, host: str, **changed) -> int:
    with Link(server.port) as link:
        return link.upgrade(*headers, host=host, **changed).status


@pytest.fixture(scope="module")
def listed(tmp_path_factory):
    flags = ["--origin", "https://App.Example", "--origin", "http://[2001:db8::1]:8080"]
    with Server(tmp_path_factory.mktemp("listed"), *flags) as server:
        yield server


def test_a_client_without_an_origin_is_a_script_and_welcome(server):
    assert status(server, host="anything.example") == 101


@pytest.mark.parametrize("host, origin", [
    ("localhost:8080", "http://localhost:8080"),
    ("LOCALHOST:8080", "http://localhost:8080"),
    ("localhost:8080", "HTTP://LocalHost:8080"),
    ("app.localhost", "http://app.localhost"),
    ("127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("127.9.9.9", "http://127.9.9.9"),
    ("[::1]:8080", "http://[::1]:8080"),
    ("[::1]", "http://[::1]"),
    ("localhost", "http://localhost:80"),
    ("localhost:80", "http://localhost"),
])
def test_the_pages_own_origin_is_welcome(server, host, origin):
    assert status(server, host=host, Origin=origin) == 101


@pytest.mark.parametrize("host, origin", [
    ("localhost:8080", "http://localhost:8081"),
    ("localhost:8080", "http://localhost"),
    ("localhost:8080", "https://localhost:8080"),
    ("localhost:443", "https://localhost"),
    ("localhost:8080", "http://127.0.0.1:8080"),
    ("[::1]:8080", "http://[::2]:8080"),
    ("localhost:8080", "http://localhost:8080.evil.example"),
    ("localhost:8080", "http://evil.example"),
    ("localhost:8080", "http://notlocalhost:8080"),
    ("localhost:8080", "http://localhost.:8080"),
    ("localhost:8080", "http://localhost:8080/"),
    ("localhost:8080", "http://localhost:8080/page"),
    ("localhost:8080", "http://localhost:8080?q"),
    ("localhost:8080", "http://localhost:8080#f"),
    ("localhost:8080", "http://someone@localhost:8080"),
    ("localhost:8080", "http://localhost:8080@evil.example"),
    ("localhost:8080", "http://evil.example\\@localhost:8080"),
    ("localhost:8080", "http://localhost:+8080"),
    ("localhost:8080", "http://localhost:73616"),
    ("localhost:8080", "localhost:8080"),
    ("localhost:8080", "//localhost:8080"),
    ("localhost:8080", "ws://localhost:8080"),
    ("localhost:8080", "file://"),
    ("localhost:8080", "null"),
    ("localhost:8080", "http://localhost:8080 http://localhost:8080"),
    ("localhost:8080", "http://localhost:8080, http://localhost:8080"),
    ("localhost:8080", "http://localhost:8080" + "x" * 3_000),
])
def test_any_other_origin_is_refused(server, host, origin):
    assert status(server, host=host, Origin=origin) == 403


@pytest.mark.parametrize("name", [
    "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
    "notlocalhost", "localhost.", "10.0.0.1", "0.0.0.0", "[::]", "[::ffff:127.0.0.1]", "127.1", "2130706433",
])
def test_a_name_that_was_pointed_at_this_server_gains_nothing(server, name):
    assert status(server, host=name, Origin=f"http://{name}") == 403


def test_two_origin_headers_are_refused(server):
    page = "http://localhost:8080"

    assert status(server, f"Origin: {page}", host="localhost:8080", Origin=page) == 403
    assert status(server, "Origin: http://evil.example", host="localhost:8080", Origin=page) == 403


def test_two_host_headers_make_no_page(server):
    assert status(server, "Host: evil.example", host="localhost:8080", Origin="http://localhost:8080") in (400, 403)


@pytest.mark.parametrize("origin", [
    "https://app.example", "https://app.example:443", "HTTPS://APP.EXAMPLE", "http://[2001:db8::1]:8080",
])
def test_a_listed_origin_is_welcome(listed, origin):
    assert status(listed, host="app.example", Origin=origin) == 101
    assert status(listed, host="elsewhere.example", Origin=origin) == 101


@pytest.mark.parametrize("origin", [
    "http://app.example", "https://app.example:8443", "https://sub.app.example", "https://app.example.evil.example",
    "https://app.example.", "https://evilapp.example", "https://app.exampl", "http://[2001:db8::1]",
])
def test_what_is_like_a_listed_origin_is_refused(listed, origin):
    assert status(listed, host="elsewhere.example", Origin=origin) == 403


def test_a_listed_host_may_be_the_pages_own_too(listed):
    assert status(listed, host="app.example:8080", Origin="http://app.example:8080") == 101


def test_require_origin_refuses_scripts(start):
    server = start("--require-origin")

    assert status(server, host="localhost:8080") == 403
    assert status(server, host="localhost:8080", Origin="http://localhost:8080") == 101


def test_an_ipv6_server_knows_its_own_page(start):
    server = start("--host", "::1")

    with Link(server.port, host="::1") as link:
        assert link.upgrade(host=f"[::1]:{server.port}", Origin=f"http://[::1]:{server.port}").status == 101
