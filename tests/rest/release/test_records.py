"""Signed release records: checked offline by the script in examples/, with no way around it."""

import base64
import copy
import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import jsonschema_rs
import pytest

from facetstore.auth.signing import Ed25519Signatures
from facetstore.rest.openapi.schemas import SCHEMAS
from tests.rest.release.office import CONTRACT, GAPS, IDS, SOUND, SOUND_0_1, Office, open_office
from tests.rest.release.test_approvals import PATH, approve, release
from tests.support.api import Api, Database, Json
from tests.support.proof import record as proven

SCRIPT: Final = Path(__file__).parents[3] / "examples" / "verify_release.py"
RECORD: Final = f"{PATH}/versions/{SOUND_0_1}/record"
OTHER: Final = "0" * 64

Tampering = Callable[[Any], object]


@pytest.fixture
def office(api: Api, database: Database) -> Office:
    return open_office(api, database)


@pytest.fixture
def exported(office: Office) -> tuple[Json, Json]:
    """A record, and the keys of the service."""
    release(office)
    return office.get(RECORD, "anna"), office.api.at("GET", "/_keys").json()


def checked(folder: Path, record: object, keys: object) -> tuple[int, str]:
    """What the script says, run by itself."""
    for name, each in (("record.json", record), ("keys.json", keys)):
        (folder / name).write_text(json.dumps(each), "utf-8")
    # -I: nothing of this project is on its path.
    command = [sys.executable, "-I", str(SCRIPT), "record.json", "keys.json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def test_the_script_is_short_and_needs_one_package() -> None:
    text = SCRIPT.read_text("utf-8")
    assert len(text.splitlines()) <= 100
    assert "facetstore." not in text, "it does not import what it checks"


def test_a_record_is_good_offline(exported: tuple[Json, Json], tmp_path: Path) -> None:
    record, keys = exported
    schema: dict[str, Any] = {"$ref": "#/components/schemas/ReleaseRecord", "components": {"schemas": dict(SCHEMAS)}}
    jsonschema_rs.Draft202012Validator(schema, validate_formats=True).validate(record)
    assert record["tenant"]["address"].startswith("office/")
    assert [each["by"] for each in record["approvals"]] == [IDS[name] for name in ("ben", "clara", "quinn", "olga")]
    assert all(len(each["headBefore"]) == len(each["headAfter"]) == 64 for each in record["approvals"])
    assert record["number"] == "1.0"
    status, said = checked(tmp_path, record, keys)
    assert status == 0, said
    assert "Olga Example: Approve release" in said
    assert checked(tmp_path, {**record, "hash": OTHER}, keys)[0] == 1


TAMPERED: Final[dict[str, Tampering]] = {
    "a text": lambda r: r["document"]["attributes"]["name"].update({"1033": "Other"}),
    "a language less": lambda r: r["document"]["attributes"].popitem(),
    "a text more": lambda r: r["document"]["attributes"].update({"note": {"1033": "More"}}),
    "another type": lambda r: r["document"].update(type="scenario"),
    "another element": lambda r: r["document"].update(id=CONTRACT),
    "another version": lambda r: r["document"].update(versionId=IDS["anna"]),
    "another owner": lambda r: r["document"]["related"].update(owner=[IDS["arno"]]),
    "a shape less": lambda r: r["document"]["content"].pop(),
    "a shape renamed": lambda r: r["document"]["content"][0]["element"]["attributes"]["name"].update({"1033": "X"}),
    "a flow redirected": lambda r: r["document"]["content"][-1].update(predecessors=[]),
    "a file more": lambda r: r["document"]["files"].append({"id": "1", "name": "a", "hash": OTHER}),
    "more left out": lambda r: r["document"]["without"].append("name"),
    "another hash": lambda r: r.update(hash=OTHER),
    "an approver": lambda r: r["approvals"][0].update(by=IDS["arno"]),
    "a name": lambda r: r["approvals"][0].update(name={"127": "Arno Example"}),
    "a time": lambda r: r["approvals"][-1].update(at="2020-01-01T00:00:00Z"),
    "an approval more": lambda r: r["approvals"].append(r["approvals"][0]),
    "an approval less": lambda r: r["approvals"].pop(0),
    "no approval": lambda r: r["approvals"].clear(),
    "a place in the chain": lambda r: r["approvals"][0].update(revision=1),
    "a head": lambda r: r["approvals"][0].update(headBefore=OTHER),
    "another tenant": lambda r: r["tenant"].update(address="acme/other"),
    "another number": lambda r: r.update(number="9.0"),
    "another state": lambda r: r.update(state="expired"),
    "another day": lambda r: r.update(issued="2020-01-01T00:00:00Z"),
    "a member more": lambda r: r.update(comment="trust me"),
    "another format": lambda r: r.update(format="facetstore-release-record-2"),
    "another key": lambda r: r["signature"].update(key=OTHER[:16]),
    "another algorithm": lambda r: r["signature"].update(algorithm="none"),
    "another signature": lambda r: r["signature"].update(value=base64.b64encode(bytes(64)).decode()),
    "no signature": lambda r: r.pop("signature"),
}


def test_every_tampered_record_is_found(
    exported: tuple[Json, Json], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, keys = exported
    files = [tmp_path / "record.json", tmp_path / "keys.json"]
    files[1].write_text(json.dumps(keys), "utf-8")
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), *map(str, files)])
    for name, tamper in TAMPERED.items():
        other = copy.deepcopy(record)
        tamper(other)
        assert other != record, name
        files[0].write_text(json.dumps(other), "utf-8")
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(SCRIPT), run_name="__main__")
        assert ended.value.code == 1, name
        assert capsys.readouterr().out.startswith("NOT GOOD: "), name
    proven("tampered release records", len(TAMPERED), "found")


