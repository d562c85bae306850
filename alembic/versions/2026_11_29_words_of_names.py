"""Let suggestions compare words, and find the most frequent words, in indexes alone."""

import sqlalchemy as sa
from alembic import op

revision = "5c19e7d3a846"
down_revision = "b7c2e90f3d61"
branch_labels = None
depends_on = None

TARGET = ("ix_search_names_target", "search_names")
USES = ("ix_search_words_uses", "search_words")
TWO_LETTERS = ("ix_search_words_two_letters", "search_words")


def upgrade() -> None:
    _replace(*TARGET, "kind", "target_id", "tag", "word")
    beginning, order = sa.text("substr(word, 1, 2)"), sa.text("uses DESC")
    _replace(*TWO_LETTERS, "kind", beginning, order, "word")
    _drop(*USES)


def downgrade() -> None:
    _replace(*USES, "kind", "uses", "word")
    _drop(*TWO_LETTERS)
    _replace(*TARGET, "kind", "target_id", "tag")


def _replace(name: str, table: str, *columns: str | sa.TextClause) -> None:
    # An interrupted migration can leave an invalid index with the name.
    _drop(name, table)
    # Creating an index concurrently does not block the writes of a running site.
    with op.get_context().autocommit_block():
        op.create_index(name, table, columns, postgresql_concurrently=True)


def _drop(name: str, table: str) -> None:
    with op.get_context().autocommit_block():
        op.drop_index(name, table, postgresql_concurrently=True, if_exists=True)
