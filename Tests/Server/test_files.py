"""The pages: what is served, how, and what is not."""

import os

import pytest

from conftest import ROOT, Server
from wire import Link

PAGE = "<!doctype html>\n<title>A page</title>\n"
BIG = os.urandom(5_000_000)


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    """A web folder with everything that a test asks for, and beside it what must stay private."""
    outside = tmp_path_factory.mktemp("site")
    (outside / "private.html").write_text("private")
    (outside / "web-private").mkdir()
    (outside / "web-private" / "page.html").write_text("private")
    web = outside / "web"
    for folder in (web, web / "deep", web / ".hidden"):
        folder.mkdir()
    for name in ("index.html", "page.html", "deep/index.html", "deep/page.html", ".hidden/page.html", ".hidden.html"):
        (web / name).write_text(PAGE)
    for name in (
        "style.css", "main.js", "picture.svg", "picture.png", "data.json", "font.woff2", "note.txt", "types.d.ts",
        "program",
    ):
        (web / name).write_text("content")
    (web / "big.png").write_bytes(BIG)
    (web / "empty.txt").write_text("")
    (web / "out.html").symlink_to(outside / "private.html")
    (web / "out").symlink_to(outside)
    (web / "in.html").symlink_to(web / "page.html")
    os.mkfifo(web / "pipe.html")
    return web


@pytest.fixture(scope="module")
def server(web, tmp_path_factory):
    with Server(tmp_path_factory.mktemp("files"), "--web", str(web)) as server:
        yield server


@pytest.fixture
def link(server):
    with Link(server.port) as link:
        yield link


@pytest.mark.parametrize("path", [
    "/", "/index.html", "/page", "/page.html", "/deep/", "/deep/page", "/page?query=1", "/in",
])
def test_a_page_has_an_address_without_its_ending(link, path):
    answer = link.request(path)

    assert (answer.status, answer.body.decode()) == (200, PAGE)


@pytest.mark.parametrize("path, type", [
    ("/page", "text/html; charset=utf-8"), ("/style.css", "text/css; charset=utf-8"),
    ("/main.js", "text/javascript; charset=utf-8"), ("/picture.svg", "image/svg+xml"),
    ("/data.json", "application/json"), ("/picture.png", "image/png"), ("/font.woff2", "font/woff2"),
    ("/note.txt", "text/plain; charset=utf-8"),
])
def test_files_have_their_types(link, path, type):
    assert link.request(path).headers["content-type"] == type


@pytest.mark.parametrize("path", ["/", "/page", "/main.js", "/style.css", "/picture.svg"])
def test_every_file_comes_with_the_security_headers(link, path):
    answers = [link.request(path), link.request(path, method="HEAD"), link.request(path, "If-None-Match: *")]

    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_every_page_of_the_web_folder_is_served(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("pages"), "--web", str(ROOT / "web")) as server, Link(server.port) as link:
        for page in ("", "counter", "phone-number", "confirm-code", "profile", "registration", "home"):
            assert link.request("/" + page).status == 200


def test_a_file_that_the_client_has_is_not_sent_again(link):
    tag = link.request("/page").headers["etag"]

    for known in (tag, "W/" + tag, f'"other", {tag}', "*"):
        answer = link.request("/page", f"If-None-Match: {known}")
        assert (answer.status, answer.body, answer.headers["etag"]) == (304, b"", tag)


def test_a_file_that_has_changed_is_sent_again(link, web):
    (web / "changing.html").write_text("before")
    tag = link.request("/changing").headers["etag"]

    (web / "changing.html").write_text("behind")
    answer = link.request("/changing", f"If-None-Match: {tag}")

    assert (answer.status, answer.body) == (200, b"behind")
    assert answer.headers["etag"] != tag


def test_head_tells_all_but_the_content(link):
    got = link.request("/page")
    headed = link.request("/page", method="HEAD")

    assert headed.status == 200
    assert {name: headed.headers[name] for name in got.headers} == got.headers
    assert link.request("/page").body == got.body


def test_many_requests_share_a_connection(link):
    for _ in range(50):
        assert [link.request(path).status for path in ("/page", "/nothing", "/picture.svg")] == [200, 404, 200]


def test_a_client_may_ask_to_be_hung_up_on(link):
    assert link.request("/page", "Connection: close").status == 200
    assert link.read_all() == b""


def test_a_big_file_arrives_whole(link):
    assert link.request("/big.png").body == BIG
    assert link.request("/page").status == 200


def test_a_reader_that_stops_in_a_big_file_holds_up_nobody(server):
    slow = [Link(server.port, receive_buffer=4_096) for _ in range(20)]
    for link in slow:
        link.send(b"GET /big.png HTTP/1.1\r\nHost: localhost\r\n\r\n")

    with Link(server.port) as link:
        assert link.request("/big.png").body == BIG

    assert slow[0].response().body == BIG
    for link in slow:
        link.reset()


def test_an_empty_file_is_a_file(link):
    answer = link.request("/empty.txt")

    assert (answer.status, answer.headers["content-length"], answer.body) == (200, "0", b"")
    assert link.request("/page").status == 200