def test_a_document_with_a_fitting_hash_is_found_by_the_signature(exported: tuple[Json, Json], tmp_path: Path) -> None:
    """One who changes document, hash and approvals alike lacks the key; with a key of one's own, the trusted keys."""
    namespace: dict[str, Any] = {"__name__": "script"}
    exec(compile(SCRIPT.read_text("utf-8"), str(SCRIPT), "exec"), namespace)
    record, keys = copy.deepcopy(exported)
    record["document"]["attributes"]["name"]["1033"] = "Other"
    record["hash"] = namespace["hashlib"].sha256(namespace["canonical"](record["document"])).hexdigest()
    for each in record["approvals"]:
        each["hash"] = record["hash"]
    assert namespace["faults"](record, keys) == ["the signature is not that of the record"]

    signatures = Ed25519Signatures()
    private, public = signatures.make()
    signature = record.pop("signature")
    value = base64.b64encode(signatures.sign(private, namespace["canonical"](record))).decode()
    own = {"keys": [{"crv": "Ed25519", "x": base64.urlsafe_b64encode(public).decode().rstrip("=")}]}
    id_ = namespace["hashlib"].sha256(public).hexdigest()[:16]
    forged = {**record, "signature": {**signature, "key": id_, "value": value}}
    assert namespace["faults"](forged, own) == [], "the forgery itself is sound"
    assert namespace["faults"](forged, keys) == [f"the key {id_} is not among those that you trust"]
    forged["signature"]["key"] = signature["key"]
    assert namespace["faults"](forged, keys) == ["the signature is not that of the record"]


def test_any_flipped_letter_is_found(exported: tuple[Json, Json]) -> None:
    namespace: dict[str, Any] = {"__name__": "script"}
    exec(compile(SCRIPT.read_text("utf-8"), str(SCRIPT), "exec"), namespace)
    record, keys = exported
    text, random, tried = json.dumps(record), Random(7), 0
    while tried < 200:
        place = random.randrange(len(text))
        flipped = text[:place] + chr(ord(text[place]) ^ 1) + text[place + 1 :]
        try:
            other = json.loads(flipped)
        except ValueError:
            continue
        if other == record:
            continue
        tried += 1
        with suppress(KeyError, TypeError, AttributeError):  # the script says that it cannot be read
            assert namespace["faults"](other, keys), flipped[max(0, place - 40) : place + 40]


