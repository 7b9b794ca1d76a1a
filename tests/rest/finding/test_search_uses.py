"""Of equal hits of a search, those referred to more often come first: as far as the caller may see what refers to them."""

from tests.rest.access import ruled as rules
from tests.support.changing import Changing

USERS = "rest/facets/users/views/detail/elements"


def test_references_in_a_context_that_is_hidden_do_not_count(ruled: Changing) -> None:
    named = [
        {"type": "user", "attributes": {"firstName": {"127": first}, "lastName": {"127": "Quill"}}}
        for first in ("Ada", "Bea")
    ]
    made = ruled.post(USERS, {"elements": named})
    assert made.status_code == 200, made.text
    ada, bea = (each["id"] for each in made.json()["elements"])
    changed = ruled.post(
        "rest/facets/processes/views/detail/elements",
        {"elements": [{"id": rules.PROCESS_1_1, "related": {"patron": [{"id": bea}]}}]},
    )
    assert changed.status_code == 200, changed.text

    found = {
        role: [each["id"] for each in ruled.read("rest/search?q=quill&types=user", role)["values"]]
        for role in ("architect", "editor")
    }

    assert found == {"architect": [bea, ada], "editor": [ada, bea]}
