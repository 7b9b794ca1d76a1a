"""Bodies changed as what they are: a tree of JSON, in which one place becomes wrong, large, deep or another's."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from tests.walls.fuzz.words import CULTURES, FIELDS, IDS, NUMBERS, PROPERTIES, STATES, TEXTS, TIMES, TYPES

MOST: Final = 1001
"""One more than a list of a body may have."""
DEEP: Final = (10, 63, 64, 65, 200)
LARGEST: Final = 300_000
"""A body does not grow beyond these characters: how large ones are refused is tested elsewhere."""

_KEYS: Final = (
    "id", "versionId", "type", "attributes", "related", "parent", "position", "stereotype", "state", "content", "children",
    "elements", "values", "count", "shapeInfo", "index", "predecessors", "element", "delete", "grants", "principal",
    "permissionSets", "inherit", "reason", "externalReference", "to", "name", "password", "link", "old", "new", "role",
    "days", "hosts", "expires", "displayNames", "rootPath", "properties", "__proto__", "", "$ref",
)  # fmt: skip


class Pairs(list[tuple[str, Any]]):
    """An object whose keys may stand there twice."""


class Number(str):
    """A number as it is written, also one that is none."""

    __slots__ = ()


Place = tuple[Any, int]
"""A list or an object, and the number of an entry of it."""


def parse(text: str) -> Any:
    """The tree of a body; raises ValueError or RecursionError where it is none."""
    return json.loads(text, object_pairs_hook=Pairs, parse_int=Number, parse_float=Number, parse_constant=Number)


def render(tree: Any, *, ascii_only: bool = True) -> str:
    match tree:
        case Pairs():
            items = (f"{json.dumps(name)}:{render(value, ascii_only=ascii_only)}" for name, value in tree)
            return f"{{{','.join(items)}}}"
        case list():
            return f"[{','.join(render(each, ascii_only=ascii_only) for each in tree)}]"
        case Number():
            return str(tree)
        case _:
            return json.dumps(tree, ensure_ascii=ascii_only)


def mutate_body(rng: Random, body: str, other: str | None) -> str:
    """The body with one change; `other` is a body to take a part from."""
    if rng.random() < 0.1:
        return mutate_text(rng, body)
    try:
        changed = _changed(rng, parse(body), other)
    except (ValueError, RecursionError):  # it is no JSON any more, or deeper than can be read here
        return mutate_text(rng, body)
    return changed if len(changed) <= LARGEST else body


def _changed(rng: Random, tree: Any, other: str | None) -> str:
    places = list(places_in(tree))
    if not places:
        return render(special(rng))
    rng.choice(_CHANGES)(rng, *rng.choice(places), parse(other) if other else None)
    return render(tree, ascii_only=rng.random() < 0.7)


def mutate_text(rng: Random, text: str) -> str:
    """The text cut, doubled or with something strange in it, whatever it is."""
    at, end = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
    strange = rng.choice(
        ("\x00", "\udcff", "\udcc0\udc80", "\ufeff", "{", "]", '"', "\\u0000", "\\ud800", ",", "1e999", "//")
    )
    return rng.choice(
        (text[:at], text[:at] + strange + text[at:], text[:at] + text[end:], text + text[at:end], strange)
    )


def special(rng: Random) -> Any:
    """A value that may fit anywhere or nowhere."""
    return rng.choice(
        (
            None, True, False, Number(rng.choice(NUMBERS)), rng.choice(TEXTS), rng.choice(IDS), rng.choice(TIMES), [], Pairs(),
            [None], rng.choice(TYPES), rng.choice(STATES), [rng.choice(IDS)], Pairs([("id", rng.choice(IDS))]),
            [Pairs([("id", rng.choice(IDS))])], Pairs([(rng.choice(CULTURES), rng.choice(TEXTS))]),
            Pairs([(rng.choice(PROPERTIES), Pairs([(rng.choice(CULTURES), rng.choice(TEXTS))]))]),
        )
    )  # fmt: skip


def places_in(tree: Any) -> Iterator[Place]:
    """Every entry of every list and object."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            values = [value for _, value in node] if isinstance(node, Pairs) else node
            yield from ((node, number) for number in range(len(values)))
            waiting += values


def value_at(node: Any, number: int) -> Any:
    return node[number][1] if isinstance(node, Pairs) else node[number]


def _put(node: Any, number: int, value: Any) -> None:
    node[number] = (node[number][0], value) if isinstance(node, Pairs) else value


def _replace(rng: Random, node: Any, number: int, donor: Any) -> None:
    _put(node, number, special(rng))


def _vary(rng: Random, node: Any, number: int, donor: Any) -> None:
    """Another value of the same kind."""
    match value_at(node, number):
        case Number():
            _put(node, number, Number(rng.choice(NUMBERS)))
        case bool() as flag:
            _put(node, number, not flag)
        case str() as text if len(text) == 36 or text.startswith("@"):
            _put(node, number, rng.choice(IDS))
        case str() as text:
            _put(node, number, rng.choice((rng.choice(TEXTS), text + rng.choice(TEXTS), text.swapcase(), text * 2)))
        case _:
            _replace(rng, node, number, donor)


def _delete(rng: Random, node: Any, number: int, donor: Any) -> None:
    del node[number]


def _double(rng: Random, node: Any, number: int, donor: Any) -> None:
    node.insert(number, node[number])


def _multiply(rng: Random, node: Any, number: int, donor: Any) -> None:
    """As many as a list may not have."""
    if isinstance(node, Pairs):
        node += [(f"{node[number][0]}{each}", node[number][1]) for each in range(rng.choice((2, 60, 300)))]
    else:
        node += [node[number]] * rng.choice((1, 10, MOST - len(node)))


def _rename(rng: Random, node: Any, number: int, donor: Any) -> None:
    if isinstance(node, Pairs):
        names = rng.choice((_KEYS, PROPERTIES, CULTURES, FIELDS, TEXTS))
        node[number] = (rng.choice(names), node[number][1])
    else:
        rng.shuffle(node)


def _add(rng: Random, node: Any, number: int, donor: Any) -> None:
    if isinstance(node, Pairs):
        node.append((rng.choice((*_KEYS, *PROPERTIES, *CULTURES)), special(rng)))
    else:
        node.append(special(rng))


def _wrap(rng: Random, node: Any, number: int, donor: Any) -> None:
    value = value_at(node, number)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, rng.choice(DEEP)))):
        value = [value] if rng.random() < 0.5 else Pairs([(rng.choice(_KEYS), value)])
    _put(node, number, value)


def _splice(rng: Random, node: Any, number: int, donor: Any) -> None:
    places = list(places_in(donor)) if donor is not None else []
    _put(node, number, value_at(*rng.choice(places)) if places else special(rng))


_CHANGES: Final[tuple[Callable[[Random, Any, int, Any], None], ...]] = (
    _replace, _vary, _vary, _vary, _delete, _double, _multiply, _rename, _add, _add, _wrap, _splice,
)  # fmt: skip
