"""What people do at the screens, as messages."""

NUMBER = "09012345678"


def paste_number(socket, number=NUMBER):
    """A form with a number in it, however that is spelled."""
    socket.open("phone-number")
    socket.say({"set": {"phoneNumber1": number}, "n": 1})
    socket.hear_until(lambda message: message.get("ack") == 1)
    return socket


def send_code(socket, number=NUMBER) -> dict:
    """The message that tells what came of it."""
    paste_number(socket, number).say({"tap": "sendCode", "n": 2})
    return socket.hear_until(tells)[-1]


def tells(message: dict) -> bool:
    """Whether a message tells the person something, by an alert or by a text about errors."""
    return "do" in message or bool(message.get("set", {}).get("errors"))


def reach_code(socket, number=NUMBER):
    """Asks for a code and goes to the screen that takes it."""
    assert "do" in send_code(socket, number)
    socket.say({"tap": "continue", "n": 3})
    socket.hear_until(lambda message: message.get("screen") == "confirm-code")
    return socket


def fill_registration(socket, mail: str, password="one two"):
    """A form that waits for `register`."""
    socket.open("registration")
    socket.say({"set": {"mail": mail, "pass": password, "retype": password}, "n": 1})
    socket.hear_until(lambda message: message.get("ack") == 1)
    return socket
