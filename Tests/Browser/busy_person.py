"""Somebody who edits a list on its page without a pause: what they do next comes from a seed, what comes of it from the page."""

import asyncio
import random
from collections import Counter

from list_page import ListPage
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator
from playwright.async_api import TimeoutError as PlaywrightTimeout

# How long a control may stay out of reach, in milliseconds: somebody else may have removed its row meanwhile.
REACH = 1_500
WORDS = ("Ring", "Tile", "Grid", "Étage", "E\u0301tage", "İstanbul", "Straße", "标签", "تسمية", "👩‍👩‍👧", " ")
# Out of their sum.
HABITS = {
    "type": 40, "toggle": 14, "add": 10, "remove": 5, "reverse": 3, "filter": 8, "unfilter": 6, "included_only": 4, "undo": 8, "redo": 4,
    "keep": 4, "reload": 1}
# Labels that they leave alone when there are no more, and so many that they add none.
FEWEST, MOST = 12, 60


class BusyPerson:
    def __init__(self, page: ListPage, seed: str, calm: asyncio.Lock):
        """`calm`: held while a page loads, of which the list is not to blame if it cannot."""
        self.page = page
        self.calm = calm
        self.chance = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()

    async def act(self) -> None:
        """One act. A control that went away before it was reached is missed, as it is by a hand."""
        habit, = self.chance.choices(list(HABITS), list(HABITS.values()))
        try:
            await getattr(self, habit)()
            self.done[habit] += 1
        except PlaywrightTimeout:
            self.missed[habit] += 1
        except PlaywrightError as error:  # the element left between being found and being used
            if "not attached" not in error.message and "detached" not in error.message:
                raise
            self.missed[habit] += 1

    def word(self) -> str:
        return f"{self.chance.choice(WORDS)}{self.chance.randrange(100)}"

    async def a_row(self) -> int:
        """Any of those that are shown."""
        return self.chance.randrange(max(1, await self.page.names.count()))

    async def press(self, control: Locator, key: str = "Enter") -> None:
        """By the keyboard: a pointer would never catch up with rows that others keep moving."""
        await control.focus(timeout=REACH)
        await self.page.page.keyboard.press(key)

    async def type(self) -> None:
        await self.press(self.page.names.nth(await self.a_row()), self.chance.choice(("Home", "End", "Control+A")))
        for letter in self.word():
            await self.page.page.keyboard.type(letter)
        if self.chance.random() < 0.5:
            await self.page.page.keyboard.press("Enter")

    async def toggle(self) -> None:
        await self.press(self.page.page.locator(".row .toggle").nth(await self.a_row()), "Space")

    async def length(self) -> int:
        """How many labels the list has, whatever is shown."""
        counts = await self.page.page.locator("#counts", has_text=" of ").text_content(timeout=REACH) or ""
        return int(counts.split(" of ")[1].split(" ")[0].replace(",", ""))

    async def remove(self) -> None:
        if await self.length() > FEWEST:
            await self.press(self.page.page.locator(".row .remove").nth(await self.a_row()))

    async def add(self) -> None:
        if await self.length() < MOST:
            await self.page.page.get_by_label("New label").fill(self.word(), timeout=REACH)
            await self.page.page.keyboard.press("Enter")

    async def reverse(self) -> None:
        await self.press(self.page.button("Reverse original order"))

    async def filter(self) -> None:
        await self.page.query.fill(self.chance.choice(("i", "ring", "1", "e", "标")), timeout=REACH)

    async def unfilter(self) -> None:
        await self.page.query.fill("", timeout=REACH)

    async def included_only(self) -> None:
        await self.press(self.page.included_only, "Space")

    async def undo(self) -> None:
        await self.press(self.page.button("Undo"))

    async def redo(self) -> None:
        await self.press(self.page.button("Redo"))

    async def keep(self) -> None:
        """Something that may be done with a text that was given back."""
        button = self.page.button(self.chance.choice(("Add as new label", "Restore label", "Dismiss all"))).first
        if await button.is_visible():
            await self.press(button)

    async def reload(self) -> None:
        """Closes the page in the middle of whatever it does, and opens it again."""
        async with self.calm:
            await self.page.page.reload()
            await self.page.expect_loaded()

    async def come_to_rest(self) -> None:
        """Leaves every field, and shows the whole list."""
        await self.page.query.fill("")
        await self.page.included_only.uncheck()
