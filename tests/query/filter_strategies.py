"""Random trees over the names of processes, of any operator that fits its field, with values as the checker leaves them."""

from hypothesis import strategies as st

from facetstore.domain.values import equality_key, order_key
from facetstore.query.filter_tree import (
    ORDER_OPERATORS,
    And,
    AnyAttribute,
    AttributeField,
    Condition,
    Field,
    IdentityField,
    Kind,
    Not,
    Operator,
    Or,
    RelatedContext,
    RelatedField,
    Tree,
    Value,
)

COMPARING = (Operator.EQ, *sorted(ORDER_OPERATORS))
DEPENDENT = st.sampled_from([None, (1031,), (1033,)])
INVARIANT = st.sampled_from([None, (127,)])

texts = st.builds(AttributeField, st.sampled_from(["name", "description"]), st.just(Kind.TEXT), DEPENDENT)
numbers = st.builds(AttributeField, st.sampled_from(["costs", "waitingTime"]), st.just(Kind.NUMBER), INVARIANT)
instants = st.builds(AttributeField, st.sampled_from(["changedOn", "validFrom"]), st.just(Kind.INSTANT), INVARIANT)
everything = st.builds(AnyAttribute, st.sampled_from([None, (1031, 127), (127,)]))
identities = st.builds(IdentityField, st.sampled_from(["id", "versionId", "type", "state", "stereotype", "facetName"]))
names_of_systems = st.builds(AttributeField, st.just("name"), st.just(Kind.TEXT), DEPENDENT)
related = st.builds(RelatedField, st.just("systems"), names_of_systems | identities)

# Few characters, so that values meet: quotes, wildcards and escapes, and letters that are changed by folding.
characters = st.text("abß '%_\\é(),-/", max_size=6) | st.text(max_size=4)


def _equality(text: str) -> str:
    return equality_key(text) if text.strip() else ""


def _ordering(text: str) -> str:
    return order_key(text) if text.strip() else ""


def _is_readable(text: str) -> bool:
    # What folding would change once more, or what no filter may hold, could not come back as it was.
    return text.isprintable() and _equality(text) == text


equality_values = characters.map(_equality).filter(_is_readable)
ordering_values = characters.map(_ordering).filter(lambda text: text.isprintable() and _ordering(text) == text)
patterns = equality_values.filter(lambda text: (len(text) - len(text.rstrip("\\"))) % 2 == 0)
parts_of_texts = characters.map(equality_key).filter(lambda text: text.isprintable() and equality_key(text) == text)
number_values = st.floats(allow_nan=False, allow_infinity=False)
instant_values = st.integers(-60_000_000_000_000_000, 250_000_000_000_000_000)


def _one(
    fields: st.SearchStrategy[Field], operators: st.SearchStrategy[Operator], values: st.SearchStrategy[Value]
) -> st.SearchStrategy[Tree]:
    return st.builds(Condition, fields, operators, st.tuples(values))


def _several(fields: st.SearchStrategy[Field], values: st.SearchStrategy[Value]) -> st.SearchStrategy[Tree]:
    unique = st.lists(values, min_size=1, max_size=3, unique=True).map(tuple)
    return st.builds(Condition, fields, st.just(Operator.EQ), unique)


textual = texts | everything | identities | related
conditions: st.SearchStrategy[Tree] = st.one_of(
    _several(textual, equality_values),
    _several(numbers, number_values),
    _several(instants, instant_values),
    _one(textual, st.sampled_from(sorted(ORDER_OPERATORS)), ordering_values),
    _one(numbers, st.sampled_from(COMPARING), number_values),
    _one(instants, st.sampled_from(COMPARING), instant_values),
    _one(textual, st.just(Operator.LIKE), patterns),
    _one(textual, st.sampled_from([Operator.CONTAINS, Operator.STARTS_WITH, Operator.ENDS_WITH]), parts_of_texts),
    st.builds(
        Condition,
        textual | numbers | instants | st.builds(RelatedContext, st.just("owner")),
        st.just(Operator.IS_NULL),
    ),
)


def _parts(trees: st.SearchStrategy[Tree]) -> st.SearchStrategy[tuple[Tree, ...]]:
    return st.lists(trees, min_size=2, max_size=3).map(tuple)


def _joined(trees: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.builds(And, _parts(trees)) | st.builds(Or, _parts(trees)) | st.builds(Not, trees)


trees: st.SearchStrategy[Tree] = st.recursive(conditions, _joined, max_leaves=12)
