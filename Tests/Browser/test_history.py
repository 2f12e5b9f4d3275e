"""Who changed what when; the list as it was; and what is brought back from there."""

from conftest import OpenPage
from list_page import ListPage, called
from playwright.async_api import Locator, expect
from accessibility import violations


ADDED = ["Someone added “Ring”", "Someone added “Tile”", "Someone added “Grid”"]
"""With these the demo list begins."""


def drawer(page: ListPage) -> Locator:
    return page.page.get_by_role("dialog", name="History of")


def entry(page: ListPage, text: str) -> Locator:
    return drawer(page).get_by_role("listitem").filter(has_text=text).first


async def open_details(page: ListPage, text: str) -> Locator:
    found = entry(page, text)
    await found.get_by_text("Details").click()
    return found


async def test_the_history_tells_who_changed_what_and_what_it_was_before(open_page: OpenPage) -> None:
    a, b = await open_page(before=called("Ada")), await open_page(before=called("Ben"))
    await b.name_field("Ring").focus()
    await b.page.keyboard.press("End")
    await b.page.keyboard.type(" Two", delay=100)
    await b.page.keyboard.press("Enter")
    await b.remove_button("Tile").click()
    await a.button("Reverse original order").click()
    await a.expect_readout("Ring Two", "Grid")
    await a.expect_saved()
    await a.button("History").click()
    texts = drawer(a).locator(".entry-text")
    await expect(texts).to_have_text(["Ada (self-given name) reversed the order", "Ben (self-given name) removed “Tile”",
                                      "Ben (self-given name) renamed “Ring Two”", *ADDED])
    await expect(entry(a, "renamed")).to_contain_text("“Ring” became “Ring Two”")
    await expect(drawer(a)).to_contain_text("Here the list began.")
    assert await violations(a.page) == []
    await a.page.keyboard.press("Escape")
    await expect(drawer(a)).to_be_hidden()
    await expect(a.button("History")).to_be_focused()


async def test_a_labels_history_tells_of_it_alone_and_gives_its_name_back(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await b.rename("Ring", "Bell")
    await b.rename("Grid", "Net")
    await a.expect_readout("Net", "Tile", "Bell")
    await a.row("Bell").get_by_role("button", name="More about this label").click()
    await a.page.get_by_role("menuitem", name="History of this label").click()
    await expect(drawer(a).get_by_role("heading")).to_have_text("History of “Bell”")
    await expect(drawer(a).locator(".entry-text")).to_have_text(["Someone renamed “Bell”", "Someone added “Ring”"])
    found = await open_details(a, "renamed")
    await found.get_by_role("button", name="Take the name “Ring” back").click()
    await b.expect_readout("Net", "Tile", "Ring")
    await drawer(a).get_by_role("button", name="1 newer change").click()
    await expect(drawer(a).locator(".entry-text")).to_have_text(["Someone renamed “Ring”", "Someone renamed “Bell”", "Someone added “Ring”"])


async def test_a_removed_label_comes_back_from_the_history(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await b.remove_button("Tile").click()
    await a.expect_readout("Grid", "Ring")
    await a.button("History").click()
    found = await open_details(a, "removed “Tile”")
    await found.get_by_role("button", name="Restore label").click()
    for page in (a, b):
        await page.expect_readout("Grid", "Tile", "Ring")


async def test_the_list_as_it_was_is_looked_at_and_restored_whole_and_that_is_undone(open_page: OpenPage) -> None:
    a, b = await open_page(), await open_page()
    await b.rename("Ring", "Bell")
    await b.remove_button("Grid").click()
    await b.add("Door")
    await b.toggle("Tile").click()
    await b.button("Reverse original order").click()
    await a.expect_readout("Door", "Bell", "Tile")
    await a.button("History").click()
    found = await open_details(a, "renamed “Bell”")
    await found.get_by_role("button", name="View the list as it was").click()
    past = a.page.get_by_role("dialog", name="The list as it was")
    await expect(past).to_contain_text("at revision 4. Nothing can be changed here.")
    await expect(past.locator(".past-name")).to_have_text(["Grid", "Tile", "Bell"])
    await expect(past).to_contain_text("3 labels, 2 differ from now")
    await past.get_by_label("Only what differs from now").check()
    await expect(past.locator(".past-name")).to_have_text(["Grid", "Tile"])
    assert await violations(a.page) == []
    await past.get_by_role("button", name="Restore the whole list…").click()
    plan = a.page.get_by_role("dialog", name="Restore the list as it was")
    for line in ("1 removed label comes back", "1 label that was added since is removed", "1 label is switched back", "The order is reversed"):
        await expect(plan).to_contain_text(line)
    await plan.get_by_role("button", name="Restore", exact=True).click()
    for page in (a, b):
        await page.expect_readout("Grid", "Tile", "Bell")
        await expect(page.toggle("Tile")).not_to_be_checked()
    await expect(a.page.locator("#bulk-text")).to_have_text("The list was restored")
    await a.button("Undo").click()
    await b.expect_readout("Door", "Bell", "Tile")
    await expect(b.toggle("Tile")).to_be_checked()


async def test_a_group_is_one_line_and_long_histories_are_read_page_by_page(open_page: OpenPage) -> None:
    a = await open_page()
    await a.edit_as_script("""for (let count = 0; count < 120; count += 1) {
        session.edit({ kind: "include", ids: [id("Grid")], isIncluded: count % 2 === 1 });
        await until(() => session.replica.pendingCount === 0);
      }
      const group = crypto.randomUUID();
      for (const name of ["Grid", "Tile", "Ring"]) {
        session.edit({ kind: "rename", ids: [id(name)], name: name + "!", base: name, seen: session.replica.revision, group });
      }""")
    await a.expect_readout("Grid!", "Tile!", "Ring!")
    await a.button("History").click()
    await expect(drawer(a).locator(".entry-text").first).to_have_text("Someone renamed 3 labels")
    await expect(drawer(a).locator(".entry")).to_have_count(98)
    await drawer(a).get_by_role("button", name="Show older changes").click()
    await expect(drawer(a).locator(".entry")).to_have_count(124)
    await expect(drawer(a)).to_contain_text("Here the list began.")
