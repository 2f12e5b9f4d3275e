"""Requests and handshakes that are broken, half or too large, and paths that lead out of the page's folder."""

import asyncio
import itertools
import random

import pytest

from client import until
from raw_peer import RawPeer, handshake

# What a file outside the page's folder would show, and what a failing answer may look like.
OUTSIDE = [b"root:", b"swift-tools-version", b"SQLite format"]


async def status(attack, request):
    return (await (await attack.connected()).ask(request))[0]


def socket_path(attack):
    return f"/lists/{attack.alias}/socket"


# Handshakes

async def test_a_page_of_the_same_origin_may_connect(attack):
    host = f"127.0.0.1:{attack.server.port}"
    assert await status(attack, handshake(socket_path(attack), Host=host, Origin=f"http://{host}")) == 101


@pytest.mark.parametrize("origin", [
    "http://evil.example", "null", "", "http://127.0.0.1", "http://127.0.0.1:1", "http://127.0.0.1.evil.example"])
async def test_a_page_of_another_origin_may_not(attack, origin):
    host = f"127.0.0.1:{attack.server.port}"
    request = handshake(socket_path(attack), Host=host, Origin=origin)
    # A header without a value is none.
    assert await status(attack, request) == (403 if origin else 101)


async def test_an_allowed_origin_may_connect(make_server):
    server = make_server("--allow-origin", "https://pages.example")
    for origin, expected in [("https://pages.example", 101), ("http://pages.example", 403)]:
        peer = await RawPeer.connect(server)
        assert (await peer.ask(handshake("/lists/words/socket", Origin=origin)))[0] == expected
        peer.drop()


@pytest.mark.parametrize("protocol", [None, "chat", "colabel.v2", "colabel.v10", "xcolabel.v1"])
async def test_without_the_subprotocol_the_handshake_is_refused(attack, protocol):
    assert await status(attack, handshake(socket_path(attack), Sec_WebSocket_Protocol=protocol)) == 400


async def test_the_subprotocol_is_found_among_others(attack):
    peer = await attack.connected()
    answer = await peer.ask(handshake(socket_path(attack), Sec_WebSocket_Protocol="chat, colabel.v1"))
    assert answer[0] == 101 and "sec-websocket-protocol: colabel.v1\r\n" in answer[1].lower()


@pytest.mark.parametrize("alias", [
    "UPPER", "", "-x", ".x", "_x", "a" * 65, "a%2fb", "%c3%a9", "a%20b", "a/b", "..", "%2e%2e", "ａ"])
async def test_a_bad_alias_is_not_found(attack, alias):
    assert await status(attack, handshake(f"/lists/{alias}/socket")) == 404


@pytest.mark.parametrize("path", ["/", "/socket", "/lists/words", "/lists/words/socket/x", "/api/v1/lists"])
async def test_elsewhere_there_is_no_socket(attack, path):
    assert await status(attack, handshake(path)) == 404


@pytest.mark.parametrize("headers, expected", [
    ({"Sec_WebSocket_Version": "8"}, {426}), ({"Sec_WebSocket_Version": None}, {426}),
    ({"Sec_WebSocket_Key": None}, {0, 400}), ({"Upgrade": "h2c"}, {0, 400}), ({"Host": None}, {0, 101, 400}),
    ({"Sec_WebSocket_Key": "x" * 1000}, {0, 101, 400}),
], ids=str)
async def test_a_handshake_with_wrong_headers_is_refused(attack, headers, expected):
    assert await status(attack, handshake(socket_path(attack), **headers)) in expected


# Half of something

HALVES = {
    "nothing": b"", "a letter": b"G", "a line": b"GET / HTTP/1.1\r\n",
    "two lines": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "half a handshake": handshake("/lists/words/socket")[:-2],
    "half a body": b"PUT /api/v1/lists/words HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf",
    "a TLS hello": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
}


async def test_half_a_request_is_dropped_in_time(attack):
    async def ends(name, sent):
        peer = await attack.connected()
        # A request that was never whole has no good answer.
        assert not (await peer.exchange(sent)).startswith(b"HTTP/1.1 2"), name

    await asyncio.gather(*(ends(name, sent) for name, sent in HALVES.items()))


