"""Add columns for the status that a post had before its deletion, and for moderated posts.

The site uses them to restore a deleted post.
"""

import sqlalchemy as sa
from alembic import op

revision = "e58c2a7d41f6"
down_revision = "e5b16c3f7a20"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("posts", sa.Column("status_before_deletion", sa.String(12), nullable=True))
    op.add_column(
        "posts",
        sa.Column(
            "is_unpublished_by_moderator", sa.Boolean(), server_default=sa.false(), nullable=False
        ),
    )
    op.execute(
        "UPDATE posts SET is_unpublished_by_moderator = TRUE "
        "WHERE status IN ('unpublished', 'deleted') AND removed_by_id <> author_id"
    )


def downgrade() -> None:
    op.drop_column("posts", "is_unpublished_by_moderator")
    op.drop_column("posts", "status_before_deletion")
