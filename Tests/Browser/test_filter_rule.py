import json

from conftest import OpenPage
from server import ROOT


async def test_every_filter_vector_matches_in_the_browser(open_page: OpenPage) -> None:
    vectors = json.loads((ROOT / "Tests/Vectors/filter-vectors.json").read_text())
    assert len(vectors) >= 250
    a = await open_page()
    wrong = await a.page.evaluate(
        """async (vectors) => {
             const { LabelFilter } = await import("/filter.js");
             return vectors.filter(({ locale, name, query, matches }) =>
               new LabelFilter({ query, language: locale }).matches({ id: "", name, isIncluded: true }) !== matches);
           }""",
        vectors,
    )
    assert wrong == []
