"""The page's files as the server sends them: each alone, and joined with all that it imports."""

import re
import time
import zlib

import pytest

PAGES = {"/": ["listIndex/listsPage", "style/startPage"], "/lists/demo": ["view/openListPage", "style/listPage"]}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_for_its_files_joined_and_gets_them(server, page):
    _, _, markup = server.request("GET", page)
    asked = re.findall(r'(?:src|href)="(?:\.\./)?([\w/]+)\.joined\.(?:js|css)"', markup.decode())
    assert sorted(asked) == sorted(PAGES[page])
    for name, ending in zip(PAGES[page], ["js", "css"], strict=True):
        status, headers, plain = server.request("GET", f"/{name}.joined.{ending}")
        assert status == 200 and "content-encoding" not in headers
        assert not re.search(rb"^(?:import|export|@import)\b", plain, re.MULTILINE)
        status, headers, deflated = server.request("GET", f"/{name}.joined.{ending}", headers={"Accept-Encoding": "gzip, deflate"})
        assert (status, headers["content-encoding"], headers["vary"]) == (200, "deflate", "accept-encoding")
        assert zlib.decompress(deflated) == plain and len(deflated) * 2 < len(plain)
        known = {"If-None-Match": headers["etag"], "Accept-Encoding": "deflate"}
        assert server.request("GET", f"/{name}.joined.{ending}", headers=known)[0] == 304
    assert not server.events("files-not-joined")


def test_there_is_no_joined_file_where_there_is_no_file(server):
    for path in ["/view/nothing.joined.js", "/.joined.js", "/icons/symbols.joined.svg",
                 "/view/openListPage.joined.joined.js", "/view/openListPage.joined.css"]:
        assert server.request("GET", path)[0] == 404, path


def test_a_changed_file_is_joined_anew_and_what_cannot_be_joined_is_sent_apart(make_server, tmp_path):
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("")
    (web / "page.js").write_text('import { one } from "./one.js";\nconsole.log(one);\n')
    (web / "one.js").write_text("export const one = 1;\n")
    server = make_server(web=web)
    assert b"const one = 1;" in server.request("GET", "/page.joined.js")[2]
    (web / "one.js").write_text("export const one = 2;\n")
    wait_for(lambda: b"const one = 2;" in server.request("GET", "/page.joined.js")[2])
    (web / "one.js").write_text("export let one = 3;\n")
    wait_for(lambda: server.request("GET", "/page.joined.js")[2] == b'import "./page.js";\n')
    assert server.events("files-not-joined", file="page.js")
    assert b"export let one" in server.request("GET", "/one.js")[2]


def wait_for(isTrue):
    end = time.monotonic() + 10
    while not isTrue():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)
