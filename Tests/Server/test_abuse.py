"""Many at once against limits that belong to a number or an address: whoever asks, wherever, they hold for all."""

import json
from collections import Counter

import pytest

from message_service import Service, code_in
from people import NUMBER, fill_registration, paste_number, reach_code, send_code, tells
from test_accounts import REGISTERED, TAKEN
from wire import message

WRONG = "This is not the code that we sent. Please check it and try again."
SPENT = "This code can’t be used any more. Please get a new one."
CROWD = 100
# As long as no test lasts.
COOL_DOWN = ["--resend-after", "600"]


@pytest.fixture
def pair(start, redis, postgresql, tmp_path):
    """Two servers that share everything."""
    flags = ["--store", redis.url, "--database", postgresql.url, "--key-file", str(tmp_path / "key"), *COOL_DOWN]
    return lambda *more: [start(*flags, *more), start(*flags, *more)]


# Guesses


@pytest.fixture(params=["two servers", "two loops"])
def guessing(request, start, tmp_path):
    """Where people guess codes of four digits, and the file that these are written to."""
    flags = ["--code-length", "4", "--sms", f"file:{tmp_path / 'messages'}"]
    if request.param == "two servers":
        servers = request.getfixturevalue("pair")(*flags)
    else:
        servers = [start("--loops", "2", "--store", f"sqlite:{tmp_path / 'sessions'}", *COOL_DOWN, *flags)]
    return servers, tmp_path / "messages"


@pytest.fixture
def crowd(guessing):
    """Many people who may each enter the code of one number, and the code."""
    servers, messages = guessing
    people = [reach_code(servers[index % len(servers)].connect()) for index in range(CROWD)]
    yield people, code_in(the_only(sent(messages)))
    for person in people:
        person.close()


def sent(messages) -> list[dict]:
    return [json.loads(line) for line in messages.read_text().splitlines()]


def the_only(items: list):
    assert len(items) == 1, items
    return items[0]


def guess_at_once(people, codes) -> Counter:
    """How many were told what: a text, or the screen that a right code leads to."""
    # Nobody is listened to before all have spoken.
    for person, code in zip(people, codes, strict=True):
        person.say({"set": {"code": code}, "n": 4})
    return Counter(told_of_a_guess(person) for person in people)


def told_of_a_guess(person) -> str:
    last = person.hear_until(lambda message: "screen" in message or tells(message))[-1]
    return last.get("screen") or last["set"]["errors"]


def guess_anew(servers, code) -> list[str]:
    """What newcomers with the right code are told, one on each server."""
    told = []
    for server in servers:
        with server.connect() as socket:
            reach_code(socket).say({"set": {"code": code}, "n": 4})
            told.append(told_of_a_guess(socket))
    return told


def wrong_ones(code: str) -> list[str]:
    return [f"{(int(code) + step) % 10_000:04}" for step in range(1, CROWD + 1)]


def test_a_crowd_that_guesses_wrong_has_five_guesses_in_all(guessing, crowd):
    people, code = crowd

    assert guess_at_once(people, wrong_ones(code)) == {WRONG: 5, SPENT: CROWD - 5}
    assert set(guess_anew(guessing[0], code)) == {SPENT}, "even the right one is refused then"
    assert len(sent(guessing[1])) == 1


def test_a_right_guess_in_a_crowd_counts_like_the_others(guessing, crowd):
    people, code = crowd
    codes = wrong_ones(code)
    # Among the first, so that it comes now before and now after the fifth.
    codes[4] = code

    told = guess_at_once(people, codes)

    assert told.keys() <= {"profile", WRONG, SPENT}
    assert told["profile"] <= 1
    # Once it is used up, none is wrong any more.
    assert told["profile"] + told[WRONG] <= 5 and (told["profile"] or told[WRONG] == 5)
    assert set(guess_anew(guessing[0], code)) == {SPENT}


def test_of_a_crowd_that_knows_the_code_one_signs_in(guessing, crowd):
    people, code = crowd

    assert guess_at_once(people, [code] * CROWD) == {"profile": 1, SPENT: CROWD - 1}
    assert set(guess_anew(guessing[0], code)) == {SPENT}, "a code is used once"


# Taps that come twice


PLACES = ["two taps", "two tabs", "two servers"]


def two_at(place: str, servers) -> list:
    """Two connections, or twice the same one."""
    first = servers[0].connect()
    match place:
        case "two taps": return [first, first]
        case "two tabs": return [first, servers[0].connect()]
        case "two servers": return [first, servers[1].connect()]


def tap_at_once(sockets: list, action: str) -> list:
    """What is told to each tap: the frame that tells something, or the code of a refusal."""
    first, second = sockets
    if first is second:
        # In one write, so that the second comes before anything is done about the first.
        first.send(message({"tap": action, "n": 2}) + message({"tap": action, "n": 3}))
        heard = first.hear_until(tells)
        return [error["code"] for frame in heard for error in frame.get("errors", [])] + heard[-1:]
    for socket in sockets:
        socket.say({"tap": action, "n": 2})
    return [socket.hear_until(lambda heard: tells(heard) or heard.get("set", {}).get("invalidMail"))[-1]
            for socket in sockets]


def nothing_more_comes(socket) -> bool:
    """Whether nothing but a late word of what is saved is on its way."""
    return all(frame.keys() <= {"saved", "ack", "pong"}
               for frame in socket.say({"ping": 1}).hear_until(lambda frame: "pong" in frame))


