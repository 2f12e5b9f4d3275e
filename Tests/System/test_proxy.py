"""The proxy that other tests disturb connections with does what it says."""

import asyncio
import socket
import threading
import time

import pytest

from proxy import Direction, Moment, Proxy

PATIENCE = 20


class Echo:
    """A server that sends back what it gets, and notes how each connection ended."""

    def __init__(self):
        self.endings = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            with connection:
                connection.settimeout(PATIENCE)
                try:
                    while data := connection.recv(1 << 16):
                        if data == b"stop":
                            return
                        connection.sendall(data)
                    self.endings.append("end")
                except ConnectionResetError:
                    self.endings.append("reset")

    def stop(self):
        socket.create_connection(("127.0.0.1", self.port)).sendall(b"stop")
        self.thread.join(PATIENCE)
        self.listener.close()


@pytest.fixture
def echo():
    echo = Echo()
    yield echo
    echo.stop()


@pytest.fixture
def proxy(echo):
    with Proxy(echo.port, records=True) as proxy:
        yield proxy


@pytest.fixture
def connect(proxy):
    ends = []

    def connect():
        ends.append(socket.create_connection(("127.0.0.1", proxy.port), PATIENCE))
        return ends[-1]

    yield connect
    for end in ends:
        end.close()


def receive(end, count):
    data = b""
    while len(data) < count:
        piece = end.recv(count - len(data))
        assert piece, f"ended after {data!r}"
        data += piece
    return data


def exchange(end, data):
    end.sendall(data)
    return receive(end, len(data))


