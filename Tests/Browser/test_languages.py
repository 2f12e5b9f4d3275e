"""Six languages, one of them right to left: chosen by the browser or picked, whole, and accessible in every state."""

import pytest
from accessibility import violations
from conftest import OpenPage
from languages import LANGUAGES, text
from list_page import HeldFrames, ListPage, called
from playwright.async_api import expect
from server import Server

ENDONYMS = {"fr": "Français", "id": "Bahasa Indonesia", "tr": "Türkçe", "ar": "العربية", "zh": "中文"}


async def reject_an_edit(a: ListPage, b: ListPage, frames: HeldFrames) -> None:
    """B removes Tile while A, who has not seen that yet, renames it."""
    frames.hold()
    await b.remove_button("Tile").click()
    await b.expect_saved()
    field = a.page.locator("#rows input.name").nth(1)
    await expect(field).to_have_value("Tile")
    await field.fill("Tile Two")
    await a.page.keyboard.press("Enter")
    frames.release()
    await expect(a.page.locator(".kept-text")).to_have_value("Tile Two")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_page_speaks_the_language_of_the_browser(open_page: OpenPage, language: str) -> None:
    a = await open_page(locale=language)
    await expect(a.page.locator("html")).to_have_attribute("lang", language)
    await expect(a.page.locator("html")).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")
    await expect(a.page.locator("#query")).to_have_accessible_name(await text(a, "filterLabels"))
    await expect(a.page.locator("#counts")).to_have_text(await text(a, "counts", shown=3, total=3))


async def test_a_picked_language_comes_before_that_of_the_browser_and_is_remembered(open_page: OpenPage, server: Server) -> None:
    a = await open_page(fragment="#q=ring")
    await a.button("Settings").click()
    await a.page.get_by_label("Language", exact=True).select_option(label="Türkçe")
    await expect(a.page.locator("html")).to_have_attribute("lang", "tr")
    await expect(a.page.get_by_label("Etiketleri filtrele")).to_have_value("ring")
    await a.page.goto(server.address + "/")
    await expect(a.page.get_by_role("heading", name="Listeler")).to_be_visible()
    await a.page.get_by_role("button", name="Ayarlar").click()
    await a.page.get_by_label("Dil", exact=True).select_option(index=0)
    await expect(a.page.locator("html")).to_have_attribute("lang", "en")


async def test_every_language_is_offered_by_its_own_name(open_page: OpenPage) -> None:
    a = await open_page()
    await a.button("Settings").click()
    for name in ENDONYMS.values():
        await expect(a.page.get_by_label("Language", exact=True).get_by_role("option", name=name, exact=True)).to_have_count(1)


@pytest.mark.parametrize(("language", "scheme"), [
    # A share for every day: each language in one scheme, both schemes in the end.
    pytest.param(language, scheme, marks=[pytest.mark.soak] if (number + shade) % 2 else [])
    for number, language in enumerate(LANGUAGES) for shade, scheme in enumerate(["light", "dark"])
])
async def test_no_state_breaks_a_rule_of_accessibility(open_page: OpenPage, server: Server, language: str, scheme: str) -> None:
    frames = HeldFrames()
    b = await open_page(before=called("Bea"))
    a = await open_page(before=frames.install, locale=language, color_scheme=scheme)
    assert await violations(a.page) == [], "a list"
    await reject_an_edit(a, b, frames)
    assert await violations(a.page) == [], "a rejected edit"
    await a.page.locator("#select-all").check()
    assert await violations(a.page) == [], "a selection"
    await a.page.locator("#bulk-rename").click()
    await a.page.locator("#pattern-find").fill("i")
    assert await violations(a.page) == [], "a rename by pattern"
    await a.page.keyboard.press("Escape")
    await a.page.locator("#history").click()
    await expect(a.page.locator(".drawer .entries li").first).to_be_visible()
    assert await violations(a.page) == [], "the history"
    await a.page.keyboard.press("Escape")
    await a.page.locator("#query").fill("nothing like it")
    await expect(a.page.locator("#blank")).to_be_visible()
    assert await violations(a.page) == [], "no matches"
    for opener in ("settings", "shortcuts", "me"):
        await a.page.locator(f"#{opener}").click()
        await expect(a.page.locator("dialog[open]")).to_be_visible()
        assert await violations(a.page) == [], opener
        await a.page.keyboard.press("Escape")
    await a.page.locator("#list-menu").click()
    assert await violations(a.page) == [], "the list's menu"
    await a.page.goto(server.list_address("empty"))
    await a.expect_online()
    assert await violations(a.page) == [], "an empty list"
    await b.page.evaluate("""fetch("/api/v1/lists/demo", { method: "PATCH", body: '{"isArchived": true}', headers: { "Content-Type": "application/json" } })""")
    await a.page.goto(server.list_address("demo"))
    await expect(a.page.locator("#archived-banner")).to_be_visible()
    assert await violations(a.page) == [], "an archived list"
    await a.page.goto(server.address + "/")
    await expect(a.page.locator(".blank-actions")).to_be_visible()
    assert await violations(a.page) == [], "an empty index"
    await a.page.locator("input[name=archived][value=yes]").check()
    await expect(a.page.locator(".list-row").first).to_be_visible()
    assert await violations(a.page) == [], "the index"
    await a.page.locator("#new-list").click()
    assert await violations(a.page) == [], "a new list"


