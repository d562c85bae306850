"""Add the word to the index of names, so that PostgreSQL compares words without reading rows."""

from alembic import op

revision = "5c19e7d3a846"
down_revision = "b7c2e90f3d61"
branch_labels = None
depends_on = None

NAME, TABLE = "ix_search_names_target", "search_names"


def upgrade() -> None:
    _replace("kind", "target_id", "tag", "word")


def downgrade() -> None:
    _replace("kind", "target_id", "tag")


def _replace(*columns: str) -> None:
    # Creating an index concurrently does not block the writes of a running site.
    with op.get_context().autocommit_block():
        op.drop_index(NAME, TABLE, postgresql_concurrently=True, if_exists=True)
        op.create_index(NAME, TABLE, columns, postgresql_concurrently=True)
