"""A person whose name is found nowhere else, who leaves traces everywhere."""

import json
from typing import Any, Final
from urllib.parse import quote

import httpx

from facetstore.domain.callers import Role
from facetstore.usecases.noticing.deriving import derive_notices
from facetstore.usecases.people.bindings import bind
from facetstore.usecases.people.users import Person, create_person
from facetstore.usecases.ports.accounts import Binding
from facetstore.usecases.tenancy import serve
from tests.support import company
from tests.support.api import Api, Database, Json
from tests.support.people import Browser, set_password
from tests.support.pictures import png

FIRST, LAST = "Zorvanella", "Quixbertson"
NAME: Final = f"{FIRST} {LAST}"
LOGIN: Final = "zq.canarylogin"
MAIL, OLD_MAIL = "zorva.q@canary.example", "before.q@canary.example"
FILE: Final = b"a letter of the canaryfilecontent"
PICTURE: Final = png(40, 40)
CANARIES: Final = (
    FIRST, LAST, LOGIN, MAIL, OLD_MAIL, "+49 555 77012012", "Prof. Canarytitle", "chief canaryist", "canarysubject",
    "canaryfilecontent", "203.0.113.77",
)  # fmt: skip
ADDRESS: Final = "canary/home"
ELEMENTS: Final = "rest/facets/processes/views/detail/elements"
USERS: Final = "rest/facets/users/views/detail/elements"


