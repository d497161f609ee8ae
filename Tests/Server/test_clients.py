"""Two WebSocket libraries, written by others, as clients."""

import json
import socket

import wsproto
from websockets.sync.client import connect
from wsproto.events import AcceptConnection, CloseConnection, Message, Ping, Pong, Request

from wire import PATIENCE


def test_a_websockets_client_completes_a_session(server):
    with connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=["pantograph.v1"]) as client:
        client.send(json.dumps({"open": "counter"}))
        opened = json.loads(client.recv())

        client.send(json.dumps({"tap": "countUp", "n": 1}))
        tapped = json.loads(client.recv())
        client.send(json.dumps({"leave": True}))
        for _ in client:
            pass

    assert client.subprotocol == "pantograph.v1"
    assert client.protocol.extensions == []
    assert opened["set"]["counterText"] == "0"
    assert tapped["set"] == {"counterText": "1"}
    assert client.close_code == 1000


def test_a_websockets_client_that_closes_gets_its_close_back(server):
    with connect(f"ws://127.0.0.1:{server.port}/ws") as client:
        client.ping().wait(PATIENCE)
        client.close(1000, "enough")

    assert (client.close_code, client.close_reason) == (1000, "enough")


def test_a_wsproto_client_completes_a_session(server):
    client = wsproto.WSConnection(wsproto.ConnectionType.CLIENT)
    link = socket.create_connection(("127.0.0.1", server.port), PATIENCE)

    def exchange(event):
        link.sendall(client.send(event))
        while not (events := list(client.events())):
            client.receive_data(link.recv(65_536) or None)
        assert len(events) == 1
        return events[0]

    accepted = exchange(Request(host=f"127.0.0.1:{server.port}", target="/ws", subprotocols=["pantograph.v1"]))
    opened = exchange(Message(json.dumps({"open": "counter"})))
    pong = exchange(Ping(b"here?"))
    tapped = exchange(Message(json.dumps({"tap": "countUp", "n": 1})))
    closed = exchange(CloseConnection(1000, "enough"))

    assert isinstance(accepted, AcceptConnection) and accepted.subprotocol == "pantograph.v1"
    assert json.loads(opened.data)["screen"] == "counter"
    assert isinstance(pong, Pong) and bytes(pong.payload) == b"here?"
    assert json.loads(tapped.data) == {"set": {"counterText": "1"}, "ack": 1}
    assert (closed.code, closed.reason) == (1000, "enough")
    link.close()
