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
    while at + 2 <= len(data):
        first, second = data[at:at + 2]
        at += 2
        length = second & 0x7F
        if length >= 126:
            size = 2 if length == 126 else 8
            if at + size > len(data):
                return
            length, = struct.unpack("!H" if size == 2 else "!Q", data[at:at + size])
            at += size
        key = b""
        if second & 0x80:
            key = data[at:at + 4]
            at += 4
        if at + length > len(data):
            return
        yield bool(first & 0x80), first & 0x0F, unmasked(data[at:at + length], key)
        at += length


def unmasked(payload, key):
    if not key or not payload:
        return payload
    repeated = key * (len(payload) // 4 + 1)
    mixed = int.from_bytes(payload, "big") ^ int.from_bytes(repeated[:len(payload)], "big")
    return mixed.to_bytes(len(payload), "big")
