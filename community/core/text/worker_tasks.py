"""The tasks on texts that `text_workers.py` runs in worker processes.

The module imports only what the tasks need, so that a worker starts fast and uses little memory.
"""

from collections.abc import Sequence
from typing import Any

from community.core.text import markdown, safe_html
from community.core.text.keywords import find_texts_without_keywords
from community.core.text.stems import find_stems, find_texts_with_phrases


def render(kind: str, text: str) -> dict[str, str]:
    """Return `html`, or the `reason` why the text is too complex."""
    try:
        return {"html": safe_html.RENDERERS[kind](text)}
    except markdown.TextTooComplex as error:
        return {"reason": error.reason}


def filter_texts(keywords: Sequence[str], texts: Sequence[str]) -> list[int]:
    return find_texts_without_keywords(keywords, texts)


def find_stems_of_texts(texts: Sequence[str]) -> list[list[str]]:
    return [find_stems(text) for text in texts]


TASKS: dict[str, Any] = {
    "render": render,
    "filter_texts": filter_texts,
    "find_stems": find_stems_of_texts,
    "find_phrases": find_texts_with_phrases,
}
