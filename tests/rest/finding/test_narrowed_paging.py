"""Pages, totals and counts of filtered and ordered lists, and the link to the next page."""

from typing import Final
from urllib.parse import parse_qsl, quote, urlsplit

import pytest

from facetstore.rest.wire.call import Origin
from tests.support import company
from tests.support.api import ACME, API, Api, Database, Json, next_page

LIST: Final = "rest/facets/processes/views/list/elements"
TREE: Final = "rest/facets/processes/views/tree/elements"
LAST_RELEASED: Final = "rest/facets/processes/views/lastReleasedProcesses/elements"
NARROWINGS: Final = {
    "a filter": "$filter=Contains(name,'e')",
    "an order": "$orderby=name desc",
    "both": "$filter=NOT IsNull(name)&$orderby=state,name desc",
    "a filter on others": "$filter=owner/lastName -eq 'Otter' OR IsNull(owner)&$orderby=changedOn desc",
    "a culture": "$culture=1031&$orderby=name&$filter=name -gt 'c'",
}
narrowings = pytest.mark.parametrize("narrowing", NARROWINGS.values(), ids=NARROWINGS)
audiences = pytest.mark.parametrize("role", ["viewer", "administrator"])


def ids(answer: Json) -> list[str]:
    return [each["id"] for each in answer["elements"]]


