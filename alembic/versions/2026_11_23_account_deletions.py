"""Add the columns of deleted accounts and of the content that is hidden with them."""

import sqlalchemy as sa
from alembic import op

revision = "c4d19a6be870"
down_revision = "f74a0b23d5e1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("purge_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("users", sa.Column("content_choice", sa.String(10), nullable=True))
    for table in ("posts", "comments"):
        op.add_column(
            table,
            sa.Column(
                "is_hidden_with_author", sa.Boolean(), nullable=False, server_default=sa.false()
            ),
        )


def downgrade() -> None:
    for table in ("comments", "posts"):
        op.drop_column(table, "is_hidden_with_author")
    op.drop_column("users", "content_choice")
    op.drop_column("users", "purge_at")
