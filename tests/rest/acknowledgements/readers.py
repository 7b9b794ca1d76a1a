"""An archive with released elements, and what its people are asked to confirm."""

from tests.rest.editing.archive import PROCESSES, Archive
from tests.support.api import Json


def release(archive: Archive, element: str, who: str = "adam") -> str:
    """Release a draft, and return the id of the version."""
    archive.post(f"release/{element}/transitions/InProcessToReleased?ignoreWarnings=true", who)
    return version_of(archive, element)


def release_again(archive: Archive, element: str, who: str = "adam") -> str:
    """Create a new version and release it; returns its id."""
    archive.post(f"release/{element}/createversion", who)
    reason = {"reasonForRevision": {"127": "It was time"}}
    archive.change("processes", who, {"id": element, "attributes": reason})
    return release(archive, element, who)


def version_of(archive: Archive, element: str) -> str:
    return str(archive.get(f"{PROCESSES}/{element}", "vera")["elements"][0]["versionId"])


def path_of(element: str) -> str:
    return f"{PROCESSES}/{element}/acknowledgements"


def ask(archive: Archive, element: str, *principals: str, who: str = "adam", roles: tuple[str, ...] = ()) -> int:
    body = {"principals": list(principals), "roles": list(roles)}
    return archive.status(f"{path_of(element)}/request", who, "POST", body)


def confirm(archive: Archive, element: str, version: str, who: str) -> int:
    return archive.status(path_of(element), who, "POST", {"versionId": version, "culture": 1033})


def listed(archive: Archive, element: str, who: str = "adam") -> Json:
    found: Json = archive.get(path_of(element), who)
    return found


def waiting(archive: Archive, element: str, who: str = "adam") -> set[str]:
    """The ids of the people who have not confirmed it, as a caller sees them."""
    return {each["person"]["id"] for each in listed(archive, element, who)["values"] if "confirmedOn" not in each}


def awaited(archive: Archive, who: str) -> list[str]:
    """The elements that a person is asked to confirm."""
    return [each["element"]["id"] for each in archive.get("rest/acknowledgements", who)["values"]]
