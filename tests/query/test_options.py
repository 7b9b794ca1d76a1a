"""The `$`-parameters of a read: what each means, and all mistakes reported at once."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetstore.domain.errors import Finding, InvalidParameter, UnknownName
from facetstore.query.options import (
    DEFAULT_PAGE_SIZE,
    DEFAULT_RESOURCES,
    LARGEST_PAGE,
    LARGEST_PAGE_SIZE,
    MOST_EXPANDED,
    RESOURCES,
    Page,
    ReadOptions,
    canonical_names,
    parse_options,
)

ALL = frozenset(
    {"$resources", "$select", "$expandRelated", "$page", "$pageSize", "$pageSelectionKey", "$count", "$flat"}
)
A_GUID = "0f8fad5b-d9cb-469f-a165-70867728950e"


def parse(**given: str | Sequence[str]) -> ReadOptions:
    """Options by name without the `$`."""
    return parse_options(
        {f"${name}": [value] if isinstance(value, str) else value for name, value in given.items()}, ALL
    )


def mistakes(allowed: frozenset[str] = ALL, **given: str | Sequence[str]) -> list[Finding]:
    parameters = {f"${name}": [v] if isinstance(v, str) else v for name, v in given.items()}
    with pytest.raises(InvalidParameter) as caught:
        parse_options(parameters, allowed)
    assert caught.value.message == caught.value.findings[0].error
    return list(caught.value.findings)


def test_without_parameters_everything_but_the_root_path_is_read() -> None:
    assert parse_options({}, ALL) == ReadOptions(
        resources=frozenset({"attributes", "children", "content", "displayNames", "related"}),
        select=None,
        expand=(),
        page=None,
        count=False,
        flat=False,
    )


@pytest.mark.parametrize(
    ("text", "resources"),
    [
        ("attributes", {"attributes"}),
        ("attributes,related", {"attributes", "related"}),
        (" Attributes , RELATED,", {"attributes", "related"}),
        ("rootpath,rootPath", {"rootPath"}),
        (",".join(RESOURCES), set(RESOURCES)),
        ("", set()),
        (",,", set()),
    ],
)
def test_resources_are_named_in_any_letter_case(text: str, resources: set[str]) -> None:
    assert parse(resources=text).resources == resources


def test_resources_are_the_default_only_when_they_are_not_given() -> None:
    assert parse(select="name").resources == DEFAULT_RESOURCES
    assert set(RESOURCES) > DEFAULT_RESOURCES


@pytest.mark.parametrize(
    ("text", "names"),
    [("name", ("name",)), ("name, description ,name", ("name", "description")), ("", ()), (" , ", ())],
)
def test_select_and_expand_keep_names_once_in_their_order(text: str, names: tuple[str, ...]) -> None:
    options = parse(select=text, expandRelated=text)

    assert options.select == names
    assert options.expand == names


@pytest.mark.parametrize(
    ("given_", "page"),
    [
        ({"page": "1"}, Page(DEFAULT_PAGE_SIZE, 1)),
        ({"page": "7", "pageSize": "20"}, Page(20, 7)),
        ({"pageSize": "1000"}, Page(1000, 1)),
        ({"page": "007"}, Page(DEFAULT_PAGE_SIZE, 7)),
        ({"page": str(LARGEST_PAGE)}, Page(DEFAULT_PAGE_SIZE, LARGEST_PAGE)),
        ({"pageSelectionKey": A_GUID}, Page(DEFAULT_PAGE_SIZE, 1, A_GUID)),
        ({"pageSelectionKey": A_GUID.upper(), "pageSize": "5"}, Page(5, 1, A_GUID)),
    ],
)
def test_a_page_is_asked_for_by_number_size_or_element(given_: dict[str, str], page: Page) -> None:
    assert parse(**given_).page == page


@pytest.mark.parametrize(("text", "value"), [("true", True), ("TRUE", True), ("false", False), ("False", False)])
def test_flags_are_true_or_false_in_any_letter_case(text: str, value: bool) -> None:
    options = parse(count=text, flat=text)

    assert (options.count, options.flat) == (value, value)


@pytest.mark.parametrize("name", ["page", "pageSize"])
@pytest.mark.parametrize(
    "text", ["", "0", "-1", "1.0", "1e3", " 1", "1 ", "+1", "x", "²", "١", "１", "9" * 19, "9" * 5000, "0x1", "1_000"]
)
def test_what_is_no_whole_number_in_range_is_a_mistake(name: str, text: str) -> None:
    (finding,) = mistakes(ALL, **{name: text})

    largest = LARGEST_PAGE if name == "page" else LARGEST_PAGE_SIZE
    assert finding == Finding(
        f"${name} takes a whole number from 1 to {largest}, not {text!r}.", "invalid-parameter", f"${name}"
    )


@pytest.mark.parametrize(("name", "largest"), [("page", LARGEST_PAGE), ("pageSize", LARGEST_PAGE_SIZE)])
def test_the_largest_number_is_taken_and_the_next_is_not(name: str, largest: int) -> None:
    parse(**{name: str(largest)})

    assert mistakes(ALL, **{name: str(largest + 1)})[0].path == f"${name}"


@pytest.mark.parametrize("text", ["", "x", A_GUID[:-1], f"{A_GUID} "])
def test_a_selection_key_must_be_an_id(text: str) -> None:
    assert mistakes(pageSelectionKey=text) == [
        Finding(
            f"$pageSelectionKey takes the id of an element, not {text!r}.", "invalid-parameter", "$pageSelectionKey"
        )
    ]


@pytest.mark.parametrize("text", ["", "1", "yes", "truee", "ture"])
def test_a_flag_that_is_neither_is_a_mistake(text: str) -> None:
    assert mistakes(count=text) == [
        Finding(f"$count takes true or false, not {text!r}.", "invalid-parameter", "$count")
    ]


def test_an_unknown_resource_is_reported_with_the_nearest_one_and_all_there_are() -> None:
    assert mistakes(resources="attributes,Attribute,xyz") == [
        Finding(
            "$resources knows no Attribute. Did you mean attributes? It takes: attributes, children, content, "
            "displayNames, related, rootPath, stereotype.",
            "invalid-parameter",
            "$resources",
        ),
        Finding(
            "$resources knows no xyz. It takes: attributes, children, content, displayNames, related, rootPath, "
            "stereotype.",
            "invalid-parameter",
            "$resources",
        ),
    ]


def test_a_parameter_that_the_operation_does_not_take_is_reported_with_those_it_takes() -> None:
    assert mistakes(frozenset({"$select", "$resources"}), selct="name") == [
        Finding(
            "$selct is not a parameter of this operation. Did you mean $select? It takes: $resources, $select.",
            "invalid-parameter",
            "$selct",
        )
    ]
    assert mistakes(frozenset(), filter="x") == [
        Finding("$filter is not a parameter of this operation. It takes: none.", "invalid-parameter", "$filter")
    ]


def test_a_parameter_given_twice_is_a_mistake() -> None:
    assert mistakes(page=["1", "2", "3"]) == [
        Finding("$page is given 3 times; give it once.", "invalid-parameter", "$page")
    ]


def test_other_parameters_are_none_of_ours() -> None:
    assert parse_options({"api-version": ["4.0"], "symbio-auth-token": ["a", "b"], "x": [""]}, ALL) == ReadOptions()


def test_no_more_contexts_are_expanded_than_allowed() -> None:
    names = [f"context{n}" for n in range(MOST_EXPANDED + 1)]

    assert len(parse(expandRelated=",".join(names[:-1])).expand) == MOST_EXPANDED
    assert mistakes(expandRelated=",".join(names)) == [
        Finding("$expandRelated takes at most 20 contexts, not 21.", "invalid-parameter", "$expandRelated")
    ]


def test_every_mistake_is_reported_at_once() -> None:
    found = mistakes(
        frozenset(ALL - {"$flat"}),
        flat="true",
        resources="nothing,attributes,more",
        expandRelated=",".join(f"c{n}" for n in range(30)),
        page="0",
        pageSize="many",
        pageSelectionKey="x",
        count="perhaps",
        select=["a", "b"],
    )

    assert [each.path for each in found] == [
        "$flat",
        "$select",
        "$resources",
        "$resources",
        "$expandRelated",
        "$page",
        "$pageSize",
        "$pageSelectionKey",
        "$count",
    ]


values = st.text(max_size=30) | st.sampled_from(["1", "true", "attributes", "name,author", A_GUID, ""])


@given(st.dictionaries(st.sampled_from([*sorted(ALL), "$x", "other"]), st.lists(values, min_size=1, max_size=2)))
def test_options_are_either_understood_or_every_wrong_parameter_is_named(parameters: dict[str, list[str]]) -> None:
    def alone(name: str) -> bool:
        """Whether a parameter by itself is wrong."""
        try:
            parse_options({name: parameters[name]}, ALL)
        except InvalidParameter:
            return True
        return False

    wrong = {name for name in parameters if alone(name)}
    try:
        parse_options(parameters, ALL)
        named: set[str] = set()
    except InvalidParameter as failure:
        named = {each.path for each in failure.findings}

    assert named == wrong


@given(st.integers(1, LARGEST_PAGE), st.integers(1, LARGEST_PAGE_SIZE))
def test_every_page_that_can_be_asked_for_fits_into_what_databases_count(number: int, size: int) -> None:
    page = parse(page=str(number), pageSize=str(size)).page

    assert page == Page(size, number)
    assert (number - 1) * size < 2**63


def test_names_are_given_their_canonical_spelling() -> None:
    known = ("name", "createdOn", "Straße")

    assert canonical_names("$select", ("CREATEDON", "strasse", "createdon", "NAME"), known) == (
        "createdOn",
        "Straße",
        "name",
    )
    assert canonical_names("$select", (), known) == ()


def test_every_unknown_name_is_reported_with_the_nearest_known_one() -> None:
    with pytest.raises(UnknownName) as caught:
        canonical_names("$select", ("name", "nmae", "xyz"), ("name", "createdOn"))

    assert caught.value.findings == (
        Finding("$select knows no nmae here. Did you mean name?", "unknown-name", "$select"),
        Finding("$select knows no xyz here.", "unknown-name", "$select"),
    )
