"""Where the data are: arguments win over the environment, and a mistyped name is refused."""

from pathlib import Path

import pytest

from facetstore.bootstrap.settings import read_settings
from facetstore.domain.errors import InvalidValues

URL = "postgresql://user:secret@host/name"


def test_the_default_is_a_folder_beside_us() -> None:
    assert read_settings(environment={}).file == Path("data/facetstore.db")


def test_an_argument_wins_over_the_environment() -> None:
    environment = {"FACETSTORE_DATA": "/elsewhere"}

    assert read_settings(database=URL, environment=environment).database == URL
    assert read_settings(Path("/here"), environment={"FACETSTORE_DATABASE": URL}).database is None
    assert read_settings(environment=environment).data == Path("/elsewhere")


def test_data_are_in_one_place() -> None:
    with pytest.raises(InvalidValues, match="not in both"):
        read_settings(Path("/here"), URL, {})
    with pytest.raises(InvalidValues, match="not in both"):
        read_settings(environment={"FACETSTORE_DATA": "x", "FACETSTORE_DATABASE": URL})


def test_an_address_of_another_database_is_refused() -> None:
    with pytest.raises(InvalidValues, match="postgresql://"):
        read_settings(database="mysql://x", environment={})


def test_a_mistyped_name_is_refused() -> None:
    with pytest.raises(InvalidValues, match=r"FACETSTORE_DATABSE is not known\. Did you mean FACETSTORE_DATABASE\?"):
        read_settings(environment={"FACETSTORE_DATABSE": URL})


@pytest.mark.parametrize(("text", "value"), [("on", True), ("off", False), ("", None)])
def test_the_second_wall_is_demanded_switched_off_or_left_to_the_database(text: str, value: bool | None) -> None:
    assert read_settings(environment={"FACETSTORE_ROW_SECURITY": text}).row_security is value


def test_a_mistyped_value_is_refused() -> None:
    with pytest.raises(InvalidValues, match="FACETSTORE_ROW_SECURITY takes on or off, not 'no'"):
        read_settings(environment={"FACETSTORE_ROW_SECURITY": "no"})


def test_a_password_is_not_shown() -> None:
    assert "secret" not in repr(read_settings(database=URL, environment={}))


def test_pools_are_named_and_each_is_a_database_of_its_own() -> None:
    environment = {"FACETSTORE_DATA": "here", "FACETSTORE_POOLS": f"north={URL} ; south = /srv/south;"}

    settings = read_settings(environment=environment)

    assert settings.pool_names == ("main", "north", "south")
    assert settings.of_pool("main").file == Path("here/facetstore.db")
    assert settings.of_pool("north").database == URL
    assert settings.of_pool("south").file == Path("/srv/south/facetstore.db")
    assert "secret" not in repr(settings)
    assert read_settings(environment={}).pool_names == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("north", "number 1 is neither"),
        ("north=a;South=b", "number 2 is neither"),
        ("north=a;north=b", "names the pool north twice"),
        ("main=a", "names the pool main twice"),
        ("north=a;south=a", "the database of another one"),
        ("north=data", "the database of another one"),
    ],
)
def test_pools_that_are_not_clear_are_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidValues, match=message):
        read_settings(environment={"FACETSTORE_POOLS": text})
