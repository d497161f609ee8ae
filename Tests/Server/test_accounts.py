"""Accounts and profiles: what outlives the server, and what becomes of it when its database does not work."""

import json
import os
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from signal import SIGKILL, SIGTERM

import pytest

from message_service import code_in
from people import fill_registration, reach_code, tells
from postgresql import PostgreSQL
from test_command import assert_refused, run

REGISTERED = "You are registered."
TAKEN = "already registered"
FAILED = "Something went wrong on our side. Please try again in a moment."


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:{tmp_path}/accounts.db"
    return request.getfixturevalue("postgresql").url


def register(server, mail: str) -> str:
    """What the person is told."""
    with server.connect() as socket:
        fill_registration(socket, mail).say({"tap": "register", "n": 2})
        for _ in range(10):
            message = socket.hear()
            for effect in message.get("do", []):
                return effect["alert"]["message"]
            for error in message.get("errors", []):
                return error["code"]
            if text := message.get("set", {}).get("invalidMail"):
                return text
    raise AssertionError("no answer")


# Restarts


@pytest.mark.parametrize("number", [SIGTERM, SIGKILL])
def test_an_account_outlives_the_server_however_it_ends(start, database, mail, number):
    server = start("--database", database)
    assert register(server, mail) == REGISTERED

    if number == SIGTERM:
        server.end()
    else:
        server.kill()

    assert register(start("--database", database), mail) == TAKEN


def test_two_servers_on_one_database_make_one_account(start, database, mail):
    servers = [start("--database", database), start("--database", database)]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: register(servers[number % 2], mail), range(8)))

    assert sorted(answers) == sorted([REGISTERED] + [TAKEN] * 7)


def test_without_a_flag_the_database_is_a_file_in_the_working_directory(start, mail):
    server = start()
    register(server, mail)

    assert (server.directory / "pantograph.db").stat().st_mode & 0o777 == 0o600


# Forgetting


def test_a_person_is_forgotten_while_the_server_runs(start, database, mail):
    server = start("--database", database)
    register(server, mail)

    assert run("forget", mail, "--database", database).stdout == f"{mail} is forgotten\n"
    assert run("forget", mail, "--database", database).stdout == f"nothing is kept of {mail}\n"

    assert register(server, mail) == REGISTERED


def test_nothing_of_who_is_forgotten_stays_in_the_file(start, tmp_path):
    server = start("--database", f"sqlite:{tmp_path}/accounts.db")
    register(server, "aiko@example.jp")
    run("forget", "aiko@example.jp", "--database", f"sqlite:{tmp_path}/accounts.db")
    server.end()

    for path in tmp_path.glob("accounts.db*"):
        assert b"aiko@example.jp" not in path.read_bytes()


@pytest.mark.parametrize("arguments", [[], ["nobody"], ["--database", "memory"], ["", "--database", "memory"]])
def test_forget_needs_somebody(arguments):
    assert_refused(run("forget", *arguments), 64, "number or a mail address")


# Databases that do not work


def test_a_file_that_is_no_database_is_a_clear_line_and_status_1(tmp_path):
    path = tmp_path / "accounts.db"
    path.write_text("This is a letter to a friend and not a database. " * 100)

    assert_refused(run("serve", "--port", "0", "--database", f"sqlite:{path}"), 1, "not a database")
    assert path.read_text().startswith("This is a letter")


