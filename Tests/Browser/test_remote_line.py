"""What others do is told in a calm line, also where the filter hides it."""

from conftest import OpenPage
from list_page import ListPage, called
from playwright.async_api import Locator, expect
from accessibility import violations
from test_undo_presence import introduce


def line(page: ListPage) -> Locator:
    return page.page.locator("#remote-line")


async def test_what_somebody_does_is_told_in_one_line_by_name(open_page: OpenPage) -> None:
    a, b = await open_page(before=called("Ada")), await open_page(before=called("Ben"))
    await a.name_field("Grid").focus()
    await b.edit_as_script("""for (const name of ["Grid", "Tile", "Ring"]) {
        session.edit({ kind: "rename", ids: [id(name)], name: name + " Two", base: name, seen: session.replica.revision });
      }""")
    await expect(line(a)).to_have_text("Someone renamed 3 labels.")
    await expect(a.page.locator(":focus")).to_have_accessible_name("Label name")
    await b.remove_button("Tile Two").click()
    await expect(line(a)).to_have_text("Ben removed “Tile Two”.")
    await expect(line(a)).to_have_attribute("aria-live", "polite")
    await expect(a.notice).to_have_text("")


async def test_what_one_does_oneself_is_not_told(open_page: OpenPage) -> None:
    a, b = await open_page(before=called("Ada")), await open_page(before=called("Ben"))
    await a.toggle("Grid").click()
    await b.toggle("Tile").click()
    await expect(line(a)).to_have_text("Ben included “Tile”.")
    await expect(line(b)).to_have_text("Ada excluded “Grid”.")


async def test_changes_outside_the_filter_are_counted_and_the_way_there_is_shown(open_page: OpenPage) -> None:
    a, b, c = await open_page(), await open_page(), await open_page()
    await a.query.fill("Grid")
    outside = a.page.locator("#outside-line")
    await expect(outside).to_be_hidden()
    await b.rename("Ring", "Bell")
    await c.toggle("Tile").click()
    await b.toggle("Grid").click()
    await expect(outside).to_contain_text("2 labels outside your filter changed")
    assert await violations(a.page) == []
    await outside.get_by_role("button", name="Show").click()
    await expect(a.query).to_have_value("")
    await expect(a.page.locator(".row-item.is-fresh .row")).to_have_count(2)
    await expect(outside).to_be_hidden()


async def test_a_label_that_leaves_the_filter_by_somebody_elses_rename_counts_and_one_that_goes_does_not(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await a.query.fill("Ring")
    outside = a.page.locator("#outside-line")
    await b.rename("Ring", "Bell")
    await a.expect_rows()
    await expect(outside).to_contain_text("1 label outside your filter changed")
    await b.remove_button("Bell").click()
    await expect(outside).to_be_hidden()


async def test_people_in_names_that_the_filter_hides_are_counted(open_page: OpenPage) -> None:
    a, b, c = await open_page(), await open_page(), await open_page()
    await introduce(b, "Ben")
    await introduce(c, "Cleo")
    await a.query.fill("Grid")
    await b.name_field("Tile").focus()
    await c.name_field("Ring").focus()
    await expect(a.page.get_by_text("2 editing hidden labels")).to_be_visible()
    await c.name_field("Grid").focus()
    await expect(a.page.get_by_text("1 editing a hidden label")).to_be_visible()
    await expect(a.row("Grid").locator(".row-editors")).to_be_visible()
