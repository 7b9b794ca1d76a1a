"""Finding 2: a provider for the storages of a collection signs no user in to its administration, however that is spelled."""

import pytest

from tests.walls.provided import Provided


def _is_offered(provided: Provided, address: str) -> bool:
    return "openId" in provided.site.at("GET", f"/{address}/_api/rest/session").json()


@pytest.mark.parametrize("storage", ["_ADMIN", "_Admin"])
def test_a_provider_of_storages_signs_no_user_in_to_their_administration(provided: Provided, storage: str) -> None:
    assert provided.sign_in(f"folded/{storage}", "berta") is None


def test_no_spelling_of_the_administration_is_offered_to_a_provider_of_its_storages(provided: Provided) -> None:
    spelled = [
        f"{collection}/{name}"
        for collection in ("folded", "Folded")
        for name in ("_admin", "_ADMIN", "_Admin", "_aDmIn")
    ]

    assert _is_offered(provided, "folded/one")
    assert _is_offered(provided, "FOLDED/One")
    assert [each for each in spelled if _is_offered(provided, each)] == []
