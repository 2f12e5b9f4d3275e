"""Rows hold still: what others do moves neither what somebody edits nor what they read."""

import re

import pytest
from conftest import OpenPage
from list_page import ListPage
from playwright.async_api import Locator, Page, expect
from seed import writer
from server import Server


async def top(locator: Locator) -> float:
    box = await locator.bounding_box()
    assert box
    return box["y"]


def row_of(page: ListPage, text: str) -> Locator:
    """A row by its position or name, whatever its name is."""
    return page.page.locator(".row-item").filter(has=page.page.get_by_role("group", name=text, exact=True))


async def in_the_middle(page: ListPage) -> str:
    """Scrolls into the list and returns the name of a row on screen."""
    await page.page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    return await page.page.evaluate(
        """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
             done(document.elementFromPoint(400, innerHeight / 2).closest(".row").ariaLabel))))"""
    )


WATCH = """globalThis.prepared = [];
for (const name of ["NumberFormat", "PluralRules", "Segmenter"]) {
  Intl[name] = class extends Intl[name] {
    constructor(...options) {
      super(...options);
      prepared.push([name, document.querySelector(".row-item") !== null]);
    }
  };
}"""


async def test_the_first_rows_wait_neither_for_what_a_browser_takes_long_to_prepare_nor_for_the_whole_readout(
    open_page: OpenPage, server: Server
) -> None:
    async with writer(server, "many") as made:
        await made.fill(300)

    async def watch(page: Page) -> None:
        await page.add_init_script(WATCH)

    a = await open_page("many", before=watch)
    await expect(a.page.get_by_text("300 of 300 shown")).to_be_visible()
    await expect(a.page.locator("#readout bdi")).to_have_count(300)
    prepared = await a.page.evaluate("prepared")
    assert prepared and all(are_rows_there for _, are_rows_there in prepared), prepared


async def test_the_readout_has_the_whole_list_also_where_that_was_short_at_first(open_page: OpenPage, server: Server) -> None:
    async with writer(server, "growing") as made:
        await made.fill(5)
        a = await open_page("growing")
        await expect(a.page.locator("#readout bdi")).to_have_count(5)
        await made.fill(60)
    await expect(a.page.locator("#readout bdi")).to_have_count(65)


FIND = """async (query) => {
  const rows = () => [...document.querySelectorAll("#rows .row-item")];
  const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await nextFrame();
  await nextFrame();
  const [former, field] = [new Set(rows()), document.querySelector("#query")];
  field.value = query;
  field.dispatchEvent(new InputEvent("input"));
  const made = rows().filter((row) => !former.has(row)).length;
  const stayed = rows().filter((row) => !row.querySelector(".name").value.includes(query)).length;
  await nextFrame();
  await nextFrame();
  return { made, stayed, names: rows().map((row) => row.querySelector(".name").value) };
}"""


async def test_a_frame_makes_eight_rows_and_what_was_in_the_place_of_the_others_stays_until_the_next(open_page: OpenPage, server: Server) -> None:
    async with writer(server, "many") as made:
        await made.fill(300)
    a = await open_page("many")
    await expect(a.page.get_by_text("300 of 300 shown")).to_be_visible()
    found = await a.page.evaluate(FIND, "5")
    assert found["made"] == 8
    assert found["stayed"] > 0
    assert len(found["names"]) > 10
    assert all("5" in name for name in found["names"])


async def test_what_comes_and_goes_above_does_not_move_what_is_read(open_page: OpenPage, server: Server) -> None:
    async with writer(server, "many") as made:
        await made.fill(300)
        a = await open_page("many")
        await expect(a.page.get_by_text("300 of 300 shown")).to_be_visible()
        name = await in_the_middle(a)
        before = await top(a.row(name))
        for number in range(7):
            await made.insert(f"new {number}", place=("first",))
        await made.settle()
        await expect(a.page.get_by_text("307 of 307 shown")).to_be_visible()
        assert abs(await top(a.row(name)) - before) < 1
        for label in made.ids[:12]:
            await made.edit(kind="remove", ids=[label])
        await made.edit(kind="move", ids=[made.ids[-1]], place=["after", made.ids[20]], orientation=0)
        await made.settle()
        await expect(a.page.get_by_text("295 of 295 shown")).to_be_visible()
        assert abs(await top(a.row(name)) - before) < 1


async def test_the_edited_row_stays_under_the_typist_whatever_others_do_to_the_list(open_page: OpenPage, server: Server) -> None:
    async with writer(server, "many") as made:
        await made.fill(300)
        a = await open_page("many")
        await expect(a.page.get_by_text("300 of 300 shown")).to_be_visible()
        name = await in_the_middle(a)
        await a.name_field(name).focus()
        await a.page.keyboard.press("End")
        await a.page.keyboard.type("!")
        field = a.page.locator(":focus")
        before = await top(field)
        own = made.ids[int(name.split()[-1]) - 1]
        await made.insert("first of all", place=("first",))
        await made.edit(kind="move", ids=[own], place=["first"], orientation=0)
        await made.edit(kind="reverse", orientation=0)
        await made.insert("second of all", place=("last",))
        await made.settle()
        await expect(a.page.get_by_text("302 of 302 shown")).to_be_visible()
        await expect(field).to_be_focused()
        assert abs(await top(field) - before) < 1
        await a.page.keyboard.type("?")
        await expect(field).to_have_value(f"{name}!?")
        await a.expect_saved()
        await made.edit(kind="remove", ids=[own])
        await made.settle()
        await expect(a.page.get_by_text("Removed by somebody else")).to_be_visible()
        await expect(field).to_be_focused()
        assert abs(await top(field) - before) < 1


