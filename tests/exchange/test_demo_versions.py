"""The versions of the demo company: numbers, states and releases fit together, and some versions differ in their steps."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import cast

from tests.exchange.demo_bundle import STATES, contexts, invariant, items, named, records, versions


class TestVersions:
    def test_numbers_rise_and_the_states_go_with_them(self) -> None:
        for several in versions().values():
            numbers = [str(invariant(each, "version")) for each in several if "state" in each]
            assert numbers == sorted(numbers)
            for each in several[:-1]:
                assert each["state"] in ("expired", "inEffect", "released")
            assert sum(each.get("state") in ("released", "inEffect", "requestToExpire") for each in several) <= 1

    def test_only_releases_have_a_release_and_a_round_number(self) -> None:
        drafts = STATES - {"released", "inEffect", "requestToExpire", "expired"}
        for record in records():
            if "state" in record:
                is_draft = record["state"] in drafts
                assert (str(invariant(record, "version")).endswith(".0")) is not is_draft
                assert (invariant(record, "relOn") is None) is is_draft
                assert ("relBy" not in cast("Mapping[str, object]", record["related"])) is is_draft

    def test_a_release_ends_the_one_before(self) -> None:
        for several in versions().values():
            for earlier, later in pairwise(several):
                if invariant(later, "relOn"):
                    assert earlier["state"] == "expired"
                    assert invariant(earlier, "validUntil") == invariant(later, "validFrom")

    def test_later_releases_say_why(self) -> None:
        later = [each for each in records() if "relBy" in contexts(each) and str(invariant(each, "version")) >= "2.0"]

        assert all(invariant(each, "reasonForRevision") for each in later)

    def test_the_goods_receipt_has_a_draft_with_two_more_steps(self) -> None:
        old, valid, draft = [each for each in named("Ware annehmen und prüfen") if each["type"] == "subProcess"]

        assert [each["state"] for each in (old, valid, draft)] == ["expired", "inEffect", "inProcess"]
        assert len(items(draft["content"])) == len(items(valid["content"])) + 2

    def test_the_warranty_process_lost_a_step_when_it_moved_into_the_portal(self) -> None:
        old, valid = [each for each in named("Gewährleistung regulieren") if each["type"] == "subProcess"]

        assert len(items(valid["content"])) == len(items(old["content"])) - 1

    def test_copied_flow_objects_have_new_ids_and_keep_their_creation_id(self) -> None:
        first, second, third = [each for each in named("Ware annehmen und prüfen") if each["type"] == "subProcess"]
        originals = {each["creationId"] for each in items(first["content"])}

        for version in (second, third):
            copied = [each for each in items(version["content"]) if each.get("creationId") in originals]
            assert len(copied) == len(originals)
            assert all(each["id"] != each["creationId"] for each in copied)
