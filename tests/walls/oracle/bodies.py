"""Bodies of writes, by the names of their schemas: of stored values and others, of what the caller sees and does not."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Final

from tests.rest.access.asking import HOOK, OWN
from tests.support.company import Record
from tests.walls.oracle.plan import CALLER, PEOPLE, SET_IDS, TOKENS, key_of, type_of
from tests.walls.oracle.pool import Pool


def _elements(pool: Pool, about: Record) -> Any:
    """One or two elements to change, or something new."""
    if pool.often(0.2):
        return {"elements": [_new(pool, pool.record())]}
    several = (about, pool.record()) if pool.often(0.25) else (about,)
    return {"elements": [_change(pool, each) for each in several]}


def _change(pool: Pool, about: Record) -> Any:
    random = pool.random
    names = random.sample(sorted(about["attributes"]), random.randint(0, min(2, len(about["attributes"]))))
    values = pool.record(about["type"])["attributes"] if pool.often(0.3) else about["attributes"]
    attributes = {name: values[name] for name in names if name in values}
    found: dict[str, Any] = {"id": random.choice((about["id"], key_of(about))), "attributes": attributes}
    if about["related"] and pool.often(0.5):
        context = random.choice(sorted(about["related"]))
        found["related"] = {context: _targets(pool, context, about)}
    if pool.often(0.1):
        found["stereotype"] = pool.id
    return found


def _targets(pool: Pool, context: str, about: Record) -> Any:
    if pool.often(0.4):
        return about["related"][context]
    if pool.often(0.2):
        return [{"type": pool.record()["type"], "attributes": {"name": {"1033": pool.word}}}]
    return [{"id": pool.target(context, about)} for _ in range(pool.random.randint(0, 2))]


def _new(pool: Pool, parent: Record) -> Any:
    types = type_of(parent).children or (parent["type"],)
    made = {"type": pool.random.choice(types), "attributes": {"name": {"1033": pool.word}}}
    return {**made, "parent": parent["id"]} if pool.often(0.8) else made


def _content(pool: Pool, about: Record) -> Any:
    own = [each["properties"]["shapeId"] for each in about.get("content", ())]
    anchor = pool.random.choice(own if own and pool.often(0.7) else pool.shapes)
    named = {"attributes": {"name": {"1033": pool.word}}}
    items = (
        {"shapeInfo": {"index": 0}, "element": {"id": pool.record("subProcess")["id"]}},
        {"shapeInfo": {"index": 0, "id": anchor}},
        {"shapeInfo": {"index": 0, "id": anchor}, "delete": True},
        {"shapeInfo": {"index": 0, "id": pool.id}, "element": named},
        {"shapeInfo": {"index": 0}, "element": {"type": "task", **named}},
    )
    return {"values": [pool.random.choice(items)], "script": _script(pool), "create": [_name(pool, "role")]}


def _script(pool: Pool) -> str:
    """A few lines that name what there is, also what the caller must not see."""
    lines = (
        f"{pool.word} @{_name(pool, 'role')} #{_name(pool, 'system')}",
        f"[[{_name(pool, 'subProcess')}]]",
        f"[[x|{pool.id}]]",
        f"- {_name(pool, 'task')} <{_name(pool, 'inputOutput')}",
        "( Go",
        f"-> {pool.word}",
    )
    return "\n".join(pool.random.sample(lines, pool.random.randint(1, 3)))


def _name(pool: Pool, type_: str) -> str:
    names = pool.record(type_)["attributes"].get("name", {})
    return str(next(iter(names.values()), pool.word))


def _table(pool: Pool, about: Record) -> str:
    """Rows that name elements by their ids or names, with values of others and references to anything."""
    contexts = sorted(about["related"]) or ["owner"]
    context = pool.random.choice(contexts)
    lines = [f"elementId;versionId;name.1033;name.1031;{context}"]
    for each in (about, pool.record(about["type"]), pool.record()):
        id_ = pool.random.choice((each["id"], each["id"], key_of(each), "", "x"))
        names = [str(pool.record()["attributes"].get("name", {}).get(n, pool.word)) for n in (1033, 1031)]
        if pool.often(0.5):
            names[0] = str(each["attributes"].get("name", {}).get(1033, ""))
        fitting = pool.target(context, about) if context in type_of(about).properties else pool.id
        target = pool.random.choice((fitting, pool.word, names[1], ""))
        lines.append(";".join((id_, "", *(f'"{name}"' for name in names), f'"{target}"')))
    return "\n".join(lines)


def _comment(pool: Pool, about: Record) -> Any:
    """A comment on anything, with shapes and people who may be hidden."""
    more: dict[str, Any] = {"shape": pool.random.choice([*pool.shapes, pool.id])} if pool.often(0.2) else {}
    if pool.often(0.25):
        more["mentions"] = [pool.random.choice((*PEOPLE, CALLER, pool.id))]
    if not more and pool.often(0.1):
        more["replyTo"] = pool.made
    return {"text": pool.word, **more}


def _bpmn(pool: Pool, about: Record) -> str:
    """A file whose lane and data are called as what there is, also as what the caller must not see."""
    role, data = (escape(_name(pool, each), quote=True) for each in ("role", "inOut"))
    word = escape(pool.word, quote=True)
    return (
        '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"><laneSet>'
        f'<lane name="{role}"><flowNodeRef>b</flowNodeRef></lane></laneSet><startEvent id="a"/>'
        f'<task id="b" name="{word}"><dataInputAssociation><sourceRef>d</sourceRef></dataInputAssociation></task>'
        f'<dataObjectReference id="d" name="{data}"/><sequenceFlow id="f" sourceRef="a" targetRef="b"/></process></definitions>'
    )


def _move(pool: Pool, about: Record) -> Any:
    parents = [each["id"] for each in pool.records if about["type"] in type_of(each).children]
    parent = pool.random.choice(parents) if parents and pool.often(0.8) else pool.id
    place = {"position": pool.random.randint(0, 3)} if pool.often(0.6) else {}
    return {**({"parent": parent} if pool.often(0.8) else {}), **place}


def _copy(pool: Pool, about: Record) -> Any:
    flags = {name: pool.often(0.5) for name in ("children", "content") if pool.often(0.7)}
    parents = [each["id"] for each in pool.records if about["type"] in type_of(each).children]
    parent = pool.random.choice([*parents, pool.id])
    return {**flags, **({"parent": parent} if pool.often(0.4) else {})}


def _restore(pool: Pool, about: Record) -> Any:
    """A version or a revision to bring back, some of it or all, with or without answers."""
    random = pool.random
    sides = (pool.sibling(about), pool.sibling(about), random.randint(1, 4), pool.id, "2020-01-01", "x")
    found: dict[str, Any] = {"from": random.choice(sides)}
    if pool.often(0.3):
        found["to"] = random.choice(sides)
    if pool.often(0.3):
        names = [*about["attributes"], *pool.record()["attributes"], "name"]
        contexts = [*about["related"], *pool.record()["related"], "owner"]
        places = (
            f"attributes.{random.choice(names)}.{random.choice((127, 1031, 1033))}",
            f"related.{random.choice(contexts)}",
            f"content.shapes.{random.choice(pool.shapes)}",
            "content", "children", "stereotype",
        )  # fmt: skip
        found["changes"] = random.sample(places, random.randint(1, 2))
    if pool.often(0.6):
        found["resolve"] = random.choice(("restored", "current"))
    return found


def _grants(pool: Pool, about: Record) -> Any:
    principal = pool.random.choice((*PEOPLE, *TOKENS, CALLER, pool.id))
    return {"grants": [{"principal": principal, "permissionSets": [pool.random.choice(sorted(SET_IDS.values()))]}]}


BODIES: Final[Mapping[str, Callable[[Pool, Record], Any]]] = {
    "ElementsBody": _elements,
    "ContentBody": _content,
    "MoveBody": _move,
    "CopyBody": _copy,
    "FileContent": lambda pool, about: pool.word,
    "PictureContent": lambda pool, about: pool.word,
    "CommentBody": _comment,
    "NoticesReadBody": lambda pool, about: {"ids": [f"comment:{pool.id}"]},
    "SubscriptionBody": lambda pool, about: {"below": pool.often(0.5)},
    "MailChoiceBody": lambda pool, about: {"pace": "never"},
    "AcknowledgementRequestBody": lambda pool, about: {
        "principals": [pool.random.choice((*PEOPLE, CALLER, pool.id))],
        "roles": ["viewer"] if pool.often(0.5) else [],
    },
    "ReviewBody": lambda pool, about: {"versionId": pool.sibling(about)},
    "AcknowledgementBody": lambda pool, about: {
        "versionId": pool.sibling(about),
        "culture": pool.random.choice((1031, 1033)),
    },
    "ImportFile": _table,
    "BpmnFile": _bpmn,
    "PermalinkBody": lambda pool, about: {"linkType": pool.random.choice(("ofElement", "ofVersion", "ofSelection"))},
    "StorageBody": lambda pool, about: {"id": pool.word, "collection": pool.id},
    "ImportSettings": lambda pool, about: {"type": about["type"], "parent": pool.id, "match": "name.1033"},
    "ImportUndoBody": lambda pool, about: {"changedSince": "keep"},
    "WebhookBody": lambda pool, about: {
        "name": pool.word,
        "url": HOOK,
        "types": [about["type"]],
        "actsAs": pool.random.choice((*PEOPLE, pool.id)),
    },
    "WebhookChangeBody": lambda pool, about: {"paused": True},
    "WebhookReplayBody": lambda pool, about: {"after": f"1.{about['id']}.1"},
    "GivenAlong": lambda pool, about: {"reason": pool.word},
    "ConfirmBody": lambda pool, about: {"culture": pool.random.choice((1031, 1033))},
    "RestoreBody": _restore,
    "EraseBody": lambda pool, about: {"login": pool.word},
    "UndoBody": lambda pool, about: {"resolve": "restored"} if pool.often(0.5) else {},
    "DelegateBody": lambda pool, about: {"to": pool.random.choice((*PEOPLE, CALLER, pool.id))},
    "PermissionsBody": _grants,
    "FacetPermissionsBody": _grants,
    "LinkBody": lambda pool, about: {"for": "password"},
    "ManualTemplateBody": lambda pool, about: pool.random.choice(({"source": f"= {pool.word}"}, {"file": "QQ=="})),
    "PreferenceBody": lambda pool, about: {"value": {"name": pool.word}},
    "TokenBody": lambda pool, about: {"name": pool.random.choice(("Token 0", "New")), "role": "viewer"},
    "AgentRequestBody": lambda pool, about: {"request": {"client_id": pool.word, "redirect_uri": pool.word}},
    "AgentDecisionBody": lambda pool, about: {
        "request": {"client_id": pool.word},
        "allow": pool.random.choice((None, ["read"])),
    },
    "SynonymsBody": lambda pool, about: {"synonyms": pool.random.choice(([], [[pool.word, "automobile"]], [["one"]]))},
    "AdditionsBody": lambda pool, about: {"additions": pool.random.choice((OWN, {}, {"types": {pool.word: {}}}))},
    "RotateBody": lambda pool, about: {"days": 10},
}
