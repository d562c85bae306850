"""Store the HTML of drafts and of unpublished changes, so that publishing renders nothing."""

from html import escape

import sqlalchemy as sa
from alembic import op

from community.core.text.complexity import TextTooComplex
from community.core.text.markup import RenderedArticle

revision = "d47a5e90c1b2"
down_revision = "c3d81f20b6a7"
branch_labels = None
depends_on = None

BATCH_SIZE = 100
POSTS = sa.table(
    "posts",
    sa.column("id", sa.BigInteger),
    sa.column("status", sa.String),
    sa.column("text", sa.String),
    sa.column("html", sa.String),
)
DRAFTS = sa.table(
    "post_drafts",
    sa.column("post_id", sa.BigInteger),
    sa.column("text", sa.String),
    sa.column("html", sa.String),
)


def upgrade() -> None:
    # While the migration runs, processes of the previous version insert rows without this column.
    op.add_column("post_drafts", sa.Column("html", sa.String(), server_default="", nullable=False))
    _render(POSTS, POSTS.c.id, POSTS.c.status != "published")
    _render(DRAFTS, DRAFTS.c.post_id, sa.true())


def downgrade() -> None:
    op.drop_column("post_drafts", "html")


def _render(
    table: sa.TableClause, key: sa.ColumnElement[int], condition: sa.ColumnElement[bool]
) -> None:
    connection, last = op.get_bind(), 0
    query = sa.select(key, table.c.text).where(condition).order_by(key).limit(BATCH_SIZE)
    while rows := connection.execute(query.where(key > last)).all():
        for row_key, text in rows:
            html = _render_article(text)
            connection.execute(sa.update(table).where(key == row_key).values(html=html))
        last = rows[-1][0]


def _render_article(text: str) -> str:
    try:
        return RenderedArticle(text).html
    except TextTooComplex:
        return f"<p>{escape(text)}</p>"
