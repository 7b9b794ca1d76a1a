"""After people and programs have used the service, their secrets are stored and printed nowhere."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetstore.bootstrap.settings import Settings
from tests.support import company
from tests.support.api import Api, Database
from tests.support.people import Browser, add_link, add_person, set_password
from tests.support.storages import ENGINES

TENANT: Final = "vault/main"
LIST: Final = "rest/facets/processes/views/list/elements"
PASSWORD: Final = "canary in the coal mine"
WRONG: Final = "canary in the wrong mine"
NEXT: Final = "canary in another mine"
_COLUMNS: Final = """
    SELECT table_schema, table_name, column_name FROM information_schema.columns
      JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'
"""


class Observed:
    """What came out of the service, and the secrets that were in use."""

    def __init__(self) -> None:
        self.secrets: dict[str, str] = {}
        self.refusals: list[httpx.Response] = []

    def refused(self, response: httpx.Response) -> None:
        assert response.status_code >= 400, response.text
        self.refusals.append(response)


@pytest.fixture(params=ENGINES)
def api(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Api]:
    settings = Settings(data=tmp_path)
    if request.param == "postgres":
        new_postgres_database: Callable[[], str] = request.getfixturevalue("new_postgres_database")
        settings = Settings(database=new_postgres_database())
    database = Database.open(settings)
    database.add_tenant(TENANT, company.SETTINGS, company.acme, roles=("administrator",))
    api = Api(database)
    yield api
    api.close()
    database.close()


def session_of_everybody(api: Api) -> Observed:
    """People sign in by password and by link, programs by tokens; some of it goes wrong."""
    observed = Observed()
    _people(api, observed)
    _programs(api, observed)
    return observed


def _people(api: Api, observed: Observed) -> None:
    database = api.database
    element = add_person(database, TENANT, "berta", "administrator", password=None)
    set_password(database, TENANT, "berta", PASSWORD)
    berta, dora = Browser(api, TENANT), Browser(api, TENANT)
    observed.refused(berta.sign_in("berta", WRONG))
    observed.secrets |= {"password": PASSWORD, "wrong password": WRONG, "next password": NEXT}
    observed.secrets["cookie"] = berta.signed_in("berta", PASSWORD).cookie or ""
    link = observed.secrets["link"] = add_link(database, TENANT, element)
    assert dora.send("POST", "rest/session", {"link": link}).status_code == 200
    observed.secrets["cookie by link"] = dora.cookie or ""
    observed.refused(dora.send("POST", "rest/session", {"link": link}))
    observed.refused(berta.send("POST", "rest/session/password", {"old": WRONG, "new": NEXT}))
    assert berta.send("POST", "rest/session/password", {"old": PASSWORD, "new": NEXT}).status_code == 200
    observed.secrets["cookie after another password"] = berta.cookie or ""
    observed.refused(dora.send("GET", LIST))
    observed.refused(berta.send("POST", LIST, {"elements": [{"name": "no such thing"}]}))
    assert berta.send("DELETE", "rest/session").status_code == 200
    berta.cookie = observed.secrets["cookie after another password"]
    observed.refused(berta.send("GET", "rest/me"))


def _programs(api: Api, observed: Observed) -> None:
    def send(method: str, path: str, token: str, body: object = None, **headers: str) -> httpx.Response:
        content = None if body is None else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return api.send(method, path, token=token, tenant=TENANT, content=content, headers=named)

    first = observed.secrets["first token"] = api.database.tokens[TENANT, "administrator"]
    made = send("POST", "rest/tokens", first, {"name": "robot", "role": "editor"}, idempotency_key="once")
    again = send("POST", "rest/tokens", first, {"name": "robot", "role": "editor"}, idempotency_key="once")
    (robot,) = made.json()["values"]
    assert again.status_code == 200
    rotated = send("POST", f"rest/tokens/{robot['id']}/rotate", first).json()["values"][0]["secret"]
    observed.secrets |= {
        "token": robot["secret"],
        "rotated token": rotated,
        "never a token": "canarycanarycanarycanaryca",
    }
    address = f"/{TENANT}/_api/{LIST}"
    observed.refused(api.at("GET", f"{address}?symbio-auth-token={robot['secret']}"))
    observed.refused(api.at("GET", f"{address}?symbio-auth-token={observed.secrets['never a token']}"))
    assert api.at("GET", f"{address}?symbio-auth-token={rotated}&$pageSize=1").status_code == 200
    assert api.at("GET", address, headers={"authorization": f"Bearer {rotated}"}).status_code == 200
    for query in ("$filter=nonsense", "$pageSize=0", "$sellect=name", "$pageSelectionKey=nothing"):
        observed.refused(api.at("GET", f"{address}?{query}&symbio-auth-token={rotated}"))
    observed.refused(send("POST", "rest/trash", rotated))
    observed.refused(send("GET", f"{LIST}/{rotated}", first))
    api.database.run(api.app.uses.store())


def stored(database: Database) -> bytes:
    """Everything the database holds, as it holds it."""
    if database.engine == "sqlite":
        folder = database.settings.data
        assert folder is not None
        return b"".join(each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file())
    fetch = database.storage.engine.fetch
    parts = []
    for schema, table, column in database.run(fetch(_COLUMNS, {})):
        text = f'SELECT CAST("{column}" AS text) FROM "{schema}"."{table}" WHERE "{column}" IS NOT NULL'
        parts += [str(row[0]) for row in database.run(fetch(text, {}))]
    return "\n".join(parts).encode()


def forms(secret: str) -> list[bytes]:
    """A secret as it stands, and as bytes are written out in hexadecimal."""
    return [secret.encode(), secret.encode().hex().encode()]


def test_no_secret_stays_behind(api: Api, capfd: pytest.CaptureFixture[str]) -> None:
    observed = session_of_everybody(api)
    metrics, health = api.at("GET", "/_metrics"), api.at("GET", "/_health/ready")
    printed = capfd.readouterr()
    places = {
        "the database": stored(api.database),
        "the log": api.log.encode(),
        "what was printed": (printed.out + printed.err).encode(),
        "the metrics": metrics.content + health.content,
        "refusals": b"".join(each.content + repr(each.headers.raw).encode() for each in observed.refusals),
        "later answers": b"".join(
            api.get(path, tenant=TENANT).content
            for path in ("rest/tokens", "rest/trash", "rest/audit", "rest/facets/automation/views/detail/elements")
        ),
    }

    assert all(len(each) > 10 for each in observed.secrets.values())
    found = [
        f"{name} in {place}"
        for place, content in places.items()
        for name, secret in observed.secrets.items()
        for form in forms(secret)
        if form in content
    ]
    assert found == []
    assert metrics.status_code == 200
    assert b"$argon2id$" in places["the database"], "the search can find something there"
    assert b"token-rotate" in places["the log"]
