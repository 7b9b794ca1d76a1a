"""The index of the search: plain data in scripts, which no text can break out of."""

import json
import re

from facetstore.website.search_index import IndexEntry, folded, index_entry, index_file


def test_words_are_folded_and_stand_once() -> None:
    entry = index_entry("1.html", "Ware prüfen", "Prozess", "Prüfen: die Ware, die WARE und Ölwanne " + "x" * 41)

    assert entry == IndexEntry("1.html", "Ware prüfen", "Prozess", "die und olwanne")


def test_no_text_ends_the_script() -> None:
    hostile = "</script><!-- \u2028 \" ' ] );alert(1)"
    file = index_file(1033, 1, [IndexEntry("1.html", hostile, "Type", folded(hostile))])

    text = file.content.decode("ascii")
    assert "<" not in text
    found = re.fullmatch(r"facetstoreFound\((.*)\);\n", text)
    assert found is not None
    assert json.loads(found[1]) == [["1.html", hostile, "Type", folded(hostile)]]
