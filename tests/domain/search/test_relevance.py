"""Compares the order of titles with BM25 as another search engine computes it.

The test also runs on PostgreSQL. As both databases return the expected order, both return the same.
"""

import random
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import tantivy

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.text.stems import find_stems
from community.domain import search
from community.domain.search import SearchRequest
from community.domain.search.texts import Candidate, compute_score
from community.jobs import update_search_index
from community.models import Post
from tests.cast import Cast

WORDS = (
    """bread flour water crust oven baker garden river window market winter summer letter music
    mountain street bridge teacher kitchen morning evening forest village silver copper candle""",
    """хлеб мука вода корка печь пекарь сад река окно рынок зима лето письмо музыка гора улица мост
    учитель кухня утро вечер лес деревня серебро медь свеча""",
)
TITLES = 600
QUERIES = 200
TOP = 10


async def test_titles_have_the_order_of_bm25(cast: Cast) -> None:
    generator = random.Random(24)
    titles = [_make_title(generator, number) for number in range(TITLES)]
    published_at = clock.now()
    await _publish(cast, titles, published_at)
    index = _build_index(titles)
    in_expected_order = 0
    for number in range(QUERIES):
        words = generator.sample(WORDS[number % 2].split(), k=generator.choice((1, 1, 2)))
        found = await _find(" ".join(words))
        scores = _search_index(index, words)
        best = sorted(scores.values(), reverse=True)[:TOP]
        overlap = sum(scores[title] >= best[-1] - 1e-6 for title in found)
        assert overlap >= min(TOP - 2, len(best)), words
        in_expected_order += found == _rank(titles, words, published_at)
    assert in_expected_order >= 0.95 * QUERIES


def _make_title(generator: random.Random, number: int) -> str:
    """Return 2 to 9 words and a number, so that all titles are different."""
    words = generator.choices(WORDS[number % 2].split(), k=generator.randint(2, 9))
    return f"{' '.join(words)} {number}"


async def _publish(cast: Cast, titles: Sequence[str], published_at: datetime) -> None:
    async with unit_of_work() as session:
        for title in titles:
            values: dict[str, Any] = {
                "author_id": cast.alice.id,
                "status": "published",
                "slug": "x",
            }
            session.add(Post(title=title, published_at=published_at, **values))
            await session.flush()  # so that the ids have the order of the titles
    await update_search_index.add_missing_documents()
    await update_search_index.update_search_index()


async def _find(q: str) -> list[str]:
    async with read_session() as session:
        page = await search.search(session, Cast.guest, SearchRequest(q), limit=TOP)
    return [item.target.title for item in page.items if item.type == "post"]


def _rank(titles: Sequence[str], words: Sequence[str], published_at: datetime) -> list[str]:
    """Return the first titles in the order that does not depend on a database."""
    stems, now = find_stems(" ".join(words)), int(published_at.timestamp())
    keys = []
    for number, title in enumerate(titles):
        found = find_stems(title)
        if set(stems) <= set(found):
            row = Candidate(number, number, None, now, " ".join(found), len(found), 0, 0)
            keys.append((compute_score(row, stems, now), number))
    return [titles[number] for _, number in sorted(keys, reverse=True)[:TOP]]


def _build_index(titles: Sequence[str]) -> tantivy.Index:
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("title", stored=True)
    schema.add_text_field("stems", tokenizer_name="whitespace")
    index = tantivy.Index(schema.build())
    writer = index.writer(heap_size=15_000_000, num_threads=1)
    for title in titles:
        writer.add_document(tantivy.Document(title=title, stems=" ".join(find_stems(title))))
    writer.commit()
    index.reload()
    return index


def _search_index(index: tantivy.Index, words: Sequence[str]) -> dict[str, float]:
    """Return the scores of the titles that contain all words."""
    terms = [
        (tantivy.Occur.Must, tantivy.Query.term_query(index.schema, "stems", stem))
        for stem in find_stems(" ".join(words))
    ]
    searcher = index.searcher()
    hits = searcher.search(tantivy.Query.boolean_query(terms), limit=TITLES).hits
    return {searcher.doc(address)["title"][0]: score for score, address in hits}