def test_records_are_for_those_from_whom_nothing_is_hidden(office: Office) -> None:
    release(office)
    assert office.send("GET", RECORD, "vera").status_code == 403
    assert office.send("GET", RECORD, "dora").status_code == 200
    hidden = {"grants": [{"principal": IDS["dora"], "permissionSets": []}], "excludes": False}
    office.post(f"rest/facets/processes/views/detail/elements/{GAPS}/permissions", "administrator", hidden)
    refused = office.send("GET", RECORD, "dora")
    assert refused.status_code == 403
    assert SOUND not in refused.text.replace(RECORD, "")
    office.post(f"{PATH}/permissions", "administrator", hidden)
    assert office.send("GET", RECORD, "dora").status_code == 404


@pytest.mark.parametrize("id_", ["x", CONTRACT, SOUND, "7e000000-0000-0000-0000-000009990001"])
def test_what_is_no_version_of_it_has_no_record(office: Office, id_: str) -> None:
    release(office)
    assert office.send("GET", f"{PATH}/versions/{id_}/record", "anna").status_code == 404


def test_a_draft_that_was_changed_since_has_no_record(office: Office, tmp_path: Path) -> None:
    assert office.send("GET", RECORD, "anna").status_code == 404, "nothing was approved"
    office.apply(SOUND, "InProcessToInReview", "anna")
    approve(office, "ben")
    assert office.send("GET", RECORD, "anna").status_code == 200
    office.apply(SOUND, "InReviewToInProcess", "anna", {"reason": "A word was missing"})
    body = {"elements": [{"id": SOUND, "attributes": {"description": {"1033": "Another purpose"}}}]}
    office.post("rest/facets/processes/views/detail/elements", "anna", body)
    answer = office.send("GET", RECORD, "anna")
    assert answer.status_code == 404
    assert "No approval holds" in answer.text
    release(office)
    record = office.get(RECORD, "anna")
    assert len(record["approvals"]) == 5
    status, said = checked(tmp_path, record, office.api.at("GET", "/_keys").json())
    assert status == 0
    assert said.count("for an earlier draft") == 1


def test_keys_are_replaced_and_stay_published(office: Office, database: Database, tmp_path: Path) -> None:
    release(office)
    old = office.get(RECORD, "anna")
    made = database.run(database.storage.signing_keys().rotate(Ed25519Signatures().make))
    new = office.get(RECORD, "anna")
    assert new["signature"]["key"] == made.id != old["signature"]["key"]
    keys = office.api.at("GET", "/_keys").json()
    (current, *_) = [each for each in keys["keys"] if "retired" not in each]
    assert current["kid"] == made.id
    for record in (old, new):
        assert checked(tmp_path, record, keys)[0] == 0

    rows = database.run(database.storage.engine.fetch("SELECT retired, private FROM signing_key", {}))
    assert all((private is None) == (retired is not None) for retired, private in rows), "a retired key is gone"


def test_the_private_key_is_in_no_answer_log_or_repr(office: Office, database: Database) -> None:
    release(office)
    office.get(RECORD, "anna")
    key = database.run(database.storage.signing_keys().current(Ed25519Signatures().make))
    assert len(key.private) == 32
    shown = (office.api.at("GET", "/_keys").text, office.api.log, repr(key), office.send("GET", RECORD, "anna").text)
    forms = (key.private.hex(), base64.b64encode(key.private).decode(), base64.urlsafe_b64encode(key.private).decode())
    for text in shown:
        assert not any(each.rstrip("=") in text for each in forms)
    assert "private" not in shown[0] + shown[2]
