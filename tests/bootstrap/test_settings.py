"""Where the data are: arguments win over the environment, and a mistyped name is refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from facetstore.bootstrap.meaning import check_semantic
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


EMBEDDINGS = {"FACETSTORE_EMBEDDINGS": "https://models.example/v1/embeddings", "FACETSTORE_EMBEDDINGS_MODEL": "small"}


def test_an_embedding_service_has_an_address_a_model_and_a_token_from_a_file_or_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("canary\n")
    by_file = read_settings(environment={**EMBEDDINGS, "FACETSTORE_EMBEDDINGS_TOKEN_FILE": str(file)}).embeddings
    by_name = read_settings(environment={**EMBEDDINGS, "FACETSTORE_EMBEDDINGS_TOKEN": "canary"}).embeddings

    assert by_file is not None
    assert (by_file, by_file.token, by_file.least) == (by_name, "canary", 0.4)
    assert "canary" not in repr(by_file)
    assert read_settings(environment={}).embeddings is None


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"FACETSTORE_EMBEDDINGS_MODEL": ""}, "belong together"),
        ({"FACETSTORE_EMBEDDINGS": ""}, "belong together"),
        ({"FACETSTORE_EMBEDDINGS": "", "FACETSTORE_EMBEDDINGS_MODEL": "", "FACETSTORE_EMBEDDINGS_TOKEN": "x"}, "needs"),
        ({"FACETSTORE_EMBEDDINGS_TOKEN": "x", "FACETSTORE_EMBEDDINGS_TOKEN_FILE": "y"}, "not both"),
        ({"FACETSTORE_EMBEDDINGS_TOKEN_FILE": "/nowhere/at/all"}, "cannot be read"),
        ({"FACETSTORE_EMBEDDINGS_LEAST": "much"}, "between 0 and 1"),
        ({"FACETSTORE_EMBEDDINGS_LEAST": "nan"}, "between 0 and 1"),
    ],
)
def test_settings_of_an_embedding_service_that_do_not_fit_are_refused(given: dict[str, str], error: str) -> None:
    with pytest.raises(InvalidValues, match=error):
        read_settings(environment={**EMBEDDINGS, **given})


def test_an_embedding_service_is_asked_only_where_names_are_found_by_what_they_mean() -> None:
    service = read_settings(environment=EMBEDDINGS).embeddings
    assert service is not None
    check_semantic(wanted=True, service=service)
    for url in ("ftp://models.example", "https://user:canary@models.example/", "https://", "https://models.example:x/"):
        with pytest.raises(InvalidValues, match="FACETSTORE_EMBEDDINGS") as refused:
            check_semantic(wanted=True, service=replace(service, url=url))
        assert "canary" not in str(refused.value)
    with pytest.raises(InvalidValues, match="needs --semantic"):
        check_semantic(wanted=False, service=service)
