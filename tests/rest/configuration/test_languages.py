"""Languages are elements: the cultures of a tenant are what its elements say, and administrators change them."""

import httpx

from facetstore.domain.tenant import TenantSettings
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenants.tenant_changes import set_tenant
from tests.rest.configuration.configured import CULTURES, SYSTEMS, Configured, flags, language, system
from tests.rest.editing.at_once import Sending, at_once
from tests.support.api import Database


def codes(response: httpx.Response) -> set[str]:
    return {each["code"] for each in response.json()["data"]}


def test_a_new_tenant_has_an_element_for_each_of_its_cultures(own: Configured) -> None:
    found = {
        lcid: (
            each["attributes"]["cultureIsDefault"]["127"],
            each["attributes"]["cultureIsMandatory"]["127"],
            each["attributes"]["name"]["1033"],
        )
        for lcid, each in own.languages.items()
    }

    assert found == {1031: (False, False, "German (Germany)"), 1033: (True, True, "English (United States)")}
    assert own.cultures == (1033, [1033], [1031])


def test_a_language_that_is_added_can_be_written_at_once(own: Configured) -> None:
    refused = own.post(SYSTEMS, system("Progiciel", 1036))

    own.add(1036)

    assert refused.status_code == 400
    assert own.cultures == (1033, [1033], [1031, 1036])
    (made,) = own.store(SYSTEMS, system("Progiciel", 1036))
    assert made["attributes"]["name"] == {"1036": "Progiciel"}
    assert "1036" in made["attributes"]["gotoUrl"]


def test_another_process_notices_it(own: Configured) -> None:
    own.add(1036)
    address = own.tenant.address

    async def read(storage: SqlStorage) -> tuple[int, ...]:
        tenant = await storage.tenant(address)
        assert tenant is not None
        return tenant.settings.data_cultures

    assert own.database.elsewhere(read) == (1031, 1033, 1036)


def test_one_that_becomes_the_default_takes_it_from_the_other(own: Configured) -> None:
    german, english = own.languages[1031]["id"], own.languages[1033]["id"]

    own.store(CULTURES, flags(german, default=True))

    assert own.cultures == (1031, [1033], [1031])
    found = own.languages
    assert [found[each]["attributes"]["cultureIsDefault"]["127"] for each in (1031, 1033)] == [True, False]
    kinds = [each["kind"] for each in own.read(f"{CULTURES}/{english}/history")["values"]]
    assert kinds == ["element.changed", "element.created"]


def test_it_becomes_mandatory_and_optional_again(own: Configured) -> None:
    german = own.languages[1031]["id"]

    own.store(CULTURES, flags(german, mandatory=True))
    assert own.cultures == (1033, [1033, 1031], [])

    own.store(CULTURES, flags(german, mandatory=False))
    assert own.cultures == (1033, [1033], [1031])


def test_one_that_is_added_can_be_default_and_mandatory_at_once(own: Configured) -> None:
    own.add(1036, default=True, mandatory=True)

    assert own.cultures == (1036, [1033, 1036], [1031])


def test_one_without_texts_is_removed(own: Configured) -> None:
    removed = own.delete(f"{CULTURES}/{own.languages[1031]['id']}")

    assert removed.status_code == 200
    assert own.cultures == (1033, [1033], [])
    assert own.languages.keys() == {1033}
    assert own.post(SYSTEMS, system("Anlage", 1031)).status_code == 400


def test_one_with_texts_is_refused_with_their_number(own: Configured) -> None:
    names = {"attributes": {"name": {"1031": "Anlage", "1033": "Plant"}, "description": {"1031": "Groß"}}}
    own.store(SYSTEMS, {"type": "system", **names}, system("Nur englisch"))

    refused = own.delete(f"{CULTURES}/{own.languages[1031]['id']}")

    assert refused.status_code == 409
    assert codes(refused) == {"has-texts"}
    assert "2 texts" in refused.json()["data"][0]["error"]
    assert own.cultures == (1033, [1033], [1031])


