"""A TCP proxy in front of a server, whose connections can be recorded, cut, stalled, delayed and caught at a message.

It runs on a thread of its own. Its methods may be called from any other, and have taken effect when they return.
"""

import asyncio
import random
import socket
import struct
import threading
from enum import Enum

from websocket_stream import Splitter

HOST = "127.0.0.1"
PIECE = 1 << 16
# Pieces on their way in one direction of a connection; with so many the sender is not read.
MOST_PIECES = 64
PATIENCE = 20
# Linger for no time: a close is a reset.
NO_LINGERING = struct.pack("ii", 1, 0)


class Direction(Enum):
    TO_SERVER = "to server"
    TO_CLIENT = "to client"


BOTH = tuple(Direction)


class Moment(Enum):
    """When a trap springs: nothing of the message has gone through, or half of it."""
    BEFORE = "before"
    WITHIN = "within"


class Trap:
    """Catches a connection at the first message in a direction that matches, for which `matches` gets what the frame holds.

    From then on nothing goes through that connection, in either direction; it waits for being cut.
    """

    def __init__(self, direction, moment, matches):
        self.direction = direction
        self.moment = moment
        self.matches = matches
        self.sprung = threading.Event()

    async def has_sprung(self):
        assert await asyncio.to_thread(self.sprung.wait, PATIENCE), f"no such message went {self.direction.value}"


class Proxy:
    """Listens on a free port for a server that may come, go, and come again.

    with Proxy(server.port, records=True) as proxy:
        …connect to proxy.port instead of server.port…
        proxy.cut()
    """

    def __init__(self, server_port, records=False, splits=False, seed=0):
        """`splits`: frames of WebSockets go through one by one, whole, as traps and `heard` need it."""
        self.server_port = server_port
        self.records = records
        self.splits = splits
        self.chance = random.Random(seed)
        self.traps = []
        self.port = 0
        self.accepting = set()  # a task for each connection
        self.tunnels = []
        self.finished = []  # the tunnels that have ended, if they are recorded
        self.accepted = 0
        self.delays = dict.fromkeys(Direction, (0, 0))

    def heard(self, connection, direction, message):
        """What a subclass may do about a message that has arrived here, on the connection with this number.

        Called on the proxy's thread, as is `passed`.
        """

    def passed(self, connection, direction, message):
        """What it may do about a message that goes out whole. A cut can still lose it on the rest of its way."""

    def altered(self, connection, direction, piece, message):
        """What goes through instead of a piece; nothing if that is empty. A subclass may tamper here."""
        return piece

    # Life

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    def start(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="proxy", daemon=True)
        self.thread.start()
        self.run(self.open())
        return self

    def stop(self):
        """Resets every connection and ends the thread."""
        self.run(self.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self.loop.close()

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE)

    async def open(self):
        self.gates = {direction: asyncio.Event() for direction in Direction}
        for gate in self.gates.values():
            gate.set()
        await self.listen()

    async def listen(self):
        self.listener = await asyncio.start_server(self.accept, HOST, self.port)
        self.port = self.listener.sockets[0].getsockname()[1]

    async def close(self):
        self.listener.close()
        while self.accepting:
            await self.reset_all()
            await asyncio.sleep(0.001)  # for those that are still connecting to the server

    # Trouble

    def cut(self):
        """Resets every connection that something has gone through, at both ends. New ones are taken."""
        self.run(self.reset_all())

    def refuse(self):
        """Takes no new connection: the kernel answers each with a reset. Those that there are go on."""
        self.run(self.stop_listening())

    def admit(self):
        """Takes new connections again, on the same port."""
        self.run(self.listen())

    def stall(self, *directions):
        """Lets nothing through in these directions, or in both. Nothing is lost; senders are read until buffers are full."""
        self.run(self.turn(directions or BOTH, asyncio.Event.clear))

    def flow(self, *directions):
        """Ends a stall: what has waited goes out."""
        self.run(self.turn(directions or BOTH, asyncio.Event.set))

    def delay(self, seconds, *directions, jitter=0):
        """From now on, what arrives goes out so much later, and up to `jitter` seconds more, in order."""
        self.run(self.set_delay((seconds, seconds + jitter), directions or BOTH))

    def trap(self, direction, moment, matches):
        """From now on, waits for a message. A trap springs once."""
        trap = Trap(direction, moment, matches)
        self.run(self.set_trap(trap))
        return trap

    def disarm(self, trap):
        """Takes a trap away. What it has caught goes on waiting to be cut."""
        self.run(self.remove_trap(trap))

    async def reset_all(self):
        tunnels = list(self.tunnels)
        for tunnel in tunnels:
            tunnel.reset()
        await asyncio.gather(*(tunnel.task for tunnel in tunnels))

    async def stop_listening(self):
        self.listener.close()

    async def turn(self, directions, how):
        for direction in directions:
            how(self.gates[direction])

    async def set_delay(self, bounds, directions):
        self.delays |= dict.fromkeys(directions, bounds)

    async def set_trap(self, trap):
        self.traps.append(trap)

    async def remove_trap(self, trap):
        if trap in self.traps:
            self.traps.remove(trap)

    def trap_for(self, direction, message):
        """The trap that springs now, if any."""
        if message is None:
            return None
        found = next((trap for trap in self.traps if trap.direction is direction and trap.matches(message)), None)
        if found:
            self.traps.remove(found)
        return found

    # Connections

    @property
    def recordings(self):
        """What went through each connection, oldest first: {direction: bytes}."""
        return self.run(self.copy_recordings())

    async def copy_recordings(self):
        tunnels = sorted(self.finished + self.tunnels, key=lambda tunnel: tunnel.number)
        return [{direction: bytes(data) for direction, data in tunnel.recorded.items()} for tunnel in tunnels]

    def accept(self, *client):
        self.accepted += 1
        task = asyncio.create_task(self.connect(self.accepted, client))
        self.accepting.add(task)
        task.add_done_callback(self.accepting.discard)

    async def connect(self, number, client):
        try:
            server = await asyncio.open_connection(HOST, self.server_port)
        except OSError:  # as if the server itself refused
            reset(client[1])
            return
        tunnel = Tunnel(self, number, client, server)
        self.tunnels.append(tunnel)
        await tunnel.task
        self.tunnels.remove(tunnel)
        if self.records:
            self.finished.append(tunnel)


