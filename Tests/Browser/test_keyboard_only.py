"""Everything by keys alone: no pointer is ever used here."""

from conftest import OpenPage
from list_page import ListPage
from playwright.async_api import Locator, expect
from server import Server

# More stops than any page of these tests has.
MOST_STOPS = 120


async def tab_to(page: ListPage, target: Locator, key: str = "Tab") -> None:
    """Presses Tab until the focus is there, as a person does who has no pointer; every stop on the way shows that it has the focus."""
    for _ in range(MOST_STOPS):
        if await target.evaluate("(element) => element === document.activeElement"):
            return
        await page.page.keyboard.press(key)
    raise AssertionError(f"Tab does not lead to {target}")


async def retype(page: ListPage, text: str) -> None:
    await page.page.keyboard.press("Control+a")
    await page.page.keyboard.press("Backspace")
    await page.page.keyboard.type(text)


async def rename(page: ListPage, name: str, new: str) -> None:
    await tab_to(page, page.name_field(name))
    await page.page.keyboard.press("Enter")
    await retype(page, new)
    await page.page.keyboard.press("Enter")


async def test_the_seven_steps_by_keys_alone(open_page: OpenPage) -> None:
    a = await open_page()
    await a.expect_rows("Grid", "Tile", "Ring")
    await a.page.keyboard.press("/")
    await expect(a.query).to_be_focused()
    await a.page.keyboard.type("Ring")
    await a.expect_rows("Ring")
    await rename(a, "Ring", "Ring Two")
    await a.expect_readout("Grid", "Tile", "Ring Two")

    await tab_to(a, a.query, "Shift+Tab")
    await retype(a, "")
    await tab_to(a, a.button("Reverse original order"))
    await a.page.keyboard.press("Enter")
    await a.expect_readout("Ring Two", "Tile", "Grid")

    await rename(a, "Grid", "Grid Two")
    await a.expect_readout("Ring Two", "Tile", "Grid Two")

    await tab_to(a, a.included_only, "Shift+Tab")
    await a.page.keyboard.press("Space")
    await a.expect_rows("Ring Two", "Grid Two")
    await tab_to(a, a.toggle("Grid Two"))
    await a.page.keyboard.press("Space")
    await a.expect_rows("Ring Two")
    await a.expect_readout("Ring Two", "Tile", "Grid Two")

    await tab_to(a, a.included_only, "Shift+Tab")
    await a.page.keyboard.press("Space")
    await expect(a.toggle("Grid Two")).not_to_be_checked()

    await tab_to(a, a.query, "Shift+Tab")
    await retype(a, "Tile")
    await tab_to(a, a.remove_button("Tile"))
    await a.page.keyboard.press("Enter")
    await a.expect_readout("Ring Two", "Grid Two")
    await a.expect_saved()


async def test_the_shortcut_sheet_opens_with_a_question_mark_outside_of_fields_and_gives_the_focus_back(open_page: OpenPage) -> None:
    a = await open_page()
    await tab_to(a, a.button("Reverse original order"))
    await a.page.keyboard.press("?")
    sheet = a.page.get_by_role("dialog", name="Keyboard shortcuts")
    await expect(sheet).to_be_visible()
    await a.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await expect(a.button("Reverse original order")).to_be_focused()
    await a.page.keyboard.press("n")
    await expect(a.page.get_by_label("New label")).to_be_focused()
    await a.page.keyboard.type("n/?")
    await expect(a.page.get_by_label("New label")).to_have_value("n/?")
    await expect(sheet).to_have_count(0)


async def test_single_keys_can_be_switched_off(open_page: OpenPage) -> None:
    a = await open_page()
    await tab_to(a, a.button("Settings"))
    await a.page.keyboard.press("Enter")
    dialog = a.page.get_by_role("dialog", name="Settings")
    await tab_to(a, dialog.get_by_role("group", name="Single-key shortcuts").get_by_role("radio", name="On"))
    await a.page.keyboard.press("ArrowRight")
    await a.page.keyboard.press("Escape")
    await a.page.keyboard.press("/")
    await expect(a.query).not_to_be_focused()
    await a.page.keyboard.press("?")
    await expect(a.page.get_by_role("dialog")).to_have_count(0)


async def test_a_menu_is_walked_by_arrows_and_letters_and_left_by_escape(open_page: OpenPage) -> None:
    a = await open_page()
    opener = a.button("List menu")
    await tab_to(a, opener)
    await a.page.keyboard.press("ArrowDown")
    await expect(a.page.get_by_role("menuitem", name="Rename…")).to_be_focused()
    await a.page.keyboard.press("End")
    await expect(a.page.get_by_role("menuitem", name="Archive")).to_be_focused()
    await a.page.keyboard.press("ArrowDown")
    await expect(a.page.get_by_role("menuitem", name="Rename…")).to_be_focused()
    await a.page.keyboard.press("d")
    await expect(a.page.get_by_role("menuitem", name="Duplicate…")).to_be_focused()
    await a.page.keyboard.press("Escape")
    await expect(opener).to_be_focused()
    await expect(opener).to_have_attribute("aria-expanded", "false")


async def test_every_stop_of_the_focus_can_be_seen(open_page: OpenPage, server: Server) -> None:
    a = await open_page()
    for address in (server.list_address("demo"), server.address + "/"):
        await a.page.goto(address)
        await a.page.wait_for_load_state("networkidle")
        for _ in range(MOST_STOPS):
            await a.page.keyboard.press("Tab")
            unseen = await a.page.evaluate(
                """() => {
                     const focused = document.activeElement;
                     if (!focused || focused === document.body) return null;
                     const shown = [focused, focused.closest("label"), focused.closest("li")].filter(Boolean)
                       .flatMap((element) => [getComputedStyle(element), getComputedStyle(element, "::after")]);
                     const isSeen = shown.some(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth) >= 1);
                     return isSeen ? "" : focused.outerHTML;
                   }"""
            )
            if unseen is None:
                break
            assert unseen == ""
        else:
            raise AssertionError(f"The focus never leaves {address}")
