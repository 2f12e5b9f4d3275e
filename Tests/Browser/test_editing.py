"""Typing is never disturbed, and the focus never jumps."""

import re
from collections.abc import Callable

import pytest
from conftest import OpenPage
from list_page import ListPage
from playwright.async_api import Locator, expect


async def caret(field: Locator) -> int:
    return await field.evaluate("field => field.selectionStart")


async def type_inside(page: ListPage, name: str, offset: int, text: str) -> Locator:
    """Puts the caret into a name and types there; the field is returned by its place, since its name changes."""
    await page.name_field(name).focus()
    await page.name_field(name).evaluate("(field, offset) => field.setSelectionRange(offset, offset)", offset)
    await page.page.keyboard.type(text)
    return page.page.locator(":focus")


async def test_a_remote_rename_of_the_edited_field_leaves_text_and_caret(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.name_field("Grid").focus()
    await a.name_field("Grid").evaluate("field => field.setSelectionRange(2, 2)")
    await b.rename("Grid", "Lattice")
    await a.expect_readout("Lattice", "Tile", "Ring")
    focused = a.page.locator(":focus")
    await expect(focused).to_have_value("Grid")
    assert await caret(focused) == 2
    await a.query.focus()
    await a.expect_rows("Lattice", "Tile", "Ring")


async def test_the_echo_of_own_typing_leaves_the_caret(open_page: OpenPage) -> None:
    a = await open_page()
    field = await type_inside(a, "Ring", 2, "xy")
    await a.expect_readout("Grid", "Tile", "Rixyng")
    await a.expect_saved()
    await expect(field).to_be_focused()
    assert await caret(field) == 4


async def test_rows_that_move_around_the_edited_one_leave_the_focus_in_it(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    field = await type_inside(a, "Tile", 4, " T")
    await b.button("Reverse original order").click()
    await b.add("Bell")
    await a.expect_readout("Ring", "Tile T", "Grid", "Bell")
    await a.expect_rows("Ring", "Tile T", "Grid", "Bell")
    await expect(field).to_be_focused()
    await a.page.keyboard.type("wo")
    await b.expect_readout("Ring", "Tile Two", "Grid", "Bell")


async def test_nothing_is_repainted_during_a_composition(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    field = await type_inside(a, "Tile", 4, " ")
    await a.expect_saved()
    input_method = await a.page.context.new_cdp_session(a.page)
    await input_method.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
    await b.rename("Tile ", "Tiles")
    await b.button("Reverse original order").click()
    await b.expect_saved()
    await input_method.send("Input.imeSetComposition", {"text": "にほ", "selectionStart": 2, "selectionEnd": 2})
    await expect(field).to_have_value("Tile にほ")
    await a.expect_readout("Grid", "Tile ", "Ring")
    await input_method.send("Input.insertText", {"text": "日本"})
    await expect(field).to_have_value("Tile 日本")
    await b.expect_readout("Ring", "Tile 日本", "Grid")
    await a.expect_readout("Ring", "Tile 日本", "Grid")


async def test_a_row_whose_name_stops_matching_stays_until_the_field_is_left(open_page: OpenPage) -> None:
    a = await open_page(fragment="#q=ring")
    await a.names.fill("Bell")
    await a.expect_readout("Grid", "Tile", "Bell")
    await a.expect_rows("Bell")
    await a.query.focus()
    await a.expect_rows()
    await expect(a.page.get_by_text("No label matches")).to_be_visible()
    await a.button("Clear filter").click()
    await a.expect_rows("Grid", "Tile", "Bell")


async def test_what_is_typed_after_the_address_changes_the_filter_is_kept(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.page.evaluate("location.hash = '#q=rin'")
    await a.expect_rows("Ring")
    await type_inside(a, "Ring", 4, "1")
    for step, typed in [("history.back()", " back"), ("location.hash = '#q=tile'", " away")]:
        await a.page.evaluate(step)
        await expect(a.query).to_have_value("" if step == "history.back()" else "tile")
        await a.page.keyboard.type(typed)
    await b.expect_readout("Grid", "Tile", "Ring1 back away")
    await a.query.focus()
    await a.expect_rows("Tile")
    await a.expect_readout("Grid", "Tile", "Ring1 back away")


async def test_text_that_comes_into_a_field_without_the_focus_is_an_edit(open_page: OpenPage) -> None:
    a = await open_page()
    await a.name_field("Ring").evaluate("field => { field.value = 'Bell'; field.dispatchEvent(new InputEvent('input')); }")
    await a.expect_readout("Grid", "Tile", "Bell")


async def test_a_name_may_be_emptied_while_typing(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.name_field("Ring").fill("")
    await b.expect_rows("Grid", "Tile", "")
    await a.page.keyboard.type("Bell")
    await b.expect_rows("Grid", "Tile", "Bell")


async def test_a_label_without_a_name_is_said_to_be_unnamed(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    for blank in ("", "  "):
        await a.name_field("Tile").fill(blank)
        for page in (a, b):
            await page.expect_readout("Grid", "Unnamed label", "Ring")
            await expect(page.readout.get_by_text("Unnamed label")).to_have_class("is-excluded is-unnamed")
            await expect(page.name_field("Unnamed label")).to_have_attribute("placeholder", "Unnamed label")
            await expect(page.row("Unnamed label").get_by_text("Unnamed label")).to_have_count(1 if blank else 0)
            await page.expect_rows("Grid", blank, "Ring")
        await a.name_field("Unnamed label").fill("Tile")
        for page in (a, b):
            await page.expect_readout("Grid", "Tile", "Ring")
            await expect(page.readout.get_by_text("Tile")).to_have_class("is-excluded")


async def test_a_label_removed_while_it_is_edited_keeps_its_row_and_its_text(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.name_field("Tile").focus()
    await b.remove_button("Tile").click()
    await expect(a.page.get_by_text("Removed by somebody else")).to_be_visible()
    await a.page.keyboard.press("End")
    await a.page.keyboard.type(" Two")
    await expect(a.notice).to_have_text("Edit skipped: label was removed.")
    await expect(a.kept_text).to_have_value("Tile Two")
    await a.query.focus()
    await a.expect_rows("Grid", "Ring")
    await b.expect_readout("Grid", "Ring")


async def test_removing_by_keyboard_moves_the_focus_to_the_next_row(open_page: OpenPage) -> None:
    a = await open_page()
    for names, focused in [(["Tile", "Ring"], "Tile"), (["Tile"], "Tile")]:
        target = "Grid" if len(names) == 2 else "Ring"
        await a.remove_button(target).focus()
        await a.page.keyboard.press("Enter")
        await a.expect_rows(*names)
        await expect(a.remove_button(focused)).to_be_focused()
    await a.page.keyboard.press("Enter")
    await a.expect_rows()
    await expect(a.query).to_be_focused()


@pytest.mark.parametrize("control", [ListPage.toggle, ListPage.remove_button, ListPage.name_field])
async def test_a_removal_by_somebody_else_leaves_the_focus_where_it_is(
    open_page: OpenPage, control: Callable[[ListPage, str], Locator]
) -> None:
    a, b = await open_page(), await open_page()
    await control(a, "Tile").focus()
    await b.remove_button("Tile").click()
    await a.expect_readout("Grid", "Ring")
    await expect(a.page.get_by_text("Removed by somebody else")).to_be_visible()
    await expect(control(a, "Tile")).to_be_focused()
    for key in ("Enter", "Space"):
        await a.page.keyboard.press(key)
    await a.expect_saved()
    await expect(a.toggle("Tile")).not_to_be_checked()
    await a.page.keyboard.press("Shift+Tab")
    await a.query.focus()
    await a.expect_rows("Grid", "Ring")
    await expect(a.query).to_be_focused()
    await b.expect_readout("Grid", "Ring")


async def test_the_focus_goes_to_the_labels_when_its_control_goes(open_page: OpenPage) -> None:
    a, b = await open_page(fragment="#q=bell"), await open_page()
    await a.button("Clear filter").focus()
    await b.add("Bell")
    await a.expect_rows("Bell")
    await expect(a.page.get_by_label("Labels", exact=True)).to_be_focused()


async def test_a_button_that_becomes_useless_keeps_the_focus(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.button("Reverse original order").focus()
    for name in ("Grid", "Tile"):
        await b.remove_button(name).click()
    await a.expect_readout("Ring")
    await expect(a.button("Reverse original order")).to_be_disabled()
    await expect(a.button("Reverse original order")).to_be_focused()


async def test_the_arrow_keys_go_from_name_to_name(open_page: OpenPage) -> None:
    a = await open_page()
    await a.name_field("Grid").focus()
    for key, name in [("ArrowDown", "Tile"), ("ArrowDown", "Ring"), ("ArrowDown", "Ring"), ("ArrowUp", "Tile")]:
        await a.page.keyboard.press(key)
        await expect(a.name_field(name)).to_be_focused()


async def test_the_filter_lives_in_the_fragment_and_never_in_the_query(open_page: OpenPage) -> None:
    a = await open_page()
    requested: list[str] = []
    a.page.on("request", lambda request: requested.append(request.url))
    await a.query.fill("Ring & co")
    await a.included_only.check()
    await expect(a.page).to_have_url(re.compile(r"/lists/demo#q=Ring\+%26\+co&included=1$"))
    await a.page.reload()
    await expect(a.query).to_have_value("Ring & co")
    await expect(a.included_only).to_be_checked()
    assert [url for url in requested if "Ring" in url.split("#")[0]] == []


async def test_a_name_beyond_the_limit_is_not_sent_and_its_text_is_kept(open_page: OpenPage) -> None:
    a = await open_page()
    await a.name_field("Ring").fill("x" * 501)
    await expect(a.page.get_by_text("At most 500 characters")).to_be_visible()
    await a.query.focus()
    await a.expect_rows("Grid", "Tile", "Ring")
    await expect(a.notice).to_have_text("Edit skipped: the name is too long.")
    await expect(a.kept_text).to_have_value("x" * 501)
    await a.button("Add as new label").click()
    await expect(a.page.get_by_text("At most 500 characters")).to_be_visible()
    await expect(a.kept_text).to_have_value("x" * 501)
    await expect(a.notice).to_have_text("Edit skipped: the name is too long.")
    await a.expect_readout("Grid", "Tile", "Ring")


async def test_a_thousand_labels_have_rows_only_near_the_screen(open_page: OpenPage) -> None:
    a = await open_page("many")
    await a.edit_as_script(
        """for (let number = 1; number <= 1000; number += 1) {
             const insert = { kind: "insert", ids: [crypto.randomUUID()], name: `Label ${number}`, isIncluded: true };
             session.edit({ ...insert, place: ["last"], orientation: 0 });
           }"""
    )
    await expect(a.page.get_by_text("1,000 of 1,000 shown")).to_be_visible()
    assert await a.names.count() < 100
    await a.page.keyboard.press("End")
    await expect(a.name_field("Label 1000")).to_be_visible()
    await a.query.fill("Label 500")
    await a.expect_rows("Label 500")
