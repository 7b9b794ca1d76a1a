"""The method is data (decision 0017): no type, attribute, context, facet or state stands in the code by its name."""

import ast
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.method_names import (
    PAGE,
    Allowed,
    Hit,
    allowed,
    hits_of_page,
    hits_of_service,
    literals,
    page_literals,
)

IS_INSTALLED = (PAGE / "node_modules" / "rolldown").is_dir()


def test_the_service_names_nothing_of_the_method() -> None:
    assert _unexplained(hits_of_service(), allowed()) == []


# A build that skips what it cannot run proves nothing about it.
@pytest.mark.skipif(not IS_INSTALLED and not os.environ.get("CI"), reason="The page's tools are not installed.")
def test_the_page_names_nothing_of_the_method() -> None:
    assert _unexplained(hits_of_page(), allowed()) == []


@pytest.mark.skipif(not IS_INSTALLED and not os.environ.get("CI"), reason="The page's tools are not installed.")
def test_every_exception_is_needed() -> None:
    hits = [*hits_of_service(), *hits_of_page()]

    files = [(file, each.reason) for each in allowed() for file in each.files if not _used(hits, each, file=file)]
    names = [(name, each.reason) for each in allowed() for name in each.names if not _used(hits, each, name=name)]

    assert (files, names) == ([], [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('x = "author"', ["author"]),
        ("x = b'author'", ["author"]),
        ('x = f"role{y}"', ["role"]),
        ('"""author"""\nx = 1', []),
        ("author = 1", []),
    ],
)
def test_literals_are_neither_docstrings_nor_identifiers(text: str, found: list[str]) -> None:
    assert [each for _, each in literals(ast.parse(text))] == found


SOURCE = """
import { author } from "./owner";
const { t } = useTranslation("system");
export function Part({ element }: { element: Pick<Element, "risk"> }) {
  const body = { attributes: { lastName: 1, ...(element ? { email: 2 } : {}) } };
  const reason: Element["kpi"] = element.attributes?.purp;
  return <p role="group" title={t("task")}>{element.related?.["owner"]} {`author ${body}`} {reason}</p>;
}
"""


@pytest.mark.skipif(not IS_INSTALLED and not os.environ.get("CI"), reason="The page's tools are not installed.")
def test_the_page_is_searched_where_names_can_stand(tmp_path: Path) -> None:
    (tmp_path / "Part.tsx").write_text(SOURCE, "utf-8")

    found = [text for _, _, text in page_literals(tmp_path) if text.strip()]

    assert found == ["email", "lastName", "purp", "author ", "owner"]


def _unexplained(hits: Iterable[Hit], exceptions: list[Allowed]) -> list[str]:
    return [str(hit) for hit in hits if not any(each.holds(hit) for each in exceptions)]


def _used(hits: Iterable[Hit], each: Allowed, *, file: str = "", name: str = "") -> bool:
    return any(each.holds(hit) and hit.file.startswith(file) and name in ("", hit.name) for hit in hits)
