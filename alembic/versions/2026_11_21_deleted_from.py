"""The status of a comment before it was deleted: what waited for a moderator waits again."""

import sqlalchemy as sa
from alembic import op

revision = "c3d81f20b6a7"
down_revision = "a1f0c2d3e4b5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("comments", sa.Column("deleted_from", sa.String(length=13), nullable=True))


def downgrade() -> None:
    op.drop_column("comments", "deleted_from")
