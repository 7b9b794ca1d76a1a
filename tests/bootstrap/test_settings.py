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


def test_a_password_is_not_shown() -> None:
    assert "secret" not in repr(read_settings(database=URL, environment={}))
