"""Feature flags: switched by administrators, at once, in this storage alone."""

from tests.rest.mcp.asking import message, post
from tests.support import company
from tests.support.api import Api, Database, Json, element

FLAGS = "v1/featureflags"
COMMENTS = f"{element(company.HOUSE)}/comments"


def states(api: Api, tenant: str) -> dict[str, str]:
    return {each["id"]: each["state"] for each in api.read(FLAGS, tenant=tenant, role="viewer")["values"]}


def switch(api: Api, tenant: str, feature: str, state: str, more: str = "") -> Json:
    response = api.post(f"{FLAGS}?id={feature}&state={state}{more}", tenant=tenant)
    assert response.status_code == 200, response.text
    body: Json = response.json()
    return body


def test_what_is_switched_off_is_refused_until_it_is_switched_on(database: Database, api: Api) -> None:
    tenant = database.add_tenant("flags/one", company.SETTINGS, company.acme)
    comment = b'{"text":"Hello"}'
    assert set(states(api, tenant).values()) == {"activated"}
    assert api.post(COMMENTS, content=comment, tenant=tenant).status_code == 200

    switch(api, tenant, "CommentsFeature", "deactivated", "&dryRun=true")
    assert states(api, tenant)["CommentsFeature"] == "activated"
    body = switch(api, tenant, "commentsfeature", "Deactivated")
    assert (body["values"][0]["id"], body["values"][0]["state"]) == ("CommentsFeature", "deactivated")

    refused = api.post(COMMENTS, content=comment, tenant=tenant)
    assert (refused.status_code, refused.json()["data"][0]["code"]) == (409, "feature-deactivated")
    assert api.read(COMMENTS, tenant=tenant)["count"] == 1, "what was written stays readable"
    assert post(api, message("ping"), tenant=tenant).status_code == 200, "another feature"
    assert states(api, "acme/main")["CommentsFeature"] == "activated", "another storage"

    switch(api, tenant, "CommentsFeature", "activated")
    assert api.post(COMMENTS, content=comment, tenant=tenant).status_code == 200


def test_agents_get_no_answer_where_they_are_switched_off(database: Database, api: Api) -> None:
    tenant = database.add_tenant("flags/two", company.SETTINGS, company.acme)
    switch(api, tenant, "AgentsFeature", "deactivated")

    assert post(api, message("tools/list"), tenant=tenant).status_code == 409
    assert post(api, message("ping"), role=None, tenant=tenant).status_code == 401


def test_a_switch_is_in_the_audit_once(database: Database, api: Api) -> None:
    tenant = database.add_tenant("flags/three", company.SETTINGS, company.acme)
    for _ in range(2):
        switch(api, tenant, "AgentsFeature", "deactivated")

    rows = api.read("rest/audit?kind=feature.switched", tenant=tenant)["values"]
    assert [each["detail"] for each in rows] == [{"feature": "AgentsFeature", "state": "deactivated"}]
    assert database.tenant(tenant).settings.deactivated_features == ("AgentsFeature",)


def test_a_wrong_switch_is_refused_with_what_there_is(api: Api) -> None:
    response = api.post(f"{FLAGS}?id=CommentFeature&state=on")

    assert response.status_code == 400
    errors = {each["path"]: each["error"] for each in response.json()["data"]}
    assert "Did you mean CommentsFeature?" in errors["id"]
    assert errors["state"] == "state is activated or deactivated, not 'on'."
    missing = api.post(FLAGS)
    assert (missing.status_code, len(missing.json()["data"])) == (400, 2)