@pytest.mark.parametrize("place", PLACES)
def test_two_taps_make_one_account(pair, postgresql, mail, place):
    sockets = two_at(place, pair())
    # The same address, spelled in two ways.
    spellings = [mail, f" {mail.replace('example.jp', 'EXAMPLE.JP')} "]
    for socket, spelling in zip(dict.fromkeys(sockets), spellings):
        fill_registration(socket, spelling)

    told = tap_at_once(sockets, "register")

    texts = [frame if isinstance(frame, str) else frame.get("set", {}).get("invalidMail") or
             frame["do"][0]["alert"]["message"] for frame in told]
    assert sorted(texts) == sorted([REGISTERED, "busy" if place == "two taps" else TAKEN])
    assert all(map(nothing_more_comes, sockets))
    assert postgresql.query("SELECT count(*) FROM accounts WHERE mail = :'mail'", mail=mail) == [["1"]]
    assert postgresql.query(
        "SELECT count(*) FROM accounts WHERE lower(mail) LIKE '%' || lower(:'mail') || '%'", mail=mail) == [["1"]]


@pytest.mark.parametrize("place", PLACES)
def test_two_taps_send_one_message(pair, place):
    with Service() as service:
        sockets = two_at(place, pair("--sms", f"http:{service.url}"))
        for socket in dict.fromkeys(sockets):
            paste_number(socket)

        told = tap_at_once(sockets, "sendCode")

        # Who asks in the cool-down gets the same alert (screens.md), and one who taps twice is refused the second.
        alerts = [frame["do"][0]["alert"]["title"] for frame in told if frame != "busy"]
        assert alerts == ["Success"] * (1 if place == "two taps" else 2)
        assert all(map(nothing_more_comes, sockets))
        assert the_only(service.posts)[2]["to"] == NUMBER


def test_a_number_is_one_however_it_is_written(pair):
    spellings = ["090-1234-5678", "０９０ １２３４ ５６７８", "+81 90 1234 5678", "+819012345678", "٠٩٠١٢٣٤٥٦٧٨"]
    with Service() as service:
        servers = pair("--sms", f"http:{service.url}")
        sockets = [paste_number(servers[index % 2].connect(), number) for index, number in enumerate(spellings)]
        for socket in sockets:
            socket.say({"tap": "sendCode", "n": 2})

        assert all("do" in socket.hear_until(tells)[-1] for socket in sockets)
        assert the_only(service.posts)[2]["to"] == NUMBER


# Services that fail


def test_a_second_try_is_known_by_its_key(start):
    with Service() as service, start("--sms", f"http:{service.url}", "--resend-after", "1").connect() as socket:
        service.cuts = 1
        assert "do" in send_code(socket)

        first, second = service.posts
        assert first == second
        assert first[1]["Idempotency-Key"]


def test_a_message_that_goes_out_again_after_a_crash_is_the_same(start, tmp_path):
    flags = ["--database", "memory", "--store", f"sqlite:{tmp_path}/sessions.db", "--key-file", f"{tmp_path}/key"]
    with Service() as service:
        first = start("--sms", f"http:{service.url}", *flags)
        with first.connect() as socket:
            token = socket.open("phone-number")["session"]["token"]
            service.may_answer.clear()
            socket.say({"set": {"phoneNumber1": NUMBER}, "n": 1})
            socket.say({"tap": "sendCode", "n": 2})
            service.wait_for_post()
            first.kill()
        service.may_answer.set()

        with start("--sms", f"http:{service.url}", *flags).connect() as socket:
            above = socket.resume(token)["ack"]
            for event in [{"set": {"phoneNumber1": NUMBER}, "n": 1}, {"tap": "sendCode", "n": 2}][above:]:
                socket.say(event)
            assert "do" in socket.hear_until(tells)[-1]

        assert service.posts[0] == service.posts[1]


def test_another_message_has_another_key(start):
    with Service() as service:
        server = start("--sms", f"http:{service.url}")
        for number in ("09012345678", "09012345679"):
            with server.connect() as socket:
                send_code(socket, number)

        assert len({headers["Idempotency-Key"] for _, headers, _ in service.posts}) == 2


def test_a_service_that_never_answers_is_tried_twice_and_told(start):
    with Service() as service, start("--sms", f"http:{service.url}").connect() as socket:
        service.cuts = 2

        assert "could not be sent" in send_code(socket)["set"]["errors"]
        assert len({headers["Idempotency-Key"] for _, headers, _ in service.posts}) == 1
        assert len(service.posts) == 2


def test_nobody_is_told_of_a_message_that_was_not_sent(pair):
    with Service(status=500) as service:
        sockets = [paste_number(server.connect()) for server in pair("--sms", f"http:{service.url}")]
        service.may_answer.clear()
        sockets[0].say({"tap": "sendCode", "n": 2})
        service.wait_for_post()
        sockets[1].say({"tap": "sendCode", "n": 2})
        heard = sockets[1].hear_until(lambda message: message.get("ack") == 2)
        service.may_answer.set()
        while not tells(heard[-1]):
            heard.append(sockets[1].hear())

        assert ["do" in message for message in (sockets[0].hear_until(tells)[-1], heard[-1])] == [False, False]