async def test_a_request_that_trickles_in_is_dropped_in_time(attack):
    peer = await attack.connected()
    ended = asyncio.create_task(peer.exchange(b"GET / HTTP/1.1\r\n"))
    for number in itertools.count():
        if ended.done():
            break
        await peer.send(b"X-%d: y\r\n" % number)
        await asyncio.sleep(0.05)
        assert number < 200, "it goes on for ever"


async def test_a_body_that_declares_too_much_is_refused_before_it_comes(attack):
    request = b"PUT /api/v1/lists/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n"
    assert await status(attack, request) == 413


# Garbage

async def test_random_bytes_in_place_of_a_request_are_no_request(attack):
    for seed in range(30):
        peer = await attack.connected()
        answer = await peer.exchange(random.Random(seed).randbytes(3_000) + b"\r\n\r\n")
        assert not answer.startswith(b"HTTP/1.1 2")


MALFORMED = [
    b"GET\r\n\r\n", b"GET  HTTP/1.1\r\n\r\n", b"\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n", b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\nHost: x\n\n", b"GET \xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    b"PUT /api/v1/lists/x HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"PUT /api/v1/lists/x HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n",
    b"PUT /api/v1/lists/x HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: x\r\n\r\n",
]


async def test_a_malformed_request_ends_or_is_answered_in_time(attack):
    async def ends(request):
        answer = await (await attack.connected()).exchange(request)
        assert answer == b"" or answer.startswith(b"HTTP/1."), request

    await asyncio.gather(*(ends(request) for request in MALFORMED))


async def test_a_huge_header_is_not_held(attack):
    before = attack.server.resident
    peer = await attack.connected()
    answer = await peer.exchange(b"GET / HTTP/1.1\r\nX: " + b"x" * 5_000_000 + b"\r\n\r\n")
    assert not answer.startswith(b"HTTP/1.1 2")
    assert attack.server.resident - before < 4_000_000


async def test_a_thousand_headers_are_refused(attack):
    peer = await attack.connected()
    headers = b"".join(b"X-%d: %s\r\n" % (number, b"y" * 20) for number in range(1_000))
    assert not (await peer.exchange(b"GET / HTTP/1.1\r\n" + headers + b"\r\n")).startswith(b"HTTP/1.1 2")


# Paths

UP = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", ".%2e/", "..%5c", "..\\", "%252e%252e/", "..%252f", "..;/", "%c0%ae%c0%ae/",
      "....//", "%00../", "./../", "%uff0e%uff0e/"]
TARGETS = ["Package.swift", "etc/passwd", "proc/self/environ"]


@pytest.mark.parametrize("up", UP)
async def test_no_path_leads_out_of_the_page_s_folder(attack, up):
    for start, depth, target in itertools.product(["/", "/icons/", "//", "/lists/"], [1, 2, 9], TARGETS):
        peer = await attack.connected()
        answer = await peer.exchange(
            f"GET {start}{up * depth}{target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        assert not answer.startswith(b"HTTP/1.1 2"), answer[:200]
        assert not any(content in answer for content in OUTSIDE)


@pytest.mark.parametrize("path", [
    "//etc/passwd", "/%2fetc/passwd", "/icons", "/icons/", "/.git/config", "/.hidden", "/index.html%00.js",
    "/index.html/", "/index.html\\", "file:///etc/passwd", "/~root", "/api/v1/lists/../../../Package.swift"])
async def test_an_odd_path_is_answered_with_an_error(attack, path):
    peer = await attack.connected()
    answer = await peer.exchange(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert not answer.startswith(b"HTTP/1.1 2")


@pytest.mark.parametrize("query", [
    "after=-1", "after=x", "limit=0", "limit=1001", "after=99999999999999999999", "limit=", "after=1e3"])
async def test_an_argument_out_of_range_is_refused(attack, query):
    await until(lambda: attack.alias in attack.server.aliases(), "the bystander's list")
    code, headers, body = attack.server.request("GET", f"/api/v1/lists/{attack.alias}/changes?{query}")
    assert (code, headers["content-type"]) == (400, "application/problem+json")
    assert b'"code":"invalidArgument"' in body
