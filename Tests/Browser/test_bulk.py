"""What is done to many labels at once is one action: undone as one, told label by label, and it goes on after a reload."""

from conftest import OpenPage
from list_page import HeldFrames, ListPage, called
from playwright.async_api import Locator, expect
from accessibility import violations
from test_selection import bar, box, expect_selected


async def choose(page: ListPage, *names: str) -> None:
    for name in names:
        await box(page, name).click()


def bar_button(page: ListPage, name: str) -> Locator:
    return bar(page).get_by_role("button", name=name)


async def test_many_labels_are_excluded_and_removed_and_undone_in_one_step_each(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await choose(a, "Grid", "Ring")
    await bar_button(a, "Exclude").click()
    for name in ("Grid", "Ring"):
        await expect(b.toggle(name)).not_to_be_checked()
    await expect(a.page.get_by_text("2 changed")).to_be_visible()
    await bar_button(a, "Remove").click()
    await b.expect_readout("Tile")
    await expect(bar(a)).to_be_hidden()
    await a.button("Undo").click()
    await b.expect_readout("Grid", "Tile", "Ring")
    await a.button("Undo").click()
    for name in ("Grid", "Ring"):
        await expect(b.toggle(name)).to_be_checked()
    await a.button("Redo").click()
    await expect(b.toggle("Ring")).not_to_be_checked()


async def test_the_result_tells_what_changed_and_who_removed_the_rest(open_page: OpenPage) -> None:
    frames = HeldFrames()
    a, b = await open_page(before=frames.install), await open_page(before=called("Ben"))
    await a.page.get_by_label("Select all shown").check()
    frames.hold()
    await b.remove_button("Tile").click()
    await b.expect_saved()
    await bar_button(a, "Include").click()
    frames.release()
    await expect(a.page.locator("#bulk-text")).to_have_text("0 changed, 2 were so already, 1 was removed by Ben")
    await a.page.get_by_text("Which ones?").click()
    await expect(a.page.locator("#bulk-refused")).to_have_text("Tile")
    await expect(a.notice).to_have_text("")
    assert await violations(a.page) == []
    await a.page.locator("#bulk-dismiss").click()
    await expect(a.page.locator("#bulk-line")).to_be_hidden()


async def test_labels_are_renamed_by_a_pattern_that_is_seen_beforehand(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.page.get_by_label("Select all shown").check()
    await bar_button(a, "Rename by pattern").click()
    dialog = a.page.get_by_role("dialog", name="Rename by pattern")
    await dialog.get_by_label("Find").fill("RI")
    await dialog.get_by_label("Replace with").fill("Ba")
    preview = dialog.get_by_role("list", name="Preview").get_by_role("listitem")
    await expect(preview).to_have_count(2)
    await expect(preview.first).to_contain_text("Grid")
    await expect(preview.first).to_contain_text("GBad")
    await dialog.get_by_label("Put in front").fill("Old ")
    await expect(preview.first).to_contain_text("Old GBad")
    assert await violations(a.page) == []
    await dialog.get_by_role("button", name="Rename 3 labels").click()
    await b.expect_readout("Old GBad", "Old Tile", "Old Bang")
    await a.page.locator("#labels").focus()
    await a.page.keyboard.press("Control+z")
    await b.expect_readout("Grid", "Tile", "Ring")


async def test_a_pattern_warns_of_what_it_does_and_of_what_it_is_not(open_page: OpenPage) -> None:
    a = await open_page()
    await a.page.get_by_label("Select all shown").check()
    await bar_button(a, "Rename by pattern").click()
    dialog = a.page.get_by_role("dialog", name="Rename by pattern")
    await dialog.get_by_label("Regular expression").check()
    await dialog.get_by_label("Find").fill("^.*$")
    await dialog.get_by_label("Replace with").fill("Same")
    await expect(dialog).to_contain_text("3 new names are other labels’ too.")
    await dialog.get_by_label("Put behind").fill("x" * 500)
    await expect(dialog).to_contain_text("3 names would be too long and are left as they are.")
    await expect(dialog.get_by_role("button", name="Rename 0 labels")).to_have_attribute("aria-disabled", "true")
    await dialog.get_by_label("Find").fill("(")
    await expect(dialog).to_contain_text("This is no regular expression: Unterminated group")


async def test_an_expression_that_never_ends_is_given_up(open_page: OpenPage) -> None:
    a = await open_page()
    await a.add("a" * 40 + "b")
    await a.page.get_by_label("Select all shown").check()
    await bar_button(a, "Rename by pattern").click()
    dialog = a.page.get_by_role("dialog", name="Rename by pattern")
    await dialog.get_by_label("Regular expression").check()
    await dialog.get_by_label("Find").fill("(a|aa)+$b")
    await expect(dialog).to_contain_text("0 names change")
    await dialog.get_by_label("Find").fill("^(a+)+$")
    await expect(dialog).to_contain_text("This regular expression takes too long.", timeout=15_000)
    await dialog.get_by_role("button", name="Cancel").click()
    await expect(dialog).to_be_hidden()


async def test_an_action_that_a_reload_interrupts_goes_on_and_is_counted_to_the_end(open_page: OpenPage) -> None:
    frames = HeldFrames()
    a, b = await open_page(before=frames.install), await open_page()
    await a.page.get_by_label("Select all shown").check()
    frames.hold()
    await bar_button(a, "Rename by pattern").click()
    dialog = a.page.get_by_role("dialog", name="Rename by pattern")
    await dialog.get_by_label("Put behind").fill(" Two")
    await dialog.get_by_role("button", name="Rename 3 labels").click()
    await expect(a.page.get_by_text("0 of 3 labels done…")).to_be_visible()
    await b.expect_readout("Grid Two", "Tile Two", "Ring Two")
    frames.waiting.clear()
    frames.is_holding = False
    await a.page.reload()
    await a.expect_saved()
    await expect(a.page.locator("#bulk-text")).to_have_text("3 changed")
    for page in (a, b):
        await page.expect_readout("Grid Two", "Tile Two", "Ring Two")


async def test_a_choice_is_frozen_when_the_pattern_is_asked_for(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await choose(a, "Grid", "Tile")
    await bar_button(a, "Rename by pattern").click()
    dialog = a.page.get_by_role("dialog", name="Rename by pattern")
    await dialog.get_by_label("Put behind").fill("!")
    await b.add("Bell")
    await b.rename("Tile", "Roof Tile")
    await a.expect_readout("Grid", "Roof Tile", "Ring", "Bell")
    await dialog.get_by_role("button", name="Rename 2 labels").click()
    await b.expect_readout("Grid!", "Roof Tile!", "Ring", "Bell")
    await expect_selected(a, "Grid!", "Roof Tile!")
