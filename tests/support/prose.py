"""The prose of source files and pages: comments, docstrings and texts, without code.

Each function returns a text with the lines of its source, so that a finding has the number of its line. What is no prose
is left out; where code was, there is a bar, so that no phrase reaches from one text to the next.
"""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator, Mapping
from typing import Final

_CODE: Final = "|"
_NAMED: Final = re.compile(r"`[^`\n]+`")
_TWO_WORDS: Final = re.compile(r"\w\W*\s\W*\w")
_SQL: Final = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|JOIN|SET|VALUES)\b[\s\S]*[=(:,*]")
_PLACEHOLDER: Final = re.compile(r"\$?\{[^{}]*\}")
_ESCAPED: Final = re.compile(r"\\[nrt]")
_LITERAL: Final = re.compile(r"""\w*(\"\"\"|'''|"|')(.*)\1""", re.DOTALL)
# From Python 3.12 on, the texts of an f-string are tokens of their own.
_STRINGS: Final = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
_BETWEEN: Final = {tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER}

_SCRIPT: Final = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?P<code>[^\s"'`/]+|\S)""",
    re.DOTALL,
)
_TYPESCRIPT_NAME: Final = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?P<name>[A-Za-z_$][\w$]*)""",
    re.DOTALL,
)
_SHELL: Final = re.compile(
    r"""(?:^|(?<=\s))(?P<comment>\#[^\n]*)|(?P<text>"(?:\\.|[^"\\])*"|'[^']*')|(?P<code>[^\s"']+|\S)""", re.MULTILINE
)
_STATEMENTS: Final = re.compile(r"(?P<comment>--[^\n]*|/\*.*?\*/)|(?P<text>(?!))|(?P<code>[^\s/-]+|\S)", re.DOTALL)
_LEADER: Final = re.compile(r"^\s*(?://+|/\*+|\*/?|#+!?|--+)|\*/$", re.MULTILINE)

_NO_PROSE_IN_MARKDOWN: Final = re.compile(
    r"^```.*?^```$|^<!--.*?-->|`[^`]+`|(?<=\])\([^()\s]+\)|https?://\S+", re.MULTILINE | re.DOTALL
)
_NO_PROSE_IN_HTML: Final = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
_IN_DATA: Final = re.compile(r"(?:^|(?<=\s))(?=#)(.*)$|\bmessages:\n(?:\s*1031:.*\n)?\s*1033:(.*)$", re.MULTILINE)


class _Page:
    def __init__(self, source: str) -> None:
        self._lines = [""] * (source.count("\n") + 1)

    def write(self, line: int, text: str) -> None:
        if text == _CODE and self._lines[line - 1].endswith(_CODE):
            return
        for offset, each in enumerate(text.split("\n")):
            self._lines[line - 1 + offset] += f" {each}"

    def __str__(self) -> str:
        return "\n".join(self._lines)


def of_python(source: str, *, texts: bool = True) -> str:
    """Comments, docstrings, and with `texts` literals of more than one word that are no SQL."""
    page, literals, opens = _Page(source), list[tuple[int, str]](), True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in _STRINGS:
            literals.append((token.start[0], _content(token.string)))
        elif token.type == tokenize.COMMENT:
            page.write(token.start[0], _cleared(_LEADER.sub(" ", token.string)))
        elif token.type not in _BETWEEN:
            # A docstring is a statement of its own, whatever it describes.
            is_docstring = opens and token.type == tokenize.NEWLINE
            if is_docstring or (texts and _is_text(" ".join(text for _, text in literals))):
                for line, text in literals:
                    page.write(line, _cleared(text))
            literals.clear()
            opens = token.type == tokenize.NEWLINE
            page.write(token.start[0], _CODE)
    return str(page)


def _is_text(text: str) -> bool:
    return bool(_TWO_WORDS.search(text)) and not _SQL.search(text)


def _content(literal: str) -> str:
    match = _LITERAL.fullmatch(literal)
    return match[2] if match else literal


def _cleared(text: str) -> str:
    """Without names in backticks, escapes, and the code in placeholders."""
    return _PLACEHOLDER.sub("…", _ESCAPED.sub(" ", _NAMED.sub(_blank, text)))


def _blank(match: re.Match[str]) -> str:
    return _CODE + "\n" * match[0].count("\n")


def of_typescript(source: str) -> str:
    """Comments, and literals of more than one word."""
    return _scanned(source, _SCRIPT)


def of_shell(source: str) -> str:
    """Comments, and literals of more than one word."""
    return _scanned(source, _SHELL)


def of_sql(source: str) -> str:
    """Comments."""
    return _scanned(source, _STATEMENTS)


def _scanned(source: str, scanner: re.Pattern[str]) -> str:
    page, line, reached = _Page(source), 1, 0
    for match in scanner.finditer(source):
        line, reached = line + source.count("\n", reached, match.start()), match.start()
        if match["comment"]:
            page.write(line, _cleared(_LEADER.sub(" ", match["comment"])))
        elif match["text"] and _is_text(match["text"]):
            page.write(line, _cleared(match["text"]))
        else:
            page.write(line, _CODE)
    return str(page)


def of_markdown(source: str) -> str:
    """Everything but code blocks, names in backticks and the targets of links."""
    return _NO_PROSE_IN_MARKDOWN.sub(_blank, source)


def of_html(source: str) -> str:
    """The text between tags."""
    return _NO_PROSE_IN_HTML.sub(_blank, source)


def of_yaml(source: str) -> str:
    """Comments, and English messages. Names and descriptions belong to the method that the file describes."""
    page = _Page(source)
    for match in _IN_DATA.finditer(source):
        page.write(source.count("\n", 0, match.end()) + 1, match[1] or match[2])
    return str(page)


READERS: Final[Mapping[str, Callable[[str], str]]] = {
    ".py": of_python,
    ".ts": of_typescript,
    ".tsx": of_typescript,
    ".js": of_typescript,
    ".css": of_typescript,
    ".sql": of_sql,
    ".md": of_markdown,
    ".html": of_html,
    ".yaml": of_yaml,
    "": of_shell,
    ".sh": of_shell,
}
"""By the ending of a file how its prose is read."""


def identifiers(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The names of functions, classes, parameters, fields and constants, with their lines."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        if isinstance(node, ast.ClassDef | ast.Module):
            yield from _assigned(node)


def _assigned(scope: ast.ClassDef | ast.Module) -> Iterator[tuple[int, str]]:
    for node in scope.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        yield from ((node.lineno, each.id) for each in targets if isinstance(each, ast.Name))


def typescript_names(source: str) -> Iterator[tuple[int, str]]:
    """All words of the code outside of comments and literals, with their lines.

    A name in a placeholder of a template is left out: it is declared elsewhere, and found there.
    """
    for match in _TYPESCRIPT_NAME.finditer(source):
        if match["name"]:
            yield source.count("\n", 0, match.start()) + 1, match["name"]
