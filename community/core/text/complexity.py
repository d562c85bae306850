"""Limits that a Markdown parser enforces, so that a short text cannot become a huge document.

The limits on the length of a text bound the input of the parser, and these bound its output.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

Reason = Literal["cells", "nesting", "size", "time"]

# Short rows are filled up with empty cells, so a text of 100 KB could have a million cells.
MAX_TABLE_CELLS = 2_000
# Levels of quotes, lists, emphasis and all other elements inside each other.
MAX_NESTING = 100
# In bytes. A short text can refer to one long URL many thousand times.
MAX_HTML_BYTES = 1_000_000

_CELLS = "table_cells"


class TextTooComplex(ValueError):
    """A text exceeds one of the limits of this module, or the time for rendering a text.

    Attributes:
        reason: The exceeded limit: the number of table `cells`, the `nesting`, the `size` of the
            HTML, or the `time`.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


def install_limits(parser: MarkdownIt) -> None:
    """Make a parser raise `TextTooComplex`. Call this before other core rules are added."""
    # One more level than allowed, because the parser leaves out what is nested deeper.
    parser.options["maxNesting"] = MAX_NESTING + 1
    parser.block.ruler.at("table", _parse_table, {"alt": ["paragraph", "reference"]})
    parser.core.ruler.after("block", "limit_block_nesting", _limit_block_nesting)
    parser.core.ruler.push("limit_nesting", _limit_nesting)
    parser.core.ruler.push("limit_attributes", _limit_attributes)


def ensure_html_size(html: str) -> None:
    # Most texts are far below the limit, and encoding them only to count the bytes is not needed.
    if 4 * len(html) > MAX_HTML_BYTES and len(html.encode()) > MAX_HTML_BYTES:
        raise TextTooComplex("size")


def _parse_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Parse a table, and raise an error before it has many more cells than allowed."""
    if silent or not table(state, start, end, True):  # noqa: FBT003  # called by markdown-it
        return silent and table(state, start, end, True)  # noqa: FBT003
    columns = _count_columns(state, start + 1)
    remaining_rows = (MAX_TABLE_CELLS - state.env.get(_CELLS, 0)) // columns
    # One row more than allowed is parsed, to find out whether there is one.
    table(state, start, min(end, start + 2 + remaining_rows), False)  # noqa: FBT003
    rows = state.line - start - 1  # without the line between the header and the body
    if rows > remaining_rows:
        raise TextTooComplex("cells")
    state.env[_CELLS] = state.env.get(_CELLS, 0) + rows * columns
    return True


def _count_columns(state: StateBlock, line: int) -> int:
    """Return the number of columns that the line below the header of a table declares."""
    start, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    return len(state.src[start:end].strip(" \t|").split("|"))


def _limit_block_nesting(state: StateCore) -> None:
    """Check the nesting of quotes and lists before their content is parsed."""
    _ensure_nesting(state.tokens)


def _limit_nesting(state: StateCore) -> None:
    _ensure_nesting(_iter_tokens(state.tokens))


def _ensure_nesting(tokens: Iterable[Token]) -> None:
    depth = 0
    for token in tokens:
        depth += token.nesting
        if depth > MAX_NESTING:
            raise TextTooComplex("nesting")


def _limit_attributes(state: StateCore) -> None:
    lengths = (
        len(str(value)) for token in _iter_tokens(state.tokens) for value in token.attrs.values()
    )
    if sum(lengths) > MAX_HTML_BYTES:
        raise TextTooComplex("size")


def _iter_tokens(blocks: Iterable[Token]) -> Iterator[Token]:
    for block in blocks:
        yield block
        yield from block.children or ()
