"""What the seven-step check implies when several people edit one list."""

from conftest import OpenPage
from list_page import HeldFrames, ListPage
from playwright.async_api import expect

NOTICE = "Edit skipped: label was removed."


async def rename_what_another_removed(open_page: OpenPage) -> tuple[ListPage, ListPage]:
    """A, who has not seen the removal, renames Tile after B removed it."""
    frames = HeldFrames()
    a = await open_page(before=frames.install)
    b = await open_page()
    frames.hold()
    await b.remove_button("Tile").click()
    await b.expect_saved()
    await a.expect_rows("Grid", "Tile", "Ring")
    await a.rename("Tile", "Tile Two")
    await a.expect_rows("Grid", "Tile Two", "Ring")
    await expect(a.notice).to_have_text("")
    await expect(a.page.get_by_text("Saving 1 edit…")).to_be_visible()
    frames.release()
    await expect(a.notice).to_have_text(NOTICE)
    return a, b


async def test_a_concurrent_removal_rejects_the_rename_with_the_notice(open_page: OpenPage) -> None:
    a, b = await rename_what_another_removed(open_page)
    await expect(a.notice).to_be_visible()
    await expect(a.kept_text).to_have_value("Tile Two")
    await a.query.focus()
    for page in (a, b):
        await page.expect_rows("Grid", "Ring")
        await page.expect_readout("Grid", "Ring")
    await expect(b.notice).to_have_text("")


async def test_the_rejected_text_can_be_added_as_a_new_label(open_page: OpenPage) -> None:
    a, b = await rename_what_another_removed(open_page)
    await a.button("Add as new label").click()
    await expect(a.kept_text).to_have_count(0)
    for page in (a, b):
        await page.expect_readout("Grid", "Ring", "Tile Two")


async def test_the_removed_label_can_be_restored_with_the_rejected_text(open_page: OpenPage) -> None:
    a, b = await rename_what_another_removed(open_page)
    await a.button("Restore label").click()
    await expect(a.kept_text).to_have_count(0)
    for page in (a, b):
        await page.expect_readout("Grid", "Tile Two", "Ring")


async def test_the_notice_clears_at_the_next_good_edit_and_the_text_stays_until_dismissed(open_page: OpenPage) -> None:
    a, _ = await rename_what_another_removed(open_page)
    await a.toggle("Ring").click()
    await expect(a.notice).to_have_text("")
    await expect(a.kept_text).to_have_value("Tile Two")
    await a.page.locator(".kept").get_by_role("button", name="Dismiss").click()
    await expect(a.kept_text).to_have_count(0)


async def test_a_reverse_and_moves_elsewhere_while_filtered_leave_the_row_bound_to_its_label(open_page: OpenPage) -> None:
    a = await open_page(fragment="#q=Ring")
    b = await open_page()
    await a.expect_rows("Ring")
    await b.button("Reverse original order").click()
    await b.edit_as_script(
        """const { orientation } = session.replica.list;
           session.edit({ kind: "move", ids: [id("Grid")], place: ["first"], orientation });
           session.edit({ kind: "move", ids: [id("Ring")], place: ["after", id("Tile")], orientation });"""
    )
    await b.expect_readout("Grid", "Tile", "Ring")
    await a.expect_readout("Grid", "Tile", "Ring")
    await a.rename("Ring", "Ring Two")
    for page in (a, b):
        await page.expect_readout("Grid", "Tile", "Ring Two")


async def test_a_rename_meets_a_reverse_that_it_has_not_seen(open_page: OpenPage) -> None:
    frames = HeldFrames()
    a = await open_page(before=frames.install)
    b = await open_page()
    frames.hold()
    await b.button("Reverse original order").click()
    await b.expect_saved()
    await a.rename("Ring", "Ring Two")
    frames.release()
    for page in (a, b):
        await page.expect_readout("Ring Two", "Tile", "Grid")


async def test_what_is_edited_elsewhere_enters_and_leaves_by_each_pages_own_filter(open_page: OpenPage) -> None:
    a = await open_page(fragment="#q=ring&included=1")
    b = await open_page()
    await b.rename("Tile", "String")
    await a.expect_rows("Ring")
    await b.toggle("String").click()
    await a.expect_rows("String", "Ring")
    await b.toggle("Ring").click()
    await a.expect_rows("String")
    await expect(a.page.get_by_text("1 of 3 shown")).to_be_visible()


async def test_typing_over_each_other_keeps_no_text_that_survived(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    for page in (a, b):
        await page.name_field("Ring").select_text()
    for mine, others in zip("alphabet", "ZYXWVUTS", strict=True):
        await a.page.keyboard.type(mine)
        await a.page.keyboard.press("Enter")
        await a.expect_saved()
        await b.page.keyboard.type(others)
        await b.page.keyboard.press("Enter")
        await b.expect_saved()
    await expect(b.notice).to_have_text("")
    await expect(a.notice).to_have_text("Somebody renamed this label at the same time. Your text was replaced.")
    await expect(a.kept_text).to_have_value("alphabet")
    await a.page.keyboard.type("!")
    await a.expect_readout("Grid", "Tile", "alphabet!")
    await expect(a.kept_text).to_have_count(0)


async def test_several_kept_texts_can_be_dismissed_at_once(open_page: OpenPage) -> None:
    a = await open_page()
    for name in ("Grid", "Ring"):
        await expect(a.button("Dismiss all")).to_be_hidden()
        await a.name_field(name).fill("x" * 501)
        await a.query.focus()
    await expect(a.kept_text).to_have_count(2)
    await a.button("Dismiss all").click()
    await expect(a.kept_text).to_have_count(0)
    await expect(a.notice).to_have_text("")


async def test_two_people_who_type_in_one_name_at_different_places_both_keep_their_text(open_page: OpenPage) -> None:
    frames = HeldFrames()
    a = await open_page(before=frames.install)
    b = await open_page()
    frames.hold()
    await b.rename("Grid", "My Grid")
    await b.expect_saved()
    await a.rename("Grid", "Grids")
    frames.release()
    await a.query.focus()
    for page in (a, b):
        await page.expect_readout("My Grids", "Tile", "Ring")