class TestPages:
    @narrowings
    @audiences
    @pytest.mark.parametrize("size", [1, 3, 5, 1000])
    def test_pages_by_number_neither_overlap_nor_skip(self, api: Api, narrowing: str, role: str, size: int) -> None:
        whole = ids(api.read(f"{LIST}?{narrowing}", role))
        number = len(whole) // size + 1

        pages = [
            ids(api.read(f"{LIST}?{narrowing}&$pageSize={size}&$page={page}", role)) for page in range(1, number + 2)
        ]

        assert [each for page in pages for each in page] == whole
        assert len(whole) > 3

    @narrowings
    @audiences
    @pytest.mark.parametrize("size", [1, 2, 5])
    def test_a_selection_key_gives_the_page_of_the_narrowed_list(
        self, api: Api, narrowing: str, role: str, size: int
    ) -> None:
        whole = ids(api.read(f"{LIST}?{narrowing}", role))

        for place, id_ in enumerate(whole):
            page = ids(api.read(f"{LIST}?{narrowing}&$pageSelectionKey={id_}&$pageSize={size}", role))
            assert page == whole[place // size * size :][:size]

    def test_a_selection_key_that_the_filter_leaves_out_is_not_found(self, api: Api) -> None:
        response = api.get(f"{LIST}?$filter=name -eq 'Returns'&$pageSelectionKey={company.RECEIPT}")

        assert response.status_code == 404
        assert response.json()["message"] == "The list has no element with the id given as $pageSelectionKey."

    @pytest.mark.parametrize("view", ["list", "detail", "tree", "orphaned", "lastReleasedProcesses", "reporting"])
    def test_behind_the_page_of_a_selection_key_the_links_go_on(self, api: Api, view: str) -> None:
        path = f"rest/facets/processes/views/{view}/elements"
        whole = ids(api.read(f"{path}?$orderby=name desc"))
        key = whole[len(whole) // 2]
        response = api.get(f"{path}?$orderby=name desc&$pageSize=1&$pageSelectionKey={key}")
        seen = ids(response.json())
        while (address := next_page(response)) is not None:
            response = api.at("GET", address, headers=token(api))
            seen += ids(response.json())

        assert seen == whole[len(whole) // 2 :]


def token(api: Api) -> dict[str, str]:
    return {"symbio-auth-token": api.database.tokens[ACME, "administrator"]}


class TestTotals:
    @narrowings
    @audiences
    @pytest.mark.parametrize("page", ["", "&$pageSize=2", "&$page=3&$pageSize=2", "&$page=99"])
    def test_the_total_is_that_of_the_narrowed_list_on_every_page(
        self, api: Api, narrowing: str, role: str, page: str
    ) -> None:
        whole = ids(api.read(f"{LIST}?{narrowing}", role))

        response = api.get(f"{LIST}?{narrowing}&$count=true{page}", role)

        assert response.headers["x-total-count"] == str(len(whole))

    def test_the_total_behind_a_cursor_is_still_that_of_the_whole_list(self, api: Api) -> None:
        first = api.get(f"{LIST}?$filter=Contains(name,'e')&$count=true&$pageSize=2")
        address = next_page(first)
        assert address is not None

        second = api.at("GET", address, headers=token(api))

        assert second.headers["x-total-count"] == first.headers["x-total-count"]
        assert ids(second.json()) != ids(first.json())

    def test_what_fits_nothing_is_an_empty_list(self, api: Api) -> None:
        response = api.get(f"{LIST}?$filter=name -eq 'nothing'&$count=true&$facetCounts=type,owner&$pageSize=5")

        assert response.json() == {"count": 0, "elements": [], "facetCounts": {"type": {}, "owner": {}}}
        assert response.headers["x-total-count"] == "0"
        assert "link" not in response.headers


class TestFacetCounts:
    @narrowings
    @audiences
    def test_counts_are_those_of_the_elements_the_caller_sees(self, api: Api, narrowing: str, role: str) -> None:
        path = LIST.replace("/list/", "/detail/")
        elements = api.read(f"{path}?{narrowing}", role)["elements"]

        counts = api.read(f"{path}?{narrowing}&$pageSize=1&$facetCounts=type,state,owner,risks,systems", role)

        types = [each["type"] for each in elements]
        assert counts["facetCounts"]["type"] == {each: types.count(each) for each in types}
        for context in ("owner", "risks", "systems"):
            targets = [each["id"] for element in elements for each in element.get("related", {}).get(context, ())]
            assert counts["facetCounts"][context] == {each: targets.count(each) for each in targets}, context

    def test_a_viewer_is_shown_nothing_of_targets_only_others_see(self, api: Api) -> None:
        path = f"{LIST}?$facetCounts=risks"

        assert company.THEFT in api.read(path, "administrator", tenant=self.drafts_too(api))["facetCounts"]["risks"]
        assert company.THEFT not in api.read(path, "viewer")["facetCounts"]["risks"]

    def drafts_too(self, api: Api) -> str:
        """A tenant in which the newest version of a process refers to a risk that is a draft."""

        def records() -> list[company.Record]:
            made = [*company.acme()]
            for each in made:
                if each.get("versionId") == company.RECEIPT_2_1:
                    each["related"] = company.references({"risks": [company.THEFT]})
            return made

        return api.database.add_tenant("acme/drafts", company.SETTINGS, records)

    def test_names_are_taken_in_any_spelling_and_returned_as_defined(self, api: Api) -> None:
        counts = api.read(f"{LIST}?$facetCounts= TYPE , Owner ,type")["facetCounts"]

        assert list(counts) == ["type", "owner"]

    @pytest.mark.parametrize("name", ["nonsense", "name", "typ", "type'--", "ownr", "*", "é"])
    def test_what_cannot_be_counted_is_refused(self, api: Api, name: str) -> None:
        response = api.get(f"{LIST}?$facetCounts={quote(name)}")

        assert response.status_code == 400
        assert response.json()["data"][0]["path"] == "$facetCounts"


class TestLinks:
    def test_the_link_keeps_what_was_asked_and_leaves_out_where_and_by_whom(self, api: Api) -> None:
        secret = api.database.tokens[ACME, "administrator"]
        text = "Contains(name,'e') AND NOT name -eq 'a&b=c+d#e%f \"ä\" <x>'"
        query = (
            f"$filter={quote(text, safe='')}&$orderby=name%20desc&$select=name,author&$page=1&$pageSize=2&$count=true"
            f"&api-version=4.0&mine=1%262&symbio-auth-token={secret}"
        )

        response = api.get(f"{LIST}?{query}", None)

        assert response.status_code == 200
        address = next_page(response)
        assert address is not None
        assert secret not in response.headers["link"]
        assert "symbio-auth-token" not in response.headers["link"]
        parts = urlsplit(address)
        kept = dict(parse_qsl(parts.query, strict_parsing=True))
        assert kept.pop("$cursor")
        assert kept == {
            "$filter": text,
            "$orderby": "name desc",
            "$select": "name,author",
            "$pageSize": "2",
            "$count": "true",
            "api-version": "4.0",
            "mine": "1&2",
        }
        assert address.startswith(f"{API}/{LIST}?")
        second = api.at("GET", address, headers=token(api))
        assert second.status_code == 200
        assert ids(second.json()) == ids(api.read(f"{LIST}?$filter={quote(text, safe='')}&$orderby=name desc"))[2:4]

    def test_the_link_of_a_page_of_a_selection_key_does_not_name_the_key(self, api: Api) -> None:
        response = api.get(f"{LIST}?$pageSelectionKey={company.RECEIPT}&$pageSize=1")

        assert company.RECEIPT not in response.headers["link"].partition("$cursor=")[0]
        assert "pageSelectionKey" not in response.headers["link"]

    @pytest.mark.parametrize(
        "query", ["", "$pageSize=1000", "$page=2&$pageSize=11", "$filter=name -eq 'Returns'&$pageSize=1"]
    )
    def test_there_is_no_link_behind_the_last_page_and_none_without_pages(self, api: Api, query: str) -> None:
        assert "link" not in api.get(f"{LIST}?{query}").headers

    def test_a_page_that_is_just_full_has_no_link(self, api: Api) -> None:
        total = len(ids(api.read(LIST)))

        assert "link" not in api.get(f"{LIST}?$pageSize={total}").headers
        assert "link" in api.get(f"{LIST}?$pageSize={total - 1}").headers

    @pytest.mark.parametrize("method", ["HEAD", "POST"])
    def test_the_link_comes_with_every_way_to_read(self, api: Api, method: str) -> None:
        path = f"{LIST}?$pageSize=2&$orderby=name"

        assert api.send(method, path).headers["link"] == api.get(path).headers["link"]

    def test_the_link_is_cached_with_the_answer(self, api: Api) -> None:
        path = f"{LIST}?$pageSize=4&$filter=Contains(name,'e')"
        first = api.get(path)

        again = api.get(path)

        assert api.statements == 1
        assert again.headers["link"] == first.headers["link"]
        unchanged = api.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (unchanged.status_code, unchanged.headers["link"]) == (304, first.headers["link"])

    def test_the_link_goes_by_the_fixed_base_address(self, database: Database) -> None:
        api = Api(database, origin=Origin("https://example.org/behind"))
        response = api.get(f"{LIST}?$pageSize=2")
        api.close()

        assert response.headers["link"].startswith(f"<https://example.org/behind/{ACME}/_api/{LIST}?")

    def test_the_link_is_ascii_and_one_line_whatever_was_asked(self, api: Api) -> None:
        for text in ("ä", "🏭", "a\nb", "<>;,\"'", "%0D%0A", "\\", "日本"):
            value = text.replace("'", "''")
            response = api.get(f"{LIST}?$pageSize=2&$filter=name -ne {quote(repr('x'))} AND name -ne '{quote(value)}'")
            assert response.status_code == 200, response.text
            link = response.headers["link"]
            assert link.isascii()
            assert link.isprintable()
            assert next_page(response) is not None
