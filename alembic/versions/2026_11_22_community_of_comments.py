"""Store in which community a comment was written, and whether an administrator closed a community.

Moderators of a community may moderate only the comments that were written in the community.
"""

import sqlalchemy as sa
from alembic import op

revision = "e5b8c3f7a914"
down_revision = "d94b7e15c2f0"
branch_labels = None
depends_on = None

BATCH_SIZE = 5000
COMMENTS = sa.table(
    "comments",
    sa.column("id", sa.BigInteger),
    sa.column("post_id", sa.BigInteger),
    sa.column("community_id", sa.BigInteger),
)
POSTS = sa.table("posts", sa.column("id", sa.BigInteger), sa.column("community_id", sa.BigInteger))


def upgrade() -> None:
    op.add_column(
        "communities",
        sa.Column("closed_by_admin", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    key = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("comments", sa.Column("community_id", key, nullable=True))
    _fill_communities_of_comments()


def downgrade() -> None:
    op.drop_column("comments", "community_id")
    op.drop_column("communities", "closed_by_admin")


def _fill_communities_of_comments() -> None:
    """Use the current community of each post. The database does not contain the previous ones."""
    connection = op.get_bind()
    newest_id = connection.scalar(sa.select(sa.func.max(COMMENTS.c.id))) or 0
    community_id = (
        sa.select(POSTS.c.community_id).where(POSTS.c.id == COMMENTS.c.post_id).scalar_subquery()
    )
    for first_id in range(1, newest_id + 1, BATCH_SIZE):
        batch = COMMENTS.c.id.between(first_id, first_id + BATCH_SIZE - 1)
        connection.execute(sa.update(COMMENTS).where(batch).values(community_id=community_id))
