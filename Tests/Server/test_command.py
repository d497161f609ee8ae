"""The command: its flags, its exit statuses, its output, and how it ends."""

import json
import os
import re
import signal
import socket
import subprocess
import time

import pytest

from conftest import PASSED, Server, command, passing
from wire import CLOSE, PATIENCE, Link, frame, request


def run(*arguments: str, environment: dict[str, str] | None = None, directory="/"):
    return subprocess.run(
        [command(), *arguments], cwd=directory, capture_output=True, text=True, timeout=PATIENCE,
        env=os.environ | {"PANTOGRAPH_DATABASE": "memory"} | (environment or {}))


def assert_refused(result, status: int, about: str):
    assert result.returncode == status
    assert result.stderr.count("\n") == 1 and result.stderr.endswith("\n"), result.stderr
    assert about in result.stderr
    assert result.stdout == ""


# Help and usage


@pytest.mark.parametrize("arguments", [["--help"], ["serve", "--help"], ["serve", "--port", "1", "-h"]], ids=" ".join)
def test_help_names_every_option(arguments):
    result = run(*arguments)

    assert result.returncode == 0 and result.stderr == ""
    for option in (
        "port", "host", "web", "loops", "code-length", "resend-after", "keep", "sms", "origin", "require-origin",
        "connections", "connections-per-address", "store", "database", "log",
    ):
        assert f"--{option}" in result.stdout


def test_version_is_one_line():
    result = run("--version")

    assert result.returncode == 0
    assert re.fullmatch(r"pantograph \d+\.\d+\.\d+\n", result.stdout)


@pytest.mark.parametrize("arguments", [
    ["--nonsense"], ["--nonsense=1"], ["nonsense"], ["-x"],
    ["--port"], ["--port", ""], ["--port", "x"], ["--port", "65536"], ["--port", "-1"], ["--port=80x"],
    ["--loops", "0"], ["--keep", "-1"], ["--keep", "1.5"], ["--code-length", "3"], ["--resend-after", "0"],
    ["--connections", "0"], ["--connections-per-address", "0"], ["--message-rate", "0"],
    ["--sms", "pigeon"], ["--sms", "file:"], ["--sms", "http:"], ["--sms", "http:x"],
    ["--sms", "https://user:secret@127.0.0.1/"], ["--store", "nowhere"], ["--database", "nowhere"],
    ["--database", "sqlite:"], ["--log", "xml"], ["--log-level", "loud"],
    ["--require-origin=1"], ["--origin", "app.example"], ["--origin", "https://app.example/page"], ["--origin", "null"],
], ids=" ".join)
def test_a_bad_flag_is_a_clear_line_and_status_64(arguments):
    assert_refused(run("serve", *arguments), 64, arguments[0].partition("=")[0])


def test_an_unknown_command_is_a_clear_line_and_status_64():
    assert_refused(run("surf"), 64, "surf")


# What keeps it from starting


@pytest.mark.parametrize("loops", ["1", "4"])
def test_a_port_in_use_is_a_clear_line_and_status_1(loops):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])

        assert_refused(run("serve", "--port", port, "--loops", loops), 1, port)


def test_a_port_of_another_pantograph_is_in_use(start):
    port = str(start("--loops", "2").port)

    assert_refused(run("serve", "--port", port, "--loops", "2"), 1, port)


@pytest.mark.parametrize("folder", ["nowhere", "/dev/null", ""])
def test_a_missing_web_folder_is_a_clear_line_and_status_1(folder):
    assert_refused(run("serve", "--port", "0", "--web", folder), 1, "web folder")


@pytest.mark.parametrize("host", ["nowhere.invalid", "256.1.1.1"])
def test_an_unknown_host_is_a_clear_line_and_status_1(host):
    assert_refused(run("serve", "--port", "0", "--host", host), 1, host)


# Environment


def test_the_environment_sets_options(start):
    server = start(environment={
        "PANTOGRAPH_CONNECTIONS": "1", "PANTOGRAPH_REQUIRE_ORIGIN": "true",
        "PANTOGRAPH_ORIGIN": "https://one.example https://two.example",
    })

    with Link(server.port) as link, Link(server.port) as another:
        assert link.upgrade(Origin="https://two.example").status == 101
        assert another.upgrade(Origin="https://one.example").status == 503
    with Link(server.port) as link:
        assert link.upgrade().status == 403


def test_the_command_line_counts_more_than_the_environment(start):
    server = start("--connections=1", environment={"PANTOGRAPH_CONNECTIONS": "2", "PANTOGRAPH_PORT": "1"})

    with server.connect(), Link(server.port) as link:
        assert link.upgrade().status == 503


def test_a_bad_value_in_the_environment_is_a_clear_line_and_status_64():
    assert_refused(run("serve", environment={"PANTOGRAPH_LOOPS": "many"}), 64, "many")


# Output


def test_it_prints_its_address_and_how_to_talk_to_it(start):
    server = start()
    printed = server.end()

    assert f"http://127.0.0.1:{server.port}/" in printed
    assert f"ws://127.0.0.1:{server.port}/ws" in printed


def test_an_ipv6_address_is_printed_in_brackets(start):
    server = start("--host", "::1")

    assert f"http://[::1]:{server.port}/" in server.end()


