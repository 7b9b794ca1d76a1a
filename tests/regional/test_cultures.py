"""What culture ids stand for."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from facetstore.regional import Culture, culture, culture_id
from facetstore.regional.cultures import KNOWN


@pytest.mark.parametrize(
    ("lcid", "name", "english_name", "native_name", "language"),
    [
        (1031, "de-DE", "German (Germany)", "Deutsch (Deutschland)", "de"),
        (1033, "en-US", "English (United States)", "English (United States)", "en"),
        (3082, "es-ES", "Spanish (Spain)", "español (España)", "es"),
        (2055, "de-CH", "German (Switzerland)", "Deutsch (Schweiz)", "de"),
        (2052, "zh-CN", "Chinese (Simplified, China)", "中文 (简体, 中国)", "zh"),
    ],
)
def test_a_culture_has_its_names(lcid: int, name: str, english_name: str, native_name: str, language: str) -> None:
    assert culture(lcid) == Culture(lcid, name, english_name, native_name, language)


@pytest.mark.parametrize(
    ("lcid", "name"), [(1036, "fr-FR"), (3079, "de-AT"), (2057, "en-GB"), (1044, "nb-NO"), (9242, "sr-Latn-RS")]
)
def test_an_id_and_a_name_belong_together(lcid: int, name: str) -> None:
    assert KNOWN[lcid] == name
    assert culture_id(name) == lcid


def test_at_least_sixty_cultures_are_known() -> None:
    assert len(KNOWN) >= 60


def test_every_known_culture_has_names_and_is_found_by_its_name() -> None:
    for lcid in KNOWN:
        known = culture(lcid)

        assert known is not None
        assert known.english_name
        assert known.native_name
        assert culture_id(known.name.upper()) == lcid


def test_the_invariant_culture_has_no_language() -> None:
    invariant = culture(127)

    assert invariant is not None
    assert (invariant.name, invariant.language) == ("", "")


@pytest.mark.parametrize("lcid", [0, -1, 1034 * 100])
def test_an_unknown_id_is_no_culture(lcid: int) -> None:
    assert culture(lcid) is None


def test_an_unknown_name_has_no_id() -> None:
    assert culture_id("xx-XX") is None


def test_importing_the_package_neither_imports_babel_nor_reads_a_data_file() -> None:
    program = "import sys, facetstore.regional; print(sorted({'babel', 'yaml'} & set(sys.modules)))"

    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert result.stdout.strip() == "[]"


def test_the_page_knows_the_same_cultures() -> None:
    page = Path(__file__).parents[2] / "web" / "src" / "app" / "cultures.ts"
    found = re.findall(r'^  (\d+): "([^"]+)",$', page.read_text("utf-8"), re.MULTILINE)

    assert {int(lcid): name for lcid, name in found} == dict(KNOWN)


@pytest.mark.parametrize(("lcid", "name"), [(1077, "zu-ZA"), (1150, "br-FR"), (5124, "zh-MO"), (22538, "es-419")])
def test_cultures_of_small_languages_and_regions_are_known(lcid: int, name: str) -> None:
    assert KNOWN[lcid] == name
