"""A peer that speaks TCP and keeps to no rule above it."""

import asyncio
import json
import os
import socket
import struct

from traffic import TRAFFIC

DEADLINE = 20
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


def frame(opcode, payload=b"", fin=True, masked=True, reserved=0):
    """A WebSocket frame, as broken as one likes."""
    length = len(payload)
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    if length < 126:
        head += bytes([(0x80 if masked else 0) | length])
    elif length < 1 << 16:
        head += struct.pack("!BH", (0x80 if masked else 0) | 126, length)
    else:
        head += struct.pack("!BQ", (0x80 if masked else 0) | 127, length)
    if not masked:
        return head + payload
    key = os.urandom(4)
    repeated = key * (length // 4 + 1)
    mixed = int.from_bytes(payload, "big") ^ int.from_bytes(repeated[:length], "big")
    return head + key + mixed.to_bytes(length, "big")


def text(message):
    """A message of the protocol in a frame."""
    return frame(TEXT, (message if isinstance(message, str) else json.dumps(message)).encode())


def handshake(path, **headers):
    """The request that opens a WebSocket; a header that is None is left out, `_` in its name is a hyphen."""
    fields = {
        "Host": "127.0.0.1", "Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec_WebSocket_Protocol": "colabel.v1"} | headers
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in fields.items() if value is not None]
    return "\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode()


class RawPeer:
    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    @classmethod
    async def connect(cls, server, receive_buffer=None):
        end = socket.socket()
        if receive_buffer:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        end.setblocking(False)
        await asyncio.get_running_loop().sock_connect(end, ("127.0.0.1", server.port))
        # A small limit: what is not asked for stays in the kernel.
        return cls(*await asyncio.open_connection(sock=end, limit=receive_buffer or 1 << 16))

    def drop(self):
        """Resets the connection."""
        self.writer.transport.abort()

    async def send(self, data):
        """Sends bytes. A connection that has ended takes nothing; that shows when reading."""
        try:
            self.writer.write(data)
            await asyncio.wait_for(self.writer.drain(), DEADLINE)
        except ConnectionError:
            pass

    async def ask(self, request):
        """Status and head of the answer to a request; 0 if the connection ended without one."""
        await self.send(request)
        try:
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), DEADLINE)
        except (asyncio.IncompleteReadError, OSError):
            return 0, ""
        return int(head.split(b" ", 2)[1]), head.decode()

    async def exchange(self, request):
        """Sends a request, and reads whatever comes until the server ends the connection."""
        await self.send(request)
        answer = b""
        try:
            while data := await asyncio.wait_for(self.reader.read(1 << 16), DEADLINE):
                answer += data
        except ConnectionError:
            pass
        return answer

    async def receive(self):
        """The next frame: opcode and payload."""
        async with asyncio.timeout(DEADLINE):
            first, second = await self.reader.readexactly(2)
            length = second
            if second == 126:
                length, = struct.unpack("!H", await self.reader.readexactly(2))
            elif second == 127:
                length, = struct.unpack("!Q", await self.reader.readexactly(8))
            assert first & 0xF0 == 0x80 and second < 128, "the server sends whole, plain, unmasked frames"
            opcode, payload = first & 0x0F, await self.reader.readexactly(length)
            if opcode in (TEXT, BINARY):
                TRAFFIC.received(payload.decode() if opcode == TEXT else payload)
            return opcode, payload

    async def message(self, type):
        """The next message of a type; others are passed over."""
        while True:
            opcode, payload = await self.receive()
            if opcode == TEXT and (message := json.loads(payload))["type"] == type:
                return message

    async def ending(self):
        """Reads until the connection ends: the messages, and the close frame's code and reason, None if there is none."""
        messages, close = [], None
        try:
            while True:
                opcode, payload = await self.receive()
                if opcode == TEXT:
                    messages.append(json.loads(payload))
                if opcode == CLOSE:
                    close = (int.from_bytes(payload[:2], "big"), payload[2:].decode(errors="replace"))
                    await self.send(frame(CLOSE, payload[:2]))
                    self.writer.write_eof()
        except (asyncio.IncompleteReadError, OSError):
            return messages, close

    async def closed(self):
        """Code and reason of the server's close."""
        return (await self.ending())[1]
