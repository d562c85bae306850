"""Store the beginning of the text of posts, which cards show in place of a missing intro."""

import sqlalchemy as sa
from alembic import op

from community.core.text.markup import excerpt

revision = "e5b16c3f7a20"
down_revision = "e5b8c3f7a914"
branch_labels = None
depends_on = None

BATCH_SIZE = 100
LENGTH = 240
POSTS = sa.table(
    "posts",
    sa.column("id", sa.BigInteger),
    sa.column("text", sa.String),
    sa.column("excerpt", sa.String),
)


def upgrade() -> None:
    # While the migration runs, processes of the previous version insert rows without this column.
    op.add_column(
        "posts", sa.Column("excerpt", sa.String(length=LENGTH), server_default="", nullable=False)
    )
    connection, last = op.get_bind(), 0
    query = sa.select(POSTS.c.id, POSTS.c.text).order_by(POSTS.c.id).limit(BATCH_SIZE)
    while rows := connection.execute(query.where(POSTS.c.id > last)).all():
        for post_id, text in rows:
            beginning = excerpt(text, LENGTH, has_headings=False)
            connection.execute(
                sa.update(POSTS).where(POSTS.c.id == post_id).values(excerpt=beginning)
            )
        last = rows[-1][0]


def downgrade() -> None:
    op.drop_column("posts", "excerpt")