def eventually(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def is_silent(end):
    """Whether nothing comes for a while, which only a proxy that lets nothing through makes last."""
    end.settimeout(0.2)
    try:
        end.recv(1, socket.MSG_PEEK)
        return False
    except TimeoutError:
        return True
    finally:
        end.settimeout(PATIENCE)


def test_bytes_go_through_and_are_recorded_connection_by_connection(proxy, connect):
    for data in (b"one", b"two"):
        end = connect()
        assert exchange(end, data) == data
        end.close()
    assert proxy.recordings == [
        {Direction.TO_SERVER: data, Direction.TO_CLIENT: data} for data in (b"one", b"two")]


def test_a_long_text_goes_through_whole(proxy, connect):
    end, long = connect(), bytes(range(256)) * 10_000
    sending = threading.Thread(target=end.sendall, args=[long])
    sending.start()
    assert receive(end, len(long)) == long
    sending.join(PATIENCE)
    assert proxy.recordings == [{Direction.TO_SERVER: long, Direction.TO_CLIENT: long}]


def test_an_orderly_end_is_passed_on(proxy, connect, echo):
    end = connect()
    assert exchange(end, b"bye") == b"bye"
    end.shutdown(socket.SHUT_WR)
    assert end.recv(1) == b""
    eventually(lambda: echo.endings == ["end"])
    eventually(lambda: not proxy.tunnels)


def test_a_cut_resets_both_ends_and_new_connections_are_taken(proxy, connect, echo):
    end = connect()
    exchange(end, b"one")
    proxy.cut()
    with pytest.raises(ConnectionResetError):
        end.recv(1)
    eventually(lambda: echo.endings == ["reset"])
    assert exchange(connect(), b"two") == b"two"


def test_a_reset_by_the_client_is_passed_on(connect, echo):
    end = connect()
    exchange(end, b"one")
    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    end.close()
    eventually(lambda: echo.endings == ["reset"])


@pytest.mark.parametrize("direction", Direction)
def test_a_stall_holds_one_direction_and_loses_nothing(proxy, connect, direction):
    end = connect()
    exchange(end, b"one")
    proxy.stall(direction)
    end.sendall(b"two")
    assert is_silent(end)
    reached_server = proxy.recordings[0][Direction.TO_SERVER] == b"onetwo"
    assert reached_server == (direction is Direction.TO_CLIENT)
    proxy.flow()
    assert receive(end, 3) == b"two"


def test_a_cut_ends_a_stalled_connection(proxy, connect):
    end = connect()
    exchange(end, b"one")
    proxy.stall()
    end.sendall(b"lost")
    proxy.cut()
    with pytest.raises(ConnectionResetError):
        end.recv(1)
    proxy.flow()
    assert exchange(connect(), b"two") == b"two"


def test_a_delay_keeps_the_order(proxy, connect):
    end = connect()
    exchange(end, b"one")
    proxy.delay(0.2)
    start = time.monotonic()
    for number in b"23456":
        end.sendall(bytes([number]))
    assert receive(end, 5) == b"23456"
    assert time.monotonic() - start >= 0.4
    proxy.delay(0)
    assert exchange(end, b"seven") == b"seven"


def test_refused_connections_leave_the_others_alone_until_it_admits_again(proxy, connect):
    end = connect()
    exchange(end, b"one")
    proxy.refuse()
    with pytest.raises(ConnectionRefusedError):
        connect()
    assert exchange(end, b"two") == b"two"
    proxy.admit()
    end.close()
    assert exchange(connect(), b"three") == b"three"


def test_without_a_server_a_connection_is_reset(connect, proxy):
    proxy.server_port = 1
    with pytest.raises(ConnectionResetError):
        connect().recv(1)


async def test_it_can_be_used_within_an_event_loop(proxy):
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    writer.write(b"one")
    assert await reader.readexactly(3) == b"one"
    proxy.cut()
    with pytest.raises(ConnectionResetError):
        await reader.read(1)
    writer.close()


# Messages of WebSockets

HANDSHAKE = b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"


def text_frame(text):
    return bytes([0x81, len(text)]) + text


@pytest.fixture
def splitting(echo):
    with Proxy(echo.port, records=True, splits=True) as proxy:
        yield proxy


@pytest.mark.parametrize(["moment", "through"], [(Moment.BEFORE, b""), (Moment.WITHIN, text_frame(b"three")[:3])])
@pytest.mark.parametrize("direction", Direction)
def test_a_trap_catches_a_connection_at_a_message(splitting, direction, moment, through):
    trap = splitting.trap(direction, moment, lambda message: message == "three")
    end = socket.create_connection(("127.0.0.1", splitting.port), PATIENCE)
    before = HANDSHAKE + text_frame(b"one") + text_frame(b"two")
    assert exchange(end, before) == before
    end.sendall(text_frame(b"three"))
    assert trap.sprung.wait(PATIENCE)
    assert splitting.recordings[0][direction] == before + through
    end.sendall(text_frame(b"four"))
    assert not receive_all(end).endswith(text_frame(b"four"))
    splitting.cut()
    with pytest.raises(ConnectionResetError):
        end.recv(1)
    end.close()
    end = socket.create_connection(("127.0.0.1", splitting.port), PATIENCE)
    again = HANDSHAKE + text_frame(b"three")
    assert exchange(end, again) == again
    end.close()


def receive_all(end):
    """Whatever is there already."""
    return b"" if is_silent(end) else end.recv(1 << 16)


def test_frames_that_come_in_bits_and_other_bytes_go_through_as_they_are(splitting):
    for data in (HANDSHAKE + text_frame(b"one") * 3 + b"\x81\x7e\x01\x00" + b"x" * 256, b"GET / HTTP/1.1\r\n\r\n" + text_frame(b"x")):
        end = socket.create_connection(("127.0.0.1", splitting.port), PATIENCE)
        for at in range(0, len(data), 7):
            end.sendall(data[at:at + 7])
        assert receive(end, len(data)) == data
        end.close()


def test_what_is_left_of_a_frame_goes_through_at_the_end(splitting):
    end = socket.create_connection(("127.0.0.1", splitting.port), PATIENCE)
    end.sendall(HANDSHAKE + b"\x81\x05thr")
    end.shutdown(socket.SHUT_WR)
    assert receive(end, len(HANDSHAKE) + 5) == HANDSHAKE + b"\x81\x05thr"
    end.close()


def test_a_trap_that_was_taken_away_catches_nothing(splitting):
    trap = splitting.trap(Direction.TO_SERVER, Moment.BEFORE, lambda _: True)
    splitting.disarm(trap)
    end = socket.create_connection(("127.0.0.1", splitting.port), PATIENCE)
    data = HANDSHAKE + text_frame(b"one")
    assert exchange(end, data) == data
    assert not trap.sprung.is_set()
    end.close()
