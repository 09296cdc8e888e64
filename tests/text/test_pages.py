"""Rules files become pages that Discord takes and a phone shows."""

from hypothesis import given, strategies as st

from bot.text.markup import Page, pages, title

FILE = """# Nim

Two people, one heap.

## Aim

Take the last one.

## A turn

- take one
- or two
"""


def test_each_heading_begins_a_page_and_the_opening_stands_under_the_title() -> None:
    assert title(FILE) == "Nim"
    assert pages(FILE) == (
        Page("Nim", "Two people, one heap."),
        Page("Aim", "Take the last one."),
        Page("A turn", "- take one\n- or two"),
    )


def test_a_file_without_opening_begins_with_its_first_section() -> None:
    assert pages("# Nim\n\n## Aim\nWin.\n\n## Empty\n") == (Page("Aim", "Win."),)


def test_a_long_section_is_parted_between_paragraphs() -> None:
    first, second = "a" * 30, "b" * 30
    assert pages(f"## Long\n{first}\n\n{second}", limit=50) == (
        Page("Long", first, 1, 2),
        Page("Long", second, 2, 2),
    )


def test_a_long_paragraph_is_parted_between_lines_then_words() -> None:
    assert [page.body for page in pages("## L\naaa bbb\nccc ddd", limit=9)] == ["aaa bbb", "ccc ddd"]
    assert [page.body for page in pages("## L\naaa bbb ccc", limit=9)] == ["aaa bbb", "ccc"]
    assert [page.body for page in pages("## L\n" + "x" * 25, limit=10)] == ["x" * 10, "x" * 10, "x" * 5]


def test_a_section_may_name_its_example_which_its_first_page_has() -> None:
    found = pages("# Nim\n\n## Aim\n\n<!-- example: heap -->\n\naaa bbb\n\n## End\nover", limit=4)
    assert found == (Page("Aim", "aaa", 1, 2, "heap"), Page("Aim", "bbb", 2, 2), Page("End", "over"))


def test_a_section_may_name_the_decisions_that_it_tells_of() -> None:
    (found,) = pages("## Aim\n\n<!-- decisions: take play -->\n\n<!-- example: heap -->\n\naaa")
    assert found == Page("Aim", "aaa", example="heap", decisions=("take", "play"))


@given(st.text(alphabet="ab \n", max_size=300), st.integers(1, 40))
def test_nothing_is_lost_and_no_page_is_longer_than_its_limit(text: str, limit: int) -> None:
    found = pages("## Head\n" + text, limit)
    assert all(0 < len(page.body) <= limit for page in found)
    assert "".join("".join(page.body.split()) for page in found) == "".join(text.split())