@pytest.fixture(scope="module")
def translated(web):
    """A page in English, Japanese and traditional Chinese, of one size and time."""
    for name in ("talk.html", "talk.ja.html", "talk.zh-hant.html", "deep/index.ja.html", "silent.html", "silent.ja.html"):
        tag = name.split(".")[1] if name.count(".") == 2 else "en"
        lang = "" if name == "silent.html" else f' lang="{tag}"'
        (web / name).write_text(f"<!doctype html>\n<html{lang}>\n<title>{tag:8}</title>\n")
        os.utime(web / name, (1_000_000_000, 1_000_000_000))
    (web / "talk.ko.html").symlink_to(web.parent / "private.html")


@pytest.mark.parametrize("accepted, language", [
    ("ja", "ja"), ("ja-JP", "ja"), ("JA-jp", "ja"), ("ja-JP-x-kansai", "ja"), ("zh-Hant-TW", "zh-hant"),
    ("en", "en"), ("en-US,en;q=0.9,ja;q=0.8", "en"), ("fr, ja;q=0.5", "ja"), ("ja;q=0.5, zh-hant;q=0.7", "zh-hant"),
    ("fr, en;q=0.5, ja;q=0.4", "en"), ("zh", "en"), ("zh-Hans", "en"), ("fr", "en"), ("ja;q=0", "en"), ("", "en"),
    ("*", "en"), ("*, ja;q=0.5", "en"), ("ja, *;q=0.5", "ja"), ("ko", "en"), ("-", "en"), ("--ja", "ja"),
    ("../private, ja;q=0.1", "ja"), ("html, style", "en"), (",".join(["a-b-c-d-e"] * 30 + ["ja"]), "ja"),
    ("x" * 4_000, "en"),
])
@pytest.mark.usefixtures("translated")
def test_a_page_comes_in_the_language_that_the_person_prefers(link, accepted, language):
    answer = link.request("/talk", f"Accept-Language: {accepted}")

    assert (answer.status, answer.headers["content-language"]) == (200, language)
    assert f"<title>{language:8}</title>" in answer.body.decode()
    assert answer.headers["vary"] == "accept-language"


@pytest.mark.usefixtures("translated")
def test_translations_have_tags_of_their_own(link):
    tags = {
        language: link.request("/talk", f"Accept-Language: {language}").headers["etag"]
        for language in ("en", "ja", "zh-hant")
    }

    for known in tags:
        for language in tags:
            answer = link.request("/talk", f"Accept-Language: {language}", f"If-None-Match: {tags[known]}")
            assert answer.status == (304 if language == known else 200)
            assert answer.headers["vary"] == "accept-language"


@pytest.mark.usefixtures("translated")
def test_a_folder_has_translations_of_its_index(link):
    assert link.request("/deep/", "Accept-Language: ja").headers["content-language"] == "ja"
    assert link.request("/deep/page", "Accept-Language: ja").body.decode() == PAGE


@pytest.mark.usefixtures("translated")
def test_a_page_that_hides_its_language_stands_in_all_the_same(link):
    answer = link.request("/silent", "Accept-Language: en, ja;q=0.5")
    assert answer.headers["content-language"] == "ja"

    answer = link.request("/silent", "Accept-Language: en")
    assert "content-language" not in answer.headers and answer.headers["vary"] == "accept-language"


@pytest.mark.usefixtures("translated")
def test_a_file_asked_for_by_its_whole_name_is_that_file(link):
    for path, language in (("/talk.html", "en"), ("/talk.ja.html", "ja")):
        answer = link.request(path, "Accept-Language: zh-Hant")
        assert f"<title>{language:8}</title>" in answer.body.decode()
        assert "vary" not in answer.headers


@pytest.mark.parametrize("path", [
    "/nothing", "/page/", "/page.html/", "/page.html/x", "/deep", "/Page", "/types.d.ts", "/program", "/pipe",
    "/.hidden", "/.hidden.html", "/.hidden/page", "/deep/../.hidden/page", "/%2ehidden.html",
    "/out", "/out.html", "/out/private", "/%ff", "/page%20",
])
def test_what_is_no_page_is_not_found(link, path):
    answer = link.request(path)

    assert answer.status == 404
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert link.request("/page").status == 200


@pytest.mark.parametrize("path", [
    "/../private.html", "/../private", "/deep/../../private", "/./../private", "//../private", "../private",
    "/..%2fprivate", "/%2e%2e/private", "/%2e%2e%2fprivate", "/.%2e/private", "/%252e%252e/private",
    "/deep/%2e%2e/%2e%2e/private.html", "/%c0%ae%c0%ae/private", "/..\\private", "/%5c..%5cprivate", "/..%5cprivate",
    "/....//private", "/..;/private", "/../web-private/page", "/../private.html%00", "/page%00/../../private",
    "/%00../private", "/?/../private", "/#/../private", "http://localhost/../private",
    "/etc/passwd", "//etc/passwd", "/../../../../../../../../etc/passwd",
])
def test_no_address_leads_out_of_the_folder(server, path):
    with Link(server.port) as link:
        answer = link.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").read_all()

    assert b"private" not in answer.partition(b"\r\n\r\n")[2]
    assert b"root:" not in answer


def test_a_server_without_pages_serves_none(start):
    with Link(start().port) as link:
        assert link.request("/").status == 404
        assert link.upgrade().status == 101
