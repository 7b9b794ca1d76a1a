"""Where the pages are that every person must be able to use, whatever they use them with."""

from typing import Final

from tests.web.browser import Site

DRAFT: Final = "$filter=type -eq 'subProcess' AND state -eq 'inProcess'&$resources=displayNames&$pageSize=1"
PAGES: Final = {
    "home": "",
    "tree": "facets/processes/tree?selected={id}",
    "list": "facets/processes/list",
    "element": "elements/processes/{id}?beside=1033",
    "translating": "elements/processes/{id}?beside=1033&missing=1031&culture=1031",
    "untranslated": "facets/processes/list?missing=1031",
    "read": "elements/processes/{id}?tab=read",
    "diagram": "elements/processes/{id}?tab=diagram",
    "children": "elements/processes/{parent}?tab=children",
    "files": "elements/processes/{id}?tab=files",
    "comments": "elements/processes/{id}?tab=comments",
    "usages": "elements/processes/{id}?tab=usages",
    "changes": "changes?from=2020-01-01&facet=it",
    "history": "elements/processes/{id}?tab=history",
    "release": "elements/processes/{id}?tab=release",
    "versions": "elements/processes/{id}?tab=versions",
    "permissions": "elements/processes/{id}?tab=permissions",
    "ids": "elements/processes/{id}?tab=ids",
    "search": "search?q=rad",
    "nothing found": "search?q=qxqxqx",
    "imports": "imports?facet=processes",
    "tasks": "tasks",
    "decided": "tasks?show=decided",
    "nothing": "there/is/no/such/page",
}
"""By name: the pages around one element, for `ids_of`."""
ADMINISTRATION: Final = (
    "administration",
    "administration/users",
    "administration/users?q=nobody+is+called+that",
    "administration/groups",
    "administration/roles",
    "administration/sets",
    "administration/tokens",
    "administration/webhooks",
    "administration/audit",
    "administration/languages",
    "administration/kinds",
    "administration/types",
    "administration/types?type=subProcess",
    "administration/synonyms",
    "administration/manuals",
    "administration/trash",
    "administration/storage",
    "reporting",
)


def ids_of(site: Site) -> dict[str, str]:
    """A draft, and something with elements below it."""
    with site.client() as client:
        found = client.get(f"rest/facets/processes/views/list/elements?{DRAFT}").json()["elements"]
        roots = client.get("rest/facets/processes/views/tree/elements").json()["elements"]
    return {"id": str(found[0]["id"]), "parent": str(roots[0]["id"])}
