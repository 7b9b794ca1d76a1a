"""Failures: a tree with codes that never change, each with a sentence and its findings."""

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetstore.domain import errors
from facetstore.domain.errors import Failure, Finding, Invalid, InvalidValues, NotFound, Unauthenticated, nearest

CODES = {
    "AgentRefused": "agent-refused",
    "Failure": "failure",
    "Invalid": "invalid",
    "InvalidParameter": "invalid-parameter",
    "UnknownName": "unknown-name",
    "InvalidBody": "invalid-body",
    "InvalidValues": "invalid-values",
    "Unauthenticated": "unauthenticated",
    "SignInRefused": "sign-in-refused",
    "OpenIdRefused": "openid-refused",
    "TooCostly": "too-costly",
    "TooManyAttempts": "too-many-attempts",
    "TooManyRequests": "too-many-requests",
    "Forbidden": "forbidden",
    "NotFound": "not-found",
    "ChangedSince": "changed-since",
    "Conflict": "conflict",
    "QuotaReached": "quota",
    "RulesBroken": "validation",
    "OnlyWarnings": "validation-warnings",
    "PreconditionFailed": "precondition-failed",
    "Unavailable": "unavailable",
    "ProviderUnavailable": "provider-unavailable",
}
"""Clients rely on these: none may change, new ones may come."""


def failures() -> dict[str, type[Failure]]:
    found = inspect.getmembers(errors, lambda each: inspect.isclass(each) and issubclass(each, Failure))
    return dict(found)


def test_the_codes_are_those_that_clients_know() -> None:
    assert {name: each.code for name, each in failures().items()} == CODES


def test_no_two_failures_share_a_code() -> None:
    codes = [each.code for each in failures().values()]

    assert len(codes) == len(set(codes))


def test_what_is_wrong_with_a_request_is_invalid() -> None:
    invalid = {name for name, each in failures().items() if issubclass(each, Invalid)}

    assert invalid == {"Invalid", "InvalidParameter", "UnknownName", "InvalidBody", "InvalidValues", "TooCostly"}


def test_a_failure_without_findings_is_its_own() -> None:
    failure = NotFound("There is no such element.")

    assert failure.findings == (Finding("There is no such element.", "not-found"),)
    assert str(failure) == failure.message == "There is no such element."


def test_a_failure_keeps_all_its_findings_in_their_order() -> None:
    findings = [Finding("One.", "a", "x"), Finding("Two.", "b", "y")]

    failure = InvalidValues("Two things are wrong.", iter(findings))

    assert failure.findings == tuple(findings)
    assert failure.message == "Two things are wrong."


def test_a_caller_is_not_shown_why_they_are_not_let_in() -> None:
    assert Unauthenticated().message == "A valid token of this storage is needed."


NAMES = ("$resources", "$select", "$expandRelated", "$page", "$pageSize", "$pageSelectionKey")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("$resource", "$resources"),
        ("$SELECT", "$select"),
        ("$pagesize", "$pageSize"),
        ("$expandrelated", "$expandRelated"),
        ("$pageSelectionkey", "$pageSelectionKey"),
    ],
)
def test_the_nearest_name_is_proposed_in_its_own_spelling(name: str, meant: str) -> None:
    assert nearest(name, NAMES) == f" Did you mean {meant}?"


@pytest.mark.parametrize("name", ["", "x", "filter", "🏭", "\0"])
def test_nothing_is_proposed_for_what_is_near_to_nothing(name: str) -> None:
    assert nearest(name, NAMES) == ""


def test_nothing_is_proposed_where_nothing_is_known() -> None:
    assert nearest("name", ()) == ""


@given(st.text(max_size=50), st.lists(st.text(max_size=20), max_size=10))
def test_a_proposal_is_always_one_of_the_known_names(name: str, known: list[str]) -> None:
    found = nearest(name, iter(known))

    assert found == "" or found.removeprefix(" Did you mean ").removesuffix("?") in known


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=10), st.data())
def test_a_known_name_in_another_letter_case_is_found(known: list[str], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(known))

    found = nearest(name.swapcase(), known).removeprefix(" Did you mean ").removesuffix("?")

    assert found.casefold() == name.casefold() or name.swapcase().casefold() != name.casefold()