def test_every_line_of_a_json_log_is_an_object(start):
    server = start("--log", "json", "--log-level", "debug")
    use_a_secret_a_number_and_a_code(server)
    server.end()

    events = [json.loads(line) for line in (server.directory / "log").read_text().splitlines()]

    assert {"server started", "server stopped"} <= {event["event"] for event in events}
    assert all({"time", "level", "event"} <= event.keys() for event in events)


def use_a_secret_a_number_and_a_code(server) -> list[str]:
    """A registration, a sign-in, a resume; what of them must be in no log."""
    with server.connect() as client:
        client.open("registration")
        client.say({"set": {"mail": "ann@example.org", "pass": "open sesame", "retype": "open sesame"}, "n": 1})
        client.say({"tap": "register", "n": 2})
        client.hear_until(lambda heard: "do" in heard)
    with server.connect() as client:
        tokens = [client.open("phone-number")["session"]["token"]]
        client.say({"set": {"phoneNumber1": "09012", "phoneNumber2": "3456", "phoneNumber3": "7890"}, "n": 1})
        client.say({"tap": "sendCode", "n": 2})
        client.hear_until(lambda heard: "do" in heard)
        client.say({"tap": "continue", "n": 3})
        client.hear_until(lambda heard: heard.get("screen") == "confirm-code")
    with server.connect() as client:
        tokens.append(client.resume(tokens[0])["session"]["token"])
        client.say({"set": {"code": "123456"}, "n": 4})
        client.hear_until(lambda heard: heard.get("ack") == 4)
        assert "errors" in client.resume("A" * 22)
    return ["open sesame", "09012345678"[:7], "123456", *tokens]


def test_nothing_secret_is_in_the_output(start):
    server = start("--log-level", "debug", "--sms", "file:messages")

    secrets = use_a_secret_a_number_and_a_code(server)
    printed = server.end()

    code = re.search(r"\d{6}", json.loads((server.directory / "messages").read_text())["text"]).group()
    for secret in [*secrets, code]:
        assert secret not in printed


# The end


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_signal_ends_in_order_and_closes_with_1001(start, number):
    server = start("--loops", "2")
    sockets = [server.connect() for _ in range(20)]
    for client in sockets[::2]:
        client.open()

    server.signal(number)

    assert [client.close_code() for client in sockets] == [1001] * 20
    for client in sockets:
        client.send(frame(CLOSE, b"\x03\xe9"))
    server.end()


def test_clients_that_do_not_answer_cannot_keep_it_alive(start):
    server = start("--loops", "2")
    silent = [server.connect(receive_buffer=4_096) for _ in range(5)]
    for client in silent:
        client.send(frame(1, '{"ping":"' + "x" * 60_000 + '"}') * 20)
    half = [Link(server.port).send(b"GET / HTTP/1.1\r\nHo") for _ in range(5)]
    began = time.monotonic()

    server.end()

    assert time.monotonic() - began < 10
    for link in silent + half:
        link.close()


def test_a_second_signal_ends_at_once(tmp_path):
    server = Server(tmp_path)
    client = server.connect()
    server.signal()
    # The close frame proves that the first signal was taken; the client leaves it unanswered.
    assert client.close_code() == 1001

    server.signal()

    assert server.process.wait(PATIENCE) == -signal.SIGTERM
    server.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_signal_right_after_the_start_is_not_lost(start, number):
    for _ in range(20):
        server = start()
        server.signal(number)
        server.end()


def test_a_stopped_server_listens_no_more(start):
    server = start()
    server.end()

    with pytest.raises(ConnectionRefusedError):
        Link(server.port)


def test_it_starts_again_on_the_same_port_at_once(start):
    server = start()
    with server.connect() as client:
        client.open()
        server.end()

    again = start("--port", str(server.port))

    assert again.port == server.port


@pytest.mark.parametrize("loops", ["1", "3"])
def test_who_comes_between_two_servers_waits_if_their_socket_is_passed_on(start, loops):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        first = start("--loops", loops, listener=listener)
        assert first.port == port
        with first.connect() as client:
            client.open()
            first.end()
        waiting = [Link(port) for _ in range(20)]
        for link in waiting:
            link.send(request("/health"))

        start("--loops", loops, listener=listener)

        for link in waiting:
            assert link.response().status == 200
            link.close()


def test_a_passed_descriptor_that_listens_nowhere_is_a_clear_line_and_status_1(tmp_path):
    with socket.socket() as deaf:
        result = subprocess.run([*PASSED, command(), "serve"], cwd=tmp_path, capture_output=True, text=True,
                                **passing(deaf))

    assert_refused(result, 1, "descriptor 3 is no socket that listens")


def test_a_socket_that_was_passed_to_another_process_is_left_alone(start):
    server = start(environment={"LISTEN_PID": "1", "LISTEN_FDS": "1"})

    with server.connect() as client:
        client.open()


def test_a_server_stops_while_clients_arrive(start):
    """Connections that were accepted but not yet upgraded when the signal came."""
    for _ in range(5):
        server = start("--loops", "4")
        links = [Link(server.port) for _ in range(50)]
        for link in links:
            link.send(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        server.end()
        for link in links:
            link.close()
