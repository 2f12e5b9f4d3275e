"""axe, as the tests ask it."""

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page


async def violations(page: Page) -> list[str]:
    """Every rule that the page breaks as it stands, with what breaks it."""
    found = await Axe().run(page)
    return [f"{violation['id']}: {[node['html'] for node in violation['nodes']]}" for violation in found.response["violations"]]