def test_a_file_that_was_damaged_is_a_clear_line_and_status_1(start, tmp_path):
    path = tmp_path / "accounts.db"
    start("--database", f"sqlite:{path}").end()
    sqlite3.connect(path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[100:] = b"\xA5" * (len(data) - 100)
    path.write_bytes(data)

    assert_refused(run("serve", "--port", "0", "--database", f"sqlite:{path}"), 1, "malformed")


@pytest.mark.parametrize("path", ["nowhere/accounts.db", ".", "/dev/null", "/proc/accounts.db"])
def test_a_place_that_takes_no_file_is_a_clear_line_and_status_1(tmp_path, path):
    assert_refused(
        run("serve", "--port", "0", "--database", f"sqlite:{path}", directory=tmp_path), 1, "--database")


def test_a_server_that_does_not_answer_is_a_clear_line_and_status_1_without_the_password():
    result = run("serve", "--port", "0", "--database", "postgres://aiko:secret@127.0.0.1:1/accounts")

    assert_refused(result, 1, "--database")
    assert "secret" not in result.stderr


@pytest.fixture
def small_disk(tmp_path):
    """Room for the tables, not for many accounts."""
    if os.geteuid() != 0:
        pytest.skip("only root can make a disk")
    path = tmp_path / "disk"
    path.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=192k", "none", path], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("no disk can be made here")
    yield path
    subprocess.run(["umount", "--lazy", path], check=True)


def test_a_full_disk_is_a_clear_line_and_status_1(small_disk):
    (small_disk / "ballast").write_bytes(bytes(192 << 10))

    assert_refused(run("serve", "--port", "0", "--database", f"sqlite:{small_disk}/accounts.db"), 1, "--database")


def test_a_disk_that_fills_fails_one_action_and_not_the_server(start, small_disk, mail):
    server = start("--database", f"sqlite:{small_disk}/accounts.db")
    ballast = small_disk / "ballast"
    with pytest.raises(OSError):
        ballast.write_bytes(bytes(192 << 10))

    answers = {register(server, f"{number}.{mail}") for number in range(12)}
    assert FAILED in answers
    ballast.unlink()

    assert register(server, mail) == REGISTERED


def test_a_server_that_goes_and_comes_back_fails_one_action_only(start, mail):
    postgresql = PostgreSQL()
    try:
        server = start("--database", postgresql.url)
        assert register(server, mail) == REGISTERED

        postgresql.stop()
        assert register(server, f"2.{mail}") == FAILED

        postgresql.start()
        assert register(server, f"2.{mail}") == REGISTERED
        assert register(server, mail) == TAKEN
    finally:
        postgresql.remove()


def test_who_is_told_to_try_again_can_sign_in_by_the_same_code(start, tmp_path):
    postgresql = PostgreSQL()
    try:
        server = start("--database", postgresql.url, "--sms", f"file:{tmp_path / 'messages'}")
        with server.connect() as socket:
            reach_code(socket)
            code = code_in(json.loads((tmp_path / "messages").read_text()))
            postgresql.stop()
            socket.say({"set": {"code": code}, "n": 4})
            assert "Please try again" in socket.hear_until(tells)[-1]["set"]["errors"]

            postgresql.start()
            socket.say({"set": {"code": ""}, "n": 5})
            socket.say({"set": {"code": code}, "n": 6})

            assert "screen" in socket.hear_until(lambda message: "screen" in message or tells(message))[-1]
    finally:
        postgresql.remove()


def test_who_cannot_be_registered_is_told_so(start, mail):
    postgresql = PostgreSQL()
    try:
        with start("--database", postgresql.url).connect() as socket:
            fill_registration(socket, mail)
            postgresql.stop()
            socket.say({"tap": "register", "n": 2})

            failure = socket.hear_until(lambda message: "errors" in message)[-1]
            assert tells(failure) or failure.get("set", {}).get("invalidMail")
    finally:
        postgresql.remove()


# Load


def test_more_registrations_than_can_wait_are_asked_to_try_again(start):
    # One loop, so that they come in this order.
    server = start("--loops", "1")
    sockets = [server.connect() for _ in range(100)]
    for number, socket in enumerate(sockets):
        socket.open("registration")
        socket.say({"set": {"mail": f"{number}@example.jp", "pass": "x", "retype": "x"}, "n": 1})
    for socket in sockets:
        socket.say({"tap": "register", "n": 2})

    # Sooner than a hundred hashes could be made.
    *others, last = sockets
    assert "try again" in last.hear_until(lambda message: "do" in message)[-1]["do"][0]["alert"]["message"]

    # Who leaves makes room.
    for socket in others:
        socket.say({"leave": True})
        socket.read_all()
    last.say({"tap": "register", "n": 3})
    alert = last.hear_until(lambda message: "do" in message)[-1]["do"][0]["alert"]
    assert alert["message"] == REGISTERED
    for socket in sockets:
        socket.close()