class Tunnel:
    """A client's connection and the one to the server that goes with it. Streams are pairs of reader and writer."""

    def __init__(self, proxy, number, client, server):
        self.proxy = proxy
        self.number = number
        self.recorded = {direction: bytearray() for direction in Direction}
        self.writers = [client[1], server[1]]
        self.free = asyncio.Event()  # not caught in a trap
        self.free.set()
        self.pumps = []
        self.lay(Direction.TO_SERVER, client[0], server[1])
        self.lay(Direction.TO_CLIENT, server[0], client[1])
        self.task = asyncio.create_task(self.carry())

    def lay(self, direction, reader, writer):
        pieces = asyncio.Queue(MOST_PIECES)
        self.pumps.append(asyncio.create_task(self.fill(direction, reader, pieces)))
        self.pumps.append(asyncio.create_task(self.drain(direction, pieces, writer)))

    async def carry(self):
        """Carries bytes until both sides have ended, or one was reset: then so is the other."""
        await asyncio.wait(self.pumps, return_when=asyncio.FIRST_EXCEPTION)
        for pump in self.pumps:
            pump.cancel()
        results = await asyncio.gather(*self.pumps, return_exceptions=True)
        if any(isinstance(result, Exception) for result in results):
            self.reset()
        for writer in self.writers:
            writer.close()
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, OSError):
                raise result

    async def fill(self, direction, reader, pieces):
        split = Splitter().feed if self.proxy.splits else lambda data: [(data, None)] if data else []
        data = None
        while data != b"":
            data = await reader.read(PIECE)
            for piece, message in split(data):
                if message is not None:
                    self.proxy.heard(self.number, direction, message)
                piece = self.proxy.altered(self.number, direction, piece, message)
                if piece:
                    await pieces.put((self.due(direction), piece, message))
        await pieces.put((self.due(direction), b"", None))

    def due(self, direction):
        return self.proxy.loop.time() + self.proxy.chance.uniform(*self.proxy.delays[direction])

    async def drain(self, direction, pieces, writer):
        while True:
            due, piece, message = await pieces.get()
            await asyncio.sleep(due - self.proxy.loop.time())
            await self.proxy.gates[direction].wait()
            await self.free.wait()
            if piece == b"":
                writer.write_eof()
                return
            trap = self.proxy.trap_for(direction, message)
            if trap:
                self.free.clear()
                piece = piece[:len(piece) // 2] if trap.moment is Moment.WITHIN else b""
            elif message is not None:
                self.proxy.passed(self.number, direction, message)
            if self.proxy.records:
                self.recorded[direction] += piece
            writer.write(piece)
            await writer.drain()
            if trap:
                trap.sprung.set()

    def reset(self):
        for pump in self.pumps:
            pump.cancel()
        for writer in self.writers:
            reset(writer)


def reset(writer):
    """Ends a connection with a TCP reset; what is on its way is lost."""
    if not writer.transport.is_closing():
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGERING)
        writer.transport.abort()
