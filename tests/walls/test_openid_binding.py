"""Finding 14: who signs in at a provider is who the provider says for ever (`sub`), not who the person calls themselves there."""

from tests.walls.provided import Provided


def test_who_takes_the_name_of_another_person_at_the_provider_is_not_taken_for_that_person(provided: Provided) -> None:
    assert provided.sign_in("folded/one", "berta") == "berta"

    provided.server.tell(people={"mallory": {"preferred_username": "berta", "email": "m@example.net"}})
    assert provided.sign_in("folded/one", "mallory") is None

    provided.server.tell(people={"berta": {"preferred_username": "elsewhere", "email": None, "email_verified": None}})
    assert provided.sign_in("folded/one", "berta") == "berta", "the same person, by another name"
    provided.server.tell(people={})
