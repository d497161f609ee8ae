"""RFC 6455 sections 5 to 8, frame by frame."""

import struct

import pytest

from wire import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, frame, message

LIMIT = 65_536


@pytest.fixture
def socket(server):
    with server.connect() as socket:
        yield socket


def closing(code: int, reason: bytes = b"") -> bytes:
    return frame(CLOSE, struct.pack(">H", code) + reason)


def fragments(payload: bytes, *cuts: int) -> list[bytes]:
    """A text message cut at these places."""
    ends = [*cuts, len(payload)]
    return [
        frame(CONTINUATION if start else TEXT, payload[start:end], fin=end == len(payload))
        for start, end in zip([0, *cuts], ends)
    ]


def text_of_size(size: int) -> bytes:
    head, tail = b'{"ping":"', b'"}'
    return head + b"x" * (size - len(head) - len(tail)) + tail


# Messages


def test_control_frames_may_come_between_fragments(socket):
    socket.send(frame(TEXT, '{"pi', fin=False) + frame(PING, b"between"))
    assert socket.read_frame() == (PONG, b"between")
    socket.send(frame(PONG) + frame(CONTINUATION, "ng", fin=False) + frame(CONTINUATION, '":7}'))

    assert socket.hear() == {"pong": 7}


def test_frames_of_zero_length_are_parts_like_others(socket):
    socket.send(frame(TEXT, fin=False) + frame(CONTINUATION, fin=False))
    socket.send(frame(CONTINUATION, '{"ping":7}', fin=False) + frame(CONTINUATION))

    assert socket.hear() == {"pong": 7}


def test_an_empty_message_is_malformed(socket):
    socket.send(frame(TEXT))

    assert [error["code"] for error in socket.hear()["errors"]] == ["malformed"]


def test_a_character_may_be_split_over_fragments(socket):
    payload = '{"ping":"あ😀"}'.encode()

    socket.send(b"".join(fragments(payload, *range(1, len(payload)))))

    assert socket.hear() == {"pong": "あ😀"}


def test_a_message_may_arrive_byte_by_byte(socket):
    for byte in message({"ping": 7}):
        socket.send(bytes([byte]))

    assert socket.hear() == {"pong": 7}


@pytest.mark.parametrize("length", ["H", "Q"], ids=["16 bits", "64 bits"])
def test_a_length_may_have_more_bits_than_it_needs(socket, length):
    payload = b'{"ping":7}'
    marker = {"H": 0xFE, "Q": 0xFF}[length]

    socket.send(bytes([0x81, marker]) + struct.pack(">" + length, len(payload)) + bytes(4) + payload)

    assert socket.hear() == {"pong": 7}


@pytest.mark.parametrize("bad", [
    b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xe3\x81", b"\x80",
], ids=["no byte of UTF-8", "overlong", "half a surrogate pair", "above U+10FFFF", "cut short", "no first byte"])
@pytest.mark.parametrize("split", [False, True], ids=["whole", "in fragments"])
def test_what_is_no_unicode_closes_with_1007(socket, bad, split):
    payload = b'{"ping":"' + bad + b'"}'

    socket.send(b"".join(fragments(payload, 10)) if split else frame(TEXT, payload))

    assert socket.close_code() == 1007


@pytest.mark.parametrize("frames", [
    frame(BINARY, '{"ping":7}'), frame(BINARY), frame(BINARY, b"x", fin=False), frame(BINARY, b"x" * 70_000),
], ids=["whole", "empty", "a fragment", "large"])
def test_a_binary_frame_closes_with_1003(socket, frames):
    socket.send(frames)

    assert socket.close_code() == 1003


# Size


@pytest.mark.parametrize("size", [125, 126, 511, 512, 513, LIMIT - 1, LIMIT])
def test_messages_up_to_64_kib_are_taken(socket, size):
    socket.send(frame(TEXT, text_of_size(size)))

    assert len(socket.hear()["pong"]) == size - len('{"ping":""}')


def test_fragments_up_to_64_kib_in_all_are_taken(socket):
    socket.send(b"".join(fragments(text_of_size(LIMIT), *range(1_000, LIMIT, 1_000))))

    assert "pong" in socket.hear()


@pytest.mark.parametrize("frames", [
    frame(TEXT, text_of_size(LIMIT + 1)),
    b"".join(fragments(text_of_size(LIMIT + 1), *range(1_000, LIMIT, 1_000))),
    b"".join(fragments(text_of_size(LIMIT + 1), LIMIT)),
    # The header promises more than ever comes.
    b"\x81\xff" + struct.pack(">Q", 2**63 - 1) + bytes(4) + b"x" * 1_000,
], ids=["in one frame", "in small fragments", "by the last byte", "promised"])
def test_a_message_above_64_kib_closes_with_1009(socket, frames):
    socket.send(frames)

    assert socket.close_code() == 1009


