"""What the pages say in each language, as the tests need it."""

from typing import Any

from list_page import ListPage

LANGUAGES = ["en", "fr", "id", "tr", "ar", "zh"]


async def text(page: ListPage, key: str, **values: Any) -> str:
    """A text of the page's own catalogue, as the page writes it."""
    return await page.page.evaluate(
        "async ({ key, values }) => (await import('/messages/localize.js')).catalogue.text(key, values)",
        {"key": key, "values": values},
    )
