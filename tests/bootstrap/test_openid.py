"""The file of OpenID Connect: what it says, and what is wrong with it."""

from pathlib import Path

import pytest

from facetstore.bootstrap.openid_file import make_providers, read_providers
from facetstore.domain.callers import Role
from facetstore.domain.errors import InvalidValues
from facetstore.domain.tenant import address_of

SHORT = "providers: [{title: A, issuer: 'https://a.example', clientId: us, tenants: [demo/showcase]}]"
WHOLE = """
providers:
  - title: Talwind
    issuer: https://login.talwind.example/realms/talwind
    clientId: facetstore
    secretFile: keys/secret
    tenants: [talwind/*, Demo/Showcase]
    scopes: [openid, profile, groups]
    loginClaims: [sub]
    groupsClaim: roles
    roles: {/readers: viewer, /heads: Administrator, "*": viewer}
    createUsers: true
  - title: Others
    issuer: https://b.example
    clientId: us
    secretVariable: B_SECRET
    tenants: ["*", "_sysadmin/_admin"]
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "openid.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_short_file_has_defaults(tmp_path: Path) -> None:
    (found,) = read_providers(written(tmp_path, SHORT))

    assert (found.secret, found.scopes) == (None, ("openid", "profile", "email"))
    assert (found.login_claims, found.groups_claim) == (("preferred_username", "email"), "groups")
    assert (found.roles, found.creates) == ({}, False)


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "secret").write_text("canary in a file\n")

    first, second = read_providers(written(tmp_path, WHOLE), {"B_SECRET": "canary in the environment"})

    assert (first.secret, second.secret) == ("canary in a file", "canary in the environment")
    assert first.roles == {"/readers": Role.VIEWER, "/heads": Role.ADMINISTRATOR, "*": Role.VIEWER}
    assert (first.login_claims, first.groups_claim, first.creates) == (("sub",), "roles", True)
    assert "canary" not in repr((first, second))


def test_a_tenant_has_the_first_provider_that_is_meant_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "secret").write_text("x")
    monkeypatch.setenv("B_SECRET", "y")
    providers = make_providers(written(tmp_path, WHOLE))

    def title(collection: str, storage: str) -> str | None:
        found = providers.of(address_of(collection, storage))
        return found.provider.title if found is not None else None

    assert [title("talwind", "main"), title("TALWIND", "Main"), title("demo", "showcase")] == ["Talwind"] * 3
    assert title("demo", "other") == "Others"
    assert title("_sysadmin", "_admin") == "Others"
    assert title("talwind", "_admin") is None, "who administers others is meant by a pattern that says so"


def test_without_a_file_there_is_no_provider() -> None:
    assert make_providers(None).of(address_of("demo", "showcase")) is None


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (("clientId: us", "clientID: us"), "Object contains unknown field `clientID`"),
        (("clientId: us, ", ""), "Object missing required field `clientId`"),
        (("clientId: us", "clientId: ' '"), "clientId is empty"),
        (("title: A", "title: ''"), "title is empty"),
        (("https:", "http:"), "issuer takes an address with https, not 'http://a.example'"),
        (("'https://a.example'", "'https://'"), "issuer takes an address with https"),
        (("[demo/showcase]", "[]"), "tenants names no tenant"),
        (("[demo/showcase]", "[demo/showcase], scopes: [profile]"), "scopes needs openid"),
        (("[demo/showcase]", "[demo/showcase], loginClaims: []"), "loginClaims names no claim"),
        (("[demo/showcase]", "[demo/showcase], roles: {a: editr}"), "There is no role 'editr'. Did you mean editor?"),
        (("[demo/showcase]", "[demo/showcase], createUsers: true"), "createUsers needs roles"),
        (("[demo/showcase]", "[demo/showcase], secretFile: missing"), "the secret cannot be read from"),
        (("[demo/showcase]", "[demo/showcase], secretFile: empty"), "the secret is empty"),
        (("[demo/showcase]", "[demo/showcase], secretVariable: MISSING"), "the secret is empty"),
        (("[demo/showcase]", "[demo/showcase], secretFile: a, secretVariable: B"), "either in a file"),
        (("[demo/showcase]", "[demo/showcase"), "is not YAML"),
        ((SHORT, "[]"), "Expected `object`, got `array`"),
    ],
)
def test_what_is_wrong_is_reported(tmp_path: Path, change: tuple[str, str], error: str) -> None:
    (tmp_path / "empty").write_text(" \n")

    with pytest.raises(InvalidValues) as refused:
        read_providers(written(tmp_path, SHORT.replace(*change)), {})

    assert error in refused.value.message
    assert str(tmp_path / "openid.yaml") in refused.value.message


def test_everything_that_is_wrong_is_reported_at_once(tmp_path: Path) -> None:
    text = SHORT.replace("https:", "ftp:").replace("title: A", "title: ''").replace("[demo/showcase]", "[]")

    with pytest.raises(InvalidValues) as refused:
        read_providers(written(tmp_path, text), {})

    assert [each.path for each in refused.value.findings] == [
        "providers[0].title",
        "providers[0].issuer",
        "providers[0].tenants",
    ]


def test_a_file_that_is_missing_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InvalidValues, match=r"openid\.yaml cannot be read: No such file"):
        read_providers(tmp_path / "openid.yaml")