def test_with_force_its_texts_are_not_shown_nor_found_until_it_is_added_again(own: Configured) -> None:
    names = {"name": {"1031": "Drehbank", "1033": "Lathe"}, "description": {"1031": "Zweispindlig"}}
    (made,) = own.store(SYSTEMS, {"type": "system", "attributes": names})
    german = own.languages[1031]["id"]
    path = f"{SYSTEMS}/{made['id']}"

    assert own.delete(f"{CULTURES}/{german}?force=true").status_code == 200

    shown = own.read(path)["elements"][0]["attributes"]
    assert shown["name"] == {"1033": "Lathe"}
    assert "description" not in shown
    assert "1031" not in shown["gotoUrl"]
    listed = own.read("rest/facets/it/views/list/elements")["elements"]
    assert [each["attributes"]["name"] for each in listed] == [{"1033": "Lathe"}]
    assert own.read(f"{SYSTEMS}?$filter=name -eq 'Drehbank'")["elements"] == []
    assert own.read("rest/search?q=Drehbank")["values"] == []
    # A change of something else leaves them as they are.
    own.store(SYSTEMS, {"id": made["id"], "attributes": {"name": {"1033": "Big lathe"}}})

    own.add(1031)

    again = own.read(path)["elements"][0]["attributes"]
    assert again["name"] == {"1031": "Drehbank", "1033": "Big lathe"}
    assert "Zweispindlig" in again["description"]["1031"]
    assert len(own.read(f"{SYSTEMS}?$filter=name -eq 'Drehbank'")["elements"]) == 1
    assert len(own.read("rest/search?q=Zweispindlig")["values"]) == 1


def test_its_texts_survive_deletion_and_restoring(own: Configured) -> None:
    (made,) = own.store(SYSTEMS, {"type": "system", "attributes": {"name": {"1031": "Fräse", "1033": "Mill"}}})
    german = own.languages[1031]["id"]
    assert own.delete(f"{CULTURES}/{german}?force=true").status_code == 200
    assert own.delete(f"{SYSTEMS}/{made['id']}").status_code == 200
    trash = own.read("rest/trash")["values"]
    by_element = {each["elementId"]: each["id"] for each in trash}

    for element in (made["id"], german):
        assert own.send("POST", f"rest/trash/{by_element[element]}/restore").status_code == 200

    assert own.cultures == (1033, [1033], [1031])
    assert own.read(f"{SYSTEMS}/{made['id']}")["elements"][0]["attributes"]["name"] == {"1031": "Fräse", "1033": "Mill"}


def test_the_default_is_never_removed_nor_left_without_another(own: Configured) -> None:
    english = own.languages[1033]["id"]

    answers = [
        own.delete(f"{CULTURES}/{english}"),
        own.delete(f"{CULTURES}/{english}?force=true"),
        own.post(CULTURES, flags(english, default=False)),
    ]

    assert [each.status_code for each in answers] == [409, 409, 409]
    assert all(codes(each) == {"one-default"} for each in answers)
    assert own.cultures == (1033, [1033], [1031])


def test_two_defaults_in_one_body_are_refused(own: Configured) -> None:
    refused = own.post(CULTURES, language(1036, default=True), language(1040, default=True))

    assert refused.status_code == 400
    assert [each["path"] for each in refused.json()["data"]] == [
        "elements[0].attributes.cultureIsDefault",
        "elements[1].attributes.cultureIsDefault",
    ]
    assert own.cultures == (1033, [1033], [1031])


def test_a_body_may_hand_the_default_over(own: Configured) -> None:
    own.store(CULTURES, flags(own.languages[1033]["id"], default=False), language(1036, default=True))

    assert own.cultures == (1036, [1033], [1031, 1036])


def test_an_unknown_culture_one_twice_and_another_number_are_refused(own: Configured) -> None:
    german = own.languages[1031]["id"]

    answers = [
        own.post(CULTURES, language(1)),
        own.post(CULTURES, language(127)),
        own.post(CULTURES, language("de-DE")),
        own.post(CULTURES, {"type": "configCulture", "attributes": {"name": {"1033": "Nameless"}}}),
        own.post(CULTURES, language(1031)),
        own.post(CULTURES, language(1036), language(1036)),
        own.post(CULTURES, {"id": german, "attributes": {"lcid": {"127": "1036"}}}),
    ]

    assert [each.status_code for each in answers] == [400, 400, 400, 400, 409, 409, 409]
    assert [each.json()["data"][0]["path"] for each in answers[4:5]] == ["elements[0].attributes.lcid"]
    assert own.cultures == (1033, [1033], [1031])


def test_a_dry_run_changes_no_culture(own: Configured) -> None:
    answer = own.send("POST", f"{CULTURES}?dryRun=true", {"elements": [language(1036, default=True)]})

    assert answer.status_code == 200
    assert own.cultures == (1033, [1033], [1031])


def test_two_administrators_who_make_other_languages_the_default_at_once_leave_one(own: Configured) -> None:
    own.add(1036)
    own.database.add_token(own.address, "administrator", "another")
    found = own.languages
    ids = [found[1031]["id"], found[1036]["id"]]

    for _ in range(3):
        sent = [
            Sending(flags(id_, default=True), who=who, path=CULTURES)
            for who in ("administrator", "another")
            for id_ in ids
        ]
        answers = at_once(own.api, own.address, *sent)

        assert {each.status_code for each in answers} == {200}
        flagged = [lcid for lcid, each in own.languages.items() if each["attributes"]["cultureIsDefault"]["127"]]
        assert flagged == [own.info["defaultDataCulture"]]