def test_messages_of_64_kib_in_a_row_are_all_taken(socket):
    for _ in range(5):
        socket.send(b"".join(fragments(text_of_size(LIMIT), LIMIT // 2)))
        assert "pong" in socket.hear()


# Control frames


@pytest.mark.parametrize("payload", [b"", b"x", bytes(range(125))], ids=["empty", "a byte", "as large as may be"])
def test_a_ping_is_answered_with_the_same_payload(socket, payload):
    socket.send(frame(PING, payload))

    assert socket.read_frame() == (PONG, payload)


def test_a_pong_that_nobody_asked_for_is_ignored(socket):
    socket.send(frame(PONG, b"hello") + frame(PONG) + message({"ping": 7}))

    assert socket.hear() == {"pong": 7}


@pytest.mark.parametrize("opcode", [PING, PONG, CLOSE], ids=["ping", "pong", "close"])
def test_a_control_frame_in_fragments_closes_with_1002(socket, opcode):
    socket.send(frame(opcode, fin=False))

    assert socket.close_code() == 1002


@pytest.mark.parametrize("opcode", [PING, PONG, CLOSE], ids=["ping", "pong", "close"])
def test_a_control_frame_above_125_bytes_ends_the_connection(socket, opcode):
    socket.send(frame(opcode, b"\x03\xe8" + b"x" * 124))

    # libwebsockets hangs up, which RFC 6455 section 7.1.7 allows.
    assert socket.close_code() in (1002, 1006)


# Violations


@pytest.mark.parametrize("opcode", [3, 4, 5, 6, 7, 11, 12, 13, 14, 15])
def test_a_reserved_opcode_closes_with_1002(socket, opcode):
    socket.send(frame(opcode))

    assert socket.close_code() == 1002


@pytest.mark.parametrize("reserved", [1, 2, 4])
@pytest.mark.parametrize("opcode", [TEXT, PING], ids=["text", "ping"])
def test_a_reserved_bit_closes_with_1002(socket, opcode, reserved):
    socket.send(frame(opcode, '{"ping":7}', reserved=reserved))

    assert socket.close_code() == 1002


@pytest.mark.parametrize("frames", [
    frame(CONTINUATION, '{"ping":7}'),
    frame(CONTINUATION, '{"ping":7}', fin=False),
    message({"ping": 7}) + frame(CONTINUATION),
], ids=["whole", "unfinished", "after a whole message"])
def test_a_continuation_of_nothing_closes_with_1002(socket, frames):
    socket.send(frames)

    assert socket.close_code() == 1002


@pytest.mark.parametrize("opcode", [TEXT, BINARY], ids=["text", "binary"])
def test_a_new_message_inside_an_unfinished_one_closes_with_1002(socket, opcode):
    socket.send(frame(TEXT, '{"pi', fin=False) + frame(opcode, '{"ping":7}'))

    assert socket.close_code() == 1002


def test_a_length_of_64_bits_and_a_sign_ends_the_connection(socket):
    socket.send(b"\x81\xff" + struct.pack(">Q", 2**63) + bytes(4))

    # libwebsockets hangs up, which RFC 6455 section 7.1.7 allows.
    assert socket.close_code() in (1002, 1006, 1009)


def test_nothing_follows_the_servers_close_frame(server):
    with server.connect() as socket:
        socket.open("phone-number")
        socket.say({"set": {"phoneNumber1": "09011", "phoneNumber2": "2222", "phoneNumber3": "3333"}, "n": 1})
        socket.say({"tap": "sendCode", "n": 2})
        socket.hear_until(lambda heard: "do" in heard)
        socket.say({"tap": "continue", "n": 3})
        # A countdown goes on by itself, second by second.
        socket.hear_until(lambda heard: heard.get("screen") == "confirm-code")

        socket.send(frame(TEXT, "{}", reserved=1))

        while (received := socket.read_frame())[0] != CLOSE:
            pass
        assert received[1][:2] == struct.pack(">H", 1002)
        assert socket.read_all() == b""


# The closing handshake


@pytest.mark.parametrize("code", [1000, 1001, 1003, 1007, 1011, 3000, 4999])
def test_a_close_is_answered_with_its_code(socket, code):
    socket.send(closing(code, b"because"))

    assert socket.close_code() == code
    assert socket.read_all() == b""


def test_a_close_without_a_code_is_answered_without_one(socket):
    socket.send(frame(CLOSE))

    assert socket.close_code() == 1005
    assert socket.read_all() == b""


@pytest.mark.parametrize("code", [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535])
def test_a_close_with_a_code_that_nobody_may_send_is_answered_with_1002(socket, code):
    socket.send(closing(code))

    assert socket.close_code() == 1002


def test_a_close_with_half_a_code_is_answered_with_1002(socket):
    socket.send(frame(CLOSE, b"\x03"))

    assert socket.close_code() == 1002


def test_a_close_whose_reason_is_no_unicode_is_answered_with_1002_or_1007(socket):
    socket.send(closing(1000, b"\xff\xfe"))

    assert socket.close_code() in (1002, 1007)


def test_a_close_of_the_client_is_no_leave(server):
    with server.connect() as first:
        token = first.open()["session"]["token"]
        first.tap(1)
        first.send(closing(1000))
        assert first.close_code() == 1000

    with server.connect() as second:
        assert second.resume(token)["set"]["counterText"] == "1"
