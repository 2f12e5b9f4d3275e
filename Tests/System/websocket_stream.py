"""The messages in the recorded bytes of one direction of a WebSocket connection."""

import struct

CONTINUATION, TEXT, BINARY = 0, 1, 2


def messages(data):
    """Texts as `str`, binary messages as `bytes`. What was cut off in the end is left out; other HTTP has none."""
    head, _, rest = data.partition(b"\r\n\r\n")
    if b"upgrade: websocket" not in head.lower():
        return
    sort, parts = TEXT, []
    for final, opcode, payload in frames(rest):
        if opcode in (TEXT, BINARY):
            sort, parts = opcode, [payload]
        elif opcode == CONTINUATION:
            parts.append(payload)
        else:
            continue  # a ping, a pong, a close: they may come between the parts of a message
        if final:
            whole = b"".join(parts)
            yield whole.decode() if sort == TEXT else whole


def frames(data):
    """Whether it is a message's last, its opcode and its payload, unmasked, of each whole frame."""
    at = 0
    while found := frame(data, at):
        at, *rest = found
        yield rest


def frame(data, at):
    """Where the frame that begins there ends, whether it is a message's last, its opcode and its payload; None if it is not whole."""
    if at + 2 > len(data):
        return None
    first, second = data[at:at + 2]
    at += 2
    length = second & 0x7F
    if length >= 126:
        size = 2 if length == 126 else 8
        if at + size > len(data):
            return None
        length, = struct.unpack("!H" if size == 2 else "!Q", data[at:at + size])
        at += size
    key = b""
    if second & 0x80:
        key = data[at:at + 4]
        at += 4
    end = at + length
    if end > len(data):
        return None
    return end, bool(first & 0x80), first & 0x0F, unmasked(bytes(data[at:end]), key)


class Splitter:
    """Splits one direction of a connection, as it comes, into pieces with a whole frame each, if it is a WebSocket's."""

    def __init__(self):
        self.rest = bytearray()
        self.is_websocket = None

    def feed(self, data):
        """Pieces, each with the message that its frame is; None if it is none, or part of one. An end gives out what is left."""
        self.rest += data
        if data == b"" or self.is_websocket is False:
            return self.take(len(self.rest), None)
        pieces = []
        if self.is_websocket is None:
            head = self.rest.find(b"\r\n\r\n") + 4
            if head < 4:
                return []
            self.is_websocket = b"upgrade: websocket" in self.rest[:head].lower()
            pieces += self.take(head if self.is_websocket else len(self.rest), None)
        while found := frame(self.rest, 0):
            end, final, opcode, payload = found
            whole = {TEXT: payload.decode, BINARY: lambda: payload}.get(opcode) if final else None
            pieces += self.take(end, whole and whole())
        return pieces

    def take(self, length, message):
        piece = bytes(self.rest[:length])
        del self.rest[:length]
        return [(piece, message)] if piece else []


def unmasked(payload, key):
    if not key or not payload:
        return payload
    repeated = key * (len(payload) // 4 + 1)
    mixed = int.from_bytes(payload, "big") ^ int.from_bytes(repeated[:len(payload)], "big")
    return mixed.to_bytes(len(payload), "big")