def test_a_language_that_is_removed_while_a_text_is_written_hides_the_text(own: Configured) -> None:
    (made,) = own.store(SYSTEMS, system())
    german = own.languages[1031]["id"]
    own.read("rest/info")
    tenant = own.tenant

    async def remove(storage: SqlStorage) -> None:
        await set_tenant(storage, tenant, {"optionalCultures": ""}, force=True)

    own.database.elsewhere(remove)
    late = own.post(SYSTEMS, {"id": made["id"], "attributes": {"name": {"1031": "Zu spät"}}})

    assert late.status_code == 400
    assert own.send("GET", f"{CULTURES}/{german}").status_code == 404


def test_the_command_goes_the_same_way(own: Configured) -> None:
    (made,) = own.store(SYSTEMS, system("Anlage", 1031))
    tenant = own.tenant
    given = {"defaultDataCulture": "fr-FR", "mandatoryCultures": "fr-FR,en-US", "optionalCultures": ""}

    async def refused(storage: SqlStorage) -> str:
        try:
            await set_tenant(storage, tenant, given)
        except Exception as error:
            return str(error)
        return ""

    async def forced(storage: SqlStorage) -> None:
        await set_tenant(storage, tenant, given, force=True)

    assert "1 texts exist in 1031" in own.database.elsewhere(refused)
    assert own.cultures == (1033, [1033], [1031])
    own.database.elsewhere(forced)

    assert own.cultures == (1036, [1036, 1033], [])
    assert own.languages.keys() == {1033, 1036}
    assert own.languages[1036]["attributes"]["cultureIsDefault"]["127"] is True
    assert "name" not in own.read(f"{SYSTEMS}/{made['id']}")["elements"][0]["attributes"]


def test_reads_take_as_many_statements_as_before_a_language_was_added(own: Configured) -> None:
    (made,) = own.store(SYSTEMS, system())

    def statements() -> list[int]:
        numbers = []
        for path in (f"{SYSTEMS}/{made['id']}", "rest/facets/it/views/list/elements", "rest/info", "rest/facets"):
            own.read(path)
            numbers.append(own.api.statements)
        return numbers

    own.store(SYSTEMS, {"id": made["id"], "attributes": {"name": {"1033": "A"}}})
    before = statements()
    own.add(1036)
    own.store(SYSTEMS, {"id": made["id"], "attributes": {"name": {"1033": "B"}}})

    assert statements() == before


def test_a_tenant_without_german_and_english_names_types_in_english_under_its_own_default(database: Database) -> None:
    french = Configured(database, TenantSettings(default_data_culture=1036, mandatory_cultures=(1036, 1040)))

    facets = {each["name"]: each["displayNames"] for each in french.read("rest/facets")["values"]}
    config = french.read("rest/facets/it/views/detail/config/system")["values"][0]
    (made,) = french.store(SYSTEMS, system("Progiciel", 1036))
    listed = french.read(f"{SYSTEMS}?$resources=attributes,displayNames")["elements"][0]
    old = french.send("GET", "rest/facets?api-version=1.0").json()["values"]

    assert facets["it"] == {"1036": "Systems"}
    assert config["displayNames"] == {"1036": "System"}
    assert all(set(each["displayNames"]) == {"1036"} for each in config["properties"])
    assert listed["displayNames"] == {"1036": "System"}
    assert next(each["displayName"] for each in old if each["name"] == "it") == "Systems"
    assert french.stereotypes()["database"]["displayNames"] == {"1036": "Database"}
    assert set(made["attributes"]["gotoUrl"]) == {"1036", "1040"}
    french.close()


def test_a_culture_of_a_language_that_the_metamodel_has_shows_that(database: Database) -> None:
    austrian = Configured(database, TenantSettings(default_data_culture=3079, mandatory_cultures=(3079,)))

    facets = {each["name"]: each["displayNames"] for each in austrian.read("rest/facets")["values"]}

    assert facets["it"] == {"3079": "Systeme"}
    austrian.close()


def test_element_info_says_what_deleting_would_answer(own: Configured) -> None:
    own.store(SYSTEMS, system("Anlage", 1031))
    own.add(1036)

    removable = {
        lcid: own.read(f"{CULTURES}/{each['id']}/info")["values"][0]["isCurrentRemovable"]
        for lcid, each in own.languages.items()
    }

    assert removable == {1031: False, 1033: False, 1036: True}
    answers = {lcid: own.delete(f"{CULTURES}/{each['id']}").status_code for lcid, each in own.languages.items()}
    assert answers == {1031: 409, 1033: 409, 1036: 200}