@pytest.mark.parametrize(
    "language, notice",
    [("fr", "Modification ignorée : le libellé a été supprimé."), ("tr", "Düzenleme atlandı: etiket kaldırılmış.")],
)
async def test_a_rejected_edit_is_told_in_the_words_of_the_article(open_page: OpenPage, language: str, notice: str) -> None:
    frames = HeldFrames()
    b = await open_page()
    a = await open_page(before=frames.install, locale=language)
    await reject_an_edit(a, b, frames)
    await expect(a.page.locator("#notice")).to_contain_text(notice)


async def test_turkish_keeps_dotted_and_dotless_i_apart_in_the_filter_and_english_does_not(open_page: OpenPage) -> None:
    turkish = await open_page(locale="tr-TR")
    english = await open_page()
    await english.add("Isparta")
    await english.add("İstanbul")
    await english.expect_readout("Grid", "Tile", "Ring", "Isparta", "İstanbul")
    await expect(turkish.page.locator("#rows input.name")).to_have_count(5)
    await turkish.page.locator("#query").fill("ist")
    await expect(turkish.page.locator("#rows input.name")).to_have_count(1)
    await expect(turkish.page.locator("#rows input.name")).to_have_value("İstanbul")
    await turkish.page.locator("#query").fill("ıs")
    await expect(turkish.page.locator("#rows input.name")).to_have_value("Isparta")
    await english.query.fill("is")
    await english.expect_rows("Isparta")


async def test_a_picked_language_is_also_that_of_the_filter(open_page: OpenPage) -> None:
    a = await open_page()
    await a.add("İstanbul")
    await a.query.fill("ist")
    await a.expect_rows()
    await a.button("Settings").click()
    await a.page.get_by_label("Language", exact=True).select_option(value="tr")
    await expect(a.page.locator("html")).to_have_attribute("lang", "tr")
    await expect(a.page.locator("#rows input.name")).to_have_value("İstanbul")


async def test_arabic_runs_right_to_left_whole(open_page: OpenPage) -> None:
    a = await open_page(locale="ar", viewport={"width": 1200, "height": 700})
    await expect(a.page.locator("#rows .row").first).to_be_visible()

    async def middle(selector: str) -> float:
        box = await a.page.locator(selector).first.bounding_box()
        assert box is not None, selector
        return box["x"] + box["width"] / 2

    masthead = [await middle(selector) for selector in (".home", "#list-name", "#connection", "#settings")]
    assert masthead == sorted(masthead, reverse=True)
    row = [await middle(f"#rows {selector}") for selector in (".row-position", ".name", ".toggle", ".remove")]
    assert row == sorted(row, reverse=True)
    assert await middle("#labels") > await middle(".original")
    assert await a.page.evaluate("document.documentElement.scrollWidth") == 1200


async def test_names_begin_where_the_lines_of_the_page_begin_whichever_way_they_run(open_page: OpenPage) -> None:
    a = await open_page()
    await a.add("تسمية")
    arabic = await open_page(locale="ar")
    await expect(a.name_field("تسمية")).to_have_css("direction", "rtl")
    await expect(a.name_field("تسمية")).to_have_css("text-align", "left")
    english_name = arabic.page.locator("#rows input.name").first
    await expect(english_name).to_have_value("Grid")
    await expect(english_name).to_have_css("direction", "ltr")
    await expect(english_name).to_have_css("text-align", "right")


async def test_arabic_counts_with_its_own_plurals(open_page: OpenPage) -> None:
    a = await open_page(locale="ar")
    assert await text(a, "saving", count=2) == "جارٍ حفظ تعديلين…"
    assert (await text(a, "saving", count=3)).endswith("تعديلات…")
    assert (await text(a, "saving", count=11)).endswith("تعديلًا…")