class Home:
    """A tenant with the person, another administrator, and everything that the person has left."""

    def __init__(self, database: Database, *, address: str = ADDRESS) -> None:
        self.database = database
        self.address = database.add_tenant(address, company.SETTINGS, company.acme)
        self.api = Api(database, client=("203.0.113.77", 50000))
        self.office = Api(database)
        person = Person(LOGIN, Role.ADMINISTRATOR, FIRST, LAST, OLD_MAIL)
        self.person = database.run(create_person(database.storage, serve(self.tenant), person))
        boss = Person("boss", Role.ADMINISTRATOR, "Anna", "Boss", "boss@example.org")
        self.boss_id = database.run(create_person(database.storage, serve(self.tenant), boss))
        set_password(database, address, LOGIN, "correct horse battery")
        set_password(database, address, "boss", "correct horse battery")
        self.browser = Browser(self.api, address).signed_in(LOGIN)
        self.boss = Browser(self.office, address).signed_in("boss")

    @property
    def tenant(self) -> Any:
        return self.database.tenant(self.address)

    def live(self) -> None:
        """Do everything that leaves a trace."""
        storage = self.database.storage
        self.database.run(bind(storage, self.tenant, LOGIN, Binding("https://id.example", "canarysubject")))
        self.browser.signed_in(LOGIN)
        about = {
            "email": MAIL, "phone": "+49 555 77012012", "title": "Prof. Canarytitle", "initials": "ZQ",
        }  # fmt: skip
        self.update(USERS, {"id": self.person, "attributes": {name: {"127": value} for name, value in about.items()}})
        self.update(USERS, {"id": self.person, "attributes": {"jobTitle": {"1033": "chief canaryist"}}})
        self.post("rest/me/picture", content=PICTURE)
        self.post("rest/preferences/filter/a.own", {"value": {"name": f"Filter of {NAME}", "facet": "processes"}})
        shared = {"value": {"name": f"By {LAST}, {FIRST}", "facet": "processes"}}
        self.post("rest/preferences/filter/a.shared?shared=true", shared)
        self.post("rest/imports?facet=processes&type=subProcess", content=f"name\nPlan of {NAME}\n".encode())
        self.post("rest/webhooks", {"name": f"Hook of {NAME}", "url": "http://127.0.0.1:9/", "paused": True})
        draft: Json = {"type": "subProcess", "parent": company.LOGISTICS, "attributes": {"name": {"1033": "Proposed"}}}
        proposal: Json = {"title": f"For {NAME}", "reason": f"Ask {NAME}", "changes": [draft]}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "propose", "arguments": proposal}}
        named = {**self.browser.headers, "cookie": f"facetstore-session={self.browser.cookie}"}
        proposed = self.api.at("POST", f"/{self.address}/mcp", headers=named, content=json.dumps(call).encode())
        assert not proposed.json()["result"]["isError"], proposed.text
        process = self.create(f"Process of {NAME}", f"<p>Ask {NAME}, {MAIL}. Or {FIRST}&nbsp;{LAST}!</p>")
        self.process = process
        self.update(ELEMENTS, {"id": process, "attributes": {"description": {"1033": f"<p>Ask {NAME} again.</p>"}}})
        self.update(ELEMENTS, {"id": process, "attributes": {"description": {"1033": f"<p>Also {LOGIN}.</p>"}}})
        self.update(
            ELEMENTS,
            {
                "id": process,
                "related": {"author": [{"id": self.person}], "reviewer": [{"id": self.boss_id}]},
            },
        )
        thread = self.post(f"{ELEMENTS}/{process}/comments", {"text": f"I am {NAME}"})["values"][0]["id"]
        reply = {"text": f"Dear {NAME}", "mentions": [self.person], "replyTo": thread}
        assert self.boss.send("POST", f"{ELEMENTS}/{process}/comments", reply).status_code == 200
        self.post(f"rest/subscriptions/{process}")
        self.database.run(derive_notices(storage, self.tenant))
        self.post("rest/mail", {"pace": "daily"})
        self.confirm_reading()
        self.post(f"{ELEMENTS}/{process}/lock")
        self.upload(ELEMENTS, process, f"Notes of {NAME}.txt", b"nothing special")
        self.upload(USERS, self.person, f"CV {LAST}.txt", FILE)
        gone = self.create(f"Deleted by {NAME}", "<p>-</p>")
        self.send("DELETE", f"{ELEMENTS}/{gone}", None, x_reason=f"{NAME} does not need it")
        self.post(f"release/{process}/transitions/InProcessToInReview?ignoreWarnings=true", {"message": f"Dear {NAME}"})
        for task in self.boss.read("rest/tasks")["values"]:
            self.boss.send("POST", f"rest/tasks/{task['id']}/decline", {"reason": f"No, {NAME}"})
        self.ask_for_review()
        self.post("rest/tokens", {"name": "robot", "role": "viewer"})
        self.boss.send("POST", f"rest/users/{self.person}/link")
        assert self.browser.sign_in(LOGIN, "a wrong password").status_code == 401
        self.browser.signed_in(LOGIN)

    def confirm_reading(self) -> None:
        """The person confirms to have read something that is released, and that it is still right."""
        self.post("rest/metamodel/additions", {"additions": {"types": {"subProcess": {"review": {"months": 12}}}}})
        read = self.create("To be read", "<p>-</p>")
        self.post(f"release/{read}/transitions/InProcessToReleased?ignoreWarnings=true")
        self.post(f"{ELEMENTS}/{read}/acknowledgements/request", {"principals": [self.person]})
        version = self.browser.read(f"{ELEMENTS}/{read}")["elements"][0]["versionId"]
        self.post(f"{ELEMENTS}/{read}/acknowledgements", {"versionId": version, "culture": 1033})
        self.post(f"{ELEMENTS}/{read}/review", {"versionId": version})

    def ask_for_review(self) -> None:
        """The other administrator asks the person for a review."""
        texts = {"name": {"1033": "Second"}, "description": {"1033": "<p>-</p>"}}
        element = {"type": "subProcess", "parent": company.LOGISTICS, "attributes": texts}
        body = {"elements": [{**element, "related": {"reviewer": [{"id": self.person}]}}]}
        made = self.boss.send("POST", ELEMENTS, body).json()["elements"][0]["id"]
        step = f"release/{made}/transitions/InProcessToInReview?ignoreWarnings=true"
        assert self.boss.send("POST", step, {"message": f"Please look, {NAME}"}).status_code == 200

    def create(self, name: str, description: str) -> str:
        element = {"attributes": {"name": {"1033": name}, "description": {"1033": description}}, "type": "subProcess"}
        made = self.update(ELEMENTS, {**element, "parent": company.LOGISTICS}, idempotency_key=name.encode().hex())
        found: str = made["elements"][0]["id"]
        return found

    def update(self, path: str, *elements: Json, **headers: str) -> Json:
        return self.post(path, {"elements": list(elements)}, None, x_reason=f"I am {NAME}", **headers)

    def upload(self, path: str, id_: str, name: str, content: bytes) -> None:
        self.post(f"{path}/{id_}/files?name={quote(name)}", content=content)

    def post(self, path: str, body: object = None, content: bytes | None = None, **headers: str) -> Json:
        answer = self.send("POST", path, body, content, **headers)
        found: Json = answer.json()
        return found

    def send(
        self, method: str, path: str, body: object = None, content: bytes | None = None, **headers: str
    ) -> httpx.Response:
        if content is not None:
            named = {**self.browser.headers, "cookie": f"facetstore-session={self.browser.cookie}"}
            answer = self.api.at(method, f"/{self.address}/_api/{path}", headers=named, content=content)
        else:
            answer = self.browser.send(method, path, body, **headers)
        assert answer.status_code == 200, answer.text
        return answer

    def erase(self, login: str = LOGIN, query: str = "", **body: object) -> httpx.Response:
        return self.boss.send("POST", f"rest/users/{self.person}/erase{query}", {"login": login, **body})

    def close(self) -> None:
        self.api.close()
        self.office.close()


def found_in(database: Database) -> dict[str, list[str]]:
    """Where canaries are in a database: in the bytes of its file, free pages included, or in the rows of all tables."""
    wanted = {**{each: each.casefold().encode() for each in CANARIES}, "picture": PICTURE[30:60].lower()}
    places = _pages(database) if database.engine == "sqlite" else _rows(database)
    found = {place: [name for name, text in wanted.items() if text in data] for place, data in places.items()}
    return {place: names for place, names in found.items() if names}


def _pages(database: Database) -> dict[str, bytes]:
    file = database.settings.file
    files = [
        each for each in file.parent.iterdir() if each.name.startswith(file.name) and not each.name.endswith("-shm")
    ]
    return {each.name: each.read_bytes().lower() for each in files}


def _rows(database: Database) -> dict[str, bytes]:
    engine = database.storage.engine
    tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'facetstore' AND table_type = 'BASE TABLE'"
    found = {}
    for (table,) in database.run(engine.fetch(tables, {})):
        rows = database.run(engine.fetch(f"SELECT * FROM {table}", {}))
        found[str(table)] = b"\n".join(_bytes(value).lower() for row in rows for value in row)
    return found


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else str(value).casefold().encode()