async def test_an_edited_row_keeps_its_place_when_its_label_is_moved_away_and_goes_there_when_it_is_left(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.name_field("Ring").focus()
    before = await top(a.page.locator(":focus"))
    await b.edit_as_script('session.edit({ kind: "move", ids: [id("Ring")], place: ["first"], orientation: 0 });')
    await a.expect_readout("Ring", "Grid", "Tile")
    await a.expect_rows("Grid", "Tile", "Ring")
    assert await top(a.page.locator(":focus")) == before
    await a.query.focus()
    await a.expect_rows("Ring", "Grid", "Tile")


async def test_several_people_edit_around_one_who_types(open_page: OpenPage) -> None:
    a, b, c = await open_page(), await open_page(), await open_page()
    await a.name_field("Tile").focus()
    await a.page.keyboard.press("End")
    field = a.page.locator(":focus")
    for number in range(4):
        await a.page.keyboard.type(str(number))
        await b.add(f"Bell {number}")
        await c.button("Reverse original order").click()
        await c.expect_saved()
        await expect(field).to_be_focused()
        assert await field.evaluate("field => field.selectionStart") == 5 + number
    await expect(field).to_have_value("Tile0123")
    for page in (b, c):
        await expect(page.readout).to_contain_text("Tile0123")


async def test_equal_names_are_not_written_back(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.page.evaluate(
        """() => {
             const { set, get } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
             globalThis.writes = [];
             Object.defineProperty(HTMLInputElement.prototype, "value", { get, set(value) { writes.push(value); set.call(this, value); } });
           }"""
    )
    await b.toggle("Grid").click()
    await b.button("Reverse original order").click()
    await b.rename("Grid", "Lattice")
    await a.expect_rows("Ring", "Tile", "Lattice")
    assert await a.page.evaluate("writes") == ["Lattice"]


async def test_enter_on_a_rows_switch_goes_to_its_name(open_page: OpenPage) -> None:
    a = await open_page()
    await a.toggle("Tile").focus()
    await a.page.keyboard.press("Enter")
    await expect(a.name_field("Tile")).to_be_focused()
    await expect(a.toggle("Tile")).not_to_be_checked()


async def test_what_the_filter_finds_is_marked_in_every_name(open_page: OpenPage) -> None:
    a = await open_page()
    await a.rename("Ring", "Straße RING ring")
    await a.query.fill("ring")
    await expect(a.page.locator(".name-marks mark")).to_have_text(["RING", "ring"])
    await a.query.fill("SS")
    await expect(a.page.locator(".name-marks mark")).to_have_text(["ß"])
    await a.query.fill("")
    await expect(a.page.locator(".name-marks mark")).to_have_count(0)


async def test_marks_lie_exactly_behind_what_they_mark(open_page: OpenPage) -> None:
    a = await open_page(fragment="#q=ring")
    field, marks = await a.names.bounding_box(), await a.page.locator(".name-marks").bounding_box()
    assert field and marks
    assert {key: round(field[key]) for key in field} == {key: round(marks[key]) for key in marks}
    assert await a.page.evaluate(
        """() => ["fontSize", "fontFamily", "fontWeight", "letterSpacing", "paddingLeft", "textAlign", "direction"].filter((key) =>
             getComputedStyle(document.querySelector(".row .name"))[key] !== getComputedStyle(document.querySelector(".name-marks"))[key])"""
    ) == []


async def test_excluded_labels_can_be_shown_alone(open_page: OpenPage) -> None:
    a = await open_page()
    excluded_only = a.page.get_by_label("Excluded only")
    await excluded_only.check()
    await a.expect_rows("Tile")
    await expect(a.page).to_have_url(re.compile("#included=0$"))
    await a.included_only.check()
    await expect(excluded_only).not_to_be_checked()
    await a.expect_rows("Grid", "Ring")
    await a.included_only.uncheck()
    await a.expect_rows("Grid", "Tile", "Ring")


async def test_each_list_remembers_its_filter_for_this_person_alone(open_page: OpenPage) -> None:
    a = await open_page(fragment="#q=ring")
    await a.expect_rows("Ring")
    same = await open_page(beside=a)
    await same.expect_rows("Ring")
    await expect(same.query).to_have_value("ring")
    other_list = await open_page("other", beside=a)
    await expect(other_list.query).to_have_value("")
    somebody_else = await open_page()
    await somebody_else.expect_rows("Grid", "Tile", "Ring")
    await same.query.fill("")
    again = await open_page(beside=a)
    await again.expect_rows("Grid", "Tile", "Ring")


@pytest.mark.parametrize("key", ["ArrowDown", "ArrowUp"])
async def test_the_arrow_keys_leave_a_composition_alone(open_page: OpenPage, key: str) -> None:
    a = await open_page()
    await a.name_field("Tile").focus()
    input_method = await a.page.context.new_cdp_session(a.page)
    await input_method.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
    field = a.page.locator(":focus")
    await field.dispatch_event("keydown", {"key": key, "isComposing": True})
    await expect(a.name_field("Tile")).to_be_focused()
