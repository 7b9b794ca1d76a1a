"""A metamodel whose roles have other names: what the service sets and reads follows them."""

from dataclasses import replace
from typing import Final

from facetstore.domain.callers import Role
from facetstore.domain.element import Attributes, Version
from facetstore.domain.values import INVARIANT, ElementId, VersionId
from facetstore.metamodel.access_changes import changed_access
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.changes.stamps import first_stamps, stamp_created, stamps
from facetstore.usecases.judging import authors_of
from facetstore.usecases.principals import hosts_of, principal_of

STANDARD: Final = load_standard()
NOW: Final = "2026-01-01T00:00:00"
CALLER: Final = ElementId("11111111-1111-4111-8111-111111111111")


def with_names(**names: object) -> Metamodel:
    return replace(STANDARD, roles=replace(STANDARD.roles, **names))  # type: ignore[arg-type]


def test_stamps_go_where_the_roles_say() -> None:
    metamodel = with_names(created_on="validFrom", changed_on="validUntil", changed_by="owner", authors=("reviewer",))
    version = Version(CALLER, VersionId(CALLER), "processes", "subProcess")

    made = stamp_created(version, metamodel, NOW, CALLER)

    assert made.attributes["validFrom"] == {INVARIANT: NOW}
    assert "createdOn" not in made.attributes
    assert made.related["owner"] == (CALLER,)
    assert authors_of(metamodel, made) == (CALLER,)
    assert stamps(metamodel) == {"validUntil", "owner"}
    assert first_stamps(metamodel) == {"validUntil", "owner", "validFrom", "createdBy"}


def test_a_principal_has_the_role_whose_flag_the_metamodel_names() -> None:
    flags = {**STANDARD.roles.role_flags, Role.EDITOR: "writes"}
    metamodel = with_names(role_flags=flags, inactive="gone")

    editor = principal_of(metamodel, CALLER, "user", {"writes": {INVARIANT: True}, "roleInactive": {INVARIANT: True}})
    gone = principal_of(metamodel, CALLER, "user", {"writes": {INVARIANT: True}, "gone": {INVARIANT: True}})

    assert (editor.role, gone.role) == (Role.EDITOR, None)
    assert metamodel.roles.flags_of(Role.EDITOR)["writes"] is True


def test_hosts_and_the_audit_read_the_attributes_that_the_roles_name() -> None:
    metamodel = with_names(host_address="phone", host_active="personalData", login="email")
    host: Attributes = {"phone": {INVARIANT: "10.0.0.7"}, "personalData": {INVARIANT: False}}
    user = Version(CALLER, VersionId(CALLER), "users", "user", attributes={"email": {INVARIANT: "anna"}})

    (entry,) = changed_access("element.created", [(None, user)], metamodel)

    assert hosts_of(metamodel.roles, [("h", host)])["10.0.0.7"].active is False
    assert entry.detail == {"type": "user", "email": "anna"}
